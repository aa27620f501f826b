package purchase

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"kirana/internal/catalog"
	"kirana/internal/catalog/importer"
	"kirana/internal/catalog/importer/csvimport"
	"kirana/internal/catalog/view"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/tax"
	"kirana/internal/unicodetext"
)

// Match is the key by which a line of a supplier's file was matched to its product.
type Match string

// Matches. Only lines of the first three can enter a draft without confirmation.
const (
	ByBarcode Match = "BARCODE"
	BySKU     Match = "SKU"
	LastTime  Match = "LAST_TIME" // chosen by staff for this supplier earlier
	ByName    Match = "NAME"      // only a proposal
	Unknown   Match = "UNKNOWN"
)

// FileLine is a line of a supplier's file.
type FileLine struct {
	Number     int          `json:"line" doc:"Line number in the file, from 1."`
	Words      string       `json:"words" doc:"Name in the supplier's file."`
	Barcode    string       `json:"barcode,omitempty"`
	SKU        string       `json:"sku,omitempty"`
	Count      int          `json:"count" doc:"Quantity in the file, in its unit. 0: a fraction of a unit, given in grams."`
	Grams      *int         `json:"grams,omitempty" doc:"Weight in the file, in grams, of a product sold by weight."`
	Unit       string       `json:"unit,omitempty" doc:"Unit in the file: a case or box. Absent: pieces."`
	Pack       int          `json:"pack" doc:"Pieces in one unit, or kilograms of a product sold by weight. 0: unknown, to be entered."`
	Loose      int          `json:"loose,omitempty" doc:"Paid pieces beside the units: 6 of “2 CS + 6 PC”."`
	Free       int          `json:"free" doc:"Free quantity in pieces, or in grams if grams is present."`
	Cost       *money.Paise `json:"cost" doc:"Cost of one unit of the file, in rupees."`
	Rate       *tax.Percent `json:"rate"`
	MRP        *money.Paise `json:"mrp"`
	BestBefore string       `json:"bestBefore,omitempty"`
	Match      Match        `json:"match" enum:"BARCODE,SKU,LAST_TIME,NAME,UNKNOWN"`
	Sure       bool         `json:"sure" doc:"true: the line was added to the draft."`
	WithTax    bool         `json:"costIncludesTax"`
	Proposals  []Proposal   `json:"proposals" nullable:"false" doc:"Possible products, most likely first."`
	Notes      []string     `json:"notes" nullable:"false" doc:"What was guessed or left out, as sentences."`

	doubts   []language.Phrase // Notes before translation
	barcodes []string          // all of the cell
	ownUnit  bool              // the unit is in the quantity's own cell
	perPiece bool              // Cost is per piece, not yet per unit
	isPlus   bool              // Free follows a plus without a word such as "free"
	sameUnit bool              // staff confirmed the same words in the same unit
	total    *money.Paise      // amount of the line in the file

	quantityCell string
}

// SchemaName returns the name in the API document.
func (FileLine) SchemaName() string { return "PurchaseFileLine" }

// Proposal is a product that a line may mean.
type Proposal struct {
	ProductID string      `json:"productId"`
	Product   LineProduct `json:"product"`
}

// SchemaName returns the name in the API document.
func (Proposal) SchemaName() string { return "PurchaseProposal" }

// ImportResult is a supplier's file after reading.
type ImportResult struct {
	Purchase Purchase          `json:"purchase" doc:"Draft with the recognized lines."`
	Lines    []FileLine        `json:"lines"`
	Columns  map[string]string `json:"columns" doc:"Columns by field, as read."`
	Sheet    string            `json:"sheet,omitempty" doc:"Sheet of the workbook that was read."`
	Sheets   []string          `json:"sheets,omitempty" doc:"Visible sheets of the workbook that are not empty."`
	Unused   []string          `json:"unused" nullable:"false" doc:"Columns that were not read."`
	LeftOut  []LeftOut         `json:"leftOut" nullable:"false" doc:"Lines that were not read."`
	Notes    []string          `json:"notes" nullable:"false" doc:"What was guessed about the whole file, as sentences."`
}

// LeftOut is a line of a supplier's file that was not read.
type LeftOut struct {
	Number int    `json:"line" doc:"Line number in the file, from 1."`
	Words  string `json:"words" doc:"Name in the supplier's file."`
	Reason string `json:"reason"`
}

// SchemaName returns the name in the API document.
func (LeftOut) SchemaName() string { return "PurchaseLineLeftOut" }

// SchemaName returns the name in the API document.
func (ImportResult) SchemaName() string { return "PurchaseImport" }

// Source says how to read a supplier's file.
type Source struct {
	SupplierID string
	PurchaseID string  // draft to which the lines are added; "": a new one
	Mapping    Mapping // stored for the supplier; empty: the stored one
	Sheet      string  // of a workbook; "": the only one with a bill
}

// Import reads a supplier's file into a draft. A workbook with several sheets that may be the bill
// is refused with importer.SheetUnknown.
func (s *Service) Import(ctx context.Context, path string, from Source) (ImportResult, error) {
	supplier, err := s.Supplier(ctx, from.SupplierID)
	if err != nil {
		return ImportResult{}, err
	}
	mapping := supplier.Mapping.V
	if len(from.Mapping) > 0 {
		mapping = from.Mapping
	}
	table, err := importer.ReadTable(path, from.Sheet, maxLines+1, isHeader(mapping))
	if err != nil {
		return ImportResult{}, err
	}
	if len(table.Rows) > maxLines {
		return ImportResult{}, errTooManyLines()
	}
	at, err := findColumns(table, mapping)
	if err != nil {
		return ImportResult{}, err
	}
	lang := language.Of(ctx)
	done := at.read(table, tax.Day(s.clock.Now()), lang)
	done.Sheet, done.Sheets = table.Sheet, table.Sheets
	if len(done.Lines) == 0 && len(done.LeftOut) > 0 {
		first := done.LeftOut[0]
		return ImportResult{}, fault.InField("file", "No line of the file can be read. Line %d: %s", first.Number, first.Reason)
	}
	if len(done.Lines) == 0 {
		return ImportResult{}, fault.InField("file", "No line of the file says what came and how many.")
	}
	if err := s.match(ctx, supplier.ID, done.Lines); err != nil {
		return ImportResult{}, fmt.Errorf("match a supplier's file: %w", err)
	}
	if done.Purchase, err = s.draftOf(ctx, supplier.ID, from.PurchaseID, done.Lines); err != nil {
		return ImportResult{}, err
	}
	for i := range done.Lines {
		done.Lines[i].Notes = texts(done.Lines[i].doubts, lang)
	}
	if len(from.Mapping) > 0 {
		err = s.db.Tx(ctx, func(tx *db.Tx) error {
			locked, err := lockSupplier(ctx, tx, supplier.ID)
			if err != nil {
				return err
			}
			locked.Mapping.V = done.Columns
			return saveSupplier(ctx, tx, locked)
		})
	}
	return done, err
}

func errTooManyLines() error {
	return fault.New(fault.Invalid, "too_many_rows", "A bill can have at most %d lines.", maxLines)
}

// read reads the rows of a table.
func (c billColumns) read(table importer.Table, today, lang string) ImportResult {
	done := ImportResult{Lines: []FileLine{}, Columns: map[string]string{}, Unused: []string{}, LeftOut: []LeftOut{}, Notes: []string{}}
	r := lineReader{table: table.Table, at: c, today: today}
	r.days, r.withTax = r.dayColumn(), r.saysWithTax()
	doubts := r.dropTaxAmounts()
	doubts = append(doubts, r.otherColumns()...)
	used := map[int]bool{}
	for field, i := range c {
		done.Columns[field], used[i] = table.Columns[i].Name, true
	}
	for i, column := range table.Columns {
		if !used[i] && column.Name != "" {
			done.Unused = append(done.Unused, column.Name)
		}
	}
	rows := table.Rows
	if isLine := quantity.MatchString(unicodetext.RemoveGrouping(unicodetext.Digits(r.heading(fieldPieces)))); isLine {
		rows = slices.Concat([]csvimport.TableRow{{Line: 1, Cells: table.Headings()}}, rows) // of a file without a header
	}
	for _, row := range rows {
		switch line, reason := r.read(row); {
		case reason.Format != "":
			done.LeftOut = append(done.LeftOut, LeftOut{row.Line, cut(r.get(row, fieldName), maxWords), reason.In(lang)})
		case line != nil:
			done.Lines = append(done.Lines, *line)
		}
	}
	for _, remark := range table.Remarks {
		about := language.Join(": ", language.Word(cmp.Or(remark.Column, remark.Value)), language.Word(string(remark.Reason)))
		if i := slices.IndexFunc(done.Lines, func(l FileLine) bool { return l.Number == remark.Line }); i >= 0 {
			done.Lines[i].doubts = append(done.Lines[i].doubts, about)
		} else if remark.Line == 0 {
			doubts = append(doubts, about)
		}
	}
	done.Notes = texts(doubts, lang)
	return done
}

// otherColumns notes columns that could have been read instead.
func (r lineReader) otherColumns() (doubts []language.Phrase) {
	for _, field := range []string{fieldPieces, fieldCost, fieldDiscount} {
		taken, known := r.at[field]
		for i, column := range r.table.Columns {
			plain := plainHeading(column.Name)
			isOther := known && i != taken && unitByCaseHeading[plain] == "" && slices.Contains(usualColumns[field], plain) && !slices.Contains(slices.Collect(maps.Values(r.at)), i)
			// Files often have a discount both in per cent and in rupees, and a cost both with and
			// without tax.
			isTwin := field == fieldDiscount && strings.Contains(column.Name, "%") != strings.Contains(r.heading(field), "%") || field == fieldCost && withTax.MatchString(column.Name)
			if isOther && !isTwin {
				doubts = append(doubts, language.NewPhrase("The column %s was read, and %s was not: please check which one counts.", quoted(r.heading(field)), quoted(column.Name)))
			}
		}
	}
	return doubts
}

// dropTaxAmounts removes columns of a tax that hold amounts instead of rates.
func (r lineReader) dropTaxAmounts() (doubts []language.Phrase) {
	for _, field := range []string{fieldRate, fieldCGST, fieldSGST} {
		for _, row := range r.table.Rows {
			cell := r.get(row, field)
			if _, isRate := csvimport.Rate(cell); isRate || cell == "" {
				continue
			}
			if _, isHalf := csvimport.BothRates(cell, ""); isHalf && field != fieldRate {
				continue
			}
			if _, _, isAmount := r.table.Amount("", cell); !isAmount {
				continue // noted at its line
			}
			doubts = append(doubts, language.NewPhrase("The column %s holds amounts such as %s and no rates of GST, so it was not read.", quoted(r.heading(field)), cell))
			delete(r.at, field)
			break
		}
	}
	return doubts
}

// codes indexes the shop's products by id, barcode and SKU.
type codes struct{ byID, byBarcode, bySKU map[string]*catalog.Product }

func (c codes) withBarcode(code string) *catalog.Product {
	return cmp.Or(c.byBarcode[unicodetext.Barcode(code)], c.byBarcode[unicodetext.Barcode(unicodetext.OtherBarcode(code))])
}

// withBarcodes returns the product of the first known code, or nil.
func (c codes) withBarcodes(codes []string) *catalog.Product {
	for _, code := range codes {
		if p := c.withBarcode(code); p != nil {
			return p
		}
	}
	return nil
}

func (s *Service) codes() codes {
	c := codes{map[string]*catalog.Product{}, map[string]*catalog.Product{}, map[string]*catalog.Product{}}
	for p := range s.view.Snapshot().All() {
		c.byID[p.ID] = p
		for _, code := range p.AllBarcodes() {
			c.byBarcode[unicodetext.Barcode(code)] = p
		}
		if p.SKU != "" {
			c.bySKU[strings.ToLower(p.SKU)] = p
		}
	}
	return c
}

func (s *Service) proposal(p catalog.Product) Proposal {
	return Proposal{p.ID, s.lineProduct(p, tax.Day(s.clock.Now()))}
}

// maxProposals limits the products proposed for an unknown line.
const maxProposals = 3

// propose adds the products that a search for the line's wording finds, as a match by name.
func (s *Service) propose(l *FileLine) {
	for _, p := range s.view.Snapshot().Find(view.Query{Words: l.Words, Unpublished: true, Costs: true, Page: 1, Limit: maxProposals}).Products {
		l.Proposals = append(l.Proposals, s.proposal(p))
		l.Match = ByName
	}
}

// draftOf saves a draft with the unambiguous lines appended.
func (s *Service) draftOf(ctx context.Context, supplierID, purchaseID string, lines []FileLine) (Purchase, error) {
	form := Form{SupplierID: supplierID}
	if purchaseID != "" {
		before, err := s.Purchase(ctx, purchaseID)
		if err != nil {
			return before, err
		}
		form = before.form()
		if before.SupplierID != supplierID {
			return before, fault.InField("supplier", "The draft is of another supplier.")
		}
	}
	if withTax := slices.ContainsFunc(lines, func(l FileLine) bool { return l.WithTax }); len(form.Lines) > 0 && form.Lines[0].WithTax != withTax {
		return Purchase{}, fault.InField("file", "Costs with tax and without cannot stand in one draft. Please read the file into a new purchase.")
	}
	stands := map[string]bool{}
	for _, l := range form.Lines {
		stands[l.ProductID] = true
	}
	for i := range lines {
		l := &lines[i]
		if !l.Sure {
			continue
		}
		if p := l.Proposals[0]; stands[p.ProductID] {
			l.note("%s stands in the draft more than once.", p.Product.Name)
		} else {
			stands[p.ProductID] = true
		}
		form.Lines = append(form.Lines, l.line())
	}
	if len(form.Lines) > maxLines {
		return Purchase{}, errTooManyLines()
	}
	return s.Save(ctx, purchaseID, form)
}

// form converts a draft to a Form, to save it again.
func (p Purchase) form() Form {
	return Form{SupplierID: p.SupplierID, Bill: p.Bill, Day: p.Day, DueDay: p.DueDay, PaperTotal: p.PaperTotal, RoundOff: p.TypedRound, Discount: p.Discount, Lines: p.Lines}
}
