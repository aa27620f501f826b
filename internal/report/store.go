package report

import (
	"context"
	"fmt"
	"strings"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/catalog/drawing"
	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/order"
)

// counted is a row that was sold: to be paid in cash, or paid.
const counted = `delivery_status <> 'CANCELED' AND payment_status IN ('COD', 'PAID')`

// soldBetween counts what was sold from each moment to the next. Each of these
// days is a range of its own: neither database shares a way to cut a time into
// days of a zone with the other.
func soldBetween(ctx context.Context, q db.Querier, begins []time.Time) ([]Sold, error) {
	var days []string
	for i := range len(begins) - 1 {
		days = append(days, fmt.Sprintf(`
		SELECT %d AS day, COUNT(*) AS orders, CAST(COALESCE(SUM(sold), 0) AS BIGINT) AS revenue
		FROM checkouts
		WHERE created_at >= $%d AND created_at < $%d AND sold IS NOT NULL`, i, i+1, i+2))
	}
	return db.All[Sold](ctx, q, `
		SELECT orders, revenue
		FROM (`+strings.Join(days, " UNION ALL ")+`) days
		ORDER BY day`, db.Args(begins)...)
}

func statusesSince(ctx context.Context, q db.Querier, begin time.Time) (order.DeliveryCounts, error) {
	return db.Get[order.DeliveryCounts](ctx, q, `
		SELECT COUNT(*) FILTER (WHERE delivery_status = 'PENDING') AS pending,
			COUNT(*) FILTER (WHERE delivery_status = 'DELIVERED') AS delivered,
			COUNT(*) FILTER (WHERE delivery_status = 'CANCELED') AS canceled
		FROM orders
		WHERE created_at >= $1 AND NOT hidden`, begin)
}

// waiting leaves out what is delivered, since the rows of years are the many. Money may
// have to go back for a delivered row as well, so these are counted by themselves.
func waiting(ctx context.Context, q db.Querier) (Waiting, error) {
	return db.Get[Waiting](ctx, q, `
		SELECT COUNT(DISTINCT checkout_id) FILTER (WHERE `+order.DeliveryQueue.Condition()+`) AS orders,
			COUNT(*) FILTER (WHERE `+order.DeliveryQueue.Condition()+`) AS to_deliver,
			COUNT(*) FILTER (WHERE `+order.PaymentQueue.Condition()+`) AS unpaid,
			(SELECT COUNT(*) FROM orders WHERE `+order.RefundQueue.Condition()+` AND NOT hidden) AS refunds_due
		FROM orders
		WHERE delivery_status = 'PENDING' AND NOT hidden`)
}

// receipt is the sum of orders paid in one way; below 0 when cash was given back.
type receipt struct {
	Method order.Method `db:"payment_method"`
	PaidBy order.PaidBy `db:"paid_by"`
	Rider  string       `db:"rider"`
	Orders int          `db:"orders"`
	Amount money.Paise  `db:"amount"`
}

// receiptsBetween sums the rows that were paid in a time and whose money is not to go
// back, by the way each was paid and by who collected it. Cash that was given back for a row
// paid by UPI is nobody's collection, and the UPI payment stays. Cash for what came back
// later was taken all the same: it leaves on the day that it is given back.
func receiptsBetween(ctx context.Context, q db.Querier, from, to time.Time) ([]receipt, error) {
	return db.All[receipt](ctx, q, `
		SELECT o.payment_method, o.paid_by, c.rider, COUNT(DISTINCT c.id) AS orders, CAST(SUM(o.total) AS BIGINT) AS amount
		FROM orders o
		JOIN checkouts c ON c.id = o.checkout_id
		WHERE o.paid_at >= $1 AND o.paid_at < $2 AND NOT o.hidden AND (o.payment_status = 'PAID' OR (o.returned AND o.paid_by = 'CASH'))
		GROUP BY o.payment_method, o.paid_by, c.rider
		UNION ALL
		SELECT 'COD' AS payment_method, 'UPI' AS paid_by, c.rider, 0 AS orders, CAST(SUM(g.amount) AS BIGINT)
		FROM checkouts c
		JOIN cash_given_back g ON g.checkout_id = c.id
		WHERE c.paid_at >= $1 AND c.paid_at < $2 AND g.paid_by <> 'CASH'
		GROUP BY c.rider
		UNION ALL
		SELECT 'COD', 'CASH', '', 0, CAST(-SUM(g.amount) AS BIGINT)
		FROM cash_given_back g
		WHERE g.created_at >= $1 AND g.created_at < $2
		HAVING COUNT(*) > 0
		ORDER BY 3, 1, 2`, from, to)
}

// soldMostSince reads the products of which most pieces were sold since a time.
func soldMostSince(ctx context.Context, q db.Querier, begin time.Time) ([]Bestseller, error) {
	type sold struct {
		ID     string         `db:"product_id"`
		Name   string         `db:"name"`
		Unit   string         `db:"unit"`
		Images catalog.Images `db:"images"`
		Stock  int            `db:"stock"`
		Sold   int            `db:"sold"`
	}
	// The day's rows first: to group them by product, SQLite would read all rows there are
	// along the index of products. CROSS JOIN: it keeps to this order, and reads no
	// product that was not sold.
	products, err := db.All[sold](ctx, q, `
		WITH day AS MATERIALIZED (
			SELECT product_id, quantity
			FROM orders
			WHERE created_at >= $1 AND NOT hidden AND `+counted+`
		)
		SELECT s.product_id, p.name, p.unit, p.images, p.stock, s.sold
		FROM (
			SELECT product_id, SUM(quantity) AS sold
			FROM day
			GROUP BY product_id
		) s
		CROSS JOIN products p
		WHERE p.id = s.product_id AND p.deleted_at IS NULL
		ORDER BY s.sold DESC, p.name, p.id
		LIMIT 4`, begin)
	bestsellers := make([]Bestseller, len(products))
	for i, p := range products {
		bestsellers[i] = Bestseller{ScarceProduct{ID: p.ID, Name: p.Name, Unit: p.Unit, Images: p.Images, Picture: drawing.For(p.Images, drawing.Thing{Name: p.Name, Unit: p.Unit}), Stock: p.Stock}, p.Sold}
	}
	return bestsellers, err
}

// first is the order that has waited longest.
type first struct {
	Number int64       `db:"number"`
	Name   string      `db:"name"` // of who ordered
	Since  time.Time   `db:"since"`
	N      int         `db:"n"`      // orders like it
	Amount money.Paise `db:"amount"` // of all of them
}

// firstNew reads the order that has been new longest; none is db.ErrNoRow.
func firstNew(ctx context.Context, q db.Querier) (first, error) {
	return db.Get[first](ctx, q, `
		SELECT c.number, u.name, c.created_at AS since, c.n, CAST(c.amount AS BIGINT) AS amount
		FROM (
			SELECT number, user_id, created_at, COUNT(*) OVER () AS n, SUM(due_total) OVER () AS amount
			FROM checkouts
			WHERE stage = 'NEW' AND NOT unpaid
			ORDER BY created_at, id
			LIMIT 1
		) c
		JOIN users u ON u.id = c.user_id`)
}

// firstRefund reads the order to whose shopper money is owed longest; none is
// db.ErrNoRow.
func firstRefund(ctx context.Context, q db.Querier) (first, error) {
	const due = `attention = TRUE AND payment_status = 'REFUND DUE' AND NOT hidden`
	return db.Get[first](ctx, q, `
		SELECT c.number, u.name, o.updated_at AS since,
			(SELECT COUNT(DISTINCT checkout_id) FROM orders WHERE `+due+`) AS n,
			(SELECT CAST(SUM(total) AS BIGINT) FROM orders WHERE `+due+`) AS amount
		FROM orders o
		JOIN checkouts c ON c.id = o.checkout_id
		JOIN users u ON u.id = c.user_id
		WHERE o.id = (SELECT id FROM orders WHERE `+due+` ORDER BY updated_at, id LIMIT 1)`)
}

// firstProblem reads the order that has had another problem longest; none is db.ErrNoRow.
func firstProblem(ctx context.Context, q db.Querier) (first, error) {
	return db.Get[first](ctx, q, `
		SELECT c.number, u.name, c.updated_at AS since, c.n, 0 AS amount
		FROM (
			SELECT number, user_id, updated_at, COUNT(*) OVER () AS n
			FROM checkouts
			WHERE problem AND NOT unpaid AND NOT EXISTS (
				SELECT 1 FROM orders o WHERE o.checkout_id = checkouts.id AND o.payment_status = 'REFUND DUE' AND NOT o.hidden
			)
			ORDER BY updated_at, id
			LIMIT 1
		) c
		JOIN users u ON u.id = c.user_id`)
}

// soldOutSince reads the names of the published products without stock that were sold
// since a time, those first that sold most often.
func soldOutSince(ctx context.Context, q db.Querier, begin time.Time) ([]string, error) {
	return db.All[string](ctx, q, `
		SELECT name
		FROM (
			SELECT p.name, (SELECT COUNT(*) FROM orders o WHERE o.product_id = p.id AND o.created_at >= $1) AS sold
			FROM products p
			WHERE p.stock = 0 AND p.publish AND p.deleted_at IS NULL
		) out
		WHERE sold > 0
		ORDER BY sold DESC, name`, begin)
}
