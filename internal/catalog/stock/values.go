package stock

import (
	"fmt"
	"strings"
)

// values holds the rows of a VALUES list and the arguments of the statement so far. It casts each column to its type:
// PostgreSQL does not infer the types of parameters there.
type values struct {
	args []any
	list []string
}

// value is an argument with its type in SQL.
type value struct {
	arg     any
	sqlType string
}

func text(s string) value                { return value{s, "TEXT"} }
func integer[T ~int | ~int64](n T) value { return value{int64(n), "BIGINT"} }

func (v *values) add(row ...value) {
	columns := make([]string, len(row))
	for i, column := range row {
		v.args = append(v.args, column.arg)
		columns[i] = fmt.Sprintf("CAST($%d AS %s)", len(v.args), column.sqlType)
	}
	v.list = append(v.list, "("+strings.Join(columns, ", ")+")")
}

// rows returns the list, without VALUES.
func (v *values) rows() string { return strings.Join(v.list, ", ") }
