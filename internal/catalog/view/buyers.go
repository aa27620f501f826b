package view

import (
	"context"
	"maps"
	"time"

	"kirana/internal/db"
)

const (
	// buyersPeriod is how far back readBuyers counts.
	buyersPeriod = 60 * 24 * time.Hour
	// maxCountedLines limits the order lines that readBuyers counts, the newest first. They suffice to rank the products of a
	// busy shop.
	maxCountedLines = 20_000
	// minOrders and minBuyers are the minimum for which readBuyers returns counts: fewer do not show what most people buy.
	minOrders = 30
	minBuyers = 10
	// minProductBuyers is the number of buyers from which a product is popular.
	minProductBuyers = 2
)

// buyers maps a product's id to its number of recent buyers, without buyers at a giveaway price. It is nil while the shop has
// too few orders.
type buyers map[string]int

func (b buyers) equal(other buyers) bool { return (b == nil) == (other == nil) && maps.Equal(b, other) }

// latestLines selects the newest order lines since $1, at most $2.
const latestLines = `
		WITH latest AS MATERIALIZED (
			SELECT product_id, user_id, checkout_id, price, discount
			FROM orders
			WHERE created_at >= $1 AND NOT hidden AND delivery_status <> 'CANCELED' AND payment_status IN ('COD', 'PAID')
			ORDER BY created_at DESC
			LIMIT $2
		)`

// readBuyers counts the buyers of each product with at least minProductBuyers. It ignores lines sold below half their MRP, as
// giveaways. It returns nil while the shop has too few orders or buyers.
func readBuyers(ctx context.Context, q db.Querier, now time.Time) (buyers, error) {
	since := now.Add(-buyersPeriod).UTC()
	sold, err := db.Get[struct {
		Orders int `db:"orders"`
		Buyers int `db:"buyers"`
	}](ctx, q, latestLines+`
		SELECT COUNT(DISTINCT checkout_id) AS orders, COUNT(DISTINCT user_id) AS buyers
		FROM latest`, since, maxCountedLines)
	if err != nil || sold.Orders < minOrders || sold.Buyers < minBuyers {
		return nil, err
	}
	rows, err := db.All[struct {
		ProductID string `db:"product_id"`
		Buyers    int    `db:"buyers"`
	}](ctx, q, latestLines+`
		SELECT product_id, COUNT(DISTINCT user_id) AS buyers
		FROM latest
		WHERE 2 * (price - discount) >= price
		GROUP BY product_id
		HAVING COUNT(DISTINCT user_id) >= $3`, since, maxCountedLines, minProductBuyers)
	counts := buyers{}
	for _, row := range rows {
		counts[row.ProductID] = row.Buyers
	}
	return counts, err
}
