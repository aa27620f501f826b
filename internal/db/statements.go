package db

import (
	"context"
	"sync/atomic"
)

type statementsKey struct{}

// CountStatements returns a context that counts the statements run under it. A retried transaction
// counts its statements again. BEGIN and COMMIT do not count.
func CountStatements(ctx context.Context) (context.Context, *atomic.Int64) {
	count := new(atomic.Int64)
	return context.WithValue(ctx, statementsKey{}, count), count
}

func countStatement(ctx context.Context) {
	if count, counted := ctx.Value(statementsKey{}).(*atomic.Int64); counted {
		count.Add(1)
	}
}

type recordKey struct{}

// RecordedStatement is a statement that RecordReads recorded.
type RecordedStatement struct {
	Query string
	Args  []any
}

// RecordReads returns a context that records the statements of Get and All run under it, for tests
// of query plans. Only one goroutine at a time may use it.
func RecordReads(ctx context.Context) (context.Context, *[]RecordedStatement) {
	record := new([]RecordedStatement)
	return context.WithValue(ctx, recordKey{}, record), record
}

func recordRead(ctx context.Context, query string, args []any) {
	if record, recorded := ctx.Value(recordKey{}).(*[]RecordedStatement); recorded {
		*record = append(*record, RecordedStatement{query, args})
	}
}
