package order

import (
	"cmp"
	"slices"

	"kirana/internal/catalog"
	"kirana/internal/fault"
	"kirana/internal/id"
	"kirana/internal/money"
	"kirana/internal/payment"
)

// Pack is the packed quantity of a line, and its weight if it is weighed.
type Pack struct {
	LineID      string
	Quantity    int // 0 cancels the line
	WeightGrams *int
}

// packer reduces the lines of an order to the packed quantities.
type packer struct {
	order     Order
	lines     []Line
	added     []Line // new lines
	givenBack refunds
	number    func() string // returns a new number of a line
}

// refunds maps the ids of lines whose refund cannot be withdrawn to the fault.Conflict that says
// why.
type refunds map[string]error

// pack sets the packed quantity and weight of a line, and its total. Missing pieces that were paid
// become a line of their own, which is RefundDue.
func (p *packer) pack(pack Pack) error {
	i := slices.IndexFunc(p.lines, func(l Line) bool { return l.ID == pack.LineID })
	if i < 0 || p.lines[i].Hidden || p.lines[i].SplitOf != "" {
		return fault.InField("rows", "A line does not belong to this order.")
	}
	l := p.lines[i]
	switch {
	case pack.Quantity < 0 || pack.Quantity > l.OrderedQuantity:
		return fault.InField("rows", "At most %d of %s were ordered.", l.OrderedQuantity, l.Name)
	case l.Delivery == Delivered:
		return fault.New(fault.Conflict, "delivered", "%s is delivered already.", l.Name)
	case l.Payment == payment.Refunded && pack.Quantity > 0:
		return fault.New(fault.Conflict, "refunded", "The money for %s is given back already.", l.Name)
	}
	if pack.Quantity == 0 {
		p.takeBackSplit(&l)
		l.State = l.withDelivery(Canceled)
		p.lines[i] = l
		return nil
	}
	if l.Delivery == Canceled {
		if err := cmp.Or(canRevive(p.lines, l), p.givenBack[l.ID]); err != nil {
			return err
		}
		l.State = l.withDelivery(Pending)
	}
	p.takeBackSplit(&l)
	paid := l.Payment == payment.Paid
	full := l
	l.Quantity, l.WeightGrams = pack.Quantity, pack.WeightGrams
	total, err := packedTotal(l)
	if err != nil {
		return err
	}
	l.Total = total
	switch {
	case paid && (l.Total > full.Total || l.Quantity > full.Quantity):
		return errGivenBack
	case paid && l.Total < full.Total:
		p.added = append(p.added, missingPieces(l, full, p.number()))
	}
	p.lines[i] = l
	return nil
}

// missingPieces returns a canceled line with the pieces that full has and packed lacks, at least
// one. It is RefundDue, and its total is the difference of the two totals.
func missingPieces(packed, full Line, number string) Line {
	missing := full
	missing.ID, missing.Number, missing.SplitOf, missing.CartLineID, missing.Claimed, missing.RoundOff = id.New(), number, full.ID, nil, 0, 0
	missing.Quantity = max(1, full.Quantity-packed.Quantity)
	missing.OrderedQuantity, missing.Picked, missing.WeightGrams = missing.Quantity, false, nil
	missing.Total = full.Total - packed.Total
	missing.Delivery, missing.Payment, missing.Returned = Canceled, payment.RefundDue, false
	return missing
}

// takeBackSplit merges the missing pieces of a line back into it and hides their lines, so that the
// line can be packed again. It does not merge pieces whose refund cannot be withdrawn, or that the
// shopper removed or returned. It does nothing if the line itself was refunded or is not paid yet.
func (p *packer) takeBackSplit(l *Line) {
	if l.Payment == payment.Refunded || l.Payment == payment.CashOnDelivery {
		return
	}
	ordered := (l.Price - l.Discount).Times(l.OrderedQuantity)
	for i, split := range slices.Backward(p.lines) {
		if split.SplitOf != l.ID || split.Hidden || split.Returned || split.Payment != payment.RefundDue || p.givenBack[split.ID] != nil || l.Total+split.Total > ordered {
			continue
		}
		l.Total, l.RoundOff = l.Total+split.Total, l.RoundOff+split.RoundOff
		l.Quantity = min(l.OrderedQuantity, l.Quantity+split.Quantity)
		p.lines[i].Hidden, p.lines[i].Payment = true, payment.Paid
	}
}

// packedTotal returns the price of the packed quantity by its weight, in paise, at most the price
// without weighing.
func packedTotal(l Line) (money.Paise, error) {
	total := (l.Price - l.Discount).Times(l.Quantity)
	if l.WeightGrams == nil {
		return total, nil
	}
	grams, ok := catalog.GramsOf(l.Unit)
	if !ok {
		return 0, fault.InField("rows", "%s is not sold by weight.", l.Name)
	}
	if *l.WeightGrams <= 0 {
		return 0, fault.InField("rows", "The weight of %s must be more than nothing.", l.Name)
	}
	ordered := int64(grams) * int64(l.Quantity)
	// Round half a paisa up, as on a bill.
	weighed := money.Paise((int64(total)*int64(*l.WeightGrams)*2 + ordered) / (2 * ordered))
	return min(weighed, total), nil
}

// replacementPrice returns the price of one piece of a replacement, in paise: payable, or less if
// all pieces would cost more than the replaced line.
func replacementPrice(replaced Line, payable money.Paise, pieces int) money.Paise {
	return min(payable, replaced.Total/money.Paise(pieces))
}

// openPayment returns the payment status of a line added to an order. In a cash order the line is
// to be collected, even if the rest was paid by UPI.
func openPayment(o Order) payment.Status {
	if o.Method == COD {
		return payment.CashOnDelivery
	}
	return payment.Paid
}

// settleReplaced moves the money of a replaced line to the line that replaces it. If the
// replacement is cheaper, only the difference stays RefundDue. The amount of a UPI claim moves in
// the same way.
func settleReplaced(c *orderChange, replaced int, added *Line) {
	l := &c.lines[replaced]
	added.Claimed = min(l.Claimed, added.Total)
	l.Claimed -= added.Claimed
	if l.Payment != payment.RefundDue {
		return
	}
	l.Total -= added.Total
	if l.Total == 0 {
		l.Payment = payment.Paid
		added.RoundOff, l.RoundOff = l.RoundOff, 0
	}
}
