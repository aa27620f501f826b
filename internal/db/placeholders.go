package db

import (
	"strconv"
	"strings"
)

// Placeholders returns n parameters for an IN (…), beginning with $from: Placeholders(3, 2) is
// "$3, $4".
func Placeholders(from, n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteByte('$')
		b.WriteString(strconv.Itoa(from + i))
	}
	return b.String()
}

// Args converts values to statement arguments.
func Args[T any](values []T) []any {
	args := make([]any, len(values))
	for i, v := range values {
		args[i] = v
	}
	return args
}
