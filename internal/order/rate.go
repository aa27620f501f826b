package order

import (
	"context"
	"time"

	"kirana/internal/audit"
	"kirana/internal/db"
	"kirana/internal/limit"
)

// Bounds of the checkouts that are made in rateWindow. Whole towns share one network
// address, so that it is bounded for customers only who never had an order delivered.
const (
	checkoutsPerUser    = 20
	checkoutsPerNetwork = 300
	rateWindow          = time.Hour
)

// rates are the limiters of checkouts.
type rates struct {
	byUser    *limit.Limiter
	byNetwork *limit.NetworkLimiter
}

func newRates(limits *limit.Store) rates {
	return rates{
		byUser: limits.Limiter(limit.Rule{
			Name: "checkout.user", Max: checkoutsPerUser, Window: rateWindow,
			Sentence: "You have ordered many times within an hour.",
		}),
		byNetwork: limits.NetworkLimiter(limit.Rule{
			Name: "checkout.network", Max: checkoutsPerNetwork, Window: rateWindow,
			Sentence: "Many new customers have ordered from your network within an hour.",
		}),
	}
}

// allow counts a shopper's checkout, in its transaction: one that is refused for
// another reason does not count. What staff enters is not limited.
func (r rates) allow(ctx context.Context, tx *db.Tx, p purchase) error {
	if p.enteredBy != (Actor{}) {
		return nil
	}
	if err := r.byUser.AllowTx(ctx, tx, p.userID); err != nil {
		return err
	}
	client := limit.Client{Address: audit.ActorOf(ctx).Address}
	if client.Address == "" || !r.byNetwork.Counts() {
		return nil // no request, so no network; or a shop without limits
	}
	known, err := hasDelivered(ctx, tx, p.userID)
	if err != nil || known {
		return err
	}
	return r.byNetwork.AllowTx(ctx, tx, client)
}

// hasDelivered reports whether a user ever had an order delivered.
func hasDelivered(ctx context.Context, q db.Querier, userID string) (bool, error) {
	return db.Get[bool](ctx, q, `SELECT EXISTS (SELECT 1 FROM orders WHERE user_id = $1 AND delivery_status = 'DELIVERED')`, userID)
}
