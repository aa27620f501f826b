package payment

import (
	"context"
	"errors"
	"fmt"

	"kirana/internal/account"
	"kirana/internal/db"
	"kirana/internal/language"
)

// apply settles an attempt by a provider's result, from a webhook, a return or the sweeper: in one
// transaction the event is remembered, the attempt moves forward, and the ledger
// changes orders, stock and cart. An event that was applied already changes nothing.
func (s *Service) apply(ctx context.Context, a Attempt, result Result, actor Actor, warning language.Stored) (Attempt, error) {
	var settled Attempt
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		// The user first, as in an order, so that two payments of one cart wait for each other.
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

// commitOutcome writes an outcome. The guard in the update is needed even though the
// attempt is locked: only the transaction that moves the attempt changes its orders.
func (s *Service) commitOutcome(ctx context.Context, tx *db.Tx, o Outcome) error {
	won, err := updateAttempt(ctx, tx, o.Attempt, o.Previous)
	if err != nil || !won || !o.affectsOrders() {
		return err
	}
	duplicate, err := s.ledger.ApplyOutcome(ctx, tx, o)
	if err != nil || !duplicate {
		return err
	}
	// Nobody wants to pay twice: the shop requests the refund itself.
	return insertRefund(ctx, tx, newRefund(o.Attempt, RefundOrder{Amount: o.Attempt.Taken}, o.At))
}

// expireSession ends an attempt's session at the provider and settles it by its
// final state. It is ErrUnavailable while the provider does not respond.
func (s *Service) expireSession(ctx context.Context, a Attempt, actor Actor) (Attempt, error) {
	// Others than the caller depend on the outcome.
	ctx = context.WithoutCancel(ctx)
	provider, err := s.config.Providers.Named(a.Provider)
	if err != nil && actor.Kind == ByAdministrator && s.abandoned(a) {
		return s.apply(ctx, a, Result{State: SessionExpired}, actor, noteNotConfigured)
	}
	if err != nil {
		return Attempt{}, ErrUnavailable
	}
	if a.Ref == nil {
		// The request that started it died. Start is idempotent: it returns the session's id.
		session, err := s.createSession(ctx, provider, a)
		if err != nil && a.overdue(s.clock.Now()) {
			// Nobody was ever sent to it, and it has expired.
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

// poll asks the provider for the state of an attempt's session, and settles the
// attempt by it.
func (s *Service) poll(ctx context.Context, a Attempt, actor Actor) (Attempt, error) {
	ctx = context.WithoutCancel(ctx)
	provider, err := s.config.Providers.Named(a.Provider)
	if err != nil {
		return Attempt{}, ErrUnavailable
	}
	result, err := provider.Fetch(ctx, *a.Ref)
	s.failpoint("poll: session fetched")
	return s.applyReported(ctx, a, result, actor, err)
}

// applyReported settles an attempt by what a call to the provider returned. A
// session that the provider does not know has ended once it would have expired:
// it cannot be paid, and it is flagged for the administrator.
func (s *Service) applyReported(ctx context.Context, a Attempt, result Result, actor Actor, err error) (Attempt, error) {
	if err == nil {
		return s.apply(ctx, a, result, actor, "")
	}
	if !errors.Is(err, ErrUnknownSession) || !a.overdue(s.clock.Now()) {
		return Attempt{}, err
	}
	return s.apply(ctx, a, Result{State: SessionExpired}, actor, noteUnknown)
}

// End ends an attempt while its caller waits. It is ErrStarting while the
// session is being created and ErrUnreachable when the provider does not respond. A
// payment that cannot be ended is returned as Processing.
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
