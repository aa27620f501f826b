package db

import "context"

// NextNumber returns the next number of a series, which counts up and never
// returns a number twice; a transaction that is rolled back may leave a gap. The
// series is a sequence on PostgreSQL and a row of counters on SQLite, both made
// by a migration under the same name.
func NextNumber(ctx context.Context, tx *Tx, series string) (int64, error) {
	if tx.conn == nil {
		return Get[int64](ctx, tx, tx.db.dialect.nextNumber, series)
	}
	bound, cancel := tx.bound(ctx)
	defer cancel()
	return getFlushing[int64](bound, tx, tx.db.dialect.nextNumber, series)
}
