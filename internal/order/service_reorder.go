package order

import (
	"context"
	"errors"
	"fmt"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"kirana/internal/account"
	"kirana/internal/cart"
	"kirana/internal/catalog"
	"kirana/internal/db"
)

const (
	// maxRankings bounds the cached rankings, about 1 kB each.
	maxRankings = 2000
	// maxRankingAge bounds the age of a cached ranking, because another node may have placed an
	// order since.
	maxRankingAge = time.Minute
)

// ranking is a cached result of rankBought.
type ranking struct {
	productIDs []string
	madeAt     time.Time
}

func newRankings() *lru.Cache[string, ranking] {
	rankings, _ := lru.New[string, ranking](maxRankings) // fails only for a size of 0
	return rankings
}

// BuyAgain returns the products that a shopper usually buys, if they are sold and in stock now, at
// most maxBuyAgain, and the shopper's newest order.
func (s *Service) BuyAgain(ctx context.Context, userID string) (BuyAgain, error) {
	ids, err := s.productsBought(ctx, userID)
	if err != nil || len(ids) == 0 {
		return BuyAgain{Products: []catalog.Product{}}, err
	}
	products, err := catalog.Products(ctx, s.db, ids)
	if err != nil {
		return BuyAgain{}, fmt.Errorf("read the products that a shopper buys: %w", err)
	}
	result := BuyAgain{Products: []catalog.Product{}}
	for _, id := range ids {
		if product, found := products[id]; found && product.Visible() && product.Stock > 0 && len(result.Products) < maxBuyAgain {
			result.Products = append(result.Products, product)
		}
	}
	last, err := lastOrder(ctx, s.db, userID)
	if errors.Is(err, db.ErrNoRow) {
		return result, nil
	}
	result.Last = &last
	return result, err
}

// productsBought returns the ids of the products that a shopper has bought, in the order of
// rankBought. It caches them for maxRankingAge, or until the shopper's next cash order on this
// node.
func (s *Service) productsBought(ctx context.Context, userID string) ([]string, error) {
	now := s.clock.Now()
	if cached, found := s.rankings.Get(userID); found && now.Sub(cached.madeAt) < maxRankingAge {
		return cached.productIDs, nil
	}
	bought, err := boughtBy(ctx, s.db, userID)
	if err != nil {
		return nil, fmt.Errorf("read what a shopper buys: %w", err)
	}
	ids := rankBought(bought, now)
	s.rankings.Add(userID, ranking{productIDs: ids, madeAt: now})
	return ids, nil
}

// Reorder puts the products of a shopper's earlier order into the cart. It raises the quantity of a
// cart line, and never lowers it. A product that is missing, short in stock or dearer requires
// confirmed: without it, Reorder changes nothing. It returns fault.NotFound for the order of
// another shopper.
func (s *Service) Reorder(ctx context.Context, userID, numberOrID string, confirmed bool) (ReorderResult, error) {
	var result ReorderResult
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		if err := account.LockUser(ctx, tx, userID); err != nil {
			return err
		}
		o, err := orderByID(ctx, tx, numberOrID)
		if err != nil {
			return err
		}
		if o.UserID != userID {
			return errNoOrder
		}
		lines, err := linesByOrder(ctx, tx, o.ID)
		if err != nil {
			return err
		}
		products, err := catalog.Products(ctx, tx, productIDs(lines))
		if err != nil {
			return err
		}
		cartLines, changes := reorder(userID, lines, products)
		result = ReorderResult{Added: confirmed || len(changes) == 0, Lines: len(cartLines), Changes: append([]ReorderChange{}, changes...)}
		if !result.Added {
			return nil
		}
		left, err := s.Carts.Fill(ctx, tx, cartLines)
		result.Lines -= len(left)
		result.Changes = append(result.Changes, noRoomChanges(left)...)
		return err
	})
	if err != nil {
		return ReorderResult{}, fmt.Errorf("order again: %w", err)
	}
	return result, nil
}

// productIDs returns the distinct product ids of lines.
func productIDs(lines []Line) []string {
	seen := map[string]bool{}
	var ids []string
	for _, line := range lines {
		if !seen[line.ProductID] {
			seen[line.ProductID] = true
			ids = append(ids, line.ProductID)
		}
	}
	return ids
}

// noRoomChanges returns the changes for lines that did not fit in the cart.
func noRoomChanges(left []cart.Line) (changes []ReorderChange) {
	for _, line := range left {
		changes = append(changes, ReorderChange{
			ProductID: line.ProductID, Name: line.Product.Name, Names: line.Product.Names, Kind: ReorderNoRoom, Ordered: line.Quantity,
			Before: line.Product.Payable(), Now: line.Product.Payable(),
		})
	}
	return changes
}
