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
	ByBarcode       Match = "BARCODE"
	BySKU           Match = "SKU"
	ByEarlierChoice Match = "LAST_TIME" // chosen by staff for this supplier earlier
	ByName          Match = "NAME"      // only a proposal
	Unknown         Match = "UNKNOWN"
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

	notes         []language.Phrase // Notes before translation
	barcodes      []string          // all of the cell
	ownUnit       bool              // the unit is in the quantity's own cell
	perPiece      bool              // Cost is per piece, not yet per unit
	freeAfterPlus bool              // Free follows a plus without a word such as "free"
	sameUnit      bool              // staff confirmed the same words in the same unit
	total         *money.Paise      // amount of the line in the file

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
	columns, err := findColumns(table, mapping)
	if err != nil {
		return ImportResult{}, err
	}
	lang := language.Of(ctx)
	result := columns.read(table, tax.Day(s.clock.Now()), lang)
	result.Sheet, result.Sheets = table.Sheet, table.Sheets
	if len(result.Lines) == 0 && len(result.LeftOut) > 0 {
		first := result.LeftOut[0]
		return ImportResult{}, fault.InField("file", "No line of the file can be read. Line %d: %s", first.Number, first.Reason)
	}
	if len(result.Lines) == 0 {
		return ImportResult{}, fault.InField("file", "No line of the file says what came and how many.")
	}
	if err := s.match(ctx, supplier.ID, result.Lines); err != nil {
		return ImportResult{}, fmt.Errorf("match a supplier's file: %w", err)
	}
	if result.Purchase, err = s.saveDraft(ctx, supplier.ID, from.PurchaseID, result.Lines); err != nil {
		return ImportResult{}, err
	}
	for i := range result.Lines {
		result.Lines[i].Notes = texts(result.Lines[i].notes, lang)
	}
	if len(from.Mapping) > 0 {
		err = s.db.Tx(ctx, func(tx *db.Tx) error {
			locked, err := lockSupplier(ctx, tx, supplier.ID)
			if err != nil {
				return err
			}
			locked.Mapping.V = result.Columns
			return saveSupplier(ctx, tx, locked)
		})
	}
	return result, err
}

func errTooManyLines() error {
	return fault.New(fault.Invalid, "too_many_rows", "A bill can have at most %d lines.", maxLines)
}

// read reads the lines of a bill. Best-before days are checked against today, as YYYY-MM-DD.
func (c billColumns) read(table importer.Table, today, lang string) ImportResult {
	result := ImportResult{Lines: []FileLine{}, Columns: map[string]string{}, Unused: []string{}, LeftOut: []LeftOut{}, Notes: []string{}}
	r := lineReader{table: table.Table, columns: c, today: today}
	r.days, r.withTax = r.dayColumn(), r.saysWithTax()
	notes := r.dropTaxAmounts()
	notes = append(notes, r.noteUnusedColumns()...)
	used := map[int]bool{}
	for field, i := range c {
		result.Columns[field], used[i] = table.Columns[i].Name, true
	}
	for i, column := range table.Columns {
		if !used[i] && column.Name != "" {
			result.Unused = append(result.Unused, column.Name)
		}
	}
	rows := table.Rows
	if isLine := quantity.MatchString(unicodetext.RemoveGrouping(unicodetext.Digits(r.heading(fieldPieces)))); isLine {
		rows = slices.Concat([]csvimport.TableRow{{Line: 1, Cells: table.Headings()}}, rows) // of a file without a header
	}
	for _, row := range rows {
		switch line, reason := r.read(row); {
		case reason.Format != "":
			result.LeftOut = append(result.LeftOut, LeftOut{row.Line, cut(r.get(row, fieldName), maxNameLength), reason.In(lang)})
		case line != nil:
			result.Lines = append(result.Lines, *line)
		}
	}
	for _, remark := range table.Remarks {
		about := language.Join(": ", language.Word(cmp.Or(remark.Column, remark.Value)), language.Word(string(remark.Reason)))
		if i := slices.IndexFunc(result.Lines, func(l FileLine) bool { return l.Number == remark.Line }); i >= 0 {
			result.Lines[i].notes = append(result.Lines[i].notes, about)
		} else if remark.Line == 0 {
			notes = append(notes, about)
		}
	}
	result.Notes = texts(notes, lang)
	return result
}

// noteUnusedColumns returns a note for each column that could have been read for a field, and was not.
func (r lineReader) noteUnusedColumns() (notes []language.Phrase) {
	for _, field := range []string{fieldPieces, fieldCost, fieldDiscount} {
		taken, known := r.columns[field]
		for i, column := range r.table.Columns {
			plain := plainHeading(column.Name)
			isUnused := known && i != taken && unitByCaseHeading[plain] == "" && slices.Contains(headingsByField[field], plain) && !slices.Contains(slices.Collect(maps.Values(r.columns)), i)
			// Files often have a discount both in per cent and in rupees, and a cost both with and
			// without tax.
			isTwin := field == fieldDiscount && strings.Contains(column.Name, "%") != strings.Contains(r.heading(field), "%") || field == fieldCost && inclusiveHeading.MatchString(column.Name)
			if isUnused && !isTwin {
				notes = append(notes, language.NewPhrase("The column %s was read, and %s was not: please check which one counts.", quoted(r.heading(field)), quoted(column.Name)))
			}
		}
	}
	return notes
}

// dropTaxAmounts removes the fields of a tax whose column holds more amounts than rates, with a note for each. A cell of 0
// can be both. Fewer amounts are noted at their lines.
func (r lineReader) dropTaxAmounts() (notes []language.Phrase) {
	for _, field := range []string{fieldGSTRate, fieldCGST, fieldSGST} {
		rates, amounts := 0, []string{}
		for _, row := range r.table.Rows {
			cell := r.get(row, field)
			rate, isRate := csvimport.Rate(cell)
			if !isRate && field != fieldGSTRate {
				rate, isRate = csvimport.BothRates(cell, "")
			}
			if isRate && rate > 0 {
				rates++
			} else if amount, _, isAmount := r.table.Amount("", cell); isAmount && amount > 0 {
				amounts = append(amounts, cell)
			}
		}
		if len(amounts) > rates {
			notes = append(notes, language.NewPhrase("The column %s holds amounts such as %s and no rates of GST, so it was not read.", quoted(r.heading(field)), amounts[0]))
			delete(r.columns, field)
		}
	}
	return notes
}

// productCodes indexes products by id, barcode and SKU.
type productCodes struct{ byID, byBarcode, bySKU map[string]*catalog.Product }

func (c productCodes) withBarcode(code string) *catalog.Product {
	return cmp.Or(c.byBarcode[unicodetext.Barcode(code)], c.byBarcode[unicodetext.Barcode(unicodetext.OtherBarcode(code))])
}

// withBarcodes returns the product of the first known code, or nil.
func (c productCodes) withBarcodes(codes []string) *catalog.Product {
	for _, code := range codes {
		if p := c.withBarcode(code); p != nil {
			return p
		}
	}
	return nil
}

func (s *Service) codes() productCodes {
	c := productCodes{map[string]*catalog.Product{}, map[string]*catalog.Product{}, map[string]*catalog.Product{}}
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

// propose adds the products that a search for the line's words finds, up to maxProposals, and sets the match to ByName.
func (s *Service) propose(l *FileLine) {
	for _, p := range s.view.Snapshot().Find(view.Query{Words: l.Words, Unpublished: true, Costs: true, Page: 1, Limit: maxProposals}).Products {
		l.Proposals = append(l.Proposals, s.proposal(p))
		l.Match = ByName
	}
}

// saveDraft appends the lines that are Sure to a draft and saves it. If purchaseID is "", the draft is a new one.
func (s *Service) saveDraft(ctx context.Context, supplierID, purchaseID string, lines []FileLine) (Purchase, error) {
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
	inDraft := map[string]bool{}
	for _, l := range form.Lines {
		inDraft[l.ProductID] = true
	}
	for i := range lines {
		l := &lines[i]
		if !l.Sure {
			continue
		}
		if p := l.Proposals[0]; inDraft[p.ProductID] {
			l.note("%s stands in the draft more than once.", p.Product.Name)
		} else {
			inDraft[p.ProductID] = true
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
