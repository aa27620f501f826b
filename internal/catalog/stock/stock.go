// Package stock reserves and releases pieces of products. Each change of a
// product's stock is one guarded statement, and leaves a row in the ledger.
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

// Line is pieces of one product that a line of an order takes or gives back.
type Line struct {
	ProductID string
	LineID    string
	Quantity  int
	Grams     int // of goods weighed at the counter, in place of Quantity; 0: as many pieces or steps
}

// Service reserves and releases stock.
type Service struct {
	clock     clock.Clock
	committed func(changed []catalog.Product)
}

// New makes the service. After each commit it calls committed with the products
// whose stock has changed, as that transaction left them.
func New(c clock.Clock, committed func(changed []catalog.Product)) *Service {
	return &Service{clock: c, committed: committed}
}

// Reserve takes the lines' pieces out of stock, all or none, and returns the products as they were
// sold: ForSale and Take in one.
func (s *Service) Reserve(ctx context.Context, tx *db.Tx, lines []Line) (map[string]catalog.Product, error) {
	products, err := s.ForSale(ctx, tx, lines)
	if err != nil {
		return nil, err
	}
	return products, s.Take(ctx, tx, products, lines)
}

// ForSale returns the lines' products by id, without their descriptions and labels. A product that
// is deleted, unpublished or marked as sold out, or of which too few are left, is a fault.Conflict
// that names it and the pieces left.
func (s *Service) ForSale(ctx context.Context, tx *db.Tx, lines []Line) (map[string]catalog.Product, error) {
	pieces := quantities(lines)
	products, err := catalog.ProductsForSale(ctx, tx, sortedIDs(pieces))
	if err != nil {
		return nil, err
	}
	for _, line := range lines { // in the order of the cart, so that the refusal names its first faulty line
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

// Take takes the lines' pieces out of the stock of products as ForSale returned them, all or none.
// A product whose price, text or availability has changed since, or of which too few are left now,
// is db.ErrStale: the transaction runs again.
func (s *Service) Take(ctx context.Context, tx *db.Tx, products map[string]catalog.Product, lines []Line) error {
	pieces, at := quantities(lines), s.timeOfChange(products)
	var changed []catalog.Product
	for _, productID := range sortedIDs(pieces) { // locked in this order, so that orders wait for each other instead of deadlocking
		product := products[productID]
		err := take(ctx, tx, taking{product, pieces[productID], at, func(left remainingStock) {
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

// ReserveAgain reserves pieces for an order that was canceled and is revived.
// Unlike Reserve it sells what is unpublished by now; it refuses only products
// that are deleted or of which too few are left.
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

// Release puts the lines' pieces back into stock, also those of products that are
// deleted or unpublished by now.
func (s *Service) Release(ctx context.Context, tx *db.Tx, lines []Line, reason Reason) error {
	products, err := catalog.LockProductsForSale(ctx, tx, sortedIDs(quantities(lines)))
	if err != nil {
		return err
	}
	return s.change(ctx, tx, products, weighedEntries(products, lines, reason, +1))
}

func unavailable(product catalog.Product) error {
	if product.Name == "" {
		return fault.New(fault.Conflict, "not_available", "A product in your cart is not available any more.")
	}
	return fault.New(fault.Conflict, "not_available", "%s is not available any more, 0 left.", product.Name)
}

// soldOut names the day on which a product can be bought again.
func soldOut(product catalog.Product) error {
	return fault.New(fault.Conflict, "out_of_stock", "%s is sold out until %s.", product.Name, language.DayOfYear(product.SoldOutUntil.In(clock.India)))
}

func tooFew(product catalog.Product, left int) error {
	return fault.New(fault.Conflict, "out_of_stock", "Only %d of %s left in stock.", left, product.Name)
}

// tooLittle is tooFew of goods that may be sold by weight.
func tooLittle(left catalog.Product) error {
	if left.Weighed() {
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

// timeOfChange returns the updatedAt of the products that are changed now, after that of each.
func (s *Service) timeOfChange(products map[string]catalog.Product) time.Time {
	at := s.clock.Now()
	for _, product := range products {
		at = catalog.NextVersion(at, product.UpdatedAt)
	}
	return at
}

// entries are the lines as ledger entries; sign is -1 to reserve and +1 to release.
func entries(lines []Line, reason Reason, sign int) []Entry {
	ledger := make([]Entry, len(lines))
	for i, line := range lines {
		ledger[i] = Entry{ID: id.New(), ProductID: line.ProductID, Change: sign * line.Quantity, Reason: reason, LineID: &line.LineID}
	}
	return ledger
}

// quantities adds up the lines' pieces by product.
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
