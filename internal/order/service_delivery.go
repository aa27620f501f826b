package order

import (
	"context"
	"errors"
	"fmt"

	"kirana/internal/catalog/stock"
	"kirana/internal/db"
	"kirana/internal/fault"
)

// SetDelivery moves an order, named by its number or its id, to a delivery
// status; adminID is who does so. Canceled gives its pieces back to the stock;
// leaving Canceled takes them again, and is a fault.Conflict when they are not
// there. Canceling what may still be paid ends that payment at the provider
// first, and with it the whole checkout: fault.Upstream when the provider cannot
// be reached. The same status again changes nothing.
func (s *Service) SetDelivery(ctx context.Context, adminID, numberOrID string, to Delivery) (Row, error) {
	if !to.Known() {
		return Row{}, fault.InField("delivery_status", "Delivery status must be PENDING, DELIVERED or CANCELED.")
	}
	numberOrID, err := normalName(numberOrID)
	if err != nil {
		return Row{}, err
	}
	from := source{Kind: byAdministrator, UserID: adminID}
	for range numberAttempts {
		var row Row
		row, err = s.setDelivery(ctx, from, numberOrID, to)
		var open *stillOpen
		if !errors.As(err, &open) {
			if err != nil {
				return Row{}, fmt.Errorf("set a delivery status: %w", err)
			}
			return row, nil
		}
		for _, a := range open.attempts {
			ended, err := s.endFor(ctx, a, from)
			if err != nil {
				return Row{}, fmt.Errorf("end the payment of an order: %w", err)
			}
			if ended.Processing {
				return Row{}, errProcessing
			}
		}
	}
	return Row{}, errProcessing
}

func (s *Service) setDelivery(ctx context.Context, from source, numberOrID string, to Delivery) (Row, error) {
	var row Row
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		before, err := lock(ctx, tx, numberOrID)
		if errors.Is(err, db.ErrNoRow) {
			return errNoOrder
		}
		if err != nil {
			return err
		}
		if before.Delivery != to {
			if err := s.move(ctx, tx, before, from, to); err != nil {
				return err
			}
		}
		now, err := shownByID(ctx, tx, before.ID)
		row = now.rowForAdmin()
		return err
	})
	return row, err
}

func (s *Service) move(ctx context.Context, tx *db.Tx, before Order, from source, to Delivery) error {
	if before.Method == Online {
		if err := mayMove(ctx, tx, before, to); err != nil {
			return err
		}
	}
	if err := s.moveStock(ctx, tx, before, to); err != nil {
		return err
	}
	after, now := before, s.clock.Now()
	after.State, after.Hidden = before.moved(to), false
	if err := saveRows(ctx, tx, []Order{before}, []Order{after}, from, "", now); err != nil {
		return err
	}
	return tellMoved(ctx, tx, now, before.ID, to)
}

// mayMove refuses to cancel what can still be paid (a *stillOpen), and to bring
// back what is being refunded or whose payment does not fit. What was refunded may
// come back: an administrator changes the delivery status freely.
func mayMove(ctx context.Context, tx *db.Tx, o Order, to Delivery) error {
	a, err := attemptByCheckout(ctx, tx, o.CheckoutID)
	if errors.Is(err, db.ErrNoRow) { // of a shop that was imported
		return nil
	}
	if err != nil {
		return err
	}
	if to == Canceled {
		if a.State == awaiting {
			return &stillOpen{[]attempt{a}}
		}
		return nil
	}
	if o.Delivery != Canceled || o.Payment != RefundDue {
		return nil
	}
	if a.State == attemptMismatch {
		return errWrongMoney
	}
	asked, err := refundAsked(ctx, tx, a.ID, o.ID)
	if err == nil && asked {
		return errRefunding
	}
	return err
}

func (s *Service) moveStock(ctx context.Context, tx *db.Tx, order Order, to Delivery) error {
	pieces := []stock.Line{{ProductID: order.ProductID, OrderID: order.ID, Quantity: order.Quantity}}
	if to == Canceled {
		return s.stock.Release(ctx, tx, pieces, stock.Cancellation)
	}
	if order.Delivery == Canceled {
		return s.stock.ReserveAgain(ctx, tx, pieces)
	}
	return nil
}
