package health

import (
	"context"
	"fmt"
	"time"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/language"
)

const (
	integrityCheck = "integrity"
	// checkInterval is how often the data is checked, and recheckInterval how often while it is damaged, to detect a
	// repair.
	checkInterval   = 7 * 24 * time.Hour
	recheckInterval = 10 * time.Minute
	// checkTimeout limits one statement of a check, which reads whole tables.
	checkTimeout = 30 * time.Minute
)

// errDamaged is the refusal of orders. The damage itself is shown only to staff.
var errDamaged = fault.New(fault.Unavailable, "data_damaged", "The shop takes no orders right now, because its data has to be repaired. Please call the shop.")

// TakesOrders returns errDamaged while the data is damaged, since orders with wrong numbers would increase the damage.
func (s *Service) TakesOrders() error {
	if s.State().Damage != "" {
		return errDamaged
	}
	return nil
}

// RunChecks checks the data when due, until the context ends: weekly, at start after an unclean stop, when the database
// reports damage, and every recheckInterval while damage is recorded. A check that is due runs on one node only.
func (s *Service) RunChecks(ctx context.Context, unclean bool) {
	ticker := time.NewTicker(recheckInterval)
	defer ticker.Stop()
	for {
		if err := s.Check(ctx, unclean); err != nil && ctx.Err() == nil {
			s.log.ErrorContext(ctx, "check the data", "error", err.Error())
		} else {
			unclean = false
		}
		select {
		case <-ctx.Done():
			return
		case <-s.recheck:
			unclean = true
		case <-ticker.C:
		}
	}
}

// Check searches for damage if a check is due, or if now is set, and stores the result.
func (s *Service) Check(ctx context.Context, now bool) error {
	wait := checkInterval
	switch {
	case now:
		wait = 0
	case s.State().Damage != "":
		wait = recheckInterval
	}
	var due bool
	err := s.db.Tx(ctx, func(tx *db.Tx) (err error) {
		due, err = claimCheck(ctx, tx, integrityCheck, s.clock.Now(), s.clock.Now().Add(-wait))
		return err
	})
	if err != nil || !due {
		return err
	}
	damage, err := s.findDamage(db.WithTimeout(ctx, checkTimeout))
	if err != nil {
		return err
	}
	if damage.Format != "" {
		s.log.ErrorContext(ctx, "the data is damaged", "damage", damage)
	}
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		return saveProblem(ctx, tx, integrityCheck, string(damage.Store()), s.clock.Now())
	})
	s.Probe(ctx)
	return err
}

// findDamage returns a sentence about damaged data, or an empty phrase.
func (s *Service) findDamage(ctx context.Context) (language.Phrase, error) {
	broken, err := s.db.QuickCheck(ctx)
	if err != nil {
		return language.Phrase{}, err
	}
	if len(broken) > 0 {
		return language.NewPhrase("The database file is damaged: %s", broken[0]), nil
	}
	stock, err := wrongStock(ctx, s.db)
	if err != nil {
		return language.Phrase{}, fmt.Errorf("add up the stock: %w", err)
	}
	switch {
	case stock.N == 1:
		return language.NewPhrase("The stock of %s is not what its entries add up to.", stock.Example), nil
	case stock.N > 1:
		return language.NewPhrase("The stock of %s and %d more is not what its entries add up to.", stock.Example, stock.N-1), nil
	}
	sums, err := wrongSums(ctx, s.db)
	if err != nil {
		return language.Phrase{}, fmt.Errorf("add up the orders: %w", err)
	}
	switch {
	case sums.N == 1:
		return language.NewPhrase("The sums of order #%s are not what its rows add up to.", sums.Example), nil
	case sums.N > 1:
		return language.NewPhrase("The sums of order #%s and %d more are not what their rows add up to.", sums.Example, sums.N-1), nil
	case s.db.Failures()[db.Damaged] > 0:
		return language.Word("The database said that it is damaged. Start the shop again once it is repaired."), nil
	}
	return language.Phrase{}, nil
}
