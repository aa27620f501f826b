package purchase

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"kirana/internal/db"
	"kirana/internal/money"
)

const purchaseColumns = `p.id, p.kind, p.supplier_id, p.return_of, p.bill, p.bill_key, p.year, p.bill_day, p.due_day, p.books_day, p.supplier_gstin, p.supplier_state, p.paper_total, p.typed_round, p.discount, p.reason, p.credit,
	p.taxable, p.cgst, p.sgst, p.igst, p.cess, p.round_off, p.total, p.pieces, p.paid, p.returned, p.staff_id, p.staff_name, p.booked_at, p.created_at, p.updated_at`

func savePurchase(ctx context.Context, tx *db.Tx, p Purchase) error {
	return db.Insert(ctx, tx, `
		INSERT INTO purchases (id, kind, supplier_id, return_of, bill, bill_key, year, bill_day, due_day, books_day, supplier_gstin, supplier_state, paper_total, typed_round, discount, reason, credit,
			taxable, cgst, sgst, igst, cess, round_off, total, pieces, paid, returned, staff_id, staff_name, booked_at, created_at, updated_at)
		VALUES (:id, :kind, :supplier_id, :return_of, :bill, :bill_key, :year, :bill_day, :due_day, :books_day, :supplier_gstin, :supplier_state, :paper_total, :typed_round, :discount, :reason, :credit,
			:taxable, :cgst, :sgst, :igst, :cess, :round_off, :total, :pieces, :paid, :returned, :staff_id, :staff_name, :booked_at, :created_at, :updated_at)
		ON CONFLICT (id) DO UPDATE SET supplier_id = excluded.supplier_id, bill = excluded.bill, bill_key = excluded.bill_key, year = excluded.year,
			bill_day = excluded.bill_day, due_day = excluded.due_day, books_day = excluded.books_day, supplier_gstin = excluded.supplier_gstin,
			supplier_state = excluded.supplier_state, paper_total = excluded.paper_total, typed_round = excluded.typed_round,
			discount = excluded.discount, credit = excluded.credit, taxable = excluded.taxable, cgst = excluded.cgst, sgst = excluded.sgst,
			igst = excluded.igst, cess = excluded.cess, round_off = excluded.round_off, total = excluded.total, pieces = excluded.pieces,
			staff_id = excluded.staff_id, staff_name = excluded.staff_name, booked_at = excluded.booked_at, updated_at = excluded.updated_at`, p)
}

func replaceLines(ctx context.Context, tx *db.Tx, p Purchase) error {
	if err := db.Exec(ctx, tx, `DELETE FROM purchase_lines WHERE purchase_id = $1`, p.ID); err != nil {
		return err
	}
	return insertLines(ctx, tx, p.Lines)
}

func insertLines(ctx context.Context, tx *db.Tx, lines []Line) error {
	return db.Insert(ctx, tx, `
		INSERT INTO purchase_lines (id, purchase_id, position, of_line, product_id, pieces, grams, step_grams, free, cost, with_tax, rate, mrp, price, best_before, taxable, cgst, sgst, igst, cess, value, returned)
		VALUES (:id, :purchase_id, :position, :of_line, :product_id, :pieces, :grams, :step_grams, :free, :cost, :with_tax, :rate, :mrp, :price, :best_before, :taxable, :cgst, :sgst, :igst, :cess, :value, :returned)`, lines...)
}

// lockPurchase reads a purchase with its lines and supplier, and locks it.
func lockPurchase(ctx context.Context, tx *db.Tx, purchaseID string) (Purchase, error) {
	p, err := db.Get[Purchase](ctx, tx, `SELECT `+purchaseColumns+` FROM purchases p WHERE p.id = $1`+tx.ForUpdate(), purchaseID)
	if err != nil {
		return p, orNoPurchase(err)
	}
	if p.Supplier, err = lockSupplier(ctx, tx, p.SupplierID); err != nil {
		return p, err
	}
	p.Lines, err = linesOf(ctx, tx, purchaseID)
	return p, err
}

func orNoPurchase(err error) error {
	if errors.Is(err, db.ErrNoRow) {
		return ErrNoPurchase
	}
	return err
}

func linesOf(ctx context.Context, q db.Querier, purchaseID string) ([]Line, error) {
	return db.All[Line](ctx, q, `
		SELECT id, purchase_id, position, of_line, product_id, pieces, grams, step_grams, free, cost, with_tax, rate, mrp, price, best_before, taxable, cgst, sgst, igst, cess, value, returned
		FROM purchase_lines
		WHERE purchase_id = $1
		ORDER BY position`, purchaseID)
}

// readPurchase reads a purchase with its lines, payments and returns.
func readPurchase(ctx context.Context, q db.Querier, purchaseID, today string) (p Purchase, err error) {
	if p, err = db.Get[Purchase](ctx, q, `SELECT `+purchaseColumns+` FROM purchases p WHERE p.id = $1`, purchaseID); err != nil {
		return p, orNoPurchase(err)
	}
	if p.Supplier, err = db.Get[Supplier](ctx, q, selectSuppliers+` WHERE s.id = $2`, today, p.SupplierID); err != nil {
		return p, err
	}
	if p.Lines, err = linesOf(ctx, q, purchaseID); err != nil {
		return p, err
	}
	if p.Payments, err = db.All[Payment](ctx, q, `
		SELECT id, purchase_id, amount, paid_by, reference, staff_id, staff_name, created_at
		FROM supplier_payments
		WHERE purchase_id = $1
		ORDER BY created_at, id`, purchaseID); err != nil {
		return p, err
	}
	p.Returns, err = db.All[Purchase](ctx, q, `SELECT `+purchaseColumns+` FROM purchases p WHERE p.return_of = $1 ORDER BY p.created_at, p.id`, purchaseID)
	for i := range p.Returns {
		p.Returns[i].Supplier = p.Supplier
		p.Returns[i].derive()
	}
	return p, err
}

// Filter selects purchases; the zero value selects all.
type Filter struct {
	Search     string // words of the supplier's name and the bill number
	SupplierID string
	State      string // "DRAFT", "DUE" (unpaid), "LATE", "PAID" or "SENT_BACK"
	Page       int    // from 1
	Limit      int
}

// conditions returns the filter as SQL on purchases p and suppliers s, with its arguments.
func (f Filter) conditions(today string) (string, []any) {
	parts, args := []string{`TRUE`}, []any{}
	arg := func(value any) string {
		args = append(args, value)
		return "$" + strconv.Itoa(len(args))
	}
	if f.SupplierID != "" {
		parts = append(parts, `p.supplier_id = `+arg(f.SupplierID))
	}
	const due = `p.kind = 'PURCHASE' AND p.booked_at IS NOT NULL AND p.paid + p.returned < p.total`
	switch f.State {
	case "DRAFT":
		parts = append(parts, `p.booked_at IS NULL`)
	case "DUE":
		parts = append(parts, due)
	case "LATE":
		parts = append(parts, due, `p.due_day < `+arg(today))
	case "PAID":
		parts = append(parts, `p.kind = 'PURCHASE' AND p.booked_at IS NOT NULL AND p.paid + p.returned >= p.total`)
	case "SENT_BACK":
		parts = append(parts, `p.kind = 'RETURN'`)
	}
	for word := range strings.FieldsSeq(strings.ToLower(f.Search)) {
		like := arg("%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(word) + "%")
		parts = append(parts, `LOWER(s.name || ' ' || p.bill) LIKE `+like+` ESCAPE '\'`)
	}
	return ` FROM purchases p JOIN suppliers s ON s.id = p.supplier_id WHERE ` + strings.Join(parts, ` AND `), args
}

// purchaseRow is a purchase with its supplier's name.
type purchaseRow struct {
	Purchase

	SupplierName string `db:"supplier_name"`
}

// listPurchases returns a page of purchases and the total count: unpaid ones first by due day, then drafts, then the others,
// newest first.
func listPurchases(ctx context.Context, q db.Querier, f Filter, today string) ([]Purchase, int, error) {
	where, args := f.conditions(today)
	total, err := db.Get[int](ctx, q, `SELECT COUNT(*)`+where, args...)
	if err != nil {
		return nil, 0, err
	}
	args = append(args, f.Limit, (f.Page-1)*f.Limit)
	rows, err := db.All[purchaseRow](ctx, q, `
		SELECT `+purchaseColumns+`, s.name AS supplier_name`+where+`
		ORDER BY CASE WHEN p.booked_at IS NULL THEN 1 WHEN p.kind = 'PURCHASE' AND p.paid + p.returned < p.total THEN 0 ELSE 2 END,
			CASE WHEN p.booked_at IS NOT NULL AND p.kind = 'PURCHASE' AND p.paid + p.returned < p.total THEN p.due_day ELSE '' END, p.bill_day DESC, p.id DESC
		LIMIT $`+strconv.Itoa(len(args)-1)+` OFFSET $`+strconv.Itoa(len(args)), args...)
	purchases := make([]Purchase, len(rows))
	for i, row := range rows {
		row.Supplier = Supplier{ID: row.SupplierID, Name: row.SupplierName}
		row.derive()
		purchases[i] = row.Purchase
	}
	return purchases, total, err
}

// Dues sums the unpaid amounts of all suppliers by age.
type Dues struct {
	Due       money.Paise `db:"due" json:"due" doc:"Amount due, in rupees."`
	Suppliers int         `db:"suppliers" json:"suppliers" doc:"Number of suppliers to whom an amount is due."`
	Late      money.Paise `db:"late" json:"late" doc:"Overdue amount, in rupees."`
	LateMonth money.Paise `db:"late_month" json:"lateMonth" doc:"Amount overdue by more than 30 days, in rupees."`
}

func duesOn(ctx context.Context, q db.Querier, today, monthAgo string) (Dues, error) {
	return db.Get[Dues](ctx, q, `
		SELECT CAST(COALESCE(SUM(total - paid - returned), 0) AS BIGINT) AS due, COUNT(DISTINCT supplier_id) AS suppliers,
			CAST(COALESCE(SUM(CASE WHEN due_day < $1 THEN total - paid - returned END), 0) AS BIGINT) AS late,
			CAST(COALESCE(SUM(CASE WHEN due_day < $2 THEN total - paid - returned END), 0) AS BIGINT) AS late_month
		FROM purchases
		WHERE kind = 'PURCHASE' AND booked_at IS NOT NULL AND paid + returned < total`, today, monthAgo)
}

// BoughtSums are the purchases of some days of the books, less returns.
type BoughtSums struct {
	Total money.Paise `db:"total" json:"total" doc:"Total in rupees."`
	Tax   money.Paise `db:"tax" json:"tax" doc:"GST in the total, in rupees."`
}

func boughtSince(ctx context.Context, q db.Querier, first string) (BoughtSums, error) {
	return db.Get[BoughtSums](ctx, q, `
		SELECT CAST(COALESCE(SUM(CASE kind WHEN 'RETURN' THEN -total ELSE total END), 0) AS BIGINT) AS total,
			CAST(COALESCE(SUM(CASE kind WHEN 'RETURN' THEN -1 ELSE 1 END * (cgst + sgst + igst + cess)), 0) AS BIGINT) AS tax
		FROM purchases
		WHERE booked_at IS NOT NULL AND books_day >= $1`, first)
}
