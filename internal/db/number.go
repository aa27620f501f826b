package db

import "context"

// NextNumberDeferred is NextNumber in a batch with other statements. It returns no row when the
// condition, whose parameters begin with $2, does not hold, so a transaction that is likely to be
// refused leaves no gap. SQLite ignores the condition: a rollback gives the number back.
func NextNumberDeferred(ctx context.Context, tx *Tx, series, condition string, args ...any) *DeferredRows[int64] {
	if tx.conn == nil {
		return AllDeferred[int64](ctx, tx, tx.db.dialect.nextNumber, series)
	}
	return AllDeferred[int64](ctx, tx, tx.db.dialect.nextNumber+` WHERE `+condition, append([]any{series}, args...)...)
}

// NextNumber returns the next number of a series. Numbers increase and are never returned twice; a
// transaction that is rolled back may leave a gap. The series is a sequence on PostgreSQL and a row
// of counters on SQLite, both created by a migration under the same name.
func NextNumber(ctx context.Context, tx *Tx, series string) (int64, error) {
	return Get[int64](ctx, tx, tx.db.dialect.nextNumber, series)
}
