package purchase

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"kirana/internal/catalog"
	"kirana/internal/catalog/importer"
	"kirana/internal/catalog/importer/csvimport"
	"kirana/internal/catalog/view"
	"kirana/internal/db"
	"kirana/internal/fault"
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
	Free       int          `json:"free" doc:"Free quantity in the file's unit, or in grams if grams is present."`
	Cost       *money.Paise `json:"cost" doc:"Cost of one unit of the file, in rupees."`
	Rate       *tax.Percent `json:"rate"`
	MRP        *money.Paise `json:"mrp"`
	BestBefore string       `json:"bestBefore,omitempty"`
	Match      Match        `json:"match" enum:"BARCODE,SKU,LAST_TIME,NAME,UNKNOWN"`
	Sure       bool         `json:"sure" doc:"true: the line was added to the draft."`
	Proposals  []Proposal   `json:"proposals" nullable:"false" doc:"Possible products, most likely first."`
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

// Imported is a supplier's file after reading.
type Imported struct {
	Purchase Purchase          `json:"purchase" doc:"Draft with the recognized lines."`
	Lines    []FileLine        `json:"lines"`
	Columns  map[string]string `json:"columns" doc:"Columns by field, as read."`
}

// SchemaName returns the name in the API document.
func (Imported) SchemaName() string { return "PurchaseImport" }

// Import reads a supplier's file into a draft, a new one or the given one. Column mappings by staff are stored for the
// supplier.
func (s *Service) Import(ctx context.Context, path, supplierID, purchaseID string, given Mapping) (Imported, error) {
	supplier, err := s.Supplier(ctx, supplierID)
	if err != nil {
		return Imported{}, err
	}
	table, err := importer.ReadTable(path, maxLines+1)
	if err != nil {
		return Imported{}, err
	}
	if len(table.Rows) > maxLines {
		return Imported{}, fault.New(fault.Invalid, "too_many_rows", "A bill can have at most %d lines.", maxLines)
	}
	mapping := supplier.Mapping.V
	if len(given) > 0 {
		mapping = given
	}
	at, err := findColumns(table, mapping)
	if err != nil {
		return Imported{}, err
	}
	done := Imported{Lines: []FileLine{}, Columns: map[string]string{}}
	for field, i := range at {
		done.Columns[field] = table.Columns[i].Name
	}
	for _, row := range table.Rows {
		if line, ok := at.line(row); ok {
			done.Lines = append(done.Lines, line)
		}
	}
	if len(done.Lines) == 0 {
		return Imported{}, fault.InField("file", "No line of the file says what came and how many.")
	}
	if err := s.match(ctx, supplierID, done.Lines); err != nil {
		return Imported{}, fmt.Errorf("match a supplier's file: %w", err)
	}
	if done.Purchase, err = s.draftOf(ctx, supplierID, purchaseID, done.Lines); err != nil {
		return Imported{}, err
	}
	if len(given) > 0 {
		err = s.db.Tx(ctx, func(tx *db.Tx) error {
			locked, err := lockSupplier(ctx, tx, supplierID)
			if err != nil {
				return err
			}
			locked.Mapping.V = done.Columns
			return saveSupplier(ctx, tx, locked)
		})
	}
	return done, err
}

// line parses a row. It reports false for a row without a name or a valid quantity, such as a total.
func (at billColumns) line(row csvimport.TableRow) (FileLine, bool) {
	get := func(field string) string {
		if i, known := at[field]; known && i < len(row.Cells) {
			return unicodetext.Digits(strings.TrimSpace(row.Cells[i]))
		}
		return ""
	}
	l := FileLine{Number: row.Line, Words: get(fieldName), SKU: get(fieldSKU), Match: Unknown, Proposals: []Proposal{}, BestBefore: csvimport.Day(get(fieldBestBefore))}
	if code := catalog.BarcodeOf(get(fieldBarcode)); catalog.IsBarcode(code) {
		l.Barcode = code
	} else if catalog.IsGTIN(l.SKU) {
		l.Barcode = l.SKU
	}
	l.Cost, l.MRP = amountOf(get(fieldCost)), amountOf(get(fieldMRP))
	if l.Words == "" || !l.readQuantity(get(fieldPieces), get(fieldFree), get(fieldUnit)) {
		return l, false
	}
	if rate, err := tax.ParsePercent(strings.ReplaceAll(get(fieldRate), " ", "")); err == nil && get(fieldRate) != "" {
		l.Rate = &rate
	}
	return l, true
}

// amountOf parses rupees in the formats of bills; nil if it is not an amount.
func amountOf(cell string) *money.Paise {
	amount, err := money.ParseRounded(strings.NewReplacer("₹", "", ",", "", "Rs.", "", " ", "").Replace(cell))
	if cell == "" || err != nil {
		return nil
	}
	return &amount
}

// supplierWord is the product that staff chose for a supplier's wording.
type supplierWord struct {
	Words     string `db:"words"`
	ProductID string `db:"product_id"`
	Pack      int    `db:"pack"`
}

// match finds the products of a file's lines. A match by name is only a proposal.
func (s *Service) match(ctx context.Context, supplierID string, lines []FileLine) error {
	rows, err := db.All[supplierWord](ctx, s.db, `
		SELECT w.words, w.product_id, w.pack
		FROM supplier_words w
		JOIN products p ON p.id = w.product_id
		WHERE w.supplier_id = $1 AND p.deleted_at IS NULL`, supplierID)
	if err != nil {
		return err
	}
	byWords := map[string]supplierWord{}
	for _, row := range rows {
		byWords[row.Words] = row
	}
	codes := s.codes()
	for i := range lines {
		l := &lines[i]
		last, known := byWords[unicodetext.Key(l.Words)]
		var found *catalog.Product
		switch {
		case known:
			l.Match, found = LastTime, codes.byID[last.ProductID]
			if l.Unit != "" && l.Pack == 0 {
				l.Pack = last.Pack
			}
		case l.Barcode != "" && codes.withBarcode(l.Barcode) != nil:
			l.Match, found = ByBarcode, codes.withBarcode(l.Barcode)
		case l.SKU != "" && codes.bySKU[strings.ToLower(l.SKU)] != nil:
			l.Match, found = BySKU, codes.bySKU[strings.ToLower(l.SKU)]
		}
		if found != nil {
			l.Proposals = append(l.Proposals, s.proposal(*found))
			l.Sure = l.isSure(*found)
		} else {
			s.propose(l)
		}
		if l.Pack == 0 && len(l.Proposals) > 0 {
			l.Pack = l.Proposals[0].Product.PackSize
		}
	}
	return nil
}

// codes indexes the shop's products by id, barcode and SKU.
type codes struct{ byID, byBarcode, bySKU map[string]*catalog.Product }

func (c codes) withBarcode(code string) *catalog.Product {
	return cmp.Or(c.byBarcode[unicodetext.Barcode(code)], c.byBarcode[unicodetext.Barcode(unicodetext.OtherBarcode(code))])
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
	for _, l := range lines {
		if l.Sure {
			form.Lines = append(form.Lines, l.line())
		}
	}
	return s.Save(ctx, purchaseID, form)
}

// form converts a draft to a Form, to save it again.
func (p Purchase) form() Form {
	return Form{SupplierID: p.SupplierID, Bill: p.Bill, Day: p.Day, DueDay: p.DueDay, PaperTotal: p.PaperTotal, RoundOff: p.TypedRound, Discount: p.Discount, Lines: p.Lines}
}

// remember stores the supplier's wording for the products of a draft's lines. A line without a pack size keeps the stored one.
func remember(ctx context.Context, tx *db.Tx, p Purchase) error {
	for _, l := range p.Lines {
		if unicodetext.Key(l.Words) == "" {
			continue
		}
		err := db.Exec(ctx, tx, `
			INSERT INTO supplier_words (supplier_id, words, product_id, pack, updated_at)
			VALUES ($1, $2, $3, $4, $5)
			ON CONFLICT (supplier_id, words) DO UPDATE SET product_id = excluded.product_id, pack = CASE WHEN $6 > 0 THEN excluded.pack ELSE supplier_words.pack END, updated_at = excluded.updated_at`,
			p.SupplierID, unicodetext.Key(l.Words), l.ProductID, max(1, l.Pack), p.UpdatedAt, l.Pack)
		if err != nil {
			return err
		}
	}
	return nil
}
