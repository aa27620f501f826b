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

// Pack is the packed quantity of a row, and the weight of weighed goods in grams.
type Pack struct {
	RowID       string
	Quantity    int // 0 cancels the row
	WeightGrams *int
}

// packer changes the rows of a checkout to what could be packed.
type packer struct {
	checkout  Checkout
	rows      []Order
	added     []Order // new rows
	givenBack refunds
	number    func() string
}

// refunds are the rows whose refund cannot be withdrawn, each with the fault.Conflict that says
// why.
type refunds map[string]error

// pack sets the packed pieces of a row. The price follows; paid but missing pieces become their own
// row, whose refund is due.
func (p *packer) pack(pack Pack) error {
	i := slices.IndexFunc(p.rows, func(o Order) bool { return o.ID == pack.RowID })
	if i < 0 || p.rows[i].Hidden || p.rows[i].SplitOf != "" {
		return fault.InField("rows", "A line is not of this order.")
	}
	o := p.rows[i]
	switch {
	case pack.Quantity < 0 || pack.Quantity > o.OrderedQuantity:
		return fault.InField("rows", "At most %d of %s were ordered.", o.OrderedQuantity, o.Name)
	case o.Delivery == Delivered:
		return fault.New(fault.Conflict, "delivered", "%s is delivered already.", o.Name)
	case o.Payment == payment.Refunded && pack.Quantity > 0:
		return fault.New(fault.Conflict, "refunded", "The money for %s is given back already.", o.Name)
	}
	if pack.Quantity == 0 {
		p.takeBackSplit(&o)
		o.State = o.withDelivery(Canceled)
		p.rows[i] = o
		return nil
	}
	if o.Delivery == Canceled {
		if err := cmp.Or(canRevive(p.rows, o), p.givenBack[o.ID]); err != nil {
			return err
		}
		o.State = o.withDelivery(Pending)
	}
	p.takeBackSplit(&o)
	paid := o.Payment == payment.Paid
	full := o
	o.Quantity, o.WeightGrams = pack.Quantity, pack.WeightGrams
	total, err := packedTotal(o)
	if err != nil {
		return err
	}
	o.Total = total
	switch {
	case paid && (o.Total > full.Total || o.Quantity > full.Quantity):
		return errGivenBack
	case paid && o.Total < full.Total:
		p.added = append(p.added, missingPieces(o, full, p.number()))
	}
	p.rows[i] = o
	return nil
}

// missingPieces returns the row, with a number, of the paid pieces of full that are missing in
// packed. Its price is the difference of both.
func missingPieces(packed, full Order, number string) Order {
	missing := full
	missing.ID, missing.Number, missing.SplitOf, missing.CartLineID, missing.Claimed, missing.RoundOff = id.New(), number, full.ID, nil, 0, 0
	missing.Quantity = max(1, full.Quantity-packed.Quantity)
	missing.OrderedQuantity, missing.Picked, missing.WeightGrams = missing.Quantity, false, nil
	missing.Total = full.Total - packed.Total
	missing.Delivery, missing.Payment, missing.Returned = Canceled, payment.RefundDue, false
	return missing
}

// takeBackSplit undoes an earlier split: it merges split-off rows back into their row and hides
// them. It leaves rows whose money was given back, pieces that the shopper removed or returned, and
// the splits of a row whose own money was given back or is still to be collected.
func (p *packer) takeBackSplit(o *Order) {
	if o.Payment == payment.Refunded || o.Payment == payment.CashOnDelivery {
		return
	}
	ordered := (o.Price - o.Discount).Times(o.OrderedQuantity)
	for i, split := range slices.Backward(p.rows) {
		if split.SplitOf != o.ID || split.Hidden || split.Returned || split.Payment != payment.RefundDue || p.givenBack[split.ID] != nil || o.Total+split.Total > ordered {
			continue
		}
		o.Total, o.RoundOff = o.Total+split.Total, o.RoundOff+split.RoundOff
		o.Quantity = min(o.OrderedQuantity, o.Quantity+split.Quantity)
		p.rows[i].Hidden, p.rows[i].Payment = true, payment.Paid
	}
}

// packedTotal returns the price of the packed quantity and weight, at most that of the ordered one.
func packedTotal(o Order) (money.Paise, error) {
	total := (o.Price - o.Discount).Times(o.Quantity)
	if o.WeightGrams == nil {
		return total, nil
	}
	grams, ok := catalog.GramsOf(o.Unit)
	if !ok {
		return 0, fault.InField("rows", "%s is not sold by weight.", o.Name)
	}
	if *o.WeightGrams <= 0 {
		return 0, fault.InField("rows", "The weight of %s must be more than nothing.", o.Name)
	}
	ordered := int64(grams) * int64(o.Quantity)
	// Half a paisa is rounded up, as on a bill.
	weighed := money.Paise((int64(total)*int64(*o.WeightGrams)*2 + ordered) / (2 * ordered))
	return min(weighed, total), nil
}

// replacementPrice returns the price of one replacing piece, so that all pieces cost at most the
// replaced row.
func replacementPrice(replaced Order, payable money.Paise, pieces int) money.Paise {
	return min(payable, replaced.Total/money.Paise(pieces))
}

// openPayment returns the payment status of an added row: in a cash order to be collected, even if
// the order was paid by UPI before the addition.
func openPayment(c Checkout) payment.Status {
	if c.Method == COD {
		return payment.CashOnDelivery
	}
	return payment.Paid
}

// settleReplaced moves the money of a replaced row to its replacement: of a paid row only the
// difference to a cheaper replacement is due back. A claimed payment moves likewise.
func settleReplaced(w *checkoutChange, replaced int, added *Order) {
	o := &w.rows[replaced]
	added.Claimed = min(o.Claimed, added.Total)
	o.Claimed -= added.Claimed
	if o.Payment != payment.RefundDue {
		return
	}
	o.Total -= added.Total
	if o.Total == 0 {
		o.Payment = payment.Paid
		added.RoundOff, o.RoundOff = o.RoundOff, 0
	}
}
