package order

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"kirana/internal/account"
	"kirana/internal/catalog/stock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/job"
	"kirana/internal/payment"
)

// What the administrator reads beside a change of payment.
const (
	notePaidTwice = "The same cart had been ordered already."
	noteSoldOut   = "It was paid after it had ended, and the pieces were gone."
	notePaidLate  = "It was paid after it had ended."
	noteNotOpened = "The payment page could not be opened."
	noteStranded  = "The payment provider is not configured any more. Please look there whether money came."
	noteLost      = "The payment provider does not know this payment. Please look there whether money came."
)

// settle is the one place where a payment's end is decided, whoever brought the
// news: an event, a page, the sweeper or an administrator. said is what the
// provider says of the session, signed or asked for. The attempt moves forward
// only, in one transaction, and whoever moves it acts on the rows, the stock and
// the cart. doubt is a flag for the administrator, when there is one; a payment
// that fits clears it.
func (s *Service) settle(ctx context.Context, of attempt, said payment.Result, from source, doubt string) (attempt, error) {
	s.reach("settle: begin")
	var a attempt
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		// As in a checkout: the person first, so that two payments of one cart wait for each other.
		if err := account.LockUser(ctx, tx, of.UserID); err != nil {
			return err
		}
		var err error
		if a, err = lockAttempt(ctx, tx, of.ID); err != nil {
			return err
		}
		now := s.clock.Now()
		if from.EventID != "" {
			fresh, err := keepEvent(ctx, tx, a.Provider, from.EventID, a.ID, now)
			if err != nil || !fresh {
				return err
			}
		}
		s.reach("settle: event kept")
		a, err = s.apply(ctx, tx, a, said, from, doubt, now)
		return err
	})
	if err != nil {
		return attempt{}, fmt.Errorf("settle a payment: %w", err)
	}
	s.reach("settle: done")
	return a, nil
}

// apply does what settle promises to a locked attempt.
func (s *Service) apply(ctx context.Context, tx *db.Tx, a attempt, said payment.Result, from source, doubt string, now time.Time) (attempt, error) {
	was := a.State
	next, end := a.verdict(said, s.till.ShopID)
	a.UpdatedAt, a.Tries = now, 0
	if a.Ref == nil && said.Ref != "" {
		a.Ref = &said.Ref
	}
	a.Processing = was == awaiting && said.State == payment.Processing
	// A session without a name may be there all the same until its time is over.
	unsure := said.State == payment.Failed && said.Ref == ""
	if asked := a.DueAt != nil; asked && (next == awaiting || unsure) {
		due := now.Add(askEvery)
		a.DueAt = &due
	} else {
		a.DueAt = nil
	}
	moves := was.mayBecome(next)
	if moves {
		a.State = next
		if said.State == payment.Paid {
			a.PaymentRef, a.Taken, a.TakenCurrency = said.PaymentRef, said.Amount, said.Currency
		}
	}
	licensed, err := advance(ctx, tx, a, was)
	if err != nil || !licensed {
		return a, err
	}
	s.reach("settle: attempt moved")
	if moves {
		err = s.closeRows(ctx, tx, a, was, end, said, from, doubt, now)
	} else if doubt != "" && end != Paid {
		err = s.doubtRows(ctx, tx, a, doubt, from, now)
	}
	s.reach("settle: rows closed")
	return a, err
}

// verdict is where the provider's word takes the attempt, and what it makes of
// its rows.
func (a attempt) verdict(said payment.Result, shopID string) (attemptState, Payment) {
	switch said.State {
	case payment.Paid:
		if a.mismatch(said, shopID) != "" {
			return attemptMismatch, RefundDue
		}
		return attemptPaid, Paid
	case payment.Expired:
		return attemptExpired, Expired
	case payment.Failed:
		return attemptFailed, Failed
	default:
		return awaiting, Pending
	}
}

// closeRows does to the rows of an attempt what its end means: the stock comes
// back or is taken again, and what was paid leaves the cart.
func (s *Service) closeRows(ctx context.Context, tx *db.Tx, a attempt, was attemptState, end Payment, said payment.Result, from source, doubt string, now time.Time) error {
	before, err := lockRows(ctx, tx, a.CheckoutID)
	if err != nil {
		return err
	}
	c, note := conclude(before, end, a.URL != ""), ""
	switch {
	case end == Paid:
		if c, note, err = s.paid(ctx, tx, a, was, before); err != nil {
			return err
		}
	case a.URL == "" && a.State != attemptMismatch:
		note = noteNotOpened
	}
	if a.State == attemptMismatch {
		doubt = a.mismatch(said, s.till.ShopID)
	}
	if doubt != "" && end != Paid {
		c.after, note = flagged(c.after, doubt), doubt
	}
	if len(c.back) > 0 {
		if err := s.stock.Release(ctx, tx, c.back, stock.Expiry); err != nil {
			return err
		}
	}
	s.reach("settle: stock moved")
	return saveRows(ctx, tx, before, c.after, from, note, now)
}

// paid decides what a payment that fits makes of the rows: they are paid, unless
// the cart has been ordered otherwise or the pieces are gone.
func (s *Service) paid(ctx context.Context, tx *db.Tx, a attempt, was attemptState, rows []Order) (conclusion, string, error) {
	others, err := boughtOtherwise(ctx, tx, a.UserID, a.CheckoutID, lineIDs(rows))
	if err != nil {
		return conclusion{}, "", err
	}
	delivered := slices.ContainsFunc(rows, func(o Order) bool { return o.Delivery == Delivered })
	if slices.Contains(others, Online) && !delivered {
		// Nobody wants to pay twice: the shop asks for the refund itself. Goods that are
		// out of the house are an administrator's decision.
		err = insertRefund(ctx, tx, s.refundOf(a, "", a.Taken, ""))
	}
	if len(others) > 0 {
		return conclude(rows, RefundDue, true), notePaidTwice, err
	}
	c, note := conclude(rows, Paid, true), ""
	if was != awaiting {
		note = notePaidLate
	}
	if len(c.again) > 0 {
		err := s.stock.ReserveAgain(ctx, tx, c.again)
		if fault.Is(err, fault.Conflict) {
			return conclude(rows, RefundDue, true), noteSoldOut, nil
		}
		if err != nil {
			return conclusion{}, "", err
		}
	}
	if err := s.carts.Paid(ctx, tx, a.UserID, linesPaid(rows)); err != nil {
		return conclusion{}, "", err
	}
	return c, note, job.Add(ctx, tx, s.clock.Now(), TellPlaced, Placed{a.CheckoutID})
}

// doubtRows flags the rows of an attempt that somebody said something odd about.
func (s *Service) doubtRows(ctx context.Context, tx *db.Tx, a attempt, doubt string, from source, now time.Time) error {
	before, err := lockRows(ctx, tx, a.CheckoutID)
	if err != nil {
		return err
	}
	return saveRows(ctx, tx, before, flagged(before, doubt), from, doubt, now)
}

// end ends an attempt's session at the provider and settles it by what that says
// it finally is. It answers payment.ErrUnavailable while the provider says nothing.
func (s *Service) end(ctx context.Context, a attempt, from source) (attempt, error) {
	// From here on it matters to others than the caller.
	ctx = context.WithoutCancel(ctx)
	provider, err := s.till.Providers.Named(a.Provider)
	if err != nil && from.Kind == byAdministrator && s.stranded(a) {
		return s.settle(ctx, a, payment.Result{State: payment.Expired}, from, noteStranded)
	}
	if err != nil {
		return attempt{}, payment.ErrUnavailable
	}
	if a.Ref == nil {
		// The request that began it died. Starting it again tells the session's name.
		session, err := s.open(ctx, provider, a)
		if err != nil && s.over(a) {
			// Nobody was ever sent to it, and its time is over.
			return s.settle(ctx, a, payment.Result{State: payment.Expired}, from, "")
		}
		if errors.Is(err, payment.ErrRefused) {
			return s.settle(ctx, a, payment.Result{State: payment.Failed}, from, "")
		}
		if err != nil {
			return attempt{}, err
		}
		s.reach("end: opened again")
		a.Ref = &session.Ref
	}
	said, err := provider.Expire(ctx, *a.Ref)
	if err != nil {
		return s.lost(ctx, a, err, from)
	}
	s.reach("end: ended")
	return s.settle(ctx, a, said, from, "")
}

// ask asks the provider what an attempt's session is, and settles it by that.
func (s *Service) ask(ctx context.Context, a attempt, from source) (attempt, error) {
	ctx = context.WithoutCancel(ctx)
	provider, err := s.till.Providers.Named(a.Provider)
	if err != nil {
		return attempt{}, payment.ErrUnavailable
	}
	said, err := provider.Fetch(ctx, *a.Ref)
	if err != nil {
		return s.lost(ctx, a, err, from)
	}
	return s.settle(ctx, a, said, from, "")
}

// lost is for a session that the provider does not know. Once it would have
// expired nobody can pay it any more; the administrator is told to look.
func (s *Service) lost(ctx context.Context, a attempt, err error, from source) (attempt, error) {
	if !errors.Is(err, payment.ErrUnknownSession) || !s.over(a) {
		return attempt{}, err
	}
	return s.settle(ctx, a, payment.Result{State: payment.Expired}, from, noteLost)
}

// stranded tells whether nobody can be asked about an attempt, and nobody should
// be able to pay it any more: its provider is not configured, its time is over.
// An administrator may end it then; nothing else does.
func (s *Service) stranded(a attempt) bool {
	_, err := s.till.Providers.Named(a.Provider)
	return err != nil && s.over(a)
}

// over tells whether an attempt's time is over on every clock.
func (s *Service) over(a attempt) bool { return s.clock.Now().After(a.ExpiresAt.Add(overtime)) }
