package order

import (
	"context"
	"database/sql/driver"
	"strings"
	"time"

	"kirana/internal/cart"
	"kirana/internal/catalog/stock"
	"kirana/internal/db"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/notify"
	"kirana/internal/payment"
)

const columns = `id, number, checkout_id, user_id, product_id, name, names, unit, images, price, discount, quantity, size, color, total,
	address, payment_method, payment_status, delivery_status, cart_line_id, flag, hidden,
	ordered_quantity, picked, weight_grams, step_grams, replaces, split_of, returned, paid_by, paid_at, claimed, round_off, wish, created_at, updated_at`

// searchable is a line with the columns that are derived from it.
type searchable struct {
	Line

	Search    string `db:"search"`
	Attention bool   `db:"attention"`
}

func insertLines(ctx context.Context, tx *db.Tx, lines []Line) error {
	searchables := make([]searchable, len(lines))
	for i, l := range lines {
		searchables[i] = searchable{l, strings.ToLower(l.Number + " " + l.Name), l.needsAttention()}
	}
	return db.Insert(ctx, tx, `
		INSERT INTO orders (`+columns+`, search, attention, cost)
		VALUES (:id, :number, :checkout_id, :user_id, :product_id, :name, :names, :unit, :images, :price, :discount, :quantity, :size, :color,
			:total, :address, :payment_method, :payment_status, :delivery_status, :cart_line_id, :flag, :hidden,
			:ordered_quantity, :picked, :weight_grams, :step_grams, :replaces, :split_of, :returned, :paid_by, :paid_at, :claimed, :round_off, :wish,
			:created_at, :updated_at, :search, :attention, (SELECT cost FROM products WHERE id = :product_id))`, searchables...)
}

// insertAdded inserts the new lines of an action, and starts their payment history.
func insertAdded(ctx context.Context, tx *db.Tx, actor Actor, c *orderChange) error {
	if err := insertLines(ctx, tx, c.added); err != nil {
		return err
	}
	by := actor.payment()
	history := make([]payment.Change, len(c.added))
	for i, l := range c.added {
		history[i] = payment.Change{LineID: l.ID, Source: by.Kind, UserID: by.UserID, EventID: by.EventID, To: l.Payment, CreatedAt: c.at}
	}
	return payment.RecordChanges(ctx, tx, history)
}

func lineByNumberOrID(ctx context.Context, q db.Querier, numberOrID string) (Line, error) {
	return db.Get[Line](ctx, q, `
		SELECT `+columns+`
		FROM orders
		WHERE number = $1 OR id = $1`, numberOrID)
}

// lockOrderOfLine finds a line by number or id and locks its order until the transaction ends.
func lockOrderOfLine(ctx context.Context, tx *db.Tx, numberOrID string) (Line, Order, error) {
	found, err := lineByNumberOrID(ctx, tx, numberOrID)
	if err != nil {
		return found, Order{}, err
	}
	o, err := lockOrderRow(ctx, tx, found.OrderID)
	if err != nil {
		return found, o, err
	}
	l, err := lineByNumberOrID(ctx, tx, found.ID)
	return l, o, err
}

// linesByOrder reads the lines of an order, in the order in which they were added, with hidden
// lines.
func linesByOrder(ctx context.Context, q db.Querier, orderID string) ([]Line, error) {
	return db.All[Line](ctx, q, `
		SELECT `+columns+`
		FROM orders
		WHERE checkout_id = $1
		ORDER BY id`, orderID)
}

// lockOrder locks an order until the transaction ends, then reads its lines. Read after the lock,
// they include lines that were added while it waited.
func lockOrder(ctx context.Context, tx *db.Tx, orderID string) (Order, []Line, error) {
	o, err := lockOrderRow(ctx, tx, orderID)
	if err != nil {
		return o, nil, err
	}
	lines, err := linesByOrder(ctx, tx, o.ID)
	return o, lines, err
}

// cartLinesByOrder returns the ids of the cart lines that orders were made from, by order id.
func cartLinesByOrder(ctx context.Context, q db.Querier, orderIDs []string) (map[string][]string, error) {
	type line struct {
		OrderID string `db:"checkout_id"`
		LineID  string `db:"cart_line_id"`
	}
	lines, err := db.All[line](ctx, q, `
		SELECT checkout_id, cart_line_id
		FROM orders
		WHERE cart_line_id IS NOT NULL AND checkout_id IN (`+db.Placeholders(1, len(orderIDs))+`)`, db.Args(orderIDs)...)
	ids := map[string][]string{}
	for _, l := range lines {
		ids[l.OrderID] = append(ids[l.OrderID], l.LineID)
	}
	return ids, err
}

// otherMethods lists the payment methods of other orders of the same cart lines that are paid, or
// to be paid on delivery, and not canceled.
func otherMethods(ctx context.Context, q db.Querier, a payment.Attempt, lines []cart.OrderedLine) ([]Method, error) {
	if len(lines) == 0 {
		return nil, nil
	}
	args := []any{a.UserID, a.OrderID}
	for _, line := range lines {
		args = append(args, line.LineID)
	}
	return db.All[Method](ctx, q, `
		SELECT DISTINCT payment_method
		FROM orders
		WHERE user_id = $1 AND checkout_id <> $2 AND payment_status IN ('PAID', 'COD') AND delivery_status <> 'CANCELED'
			AND cart_line_id IN (`+db.Placeholders(3, len(lines))+`)`, args...)
}

// change is an update of several lines. before and after list the same lines in the same order.
type change struct {
	before, after []Line
	release       []stock.Line
	actor         payment.Actor
	note          language.Stored // for the payment history of every line
	at            time.Time
	undo          bool // after has restored lines: they keep their UpdatedAt
}

// saveChange writes changed lines of an order, updates the order's derived columns and notifies
// listeners.
func saveChange(ctx context.Context, tx *db.Tx, c change) error {
	if len(c.before) == 0 {
		return nil
	}
	if err := saveLines(ctx, tx, c); err != nil {
		return err
	}
	tx.Notify(notify.Topic)
	return refreshOrder(ctx, tx, c.before[0].OrderID, c.at)
}

// packingColumns holds the columns of a line that updatePacked writes, to compare them.
type packingColumns struct {
	quantity int
	ordered  int
	total    money.Paise
	picked   bool
	weight   int
	claimed  money.Paise
	roundOff money.Adjustment
}

func (l Line) packingColumns() packingColumns {
	p := packingColumns{quantity: l.Quantity, ordered: l.OrderedQuantity, total: l.Total, picked: l.Picked, claimed: l.Claimed, roundOff: l.RoundOff}
	if l.WeightGrams != nil {
		p.weight = *l.WeightGrams
	}
	return p
}

// saveLines writes the lines that have changed. It records a payment.Change for each line whose
// payment status changed, or for all lines if c has a note.
func saveLines(ctx context.Context, tx *db.Tx, c change) error {
	type stateUpdate struct {
		State

		flag      language.Stored
		hidden    bool
		paidAt    time.Time // zero: not paid
		updatedAt time.Time
	}
	groups := map[stateUpdate][]Line{}
	var history []payment.Change
	for i, l := range c.after {
		previous := c.before[i]
		if l.Payment != previous.Payment || c.note != "" {
			history = append(history, payment.Change{
				LineID: l.ID, Source: c.actor.Kind, UserID: c.actor.UserID, EventID: c.actor.EventID,
				From: previous.Payment, To: l.Payment, Note: string(c.note), CreatedAt: c.at,
			})
		}
		if !c.undo {
			l.UpdatedAt = c.at
		}
		if l.State != previous.State || l.Flag != previous.Flag || l.Hidden != previous.Hidden {
			l.PaidAt = l.paidAt(c.at)
			to := stateUpdate{State: l.State, flag: l.Flag, hidden: l.Hidden, updatedAt: l.UpdatedAt}
			if l.PaidAt != nil {
				to.paidAt = *l.PaidAt
			}
			groups[to] = append(groups[to], l)
		}
		if l.packingColumns() != previous.packingColumns() {
			if err := updatePacked(ctx, tx, l); err != nil {
				return err
			}
		}
	}
	for _, group := range groups {
		if err := updateState(ctx, tx, group); err != nil {
			return err
		}
	}
	return payment.RecordChanges(ctx, tx, history)
}

func updatePacked(ctx context.Context, tx *db.Tx, l Line) error {
	return db.Exec(ctx, tx, `
		UPDATE orders
		SET quantity = $2, total = $3, picked = $4, weight_grams = $5, claimed = $6, updated_at = $7, ordered_quantity = $8, round_off = $9
		WHERE id = $1`, l.ID, l.Quantity, l.Total, l.Picked, l.WeightGrams, l.Claimed, l.UpdatedAt, l.OrderedQuantity, l.RoundOff)
}

// updateState writes state, flag, hidden, paid_at and updated_at of lines that have them in common.
func updateState(ctx context.Context, tx *db.Tx, lines []Line) error {
	ids := make([]string, len(lines))
	for i, l := range lines {
		ids[i] = l.ID
	}
	to := lines[0]
	return db.Exec(ctx, tx, `
		UPDATE orders
		SET payment_status = $1, delivery_status = $2, flag = $3, hidden = $4, attention = $5, updated_at = $6, paid_by = $7, paid_at = $8, returned = $9
		WHERE id IN (`+db.Placeholders(10, len(ids))+`)`,
		append([]any{to.Payment, to.Delivery, to.Flag, to.Hidden, to.needsAttention(), to.UpdatedAt, to.PaidBy, to.PaidAt, to.Returned}, db.Args(ids)...)...)
}

// Value encodes the address as JSON.
func (d Destination) Value() (driver.Value, error) { return db.JSONText(d) }

// Scan decodes JSON.
func (d *Destination) Scan(src any) error { return db.ScanJSON(src, d) }
