package cart

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"kirana/internal/account"
	"kirana/internal/catalog"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/id"
)

// Service manages shoppers' carts. For a user, lines of other users' carts do not exist.
type Service struct {
	db    *db.DB
	clock clock.Clock
}

// New returns a service.
func New(d *db.DB, c clock.Clock) *Service {
	return &Service{db: d, clock: c}
}

// Lines returns the user's cart in the order added, each line with its current product. Deleted and
// unpublished products are left out.
func (s *Service) Lines(ctx context.Context, userID string) ([]Line, error) {
	lines, err := byUser(ctx, s.db, userID)
	if err != nil || len(lines) == 0 {
		return lines, err
	}
	ids := make([]string, len(lines))
	for i, line := range lines {
		ids[i] = line.ProductID
	}
	products, err := catalog.Products(ctx, s.db, ids)
	if err != nil {
		return nil, fmt.Errorf("read the products of a cart: %w", err)
	}
	shown := lines[:0]
	for _, line := range lines {
		if product, ok := products[line.ProductID]; ok && product.Visible() {
			line.Product = product
			shown = append(shown, line)
		}
	}
	return shown, s.countReserved(ctx, userID, shown)
}

// countReserved sets Reserved of the lines that together exceed the stock of a product. It skips
// products marked sold out: they cannot be bought, whatever open payments reserve.
func (s *Service) countReserved(ctx context.Context, userID string, lines []Line) error {
	wanted := map[string]int{} // pieces by product
	for _, line := range lines {
		wanted[line.ProductID] += line.Quantity
	}
	short := map[string][]int{} // indexes by product
	for i, line := range lines {
		if line.Product.SoldOutUntil == nil && wanted[line.ProductID] > line.Product.Stock {
			short[line.ProductID] = append(short[line.ProductID], i)
		}
	}
	if len(short) == 0 {
		return nil
	}
	reserved, err := reservedPieces(ctx, s.db, userID, slices.Collect(maps.Keys(short)))
	if err != nil {
		return fmt.Errorf("count what open payments hold: %w", err)
	}
	for _, row := range reserved {
		for _, i := range short[row.ProductID] {
			lines[i].Reserved = row.Pieces
		}
	}
	return nil
}

// Add puts a product into the cart: at the end or, with the creation time of a removed line, in that
// line's position. Add is idempotent: an existing line is returned unchanged. An unknown or
// unpublished product fails with fault.NotFound; a quantity above the stock or a full cart is a
// fault.Conflict.
func (s *Service) Add(ctx context.Context, request Line) (Line, error) {
	now := s.clock.Now()
	var line Line
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		if err := account.LockUser(ctx, tx, request.UserID); err != nil {
			return err
		}
		product, err := s.visibleProduct(ctx, tx, request.ProductID)
		if err != nil {
			return err
		}
		line, err = byDetails(ctx, tx, request)
		if !errors.Is(err, db.ErrNoRow) {
			line.Product = product
			return err
		}
		if err := s.checkLimits(ctx, tx, request, product); err != nil {
			return err
		}
		line = request
		line.ID, line.Product, line.UpdatedAt = id.New(), product, now
		line.CreatedAt = line.CreatedAt.Truncate(time.Microsecond)
		// Replace the zero time, future times, and years that a database may be unable to store.
		if line.CreatedAt.Year() < 2000 || line.CreatedAt.After(now) {
			line.CreatedAt = now
		}
		return insert(ctx, tx, line)
	})
	if err != nil {
		return Line{}, fmt.Errorf("add to a cart: %w", err)
	}
	return line, nil
}

// checkLimits refuses a new line whose quantity exceeds the stock, or that exceeds MaxLines.
func (s *Service) checkLimits(ctx context.Context, tx *db.Tx, line Line, product catalog.Product) error {
	if product.Stock == 0 {
		return errOutOfStock
	}
	if line.Quantity > product.Stock {
		return errOnlyLeft(product.Stock)
	}
	n, err := countShown(ctx, tx, line.UserID)
	if err == nil && n >= MaxLines {
		return errFull
	}
	return err
}

// SetQuantity changes a line's quantity. More than the stock fails with a fault.Conflict that says how many
// are left. An unknown line, or one whose product shoppers cannot see, fails with fault.NotFound.
func (s *Service) SetQuantity(ctx context.Context, userID, lineID string, quantity int) (Line, error) {
	var line Line
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		if err := account.LockUser(ctx, tx, userID); err != nil {
			return err
		}
		var err error
		line, err = byID(ctx, tx, userID, lineID)
		if errors.Is(err, db.ErrNoRow) {
			return errNoLine
		}
		if err != nil {
			return err
		}
		if line.Product, err = s.visibleProduct(ctx, tx, line.ProductID); err != nil {
			return err
		}
		if quantity > line.Product.Stock {
			return errOnlyLeft(line.Product.Stock)
		}
		line.Quantity, line.UpdatedAt = quantity, s.clock.Now()
		return setQuantity(ctx, tx, lineID, quantity, line.UpdatedAt)
	})
	if err != nil {
		return Line{}, fmt.Errorf("change a cart line: %w", err)
	}
	return line, nil
}

// Remove deletes a line of the cart; an unknown one fails with fault.NotFound.
func (s *Service) Remove(ctx context.Context, userID, lineID string) error {
	return s.db.Tx(ctx, func(tx *db.Tx) error {
		removed, err := remove(ctx, tx, userID, []string{lineID})
		if err == nil && len(removed) == 0 {
			return errNoLine
		}
		return err
	})
}

// Fill puts lines of one user into the cart. It raises an existing line to the quantity, but never
// lowers it. The caller must have locked the user in tx and checked the stock. Fill returns the lines
// that do not fit into the cart.
func (s *Service) Fill(ctx context.Context, tx *db.Tx, lines []Line) (left []Line, err error) {
	if len(lines) == 0 {
		return nil, nil
	}
	current, err := byUser(ctx, tx, lines[0].UserID)
	if err != nil {
		return nil, fmt.Errorf("read a cart: %w", err)
	}
	shown, err := countShown(ctx, tx, lines[0].UserID)
	if err != nil {
		return nil, fmt.Errorf("count the lines of a cart: %w", err)
	}
	type lineKey struct{ productID, size, color string }
	inCart := make(map[lineKey]Line, len(current))
	for _, line := range current {
		inCart[lineKey{line.ProductID, line.Size, line.Color}] = line
	}
	now := s.clock.Now()
	var added []Line
	for _, line := range lines {
		existing, found := inCart[lineKey{line.ProductID, line.Size, line.Color}]
		switch {
		case found && existing.Quantity < line.Quantity:
			if err := setQuantity(ctx, tx, existing.ID, line.Quantity, now); err != nil {
				return nil, fmt.Errorf("raise a cart line: %w", err)
			}
		case found:
		case shown+len(added) >= MaxLines:
			left = append(left, line)
		default:
			line.ID, line.CreatedAt, line.UpdatedAt = id.New(), now, now
			added = append(added, line)
		}
	}
	return left, insert(ctx, tx, added...)
}

// OrderedLine identifies a cart line to order, with the product and quantity that the shopper saw.
type OrderedLine struct {
	LineID    string
	ProductID string
	Quantity  int
}

// CheckOut removes the ordered lines from the user's cart and returns them by id. A missing line,
// or one with another product, fails with fault.Conflict: the caller must roll back. A line whose quantity
// has changed stays in the cart under a new id, so that the same order sent again does not find it.
func (s *Service) CheckOut(ctx context.Context, tx *db.Tx, userID string, ordered []OrderedLine) (map[string]Line, error) {
	lines, err := s.removeOrdered(ctx, tx, userID, ordered)
	if err != nil {
		return nil, err
	}
	return lines, checkLines(lines, ordered)
}

// Reserve returns the ordered lines like CheckOut, with the same refusals, but leaves them in the
// cart until RemovePaid removes them.
func (s *Service) Reserve(ctx context.Context, tx *db.Tx, userID string, ordered []OrderedLine) (map[string]Line, error) {
	if len(ordered) == 0 {
		return map[string]Line{}, nil
	}
	found, err := byIDs(ctx, tx, userID, lineIDs(ordered))
	if err != nil {
		return nil, fmt.Errorf("read ordered lines of a cart: %w", err)
	}
	lines := byLineID(found)
	return lines, checkLines(lines, ordered)
}

// RemovePaid removes paid lines from the user's cart. Missing lines are ignored; a line whose quantity has
// changed stays under a new id, as in CheckOut.
func (s *Service) RemovePaid(ctx context.Context, tx *db.Tx, userID string, ordered []OrderedLine) error {
	_, err := s.removeOrdered(ctx, tx, userID, ordered)
	return err
}

func (s *Service) removeOrdered(ctx context.Context, tx *db.Tx, userID string, ordered []OrderedLine) (map[string]Line, error) {
	if len(ordered) == 0 {
		return map[string]Line{}, nil
	}
	removed, err := remove(ctx, tx, userID, lineIDs(ordered))
	if err != nil {
		return nil, fmt.Errorf("take ordered lines out of a cart: %w", err)
	}
	lines := byLineID(removed)
	var changed []Line
	for _, item := range ordered {
		if line, ok := lines[item.LineID]; ok && line.Quantity != item.Quantity {
			line.ID = id.New()
			changed = append(changed, line)
		}
	}
	return lines, insert(ctx, tx, changed...)
}

// checkLines returns errChanged for an ordered line that is missing or has another product.
func checkLines(lines map[string]Line, ordered []OrderedLine) error {
	for _, item := range ordered {
		if line, ok := lines[item.LineID]; !ok || line.ProductID != item.ProductID {
			return errChanged
		}
	}
	return nil
}

func lineIDs(ordered []OrderedLine) []string {
	ids := make([]string, len(ordered))
	for i, item := range ordered {
		ids[i] = item.LineID
	}
	return ids
}

func byLineID(lines []Line) map[string]Line {
	byID := make(map[string]Line, len(lines))
	for _, line := range lines {
		byID[line.ID] = line
	}
	return byID
}

func (s *Service) visibleProduct(ctx context.Context, q db.Querier, productID string) (catalog.Product, error) {
	products, err := catalog.Products(ctx, q, []string{productID})
	if err != nil {
		return catalog.Product{}, err
	}
	product, ok := products[productID]
	if !ok || !product.Visible() {
		return catalog.Product{}, catalog.ErrNoProduct
	}
	return product, nil
}
