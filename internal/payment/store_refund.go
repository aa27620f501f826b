package payment

import (
	"context"
	"errors"
	"time"

	"kirana/internal/db"
)

const refundColumns = `id, attempt_id, order_id, amount, state, user_id, due_at, tries, created_at, updated_at`

func insertRefund(ctx context.Context, tx *db.Tx, r Refund) error {
	return db.Insert(ctx, tx, `
		INSERT INTO payment_refunds (`+refundColumns+`)
		VALUES (:id, :attempt_id, :order_id, :amount, :state, :user_id, :due_at, :tries, :created_at, :updated_at)`, r)
}

// activeRefund returns the refund of a line, or of its whole payment, unless it was refused.
func activeRefund(ctx context.Context, q db.Querier, attemptID, lineID string) (Refund, error) {
	return db.Get[Refund](ctx, q, `
		SELECT `+refundColumns+`
		FROM payment_refunds
		WHERE attempt_id = $1 AND order_id IN ('', $2) AND state <> 'REFUSED'`, attemptID, lineID)
}

// refundInProgress reports whether a refund of a line, or of its whole payment, is requested and
// not done.
func refundInProgress(ctx context.Context, q db.Querier, attemptID, lineID string) (bool, error) {
	n, err := db.Get[int](ctx, q, `
		SELECT COUNT(*)
		FROM payment_refunds
		WHERE attempt_id = $1 AND order_id IN ('', $2) AND state = 'ASKED'`, attemptID, lineID)
	return n > 0, err
}

// updateRefund ends a refund, and reports whether it had not ended before.
func updateRefund(ctx context.Context, tx *db.Tx, refundID string, state refundState, at time.Time) (won bool, err error) {
	n, err := db.ExecRows(ctx, tx, `
		UPDATE payment_refunds
		SET state = $2, due_at = NULL, updated_at = $3
		WHERE id = $1 AND state = 'ASKED'`, refundID, state, at)
	return n == 1, err
}

func anyRefundDue(ctx context.Context, q db.Querier, now time.Time) (bool, error) {
	return db.Get[bool](ctx, q, `SELECT EXISTS (SELECT 1 FROM payment_refunds WHERE due_at <= $1)`, now)
}

// claimRefund leases the refund that has been due longest; false if none is due.
func claimRefund(ctx context.Context, tx *db.Tx, now, until time.Time) (Refund, bool, error) {
	r, err := db.Get[Refund](ctx, tx, `
		SELECT `+refundColumns+`
		FROM payment_refunds
		WHERE due_at <= $1
		ORDER BY due_at
		LIMIT 1`+tx.SkipLocked(), now)
	if errors.Is(err, db.ErrNoRow) {
		return Refund{}, false, nil
	}
	if err != nil {
		return Refund{}, false, err
	}
	r.Tries++
	return r, true, postponeRefund(ctx, tx, r.ID, until, r.Tries)
}

func postponeRefund(ctx context.Context, tx *db.Tx, refundID string, due time.Time, tries int) error {
	return db.Exec(ctx, tx, `
		UPDATE payment_refunds
		SET due_at = $2, tries = $3
		WHERE id = $1 AND state = 'ASKED'`, refundID, due, tries)
}
