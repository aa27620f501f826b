package order

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"kirana/internal/db"
	"kirana/internal/id"
	"kirana/internal/money"
	"kirana/internal/payment"
)

const noteRefundRefused = "The payment provider refused the refund."

// Refund gives the money of an order, named by its number or its id, back to the
// shopper; adminID is who does so. It refuses with fault.Conflict an order that
// owes nothing, and with fault.Upstream when the provider does; one that could
// not be reached is asked again by the sweeper. An order that is refunded already
// is answered as it is: nothing is given back twice. What was paid besides the
// price (an amount that does not fit) goes back as a whole, for all rows of the
// checkout.
func (s *Service) Refund(ctx context.Context, adminID, numberOrID string) (Row, error) {
	numberOrID, err := normalName(numberOrID)
	if err != nil {
		return Row{}, err
	}
	var o Order
	var asked *refund
	// Of two that are pressed at once for rows of a payment that goes back as a
	// whole, the second finds what the first wrote.
	for range 2 {
		err = s.db.Tx(ctx, func(tx *db.Tx) error {
			var err error
			o, asked, err = s.askRefund(ctx, tx, adminID, numberOrID)
			return err
		})
		if !db.IsDuplicate(err) {
			break
		}
	}
	if err != nil {
		return Row{}, fmt.Errorf("ask for a refund: %w", err)
	}
	s.reach("refund: asked")
	if asked != nil {
		if err := s.giveBack(context.WithoutCancel(ctx), *asked); err != nil {
			return Row{}, fmt.Errorf("refund an order: %w", err)
		}
	}
	return s.Order(ctx, o.ID)
}

// askRefund writes down that the money goes back, before anybody is asked to give
// it: nil when it is back already.
func (s *Service) askRefund(ctx context.Context, tx *db.Tx, adminID, numberOrID string) (Order, *refund, error) {
	o, err := lock(ctx, tx, numberOrID)
	if errors.Is(err, db.ErrNoRow) {
		return Order{}, nil, errNoOrder
	}
	if err != nil || o.Payment == Refunded {
		return o, nil, err
	}
	if o.Payment != RefundDue {
		return o, nil, errNothingDue
	}
	a, err := attemptByCheckout(ctx, tx, o.CheckoutID)
	if errors.Is(err, db.ErrNoRow) || (err == nil && a.PaymentRef == "") {
		return o, nil, errNothingDue
	}
	if err != nil {
		return o, nil, err
	}
	r := s.refundOf(a, o.ID, o.Total, adminID)
	if a.State == attemptMismatch {
		r.OrderID, r.Amount = "", a.Taken
	}
	due := s.clock.Now().Add(askLease) // until then this request is at it
	r.DueAt = &due
	standing, err := standingRefund(ctx, tx, r.AttemptID, r.OrderID)
	if !errors.Is(err, db.ErrNoRow) {
		return o, &standing, err
	}
	return o, &r, insertRefund(ctx, tx, r)
}

// refundOf is money of an attempt that is to go back, due now. An empty userID is
// the shop itself; an empty orderID is all that was taken.
func (s *Service) refundOf(a attempt, orderID string, amount money.Paise, userID string) refund {
	now := s.clock.Now()
	return refund{
		ID: id.New(), AttemptID: a.ID, OrderID: orderID, Amount: amount, State: refundIsAsked, UserID: userID,
		DueAt: &now, CreatedAt: now, UpdatedAt: now,
	}
}

// giveBack asks the provider for what was written down, and writes down that it
// was done.
func (s *Service) giveBack(ctx context.Context, r refund) error {
	a, err := attemptByID(ctx, s.db, r.AttemptID)
	if err != nil {
		return err
	}
	provider, err := s.till.Providers.Named(a.Provider)
	if err != nil {
		s.till.Log.WarnContext(ctx, "a refund waits for a provider that is not configured", "provider", a.Provider, "refund", r.ID)
		return errProviderSilent
	}
	err = provider.Refund(ctx, payment.Refund{PaymentRef: a.PaymentRef, Amount: r.Amount, Key: r.ID})
	s.reach("refund: given")
	switch {
	case err == nil:
		return s.closeRefund(ctx, a, r, refundIsDone)
	case errors.Is(err, payment.ErrUnavailable):
		s.till.Log.WarnContext(ctx, "refund a payment", "provider", a.Provider, "attempt", a.ID, "refund", r.ID, "error", err.Error())
		err := s.db.Tx(ctx, func(tx *db.Tx) error {
			return postponeRefund(ctx, tx, r.ID, s.clock.Now().Add(pause(r.Tries+1)), r.Tries)
		})
		return errors.Join(errProviderSilent, err)
	default:
		s.till.Log.ErrorContext(ctx, "refund a payment", "provider", a.Provider, "attempt", a.ID, "refund", r.ID, "error", err.Error())
		return errors.Join(errRefundRefused, s.closeRefund(ctx, a, r, refundIsRefused))
	}
}

func (s *Service) closeRefund(ctx context.Context, a attempt, r refund, state string) error {
	return s.db.Tx(ctx, func(tx *db.Tx) error {
		now := s.clock.Now()
		rows, err := lockRows(ctx, tx, a.CheckoutID)
		if err != nil {
			return err
		}
		licensed, err := closeRefund(ctx, tx, r.ID, state, now)
		if err != nil || !licensed {
			return err
		}
		before := slices.DeleteFunc(rows, func(o Order) bool {
			return (r.OrderID != "" && o.ID != r.OrderID) || o.Payment != RefundDue
		})
		after, note := flagged(before, ""), ""
		for i := range after {
			after[i].Payment = Refunded
		}
		if state == refundIsRefused {
			after, note = flagged(before, noteRefundRefused), noteRefundRefused
		}
		from := source{Kind: byAdministrator, UserID: r.UserID}
		if r.UserID == "" {
			from.Kind = bySweeper
		}
		return saveRows(ctx, tx, before, after, from, note, now)
	})
}
