package order

import (
	"slices"

	"kirana/internal/cart"
	"kirana/internal/fault"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/payment"
)

// Edit is a shopper's change of their own order before packing begins.
type Edit struct {
	Version int          // version of the order that the shopper saw
	Lines   []Pack       // wanted pieces of lines; 0 cancels a line
	Added   []Addition   // other products, at their current price
	Total   *money.Paise // new total shown to the shopper, in paise; nil if not sent
}

var (
	errNothingChanged = fault.InField("rows", "Please change something first.")
	errNothingLeft    = fault.New(fault.Conflict, "nothing_left", "Nothing of the order would be left. Please cancel it instead.")
	errEditPaid       = fault.New(fault.Conflict, "paid_online", "The order is paid online. It can only become smaller; please order more by itself.")
	errEditPrices     = fault.New(fault.Conflict, "prices_changed", "Prices have changed. Please look at the new sum.")
	errEditStale      = fault.New(fault.Conflict, "stale", "The order has changed meanwhile. Please look at it again.")
)

// check returns fault.Invalid, with the field, if the edit breaks a rule that needs no database.
func (e Edit) check() error {
	if len(e.Lines)+len(e.Added) == 0 {
		return errNothingChanged
	}
	seen := map[string]bool{}
	for _, line := range e.Lines {
		if line.Quantity < 0 || line.Quantity > cart.MaxQuantity || seen[line.LineID] {
			return fault.InField("rows", "List each line once, with 0 to %d pieces.", cart.MaxQuantity)
		}
		seen[line.LineID] = true
	}
	for _, a := range e.Added {
		if a.Quantity < 1 || a.Quantity > cart.MaxQuantity {
			return fault.InField("added", "Quantity must be from 1 to %d.", cart.MaxQuantity)
		}
	}
	return nil
}

// canEdit refuses to edit an order of another shopper, and an order that is unpaid, no longer NEW,
// or changed since version.
func (c *orderChange) canEdit(actor Actor, version int) error {
	switch {
	case c.UserID != actor.UserID:
		return errNoOrder
	case c.Stage != StageNew:
		return &staleError{order: c.Order, refusal: errPacking}
	case c.Unpaid:
		return errNotPaid
	case c.Version != version:
		return &staleError{order: c.Order, refusal: errEditStale}
	}
	return nil
}

// editor applies a shopper's edit to the lines of an order.
type editor struct {
	packer

	additions []Addition // pieces to reserve at the current price
	texts     []language.Phrase
}

// lower sets lines to the wanted pieces, at most to the number ordered. It collects further pieces
// in e.additions.
func (e *editor) lower(lines []Pack) error {
	for _, line := range lines {
		i := slices.IndexFunc(e.lines, func(l Line) bool { return l.ID == line.LineID })
		if i < 0 {
			return e.pack(line) // pack refuses an unknown line
		}
		before := e.lines[i]
		if before.live() && before.Quantity == line.Quantity {
			continue
		}
		beyond := line.Quantity - before.OrderedQuantity
		if beyond > 0 {
			line.Quantity = before.OrderedQuantity
			e.additions = append(e.additions, Addition{ProductID: before.ProductID, Quantity: beyond, line: before.ID})
		}
		if err := e.pack(line); err != nil {
			return err
		}
		e.texts = append(e.texts, editText(before, line.Quantity+max(0, beyond)))
		if line.Quantity > 0 {
			e.lines[i].OrderedQuantity = line.Quantity
		}
	}
	return nil
}

func editText(before Line, quantity int) language.Phrase {
	if quantity == 0 {
		return language.NewPhrase("no %s", before.Name)
	}
	return language.NewPhrase("%d instead of %d %s", quantity, before.pieces(), before.Name)
}

// raise adds the reserved pieces of a to the existing line a.line, and reports whether it could.
// That line must be payable on delivery, have no claim, and have the price and discount of at.
// Otherwise the pieces become the new line at.
func (e *editor) raise(a Addition, at Line) bool {
	i := slices.IndexFunc(e.lines, func(l Line) bool { return l.ID == a.line })
	if i < 0 {
		return false
	}
	l := &e.lines[i]
	if l.Payment != payment.CashOnDelivery || l.Claimed > 0 || l.Price != at.Price || l.Discount != at.Discount {
		return false
	}
	l.Quantity += a.Quantity
	l.OrderedQuantity = l.Quantity
	l.Total = (l.Price - l.Discount).Times(l.Quantity)
	return true
}

// checkSize refuses an order without lines, with too many lines, or with too many pieces of one
// product.
func checkSize(lines []Line) error {
	count, pieces := 0, map[string]int{}
	for _, l := range lines {
		if !l.live() {
			continue
		}
		count++
		if pieces[l.ProductID] += l.Quantity; pieces[l.ProductID] > cart.MaxQuantity {
			return fault.InField("rows", "An order can have at most %d pieces of one product.", cart.MaxQuantity)
		}
	}
	switch {
	case count > MaxItems:
		return fault.InField("added", "An order can have at most %d items.", MaxItems)
	case count == 0:
		return errNothingLeft
	}
	return nil
}

func (e *editor) text() language.Phrase {
	return language.NewPhrase("changed the order: %s", language.Join(", ", e.texts...))
}
