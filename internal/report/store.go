package report

import (
	"context"
	"fmt"
	"strings"
	"time"

	"kirana/internal/db"
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
		SELECT %d AS day, COUNT(DISTINCT checkout_id) AS orders, CAST(COALESCE(SUM(total), 0) AS BIGINT) AS revenue
		FROM orders
		WHERE created_at >= $%d AND created_at < $%d AND `+counted, i, i+1, i+2))
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
