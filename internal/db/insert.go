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

// Insert runs an INSERT with :name parameters, which name the db tags of a struct. It inserts
// several structs with multi-row statements. As with Exec, an error of the database fails the
// transaction even if the caller ignores it.
func Insert[T any](ctx context.Context, tx *Tx, query string, rows ...T) error {
	template, err := insertTemplateOf(query, reflect.TypeFor[T]())
	if err != nil {
		return err
	}
	maxRows := max(1, maxInsertParameters/max(1, len(template.fields)))
	for len(rows) > 0 {
		n := min(len(rows), maxRows)
		args := make([]any, 0, n*len(template.fields))
		for i := range rows[:n] {
			args = template.appendArgs(args, reflect.ValueOf(&rows[i]).Elem())
		}
		if err := Exec(ctx, tx, template.text(n), args...); err != nil {
			return err
		}
		rows = rows[n:]
	}
	return nil
}

// maxInsertParameters limits the parameters of a statement, because SQLite's driver searches all
// arguments for each parameter. Fewer would cost more: SQLite copies each page that a statement
// touches.
const maxInsertParameters = 600

// insertTemplate is a parsed INSERT of one struct. It is cached: parsing at each call, as sqlx
// does, would take a sixth of an order's time.
type insertTemplate struct {
	before, after string   // text around the rows
	row           []string // text around the parameters of one row, with parentheses
	fields        [][]int  // the struct field's index for each parameter

	mu    sync.Mutex
	texts map[int]string // by number of rows
}

type insertKey struct {
	query string
	row   reflect.Type
}

var (
	insertTemplates sync.Map                                        // *insertTemplate by insertKey
	columnMapper    = reflectx.NewMapperFunc("db", strings.ToLower) // as sqlx reads rows
)

func insertTemplateOf(query string, row reflect.Type) (*insertTemplate, error) {
	if cached, found := insertTemplates.Load(insertKey{query, row}); found {
		return cached.(*insertTemplate), nil
	}
	t, err := newInsertTemplate(query, row)
	if err != nil {
		return nil, err
	}
	insertTemplates.Store(insertKey{query, row}, t)
	return t, nil
}

// newInsertTemplate parses the parameters in the parentheses after VALUES.
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
	columns := columnMapper.TypeMap(row)
	for _, name := range names {
		field := columns.GetByPath(name)
		if field == nil {
			return nil, fmt.Errorf("db: %s has no column %s", row, name)
		}
		t.fields = append(t.fields, field.Index)
	}
	return t, nil
}

// splitNamed splits a text at its :name parameters.
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
	if text, cached := t.texts[n]; cached {
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
