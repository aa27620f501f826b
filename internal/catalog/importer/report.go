package importer

import (
	"errors"
	"slices"
	"strconv"

	"kirana/internal/catalog"
	"kirana/internal/catalog/importer/csvimport"
	"kirana/internal/language"
)

// Report counts the changes of an import, or those that a dry run would make.
type Report struct {
	Rows        int // rows read, including broken ones
	Imported    int // new products
	Updated     int // changed products
	Unchanged   int
	Repeated    int // rows whose product is on an earlier line; the last price is used
	NotInShop   int // rows of products that the shop lacks, if only some fields are updated
	Deleted     int // skipped rows of products that were deleted in the shop
	StockKept   int // products whose stock in the list was ignored
	Edited      int // fields kept because a person edited them
	Skipped     int
	PricesUp    int // products whose price to pay rises
	PricesDown  int
	Unconfirmed int // price changes over 50 %, awaiting confirmation
	// The first rows of each kind, at most maxListed; Options.Lines gets all.
	Problems          []csvimport.Problem // of Skipped
	Repeats           []Repeat            // of Repeated
	Remarks           []csvimport.Problem // ignored or reinterpreted cells of imported rows
	Remarked          int                 // number of such cells
	StatusWords       map[string]int      // unknown words of the status column, with their number of rows
	Sheet             string              // sheet of a workbook that was read
	Changes           []Change            // new and changed products
	KeptEdits         []Change            // fields counted by Edited, by product
	UnconfirmedPrices []Change            // prices counted by Unconfirmed, each followed by the name and unit that wait with it
	// Categories lists the missing categories: "Staples > Dal".
	Categories []string
	Notes      map[csvimport.Note]int
	Columns    csvimport.Columns
	// Unsellable reports that a new product has no stock, because neither the list nor Options.Stock sets it.
	Unsellable bool
	DryRun     bool
	// Run is the id for undoing the import; "" if nothing changed.
	Run string

	withoutStock int // new products without a stock

	known map[string]bool // Categories as a set: in a dry run several batches report the same one
	lines reportLines
}

// Repeat is a row whose product is on the earlier line First.
type Repeat struct {
	Line, First int
	Name        string
}

// Change is a new product, or the changed fields of an existing one.
type Change struct {
	Line       int
	Name, Unit string
	New        bool
	Fields     []FieldChange
}

// maxListed limits the rows of each kind in a report.
const maxListed = 200

func newReport(o Options) Report {
	return Report{Notes: map[csvimport.Note]int{}, StatusWords: map[string]int{}, DryRun: o.DryRun, known: map[string]bool{}, lines: newReportLines(o)}
}

// reasonDeleted is the reason for skipping a product that was deleted in the shop.
const reasonDeleted = "This product was deleted in the shop and stays so."

// reasonAmbiguous is the reason for skipping a row whose identifying code is damaged.
const reasonAmbiguous = "A spreadsheet has damaged the code, and its name and size do not name one product of the shop."

// skip counts a skipped row.
func (r *Report) skip(p csvimport.Problem) error {
	r.Skipped++
	if len(r.Problems) < maxListed {
		r.Problems = append(r.Problems, p)
	}
	return r.lines.write(reportLine{line: p.Line, what: "skipped", name: p.Name, field: p.Column, after: p.Value, reason: p.Reason})
}

// maxStatusWords limits the unknown status words of a report.
const maxStatusWords = 50

// remark counts a cell of an imported row that was ignored, or read differently from its text.
func (r *Report) remark(row csvimport.Row, m csvimport.Remark) error {
	r.Remarked++
	if len(r.Remarks) < maxListed {
		r.Remarks = append(r.Remarks, csvimport.Problem{Line: row.Line, Reason: language.Stored(m.Note), Name: row.Name, Column: m.Column, Value: m.Value})
	}
	if _, known := r.StatusWords[m.Value]; m.Note == csvimport.NoteStatusUnknown && (known || len(r.StatusWords) < maxStatusWords) {
		r.StatusWords[m.Value]++
	}
	return r.lines.write(reportLine{line: row.Line, what: "noted", name: row.Name, unit: row.Unit, field: m.Column, after: m.Value, reason: language.Stored(m.Note)})
}

// repeat counts a row whose product is on an earlier line.
func (r *Report) repeat(repeat Repeat) error {
	r.Repeated++
	if len(r.Repeats) < maxListed {
		r.Repeats = append(r.Repeats, repeat)
	}
	reason := language.NewPhrase("Repeats line %d; the last price counts.", repeat.First).Store()
	return r.lines.write(reportLine{line: repeat.Line, what: "repeated", name: repeat.Name, reason: reason})
}

// list appends a change, up to maxListed, and writes one line per field.
func (r *Report) list(changes *[]Change, c Change, what string, reason language.Stored) error {
	if len(*changes) < maxListed {
		*changes = append(*changes, c)
	}
	for _, f := range c.Fields {
		if err := r.lines.write(reportLine{c.Line, what, c.Name, c.Unit, f.Field, f.Old, f.New, reason}); err != nil {
			return err
		}
	}
	return nil
}

// add counts and lists the results of a batch.
func (r *Report) add(d difference) error {
	r.Imported += len(d.added)
	r.Updated += len(d.changed)
	r.Unchanged += len(d.unchanged)
	r.NotInShop += d.notInShop
	r.Deleted += len(d.deleted)
	var errs []error
	for _, row := range d.deleted {
		errs = append(errs, r.skip(csvimport.Problem{Line: row.Line, Name: row.Name, Reason: reasonDeleted}))
	}
	for _, row := range d.ambiguous {
		errs = append(errs, r.skip(csvimport.Problem{Line: row.Line, Name: row.Name, Reason: reasonAmbiguous}))
	}
	for _, row := range d.added {
		if row.Stock == 0 && !row.StockKnown {
			r.withoutStock++
		}
		fields := []FieldChange{{Field: priceField, New: priceText(row.applyTo(catalog.Product{}))}, {Field: stockField, New: strconv.Itoa(row.Stock)}}
		errs = append(errs, r.list(&r.Changes, Change{Line: row.Line, Name: row.Name, Unit: row.Unit, New: true, Fields: fields}, "new", ""))
	}
	for _, code := range d.takenCodes {
		r.Notes[code.taken]++
		row := csvimport.Row{Line: code.row.Line, Name: code.row.Name, Unit: code.row.Unit}
		errs = append(errs, r.remark(row, csvimport.Remark{Note: code.taken, Column: code.heading, Value: *code.of(&code.row.Facts)}))
	}
	for _, row := range d.unsupplied {
		r.Notes[csvimport.NoteNoSupplier]++
		errs = append(errs, r.remark(csvimport.Row{Line: row.Line, Name: row.Name, Unit: row.Unit}, csvimport.Remark{Note: csvimport.NoteNoSupplier, Column: "Usual supplier", Value: row.SupplierName}))
	}
	for _, m := range slices.Concat(d.changed, d.unchanged) {
		errs = append(errs, r.addMerged(m))
	}
	for _, name := range d.categories {
		if !r.known[name] {
			r.known[name] = true
			r.Categories = append(r.Categories, name)
		}
	}
	return errors.Join(errs...)
}

// addMerged counts and lists the result of an existing product.
func (r *Report) addMerged(m mergeResult) error {
	change := Change{Line: m.row.Line, Name: m.before.Name, Unit: m.before.Unit}
	var errs []error
	for _, kept := range m.damaged {
		r.Notes[noteDamaged]++
		errs = append(errs, r.remark(csvimport.Row{Line: m.row.Line, Name: m.before.Name, Unit: m.before.Unit}, csvimport.Remark{Note: noteDamaged, Column: kept.Field, Value: kept.New}))
	}
	if m.changes() {
		change.Fields = m.fields
		errs = append(errs, r.list(&r.Changes, change, "changed", ""))
	}
	if len(m.edited) > 0 {
		change.Fields = m.edited
		errs = append(errs, r.list(&r.KeptEdits, change, "kept", "It was edited in the shop."))
		r.Edited += len(m.edited)
	}
	if m.unconfirmed != nil {
		change.Fields = m.unconfirmed
		reason := language.Stored("The price would move by more than half.")
		if len(m.unconfirmed) > 1 {
			reason = "The price would move by more than half. Name and size wait with it."
		}
		errs = append(errs, r.list(&r.UnconfirmedPrices, change, "waits", reason))
		r.Unconfirmed++
	}
	switch before, after := toPay(m.before), toPay(m.after); {
	case after > before:
		r.PricesUp++
	case after < before:
		r.PricesDown++
	}
	if m.stockKept {
		r.StockKept++
	}
	return errors.Join(errs...)
}

func (r *Report) sortProblems() {
	slices.SortStableFunc(r.Problems, func(a, b csvimport.Problem) int { return a.Line - b.Line })
}
