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

// maxStatements limits the prepared statements cached per connection, of a few KB each.
const maxStatements = 128

// maxStatementLength is the longest statement, in bytes, that is cached. Longer ones contain lists
// that differ in each call.
const maxStatementLength = 8 << 10

// openSQLitePool opens a pool whose connections cache their prepared statements: preparing a
// statement takes longer than running it.
func openSQLitePool(dsn string) (*sqlx.DB, error) {
	connector, err := sqlite.NewConnector(dsn)
	if err != nil {
		return nil, err
	}
	return sqlx.NewDb(sql.OpenDB(sqliteConnector{connector}), "sqlite"), nil
}

type sqliteConnector struct{ driver.Connector }

// Connect opens a connection that caches its prepared statements.
func (c sqliteConnector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	statements, err := lru.NewWithEvict(maxStatements, func(_ string, s *sqliteStatement) { s.evict() })
	if err != nil {
		return nil, err
	}
	return &sqliteConn{moderncConn: conn.(moderncConn), statements: statements}, nil
}

// moderncConn is the part of a modernc.org/sqlite connection that database/sql uses.
type moderncConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

// moderncStmt is the part of a modernc.org/sqlite statement that database/sql uses.
type moderncStmt interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

// sqliteConn runs statements from its cache of prepared ones. Like every database/sql connection,
// it is used by one goroutine at a time.
type sqliteConn struct {
	moderncConn

	statements *lru.Cache[string, *sqliteStatement]
}

// sqliteStatement is a prepared statement with anonymous parameters. For $N, the driver would
// search all parameters by name and allocate two strings per comparison, which takes half the time
// of an order of three lines.
type sqliteStatement struct {
	stmt    moderncStmt
	order   []int // the argument's index for each parameter
	busy    bool  // its rows are being read
	evicted bool  // close it when it is not busy
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

// arguments returns the arguments in parameter order; ok is false if there are too few.
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

// statement returns the prepared statement of a query and its arguments in parameter order. It
// returns nil if the driver must run the query itself: a script, an uncached statement, or a
// statement whose rows are being read.
func (c *sqliteConn) statement(ctx context.Context, query string, args []driver.NamedValue) (*sqliteStatement, []driver.NamedValue) {
	if len(query) > maxStatementLength {
		return nil, nil
	}
	cached, found := c.statements.Get(query)
	if !found {
		text, order, ok := anonymousParameters(query)
		if !ok {
			return nil, nil
		}
		stmt, err := c.PrepareContext(ctx, text)
		if err != nil {
			return nil, nil // the driver reports the error
		}
		cached = &sqliteStatement{stmt: stmt.(moderncStmt), order: order}
		c.statements.Add(query, cached)
	}
	if cached.busy {
		return nil, nil
	}
	bound, ok := cached.arguments(args)
	if !ok {
		return nil, nil
	}
	return cached, bound
}

// ExecContext runs a statement without rows.
func (c *sqliteConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	cached, bound := c.statement(ctx, query, args)
	if cached == nil {
		return c.moderncConn.ExecContext(ctx, query, args)
	}
	return cached.stmt.ExecContext(ctx, bound)
}

// QueryContext runs a statement with rows.
func (c *sqliteConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	cached, bound := c.statement(ctx, query, args)
	if cached == nil {
		return c.moderncConn.QueryContext(ctx, query, args)
	}
	rows, err := cached.stmt.QueryContext(ctx, bound)
	if err != nil {
		return nil, err
	}
	cached.busy = true
	return &sqliteRows{moderncRows: rows.(moderncRows), statement: cached}, nil
}

// Close closes the connection and its prepared statements.
func (c *sqliteConn) Close() error {
	c.statements.Purge()
	return c.moderncConn.Close()
}

// moderncRows is the part of the driver's rows that database/sql uses.
type moderncRows interface {
	driver.Rows
	driver.RowsColumnTypeDatabaseTypeName
	driver.RowsColumnTypeLength
	driver.RowsColumnTypeNullable
	driver.RowsColumnTypePrecisionScale
	driver.RowsColumnTypeScanType
}

// sqliteRows are the rows of a cached statement.
type sqliteRows struct {
	moderncRows

	statement *sqliteStatement
}

// Close closes the rows, and their statement if it was evicted meanwhile.
func (r *sqliteRows) Close() error {
	err := r.moderncRows.Close()
	if r.statement != nil {
		r.statement.release()
		r.statement = nil
	}
	return err
}

// anonymousParameters returns a statement with ? for each $N, and the argument's index for each ?.
// ok is false for anything but a single SELECT, INSERT, UPDATE, DELETE or WITH, such as pragmas and
// savepoints, and for a statement with comments or other parameters.
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
			return "", nil, false // other parameters, or several statements
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
