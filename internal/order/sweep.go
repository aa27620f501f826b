package order

import (
	"context"
	"fmt"
	"sync"
	"time"

	"kirana/internal/db"
	"kirana/internal/fault"
)

const (
	// sweepHands is how many payments a node asks about at once: one slow answer
	// must not hold up the rest.
	sweepHands = 4
	// sweepEvery is how often each looks for what is due. Together with askEvery,
	// askLease and a slow provider it keeps a lost event from mattering for longer
	// than 90 seconds.
	sweepEvery = 3 * time.Second
)

// FollowPayments asks the providers about payments and refunds that are due,
// until the context ends. Any number of nodes may do so: each payment is in one
// hand at a time.
func (s *Service) FollowPayments(ctx context.Context) {
	s.missProviders(ctx)
	if len(s.till.Providers.Names()) == 0 {
		return
	}
	var hands sync.WaitGroup
	for range sweepHands {
		hands.Go(func() {
			look := time.NewTicker(sweepEvery)
			defer look.Stop()
			for {
				if _, err := s.SweepPayments(ctx); err != nil && ctx.Err() == nil {
					s.till.Log.Error("look for payments that are due", "error", err.Error())
				}
				select {
				case <-ctx.Done():
					return
				case <-look.C:
				}
			}
		})
	}
	hands.Wait()
}

// missProviders tells the operator whose payments nobody can ask about.
func (s *Service) missProviders(ctx context.Context) {
	waiting, err := waitingProviders(ctx, s.db)
	if err != nil {
		s.till.Log.ErrorContext(ctx, "look for payments of providers that are not configured", "error", err.Error())
	}
	for _, name := range waiting {
		if _, err := s.till.Providers.Named(name); err != nil {
			s.till.Log.WarnContext(ctx, "payments are open at a provider that is not configured", "provider", name)
		}
	}
}

// SweepPayments looks at every payment and refund that is due now, one after the
// other, and answers how many they were. Those about which the provider says
// nothing are left for later.
func (s *Service) SweepPayments(ctx context.Context) (int, error) {
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
	var a attempt
	var found bool
	now := s.clock.Now()
	// Looking costs a writer nothing while there is nothing to do.
	due, err := someDue(ctx, s.db, "payment_attempts", now, s.till.Providers.Names()...)
	if err != nil || !due {
		return false, err
	}
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		var err error
		a, found, err = claimDue(ctx, tx, s.till.Providers.Names(), now, now.Add(askLease))
		return err
	})
	if err != nil || !found {
		return false, err
	}
	s.reach("sweep: claimed")
	_, err = s.look(ctx, a)
	if err == nil {
		return true, nil
	}
	if !isProviders(err) {
		return true, fmt.Errorf("look at payment %s: %w", a.ID, err)
	}
	s.till.Log.WarnContext(ctx, "look at a payment", "provider", a.Provider, "attempt", a.ID, "tries", a.Tries+1, "error", err.Error())
	return true, s.db.Tx(ctx, func(tx *db.Tx) error {
		return postpone(ctx, tx, a.ID, s.clock.Now().Add(pause(a.Tries+1)), a.Tries+1)
	})
}

// look asks the provider what an attempt is. One that no shopper can pay is
// ended: where nobody was sent to it, where the shop has given it up, and where
// its time is long over.
func (s *Service) look(ctx context.Context, a attempt) (attempt, error) {
	from := source{Kind: bySweeper}
	if a.State != awaiting || a.URL == "" || s.over(a) {
		return s.end(ctx, a, from)
	}
	return s.ask(ctx, a, from)
}

func (s *Service) sweepRefund(ctx context.Context) (bool, error) {
	var r refund
	var found bool
	now := s.clock.Now()
	due, err := someDue(ctx, s.db, "payment_refunds", now)
	if err != nil || !due {
		return false, err
	}
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		var err error
		r, found, err = claimRefund(ctx, tx, now, now.Add(askLease))
		return err
	})
	if err != nil || !found {
		return false, err
	}
	if err := s.giveBack(ctx, r); err != nil && fault.Of(err) == nil {
		return true, fmt.Errorf("refund %s: %w", r.ID, err)
	}
	return true, nil
}
