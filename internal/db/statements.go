package db

import (
	"context"
	"sync/atomic"
)

type statementsKey struct{}

// CountStatements returns a context under which the statements that run are counted,
// those of a transaction that is tried again once more; its beginning and its end are
// none.
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

// Recorded is a statement that ran.
type Recorded struct {
	Query string
	Args  []any
}

// RecordReads returns a context under which the statements that read are recorded, for who looks at their plans. It is to
// be used by one goroutine at a time.
func RecordReads(ctx context.Context) (context.Context, *[]Recorded) {
	record := new([]Recorded)
	return context.WithValue(ctx, recordKey{}, record), record
}

func recordRead(ctx context.Context, query string, args []any) {
	if record, recorded := ctx.Value(recordKey{}).(*[]Recorded); recorded {
		*record = append(*record, Recorded{query, args})
	}
}
