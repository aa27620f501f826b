package order

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"kirana/internal/audit"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/language"
	"kirana/internal/payment"
)

// SetDelivery moves a row, given by number or id, to a delivery status, on behalf of adminID.
// Canceled releases its stock; leaving Canceled reserves it again, and is a fault.Conflict without
// enough stock. Canceling a row that may still be paid first ends the payment of the whole checkout
// at the provider: fault.Upstream if that cannot be reached. Setting the same status changes
// nothing. The returned row has the undo.
func (s *Service) SetDelivery(ctx context.Context, adminID, numberOrID string, to Delivery) (Row, error) {
	if !to.Valid() {
		return Row{}, fault.InField("delivery_status", "Delivery status must be PENDING, DELIVERED or CANCELED.")
	}
	name, err := normalizeName(numberOrID)
	if err != nil {
		return Row{}, err
	}
	row, err := byName(ctx, s.db, name)
	if errors.Is(err, db.ErrNoRow) {
		return Row{}, errNoOrder
	}
	if err != nil {
		return Row{}, fmt.Errorf("read an order: %w", err)
	}
	undo, err := s.change(ctx, staffOf(ctx, adminID), row.CheckoutID, func(ctx context.Context, tx *db.Tx, w *checkoutChange) error {
		return s.transition(ctx, tx, w, row.ID, to)
	})
	if err != nil {
		return Row{}, fmt.Errorf("set a delivery status: %w", err)
	}
	changed, err := s.Order(ctx, row.ID)
	changed.Undo = undo
	return changed, err
}

// staffOf returns the calling member of staff.
func staffOf(ctx context.Context, userID string) Actor {
	return Actor{Kind: ByStaff, UserID: userID, Name: audit.ActorOf(ctx).Name}
}

// transition moves one row of a checkout to another delivery status, with its payment.
func (s *Service) transition(ctx context.Context, tx *db.Tx, w *checkoutChange, rowID string, to Delivery) error {
	i := slices.IndexFunc(w.rows, func(o Order) bool { return o.ID == rowID })
	if i < 0 {
		return errNoOrder
	}
	o := w.rows[i]
	if o.Delivery == to {
		return nil // w.code stays empty: nothing is saved
	}
	if o.Delivery == Canceled {
		if err := canRevive(w.rows, o); err != nil {
			return err
		}
	}
	if o.Method == Online {
		if err := s.canTransition(ctx, tx, o, to); err != nil {
			return err
		}
	}
	w.rows[i].State, w.rows[i].Hidden = o.withDelivery(to), false
	w.bookCash()
	w.code = "status"
	w.details = eventDetails{Text: language.NewPhrase("set %s to %s", o.Name, deliveryWords[to]), Before: string(o.Delivery), After: string(to)}
	return nil
}

// canRevive refuses to revive a row whose pieces or money were moved to another row: they would
// count twice.
func canRevive(rows []Order, o Order) error {
	if o.SplitOf != "" {
		return fault.New(fault.Conflict, "missing_pieces", "These are the missing pieces of another line. Please pack that line up again.")
	}
	if o.Returned {
		// The return settled its stock and its money.
		return fault.New(fault.Conflict, "returned", "The customer gave %s back. Please order it anew.", o.Name)
	}
	for _, sibling := range rows {
		if sibling.Replaces == o.ID && !sibling.Hidden {
			return fault.New(fault.Conflict, "replaced", "%s was replaced by %s.", o.Name, sibling.Name)
		}
	}
	return nil
}

// canTransition refuses to cancel a row that can still be paid (an *errOpenAttempts), and to revive
// one whose refund is in progress or whose payment does not match. A refunded row may be revived:
// administrators change the delivery status freely.
func (s *Service) canTransition(ctx context.Context, tx *db.Tx, o Order, to Delivery) error {
	if to == Canceled {
		a, open, err := s.Payments.OpenAttempt(ctx, tx, o.CheckoutID)
		if err == nil && open {
			return &errOpenAttempts{[]payment.Attempt{a}}
		}
		return err
	}
	if o.Delivery != Canceled || o.Payment != payment.RefundDue {
		return nil
	}
	return s.Payments.CheckRevive(ctx, tx, o.CheckoutID, o.ID)
}

// bookCash records that a cash order was paid in cash, or put on the khata, once it was delivered, and
// clears it when nothing is paid. Delivery does not pay rows covered by an unanswered claim.
func (w *checkoutChange) bookCash() {
	if w.Method != COD {
		return
	}
	for i, o := range w.rows {
		taken := o.Payment == payment.Paid && o.PaidBy == ByCash && o.PaidAt == nil
		if w.ClaimOpen && o.Claimed > 0 && taken {
			w.rows[i].Payment, w.rows[i].PaidBy = payment.CashOnDelivery, ""
		}
	}
	if w.ClaimOpen || w.PaidBy == ByUPI {
		return
	}
	w.PaidBy = ""
	for _, o := range w.rows {
		if !o.Hidden && (o.Payment == payment.Paid || (o.Returned && o.received())) && w.PaidBy != ByKhata {
			w.PaidBy = ByCash
			if o.PaidBy == ByKhata {
				w.PaidBy = ByKhata
			}
		}
	}
}
