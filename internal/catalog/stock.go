package catalog

import (
	"context"
	"fmt"
	"sort"
	"strings"
	"time"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/id"
)

// Reason says why a stock changed.
type Reason string

// The reasons that a stock movement can have.
const (
	ByOpening Reason = "opening"
	ByOrder   Reason = "order"
	ByCancel  Reason = "cancel"
	ByExpiry  Reason = "expiry"
	ByEdit    Reason = "edit"
	ByImport  Reason = "import"
)

// Want asks for pieces of a product, for one order row.
type Want struct {
	ProductID string
	OrderID   string
	Quantity  int
}

// Take takes the wanted pieces out of stock, all or none, and answers the
// products as they were sold, by id. The rows stay locked until the transaction
// ends, in ascending order of id, so that checkouts wait for each other instead
// of deadlocking. A product that is gone or unpublished, or of which too few are
// left, is a fault.Conflict that names it and says what is left.
func (s *Service) Take(ctx context.Context, tx *db.Tx, wants []Want) (map[string]Product, error) {
	pieces := total(wants)
	products, err := lockProducts(ctx, tx, keys(pieces))
	if err != nil {
		return nil, err
	}
	for _, want := range wants { // in the order of the cart, so that the first line at fault is named
		product, known := products[want.ProductID]
		switch {
		case !known || !product.Visible():
			return nil, gone(product)
		case product.Stock == 0:
			return nil, fault.New(fault.Conflict, "out_of_stock", "%s is out of stock.", product.Name)
		case product.Stock < pieces[want.ProductID]:
			return nil, fault.New(fault.Conflict, "out_of_stock", "Only %d of %s left in stock.", product.Stock, product.Name)
		}
	}
	return products, s.move(ctx, tx, products, wants, ByOrder, -1)
}

// GiveBack puts pieces back into stock, whatever became of their products.
func (s *Service) GiveBack(ctx context.Context, tx *db.Tx, wants []Want, why Reason) error {
	products, err := lockProducts(ctx, tx, keys(total(wants)))
	if err != nil {
		return err
	}
	return s.move(ctx, tx, products, wants, why, +1)
}

// TakeAgain takes pieces for an order that comes back to life. Unlike Take it
// sells what is unpublished by now; it refuses only what is not there.
func (s *Service) TakeAgain(ctx context.Context, tx *db.Tx, wants []Want) error {
	pieces := total(wants)
	products, err := lockProducts(ctx, tx, keys(pieces))
	if err != nil {
		return err
	}
	for productID, n := range pieces {
		product, known := products[productID]
		if !known || product.DeletedAt != nil {
			return gone(product)
		}
		if product.Stock < n {
			return fault.New(fault.Conflict, "out_of_stock", "Only %d of %s left in stock.", product.Stock, product.Name)
		}
	}
	return s.move(ctx, tx, products, wants, ByOrder, -1)
}

func gone(product Product) error {
	if product.Name == "" {
		return fault.New(fault.Conflict, "not_available", "A product in your cart is not available any more.")
	}
	return fault.New(fault.Conflict, "not_available", "%s is not available any more, 0 left.", product.Name)
}

// move changes the locked products' stock by the wants' pieces times sign, and
// leaves a row for each. The guard in the statement stands even though the rows
// are locked: the database, not this code, has the last word on stock.
func (s *Service) move(ctx context.Context, tx *db.Tx, products map[string]Product, wants []Want, why Reason, sign int) error {
	at := s.clock.Now()
	for _, product := range products {
		at = after(at, product.UpdatedAt)
	}
	var movements []movement
	for _, want := range wants {
		orderID := want.OrderID
		movements = append(movements, movement{
			ID: id.New(), ProductID: want.ProductID, Change: sign * want.Quantity, Reason: why, OrderID: &orderID, CreatedAt: at,
		})
	}
	if err := changeStock(ctx, tx, movements, at); err != nil {
		return err
	}
	tx.AfterCommit(func() {
		for productID, change := range total(wants) {
			s.shelf.setStock(products[productID], sold{stock: products[productID].Stock + sign*change, at: at})
		}
	})
	return insertMovements(ctx, tx, movements)
}

// after is t, or the first moment the databases can tell from earlier: two
// changes of a product never bear the same time.
func after(t, earlier time.Time) time.Time {
	if t.After(earlier) {
		return t
	}
	return earlier.Add(time.Microsecond)
}

// changeStock adds up the movements and applies them in one guarded statement.
func changeStock(ctx context.Context, tx *db.Tx, movements []movement, at time.Time) error {
	sums := map[string]int{}
	for _, m := range movements {
		sums[m.ProductID] += m.Change
	}
	args := []any{at}
	var rows []string
	for _, productID := range keys(sums) {
		args = append(args, productID, sums[productID])
		rows = append(rows, fmt.Sprintf("(CAST($%d AS TEXT), CAST($%d AS BIGINT))", len(args)-1, len(args)))
	}
	changed, err := db.Exec(ctx, tx, `
		WITH moved (id, change) AS (VALUES `+strings.Join(rows, ", ")+`)
		UPDATE products
		SET stock = products.stock + moved.change, updated_at = $1
		FROM moved
		WHERE products.id = moved.id AND products.stock + moved.change >= 0`, args...)
	if err != nil {
		return fmt.Errorf("change stock: %w", err)
	}
	if int(changed) != len(sums) {
		return fault.New(fault.Conflict, "out_of_stock", "Not enough is left in stock.")
	}
	return nil
}

func total(wants []Want) map[string]int {
	pieces := map[string]int{}
	for _, want := range wants {
		pieces[want.ProductID] += want.Quantity
	}
	return pieces
}

func keys(pieces map[string]int) []string {
	ids := make([]string, 0, len(pieces))
	for productID := range pieces {
		ids = append(ids, productID)
	}
	sort.Strings(ids)
	return ids
}
