package order

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"kirana/internal/db"
	"kirana/internal/idempotency"
	"kirana/internal/payment"
)

// errOpenAttempts lists payment attempts that must be ended at the provider before an action can
// run.
type errOpenAttempts struct{ attempts []payment.Attempt }

func (*errOpenAttempts) Error() string { return "order: a payment is still open" }

// supersedeOpenAttempts runs place, which places an order. If place returns *errOpenAttempts, it
// ends these attempts at the provider, outside any transaction, and runs place again. It also runs
// place again after a duplicate number of a line. skipped contains the ids of attempts that were
// not ended because the provider did not respond; place then ignores them or fails.
func (s *Service) supersedeOpenAttempts(ctx context.Context, userID string, place func(skipped map[string]bool) error) error {
	skipped := map[string]bool{}
	var err error
	for range maxAttempts {
		err = place(skipped)
		var open *errOpenAttempts
		if !errors.As(err, &open) {
			// The only random unique value is the number of a line.
			if db.IsDuplicate(err) {
				continue
			}
			return err
		}
		if err := s.endAttempts(ctx, userID, open.attempts, skipped); err != nil {
			return err
		}
	}
	if open := (*errOpenAttempts)(nil); errors.As(err, &open) {
		return payment.ErrStarting
	}
	return err
}

// endAttempts ends the attempts. It adds an attempt to skipped when the provider does not respond,
// and fails when that attempt is in skipped already.
func (s *Service) endAttempts(ctx context.Context, userID string, attempts []payment.Attempt, skipped map[string]bool) error {
	for _, a := range attempts {
		ended, err := s.Payments.End(ctx, a, payment.Actor{Kind: payment.ByShopper, UserID: userID})
		if errors.Is(err, payment.ErrUnreachable) && !skipped[a.ID] {
			skipped[a.ID] = true
			continue
		}
		if err != nil {
			return err
		}
		if ended.Processing {
			return payment.ErrProcessing
		}
	}
	return nil
}

// checkSuperseded returns *errOpenAttempts if the user has open attempts for the same items or cart
// lines, except skipped ones. Otherwise it returns the cart hash of the request.
func checkSuperseded(ctx context.Context, q db.Querier, r Request, open []payment.Attempt, skipped map[string]bool) (string, error) {
	hash, err := cartHash(r.Items)
	if err != nil || len(open) == 0 {
		return hash, err
	}
	orders := make([]string, len(open))
	for i, a := range open {
		orders[i] = a.OrderID
	}
	lines, err := cartLinesByOrder(ctx, q, orders)
	if err != nil {
		return "", err
	}
	var superseded []payment.Attempt
	for _, a := range open {
		shares := slices.ContainsFunc(r.Items, func(item Item) bool {
			return item.LineID != "" && slices.Contains(lines[a.OrderID], item.LineID)
		})
		if (shares || a.CartHash == hash) && !skipped[a.ID] {
			superseded = append(superseded, a)
		}
	}
	if len(superseded) > 0 {
		return "", &errOpenAttempts{superseded}
	}
	return hash, nil
}

// cartHash returns a hash of the products, sizes, colors and quantities of the items, in any order.
func cartHash(items []Item) (string, error) {
	items = slices.Clone(items)
	for i := range items {
		items[i].LineID, items[i].Wish = "", ""
	}
	slices.SortFunc(items, func(a, b Item) int {
		return cmp.Or(cmp.Compare(a.ProductID, b.ProductID), cmp.Compare(a.Size, b.Size), cmp.Compare(a.Color, b.Color), cmp.Compare(a.Quantity, b.Quantity))
	})
	return idempotency.Fingerprint(items)
}
