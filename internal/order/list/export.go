package list

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"time"

	"kirana/internal/account"
	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/payment"
)

// ExportedOrder is an order in an exported table. Sums are in paise, times in UTC.
type ExportedOrder struct {
	ID          string            `db:"id"`
	Number      int               `db:"number"`
	CreatedAt   time.Time         `db:"created_at"`
	Stage       order.Stage       `db:"stage"`
	Method      order.Method      `db:"payment_method"`
	Channel     order.Channel     `db:"channel"`
	PaidBy      string            `db:"paid_by"`
	Items       int               `db:"item_count"`
	Total       money.Paise       `db:"due_total"`
	RoundOff    money.Paise       `db:"round_off"`
	Collect     money.Paise       `db:"collect"`
	Rider       string            `db:"rider"`
	Reason      string            `db:"reason"`
	Name        string            `db:"customer_name"`
	Email       string            `db:"email"`
	Mobile      string            `db:"mobile"` // of the address, or else of the customer
	Destination order.Destination `db:"address"`
	BuyerGSTIN  string            `db:"buyer_gstin"`
	Bills       string            `db:"bills"` // numbers of bills and credit notes that are not canceled
}

// ExportedLine is an order line in an exported table. Sums are in paise, times in UTC.
type ExportedLine struct {
	ID             string         `db:"id"`
	OrderID        string         `db:"checkout_id"`
	OrderNumber    int            `db:"checkout_number"`
	Number         string         `db:"number"`
	CreatedAt      time.Time      `db:"created_at"`
	ProductID      string         `db:"product_id"`
	Name           string         `db:"name"`
	Unit           string         `db:"unit"`
	Size           string         `db:"size"`
	Color          string         `db:"color"`
	Ordered        int            `db:"ordered_quantity"`
	Quantity       int            `db:"quantity"`
	WeightGrams    *int           `db:"weight_grams"` // of weighed goods, as packed
	Price          money.Paise    `db:"price"`
	Discount       money.Paise    `db:"discount"`
	Total          money.Paise    `db:"total"`
	PaymentMethod  order.Method   `db:"payment_method"`
	PaymentStatus  payment.Status `db:"payment_status"`
	DeliveryStatus order.Delivery `db:"delivery_status"`
}

// ExportFilter selects the orders of an export.
type ExportFilter struct {
	Filter

	Delivery order.Delivery // only orders with a line of this status
	Queue    Queue          // only orders with a line in this queue
}

// Check returns fault.Invalid, with the field, for an unknown status or queue.
func (f ExportFilter) Check() error { return checkLineFilter(f.Delivery, f.Queue) }

// ExportOrders returns the next limit orders of a filter, oldest first, whose id is above after. Page
// and limit of the filter are ignored. A search finds at most maxFound orders.
func ExportOrders(ctx context.Context, q db.Querier, f ExportFilter, after string, limit int) ([]ExportedOrder, error) {
	ids, args, err := f.idsAfter(ctx, q, after, limit)
	if err != nil {
		return nil, err
	}
	rows, err := db.All[ExportedOrder](ctx, q, `
		SELECT c.id, COALESCE(c.number, 0) AS number, c.created_at, c.stage, c.payment_method, c.channel, c.paid_by, c.item_count, c.due_total, c.round_off, c.collect, c.rider, c.reason,
			u.name AS customer_name, `+account.ContactEmail+` AS email, u.mobile,
			COALESCE((SELECT o.address FROM orders o WHERE o.checkout_id = c.id ORDER BY o.id LIMIT 1), '{}') AS address,
			c.buyer_gstin, COALESCE((SELECT STRING_AGG(b.number, ', ' ORDER BY b.id) FROM bills b WHERE b.checkout_id = c.id AND b.canceled_at IS NULL), '') AS bills
		FROM checkouts c JOIN users u ON u.id = c.user_id
		WHERE c.id IN (`+ids+`)
		ORDER BY c.id`, args...)
	if err != nil {
		return nil, fmt.Errorf("export orders: %w", err)
	}
	for i, row := range rows {
		rows[i].Mobile = cmp.Or(row.Destination.Mobile, row.Mobile)
	}
	return rows, nil
}

// HasRounded reports whether any order is rounded to whole rupees.
func HasRounded(ctx context.Context, q db.Querier) (bool, error) {
	return db.Get[bool](ctx, q, `SELECT EXISTS (SELECT 1 FROM checkouts WHERE rounded)`)
}

// ExportLines returns the lines of the orders that ExportOrders would return.
func ExportLines(ctx context.Context, q db.Querier, f ExportFilter, after string, limit int) ([]ExportedLine, error) {
	ids, args, err := f.idsAfter(ctx, q, after, limit)
	if err != nil {
		return nil, err
	}
	rows, err := db.All[ExportedLine](ctx, q, `
		SELECT o.id, o.checkout_id, COALESCE(c.number, 0) AS checkout_number, o.number, o.created_at, o.product_id, o.name, o.unit, o.size, o.color,
			o.ordered_quantity, o.quantity, o.weight_grams, o.price, o.discount, o.total, o.payment_method, o.payment_status, o.delivery_status
		FROM orders o JOIN checkouts c ON c.id = o.checkout_id
		WHERE o.checkout_id IN (`+ids+`)
		ORDER BY o.checkout_id, o.id`, args...)
	if err != nil {
		return nil, fmt.Errorf("export order lines: %w", err)
	}
	return rows, nil
}

// idsAfter returns SQL that selects the ids of the next orders of a filter, with its arguments.
func (f ExportFilter) idsAfter(ctx context.Context, q db.Querier, after string, limit int) (string, []any, error) {
	if words := searchedWords(f.Search); len(words) > 0 {
		found, err := searchOrders(ctx, q, f.Filter, words, maxFound)
		if err != nil {
			return "", nil, err
		}
		f.IDs = append([]string{""}, found...) // "" matches no order; empty IDs would select all
	}
	where, args := f.conditions()
	if where == "" {
		where = ` WHERE TRUE`
	}
	if f.Delivery != "" || f.Queue != "" {
		where += " AND " + ordersWith(f.Delivery, f.Queue)
	}
	n := len(args)
	return `SELECT id FROM checkouts c` + where + ` AND id > $` + strconv.Itoa(n+1) + ` ORDER BY id LIMIT $` + strconv.Itoa(n+2), append(args, after, limit), nil
}
