package db

import "context"

// NextNumber returns the next number of a series. Numbers increase and are never repeated; a
// transaction that is rolled back may leave a gap. A migration creates the series: a sequence on
// PostgreSQL, a row of counters on SQLite.
func NextNumber(ctx context.Context, tx *Tx, series string) (int64, error) {
	return Get[int64](ctx, tx, tx.db.dialect.nextNumber, series)
}
