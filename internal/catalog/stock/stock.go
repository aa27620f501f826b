// Package stock reserves and releases pieces of products. Each change of a product's stock is one guarded statement and one row
// in the ledger.
package stock

import (
	"context"
	"fmt"
	"slices"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/id"
	"kirana/internal/language"
)

// Line is the quantity of one product that an order line takes from the stock or gives back.
type Line struct {
	ProductID string
	LineID    string
	Quantity  int
	Grams     int // for goods weighed at the counter, instead of Quantity; 0: pieces or steps
}

// Service reserves and releases stock.
type Service struct {
	clock     clock.Clock
	committed func(changed []catalog.Product)
}

// New returns a service. It calls committed after each commit, with the products whose stock it changed.
func New(c clock.Clock, committed func(changed []catalog.Product)) *Service {
	return &Service{clock: c, committed: committed}
}

// Reserve takes the lines' pieces out of stock, all or none, and returns the products as sold. It combines ForSale and Take.
func (s *Service) Reserve(ctx context.Context, tx *db.Tx, lines []Line) (map[string]catalog.Product, error) {
	products, err := s.ForSale(ctx, tx, lines)
	if err != nil {
		return nil, err
	}
	return products, s.Take(ctx, tx, products, lines)
}

// ForSale returns the lines' products by id, without descriptions and labels. A product that is deleted, unpublished, marked as
// sold out or short of pieces fails with fault.Conflict, with its name and the pieces left.
func (s *Service) ForSale(ctx context.Context, tx *db.Tx, lines []Line) (map[string]catalog.Product, error) {
	pieces := quantities(lines)
	products, err := catalog.ProductsForSale(ctx, tx, sortedIDs(pieces))
	if err != nil {
		return nil, err
	}
	for _, line := range lines { // in cart order, so that the error names the first faulty line
		product, known := products[line.ProductID]
		switch {
		case !known || !product.Visible():
			return nil, unavailable(product)
		case product.SoldOutUntil != nil:
			return nil, soldOut(product)
		case product.Fresh() == 0:
			return nil, fault.New(fault.Conflict, "out_of_stock", "%s is out of stock.", product.Name)
		case product.Fresh() < pieces[line.ProductID]:
			return nil, tooFew(product, product.Fresh())
		}
	}
	return products, nil
}

// Take takes the lines' pieces out of the stock of products returned by ForSale, all or none. If a product's price, text or
// availability changed since, or too few pieces are left, it fails the transaction with db.ErrStale, so that it is retried.
func (s *Service) Take(ctx context.Context, tx *db.Tx, products map[string]catalog.Product, lines []Line) error {
	pieces, at := quantities(lines), s.timeOfChange(products)
	var changed []catalog.Product
	for _, productID := range sortedIDs(pieces) { // always in this order, so that concurrent orders cannot deadlock
		product := products[productID]
		err := take(ctx, tx, takeRequest{product, pieces[productID], at, func(left remainingStock) {
			product.Stock, product.LooseGrams, product.UpdatedAt = left.Stock, left.LooseGrams, left.UpdatedAt
			changed = append(changed, product)
		}})
		if err != nil {
			return fmt.Errorf("take stock: %w", err)
		}
	}
	tx.AfterCommit(func() { s.committed(changed) })
	return recordAtVersion(ctx, tx, entries(lines, Order, -1))
}

// ReserveAgain reserves pieces for a canceled order that is revived. It returns fault.Conflict only for products that are
// deleted or short of pieces: unlike Reserve it allows unpublished and sold-out products, and expired pieces.
func (s *Service) ReserveAgain(ctx context.Context, tx *db.Tx, lines []Line) error {
	pieces := quantities(lines)
	products, err := catalog.LockProductsForSale(ctx, tx, sortedIDs(pieces))
	if err != nil {
		return err
	}
	for _, line := range lines {
		product, known := products[line.ProductID]
		if !known || product.DeletedAt != nil {
			return unavailable(product)
		}
		if product.Stock < pieces[line.ProductID] {
			return tooFew(product, product.Stock)
		}
	}
	return s.change(ctx, tx, products, weighedEntries(products, lines, Order, -1))
}

// Release puts the lines' pieces back into stock, also of deleted and unpublished products.
func (s *Service) Release(ctx context.Context, tx *db.Tx, lines []Line, reason Reason) error {
	ids := sortedIDs(quantities(lines))
	products, err := catalog.LockProductsForSale(ctx, tx, ids)
	if err != nil {
		return err
	}
	if err := s.change(ctx, tx, products, weighedEntries(products, lines, reason, +1)); err != nil {
		return err
	}
	return storeExcess(ctx, tx, ids)
}

func unavailable(product catalog.Product) error {
	if product.Name == "" {
		return fault.New(fault.Conflict, "not_available", "A product in your cart is not available any more.")
	}
	return fault.New(fault.Conflict, "not_available", "%s is not available any more, 0 left.", product.Name)
}

// soldOut is the refusal of a product marked as sold out, with the day on which it is available again.
func soldOut(product catalog.Product) error {
	return fault.New(fault.Conflict, "out_of_stock", "%s is sold out until %s.", product.Name, language.DayOfYear(product.SoldOutUntil.In(clock.India)))
}

func tooFew(product catalog.Product, left int) error {
	return fault.New(fault.Conflict, "out_of_stock", "Only %d of %s left in stock.", left, product.Name)
}

// tooLittle is tooFew for goods that may be sold by weight.
func tooLittle(left catalog.Product) error {
	if left.IsSoldByWeight() {
		return fault.New(fault.Conflict, "out_of_stock", "Only %s of %s left in stock.", catalog.Kilograms(left.Amount()), left.Name)
	}
	return tooFew(left, left.Stock)
}

// change applies ledger entries to the stock of the locked products.
func (s *Service) change(ctx context.Context, tx *db.Tx, products map[string]catalog.Product, ledger []Entry) error {
	at := s.timeOfChange(products)
	changes := map[string]amount{}
	for i := range ledger {
		ledger[i].CreatedAt = at
		changes[ledger[i].ProductID] = changes[ledger[i].ProductID].plus(ledger[i])
	}
	if err := applyGuarded(ctx, tx, changes, at); err != nil {
		return err
	}
	changed := make([]catalog.Product, 0, len(products))
	for productID, product := range products {
		product.Stock += changes[productID].pieces
		product.LooseGrams += changes[productID].grams
		product.UpdatedAt = at
		changed = append(changed, product)
	}
	tx.AfterCommit(func() { s.committed(changed) })
	return record(ctx, tx, ledger...)
}

// timeOfChange returns the new updatedAt of the changed products: later than each current one.
func (s *Service) timeOfChange(products map[string]catalog.Product) time.Time {
	at := s.clock.Now()
	for _, product := range products {
		at = catalog.NextVersion(at, product.UpdatedAt)
	}
	return at
}

// entries converts lines to ledger entries; sign is -1 to reserve and +1 to release.
func entries(lines []Line, reason Reason, sign int) []Entry {
	ledger := make([]Entry, len(lines))
	for i, line := range lines {
		ledger[i] = Entry{ID: id.New(), ProductID: line.ProductID, Change: sign * line.Quantity, Reason: reason, LineID: &line.LineID}
	}
	return ledger
}

// quantities returns the sum of the lines' pieces by product.
func quantities(lines []Line) map[string]int {
	pieces := map[string]int{}
	for _, line := range lines {
		pieces[line.ProductID] += line.Quantity
	}
	return pieces
}

func sortedIDs[T any](byID map[string]T) []string {
	ids := make([]string, 0, len(byID))
	for productID := range byID {
		ids = append(ids, productID)
	}
	slices.Sort(ids)
	return ids
}
