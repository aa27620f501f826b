package order

import (
	"context"
	"database/sql/driver"
	"strings"
	"time"

	"kirana/internal/cart"
	"kirana/internal/catalog/stock"
	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/notify"
	"kirana/internal/payment"
)

const columns = `id, number, checkout_id, user_id, product_id, name, names, unit, images, price, discount, quantity, size, color, total,
	address, payment_method, payment_status, delivery_status, cart_line_id, flag, hidden,
	ordered_quantity, picked, weight_grams, step_grams, replaces, split_of, returned, paid_by, paid_at, claimed, round_off, wish, created_at, updated_at`

// searchable is an order with the text that a search reads.
type searchable struct {
	Order

	Search    string `db:"search"`
	Attention bool   `db:"attention"`
}

func insertOrders(ctx context.Context, tx *db.Tx, orders []Order) error {
	searchables := make([]searchable, len(orders))
	for i, o := range orders {
		searchables[i] = searchable{o, strings.ToLower(o.Number + " " + o.Name), o.needsAttention()}
	}
	return db.Insert(ctx, tx, `
		INSERT INTO orders (`+columns+`, search, attention, cost)
		VALUES (:id, :number, :checkout_id, :user_id, :product_id, :name, :names, :unit, :images, :price, :discount, :quantity, :size, :color,
			:total, :address, :payment_method, :payment_status, :delivery_status, :cart_line_id, :flag, :hidden,
			:ordered_quantity, :picked, :weight_grams, :step_grams, :replaces, :split_of, :returned, :paid_by, :paid_at, :claimed, :round_off, :wish,
			:created_at, :updated_at, :search, :attention, (SELECT cost FROM products WHERE id = :product_id))`, searchables...)
}

// insertAdded inserts the new rows of an action, each with the start of its payment history.
func insertAdded(ctx context.Context, tx *db.Tx, actor Actor, w *checkoutChange) error {
	if err := insertOrders(ctx, tx, w.added); err != nil {
		return err
	}
	by := actor.payment()
	history := make([]payment.Change, len(w.added))
	for i, o := range w.added {
		history[i] = payment.Change{OrderID: o.ID, Source: by.Kind, UserID: by.UserID, EventID: by.EventID, To: o.Payment, CreatedAt: w.at}
	}
	return payment.RecordChanges(ctx, tx, history)
}

func byName(ctx context.Context, q db.Querier, numberOrID string) (Order, error) {
	return db.Get[Order](ctx, q, `
		SELECT `+columns+`
		FROM orders
		WHERE number = $1 OR id = $1`, numberOrID)
}

// lock finds a row by number or id and locks its checkout until the transaction ends.
func lock(ctx context.Context, tx *db.Tx, numberOrID string) (Order, Checkout, error) {
	found, err := byName(ctx, tx, numberOrID)
	if err != nil {
		return found, Checkout{}, err
	}
	c, err := lockCheckoutRow(ctx, tx, found.CheckoutID)
	if err != nil {
		return found, c, err
	}
	o, err := byName(ctx, tx, found.ID)
	return o, c, err
}

// byCheckout reads the rows of a checkout in the cart's order.
func byCheckout(ctx context.Context, q db.Querier, checkoutID string) ([]Order, error) {
	return db.All[Order](ctx, q, `
		SELECT `+columns+`
		FROM orders
		WHERE checkout_id = $1
		ORDER BY id`, checkoutID)
}

// lockCheckout locks a checkout until the transaction ends, then reads its rows, so that rows added
// while it waited are read, too.
func lockCheckout(ctx context.Context, tx *db.Tx, checkoutID string) (Checkout, []Order, error) {
	c, err := lockCheckoutRow(ctx, tx, checkoutID)
	if err != nil {
		return c, nil, err
	}
	rows, err := byCheckout(ctx, tx, c.ID)
	return c, rows, err
}

// cartLinesByCheckout lists the cart lines that the checkouts were ordered from.
func cartLinesByCheckout(ctx context.Context, q db.Querier, checkoutIDs []string) (map[string][]string, error) {
	type line struct {
		CheckoutID string `db:"checkout_id"`
		LineID     string `db:"cart_line_id"`
	}
	lines, err := db.All[line](ctx, q, `
		SELECT checkout_id, cart_line_id
		FROM orders
		WHERE cart_line_id IS NOT NULL AND checkout_id IN (`+db.Placeholders(1, len(checkoutIDs))+`)`, db.Args(checkoutIDs)...)
	ids := map[string][]string{}
	for _, l := range lines {
		ids[l.CheckoutID] = append(ids[l.CheckoutID], l.LineID)
	}
	return ids, err
}

// otherMethods lists how other checkouts of one of the cart lines are paid, except canceled ones:
// paid already, or to be paid on delivery.
func otherMethods(ctx context.Context, q db.Querier, a payment.Attempt, lines []cart.Ordered) ([]Method, error) {
	if len(lines) == 0 {
		return nil, nil
	}
	args := []any{a.UserID, a.CheckoutID}
	for _, line := range lines {
		args = append(args, line.LineID)
	}
	return db.All[Method](ctx, q, `
		SELECT DISTINCT payment_method
		FROM orders
		WHERE user_id = $1 AND checkout_id <> $2 AND payment_status IN ('PAID', 'COD') AND delivery_status <> 'CANCELED'
			AND cart_line_id IN (`+db.Placeholders(3, len(lines))+`)`, args...)
}

// change updates several rows at once. before and after list the same rows in the same order.
type change struct {
	before, after []Order
	release       []stock.Line // stock to release
	actor         payment.Actor
	note          string // for the history of every row
	at            time.Time
}

// saveChange writes changed rows of a checkout, derives its columns and notifies listeners.
func saveChange(ctx context.Context, tx *db.Tx, c change) error {
	if len(c.before) == 0 {
		return nil
	}
	if err := saveRows(ctx, tx, c); err != nil {
		return err
	}
	tx.Notify(notify.Topic)
	return refreshCheckout(ctx, tx, c.before[0].CheckoutID, c.at)
}

// packed is the part of a row that packing, or its shopper, changes.
type packed struct {
	quantity int
	ordered  int
	total    money.Paise
	picked   bool
	weight   int
	claimed  money.Paise
	roundOff money.Adjustment
}

func (o Order) packed() packed {
	p := packed{quantity: o.Quantity, ordered: o.OrderedQuantity, total: o.Total, picked: o.Picked, claimed: o.Claimed, roundOff: o.RoundOff}
	if o.WeightGrams != nil {
		p.weight = *o.WeightGrams
	}
	return p
}

// saveRows writes the changed rows, and a payment.Change for each whose payment changed or that has
// a note.
func saveRows(ctx context.Context, tx *db.Tx, c change) error {
	type written struct {
		State

		flag   string
		hidden bool
		paidAt time.Time // zero: not paid
	}
	groups := map[written][]Order{}
	var history []payment.Change
	for i, o := range c.after {
		previous := c.before[i]
		if o.Payment != previous.Payment || c.note != "" {
			history = append(history, payment.Change{
				OrderID: o.ID, Source: c.actor.Kind, UserID: c.actor.UserID, EventID: c.actor.EventID,
				From: previous.Payment, To: o.Payment, Note: c.note, CreatedAt: c.at,
			})
		}
		if o.State != previous.State || o.Flag != previous.Flag || o.Hidden != previous.Hidden {
			o.PaidAt = o.paidAt(c.at)
			to := written{State: o.State, flag: o.Flag, hidden: o.Hidden}
			if o.PaidAt != nil {
				to.paidAt = *o.PaidAt
			}
			groups[to] = append(groups[to], o)
		}
		if o.packed() != previous.packed() {
			if err := updatePacked(ctx, tx, o, c.at); err != nil {
				return err
			}
		}
	}
	for _, group := range groups {
		if err := updateState(ctx, tx, group, c.at); err != nil {
			return err
		}
	}
	return payment.RecordChanges(ctx, tx, history)
}

func updatePacked(ctx context.Context, tx *db.Tx, o Order, at time.Time) error {
	return db.Exec(ctx, tx, `
		UPDATE orders
		SET quantity = $2, total = $3, picked = $4, weight_grams = $5, claimed = $6, updated_at = $7, ordered_quantity = $8, round_off = $9
		WHERE id = $1`, o.ID, o.Quantity, o.Total, o.Picked, o.WeightGrams, o.Claimed, at, o.OrderedQuantity, o.RoundOff)
}

// updateState writes the state of rows that share it.
func updateState(ctx context.Context, tx *db.Tx, orders []Order, at time.Time) error {
	ids := make([]string, len(orders))
	for i, o := range orders {
		ids[i] = o.ID
	}
	to := orders[0]
	return db.Exec(ctx, tx, `
		UPDATE orders
		SET payment_status = $1, delivery_status = $2, flag = $3, hidden = $4, attention = $5, updated_at = $6, paid_by = $7, paid_at = $8, returned = $9
		WHERE id IN (`+db.Placeholders(10, len(ids))+`)`,
		append([]any{to.Payment, to.Delivery, to.Flag, to.Hidden, to.needsAttention(), at, to.PaidBy, to.PaidAt, to.Returned}, db.Args(ids)...)...)
}

// Value encodes the address as JSON.
func (d Destination) Value() (driver.Value, error) { return db.JSONText(d) }

// Scan decodes JSON.
func (d *Destination) Scan(src any) error { return db.ScanJSON(src, d) }
