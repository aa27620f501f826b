package order

import (
	"slices"

	"kirana/internal/catalog"
	"kirana/internal/fault"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/payment"
)

// Return is the pieces or grams of a line that the customer gave back.
type Return struct {
	LineID   string
	Quantity int
	Grams    int  // of goods sold by weight, in place of Quantity
	Restock  bool // the goods can be sold again
}

// Returns are the goods of an order that a customer gave back together.
type Returns struct {
	Lines []Return
	// GivenBack is an immediate refund of a cash order. The refund stays due if How is empty.
	GivenBack GivenBack
}

// errPaidReturned refuses to change how an order was paid after a return of paid goods: the day
// close counts their money by the original method.
var errPaidReturned = fault.New(fault.Conflict, "returned", "Goods of this order came back: how it was paid cannot be changed any more.")

var errNotSent = fault.New(fault.Conflict, "not_sent", "The order has not left the shop yet. Please pack fewer pieces instead.")

// check returns fault.Invalid, with the field, if the returns break a rule that needs no database.
func (r *Returns) check() error {
	if len(r.Lines) == 0 {
		return fault.InField("rows", "Please name the lines that came back.")
	}
	named := map[string]bool{}
	for _, line := range r.Lines {
		if named[line.LineID] {
			return fault.InField("rows", "A line is listed twice.")
		}
		named[line.LineID] = true
	}
	if r.GivenBack == (GivenBack{}) {
		return nil
	}
	return r.GivenBack.check()
}

// canReturn refuses a return of an order that is unpaid or has not left the shop.
func (c *orderChange) canReturn() error {
	switch {
	case c.Unpaid:
		return errNotPaid
	case c.Stage != StageOut && c.Stage != StageDone:
		return errNotSent
	}
	return nil
}

// takeBack removes returned pieces or grams from a line. A whole line is canceled. A part of a paid line becomes
// a line of its own; a part of an unpaid line is no longer collected. Paid goods get the payment status of
// refundOfReturn.
func (p *packer) takeBack(r Return) error {
	i := slices.IndexFunc(p.lines, func(l Line) bool { return l.ID == r.LineID })
	if i < 0 || p.lines[i].SplitOf != "" || !p.lines[i].live() {
		return fault.InField("rows", "A line does not belong to this order.")
	}
	l := p.lines[i]
	quantity, lineQuantity := r.Quantity, l.Quantity
	if r.Grams > 0 {
		quantity, lineQuantity = r.Grams, l.grams()
	}
	switch {
	case quantity < 1 || quantity > lineQuantity:
		return fault.InField("rows", "From 1 to %d of %s can be returned.", lineQuantity, l.Name)
	case l.Payment == payment.RefundDue || l.Payment == payment.Refunded:
		return fault.New(fault.Conflict, "given_back", "The money for %s is already being refunded.", l.Name)
	}
	paid := l.Payment == payment.Paid
	if quantity == lineQuantity {
		l.Delivery, l.Returned = Canceled, true
		if paid {
			l.Payment = l.refundOfReturn()
		}
		p.lines[i] = l
		return nil
	}
	full := l
	l.Total -= shareOf(full.Total, quantity, lineQuantity)
	switch {
	case r.Grams > 0:
		grams := lineQuantity - quantity
		l.WeightGrams, l.Quantity = &grams, min(full.Quantity, stepsOf(grams, full.unitGrams()))
	default:
		l.Quantity -= r.Quantity
		if full.WeightGrams != nil {
			grams := *full.WeightGrams * l.Quantity / full.Quantity
			l.WeightGrams = &grams
		}
	}
	if paid {
		missing := missingPieces(l, full, p.number())
		missing.Returned, missing.Payment = true, full.refundOfReturn()
		p.added = append(p.added, missing)
	}
	p.lines[i] = l
	return nil
}

// refundOfReturn returns the payment status of returned pieces that were paid: RefundDue, or Refunded if they
// were on the khata, which is credited immediately.
func (l Line) refundOfReturn() payment.Status {
	if l.PaidBy == ByKhata {
		return payment.Refunded
	}
	return payment.RefundDue
}

// stepsOf returns how many units of step grams are needed for grams.
func stepsOf(grams, step int) int { return (grams + step - 1) / step }

// shareOf returns the price of part of the pieces when all pieces cost sum, in paise. It rounds half a paisa up.
func shareOf(sum money.Paise, part, pieces int) money.Paise {
	return money.Paise((int64(sum)*int64(part)*2 + int64(pieces)) / (2 * int64(pieces)))
}

// text describes the return, as a predicate of the actor: "took back 2 of 3 Toor Dal".
func (r Returns) text(lines []Line) language.Phrase {
	texts := make([]language.Phrase, len(r.Lines))
	for n, returned := range r.Lines {
		i := slices.IndexFunc(lines, func(l Line) bool { return l.ID == returned.LineID })
		if returned.Grams > 0 {
			texts[n] = language.NewPhrase("%s of %s %s", catalog.Kilograms(returned.Grams), catalog.Kilograms(lines[i].grams()), lines[i].Name)
		} else {
			texts[n] = language.NewPhrase("%d of %d %s", returned.Quantity, lines[i].Quantity, lines[i].Name)
		}
		if !returned.Restock {
			texts[n] = language.NewPhrase("%s (not back in stock)", texts[n])
		}
	}
	return language.NewPhrase("took back %s", language.Join(", ", texts...))
}
