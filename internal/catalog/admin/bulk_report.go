package admin

import (
	"cmp"
	"slices"

	"kirana/internal/catalog"
	"kirana/internal/idempotency"
	"kirana/internal/language"
	"kirana/internal/money"
)

// BulkReport is the report of a bulk change, or of its preview.
type BulkReport struct {
	ID        string        `json:"_id" doc:"ID for undoing the change. Empty if nothing was changed."`
	Digest    string        `json:"digest" doc:"Digest of all changed values, before and after, to be sent with the change."`
	Matched   int           `json:"matched"`
	Changed   int           `json:"changed"`
	Unchanged int           `json:"unchanged" doc:"Number of products that already have the value."`
	Refused   int           `json:"refused" doc:"Number of products that cannot be changed."`
	Lines     []BulkPreview `json:"lines" doc:"First 100 products that change or are refused, by name."`
}

// BulkPreview is a product before and after a bulk change.
type BulkPreview struct {
	ProductID string      `json:"_id"`
	Name      string      `json:"name"`
	Unit      string      `json:"unit"`
	Before    BulkValues  `json:"before"`
	After     *BulkValues `json:"after,omitempty" doc:"Values after the change. Absent if the product is refused."`
	Refusal   string      `json:"refusal,omitempty" doc:"Reason for the refusal."`
}

// BulkValues are the values that a bulk change can set.
type BulkValues struct {
	Price       money.Paise `json:"price"`
	Discount    money.Paise `json:"discount"`
	SubCategory string      `json:"subCategory" doc:"Category and sub-category."`
	Publish     bool        `json:"publish"`
	Unit        string      `json:"unit"`
	Stock       int         `json:"stock"`
	catalog.TaxFacts
	TaxRate catalog.ShownRate `json:"taxRate" doc:"Resulting GST rate valid today, in per cent."`
}

// bulkReport converts a result to the API's form, with the names of categories.
func (s *Service) bulkReport(result BulkResult, digest string) BulkReport {
	snapshot := s.view.Snapshot()
	values := func(p catalog.Product) BulkValues {
		placed := snapshot.WithNames(p)
		return BulkValues{Price: p.Price, Discount: p.Discount, SubCategory: placed.Category.Name + ", " + placed.SubCategory.Name, Publish: p.Publish, Unit: p.Unit, Stock: p.Stock, TaxFacts: p.TaxFacts, TaxRate: snapshot.WithRate(p).TaxRate}
	}
	report := BulkReport{
		ID: result.ID, Digest: digest, Matched: result.Matched, Changed: result.Changed, Unchanged: result.Unchanged, Refused: result.Refused,
		Lines: make([]BulkPreview, len(result.Lines)),
	}
	for i, line := range result.Lines {
		preview := BulkPreview{ProductID: line.Before.ID, Name: line.Before.Name, Unit: line.Before.Unit, Before: values(line.Before), Refusal: string(line.Refusal)}
		if line.Refusal == "" {
			after := values(line.After)
			preview.After = &after
		}
		report.Lines[i] = preview
	}
	return report
}

// in returns the report with its texts in a language.
func (r BulkReport) in(lang string) BulkReport {
	for i, line := range r.Lines {
		r.Lines[i].Refusal = language.Stored(line.Refusal).In(lang)
	}
	return r
}

// plannedRow is a planned change of a product, for the digest.
type plannedRow struct {
	bulkRow

	// StockBefore is the current stock if the change sets the stock, otherwise 0. Because of it, an order placed
	// since the preview changes the digest: setting the stock would put the pieces reserved for that order on
	// sale again.
	StockBefore int `json:",omitempty"`
}

// digestOf returns a hash of the planned changes, independent of their order.
func (c BulkEdit) digestOf(changed []BulkLine) (string, error) {
	rows := make([]plannedRow, len(changed))
	for i, line := range changed {
		rows[i].bulkRow = bulkRowOf("", line.Before, line.After)
		if c.Field == BulkStock && c.Operation == BulkSet {
			rows[i].StockBefore = line.Before.Stock
		}
	}
	slices.SortFunc(rows, func(a, b plannedRow) int { return cmp.Compare(a.ProductID, b.ProductID) })
	return idempotency.Fingerprint(rows)
}
