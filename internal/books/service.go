package books

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"kirana/internal/audit"
	"kirana/internal/bill"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/export/sheet"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/settings"
	"kirana/internal/tax"
)

// Service computes the books and closes months.
type Service struct {
	db       *db.DB
	clock    clock.Clock
	settings *settings.Service
	audit    *audit.Service
}

// New returns a service.
func New(d *db.DB, c clock.Clock, s *settings.Service, log *audit.Service) *Service {
	return &Service{db: d, clock: c, settings: s, audit: log}
}

// pageTimeout limits reading one page of documents.
const pageTimeout = 15 * time.Second

// read calls computeState outside a transaction.
func (s *Service) read(ctx context.Context, days Days, asOf time.Time) (state state, err error) {
	if state, err = computeState(db.WithTimeout(ctx, pageTimeout), s.db, days, asOf); err != nil {
		return state, fmt.Errorf("reckon the books: %w", err)
	}
	return state, nil
}

// RateSum is the sum of the sales at a rate, less credit notes.
type RateSum struct {
	Amounts

	Rate string `json:"rate" doc:"Rate in per cent, or exempt. Empty if no tax is shown."`
}

// SchemaName returns the name in the API document.
func (RateSum) SchemaName() string { return "BooksRate" }

// BoxSum is a box of a return.
type BoxSum struct {
	Sum

	Box string `json:"box" enum:"4A,5,7,8,9B,12 B2B,12 B2C,3.1(a),3.1(c),3.2"`
}

// SchemaName returns the name in the API document.
func (BoxSum) SchemaName() string { return "BooksBox" }

// StateSum is the sum of the sales to unregistered buyers in another state.
type StateSum struct {
	Amounts

	Place string `json:"placeOfSupply" doc:"State code."`
}

// SchemaName returns the name in the API document.
func (StateSum) SchemaName() string { return "BooksState" }

// HSNSum is a row of the HSN summary.
type HSNSum struct {
	Amounts

	Registered bool         `json:"registered" doc:"true: sold to buyers with a GSTIN."`
	HSN        string       `json:"hsn"`
	UQC        string       `json:"uqc"`
	Quantity   tax.Quantity `json:"quantity"`
	Rate       tax.Percent  `json:"rate"`
}

// SchemaName returns the name in the API document.
func (HSNSum) SchemaName() string { return "BooksHSN" }

// KindCount is the number of documents of a kind.
type KindCount struct {
	Kind  bill.Kind `json:"kind" enum:"TAX_INVOICE,BILL_OF_SUPPLY,INVOICE_CUM_BILL_OF_SUPPLY,CASH_MEMO,CREDIT_NOTE"`
	Count int       `json:"count"`
}

// SchemaName returns the name in the API document.
func (KindCount) SchemaName() string { return "BooksKind" }

// Summary holds the figures of a range of days, as required by the returns.
type Summary struct {
	Standing    string        `json:"standing" enum:"REGISTERED,COMPOSITION,UNREGISTERED," doc:"Current GST registration of the shop."`
	Sales       Sum           `json:"sales" doc:"Bills with tax, without round-off."`
	Notes       Sum           `json:"notes" doc:"Credit notes. Negative."`
	RoundOff    money.Paise   `json:"roundOff"`
	Rates       []RateSum     `json:"rates" doc:"Amounts by rate, less credit notes."`
	Issued      []NumberRange `json:"issued" doc:"Number ranges of documents, GSTR-1 table 13."`
	Kinds       []KindCount   `json:"kinds" doc:"Number of documents by kind, including canceled ones."`
	Canceled    []string      `json:"canceled" doc:"Numbers of canceled documents, at most 100."`
	Boxes       []BoxSum      `json:"boxes" doc:"Boxes of GSTR-1 and GSTR-3B. Empty unless the shop was registered."`
	InputTax    tax.Split     `json:"inputTax" doc:"GSTR-3B table 4(A)(5): input tax credit of purchases, less goods returned to suppliers."`
	OtherStates []StateSum    `json:"otherStates" doc:"GSTR-3B table 3.2."`
	HSN         []HSNSum      `json:"hsn"`
	CMP08       CMP08         `json:"cmp08"`
	Check       Check         `json:"check"`
	Missing     int           `json:"missing" doc:"Count of numbers in the series that no document has."`
	Warnings    []string      `json:"warnings" doc:"Warnings for the owner and the accountant, as sentences."`
	Waiting     WaitingBills  `json:"waiting" doc:"Orders whose goods left without a bill, placed before the end of the period."`
	Closed      []ClosedMonth `json:"closed" doc:"Closed months of the period."`
	Corrections []Correction  `json:"corrections" doc:"Later credit notes for bills of a closed month, at most 100."`
	KeptOpen    string        `json:"keptOpen" doc:"Reason why the month cannot be closed. Empty if it can, and for days other than one month."`
}

// SchemaName returns the name in the API document.
func (Summary) SchemaName() string { return "Books" }

// Summary returns the figures of a range of days.
func (s *Service) Summary(ctx context.Context, days Days) (Summary, error) {
	shop, err := s.settings.Get(ctx)
	if err != nil {
		return Summary{}, err
	}
	now := s.clock.Now()
	state, err := s.read(ctx, days, now)
	if err != nil {
		return Summary{}, err
	}
	v, lang := state.summary(shop.Legal.GSTIN), language.Of(ctx)
	for _, warning := range state.warnings() {
		v.Warnings = append(v.Warnings, warning.In(lang))
	}
	v.Standing = shop.Legal.GST
	if v.InputTax, err = s.inputTax(ctx, days); err != nil {
		return Summary{}, err
	}
	if v.Closed, err = closings(ctx, s.db, days); err != nil {
		return Summary{}, fmt.Errorf("read the closed months: %w", err)
	}
	v.Corrections = []Correction{}
	if len(v.Closed) > 0 {
		if v.Corrections, err = corrections(ctx, s.db, days); err != nil {
			return Summary{}, fmt.Errorf("read later corrections: %w", err)
		}
	}
	if why := state.keepsOpen(days, now); why != nil && days.months() == 1 {
		v.KeptOpen = why.Phrase().In(lang)
	}
	return v, nil
}

// maxNumbers limits the list of canceled numbers.
const maxNumbers = 100

func (s state) summary(gstin string) Summary {
	v := Summary{
		Sales: s.sales, Notes: s.notes, RoundOff: s.roundOff, Rates: []RateSum{}, Issued: s.numberRanges(), Kinds: []KindCount{}, Boxes: []BoxSum{},
		OtherStates: []StateSum{}, HSN: []HSNSum{}, CMP08: s.cmp08(gstin), Check: s.check(), Missing: s.missing, Warnings: []string{}, Waiting: s.waiting,
		Canceled: append([]string{}, s.canceled[:min(maxNumbers, len(s.canceled))]...),
	}
	for _, rate := range slices.SortedFunc(maps.Keys(s.rates), byRate) {
		v.Rates = append(v.Rates, RateSum{s.rates[rate], rate})
	}
	for _, kind := range bill.Kinds {
		if n := s.kinds[kind]; n > 0 {
			v.Kinds = append(v.Kinds, KindCount{kind, n})
		}
	}
	if slices.Contains(s.standings, settings.GSTRegistered) {
		v.Boxes = s.boxSums()
	}
	for _, place := range slices.Sorted(maps.Keys(s.otherState)) {
		v.OtherStates = append(v.OtherStates, StateSum{s.otherState[place], place})
	}
	for _, key := range s.hsnRows() {
		v.HSN = append(v.HSN, HSNSum{s.hsn[key].Amounts, key.registered, key.hsn, key.uqc, s.hsn[key].quantity, key.rate})
	}
	return v
}

// boxSums returns the boxes of GSTR-1 and GSTR-3B, in the order of filterBoxes.
func (s *sums) boxSums() []BoxSum {
	interState := Sum{}
	for _, a := range s.otherState {
		interState.Amounts = interState.Plus(a)
	}
	hsn := map[bool]Sum{}
	for key, row := range s.hsn {
		sum := hsn[key.registered]
		sum.Amounts = sum.Plus(row.Amounts)
		hsn[key.registered] = sum
	}
	list := []BoxSum{}
	for _, box := range []Box{Registered, Large, Others, Exempt, Notes} {
		list = append(list, BoxSum{s.boxes[box], string(box)})
	}
	return append(list, BoxSum{hsn[true], "12 B2B"}, BoxSum{hsn[false], "12 B2C"},
		BoxSum{Sum{Amounts: s.outward()}, "3.1(a)"}, BoxSum{s.boxes[Exempt], "3.1(c)"}, BoxSum{interState, "3.2"})
}

// Selection selects document lines of a range of days.
type Selection struct {
	Days
	Filter
}

// Sales returns a page of the sales register, oldest first, and the number of documents of all pages. Without a filter,
// that number is exact up to db.MaxCounted only.
func (s *Service) Sales(ctx context.Context, of Selection, number, limit int) (entries []Entry, total int, err error) {
	ctx, entries = db.WithTimeout(ctx, pageTimeout), []Entry{}
	if of.Filter == (Filter{}) {
		var documents []Document
		documents, total, err = list(ctx, s.db, of.Days, number, limit)
		for _, d := range documents {
			e, _ := d.entry(of.Filter)
			entries = append(entries, e)
		}
	} else {
		err = each(ctx, s.db, of.Days, s.clock.Now(), func(d Document) {
			e, selected := d.entry(of.Filter)
			if !selected {
				return
			}
			if total >= (number-1)*limit && total < number*limit {
				entries = append(entries, e)
			}
			total++
		})
	}
	if err != nil {
		return nil, 0, fmt.Errorf("list sales: %w", err)
	}
	return entries, total, nil
}

// register returns a table of the documents as they were at a time, read page by page. rows returns the rows of a
// document.
func (s *Service) register(days Days, asOf time.Time, header []string, rows func(Document) [][]sheet.Cell) sheet.Table {
	var last after
	done := false
	return sheet.Table{Header: header, Next: func(ctx context.Context) (cells [][]sheet.Cell, err error) {
		for !done && len(cells) == 0 {
			documents, err := page(db.WithTimeout(ctx, pageTimeout), s.db, days, last)
			if err != nil {
				return nil, err
			}
			for _, d := range documents {
				last = after{d.IssuedAt, d.ID}
				if d, existed := d.at(asOf); existed {
					cells = append(cells, rows(d)...)
				}
			}
			done = len(documents) < pageSize
		}
		return cells, nil
	}}
}

// fileName returns the name of a file without its extension: "gstr1-27AAAPK0000A1ZX-112026".
func (d Days) fileName(parts ...string) string {
	period := d.From.In(clock.India).Format(time.DateOnly) + "-to-" + d.To.In(clock.India).AddDate(0, 0, -1).Format(time.DateOnly)
	if d.months() > 0 {
		period = d.period()
	}
	return strings.Join(append(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), period), "-")
}
