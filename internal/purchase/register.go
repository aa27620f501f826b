package purchase

import (
	"context"
	"fmt"

	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/tax"
)

// Entry is a row of the purchase register: the lines of a purchase or return with one tax rate. Amounts of a return are
// negative, so that columns can be summed.
type Entry struct {
	PurchaseID string       `db:"id" json:"purchase"`
	Day        string       `db:"books_day" json:"booksDay" doc:"Day on which the purchase counts in the books, as YYYY-MM-DD."`
	BillDay    string       `db:"bill_day" json:"date" doc:"Day of the bill, as YYYY-MM-DD."`
	Bill       string       `db:"bill" json:"bill"`
	Kind       Kind         `db:"kind" json:"kind" enum:"PURCHASE,RETURN"`
	Supplier   string       `db:"supplier" json:"supplier"`
	GSTIN      string       `db:"gstin" json:"gstin" doc:"GSTIN of the supplier on the day of booking."`
	State      string       `db:"state" json:"state" doc:"State code."`
	Credit     bool         `db:"credit" json:"credit" doc:"true: the tax is claimed as input tax credit."`
	Rate       *tax.Percent `db:"rate" json:"rate"`
	tax.Split
	RoundOff money.Adjustment `db:"round_off" json:"roundOff" doc:"Round-off of the bill, in its first row."`
	Total    money.Adjustment `db:"total" json:"total" doc:"Total of the bill in rupees, in its first row."`
}

// SchemaName returns the name in the API document.
func (Entry) SchemaName() string { return "PurchaseEntry" }

// Register returns the purchase register of a range of days, both ends included, oldest first.
func Register(ctx context.Context, q db.Querier, first, last string) ([]Entry, error) {
	entries, err := db.All[Entry](ctx, q, `
		SELECT p.id, p.books_day, p.bill_day, p.bill, p.kind, s.name AS supplier, p.supplier_gstin AS gstin, p.supplier_state AS state, p.credit, l.rate,
			CAST(SUM(l.taxable * sign) AS BIGINT) AS taxable, CAST(SUM(l.cgst * sign) AS BIGINT) AS cgst, CAST(SUM(l.sgst * sign) AS BIGINT) AS sgst,
			CAST(SUM(l.igst * sign) AS BIGINT) AS igst, CAST(SUM(l.cess * sign) AS BIGINT) AS cess, MAX(p.round_off * sign) AS round_off, MAX(p.total * sign) AS total
		FROM (SELECT *, CASE kind WHEN 'RETURN' THEN -1 ELSE 1 END AS sign FROM purchases WHERE books_day >= $1 AND books_day <= $2 AND booked_at IS NOT NULL) p
		JOIN suppliers s ON s.id = p.supplier_id
		JOIN purchase_lines l ON l.purchase_id = p.id
		GROUP BY p.id, p.books_day, p.bill_day, p.bill, p.kind, s.name, p.supplier_gstin, p.supplier_state, p.credit, l.rate
		ORDER BY p.books_day, p.id, l.rate`, first, last)
	if err != nil {
		return nil, fmt.Errorf("read the register of purchases: %w", err)
	}
	for i := range entries {
		if i > 0 && entries[i].PurchaseID == entries[i-1].PurchaseID {
			entries[i].RoundOff, entries[i].Total = 0, 0
		}
	}
	return entries, nil
}

// InputTax returns the input tax credit of a range of days, less the credit of returns.
func InputTax(ctx context.Context, q db.Querier, first, last string) (tax.Split, error) {
	return db.Get[tax.Split](ctx, q, `
		SELECT CAST(COALESCE(SUM(taxable * sign), 0) AS BIGINT) AS taxable, CAST(COALESCE(SUM(cgst * sign), 0) AS BIGINT) AS cgst,
			CAST(COALESCE(SUM(sgst * sign), 0) AS BIGINT) AS sgst, CAST(COALESCE(SUM(igst * sign), 0) AS BIGINT) AS igst, CAST(COALESCE(SUM(cess * sign), 0) AS BIGINT) AS cess
		FROM (SELECT *, CASE kind WHEN 'RETURN' THEN -1 ELSE 1 END AS sign FROM purchases WHERE books_day >= $1 AND books_day <= $2 AND booked_at IS NOT NULL AND credit) p`, first, last)
}
