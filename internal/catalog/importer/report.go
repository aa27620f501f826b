package importer

import (
	"slices"
	"strconv"

	"kirana/internal/catalog"
	"kirana/internal/catalog/importer/csvimport"
)

// Report counts the changes of an import, made or in a dry run only planned.
type Report struct {
	Rows      int // read from the file, the broken ones included
	Imported  int // products that are new
	Updated   int // products that changed
	Unchanged int
	Repeated  int // rows of a product that the file has already: the last price counts
	NotInShop int // rows of products that the shop does not have, where only some fields are updated
	Deleted   int // rows, among the skipped, of products that were deleted in the shop
	StockKept int // products whose stock in the file was not taken
	Edited    int // fields that stay as a person has edited them
	Skipped   []csvimport.Problem
	Repeats   []Repeat // the rows that Repeated counts
	Changes   []Change // the new and the changed products
	KeptEdits []Change // the fields that Edited counts, by product
	// Categories are those that were missing, as "Staples > Dal".
	Categories []string
	Notes      map[csvimport.Note]int
	Columns    csvimport.Columns
	// Unsellable is true when no stock was given for the new products.
	Unsellable bool
	DryRun     bool
	// Run is the id by which the import can be undone; "" where nothing changed.
	Run string

	known map[string]bool // Categories, which a dry run finds missing in each batch anew
}

// Repeat is a row of a product that the file has already, on the line First.
type Repeat struct {
	Line, First int
	Name        string
}

// Change is a product that is new, or fields of one before and after.
type Change struct {
	Line       int
	Name, Unit string
	New        bool
	Fields     []FieldChange
}

func newReport(o Options) Report {
	return Report{Notes: map[csvimport.Note]int{}, DryRun: o.DryRun, known: map[string]bool{}}
}

// reasonDeleted is why a row of a deleted product is skipped.
const reasonDeleted = "This product was deleted in the shop and stays so."

// add counts what became of a batch.
func (r *Report) add(d difference) {
	r.Imported += len(d.added)
	r.Updated += len(d.changed)
	r.Unchanged += len(d.unchanged)
	r.NotInShop += d.notInShop
	r.Deleted += len(d.deleted)
	for _, row := range d.deleted {
		r.Skipped = append(r.Skipped, csvimport.Problem{Line: row.Line, Name: row.Name, Reason: reasonDeleted})
	}
	for _, row := range d.added {
		fields := []FieldChange{{Field: "price", New: priceText(row.applyTo(catalog.Product{}))}, {Field: stockField, New: strconv.Itoa(row.Stock)}}
		r.Changes = append(r.Changes, Change{Line: row.Line, Name: row.Name, Unit: row.Unit, New: true, Fields: fields})
	}
	for _, m := range slices.Concat(d.changed, d.unchanged) {
		change := Change{Line: m.row.Line, Name: m.before.Name, Unit: m.before.Unit}
		if m.changes() {
			change.Fields = m.fields
			r.Changes = append(r.Changes, change)
		}
		if len(m.edited) > 0 {
			change.Fields = m.edited
			r.KeptEdits = append(r.KeptEdits, change)
			r.Edited += len(m.edited)
		}
		if m.stockKept {
			r.StockKept++
		}
	}
	for _, name := range d.categories {
		if !r.known[name] {
			r.known[name] = true
			r.Categories = append(r.Categories, name)
		}
	}
}

// sortSkipped puts the skipped rows in the order of their lines.
func (r *Report) sortSkipped() {
	slices.SortStableFunc(r.Skipped, func(a, b csvimport.Problem) int { return a.Line - b.Line })
}
