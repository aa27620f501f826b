package order

import (
	"context"
	"encoding/json"
	"fmt"

	"kirana/internal/account"
	"kirana/internal/db"
	"kirana/internal/idempotency"
	"kirana/internal/payment"
)

// Redirect is an order to be paid online: its payment page and its lines.
type Redirect struct {
	URL     string  `json:"url" doc:"Address of the payment provider's page."`
	OrderID string  `json:"checkoutId"`
	Lines   Receipt `json:"orders"`
}

// reservation is an order whose stock is reserved until it is paid, as stored under its key.
type reservation struct {
	AttemptID string  `json:"attempt"`
	Lines     Receipt `json:"rows"`
}

// Pay places an order of the items, all or none, to be paid online. It reserves the stock, inserts
// the lines as PENDING and returns the payment page. The cart stays unchanged until the payment
// succeeds. Pay first ends the shopper's open payments for the same items or cart lines. A repeated
// call with the same key is safe, as in Place.
//
// Besides the errors of Place it returns fault.Unavailable while online payment is off,
// fault.Conflict if too many payments are open, fault.TooMany if too many were started, and
// fault.Upstream if the provider fails, with nothing reserved.
func (s *Service) Pay(ctx context.Context, userID, key string, r Request) (Redirect, error) {
	if !s.Payments.Options().Online {
		return Redirect{}, payment.ErrNotConfigured
	}
	p, err := s.newPlacement(ctx, Online, userID, r)
	if err != nil {
		return Redirect{}, s.refuseInvalid(ctx, userID, key, err)
	}
	var reserved reservation
	var isNew bool
	err = s.supersedeOpenAttempts(ctx, userID, func(skipped map[string]bool) error {
		if len(skipped) > 0 {
			// The provider does not respond: it could not start a new payment either.
			return payment.ErrNotRedirected
		}
		reserved, isNew, err = s.reserveOnce(ctx, p, key)
		return err
	})
	if err != nil {
		return Redirect{}, fmt.Errorf("reserve an order: %w", err)
	}
	start := s.Payments.Resume
	if isNew {
		start = s.Payments.Start
	}
	attempt, err := start(ctx, reserved.AttemptID)
	if err != nil {
		return Redirect{}, fmt.Errorf("start a payment: %w", err)
	}
	return Redirect{URL: attempt.URL, OrderID: attempt.OrderID, Lines: reserved.Lines}, nil
}

// reserveOnce makes a reservation, or returns the reservation stored under the key. isNew reports
// whether it was made now.
func (s *Service) reserveOnce(ctx context.Context, p placement, key string) (reserved reservation, isNew bool, err error) {
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		if err := account.LockUser(ctx, tx, p.userID); err != nil {
			return err
		}
		isNew = false
		request := idempotency.Request{Fingerprint: p.fingerprint, At: s.clock.Now(), StillValid: reservationValid}
		response, err := idempotency.Do(ctx, tx, idempotency.Key{UserID: p.userID, Value: key}, request, func() (any, error) {
			isNew = true
			return s.reserve(ctx, tx, p)
		})
		if err != nil {
			return err
		}
		return json.Unmarshal(response, &reserved)
	})
	return reserved, isNew, err
}

// reserve inserts the order and its payment attempt. The ordered lines stay in the cart.
func (s *Service) reserve(ctx context.Context, tx *db.Tx, p placement) (reservation, error) {
	// Check that a payment may start.
	if err := s.allow(ctx, tx, p); err != nil {
		return reservation{}, err
	}
	if err := s.Payments.CheckStartRate(ctx, tx, p.userID); err != nil {
		return reservation{}, err
	}
	open, err := s.Payments.OpenAttempts(ctx, tx, p.userID)
	if err != nil {
		return reservation{}, err
	}
	cartHash, err := checkSuperseded(ctx, tx, p.request, open, nil)
	if err != nil {
		return reservation{}, err
	}
	if err := payment.CheckOpenLimit(open); err != nil {
		return reservation{}, err
	}
	// Insert the order and the attempt to pay it.
	d, err := s.insertDraft(ctx, tx, p, State{Method: Online, Payment: payment.Pending, Delivery: Pending}, s.Carts.Reserve)
	if err != nil {
		return reservation{}, err
	}
	n := payment.NewAttempt{OrderID: d.order.ID, UserID: p.userID, Amount: d.order.Total, CartHash: cartHash}
	for _, l := range d.lines {
		n.LineIDs = append(n.LineIDs, l.ID)
	}
	attempt, err := s.Payments.CreateAttempt(ctx, tx, n)
	if err != nil {
		return reservation{}, err
	}
	lines, err := idempotency.Encode(d.views)
	return reservation{attempt.ID, Receipt(lines)}, err
}

// reservationValid reports whether a stored reservation is still valid. A reservation whose payment
// can no longer start is invalid, and frees its key.
func reservationValid(ctx context.Context, tx *db.Tx, response idempotency.Response) (bool, error) {
	var reserved reservation
	if err := json.Unmarshal(response, &reserved); err != nil {
		return false, err
	}
	return payment.CanStart(ctx, tx, reserved.AttemptID)
}
