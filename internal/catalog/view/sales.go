package view

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kirana/internal/clock"
	"kirana/internal/db"
)

const (
	// salesPeriod is the period of sales that ranks products by popularity.
	salesPeriod = 90 * 24 * time.Hour
	// salesInterval is the time between two counts of the sales.
	salesInterval = 10 * time.Minute
	// foldDelay is the time between a day's end and the folding of its sales: its last orders may be paid or committed a
	// little later.
	foldDelay = time.Hour
)

// soldBetween selects the lines sold in [$1, $2) as the table recent. It is materialized because SQLite would otherwise
// group by the index of products and read all orders.
const soldBetween = `
		WITH recent AS MATERIALIZED (
			SELECT product_id, quantity
			FROM orders
			WHERE created_at >= $1 AND created_at < $2 AND NOT hidden AND delivery_status <> 'CANCELED' AND payment_status IN ('COD', 'PAID')
		)`

// ReadSales returns the pieces sold of each product since the beginning, in India, of the day of `since`. Products without
// sales are omitted.
func (v *View) ReadSales(ctx context.Context, q db.Querier, since time.Time) (map[string]int, error) {
	first := dayBegin(since)
	folded, err := lastFolded(ctx, q)
	if err != nil {
		return nil, err
	}
	from := first
	if next := folded.AddDate(0, 0, 1); next.After(from) {
		from = next
	}
	rows, err := db.All[struct {
		ProductID string `db:"product_id"`
		Sold      int    `db:"sold"`
	}](ctx, q, soldBetween+`
		SELECT product_id, CAST(SUM(pieces) AS BIGINT) AS sold
		FROM (
			SELECT product_id, quantity AS pieces FROM recent
			UNION ALL
			SELECT product_id, pieces FROM product_sales WHERE day >= $3
		) s
		GROUP BY product_id
		HAVING SUM(pieces) > 0`, from.UTC(), v.clock.Now().AddDate(0, 0, 1), first.Format(time.DateOnly))
	sold := make(map[string]int, len(rows))
	for _, row := range rows {
		sold[row.ProductID] = row.Sold
	}
	return sold, err
}

// FoldSales stores the sales of each product per past day, so that ReadSales need not read months of orders, and deletes those
// older than salesPeriod. Triggers correct the sums when a line is canceled, paid or added later.
func (v *View) FoldSales(ctx context.Context) error {
	now := v.clock.Now()
	folded, err := lastFolded(ctx, v.db)
	if err != nil {
		return fmt.Errorf("fold sales: %w", err)
	}
	oldest := dayBegin(now.Add(-salesPeriod))
	day := oldest
	if next := folded.AddDate(0, 0, 1); next.After(day) {
		day = next
	}
	for ; ctx.Err() == nil && now.Sub(day.AddDate(0, 0, 1)) >= foldDelay; day = day.AddDate(0, 0, 1) {
		err := v.db.Tx(ctx, func(tx *db.Tx) error {
			return db.Exec(ctx, tx, soldBetween+`
		INSERT INTO product_sales (day, product_id, pieces)
		SELECT $3, product_id, SUM(quantity) FROM recent GROUP BY product_id
		ON CONFLICT DO NOTHING`, day.UTC(), day.AddDate(0, 0, 1).UTC(), day.Format(time.DateOnly))
		})
		if err != nil {
			return fmt.Errorf("fold the sales of a day: %w", err)
		}
	}
	return v.db.Tx(ctx, func(tx *db.Tx) error {
		return db.Exec(ctx, tx, `DELETE FROM product_sales WHERE day < $1`, oldest.Format(time.DateOnly))
	})
}

// lastFolded returns the last folded day, or the zero time.
func lastFolded(ctx context.Context, q db.Querier) (time.Time, error) {
	day, err := db.Get[string](ctx, q, `SELECT day FROM product_sales ORDER BY day DESC LIMIT 1`)
	if errors.Is(err, db.ErrNoRow) {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, err
	}
	return time.ParseInLocation(time.DateOnly, day, clock.India)
}

// dayBegin returns when the day of t begins in India.
func dayBegin(t time.Time) time.Time {
	year, month, day := t.In(clock.India).Date()
	return time.Date(year, month, day, 0, 0, 0, 0, clock.India)
}
