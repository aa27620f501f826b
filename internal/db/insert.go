package db

import (
	"context"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"sync"

	"github.com/jmoiron/sqlx/reflectx"
)

// Insert runs an INSERT with :name parameters, taken from the db tags of a struct;
// several structs become statements of many rows.
func Insert[T any](ctx context.Context, tx *Tx, query string, rows ...T) error {
	at := maxRowsPerInsert
	if columns := strings.Count(query, ":"); columns > 0 && !tx.db.dialect.multiNode {
		at = max(1, min(at, maxSQLiteParameters/columns))
	}
	return insertBy(ctx, tx, inserting{query, at, Exec}, rows)
}

// InsertLater is Insert by ExecLater.
func InsertLater[T any](ctx context.Context, tx *Tx, query string, rows ...T) error {
	later := func(ctx context.Context, tx *Tx, query string, args ...any) (int64, error) {
		return 0, ExecLater(ctx, tx, query, args...)
	}
	return insertBy(ctx, tx, inserting{query, maxRowsPerInsert, later}, rows)
}

// InsertTogether does what Insert does in one statement for at most 150 structs, where
// fewer statements count more than time: the rows of one order.
func InsertTogether[T any](ctx context.Context, tx *Tx, query string, rows ...T) error {
	return insertBy(ctx, tx, inserting{query, maxRowsTogether, Exec}, rows)
}

const (
	maxRowsPerInsert = 20
	// maxSQLiteParameters is where the SQLite driver is fastest: it binds a parameter by looking through all
	// arguments, so the time grows with their square.
	maxSQLiteParameters = 120
	maxRowsTogether     = 150
)

// inserting is an INSERT of at most so many rows a statement.
type inserting struct {
	query string
	most  int
	run   func(ctx context.Context, tx *Tx, query string, args ...any) (int64, error)
}

func insertBy[T any](ctx context.Context, tx *Tx, by inserting, rows []T) error {
	template, err := insertTemplateOf(by.query, reflect.TypeFor[T]())
	if err != nil {
		return err
	}
	for len(rows) > 0 {
		n := min(len(rows), by.most)
		args := make([]any, 0, n*len(template.fields))
		for i := range rows[:n] {
			args = template.appendArgs(args, reflect.ValueOf(&rows[i]).Elem())
		}
		if _, err := by.run(ctx, tx, template.text(n), args...); err != nil {
			return err
		}
		rows = rows[n:]
	}
	return nil
}

// insertTemplate is an INSERT of one struct, read once: sqlx reads the names and writes the numbers at each call, which
// takes a sixth of an order's time.
type insertTemplate struct {
	before, after string   // around the rows
	row           []string // around the parameters of one row, with its parentheses
	fields        [][]int  // of the struct, for each parameter

	mu    sync.Mutex
	texts map[int]string // by number of rows
}

type insertKey struct {
	query string
	row   reflect.Type
}

var (
	insertTemplates sync.Map                                        // of *insertTemplate by insertKey
	columnNames     = reflectx.NewMapperFunc("db", strings.ToLower) // as sqlx reads rows
)

func insertTemplateOf(query string, row reflect.Type) (*insertTemplate, error) {
	if known, found := insertTemplates.Load(insertKey{query, row}); found {
		return known.(*insertTemplate), nil
	}
	t, err := newInsertTemplate(query, row)
	if err != nil {
		return nil, err
	}
	insertTemplates.Store(insertKey{query, row}, t)
	return t, nil
}

// newInsertTemplate finds the parameters in the parentheses after VALUES.
func newInsertTemplate(query string, row reflect.Type) (*insertTemplate, error) {
	values := strings.Index(query, "VALUES")
	if values < 0 {
		return nil, fmt.Errorf("db: no VALUES in %s", query)
	}
	begin := values + strings.IndexByte(query[values:], '(')
	end, depth := begin, 0
	for ; end < len(query); end++ {
		if query[end] == '(' {
			depth++
		} else if query[end] == ')' {
			if depth--; depth == 0 {
				break
			}
		}
	}
	if begin < values || end == len(query) {
		return nil, fmt.Errorf("db: no row of values in %s", query)
	}
	t := &insertTemplate{before: query[:begin], after: query[end+1:], texts: map[int]string{}}
	var names []string
	t.row, names = splitNamed(query[begin : end+1])
	known := columnNames.TypeMap(row)
	for _, name := range names {
		field := known.GetByPath(name)
		if field == nil {
			return nil, fmt.Errorf("db: %s has no column %s", row, name)
		}
		t.fields = append(t.fields, field.Index)
	}
	return t, nil
}

// splitNamed returns what stands around the :name parameters of a text, and their names.
func splitNamed(text string) (around, names []string) {
	for {
		at := strings.IndexByte(text, ':')
		if at < 0 {
			return append(around, text), names
		}
		end := at + 1
		for end < len(text) && (text[end] == '_' || text[end] >= 'a' && text[end] <= 'z' || text[end] >= '0' && text[end] <= '9') {
			end++
		}
		around, names = append(around, text[:at]), append(names, text[at+1:end])
		text = text[end:]
	}
}

func (t *insertTemplate) appendArgs(args []any, row reflect.Value) []any {
	for _, field := range t.fields {
		args = append(args, reflectx.FieldByIndexesReadOnly(row, field).Interface())
	}
	return args
}

// text returns the statement that inserts n rows.
func (t *insertTemplate) text(n int) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if text, known := t.texts[n]; known {
		return text
	}
	var b strings.Builder
	b.WriteString(t.before)
	parameter := 0
	for row := range n {
		if row > 0 {
			b.WriteString(", ")
		}
		for i, text := range t.row {
			if i > 0 {
				parameter++
				b.WriteString("$" + strconv.Itoa(parameter))
			}
			b.WriteString(text)
		}
	}
	b.WriteString(t.after)
	t.texts[n] = b.String()
	return t.texts[n]
}
