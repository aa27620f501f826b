package payment

import (
	"context"
	"errors"

	"kirana/internal/db"
)

// OrderStatus is the payment status of an order as its shopper sees it.
type OrderStatus struct {
	OrderID    string `json:"checkoutId"`
	Payment    Status `json:"payment_status" enum:"PENDING,PAID,EXPIRED,FAILED,REFUND DUE,REFUNDED"`
	Processing bool   `json:"processing" doc:"true: the shopper has paid, but the payment is not completed yet."`
	URL        string `json:"url,omitempty" doc:"URL of the page on which the order can still be paid."`
}

// Sync returns the payment status of the user's own order after they return from the provider's
// page. It polls the provider, so that no event is needed. If the provider does not respond, Sync
// returns the stored status.
func (s *Service) Sync(ctx context.Context, userID, orderID string) (OrderStatus, error) {
	a, err := s.attemptForUser(ctx, userID, orderID)
	if err != nil {
		return OrderStatus{}, err
	}
	if a.State == AttemptOpen && a.Ref != nil {
		mayPoll, err := s.mayPoll(ctx, a)
		if err != nil {
			return OrderStatus{}, err
		}
		if mayPoll {
			if _, err := s.poll(ctx, a, Actor{Kind: ByShopper, UserID: userID}); err != nil && !isProviderError(err) {
				return OrderStatus{}, err
			}
		}
	}
	return s.status(ctx, userID, orderID)
}

// Cancel ends the payment of the user's own order, after they returned without paying. A payment that
// was made in the meantime is settled as paid. Cancel returns ErrStarting while the session is being
// created, and ErrUnreachable if the provider fails; the payment then expires by itself.
func (s *Service) Cancel(ctx context.Context, userID, orderID string) (OrderStatus, error) {
	a, err := s.attemptForUser(ctx, userID, orderID)
	if err != nil {
		return OrderStatus{}, err
	}
	if a.State == AttemptOpen && !a.Processing {
		if _, err := s.End(ctx, a, Actor{Kind: ByShopper, UserID: userID}); err != nil {
			return OrderStatus{}, err
		}
	}
	return s.status(ctx, userID, orderID)
}

// attemptForUser returns the attempt of the user's own order, or fault.NotFound.
func (s *Service) attemptForUser(ctx context.Context, userID, orderID string) (Attempt, error) {
	a, err := attemptByOrder(ctx, s.db, orderID)
	if errors.Is(err, db.ErrNoRow) || (err == nil && a.UserID != userID) {
		return Attempt{}, errNoAttempt
	}
	return a, err
}

// mayPoll reports whether a page may cause a poll now, and records the poll.
func (s *Service) mayPoll(ctx context.Context, a Attempt) (won bool, err error) {
	now := s.clock.Now()
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		won, err = claimPoll(ctx, tx, a.ID, now, now.Add(-pagePollInterval))
		return err
	})
	return won, err
}

func (s *Service) status(ctx context.Context, userID, orderID string) (OrderStatus, error) {
	a, err := s.attemptForUser(ctx, userID, orderID)
	if err != nil {
		return OrderStatus{}, err
	}
	status, err := s.ledger.Status(ctx, s.db, orderID)
	if err != nil {
		return OrderStatus{}, err
	}
	current := OrderStatus{OrderID: orderID, Payment: status, Processing: a.Processing}
	if a.State == AttemptOpen && !a.Processing && s.clock.Now().Before(a.ExpiresAt) {
		current.URL = a.URL
	}
	return current, nil
}
