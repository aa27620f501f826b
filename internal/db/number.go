package db

import "context"

// NextNumberDeferred is NextNumber in one batch with other statements: its row is missing when a condition does not hold,
// whose parameters begin with $2. So a transaction that is most likely refused leaves no gap. On SQLite, where a number
// is taken back with its transaction, there is no condition.
func NextNumberDeferred(ctx context.Context, tx *Tx, series, condition string, args ...any) *DeferredRows[int64] {
	if tx.conn == nil {
		return AllDeferred[int64](ctx, tx, tx.db.dialect.nextNumber, series)
	}
	return AllDeferred[int64](ctx, tx, tx.db.dialect.nextNumber+` WHERE `+condition, append([]any{series}, args...)...)
}

// NextNumber returns the next number of a series, which counts up and never
// returns a number twice; a transaction that is rolled back may leave a gap. The
// series is a sequence on PostgreSQL and a row of counters on SQLite, both made
// by a migration under the same name.
func NextNumber(ctx context.Context, tx *Tx, series string) (int64, error) {
	return Get[int64](ctx, tx, tx.db.dialect.nextNumber, series)
}
