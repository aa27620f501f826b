package purchase

import (
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/tax"
)

// taxTerms determine the tax of a purchase.
type taxTerms struct {
	taxed      bool // the supplier charges tax
	interState bool
	credit     bool // the shop can claim input tax credit
}

// computeSums computes the sums of a purchase and its lines.
func (p *Purchase) computeSums(s taxTerms) {
	p.Credit, p.Split, p.Pieces = s.credit, tax.Split{}, 0
	amounts := make([]money.Paise, len(p.Lines))
	for i, l := range p.Lines {
		amounts[i] = l.sum()
	}
	for i, discount := range share(p.Discount, amounts) {
		l := &p.Lines[i]
		l.computeSums(amounts[i]-discount, s)
		p.Split = p.Split.Plus(l.Split)
		p.Pieces += l.steps(l.quantity())
	}
	p.RoundOff = p.roundOff(p.Split.Total())
	p.Total = p.Split.Total() + p.RoundOff.Paise()
}

// sum returns the total of a line at its cost, rounded half up.
func (l Line) sum() money.Paise {
	switch {
	case l.Cost == nil:
		return 0
	case l.Grams != nil:
		return (*l.Cost*money.Paise(*l.Grams) + gramsPerKilogram/2) / gramsPerKilogram
	}
	return *l.Cost * money.Paise(l.Pieces)
}

const gramsPerKilogram = 1000

// computeSums computes a line's tax and the cost of its pieces.
func (l *Line) computeSums(amount money.Paise, s taxTerms) {
	rate, cess := l.rate(), tax.Percent(0)
	if !s.taxed {
		rate = 0
	}
	if rate > 0 && l.Product.Rate != nil && rate == *l.Product.Rate {
		cess = l.Product.cess
	}
	if l.WithTax {
		l.Split = tax.SplitGross(amount, rate, cess, s.interState)
	} else {
		l.Split = tax.AddTo(amount, rate, cess, s.interState)
	}
	if l.Value = l.Split.Total(); s.credit {
		l.Value = l.Taxable
	}
}

// rate returns the line's own rate, otherwise the product's; 0 if both are unknown.
func (l *Line) rate() tax.Percent {
	switch {
	case l.Rate != nil:
		return *l.Rate
	case l.Product.Rate != nil:
		return *l.Product.Rate
	}
	return 0
}

// share distributes a discount over amounts in proportion, to the paisa; the first lines get the remainder.
func share(discount money.Paise, amounts []money.Paise) []money.Paise {
	var sum, given money.Paise
	for _, amount := range amounts {
		sum += amount
	}
	shares := make([]money.Paise, len(amounts))
	if sum == 0 {
		return shares
	}
	discount = min(discount, sum)
	for i, amount := range amounts {
		shares[i] = discount * amount / sum // fits an int64: amounts are at most money.Max
		given += shares[i]
	}
	for i := 0; given < discount; i = (i + 1) % len(shares) {
		if shares[i] < amounts[i] {
			shares[i]++
			given++
		}
	}
	return shares
}

// roundOff returns the round-off of a sum: the typed one, or the rounding to the nearest rupee if that gives the paper's
// total, or 0.
func (p *Purchase) roundOff(sum money.Paise) money.Adjustment {
	switch {
	case p.TypedRound != nil:
		return *p.TypedRound
	case p.PaperTotal != nil && *p.PaperTotal == sum+tax.RoundOff(sum):
		return money.Adjustment(tax.RoundOff(sum))
	}
	return 0
}

// difference returns how the total differs from the paper's, or the empty phrase.
func (p *Purchase) difference() language.Phrase {
	switch {
	case p.PaperTotal == nil || *p.PaperTotal == p.Total:
		return language.Phrase{}
	case p.Total > *p.PaperTotal:
		return language.NewPhrase("The lines come to %s more than the paper says.", p.Total-*p.PaperTotal)
	}
	return language.NewPhrase("The lines come to %s less than the paper says.", *p.PaperTotal-p.Total)
}

// part returns the tax and the value of pieces that are returned now, after earlier returns. All parts of a line add up to its
// amounts.
func (l *Line) part(pieces int) (tax.Split, money.Paise) {
	all := l.quantity()
	part := func(amount money.Paise) money.Paise {
		return upTo(amount, l.Returned+pieces, all) - upTo(amount, l.Returned, all)
	}
	split := tax.Split{Taxable: part(l.Taxable), CGST: part(l.CGST), SGST: part(l.SGST), IGST: part(l.IGST), Cess: part(l.Cess)}
	return split, part(l.Value)
}

// upTo returns the amount of the first `pieces` of `all` pieces, rounded down.
func upTo(amount money.Paise, pieces, all int) money.Paise {
	return amount * money.Paise(pieces) / money.Paise(all)
}
