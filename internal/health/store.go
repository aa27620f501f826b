package health

import (
	"context"
	"errors"
	"time"

	"kirana/internal/db"
	"kirana/internal/language"
)

// Problem is damage found by a check.
type Problem struct {
	Text  language.Stored `db:"problem"`
	Since time.Time       `db:"since"` // UTC
}

// writeProbe writes one row that no other node is writing.
func writeProbe(ctx context.Context, tx *db.Tx, now time.Time) error {
	n, err := db.ExecRows(ctx, tx, `
		UPDATE health_checks
		SET checked_at = $1
		WHERE name = (SELECT name FROM health_checks WHERE name LIKE 'probe%' ORDER BY name LIMIT 1`+tx.SkipLocked()+`)`, now)
	if err == nil && n == 0 {
		return errNoProbe
	}
	return err
}

func readProblem(ctx context.Context, q db.Querier, name string) (string, error) {
	return db.Get[string](ctx, q, `SELECT problem FROM health_checks WHERE name = $1`, name)
}

// claimCheck records a check at the time now, and returns false if one ran after `before`.
func claimCheck(ctx context.Context, tx *db.Tx, name string, now, before time.Time) (bool, error) {
	n, err := db.ExecRows(ctx, tx, `UPDATE health_checks SET checked_at = $2 WHERE name = $1 AND checked_at <= $3`, name, now, before)
	return n == 1, err
}

// saveProblem stores a check's result; "" means none.
func saveProblem(ctx context.Context, tx *db.Tx, name, problem string, now time.Time) error {
	return db.Exec(ctx, tx, `
		UPDATE health_checks
		SET problem = $2, since = CASE WHEN CAST($2 AS TEXT) = '' THEN NULL ELSE COALESCE(since, $3) END
		WHERE name = $1`, name, problem, now)
}

// DamageOf returns the recorded damage of the data and whether any is recorded.
func DamageOf(ctx context.Context, q db.Querier) (Problem, bool, error) {
	problem, err := db.Get[Problem](ctx, q, `SELECT problem, since FROM health_checks WHERE name = $1 AND problem <> ''`, integrityCheck)
	if errors.Is(err, db.ErrNoRow) {
		return Problem{}, false, nil
	}
	return problem, err == nil, err
}

// differences holds the number of products whose stock differs from the ledger, or of orders whose sums differ from their
// rows, with the name or number of one.
type differences struct {
	N       int    `db:"n"`
	Example string `db:"example"`
}

// wrongStock compares the stock of all products with the ledger, including deleted products.
func wrongStock(ctx context.Context, q db.Querier) (differences, error) {
	return db.Get[differences](ctx, q, `
		SELECT COUNT(*) AS n, COALESCE(MIN(p.name), '') AS example
		FROM products p
		LEFT JOIN (SELECT product_id, SUM(change) AS pieces, SUM(grams) AS grams FROM stock_movements GROUP BY product_id) m ON m.product_id = p.id
		WHERE p.stock <> COALESCE(m.pieces, 0) OR p.loose_grams <> COALESCE(m.grams, 0)`)
}

// wrongSums compares the sums of orders with their rows, except unpaid orders.
func wrongSums(ctx context.Context, q db.Querier) (differences, error) {
	return db.Get[differences](ctx, q, `
		SELECT COUNT(*) AS n, COALESCE(CAST(MIN(c.number) AS TEXT), '') AS example
		FROM checkouts c
		LEFT JOIN (
			SELECT checkout_id,
				SUM(CASE WHEN delivery_status <> 'CANCELED' THEN total ELSE 0 END) AS due,
				SUM(CASE WHEN delivery_status <> 'CANCELED' THEN round_off ELSE 0 END) AS round_off,
				SUM(CASE WHEN delivery_status <> 'CANCELED' AND payment_status = 'COD' THEN total + round_off ELSE 0 END) AS collect
			FROM orders WHERE NOT hidden GROUP BY checkout_id
		) s ON s.checkout_id = c.id
		WHERE NOT c.unpaid AND (c.due_total <> COALESCE(s.due, 0) OR c.round_off <> COALESCE(s.round_off, 0) OR c.collect <> COALESCE(s.collect, 0))`)
}
