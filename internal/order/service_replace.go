package order

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"

	"kirana/internal/db"
	"kirana/internal/payment"
)

// stillOpen says that payments have to be ended before something else can be done.
type stillOpen struct{ attempts []attempt }

func (*stillOpen) Error() string { return "order: a payment is still open" }

// replacing does what may meet open payments for the same cart (it answers a
// *stillOpen then): they are ended at the provider, outside any transaction, and
// it is done again. It is also done again when a new order number was taken.
// passed names the attempts that could not be ended; do goes on without them, or
// insists on them in vain.
func (s *Service) replacing(ctx context.Context, userID string, do func(passed map[string]bool) error) error {
	passed := map[string]bool{}
	var err error
	for range numberAttempts {
		err = do(passed)
		var open *stillOpen
		if !errors.As(err, &open) {
			// The only unique value here that is made by chance is an order's number.
			if db.IsDuplicate(err) {
				continue
			}
			return err
		}
		for _, a := range open.attempts {
			ended, err := s.endFor(ctx, a, source{Kind: byShopper, UserID: userID})
			if errors.Is(err, errProviderSilent) && !passed[a.ID] {
				passed[a.ID] = true
				continue
			}
			if err != nil {
				return err
			}
			if ended.Processing {
				return errProcessing
			}
		}
	}
	if open := (*stillOpen)(nil); errors.As(err, &open) {
		return errStarting
	}
	return err
}

// endFor ends an attempt for somebody who waits for it, with refusals they can
// understand. A payment that cannot be ended any more is answered as Processing.
func (s *Service) endFor(ctx context.Context, a attempt, from source) (attempt, error) {
	if a.starting(s.clock.Now()) {
		return attempt{}, errStarting
	}
	ended, err := s.end(ctx, a, from)
	if isProviders(err) {
		s.till.Log.WarnContext(ctx, "end a payment", "provider", a.Provider, "attempt", a.ID, "error", err.Error())
		return attempt{}, errProviderSilent
	}
	if err == nil && ended.State == awaiting {
		ended.Processing = true
	}
	return ended, err
}

// isProviders tells whether an error is the provider's doing.
func isProviders(err error) bool {
	return errors.Is(err, payment.ErrUnavailable) || errors.Is(err, payment.ErrRefused) || errors.Is(err, payment.ErrUnknownSession)
}

// replaced finds the open payments that an order of the same things replaces, and
// answers them as *stillOpen; those in passed are left alone. Otherwise it answers
// what the cart is known by.
func (s *Service) replaced(ctx context.Context, q db.Querier, userID string, r Request, passed map[string]bool) (string, error) {
	cart, err := cartOf(r.Items)
	if err != nil {
		return "", err
	}
	open, err := s.openPayments(ctx, q, userID)
	if err != nil || len(open) == 0 {
		return cart, err
	}
	checkouts := make([]string, len(open))
	for i, a := range open {
		checkouts[i] = a.CheckoutID
	}
	lines, err := linesOf(ctx, q, checkouts)
	if err != nil {
		return "", err
	}
	var same []attempt
	for _, a := range open {
		shares := slices.ContainsFunc(r.Items, func(item Item) bool {
			return item.LineID != "" && slices.Contains(lines[a.CheckoutID], item.LineID)
		})
		if (shares || a.Cart == cart) && !passed[a.ID] {
			same = append(same, a)
		}
	}
	if len(same) > 0 {
		return "", &stillOpen{same}
	}
	return cart, nil
}

// openPayments are the user's payments that may still be made or be under way.
func (s *Service) openPayments(ctx context.Context, q db.Querier, userID string) ([]attempt, error) {
	open, err := openAttempts(ctx, q, userID)
	return slices.DeleteFunc(open, s.stranded), err
}

// cartOf is what two orders of the same things have in common.
func cartOf(items []Item) (string, error) {
	things := slices.Clone(items)
	for i := range things {
		things[i].LineID = ""
	}
	slices.SortFunc(things, func(a, b Item) int {
		return cmp.Or(cmp.Compare(a.ProductID, b.ProductID), cmp.Compare(a.Size, b.Size), cmp.Compare(a.Color, b.Color), cmp.Compare(a.Quantity, b.Quantity))
	})
	b, err := json.Marshal(things)
	return hash(b), err
}
