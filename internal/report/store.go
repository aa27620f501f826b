package report

import (
	"context"
	"maps"
	"slices"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/catalog/drawing"
	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/order/list"
)

// counted selects rows that count as sold: cash on delivery, or paid.
const counted = `delivery_status <> 'CANCELED' AND payment_status IN ('COD', 'PAID')`

// soldByDay returns the sales of each day since firstDay, by date. A day has several rows of daily_sales until they are
// folded.
func soldByDay(ctx context.Context, q db.Querier, firstDay string) (map[string]Sold, error) {
	days, err := db.All[struct {
		Date string `db:"day"`
		Sold
	}](ctx, q, `
		SELECT day, CAST(SUM(orders) AS BIGINT) AS orders, CAST(SUM(revenue) AS BIGINT) AS revenue
		FROM daily_sales
		WHERE day >= $1
		GROUP BY day`, firstDay)
	byDay := make(map[string]Sold, len(days))
	for _, day := range days {
		byDay[day.Date] = day.Sold
	}
	return byDay, err
}

// dailySales is a row of daily_sales.
type dailySales struct {
	Date    string      `db:"day"`
	Orders  int         `db:"orders"`
	Revenue money.Paise `db:"revenue"`
}

// foldDays folds the rows of daily_sales of each day into one.
func foldDays(ctx context.Context, tx *db.Tx) error {
	rows, err := db.All[dailySales](ctx, tx, `
		DELETE FROM daily_sales
		WHERE day IN (SELECT day FROM daily_sales GROUP BY day HAVING COUNT(*) > 1)
		RETURNING day, orders, revenue`)
	if err != nil || len(rows) == 0 {
		return err
	}
	sums := map[string]dailySales{}
	for _, row := range rows {
		sum := sums[row.Date]
		sums[row.Date] = dailySales{row.Date, sum.Orders + row.Orders, sum.Revenue + row.Revenue}
	}
	return db.Insert(ctx, tx, `INSERT INTO daily_sales (day, orders, revenue) VALUES (:day, :orders, :revenue)`, slices.Collect(maps.Values(sums))...)
}

// statusesSince returns the number of orders since a time by status: pending if any row is to be delivered, else
// delivered if any is, else canceled.
func statusesSince(ctx context.Context, q db.Querier, begin time.Time) (list.DeliveryCounts, error) {
	return db.Get[list.DeliveryCounts](ctx, q, `
		SELECT COUNT(*) FILTER (WHERE pending > 0) AS pending,
			COUNT(*) FILTER (WHERE pending = 0 AND delivered > 0) AS delivered,
			COUNT(*) FILTER (WHERE pending = 0 AND delivered = 0) AS canceled
		FROM (
			SELECT COUNT(*) FILTER (WHERE delivery_status = 'PENDING') AS pending,
				COUNT(*) FILTER (WHERE delivery_status = 'DELIVERED') AS delivered
			FROM orders
			WHERE created_at >= $1 AND NOT hidden
			GROUP BY checkout_id
		) checkouts`, begin)
}

// waiting returns the open work. It skips delivered rows, which are by far the most, and counts refunds due separately.
func waiting(ctx context.Context, q db.Querier) (Waiting, error) {
	return db.Get[Waiting](ctx, q, `
		SELECT COUNT(DISTINCT checkout_id) FILTER (WHERE `+list.DeliveryQueue.Condition()+`) AS orders,
			COUNT(*) FILTER (WHERE `+list.DeliveryQueue.Condition()+`) AS to_deliver,
			COUNT(DISTINCT checkout_id) FILTER (WHERE `+list.PaymentQueue.Condition()+`) AS unpaid,
			(SELECT COUNT(DISTINCT checkout_id) FROM orders WHERE `+list.RefundQueue.Condition()+` AND NOT hidden) AS refunds_due
		FROM orders
		WHERE delivery_status = 'PENDING' AND NOT hidden`)
}

// receipt is a sum of payments by one method; negative when cash was given back.
type receipt struct {
	Method   order.Method     `db:"payment_method"`
	PaidBy   order.PaidBy     `db:"paid_by"`
	Rider    string           `db:"rider"`
	Orders   int              `db:"orders"`
	Amount   money.Paise      `db:"amount"`
	RoundOff money.Adjustment `db:"round_off"` // included in Amount
}

// wasReceived selects rows whose money was received. Cash for pieces returned later counts; it is subtracted on the day
// it is given back. Khata is counted by its entries, and counter sales by their payments.
const wasReceived = `NOT o.hidden AND o.paid_by NOT IN ('KHATA', 'COUNTER') AND (o.payment_status = 'PAID' OR (o.returned AND o.paid_by = 'CASH'))`

// asCredit is the method of a refund as credit for the next order.
const asCredit order.PaidBy = "CREDIT"

// givenBackForUPI selects what was given back in cash, on the khata or as credit for UPI payments of a period: the full UPI payments
// remain received. It selects few rows, and CROSS JOIN makes SQLite begin with them. givenBackInCash selects all cash
// given back in a period; it reduces no rider's cash.
const (
	givenBackForUPI = `
		FROM cash_given_back g
		CROSS JOIN checkouts c
		WHERE c.id = g.checkout_id AND c.paid_at >= $1 AND c.paid_at < $2 AND g.paid_by <> 'CASH'`
	givenBackInCash = `
		FROM cash_given_back g
		WHERE g.created_at >= $1 AND g.created_at < $2 AND g.how = 'CASH'
		HAVING COUNT(*) > 0`
	// cashGivenBackByUPI selects what was given back by UPI in a period for cash: the cash remains received.
	cashGivenBackByUPI = `
		FROM cash_given_back g
		WHERE g.created_at >= $1 AND g.created_at < $2 AND g.how = 'UPI'
		HAVING COUNT(*) > 0`
	// givenForNextOrder selects what was given back in a period as credit for the next order: all money remains received.
	givenForNextOrder = `
		FROM cash_given_back g
		WHERE g.created_at >= $1 AND g.created_at < $2 AND g.how = 'CREDIT'
		HAVING COUNT(*) > 0`
	// khataPaid selects the payments of khata accounts. khataMoved selects what changed the balances: orders, less
	// returns and payments. Corrections without an order, such as opening balances, are left out.
	khataPaid = `
		FROM khata_entries e
		LEFT JOIN checkouts c ON c.id = e.checkout_id
		WHERE e.kind = 'PAYMENT' AND e.created_at >= $1 AND e.created_at < $2`
	khataMoved = `
		FROM khata_entries e
		WHERE e.created_at >= $1 AND e.created_at < $2 AND (e.checkout_id <> '' OR e.kind <> 'CORRECTION')
		HAVING COUNT(*) > 0`
)

// receiptsBetween returns the sums taken in a period by payment method and rider.
func receiptsBetween(ctx context.Context, q db.Querier, from, to time.Time) ([]receipt, error) {
	return db.All[receipt](ctx, q, `
		SELECT o.payment_method, o.paid_by, c.rider, COUNT(DISTINCT c.id) AS orders, CAST(SUM(o.total + o.round_off) AS BIGINT) AS amount, CAST(SUM(o.round_off) AS BIGINT) AS round_off
		FROM orders o
		JOIN checkouts c ON c.id = o.checkout_id
		WHERE o.paid_at >= $1 AND o.paid_at < $2 AND `+wasReceived+`
		GROUP BY o.payment_method, o.paid_by, c.rider
		UNION ALL
		SELECT 'COD' AS payment_method, 'UPI' AS paid_by, c.rider, 0 AS orders, CAST(SUM(g.amount) AS BIGINT), 0`+givenBackForUPI+`
		GROUP BY c.rider
		UNION ALL
		SELECT 'COD', e.paid_by, COALESCE(c.rider, ''), 0, CAST(-SUM(e.amount) AS BIGINT), 0`+khataPaid+`
		GROUP BY e.paid_by, COALESCE(c.rider, '')
		UNION ALL
		SELECT 'COD', 'KHATA', '', 0, CAST(SUM(e.amount) AS BIGINT), 0`+khataMoved+`
		UNION ALL
		SELECT 'COD', 'CREDIT', '', 0, CAST(SUM(g.amount) AS BIGINT), 0`+givenForNextOrder+`
		UNION ALL
		SELECT 'COD', 'CASH', '', 0, CAST(-SUM(g.amount) AS BIGINT), 0`+givenBackInCash+`
		ORDER BY 3, 1, 2, 5 DESC`, from, to)
}

// totalsByMethod is like receiptsBetween without riders, order counts and rounding, and with sales at the counter and cash
// given back by UPI. Its part on orders needs only the covering index orders_paid.
func totalsByMethod(ctx context.Context, q db.Querier, from, to time.Time) ([]receipt, error) {
	return db.All[receipt](ctx, q, `
		SELECT o.payment_method, o.paid_by, CAST(SUM(o.total + o.round_off) AS BIGINT) AS amount
		FROM orders o
		WHERE o.paid_at >= $1 AND o.paid_at < $2 AND `+wasReceived+`
		GROUP BY o.payment_method, o.paid_by
		UNION ALL
		SELECT 'COD' AS payment_method, 'UPI' AS paid_by, CAST(SUM(g.amount) AS BIGINT)`+givenBackForUPI+`
		HAVING COUNT(*) > 0
		UNION ALL
		SELECT 'COD', e.paid_by, CAST(-SUM(e.amount) AS BIGINT)`+khataPaid+`
		GROUP BY e.paid_by
		UNION ALL
		SELECT 'COD', 'KHATA', CAST(SUM(e.amount) AS BIGINT)`+khataMoved+`
		UNION ALL
		SELECT 'COD', 'CREDIT', CAST(SUM(g.amount) AS BIGINT)`+givenForNextOrder+`
		UNION ALL
		SELECT 'COD', 'CASH', CAST(-SUM(g.amount) AS BIGINT)`+givenBackInCash+`
		UNION ALL
		SELECT 'COD', 'UPI', CAST(-SUM(g.amount) AS BIGINT)`+cashGivenBackByUPI+`
		UNION ALL
		SELECT 'COD', p.paid_by, CAST(SUM(p.amount) AS BIGINT)`+atCounter+` AND p.paid_by <> 'KHATA'
		GROUP BY p.paid_by`, from, to)
}

// atCounter selects payments and refunds at the counter in a period.
const atCounter = `
		FROM checkout_payments p
		WHERE p.created_at >= $1 AND p.created_at < $2 AND p.voided_at IS NULL`

// drawersBetween sums the cash of the counter in a period by device and member of staff.
func drawersBetween(ctx context.Context, q db.Querier, from, to time.Time) ([]DrawerAmount, error) {
	return db.All[DrawerAmount](ctx, q, `
		SELECT p.device_id, d.name, p.staff_id, MAX(p.staff_name) AS staff_name, COALESCE(u.email, '') AS email, COUNT(DISTINCT p.checkout_id) AS orders,
			CAST(SUM(CASE WHEN p.amount > 0 THEN p.amount ELSE 0 END) AS BIGINT) AS cash,
			CAST(SUM(CASE WHEN p.given > 0 THEN p.given - p.amount ELSE 0 END) AS BIGINT) AS change,
			CAST(SUM(CASE WHEN p.amount < 0 THEN -p.amount ELSE 0 END) AS BIGINT) AS given_back
		FROM checkout_payments p
		JOIN counter_devices d ON d.id = p.device_id
		LEFT JOIN users u ON u.id = p.staff_id
		WHERE p.created_at >= $1 AND p.created_at < $2 AND p.voided_at IS NULL AND p.paid_by = 'CASH'
		GROUP BY p.device_id, d.name, p.staff_id, u.email
		ORDER BY p.device_id, 4, p.staff_id`, from, to)
}

// paidToSuppliers sums cash payments to suppliers in a period.
func paidToSuppliers(ctx context.Context, q db.Querier, from, to time.Time) (money.Paise, error) {
	return db.Get[money.Paise](ctx, q, `
		SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM supplier_payments WHERE created_at >= $1 AND created_at < $2 AND paid_by = 'CASH'`, from, to)
}

// soldMostSince reads the products with the most pieces sold since a time.
func soldMostSince(ctx context.Context, q db.Querier, begin time.Time) ([]Bestseller, error) {
	type sold struct {
		ID     string         `db:"product_id"`
		Name   string         `db:"name"`
		Unit   string         `db:"unit"`
		Images catalog.Images `db:"images"`
		Stock  int            `db:"stock"`
		Sold   int            `db:"sold"`
	}
	// Begin with the day's rows: to group by product, SQLite would read all rows along the product index. CROSS JOIN
	// keeps this order, so only sold products are read.
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

// oldestNeed is the order, refusal or product that has waited longest, and the sums of all such records.
type oldestNeed struct {
	Number int64       `db:"number"`
	Name   string      `db:"name"` // of the customer, device or product
	UserID string      `db:"user_id"`
	Since  time.Time   `db:"since"`
	N      int         `db:"n"`      // number of such records
	Amount money.Paise `db:"amount"` // total amount of such orders
}

// firstNew reads the order that has been new longest, or db.ErrNoRow.
func firstNew(ctx context.Context, q db.Querier) (oldestNeed, error) {
	return db.Get[oldestNeed](ctx, q, `
		SELECT c.number, u.name, c.created_at AS since, c.n, CAST(c.amount AS BIGINT) AS amount
		FROM (
			SELECT number, user_id, created_at, COUNT(*) OVER () AS n, SUM(due_total + round_off) OVER () AS amount
			FROM checkouts
			WHERE stage = 'NEW' AND NOT unpaid
			ORDER BY created_at, id
			LIMIT 1
		) c
		JOIN users u ON u.id = c.user_id`)
}

// firstRefund reads the order with the oldest refund due, or db.ErrNoRow.
func firstRefund(ctx context.Context, q db.Querier) (oldestNeed, error) {
	const due = `attention = TRUE AND payment_status = 'REFUND DUE' AND NOT hidden`
	return db.Get[oldestNeed](ctx, q, `
		SELECT c.number, u.name, o.updated_at AS since,
			(SELECT COUNT(DISTINCT checkout_id) FROM orders WHERE `+due+`) AS n,
			(SELECT CAST(SUM(total + round_off) AS BIGINT) FROM orders WHERE `+due+`) AS amount
		FROM orders o
		JOIN checkouts c ON c.id = o.checkout_id
		JOIN users u ON u.id = c.user_id
		WHERE o.id = (SELECT id FROM orders WHERE `+due+` ORDER BY updated_at, id LIMIT 1)`)
}

// firstProblem reads the order with a problem other than a refund due that has not changed for longest, or db.ErrNoRow.
func firstProblem(ctx context.Context, q db.Querier) (oldestNeed, error) {
	return db.Get[oldestNeed](ctx, q, `
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

// firstUnconfirmed reads the payment of a khata that has waited longest for a manager's confirmation, or db.ErrNoRow. CROSS
// JOIN makes SQLite begin with these few payments.
func firstUnconfirmed(ctx context.Context, q db.Querier) (oldestNeed, error) {
	return db.Get[oldestNeed](ctx, q, `
		SELECT 0 AS number, u.name, u.id AS user_id, n.created_at AS since, COUNT(*) OVER () AS n, 0 AS amount
		FROM khata_unconfirmed n
		CROSS JOIN khata_entries e
		CROSS JOIN users u
		WHERE e.id = n.entry_id AND u.id = e.user_id
		ORDER BY n.created_at, n.entry_id
		LIMIT 1`)
}

// soldOutSellers returns the names of published products without stock that were sold since a time, most sold first. CROSS
// JOIN makes SQLite look up only the sold products.
func soldOutSellers(ctx context.Context, q db.Querier, begin time.Time) ([]string, error) {
	return db.All[string](ctx, q, `
		SELECT p.name
		FROM (SELECT product_id, COUNT(*) AS sold FROM orders WHERE created_at >= $1 GROUP BY product_id) o
		CROSS JOIN products p
		WHERE p.id = o.product_id AND p.stock = 0 AND p.publish AND p.deleted_at IS NULL
		ORDER BY o.sold DESC, p.name`, begin)
}

// firstRefusal reads the oldest refusal at the counter with its device, or db.ErrNoRow.
func firstRefusal(ctx context.Context, q db.Querier) (oldestNeed, error) {
	return db.Get[oldestNeed](ctx, q, `
		SELECT 0 AS number, d.name, r.created_at AS since, COUNT(*) OVER () AS n, 0 AS amount
		FROM counter_refusals r JOIN counter_devices d ON d.id = r.device_id
		ORDER BY r.created_at, r.id
		LIMIT 1`)
}

// firstShortfall reads the product that has waited longest to be counted, or db.ErrNoRow. CROSS JOIN prevents SQLite from
// reading all products.
func firstShortfall(ctx context.Context, q db.Querier) (oldestNeed, error) {
	return db.Get[oldestNeed](ctx, q, `
		SELECT 0 AS number, p.name, s.since, COUNT(*) OVER () AS n, 0 AS amount
		FROM stock_shortfalls s CROSS JOIN products p
		WHERE p.id = s.product_id AND p.deleted_at IS NULL
		ORDER BY s.since, s.product_id
		LIMIT 1`)
}
