package order

import (
	"slices"

	"kirana/internal/cart"
	"kirana/internal/fault"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/payment"
)

// Edit is a shopper's change of their own order before it is packed.
type Edit struct {
	Version int          // of the order that the shopper saw
	Lines   []Pack       // wanted pieces of lines; 0 cancels a line
	Added   []Addition   // other products, at their current price
	Total   *money.Paise // shown to the shopper, in paise; nil if not sent
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
	rows := map[string]bool{}
	for _, row := range e.Lines {
		if row.Quantity < 0 || row.Quantity > cart.MaxQuantity || rows[row.LineID] {
			return fault.InField("rows", "Each line can be named once, with 0 to %d pieces.", cart.MaxQuantity)
		}
		rows[row.LineID] = true
	}
	for _, a := range e.Added {
		if a.Quantity < 1 || a.Quantity > cart.MaxQuantity {
			return fault.InField("added", "Quantity must be from 1 to %d.", cart.MaxQuantity)
		}
	}
	return nil
}

// canEdit refuses to edit another shopper's order, and one that is unpaid, being packed, or changed
// since version.
func (w *orderChange) canEdit(actor Actor, version int) error {
	switch {
	case w.UserID != actor.UserID:
		return errNoOrder
	case w.Stage != StageNew:
		return &staleError{order: w.Order, refusal: errPacking}
	case w.Unpaid:
		return errNotPaid
	case w.Version != version:
		return &staleError{order: w.Order, refusal: errEditStale}
	}
	return nil
}

// editor applies a shopper's edit to the lines of an order.
type editor struct {
	packer

	more  []Addition // pieces to reserve at the current price
	texts []language.Phrase
}

// lower sets lines to the wanted pieces, up to the number ordered. It adds further pieces to more.
func (e *editor) lower(rows []Pack) error {
	for _, row := range rows {
		i := slices.IndexFunc(e.lines, func(l Line) bool { return l.ID == row.LineID })
		if i < 0 {
			return e.pack(row) // pack refuses an unknown line
		}
		before := e.lines[i]
		if before.live() && before.Quantity == row.Quantity {
			continue
		}
		beyond := row.Quantity - before.OrderedQuantity
		if beyond > 0 {
			row.Quantity = before.OrderedQuantity
			e.more = append(e.more, Addition{ProductID: before.ProductID, Quantity: beyond, line: before.ID})
		}
		if err := e.pack(row); err != nil {
			return err
		}
		e.texts = append(e.texts, editText(before, row.Quantity+max(0, beyond)))
		if row.Quantity > 0 {
			e.lines[i].OrderedQuantity = row.Quantity
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

// raise adds reserved pieces to their line and returns true, if they cost the same and no claim covers
// the line. at is the line that it would otherwise become.
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

// checkSize refuses more lines, or more pieces of one product, than an order can have, and an order
// without lines.
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
