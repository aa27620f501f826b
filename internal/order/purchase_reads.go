package order

import (
	"context"

	"kirana/internal/account"
	"kirana/internal/address"
	"kirana/internal/db"
	"kirana/internal/payment"
)

// purchaseReads are the deferred reads about a purchase's shopper. They run before its products,
// for which others wait, are locked.
type purchaseReads struct {
	locked    func(ctx context.Context) error // see account.LockUserDeferred
	attempts  func(ctx context.Context) ([]payment.Attempt, error)
	address   func(ctx context.Context) (address.Address, error)
	shopper   *db.DeferredRows[shopper]
	delivered *db.DeferredRows[bool] // nil: not read
}

// readShopper locks the shopper before any other lock, so that a double press waits here and one
// user's changes are serialized. The reads about the shopper go in the same batch.
func (s *Service) readShopper(ctx context.Context, tx *db.Tx, p purchase) purchaseReads {
	reads := purchaseReads{
		locked:   account.LockUserDeferred(ctx, tx, p.userID),
		attempts: s.Payments.OpenAttempts(ctx, tx, p.userID),
		address:  s.Addresses.Active(ctx, tx, p.userID, p.request.AddressID),
		shopper:  shopperOf(ctx, tx, p.userID, p.shop),
	}
	if p.enteredBy == (Actor{}) && s.rates.countsNetwork(ctx) {
		reads.delivered = hasDelivered(ctx, tx, p.userID)
	}
	return reads
}
