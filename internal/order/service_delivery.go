package order

import (
	"context"
	"errors"
	"fmt"

	"kirana/internal/catalog/stock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/payment"
)

// SetDelivery moves an order, named by its number or its id, to a delivery
// status; adminID is who does so. Canceled releases its stock; leaving Canceled
// reserves it again, and is a fault.Conflict when it is not there. Canceling what
// may still be paid ends that payment at the provider first, and with it the whole
// checkout: fault.Upstream when the provider cannot be reached. The same status
// again changes nothing.
func (s *Service) SetDelivery(ctx context.Context, adminID, numberOrID string, to Delivery) (Row, error) {
	if !to.Valid() {
		return Row{}, fault.InField("delivery_status", "Delivery status must be PENDING, DELIVERED or CANCELED.")
	}
	name, err := normalizeName(numberOrID)
	if err != nil {
		return Row{}, err
	}
	actor := payment.Actor{Kind: payment.ByAdministrator, UserID: adminID}
	for range maxAttempts {
		var row Row
		row, err = s.setDelivery(ctx, actor, name, to)
		var open *errOpenAttempts
		if !errors.As(err, &open) {
			if err != nil {
				return Row{}, fmt.Errorf("set a delivery status: %w", err)
			}
			return row, nil
		}
		for _, a := range open.attempts {
			ended, err := s.Payments.End(ctx, a, actor)
			if err != nil {
				return Row{}, fmt.Errorf("end the payment of an order: %w", err)
			}
			if ended.Processing {
				return Row{}, payment.ErrProcessing
			}
		}
	}
	return Row{}, payment.ErrProcessing
}

func (s *Service) setDelivery(ctx context.Context, actor payment.Actor, name string, to Delivery) (Row, error) {
	var row Row
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		o, err := lock(ctx, tx, name)
		if errors.Is(err, db.ErrNoRow) {
			return errNoOrder
		}
		if err != nil {
			return err
		}
		if o.Delivery != to {
			if err := s.transition(ctx, tx, o, actor, to); err != nil {
				return err
			}
		}
		current, err := currentByID(ctx, tx, o.ID)
		row = current.rowForAdmin()
		return err
	})
	return row, err
}

// transition moves a locked order to another delivery status, with its stock, its
// payment and the mail that tells the shopper.
func (s *Service) transition(ctx context.Context, tx *db.Tx, o Order, actor payment.Actor, to Delivery) error {
	if o.Method == Online {
		if err := s.canTransition(ctx, tx, o, to); err != nil {
			return err
		}
	}
	if err := s.moveStock(ctx, tx, o, to); err != nil {
		return err
	}
	c := change{before: []Order{o}, after: []Order{o}, actor: actor, at: s.clock.Now()}
	paidBy, err := paidByOf(ctx, tx, o.CheckoutID)
	if err != nil {
		return err
	}
	c.after[0].State, c.after[0].Hidden = o.withDelivery(to, paidBy), false
	if err := saveChange(ctx, tx, c); err != nil {
		return err
	}
	return enqueueDeliveryMail(ctx, tx, c.at, o.ID, to)
}

// canTransition refuses to cancel what can still be paid (an *errOpenAttempts), and
// to bring back what is being refunded or whose payment does not fit. What was
// refunded may come back: an administrator changes the delivery status freely.
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

func (s *Service) moveStock(ctx context.Context, tx *db.Tx, o Order, to Delivery) error {
	if to == Canceled {
		return s.Stock.Release(ctx, tx, stockLines([]Order{o}), stock.Cancellation)
	}
	if o.Delivery == Canceled {
		return s.Stock.ReserveAgain(ctx, tx, stockLines([]Order{o}))
	}
	return nil
}
