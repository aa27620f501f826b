package payment

import (
	"context"
	"errors"
	"time"

	"kirana/internal/db"
	"kirana/internal/id"
	"kirana/internal/language"
	"kirana/internal/money"
)

var noteRefundRefused = language.Word("The payment provider refused the refund.").Store()

// Refund is money to be refunded. Its ID is the idempotency key at the provider.
type Refund struct {
	ID        string      `db:"id"`
	AttemptID string      `db:"attempt_id"`
	LineID    string      `db:"order_id"` // the refunded line; "" for the whole payment
	Amount    money.Paise `db:"amount"`
	State     refundState `db:"state"`
	UserID    string      `db:"user_id"` // the administrator; "" for an automatic request
	DueAt     *time.Time  `db:"due_at"`
	Tries     int         `db:"tries"`
	CreatedAt time.Time   `db:"created_at"`
	UpdatedAt time.Time   `db:"updated_at"`
}

type refundState string

const (
	refundRequested refundState = "ASKED"
	refundDone      refundState = "DONE"
	refundRefused   refundState = "REFUSED"
)

// RefundOrder is the input of RequestRefund.
type RefundOrder struct {
	OrderID string
	LineID  string      // "" for every line of the order
	Amount  money.Paise // the line's total
	UserID  string      // the administrator; "" for an automatic request
}

// newRefund returns a refund of an attempt that is due immediately.
func newRefund(a Attempt, o RefundOrder, now time.Time) Refund {
	return Refund{
		ID: id.New(), AttemptID: a.ID, LineID: o.LineID, Amount: o.Amount, State: refundRequested, UserID: o.UserID,
		DueAt: &now, CreatedAt: now, UpdatedAt: now,
	}
}

// RequestRefund stores a refund; call SendRefund after the commit. A mismatched payment is refunded as
// a whole. If the refund was requested before and not refused, RequestRefund returns the earlier one
// with repeated set. It returns ErrNoRefundDue if nothing was paid online.
func (s *Service) RequestRefund(ctx context.Context, tx *db.Tx, o RefundOrder) (r Refund, repeated bool, err error) {
	a, err := attemptByOrder(ctx, tx, o.OrderID)
	if errors.Is(err, db.ErrNoRow) || (err == nil && a.PaymentRef == "") {
		return Refund{}, false, ErrNoRefundDue
	}
	if err != nil {
		return Refund{}, false, err
	}
	now := s.clock.Now()
	r = newRefund(a, o, now)
	if a.State == AttemptMismatch {
		r.LineID, r.Amount = "", a.Taken
	}
	due := now.Add(lease) // until then the caller sends it, not the sweeper
	r.DueAt = &due
	existing, err := activeRefund(ctx, tx, r.AttemptID, r.LineID)
	if !errors.Is(err, db.ErrNoRow) {
		return existing, true, err
	}
	return r, false, insertRefund(ctx, tx, r)
}

// RefundsInProgress returns the sum of an order's refunds that are requested and not done. The
// sweeper retries them until the provider responds.
func (*Service) RefundsInProgress(ctx context.Context, q db.Querier, orderID string) (money.Paise, error) {
	return db.Get[money.Paise](ctx, q, `
		SELECT CAST(COALESCE(SUM(r.amount), 0) AS BIGINT)
		FROM payment_refunds r
		JOIN payment_attempts a ON a.id = r.attempt_id
		WHERE a.checkout_id = $1 AND r.state = 'ASKED'`, orderID)
}

// SendRefund sends a refund to the provider and stores its result. It returns fault.Upstream if the
// provider refuses, and ErrUnreachable if the provider does not respond or is not configured; then the
// sweeper retries.
func (s *Service) SendRefund(ctx context.Context, r Refund) error {
	s.failpoint("refund: committed")
	ctx = context.WithoutCancel(ctx)
	a, err := attemptByID(ctx, s.db, r.AttemptID)
	if err != nil {
		return err
	}
	provider, err := s.config.Providers.ByName(a.Provider)
	if err != nil {
		s.config.Log.WarnContext(ctx, "a refund waits for a provider that is not configured", "provider", a.Provider, "refund", r.ID)
		return ErrUnreachable
	}
	err = provider.Refund(ctx, RefundRequest{PaymentRef: a.PaymentRef, Amount: r.Amount, Key: r.ID})
	s.failpoint("refund: sent")
	switch {
	case err == nil:
		return s.closeRefund(ctx, a, r, refundDone)
	case errors.Is(err, ErrUnavailable):
		s.config.Log.WarnContext(ctx, "refund a payment", "provider", a.Provider, "attempt", a.ID, "refund", r.ID, "error", err.Error())
		err := s.db.Tx(ctx, func(tx *db.Tx) error {
			return postponeRefund(ctx, tx, r.ID, s.clock.Now().Add(backoff(r.Tries+1)), r.Tries)
		})
		return errors.Join(ErrUnreachable, err)
	default:
		s.config.Log.ErrorContext(ctx, "refund a payment", "provider", a.Provider, "attempt", a.ID, "refund", r.ID, "error", err.Error())
		return errors.Join(errRefundRefused, s.closeRefund(ctx, a, r, refundRefused))
	}
}

// closeRefund ends a refund and applies it to the order. A second call changes nothing.
func (s *Service) closeRefund(ctx context.Context, a Attempt, r Refund, state refundState) error {
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		if err := s.ledger.Lock(ctx, tx, a.OrderID); err != nil {
			return err
		}
		now := s.clock.Now()
		won, err := updateRefund(ctx, tx, r.ID, state, now)
		if err != nil || !won {
			return err
		}
		o := RefundOutcome{OrderID: a.OrderID, LineID: r.LineID, Actor: Actor{Kind: ByAdministrator, UserID: r.UserID}, At: now}
		if r.UserID == "" {
			o.Actor.Kind = BySweeper
		}
		if state == refundRefused {
			o.Flag = noteRefundRefused
		}
		return s.ledger.ApplyRefund(ctx, tx, o)
	})
	s.failpoint("refund: closed")
	return err
}

// CheckRevive returns an error if a canceled order may not be reopened: its money is being refunded
// (ErrRefundRequested) or does not match (ErrMismatch).
func (s *Service) CheckRevive(ctx context.Context, q db.Querier, orderID, lineID string) error {
	a, err := attemptByOrder(ctx, q, orderID)
	if errors.Is(err, db.ErrNoRow) { // not an online order
		return nil
	}
	if err != nil {
		return err
	}
	if a.State == AttemptMismatch {
		return ErrMismatch
	}
	requested, err := refundInProgress(ctx, q, a.ID, lineID)
	if err == nil && requested {
		return ErrRefundRequested
	}
	return err
}

// OpenAttempt returns the attempt of an order, and whether it may still be paid. An order that is not
// paid online has the zero Attempt.
func (s *Service) OpenAttempt(ctx context.Context, q db.Querier, orderID string) (Attempt, bool, error) {
	a, err := attemptByOrder(ctx, q, orderID)
	if errors.Is(err, db.ErrNoRow) {
		return Attempt{}, false, nil
	}
	return a, err == nil && a.State == AttemptOpen, err
}
