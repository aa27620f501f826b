package payment

import (
	"context"
	"errors"
	"fmt"

	"kirana/internal/account"
	"kirana/internal/db"
	"kirana/internal/language"
)

// apply settles an attempt by a provider's result. In one transaction it remembers the event, moves
// the attempt forward, and lets the ledger change orders, stock and cart. An event that was already
// applied changes nothing.
func (s *Service) apply(ctx context.Context, a Attempt, result Result, actor Actor, warning language.Stored) (Attempt, error) {
	var settled Attempt
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		// Lock the user first, as placing an order does, so that two payments for one cart wait for
		// each other.
		if err := account.LockUser(ctx, tx, a.UserID); err != nil {
			return err
		}
		var err error
		if settled, err = lockAttempt(ctx, tx, a.ID); err != nil {
			return err
		}
		now := s.clock.Now()
		if actor.EventID != "" {
			isNew, err := insertEvent(ctx, tx, event{settled.Provider, actor.EventID, settled.ID, now})
			if err != nil || !isNew {
				return err
			}
		}
		outcome := settle(settlement{attempt: settled, result: result, actor: actor, warning: warning, shopID: s.config.ShopID, now: now})
		settled = outcome.Attempt
		return s.commitOutcome(ctx, tx, outcome)
	})
	if err != nil {
		return Attempt{}, fmt.Errorf("settle a payment: %w", err)
	}
	s.failpoint("settle: committed")
	return settled, nil
}

// commitOutcome writes an outcome, unless the attempt has left its previous state: only the
// transaction that moves the attempt may change its order.
func (s *Service) commitOutcome(ctx context.Context, tx *db.Tx, o Outcome) error {
	won, err := updateAttempt(ctx, tx, o.Attempt, o.Previous)
	if err != nil || !won || !o.affectsOrders() {
		return err
	}
	duplicate, err := s.ledger.ApplyOutcome(ctx, tx, o)
	if err != nil || !duplicate {
		return err
	}
	// A duplicate is always refunded: do not wait for an administrator.
	return insertRefund(ctx, tx, newRefund(o.Attempt, RefundOrder{Amount: o.Attempt.Taken}, o.At))
}

// expireSession ends an attempt's session at the provider and settles the attempt by the session's
// final state. It returns ErrUnavailable if the provider does not respond or is not configured.
func (s *Service) expireSession(ctx context.Context, a Attempt, actor Actor) (Attempt, error) {
	// Ignore the caller's cancellation: an ended session must be settled.
	ctx = context.WithoutCancel(ctx)
	provider, err := s.config.Providers.ByName(a.Provider)
	if err != nil && actor.Kind == ByAdministrator && s.abandoned(a) {
		return s.apply(ctx, a, Result{State: SessionExpired}, actor, noteNotConfigured)
	}
	if err != nil {
		return Attempt{}, ErrUnavailable
	}
	if a.Ref == nil {
		// The session's ID was not stored: the request that creates it has ended without a response.
		// Start is idempotent: it returns the existing session, or creates one to be ended here.
		session, err := s.createSession(ctx, provider, a)
		if err != nil && a.overdue(s.clock.Now()) {
			// No shopper was redirected to the session, and it has expired.
			return s.apply(ctx, a, Result{State: SessionExpired}, actor, "")
		}
		if errors.Is(err, ErrRefused) {
			return s.apply(ctx, a, Result{State: SessionFailed}, actor, "")
		}
		if err != nil {
			return Attempt{}, err
		}
		s.failpoint("expire: session created")
		a.Ref = &session.Ref
	}
	result, err := provider.Expire(ctx, *a.Ref)
	s.failpoint("expire: session expired")
	return s.applyReported(ctx, a, result, actor, err)
}

// poll fetches an attempt's session from the provider, and settles the attempt by its state.
func (s *Service) poll(ctx context.Context, a Attempt, actor Actor) (Attempt, error) {
	ctx = context.WithoutCancel(ctx)
	provider, err := s.config.Providers.ByName(a.Provider)
	if err != nil {
		return Attempt{}, ErrUnavailable
	}
	result, err := provider.Fetch(ctx, *a.Ref)
	s.failpoint("poll: session fetched")
	return s.applyReported(ctx, a, result, actor, err)
}

// applyReported settles an attempt by the result of a provider call. If the provider does not know
// the session and the attempt is overdue, the session cannot be paid: the attempt expires and is
// flagged for the administrator.
func (s *Service) applyReported(ctx context.Context, a Attempt, result Result, actor Actor, err error) (Attempt, error) {
	if err == nil {
		return s.apply(ctx, a, result, actor, "")
	}
	if !errors.Is(err, ErrUnknownSession) || !a.overdue(s.clock.Now()) {
		return Attempt{}, err
	}
	return s.apply(ctx, a, Result{State: SessionExpired}, actor, noteUnknown)
}

// End ends an attempt at the provider and returns the settled attempt. It returns ErrStarting while
// the session is being created, and ErrUnreachable if the provider fails. If the payment cannot be
// ended, Processing is set in the returned attempt.
func (s *Service) End(ctx context.Context, a Attempt, actor Actor) (Attempt, error) {
	if a.starting(s.clock.Now()) {
		return Attempt{}, ErrStarting
	}
	ended, err := s.expireSession(ctx, a, actor)
	if isProviderError(err) {
		s.config.Log.WarnContext(ctx, "end a payment", "provider", a.Provider, "attempt", a.ID, "error", err.Error())
		return Attempt{}, ErrUnreachable
	}
	if err == nil && ended.State == AttemptOpen {
		ended.Processing = true
	}
	return ended, err
}

func isProviderError(err error) bool {
	return errors.Is(err, ErrUnavailable) || errors.Is(err, ErrRefused) || errors.Is(err, ErrUnknownSession)
}
