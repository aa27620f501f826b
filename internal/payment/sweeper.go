package payment

import (
	"context"
	"fmt"
	"sync"
	"time"

	"kirana/internal/db"
	"kirana/internal/fault"
)

const (
	// sweepWorkers is the number of payments that a node polls at the same time, so that one slow
	// provider does not delay the rest.
	sweepWorkers = 4
	// sweepInterval is how often a worker looks for due attempts. With pollInterval and backoff, a
	// payment whose event is lost is settled within 90 seconds while the provider responds.
	sweepInterval = 3 * time.Second
)

// Run handles due payments and refunds, and runs the comparisons, until the context ends. Without a
// provider it returns immediately. It may run on any number of nodes: a lease gives each payment to
// one worker at a time.
func (s *Service) Run(ctx context.Context) {
	s.warnOfMissingProviders(ctx)
	if len(s.config.Providers.Names()) == 0 {
		return
	}
	var workers sync.WaitGroup
	workers.Go(func() { s.runComparisons(ctx) })
	for range sweepWorkers {
		workers.Go(func() {
			ticker := time.NewTicker(sweepInterval)
			defer ticker.Stop()
			for {
				if _, err := s.SweepDue(ctx); err != nil && ctx.Err() == nil {
					s.config.Log.Error("look for payments that are due", "error", err.Error())
				}
				select {
				case <-ctx.Done():
					return
				case <-ticker.C:
				}
			}
		})
	}
	workers.Wait()
}

// warnOfMissingProviders logs open payments whose provider is not configured.
func (s *Service) warnOfMissingProviders(ctx context.Context) {
	names, err := providersOfOpenAttempts(ctx, s.db)
	if err != nil {
		s.config.Log.ErrorContext(ctx, "look for payments of providers that are not configured", "error", err.Error())
	}
	for _, name := range names {
		if _, err := s.config.Providers.ByName(name); err != nil {
			s.config.Log.WarnContext(ctx, "payments are open at a provider that is not configured", "provider", name)
		}
	}
}

// SweepDue handles every payment and refund that is due, one after the other, and returns their
// number. It postpones those whose provider does not respond.
func (s *Service) SweepDue(ctx context.Context) (int, error) {
	for n := 0; ; n++ {
		if ctx.Err() != nil {
			return n, ctx.Err()
		}
		found, err := s.sweepAttempt(ctx)
		if err == nil && !found {
			found, err = s.sweepRefund(ctx)
		}
		if err != nil || !found {
			return n, err
		}
	}
}

func (s *Service) sweepAttempt(ctx context.Context) (bool, error) {
	now, names := s.clock.Now(), s.config.Providers.Names()
	// Read first: a write transaction would delay other writers.
	due, err := anyAttemptDue(ctx, s.db, names, now)
	if err != nil || !due {
		return false, err
	}
	var a Attempt
	var found bool
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		var err error
		a, found, err = claimAttempt(ctx, tx, names, now, now.Add(lease))
		return err
	})
	if err != nil || !found {
		return false, err
	}
	s.failpoint("sweep: attempt claimed")
	_, err = s.sweepClaimed(ctx, a)
	if err == nil {
		return true, nil
	}
	if !isProviderError(err) {
		return true, fmt.Errorf("look at payment %s: %w", a.ID, err)
	}
	s.config.Log.WarnContext(ctx, "look at a payment", "provider", a.Provider, "attempt", a.ID, "tries", a.Tries+1, "error", err.Error())
	return true, s.db.Tx(ctx, func(tx *db.Tx) error {
		return postponeAttempt(ctx, tx, a.ID, s.clock.Now().Add(backoff(a.Tries+1)), a.Tries+1)
	})
}

// sweepClaimed ends an attempt that no shopper can pay (without a URL, ended by the shop, or
// overdue), and polls any other.
func (s *Service) sweepClaimed(ctx context.Context, a Attempt) (Attempt, error) {
	actor := Actor{Kind: BySweeper}
	if a.State != AttemptOpen || a.URL == "" || a.overdue(s.clock.Now()) {
		return s.expireSession(ctx, a, actor)
	}
	return s.poll(ctx, a, actor)
}

func (s *Service) sweepRefund(ctx context.Context) (bool, error) {
	now := s.clock.Now()
	due, err := anyRefundDue(ctx, s.db, now)
	if err != nil || !due {
		return false, err
	}
	var r Refund
	var found bool
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		var err error
		r, found, err = claimRefund(ctx, tx, now, now.Add(lease))
		return err
	})
	if err != nil || !found {
		return false, err
	}
	if err := s.SendRefund(ctx, r); err != nil && (fault.Of(err) == nil || fault.Is(err, fault.Unavailable)) {
		return true, fmt.Errorf("refund %s: %w", r.ID, err)
	}
	return true, nil
}
