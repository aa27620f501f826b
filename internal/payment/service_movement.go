package payment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kirana/internal/db"
	"kirana/internal/language"
)

// applyMovement flags the order of a payment that was refunded or disputed outside of the shop. It
// applies an event once; eventID is "" for a polled movement. It ignores unknown payments.
func (s *Service) applyMovement(ctx context.Context, provider, eventID string, m Movement) error {
	a, err := attemptByPayment(ctx, s.db, provider, m.PaymentRef)
	if errors.Is(err, db.ErrNoRow) {
		s.config.Log.WarnContext(ctx, "money of a payment that the shop does not know has moved", "provider", provider)
		return nil
	}
	if err != nil {
		return err
	}
	actor, flag := Actor{Kind: BySweeper}, language.Stored("")
	if eventID != "" {
		actor = Actor{Kind: ByEvent, EventID: eventID}
	}
	now := s.clock.Now()
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		flag = ""
		if a, err = lockAttempt(ctx, tx, a.ID); err != nil {
			return err
		}
		if eventID != "" {
			isNew, err := insertEvent(ctx, tx, event{Provider: provider, EventID: eventID, AttemptID: a.ID, ReceivedAt: now})
			if err != nil || !isNew {
				return err
			}
		}
		known, err := knownMoneyOf(ctx, tx, a.ID)
		if err != nil {
			return err
		}
		var next knownMoney
		if flag, next = m.flag(known, eventID == ""); flag == "" && next == known {
			return nil
		}
		if err := saveMovement(ctx, tx, a.ID, next); err != nil || flag == "" {
			return err
		}
		_, err = s.ledger.ApplyOutcome(ctx, tx, Outcome{Attempt: a, Previous: a.State, Actor: actor, Flag: flag, Note: flag, At: now})
		return err
	})
	if err != nil {
		return fmt.Errorf("apply a movement of money: %w", err)
	}
	if flag != "" {
		s.config.Log.WarnContext(ctx, "money has moved at the payment provider", "provider", provider, "checkout", a.OrderID, "what", flag.In(language.English))
	}
	return nil
}

// runComparisons asks the providers once a day for the refunds and disputes of each payment made
// within compareFor, because an event may be lost. It returns when the context ends.
func (s *Service) runComparisons(ctx context.Context) {
	ticker := time.NewTicker(compareTick)
	defer ticker.Stop()
	for {
		if _, err := s.CompareDue(ctx); err != nil && ctx.Err() == nil {
			s.config.Log.Error("compare the money with the payment provider", "error", err.Error())
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// CompareDue compares the payments that are due, at most compareBatch, and returns their number.
func (s *Service) CompareDue(ctx context.Context) (int, error) {
	for n := range compareBatch {
		found, err := s.compareOne(ctx)
		if err != nil || !found {
			return n, err
		}
	}
	return compareBatch, nil
}

func (s *Service) compareOne(ctx context.Context) (bool, error) {
	now := s.clock.Now()
	due, err := attemptToCompare(ctx, s.db, s.watched(), now)
	if errors.Is(err, db.ErrNoRow) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	// Postpone first: a payment whose comparison fails does not block the others.
	if err := s.markCompared(ctx, due, now.Add(compareRetry-compareInterval)); err != nil {
		return false, err
	}
	provider, err := s.config.Providers.ByName(due.Provider)
	if err != nil {
		return false, err
	}
	watcher, ok := provider.(MoneyWatcher)
	if !ok {
		return true, nil
	}
	m, err := watcher.Movement(ctx, due.PaymentRef)
	if errors.Is(err, ErrUnavailable) {
		return false, nil // go on with the other payments after compareTick
	}
	if err != nil {
		s.config.Log.ErrorContext(ctx, "ask about the money of a payment", "provider", due.Provider, "attempt", due.ID, "error", err.Error())
		return true, s.markCompared(ctx, due, now)
	}
	m.PaymentRef = due.PaymentRef
	if err := s.applyMovement(ctx, due.Provider, "", m); err != nil {
		return true, err
	}
	return true, s.markCompared(ctx, due, now)
}

func (s *Service) markCompared(ctx context.Context, a Attempt, at time.Time) error {
	return s.db.Tx(ctx, func(tx *db.Tx) error { return markCompared(ctx, tx, a.ID, at) })
}

// watched lists the names of the configured providers that are MoneyWatchers.
func (s *Service) watched() []string {
	var names []string
	for _, name := range s.config.Providers.Names() {
		if provider, err := s.config.Providers.ByName(name); err == nil {
			if watches(provider) {
				names = append(names, name)
			}
		}
	}
	return names
}
