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
