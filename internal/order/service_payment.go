package order

import (
	"context"
	"errors"
	"fmt"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/payment"
)

// PaymentHistory returns every change of an order's payment, with its session at
// the provider. The order is named by its number or its id; none is fault.NotFound.
func (s *Service) PaymentHistory(ctx context.Context, numberOrID string) (payment.History, error) {
	name, err := normalizeName(numberOrID)
	if err != nil {
		return payment.History{}, err
	}
	o, err := byName(ctx, s.db, name)
	if errors.Is(err, db.ErrNoRow) {
		return payment.History{}, errNoOrder
	}
	if err != nil {
		return payment.History{}, fmt.Errorf("read an order: %w", err)
	}
	return s.Payments.History(ctx, o.CheckoutID, o.ID)
}

// Refund gives the money of an order, named by its number or its id, back to the
// shopper; adminID is who does so. It refuses with fault.Conflict an order that
// owes nothing, and with fault.Upstream when the provider does; when it could not
// be reached the sweeper retries. An order that is refunded already is returned as
// it is: nothing is given back twice. Money that does not fit its order goes back
// as a whole, for all rows of the checkout.
func (s *Service) Refund(ctx context.Context, adminID, numberOrID string) (Row, error) {
	name, err := normalizeName(numberOrID)
	if err != nil {
		return Row{}, err
	}
	var o Order
	var refund *payment.Refund
	// Of two refunds at once for rows of a payment that goes back as a whole, the
	// second finds what the first wrote.
	for range 2 {
		err = s.db.Tx(ctx, func(tx *db.Tx) error {
			var err error
			o, refund, err = s.requestRefund(ctx, tx, adminID, name)
			return err
		})
		if !db.IsDuplicate(err) {
			break
		}
	}
	if err != nil {
		return Row{}, fmt.Errorf("request a refund: %w", err)
	}
	if refund != nil {
		if err := s.Payments.SendRefund(ctx, *refund); err != nil {
			return Row{}, fmt.Errorf("refund an order: %w", err)
		}
	}
	return s.Order(ctx, o.ID)
}

// requestRefund writes down that the money of an order goes back; nil when it is
// back already.
func (s *Service) requestRefund(ctx context.Context, tx *db.Tx, adminID, name string) (Order, *payment.Refund, error) {
	o, err := lock(ctx, tx, name)
	if errors.Is(err, db.ErrNoRow) {
		return Order{}, nil, errNoOrder
	}
	if err != nil || o.Payment == payment.Refunded {
		return o, nil, err
	}
	if o.Payment != payment.RefundDue {
		return o, nil, payment.ErrNoRefundDue
	}
	refund, err := s.Payments.RequestRefund(ctx, tx, payment.RefundOrder{CheckoutID: o.CheckoutID, OrderID: o.ID, Amount: o.Total, UserID: adminID})
	return o, &refund, err
}

// Unflag takes the flag off an order: the administrator has seen to it.
func (s *Service) Unflag(ctx context.Context, adminID, numberOrID string) (Row, error) {
	name, err := normalizeName(numberOrID)
	if err != nil {
		return Row{}, err
	}
	var row Row
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		o, err := lock(ctx, tx, name)
		if errors.Is(err, db.ErrNoRow) {
			return errNoOrder
		}
		if err != nil {
			return err
		}
		if o.Flag != "" {
			c := change{before: []Order{o}, actor: payment.Actor{Kind: payment.ByAdministrator, UserID: adminID}, note: "Seen to: " + o.Flag, at: s.clock.Now()}
			c.after = withFlag(c.before, "")
			if err := saveChange(ctx, tx, c); err != nil {
				return err
			}
		}
		current, err := currentByID(ctx, tx, o.ID)
		row = current.rowForAdmin()
		return err
	})
	if err != nil && fault.Of(err) == nil {
		return Row{}, fmt.Errorf("take a flag off: %w", err)
	}
	return row, err
}
