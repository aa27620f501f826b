package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"strconv"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/jmoiron/sqlx"
	"modernc.org/sqlite"
)

// maxStatements is how many prepared statements a connection keeps. One takes some KB.
const maxStatements = 128

// maxStatementLength is how long, in bytes, a statement is that is worth keeping: longer ones are of lists that differ
// from call to call.
const maxStatementLength = 8 << 10

// openSQLitePool opens a pool whose connections keep their prepared statements: to prepare one takes longer than to run it.
func openSQLitePool(dsn string) (*sqlx.DB, error) {
	connector, err := sqlite.NewConnector(dsn)
	if err != nil {
		return nil, err
	}
	return sqlx.NewDb(sql.OpenDB(sqliteConnector{connector}), "sqlite"), nil
}

type sqliteConnector struct{ driver.Connector }

// Connect opens a connection that keeps its prepared statements.
func (c sqliteConnector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	kept, err := lru.NewWithEvict(maxStatements, func(_ string, s *sqliteStatement) { s.evict() })
	if err != nil {
		return nil, err
	}
	return &sqliteConn{modernConn: conn.(modernConn), kept: kept}, nil
}

// modernConn is what database/sql uses of a connection of modernc.org/sqlite.
type modernConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

// modernStmt is what is used of one of its prepared statements.
type modernStmt interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

// sqliteConn runs the statements of the shop as prepared ones. Like every connection of database/sql it is used by one
// goroutine at a time.
type sqliteConn struct {
	modernConn

	kept *lru.Cache[string, *sqliteStatement]
}

// sqliteStatement is a prepared statement with anonymous parameters. The driver binds $N by looking for its name among all
// parameters, and makes two strings for each comparison: half the time of an order of three lines.
type sqliteStatement struct {
	stmt    modernStmt
	order   []int // for each parameter the index of its argument
	busy    bool  // rows of it are being read
	evicted bool  // to be closed once they are
}

func (s *sqliteStatement) evict() {
	s.evicted = true
	if !s.busy {
		_ = s.stmt.Close()
	}
}

func (s *sqliteStatement) release() {
	s.busy = false
	if s.evicted {
		_ = s.stmt.Close()
	}
}

// arguments returns the arguments by parameter; ok is false when there are too few.
func (s *sqliteStatement) arguments(args []driver.NamedValue) (bound []driver.NamedValue, ok bool) {
	bound = make([]driver.NamedValue, len(s.order))
	for i, index := range s.order {
		if index >= len(args) {
			return nil, false
		}
		bound[i] = driver.NamedValue{Ordinal: i + 1, Value: args[index].Value}
	}
	return bound, true
}

// statement returns the prepared statement of a query and its arguments by parameter, or nil when the driver itself is to
// run it: scripts, what is run once, and what is being read just now.
func (c *sqliteConn) statement(ctx context.Context, query string, args []driver.NamedValue) (*sqliteStatement, []driver.NamedValue) {
	if len(query) > maxStatementLength {
		return nil, nil
	}
	kept, known := c.kept.Get(query)
	if !known {
		text, order, ok := anonymousParameters(query)
		if !ok {
			return nil, nil
		}
		stmt, err := c.PrepareContext(ctx, text)
		if err != nil {
			return nil, nil // the driver reports what is wrong with it
		}
		kept = &sqliteStatement{stmt: stmt.(modernStmt), order: order}
		c.kept.Add(query, kept)
	}
	if kept.busy {
		return nil, nil
	}
	bound, ok := kept.arguments(args)
	if !ok {
		return nil, nil
	}
	return kept, bound
}

// ExecContext runs a statement without rows.
func (c *sqliteConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	kept, bound := c.statement(ctx, query, args)
	if kept == nil {
		return c.modernConn.ExecContext(ctx, query, args)
	}
	return kept.stmt.ExecContext(ctx, bound)
}

// QueryContext runs a statement with rows.
func (c *sqliteConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	kept, bound := c.statement(ctx, query, args)
	if kept == nil {
		return c.modernConn.QueryContext(ctx, query, args)
	}
	rows, err := kept.stmt.QueryContext(ctx, bound)
	if err != nil {
		return nil, err
	}
	kept.busy = true
	return &sqliteRows{modernRows: rows.(modernRows), statement: kept}, nil
}

// Close closes the connection and its prepared statements.
func (c *sqliteConn) Close() error {
	c.kept.Purge()
	return c.modernConn.Close()
}

// modernRows is what database/sql uses of the driver's rows.
type modernRows interface {
	driver.Rows
	driver.RowsColumnTypeDatabaseTypeName
	driver.RowsColumnTypeLength
	driver.RowsColumnTypeNullable
	driver.RowsColumnTypePrecisionScale
	driver.RowsColumnTypeScanType
}

// sqliteRows are the rows of a prepared statement that is kept.
type sqliteRows struct {
	modernRows

	statement *sqliteStatement
}

// Close ends reading the rows.
func (r *sqliteRows) Close() error {
	err := r.modernRows.Close()
	if r.statement != nil {
		r.statement.release()
		r.statement = nil
	}
	return err
}

// anonymousParameters returns a statement with ? for every $N, and for each of them the index of its argument. It is not ok
// for what is no single SELECT, INSERT, UPDATE or DELETE of the shop: migrations, pragmas, savepoints.
func anonymousParameters(query string) (text string, order []int, ok bool) {
	switch firstWord(query) {
	case "SELECT", "INSERT", "UPDATE", "DELETE", "WITH":
	default:
		return "", nil, false
	}
	var b strings.Builder
	b.Grow(len(query))
	for i := 0; i < len(query); {
		switch c := query[i]; c {
		case '\'', '"', '`':
			end := strings.IndexByte(query[i+1:], c)
			if end < 0 {
				return "", nil, false
			}
			b.WriteString(query[i : i+end+2])
			i += end + 2
		case '?', ';', '@', ':', '[':
			return "", nil, false // parameters of another kind, or several statements
		case '-', '/':
			if i+1 < len(query) && (query[i+1] == '-' || query[i+1] == '*') {
				return "", nil, false // a comment
			}
			b.WriteByte(c)
			i++
		case '$':
			end := i + 1
			for end < len(query) && query[end] >= '0' && query[end] <= '9' {
				end++
			}
			n, err := strconv.Atoi(query[i+1 : end])
			if err != nil || n < 1 {
				return "", nil, false
			}
			order = append(order, n-1)
			b.WriteByte('?')
			i = end
		default:
			b.WriteByte(c)
			i++
		}
	}
	return b.String(), order, true
}

func firstWord(query string) string {
	query = strings.TrimLeft(query, " \t\r\n")
	end := strings.IndexAny(query, " \t\r\n")
	return strings.ToUpper(query[:max(end, 0)])
}
