package order

import (
	"context"
	"time"

	"kirana/internal/db"
	"kirana/internal/id"
	"kirana/internal/money"
	"kirana/internal/tax"
)

// counterPaymentRow is a row of checkout_payments.
type counterPaymentRow struct {
	ID        string      `db:"id"`
	OrderID   string      `db:"checkout_id"`
	By        PaidBy      `db:"paid_by"`
	Amount    money.Paise `db:"amount"` // in paise; negative: given back
	Given     money.Paise `db:"given"`
	Reference string      `db:"reference"`
	DeviceID  string      `db:"device_id"`
	StaffID   string      `db:"staff_id"`
	StaffName string      `db:"staff_name"`
	CreatedAt time.Time   `db:"created_at"`
}

// paymentOrigin holds the order, the device and the time (UTC) of payments.
type paymentOrigin struct {
	orderID, deviceID string
	at                time.Time
}

func insertPayments(ctx context.Context, tx *db.Tx, actor Actor, of paymentOrigin, payments ...CounterPayment) error {
	rows := make([]counterPaymentRow, len(payments))
	for i, p := range payments {
		rows[i] = counterPaymentRow{id.New(), of.orderID, p.By, p.Amount, p.Given, p.Reference, of.deviceID, actor.UserID, actor.Name, of.at}
	}
	return db.Insert(ctx, tx, `
		INSERT INTO checkout_payments (id, checkout_id, paid_by, amount, given, reference, device_id, staff_id, staff_name, created_at)
		VALUES (:id, :checkout_id, :paid_by, :amount, :given, :reference, :device_id, :staff_id, :staff_name, :created_at)`, rows...)
}

// voidPayments voids the payments of a sale, so that new payments can replace them.
func voidPayments(ctx context.Context, tx *db.Tx, orderID string, at time.Time) error {
	return db.Exec(ctx, tx, `UPDATE checkout_payments SET voided_at = $2 WHERE checkout_id = $1 AND voided_at IS NULL`, orderID, at)
}

// sellerOf returns the member of staff who made a sale: the one who recorded its first payments, even if
// these were voided later.
func sellerOf(ctx context.Context, q db.Querier, orderID string) (Actor, error) {
	row, err := db.Get[counterPaymentRow](ctx, q, `
		SELECT staff_id, staff_name
		FROM checkout_payments
		WHERE checkout_id = $1
		ORDER BY created_at, id
		LIMIT 1`, orderID)
	return Actor{Kind: ByStaff, UserID: row.StaffID, Name: row.StaffName}, err
}

// correctedByOthers reports whether anybody but the member of staff has corrected the payments of a sale.
func correctedByOthers(ctx context.Context, q db.Querier, orderID, staffID string) (bool, error) {
	return db.Get[bool](ctx, q, `SELECT EXISTS (SELECT 1 FROM checkout_events WHERE checkout_id = $1 AND what = 'counter_paid' AND actor_id <> $2)`, orderID, staffID)
}

// paymentRows reads the payments of sales at the counter, by order id, without voided payments.
func paymentRows(ctx context.Context, q db.Querier, orderIDs ...string) (map[string][]counterPaymentRow, error) {
	byOrder := map[string][]counterPaymentRow{}
	if len(orderIDs) == 0 {
		return byOrder, nil
	}
	rows, err := db.All[counterPaymentRow](ctx, q, `
		SELECT id, checkout_id, paid_by, amount, given, reference, device_id, staff_id, staff_name, created_at
		FROM checkout_payments
		WHERE voided_at IS NULL AND checkout_id IN (`+db.Placeholders(1, len(orderIDs))+`)
		ORDER BY id`, db.Args(orderIDs)...)
	for _, row := range rows {
		byOrder[row.OrderID] = append(byOrder[row.OrderID], row)
	}
	return byOrder, err
}

func paymentsAtCounter(rows []counterPaymentRow) []CounterPayment {
	payments := make([]CounterPayment, len(rows))
	for i, row := range rows {
		payments[i] = CounterPayment{row.By, row.Amount, row.Given, row.Reference}
	}
	return payments
}

// dayIsClosed reports whether the cash of the day of at, in India, was counted.
func dayIsClosed(ctx context.Context, q db.Querier, at time.Time) (bool, error) {
	return db.Get[bool](ctx, q, `SELECT EXISTS (SELECT 1 FROM day_closes WHERE day = $1)`, tax.Day(at))
}
