package order

import (
	"context"
	"fmt"
	"slices"

	"kirana/internal/catalog/stock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/id"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/payment"
)

// canPack refuses to pack an order that is unpaid or has left the shop. An order that became DONE
// before it left, because all its lines were canceled, can be packed again.
func (c *orderChange) canPack() error {
	delivered := slices.ContainsFunc(c.lines, func(l Line) bool { return l.Delivery == Delivered })
	switch {
	case c.Unpaid:
		return errNotPaid
	case c.Stage == StageOut, c.Stage == StageDone && (delivered || c.StageBefore == StageOut):
		return errNotPacked
	}
	return nil
}

// givenBack returns the lines whose refund cannot be withdrawn, because it is in progress at the
// provider or covers the whole payment.
func (s *Service) givenBack(ctx context.Context, tx *db.Tx, c *orderChange) (refunds, error) {
	refused := refunds{}
	for _, l := range c.lines {
		if l.Method != Online || l.Payment != payment.RefundDue {
			continue
		}
		err := s.Payments.CheckRevive(ctx, tx, c.ID, l.ID)
		if err != nil && !fault.Is(err, fault.Conflict) {
			return nil, err
		}
		if err != nil {
			refused[l.ID] = err
		}
	}
	return refused, nil
}

// SetLines sets the packed quantity of lines, up or down, on behalf of staff. Missing pieces that
// were paid become RefundDue. It fails with fault.Conflict after the order has left the shop.
func (s *Service) SetLines(ctx context.Context, actor Actor, numberOrID string, packs []Pack) (*Undo, error) {
	if len(packs) == 0 {
		return nil, fault.InField("rows", "Please name the lines to change.")
	}
	undo, err := s.change(ctx, actor, numberOrID, func(ctx context.Context, tx *db.Tx, c *orderChange) error {
		if err := c.canPack(); err != nil {
			return err
		}
		givenBack, err := s.givenBack(ctx, tx, c)
		if err != nil {
			return err
		}
		before := liveTotal(c.lines)
		p := packer{order: c.Order, lines: slices.Clone(c.lines), givenBack: givenBack, number: s.number}
		for _, pack := range packs {
			if err := p.pack(pack); err != nil {
				return err
			}
		}
		c.lines, c.added = p.lines, p.added
		c.code = "lines"
		c.details = eventDetails{Text: packText(c.lines, packs), Before: before.String(), After: liveTotal(c.lines).String()}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("pack lines: %w", err)
	}
	return undo, nil
}

// liveTotal sums the totals of the lines that are not canceled, in paise.
func liveTotal(lines []Line) money.Paise {
	var sum money.Paise
	for _, l := range lines {
		if l.live() {
			sum += l.Total
		}
	}
	return sum
}

func packText(lines []Line, packs []Pack) language.Phrase {
	texts := make([]language.Phrase, len(packs))
	for i, pack := range packs {
		at := slices.IndexFunc(lines, func(l Line) bool { return l.ID == pack.LineID })
		texts[i] = language.NewPhrase("%d of %d %s", pack.Quantity, lines[at].OrderedQuantity, lines[at].Name)
	}
	return language.NewPhrase("packed %s", language.Join(", ", texts...))
}

// Addition is a product to add to an order.
type Addition struct {
	ProductID string
	Quantity  int
	Replaces  string // id of the line to replace, or ""
	Agreed    bool   // the shopper has agreed to the replacement

	line string // id of the line of the same product to enlarge, or ""
}

// maxAdded is the maximum number of pieces added in one call.
const maxAdded = 99

// Add adds a product to an order at its current price, on behalf of staff. With a.Replaces, the
// product replaces that line: the line is canceled, and the product costs at most as much as the
// line. Add fails with fault.Conflict from PACKED on, and for an addition without Replaces to an
// online order.
func (s *Service) Add(ctx context.Context, actor Actor, numberOrID string, a Addition) (*Undo, error) {
	if a.Quantity < 1 || a.Quantity > maxAdded {
		return nil, fault.InField("quantity", "Quantity must be from 1 to %d.", maxAdded)
	}
	undo, err := s.change(ctx, actor, numberOrID, func(ctx context.Context, tx *db.Tx, c *orderChange) error {
		switch {
		case c.Unpaid:
			return errNotPaid
		case c.Stage == StagePacked:
			return errPacked
		case c.Stage != StageNew && c.Stage != StagePacking:
			return errNotPacked
		case c.Method == Online && a.Replaces == "":
			return fault.New(fault.Conflict, "paid_online", "The order is paid online. A product can only replace another.")
		}
		if err := s.add(ctx, tx, c, a); err != nil {
			return err
		}
		return s.refuseOtherState(ctx, tx, c)
	})
	if err != nil {
		return nil, fmt.Errorf("add to an order: %w", err)
	}
	return undo, nil
}

func (s *Service) add(ctx context.Context, tx *db.Tx, c *orderChange, a Addition) error {
	added := s.addedLine(c, a)
	products, err := s.Stock.Reserve(ctx, tx, []stock.Line{{ProductID: a.ProductID, LineID: added.ID, Quantity: a.Quantity}})
	if err != nil {
		return err
	}
	added.copyProduct(products[a.ProductID])
	c.code, c.details = "added", eventDetails{Text: language.NewPhrase("added %d %s", a.Quantity, added.Name), After: added.Name}
	if a.Replaces == "" {
		added.Payment = openPayment(c.Order)
		c.added = []Line{added}
		return nil
	}
	if err := s.replace(ctx, tx, c, added); err != nil {
		return err
	}
	if a.Agreed {
		c.details.Text = language.Join(", ", c.details.Text, language.Word("as agreed"))
	}
	return nil
}

// addedLine returns a new line of an order, with the address and method of the other lines and
// without product data.
func (s *Service) addedLine(c *orderChange, a Addition) Line {
	added := c.lines[0]
	added.ID, added.Number, added.ProductID, added.CartLineID, added.SplitOf = id.New(), s.number(), a.ProductID, nil, ""
	added.Returned = false
	added.Quantity, added.OrderedQuantity, added.Picked, added.WeightGrams = a.Quantity, a.Quantity, false, nil
	added.Size, added.Color, added.Flag, added.Hidden, added.Wish = "", "", "", false, WishRemove
	added.CreatedAt, added.UpdatedAt, added.Replaces = c.at, c.at, a.Replaces
	added.Delivery, added.Returned, added.PaidBy, added.PaidAt, added.Claimed, added.RoundOff = Pending, false, "", nil, 0, 0
	return added
}

// replace replaces the line added.Replaces by the line added, at no more than that line's total.
func (s *Service) replace(ctx context.Context, tx *db.Tx, c *orderChange, added Line) error {
	i := slices.IndexFunc(c.lines, func(l Line) bool { return l.ID == added.Replaces && l.live() })
	if i < 0 || c.lines[i].Delivery != Pending {
		return fault.InField("row", "The line to replace is not one of this order, or is not pending.")
	}
	replaced := c.lines[i]
	if replaced.Payment == payment.Refunded {
		return errReplaceRefunded
	}
	price := replacementPrice(replaced, added.Price-added.Discount, added.Quantity)
	if price < added.Price-added.Discount {
		added.Discount = added.Price - price
	}
	added.Total = price.Times(added.Quantity)
	added.Payment, added.PaidBy, added.PaidAt = replaced.Payment, replaced.PaidBy, replaced.PaidAt
	c.code, c.details = "replaced", eventDetails{
		Text: language.NewPhrase("replaced %s by %d %s", replaced.Name, added.Quantity, added.Name), Before: replaced.Name, After: added.Name,
	}
	givenBack, err := s.givenBack(ctx, tx, c)
	if err != nil {
		return err
	}
	p := packer{order: c.Order, lines: slices.Clone(c.lines), givenBack: givenBack, number: s.number}
	if err := p.pack(Pack{LineID: replaced.ID, Quantity: 0}); err != nil {
		return err
	}
	c.lines = p.lines
	settleReplaced(c, i, &added)
	c.added = []Line{added}
	return nil
}

// Ticks maps the ids of lines to whether they are ticked as packed.
type Ticks map[string]bool

// Tick stores the ticks that staff sets while packing. It mails nothing.
func (s *Service) Tick(ctx context.Context, actor Actor, numberOrID string, ticks Ticks) error {
	_, err := s.change(ctx, actor, numberOrID, func(_ context.Context, _ *db.Tx, c *orderChange) error {
		for i, l := range c.lines {
			if ticked, named := ticks[l.ID]; named {
				c.lines[i].Picked = ticked
			}
		}
		c.code, c.undoable, c.silent = "ticked", false, true
		c.details = eventDetails{Text: tickText(len(ticks))}
		return nil
	})
	if err != nil {
		return fmt.Errorf("tick lines: %w", err)
	}
	return nil
}

func tickText(lines int) language.Phrase {
	if lines == 1 {
		return language.Word("ticked 1 line")
	}
	return language.NewPhrase("ticked %d lines", lines)
}
