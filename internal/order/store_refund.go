package order

import (
	"context"
	"errors"
	"time"

	"kirana/internal/db"
	"kirana/internal/money"
)

// refund is money to be given back. Its ID is the key under which the provider
// does so once.
type refund struct {
	ID        string      `db:"id"`
	AttemptID string      `db:"attempt_id"`
	OrderID   string      `db:"order_id"` // the row it is for; "" for all that was taken
	Amount    money.Paise `db:"amount"`
	State     string      `db:"state"`
	UserID    string      `db:"user_id"` // the administrator; "" for the shop itself
	DueAt     *time.Time  `db:"due_at"`
	Tries     int         `db:"tries"`
	CreatedAt time.Time   `db:"created_at"`
	UpdatedAt time.Time   `db:"updated_at"`
}

// The states of a refund.
const (
	refundIsAsked   = "ASKED"
	refundIsDone    = "DONE"
	refundIsRefused = "REFUSED"
)

const refundColumns = `id, attempt_id, order_id, amount, state, user_id, due_at, tries, created_at, updated_at`

func insertRefund(ctx context.Context, tx *db.Tx, r refund) error {
	return db.Insert(ctx, tx, `
		INSERT INTO payment_refunds (`+refundColumns+`)
		VALUES (:id, :attempt_id, :order_id, :amount, :state, :user_id, :due_at, :tries, :created_at, :updated_at)`, r)
}

// standingRefund finds the refund of an order row, or of all that was taken with
// it, that was not refused.
func standingRefund(ctx context.Context, q db.Querier, attemptID, orderID string) (refund, error) {
	return db.Get[refund](ctx, q, `
		SELECT `+refundColumns+`
		FROM payment_refunds
		WHERE attempt_id = $1 AND order_id IN ('', $2) AND state <> 'REFUSED'`, attemptID, orderID)
}

// refundAsked tells whether the provider may be giving back the money of an order
// row at this moment.
func refundAsked(ctx context.Context, q db.Querier, attemptID, orderID string) (bool, error) {
	n, err := db.Get[int](ctx, q, `
		SELECT COUNT(*)
		FROM payment_refunds
		WHERE attempt_id = $1 AND order_id IN ('', $2) AND state = 'ASKED'`, attemptID, orderID)
	return n > 0, err
}

// closeRefund ends a refund. It answers false when somebody else has done so.
func closeRefund(ctx context.Context, tx *db.Tx, refundID, state string, at time.Time) (bool, error) {
	n, err := db.Exec(ctx, tx, `
		UPDATE payment_refunds
		SET state = $2, due_at = NULL, updated_at = $3
		WHERE id = $1 AND state = 'ASKED'`, refundID, state, at)
	return n == 1, err
}

// claimRefund takes the refund that has been due longest out of other sweepers'
// reach until the lease ends. It answers false when none is due.
func claimRefund(ctx context.Context, tx *db.Tx, now, until time.Time) (refund, bool, error) {
	r, err := db.Get[refund](ctx, tx, `
		SELECT `+refundColumns+`
		FROM payment_refunds
		WHERE due_at <= $1
		ORDER BY due_at
		LIMIT 1`+tx.SkipLocked(), now)
	if errors.Is(err, db.ErrNoRow) {
		return refund{}, false, nil
	}
	if err != nil {
		return refund{}, false, err
	}
	r.Tries++
	return r, true, postponeRefund(ctx, tx, r.ID, until, r.Tries)
}

func postponeRefund(ctx context.Context, tx *db.Tx, refundID string, due time.Time, tries int) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE payment_refunds
		SET due_at = $2, tries = $3
		WHERE id = $1 AND state = 'ASKED'`, refundID, due, tries)
	return err
}
