package purchase

import (
	"slices"
	"strconv"
	"strings"

	"kirana/internal/catalog"
	"kirana/internal/catalog/importer/csvimport"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/tax"
	"kirana/internal/unicodetext"
)

// maxSum limits a line: below money.Max, because the cost of a piece is rounded.
const maxSum = money.Max / 100 * 99

// readAmount takes the discount off the cost and stores the amount of the line.
func (r lineReader) readAmount(l *FileLine, row csvimport.TableRow) {
	if l.Cost == nil {
		return
	}
	total, _, hasTotal := r.table.Amount(r.heading(fieldAmount), r.get(row, fieldAmount))
	r.takeDiscount(l, r.get(row, fieldDiscount), total, hasTotal)
	if hasTotal && total > 0 {
		l.total = &total
	}
}

// checkAmount drops a cost that is too high, and compares quantity and cost with the amount of the line, once the pack is
// known.
func (l *FileLine) checkAmount() {
	if l.Cost == nil {
		l.checkLoose()
		return
	}
	if l.perPiece && l.Pack == 0 {
		l.note("The cost %s is for another unit than the quantity, so it was left out.", *l.Cost)
		l.Cost = nil
		l.checkLoose()
		return
	}
	l.checkLoose()
	each := l.Cost.Times(max(l.Pack, 1))
	isPiece := l.total != nil && l.Unit != "" && l.Grams == nil && !l.comesTo(*l.Cost, *l.total) && l.comesTo(each, *l.total)
	if l.perPiece || isPiece {
		l.Cost = &each
	}
	if l.sum() > maxSum {
		l.note("The cost %s is too high, so it was left out.", *l.Cost)
		l.Cost = nil
		return
	}
	if l.total != nil && !l.isPackUnknown() && !l.comesTo(*l.Cost, *l.total) {
		l.note("Quantity times cost is %s, but the file says %s: please check quantity, cost and discount.", l.sum(), *l.total)
	}
}

// checkLoose decides by the amount of the line whether pieces after the first number of the quantity were paid or free. It
// adds a note if the amount does not decide.
func (l *FileLine) checkLoose() {
	switch {
	case l.Loose > 0 && !l.matchesTotal():
		paid := *l
		if l.Loose, l.Free = 0, l.Free+l.Loose; l.matchesTotal() {
			l.note("%s was read with %d free pieces, as the amount of the line says.", quoted(l.quantityCell), paid.Loose)
			return
		}
		*l = paid
		l.note("%s was read as %d %s and %d single pieces, all of them paid.", quoted(l.quantityCell), l.Count, l.Unit, l.Loose)
	case l.freeAfterPlus && l.Grams == nil:
		free, isConfirmed := *l, l.matchesTotal()
		if l.Free = 0; l.isPacked() {
			l.Loose = free.Free
		} else {
			l.Count += free.Free
		}
		if !isConfirmed && l.matchesTotal() {
			l.note("%s was read without free pieces, as the amount of the line says.", quoted(l.quantityCell))
			return
		}
		switch *l = free; {
		case l.isPacked():
			l.noteFreeOfPack(strconv.Itoa(l.Free))
		case !isConfirmed && l.Free >= l.Count:
			l.note("%s was read with %d free pieces: please check whether they were paid.", quoted(l.quantityCell), l.Free)
		}
	}
}

// matchesTotal reports whether the paid quantity comes to the amount of the line, with the cost read as the cost of a unit or of
// a piece.
func (l *FileLine) matchesTotal() bool {
	if l.total == nil || l.Cost == nil || l.isPackUnknown() {
		return false
	}
	return l.comesTo(*l.Cost, *l.total) || l.Pack > 1 && l.comesTo(l.Cost.Times(l.Pack), *l.total)
}

// isPackUnknown reports whether the quantity cannot be counted in units, because the pack is unknown.
func (l *FileLine) isPackUnknown() bool { return l.Loose > 0 && l.Pack == 0 }

// netCostHeadings are headings of a cost without the discount.
var netCostHeadings = []string{"netrate", "landingcost"}

// takeDiscount takes a line's discount off its cost. A number without "%" can be per cent, rupees of the line or rupees of
// a piece: the line's amount decides.
func (r lineReader) takeDiscount(l *FileLine, cell string, total money.Paise, hasTotal bool) {
	if strings.Trim(cell, "0.% ") == "" || slices.Contains(netCostHeadings, plainHeading(r.heading(fieldCost))) {
		return
	}
	before, after := *l.Cost, money.Paise(-1)
	percent, err := tax.ParsePercent(strings.ReplaceAll(cell, " ", ""))
	byPercent := before - percentOf(before, percent)
	off, _, isAmount := r.table.Amount(r.heading(fieldDiscount), cell)
	ofLine := money.Paise(float64(l.sum()-off)/l.quantity() + 0.5)
	switch {
	case err == nil && strings.Contains(cell+r.heading(fieldDiscount), "%"):
		after = byPercent
	case !hasTotal || l.quantity() == 0:
	case err == nil && l.comesTo(byPercent, total):
		after = byPercent
	case isAmount && l.comesTo(ofLine, total):
		after = ofLine
	case isAmount && l.comesTo(before-off, total):
		after = before - off
	}
	if after < 0 {
		l.note("The discount %s may be per cent, rupees of the line or of a piece, so it is not taken off the cost.", quoted(cell))
		return
	}
	l.Cost = &after
	l.note("The discount %s is taken off the cost: %s instead of %s.", quoted(cell), after, before)
}

// quantity returns the paid quantity in the unit of the cost.
func (l *FileLine) quantity() float64 {
	if l.Grams != nil {
		return float64(*l.Grams) / weightUnits[l.Unit]
	}
	return float64(l.Count) + float64(l.Loose)/float64(max(l.Pack, 1))
}

// sum returns quantity times cost.
func (l *FileLine) sum() money.Paise {
	return money.Paise(l.quantity()*float64(*l.Cost) + 0.5)
}

// comesTo reports whether quantity times cost is an amount, with or without tax. Rounded costs may differ by a rupee, or
// by half a paisa for each piece.
func (l *FileLine) comesTo(cost, amount money.Paise) bool {
	near := func(sum float64) bool {
		return max(sum-float64(amount), float64(amount)-sum) <= max(100, l.quantity()/2)
	}
	sum := l.quantity() * float64(cost)
	if near(sum) {
		return true
	}
	for _, rate := range taxRates {
		if l.Rate != nil && *l.Rate != rate {
			continue
		}
		if part := 1 + float64(rate)/100_00; near(sum*part) || l.WithTax && near(sum/part) {
			return true
		}
	}
	return false
}

// taxRates are the rates of GST on goods, in hundredths of a per cent.
var taxRates = []tax.Percent{25, 100, 150, 300, 500, 600, 1200, 1800, 2800, 4000}

// checkProduct notes costs and MRPs that do not suit the line's product.
func (l *FileLine) checkProduct(p catalog.Product) {
	if p.IsSoldByWeight() {
		return
	}
	mrp := p.Price
	if l.MRP != nil {
		if mrp = *l.MRP; mrp > p.Price*3/2 || mrp < p.Price/2 {
			l.note("The MRP of %s becomes %s. It is %s now.", p.Name, mrp, p.Price)
		}
	}
	if l.Cost == nil || l.Grams != nil || l.Pack == 0 || l.quantity() == 0 {
		return
	}
	switch each := money.CostOf(*l.Cost, l.Pack).Paise(); {
	case each > mrp:
		l.note("A piece of %s costs more than its MRP of %s: the cost may be of a pack.", p.Name, mrp)
	case p.Cost != nil && (each > p.Cost.Paise()*2 || each < p.Cost.Paise()/2):
		l.note("A piece of %s costs %s on this bill, and %s on average so far: please check unit and cost.", p.Name, each, p.Cost.Paise())
	case each < p.Price/maxMargin:
		l.note("A piece of %s costs %s on this bill, and its MRP is %s: please check unit and cost.", p.Name, each, p.Price)
	}
}

// maxMargin is the ratio of MRP to cost above which a cost is doubtful.
const maxMargin = 5

// wordStart is the length in letters by which two words are compared: suppliers shorten words.
const wordStart = 3

// sharesWord reports whether a supplier's words and a product have a word with the same beginning.
func sharesWord(words string, p catalog.Product) bool {
	names := []string{p.Name}
	for _, name := range p.Names {
		names = append(names, name)
	}
	known := map[string]bool{}
	for _, name := range names {
		for _, word := range wordStarts(name) {
			known[word] = true
		}
	}
	for _, word := range wordStarts(words) {
		if known[word] {
			return true
		}
	}
	return false
}

func wordStarts(text string) (starts []string) {
	for word := range strings.FieldsSeq(unicodetext.Key(text)) {
		if letters := []rune(word); len(letters) >= wordStart && strings.Trim(word, "0123456789.") != "" {
			starts = append(starts, string(letters[:wordStart]))
		}
	}
	return starts
}

// texts translates phrases.
func texts(phrases []language.Phrase, lang string) []string {
	written := make([]string, len(phrases))
	for i, phrase := range phrases {
		written[i] = phrase.In(lang)
	}
	return written
}
