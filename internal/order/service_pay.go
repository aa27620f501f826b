package order

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"kirana/internal/account"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/id"
)

// Redirect is where a shopper is sent to pay, and what they have ordered.
type Redirect struct {
	URL        string  `json:"url" doc:"the payment provider's page"`
	CheckoutID string  `json:"checkoutId"`
	Rows       Receipt `json:"orders"`
}

// Options is how one can pay besides cash on delivery.
type Options struct {
	Online         bool   `json:"online"`
	Reason         string `json:"reason,omitempty" doc:"why not, for the shopper"`
	Provider       string `json:"provider,omitempty"`
	Test           bool   `json:"test" doc:"no money moves: the built-in test payment page"`
	PublishableKey string `json:"publishableKey,omitempty" doc:"for the provider's script, when it has one"`
}

// Options says how one can pay besides cash on delivery.
func (s *Service) Options() Options {
	provider, offered := s.till.Providers.ForNew()
	if !offered {
		return Options{Reason: errNotOffered.Message}
	}
	return Options{Online: true, Provider: provider.Name(), Test: s.till.Test, PublishableKey: s.till.PublishableKey}
}

// held is a checkout whose stock is held, as the answer to its key is kept.
type held struct {
	AttemptID string  `json:"attempt"`
	Rows      Receipt `json:"rows"`
}

// UnmarshalJSON keeps the receipt as it was written.
func (r *Receipt) UnmarshalJSON(b []byte) error {
	*r = append((*r)[:0], b...)
	return nil
}

// Pay orders the items, all or none, to be paid online: it holds the stock,
// writes the rows as PENDING and answers where to send the shopper. The cart
// stays as it is until the payment succeeds. It refuses what Place refuses, a
// payment while online payment is off (fault.Unavailable), too many payments open
// (fault.Conflict) or begun (fault.TooMany), and a provider that fails
// (fault.Upstream), which leaves nothing held. An open payment for the same cart
// is ended first. A key makes repeating safe, as in Place.
func (s *Service) Pay(ctx context.Context, userID, key string, r Request) (Redirect, error) {
	provider, offered := s.till.Providers.ForNew()
	if !offered {
		return Redirect{}, errNotOffered
	}
	if err := r.check(); err != nil {
		return Redirect{}, err
	}
	request, err := fingerprint(Online, r)
	if err != nil {
		return Redirect{}, err
	}
	var h held
	var fresh bool
	err = s.replacing(ctx, userID, func(passed map[string]bool) error {
		if len(passed) > 0 {
			// The provider that cannot end the old payment will not begin a new one.
			return errNotRedirected
		}
		return s.db.Tx(ctx, func(tx *db.Tx) error {
			if err := account.LockUser(ctx, tx, userID); err != nil {
				return err
			}
			fresh = false
			answer, err := s.once(ctx, tx, userID, key, request, s.stands, func() (any, error) {
				fresh = true
				return s.hold(ctx, tx, userID, provider.Name(), r)
			})
			if err != nil {
				return err
			}
			s.reach("pay: held")
			return json.Unmarshal(answer, &h)
		})
	})
	if err != nil {
		return Redirect{}, fmt.Errorf("hold an order: %w", err)
	}
	s.reach("pay: hold kept")
	redirect, err := s.redirect(ctx, h, fresh)
	if err != nil {
		return Redirect{}, fmt.Errorf("start a payment: %w", err)
	}
	return redirect, nil
}

// hold takes the stock and writes rows and attempt.
func (s *Service) hold(ctx context.Context, tx *db.Tx, userID, provider string, r Request) (held, error) {
	now := s.clock.Now()
	// Whether a payment may begin at all.
	if err := s.mayStart(ctx, tx, userID, now); err != nil {
		return held{}, err
	}
	cart, err := s.replaced(ctx, tx, userID, r, nil)
	if err != nil {
		return held{}, err
	}
	open, err := s.openPayments(ctx, tx, userID)
	if err != nil {
		return held{}, err
	}
	if len(open) >= mostOpen {
		return held{}, errManyOpen
	}
	// What is ordered; its lines stay in the cart.
	p, err := s.write(ctx, tx, userID, r, s.carts.Reserve, State{Method: Online, Payment: Pending, Delivery: Waiting})
	if err != nil {
		return held{}, err
	}
	email, err := emailOf(ctx, tx, userID)
	if err != nil {
		return held{}, err
	}
	due := now.Add(askEvery)
	a := attempt{
		ID: id.New(), CheckoutID: p.checkout.ID, UserID: userID, Email: email, Provider: provider, State: awaiting,
		Amount: p.checkout.Total, Currency: currency, Cart: cart, ExpiresAt: now.Add(openTime), DueAt: &due, CreatedAt: now, UpdatedAt: now,
	}
	if err := insertAttempt(ctx, tx, a); err != nil {
		return held{}, err
	}
	changes := make([]Change, len(p.orders))
	for i, o := range p.orders {
		changes[i] = Change{ID: id.New(), OrderID: o.ID, Source: byShopper, UserID: userID, To: Pending, CreatedAt: now}
	}
	if err := insertChanges(ctx, tx, changes); err != nil {
		return held{}, err
	}
	receipt, err := receiptOf(p.rows)
	return held{a.ID, receipt}, err
}

// mayStart bounds how often a shopper begins to pay, on all nodes together.
func (s *Service) mayStart(ctx context.Context, tx *db.Tx, userID string, now time.Time) error {
	if !s.till.Limits {
		return nil
	}
	starts, err := startsSince(ctx, tx, userID, now.Add(-startWindow), startsInWindow)
	if err != nil {
		return err
	}
	if len(starts) >= startsInWindow {
		return fault.TryLater(starts[0].Add(startWindow).Sub(now))
	}
	return nil
}

// stands tells whether the answer kept under a key still counts. One whose
// payment could never begin is no answer: the key is free again.
func (s *Service) stands(ctx context.Context, tx *db.Tx, answer Receipt) (bool, error) {
	var h held
	if err := json.Unmarshal(answer, &h); err != nil {
		return false, err
	}
	a, err := attemptByID(ctx, tx, h.AttemptID)
	return a.State == awaiting || a.URL != "", err
}
