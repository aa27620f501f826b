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
	ID         string      `db:"id"`
	CheckoutID string      `db:"checkout_id"`
	By         PaidBy      `db:"paid_by"`
	Amount     money.Paise `db:"amount"` // below 0: given back
	Given      money.Paise `db:"given"`
	Reference  string      `db:"reference"`
	DeviceID   string      `db:"device_id"`
	StaffID    string      `db:"staff_id"`
	StaffName  string      `db:"staff_name"`
	CreatedAt  time.Time   `db:"created_at"`
}

// paymentOrigin names the checkout of payments, and the device and time at which they were taken.
type paymentOrigin struct {
	checkoutID, deviceID string
	at                   time.Time
}

func insertPayments(ctx context.Context, tx *db.Tx, actor Actor, of paymentOrigin, payments ...CounterPayment) error {
	rows := make([]counterPaymentRow, len(payments))
	for i, p := range payments {
		rows[i] = counterPaymentRow{id.New(), of.checkoutID, p.By, p.Amount, p.Given, p.Reference, of.deviceID, actor.UserID, actor.Name, of.at}
	}
	return db.Insert(ctx, tx, `
		INSERT INTO checkout_payments (id, checkout_id, paid_by, amount, given, reference, device_id, staff_id, staff_name, created_at)
		VALUES (:id, :checkout_id, :paid_by, :amount, :given, :reference, :device_id, :staff_id, :staff_name, :created_at)`, rows...)
}

// voidPayments voids the payments of a sale, which others replace.
func voidPayments(ctx context.Context, tx *db.Tx, checkoutID string, at time.Time) error {
	return db.Exec(ctx, tx, `UPDATE checkout_payments SET voided_at = $2 WHERE checkout_id = $1 AND voided_at IS NULL`, checkoutID, at)
}

// paymentRows reads the payments of sales at the counter that count, by checkout.
func paymentRows(ctx context.Context, q db.Querier, checkoutIDs ...string) (map[string][]counterPaymentRow, error) {
	byCheckout := map[string][]counterPaymentRow{}
	if len(checkoutIDs) == 0 {
		return byCheckout, nil
	}
	rows, err := db.All[counterPaymentRow](ctx, q, `
		SELECT id, checkout_id, paid_by, amount, given, reference, device_id, staff_id, staff_name, created_at
		FROM checkout_payments
		WHERE voided_at IS NULL AND checkout_id IN (`+db.Placeholders(1, len(checkoutIDs))+`)
		ORDER BY id`, db.Args(checkoutIDs)...)
	for _, row := range rows {
		byCheckout[row.CheckoutID] = append(byCheckout[row.CheckoutID], row)
	}
	return byCheckout, err
}

func paymentsAtCounter(ctx context.Context, q db.Querier, checkoutID string) ([]CounterPayment, error) {
	rows, err := paymentRows(ctx, q, checkoutID)
	payments := make([]CounterPayment, len(rows[checkoutID]))
	for i, row := range rows[checkoutID] {
		payments[i] = CounterPayment{row.By, row.Amount, row.Given, row.Reference}
	}
	return payments, err
}

// dayIsClosed reports whether the cash of a day in India is counted.
func dayIsClosed(ctx context.Context, q db.Querier, at time.Time) (bool, error) {
	return db.Get[bool](ctx, q, `SELECT EXISTS (SELECT 1 FROM day_closes WHERE day = $1)`, tax.Day(at))
}
