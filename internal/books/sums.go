package books

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"kirana/internal/bill"
	"kirana/internal/clock"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/settings"
	"kirana/internal/tax"
)

// Sum is the number of documents and the sum of their amounts.
type Sum struct {
	Amounts

	Documents int `json:"documents"`
}

// SchemaName returns the name in the API document.
func (Sum) SchemaName() string { return "BooksSum" }

// sums holds all figures of a range of days. Each document is added once.
type sums struct {
	gstin      string
	standings  []string // of the sellers of counted documents
	gstins     []string
	boxes      map[Box]Sum
	rates      map[string]Amounts // by rate, as rateOf names it
	b2b        []invoice
	b2cl       []invoice
	cdnr       []invoice
	cdnur      []invoice
	b2cs       map[b2csKey]Amounts
	exempt     map[string]money.Paise // by exemptKind
	hsn        map[hsnKey]*hsnSum
	otherState map[string]Amounts // table 3.2 of GSTR-3B, by state
	series     map[series]*numbers
	kinds      map[bill.Kind]int
	canceled   []string
	sales      Sum         // bills, by their totals
	registered money.Paise // bills less credit notes of a registered shop, with tax
	notes      Sum         // credit notes, by their totals; negative
	moneyOnly  Sum         // credit notes without tax
	roundOff   money.Paise // of bills less credit notes
	turnover   money.Paise // of a composition taxable person
	taxable    money.Paise // the part of turnover from taxable goods
	withoutHSN money.Paise // the part of taxable from goods without an HSN
}

// invoice is a document that a table lists individually, with its taxable lines by rate.
type invoice struct {
	Document

	items map[tax.Percent]Amounts
}

// b2csKey identifies a row of table 7 (B2CS).
type b2csKey struct {
	place string
	inter bool
	rate  tax.Percent
}

// hsnKey identifies a row of table 12.
type hsnKey struct {
	registered bool
	hsn, uqc   string
	rate       tax.Percent
}

type hsnSum struct {
	Amounts

	quantity tax.Quantity
}

// series identifies a series of document numbers.
type series struct {
	notes        bool
	prefix, year string
}

type numbers struct {
	list     []number
	canceled map[int64]bool
}

type number struct {
	serial int64
	text   string
}

func newSums() *sums {
	return &sums{
		boxes: map[Box]Sum{}, rates: map[string]Amounts{}, b2cs: map[b2csKey]Amounts{}, exempt: map[string]money.Paise{}, hsn: map[hsnKey]*hsnSum{},
		otherState: map[string]Amounts{}, series: map[series]*numbers{}, kinds: map[bill.Kind]int{},
	}
}

func (s *sums) numbersOf(key series) *numbers {
	if s.series[key] == nil {
		s.series[key] = &numbers{canceled: map[int64]bool{}}
	}
	return s.series[key]
}

// addLost adds a number that was declared lost, as canceled.
func (s *sums) addLost(slot bill.Slot) {
	n := s.numbersOf(series{slot.IsCreditNote(), slot.Prefix, slot.Year})
	n.list = append(n.list, number{slot.Serial, slot.String()})
	n.canceled[slot.Serial] = true
	s.canceled = append(s.canceled, slot.String())
}

func (s *sums) add(d Document) {
	n := s.numbersOf(series{d.isNote(), d.Prefix, d.Year})
	n.list = append(n.list, number{d.Serial, d.Number})
	s.kinds[d.Kind]++
	switch {
	case d.CanceledAt != nil:
		n.canceled[d.Serial] = true
		s.canceled = append(s.canceled, d.Number)
		return
	case d.Document.MoneyOnly:
		s.moneyOnly.Documents++
		s.moneyOnly.WithTax -= d.Total
		return
	}
	seller := d.Document.Seller
	s.standings = appendNew(s.standings, seller.Standing)
	if seller.GSTIN != "" {
		s.gstins = appendNew(s.gstins, seller.GSTIN)
	}
	s.addTotals(d)
	switch seller.Standing {
	case settings.GSTRegistered:
		s.gstin = seller.GSTIN
		s.addTaxed(d)
	case settings.GSTComposition:
		s.gstin = seller.GSTIN
		s.addComposed(d)
	}
}

func appendNew(list []string, text string) []string {
	if slices.Contains(list, text) {
		return list
	}
	return append(list, text)
}

// addTotals adds the totals of a document. Goods that are taxed by the printed price count at that
// price, not at the price paid.
func (s *sums) addTotals(d Document) {
	all := Amounts{WithTax: d.Total}
	if d.isNote() {
		all.WithTax = -d.Total
	}
	for _, line := range d.Document.Lines {
		counted := d.amounts(line)
		paid := line.Gross
		if d.isNote() {
			paid = -paid
		}
		all.WithTax += counted.WithTax - paid
		all.Taxable += counted.Taxable
		s.rates[rateOf(line)] = s.rates[rateOf(line)].Plus(counted)
	}
	into, roundOff := &s.sales, d.RoundOff
	if d.isNote() {
		into, roundOff = &s.notes, -d.RoundOff
	}
	into.Amounts, into.Documents = into.Plus(all), into.Documents+1
	if d.Document.Seller.Standing == settings.GSTRegistered {
		s.registered += all.WithTax
	}
	s.roundOff += roundOff
}

func (s *sums) addTaxed(d Document) {
	items := map[tax.Percent]Amounts{}
	touched := map[Box]bool{}
	for _, line := range d.Document.Lines {
		box, a, rate := d.box(line), d.amounts(line), tax.Percent(0)
		if line.Rate != nil {
			rate = *line.Rate
		}
		sum := s.boxes[box]
		sum.Amounts = sum.Plus(a)
		if !touched[box] {
			sum.Documents++
		}
		s.boxes[box], touched[box] = sum, true
		s.addHSN(d, line, rate)
		switch {
		case box == Exempt:
			s.exempt[exemptKind(d)] += a.WithTax
			continue
		case box == Others:
			key := b2csKey{d.place(), d.Document.InterState, rate}
			s.b2cs[key] = s.b2cs[key].Plus(a)
		default:
			items[rate] = items[rate].Plus(a)
		}
		if d.Document.InterState && !d.registered() {
			s.otherState[d.place()] = s.otherState[d.place()].Plus(a)
		}
	}
	if len(items) == 0 {
		return
	}
	list := map[bool]map[bool]*[]invoice{true: {true: &s.cdnr, false: &s.cdnur}, false: {true: &s.b2b, false: &s.b2cl}}[d.isNote()][d.registered()]
	*list = append(*list, invoice{d, items})
}

func (s *sums) addHSN(d Document, line bill.Line, rate tax.Percent) {
	key := hsnKey{d.registered(), line.HSN, line.UQC, rate}
	if s.hsn[key] == nil {
		s.hsn[key] = &hsnSum{}
	}
	row := s.hsn[key]
	row.Amounts = row.Plus(d.amounts(line))
	if d.isNote() {
		row.quantity -= line.Quantity
	} else {
		row.quantity += line.Quantity
	}
}

// addComposed adds the document to both turnovers of CMP-08: a trader pays tax on taxable goods only (CGST rule 7, row
// 3).
func (s *sums) addComposed(d Document) {
	for _, line := range d.Document.Lines {
		a := d.amounts(line)
		s.turnover += a.WithTax
		if line.Treatment == tax.Exempt {
			continue
		}
		if s.taxable += a.WithTax; line.HSN == "" {
			s.withoutHSN += a.WithTax
		}
	}
}

// exemptKind returns the portal's code of a kind of supply in table 8. INTR means to another state.
func exemptKind(d Document) string {
	kind := "INTRA"
	if d.Document.InterState {
		kind = "INTR"
	}
	if d.registered() {
		return kind + "B2B"
	}
	return kind + "B2C"
}

// NumberRange is a range of consecutive numbers: a row of table 13 of GSTR-1.
type NumberRange struct {
	Notes    bool   `json:"notes" doc:"true: credit notes."`
	From     string `json:"from"`
	To       string `json:"to"`
	Count    int    `json:"count"`
	Canceled int    `json:"canceled"`

	prefix, year string
	first, last  int64
}

// SchemaName returns the name in the API document.
func (NumberRange) SchemaName() string { return "BooksIssued" }

// numberRanges returns the rows of table 13: bills first, a row for each run of numbers.
func (s *sums) numberRanges() []NumberRange {
	rows := []NumberRange{}
	for key, n := range s.series {
		slices.SortFunc(n.list, func(a, b number) int { return cmp.Compare(a.serial, b.serial) })
		for i, next := range n.list {
			if i == 0 || next.serial != n.list[i-1].serial+1 {
				rows = append(rows, NumberRange{Notes: key.notes, From: next.text, prefix: key.prefix, year: key.year, first: next.serial})
			}
			row := &rows[len(rows)-1]
			row.To, row.last = next.text, next.serial
			if row.Count++; n.canceled[next.serial] {
				row.Canceled++
			}
		}
	}
	slices.SortFunc(rows, func(a, b NumberRange) int {
		if a.Notes != b.Notes {
			return map[bool]int{false: -1, true: 1}[a.Notes]
		}
		return cmp.Or(strings.Compare(a.year, b.year), strings.Compare(a.prefix, b.prefix), cmp.Compare(a.first, b.first))
	})
	return rows
}

// Check is the same total, with tax and without round-off, computed in three ways.
type Check struct {
	Boxes     money.Paise `json:"boxes" doc:"GSTR-1: 4A + 5 + 7 + 8 less 9B."`
	HSN       money.Paise `json:"hsn" doc:"GSTR-1: table 12."`
	Documents money.Paise `json:"documents" doc:"Bills less credit notes. Days as a registered shop only, if there are any."`
	Agrees    bool        `json:"agrees"`
}

// SchemaName returns the name in the API document.
func (Check) SchemaName() string { return "BooksCheck" }

// check compares the sums of a registered shop. Other shops have no boxes and no HSN table: their sums always agree.
func (s *sums) check() Check {
	if !slices.Contains(s.standings, settings.GSTRegistered) {
		all := s.sales.WithTax + s.notes.WithTax
		return Check{Boxes: all, HSN: all, Documents: all, Agrees: true}
	}
	c := Check{Documents: s.registered}
	for _, sum := range s.boxes {
		c.Boxes += sum.WithTax
	}
	for _, row := range s.hsn {
		c.HSN += row.WithTax
	}
	c.Agrees = c.Boxes == c.HSN && c.HSN == c.Documents
	return c
}

// warnings returns sentences about problems to solve with an accountant before filing.
func (s *sums) warnings() []language.Phrase {
	list := []language.Phrase{}
	if len(s.gstins) > 1 {
		list = append(list, language.NewPhrase("Bills of these days carry different GSTINs (%s). File them separately, and ask your accountant.", strings.Join(s.gstins, ", ")))
	}
	if len(s.standings) > 1 {
		list = append(list, language.Word("The shop’s GST standing changed during these days. Only the bills of a registered shop are in GSTR-1, only those of a composition shop in CMP-08."))
	}
	for _, key := range s.smallRows() {
		if s.b2cs[key].belowZero() {
			list = append(list, language.NewPhrase("Box 7 is below zero for %s at %s %%: more came back than was sold. The portal may refuse it; ask your accountant.", tax.StateName(key.place), key.rate))
		}
	}
	var without money.Paise
	for key, row := range s.hsn {
		if key.hsn == "" {
			without += row.WithTax
		}
	}
	if without != 0 {
		list = append(list, language.NewPhrase("Goods for %s were billed without an HSN, which box 12 needs. Enter the HSN of the products on the page Tax, and ask your accountant about these bills.", without))
	}
	if s.withoutHSN != 0 {
		list = append(list, language.NewPhrase("Goods for %s were sold without an HSN. CMP-08 counts them as taxable. Enter the HSN of the products on the page Tax, and ask your accountant about these bills.", s.withoutHSN))
	}
	switch n := s.moneyOnly.Documents; n {
	case 0:
	case 1:
		list = append(list, language.Word("1 credit note came too late to take back tax. It is in no return."))
	default:
		list = append(list, language.NewPhrase("%d credit notes came too late to take back tax. They are in no return.", n))
	}
	return list
}

// smallRows returns the keys of table 7 in order: sales within the state first.
func (s *sums) smallRows() []b2csKey {
	return slices.SortedFunc(maps.Keys(s.b2cs), func(a, b b2csKey) int {
		if a.inter != b.inter {
			return map[bool]int{false: -1, true: 1}[a.inter]
		}
		return cmp.Or(strings.Compare(a.place, b.place), cmp.Compare(a.rate, b.rate))
	})
}

// Days is a range of days in India.
type Days struct {
	From, To time.Time // UTC: the beginning of the first day and the end of the last one
}

// months returns 1 for a whole month, 3 for a quarter of the financial year, and 0 for other ranges.
func (d Days) months() int {
	from, to := d.From.In(clock.India), d.To.In(clock.India)
	for _, n := range []int{1, 3} {
		if from.Day() == 1 && from.AddDate(0, n, 0).Equal(to) && (n == 1 || from.Month()%3 == 1) {
			return n
		}
	}
	return 0
}

// period returns the portal's code of a month or quarter: MMYYYY of its last month.
func (d Days) period() string { return d.To.In(clock.India).AddDate(0, 0, -1).Format("012006") }
