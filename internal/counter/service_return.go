package counter

import (
	"context"
	"fmt"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/idempotency"
	"kirana/internal/order"
)

// TakeBack takes goods of a bill back, refunds them and issues a credit note in the device's series. It returns the
// order's id. A repeated call with the same key returns the same id and does nothing else.
func (s *Service) TakeBack(ctx context.Context, caller Caller, r Return) (string, error) {
	stable := r
	stable.Time = stable.Time.stablePart()
	fingerprint, err := idempotency.Fingerprint(stable)
	if err != nil {
		return "", err
	}
	return s.takeBack(ctx, caller, r, fingerprint)
}

func (s *Service) takeBack(ctx context.Context, caller Caller, r Return, fingerprint string) (string, error) {
	if len(r.Lines) == 0 {
		return "", fault.InField("lines", "Please name what came back.")
	}
	sent := request{kind: kindReturn, body: r, deviceID: r.DeviceID, key: r.Key, number: r.Number, time: r.Time, fingerprint: fingerprint}
	orderID, err := s.bookOnce(ctx, sent, func(tx *db.Tx, b booking) (string, error) {
		orderID, err := s.Bills.OrderOf(ctx, tx, r.Bill)
		if err != nil {
			return "", err
		}
		return orderID, s.Orders.TakeBackAtCounter(ctx, tx, caller.actor(), order.CounterReturn{
			DeviceID: b.device.ID, OrderID: orderID, Lines: r.Lines, By: r.By, Reference: r.Reference, Slot: b.slot, At: b.at, Shop: b.shop,
		})
	})
	if err != nil {
		return "", fmt.Errorf("take goods back at the counter: %w", s.keepRefused(ctx, caller, sent, err))
	}
	return orderID, nil
}
