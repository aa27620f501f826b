package db

import "context"

// NextNumber returns the next number of a series. Numbers increase and are never returned twice; a
// transaction that is rolled back may leave a gap. The series is a sequence on PostgreSQL and a row
// of counters on SQLite, both created by a migration under the same name.
func NextNumber(ctx context.Context, tx *Tx, series string) (int64, error) {
	return Get[int64](ctx, tx, tx.db.dialect.nextNumber, series)
}
