package order

import (
	"context"
	"time"

	"kirana/internal/audit"
	"kirana/internal/db"
	"kirana/internal/limit"
)

// The limits within rateWindow. A whole town may share one network address, so the limit of a
// network applies only to customers without a delivered order.
const (
	ordersPerUser    = 20
	ordersPerNetwork = 300
	editsPerUser     = 30 // of all orders of a user together
	rateWindow       = time.Hour
)

// rates are the rate limiters of package order.
type rates struct {
	byUser      *limit.Limiter
	byNetwork   *limit.NetworkLimiter
	edits       *limit.Limiter
	sharedBills *limit.NetworkLimiter
}

// The limits of placing and of changing orders.
var (
	userRule = limit.Rule{
		Name: "checkout.user", Max: ordersPerUser, Window: rateWindow,
		Sentence: "You have ordered many times within an hour.",
	}
	networkRule = limit.Rule{
		Name: "checkout.network", Max: ordersPerNetwork, Window: rateWindow,
		Sentence: "Many new customers have ordered from your network within an hour.",
	}
	editRule = limit.Rule{
		Name: "checkout.edit", Max: editsPerUser, Window: rateWindow,
		Sentence: "You have changed your orders many times within an hour.",
	}
)

func newRates(limits *limit.Store) rates {
	return rates{byUser: limits.Limiter(userRule), byNetwork: limits.NetworkLimiter(networkRule), edits: limits.Limiter(editRule), sharedBills: limits.NetworkLimiter(sharedRule)}
}

// allow counts a shopper's order in its transaction, so that an order refused for another reason does
// not count. Phone orders are not limited.
func (r rates) allow(ctx context.Context, tx *db.Tx, p placement) error {
	if p.enteredBy != (Actor{}) {
		return nil
	}
	if err := r.byUser.AllowTx(ctx, tx, p.userID); err != nil {
		return err
	}
	if !r.countsNetwork(ctx) {
		return nil
	}
	known, err := hasDelivered(ctx, tx, p.userID)
	if err != nil || known {
		return err
	}
	return r.byNetwork.AllowTx(ctx, tx, clientOf(ctx))
}

// countsNetwork reports whether the limit of the client's network applies. It is false outside a
// request, and in a shop without limits.
func (r rates) countsNetwork(ctx context.Context) bool {
	return clientOf(ctx).Address != "" && r.byNetwork.Counts()
}

func clientOf(ctx context.Context) limit.Client {
	return limit.Client{Address: audit.ActorOf(ctx).Address}
}

// hasDelivered reports whether a user ever had a line delivered.
func hasDelivered(ctx context.Context, tx *db.Tx, userID string) (bool, error) {
	return db.Get[bool](ctx, tx, `SELECT EXISTS (SELECT 1 FROM orders WHERE user_id = $1 AND delivery_status = 'DELIVERED')`, userID)
}
