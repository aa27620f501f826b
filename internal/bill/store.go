package bill

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/tax"
	"kirana/internal/tax/rates"
)

const columns = `id, number, path_number, prefix, year, serial, kind, checkout_id, user_id, credit_for, issued_at, place_of_supply,
	total, round_off, payable, document, left_at, canceled_at, cancel_reason`

// selected selects documents with their links.
const selected = `SELECT ` + columns + `, COALESCE(generation, 0) AS generation, linked_at
		FROM bills LEFT JOIN bill_links ON bill_id = id`

// maxNumber is the maximum length of a number, in characters: CGST rule 46(b).
const maxNumber = 16

// issue stores a document under the next number of its series, and returns it with the number:
// "GK/26-27/00641"; the hyphen is omitted where the number would be too long. A trigger increments the
// series' row, which stays locked until the transaction ends, so a series has no gap. Another trigger
// refuses a document that is dated in a closed month.
func issue(ctx context.Context, tx *db.Tx, b Bill, start int64) (Bill, error) {
	number, err := insert(ctx, tx, b)
	if errors.Is(err, db.ErrNoRow) {
		if err = beginSeries(ctx, tx, b.Prefix, b.Year, start); err == nil {
			number, err = insert(ctx, tx, b)
		}
	}
	if db.IsRefusedByTrigger(err) {
		return b, errClosed(b.IssuedAt)
	}
	b.Number, b.Serial = number.Number, number.Serial
	b.PathNumber = strings.ReplaceAll(b.Number, "/", "-")
	return b, err
}

// number is the place of a document in its series.
type number struct {
	Number string `db:"number"`
	Serial int64  `db:"serial"`
}

// LockSeries waits for transactions that take numbers, and blocks new ones until tx ends.
func LockSeries(ctx context.Context, tx *db.Tx) error {
	return db.Exec(ctx, tx, `UPDATE bill_series SET next = next`)
}

// LockMonths keeps all open months open until the transaction ends, for entries of the books without a bill's number.
// Closing a month takes this lock, too.
func LockMonths(ctx context.Context, tx *db.Tx) error { return tx.Lock(ctx, "closed months") }

// isClosed reports whether a document's month is closed. A month that is open stays open until the transaction ends.
func isClosed(ctx context.Context, tx *db.Tx, b Bill) (bool, error) {
	if err := (Slot{Prefix: b.Prefix, Year: b.Year}).Lock(ctx, tx); err != nil {
		return false, err
	}
	return inClosedMonth(ctx, tx, b.IssuedAt)
}

func inClosedMonth(ctx context.Context, q db.Querier, at time.Time) (bool, error) {
	return db.Get[bool](ctx, q, `SELECT EXISTS (SELECT 1 FROM closed_months WHERE begins <= $1 AND ends > $1)`, at)
}

// insert stores a document. It returns db.ErrNoRow for a series that does not exist yet.
func insert(ctx context.Context, tx *db.Tx, b Bill) (number, error) {
	return db.Get[number](ctx, tx, `
		INSERT INTO bills (`+columns+`)
		SELECT $1, number, REPLACE(number, '/', '-'), prefix, year, serial, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16
		FROM (
			SELECT prefix, year, serial,
				CASE WHEN LENGTH(prefix || '/' || year || '/' || digits) <= `+strconv.Itoa(maxNumber)+`
					THEN prefix || '/' || year || '/' || digits
					ELSE prefix || '/' || REPLACE(year, '-', '') || '/' || digits END AS number
			FROM (
				SELECT prefix, year, next AS serial,
					CASE WHEN next > 99999 THEN CAST(next AS TEXT) ELSE SUBSTR(CAST(100000 + next AS TEXT), 2) END AS digits
				FROM bill_series
				WHERE prefix = $2 AND year = $3`+tx.ForUpdate()+`
			) AS counted
		) AS numbered
		RETURNING number, serial`,
		b.ID, b.Prefix, b.Year, b.Kind, b.OrderID, b.UserID, b.CreditFor, b.IssuedAt, b.PlaceOfSupply,
		b.Total, b.RoundOff, b.Payable, b.Document, b.LeftAt, b.CanceledAt, b.CancelReason)
}

// beginSeries creates the series of a prefix in a year. The first year begins at start, later years at 1.
func beginSeries(ctx context.Context, tx *db.Tx, prefix, year string, start int64) error {
	return db.Exec(ctx, tx, `
		INSERT INTO bill_series (prefix, year, next)
		VALUES ($1, $2, CASE WHEN EXISTS (SELECT 1 FROM bill_series WHERE prefix = $1) THEN 1 ELSE CAST($3 AS BIGINT) END)
		ON CONFLICT (prefix, year) DO NOTHING`, prefix, year, max(1, start))
}

func cancel(ctx context.Context, tx *db.Tx, b Bill) error {
	return db.Exec(ctx, tx, `UPDATE bills SET canceled_at = $2, cancel_reason = $3 WHERE id = $1`, b.ID, b.CanceledAt, b.CancelReason)
}

func markLeft(ctx context.Context, tx *db.Tx, b Bill) error {
	return db.Exec(ctx, tx, `UPDATE bills SET left_at = $2 WHERE id = $1`, b.ID, b.LeftAt)
}

// documentsOf reads the bills and credit notes of orders in the order of issue.
func documentsOf(ctx context.Context, q db.Querier, orderIDs ...string) ([]Bill, error) {
	return db.All[Bill](ctx, q, `
		`+selected+`
		WHERE checkout_id IN (`+db.Placeholders(1, len(orderIDs))+`)
		ORDER BY checkout_id, id`, db.Args(orderIDs)...)
}

// taxDataOf reads the tax data of products (their own or their sub-category's) and the table of rates in one statement.
func taxDataOf(ctx context.Context, q db.Querier, productIDs []string) (map[string]tax.Goods, *tax.Table, error) {
	type row struct {
		ProductID string `db:"product_id"` // "" for one of the owner's rates
		tax.Goods

		SubHSN       string        `db:"sub_hsn"`
		SubCondition string        `db:"sub_condition"`
		SubRate      *tax.Percent  `db:"sub_rate"`
		Cess         tax.Percent   `db:"cess"`
		Treatment    tax.Treatment `db:"treatment"`
		Base         tax.Base      `db:"base"`
		From         string        `db:"from_day"`
	}
	if len(productIDs) == 0 {
		return nil, tax.ShippedTable(), nil
	}
	// The rates come first: SQLite's driver takes the column types from the first SELECT.
	rows, err := db.All[row](ctx, q, `
		SELECT '' AS product_id, hsn, condition AS tax_condition, rate AS gst_rate, '' AS sub_hsn, '' AS sub_condition, CAST(NULL AS BIGINT) AS sub_rate,
			cess, treatment, base, from_day
		FROM tax_rates
		UNION ALL
		SELECT p.id, p.hsn, p.tax_condition, p.gst_rate, COALESCE(s.hsn, ''), COALESCE(s.tax_condition, ''), s.gst_rate, 0, '', '', ''
		FROM products p
		LEFT JOIN sub_categories s ON s.id = p.sub_category_id
		WHERE p.id IN (`+db.Placeholders(1, len(productIDs))+`)`, db.Args(productIDs)...)
	goods := map[string]tax.Goods{}
	var own []rates.Row
	for _, r := range rows {
		if r.ProductID != "" {
			goods[r.ProductID] = r.Or(tax.Goods{HSN: r.SubHSN, Condition: r.SubCondition, Own: r.SubRate})
			continue
		}
		own = append(own, rates.Row{HSN: r.HSN, Condition: r.Condition, Rate: *r.Own, Cess: r.Cess, Treatment: r.Treatment, Base: r.Base, From: r.From})
	}
	return goods, rates.TableOf(own), err
}

// billPart is the number of bills read in one query.
const billPart = 500

// CountUses counts the bills that use a row of the table of rates.
func CountUses(ctx context.Context, q db.Querier, table *tax.Table, rate tax.Rate) (int, error) {
	from, err := time.ParseInLocation(time.DateOnly, rate.From, clock.India)
	if err != nil {
		return 0, err
	}
	used, last := 0, ""
	for {
		bills, err := db.All[Bill](ctx, q, `
			SELECT `+columns+`
			FROM bills
			WHERE id > $1 AND issued_at >= $2 AND kind <> $3 AND document LIKE $4
			ORDER BY id LIMIT $5`, last, from.UTC(), CreditNote, `%"hsn":"`+rate.HSN+`%`, billPart)
		if err != nil || len(bills) == 0 {
			return used, err
		}
		for _, b := range bills {
			if last = b.ID; b.Document.uses(table, rate, tax.Day(b.IssuedAt)) {
				used++
			}
		}
	}
}

func (d Document) uses(table *tax.Table, rate tax.Rate, day string) bool {
	return slices.ContainsFunc(d.Lines, func(line Line) bool {
		if line.Rate == nil || *line.Rate != rate.Rate || line.CessRate != *rate.Cess {
			return false
		}
		return slices.ContainsFunc(table.Choices(line.HSN, day), func(r tax.Rate) bool { return r.Key() == rate.Key() })
	})
}

// StandingBefore returns the shop's tax standing on its last bill before a time, or "" without such a bill.
func StandingBefore(ctx context.Context, q db.Querier, end time.Time) (string, error) {
	last, err := db.Get[Document](ctx, q, `SELECT document FROM bills WHERE issued_at < $1 AND kind <> 'CREDIT_NOTE' ORDER BY issued_at DESC, id DESC LIMIT 1`, end)
	if errors.Is(err, db.ErrNoRow) {
		return "", nil
	}
	return last.Seller.Standing, err
}

func hasValid(ctx context.Context, q db.Querier, orderID string) (bool, error) {
	return db.Get[bool](ctx, q, `
		SELECT EXISTS (
			SELECT 1 FROM bills b
			WHERE b.checkout_id = $1 AND b.kind <> 'CREDIT_NOTE' AND b.canceled_at IS NULL
				AND (b.left_at IS NOT NULL OR b.total > (SELECT COALESCE(SUM(n.total), 0) FROM bills n WHERE n.checkout_id = $1 AND n.credit_for = b.id AND n.canceled_at IS NULL)))`, orderID)
}

func byNumber(ctx context.Context, q db.Querier, number string) (Bill, error) {
	return db.Get[Bill](ctx, q, selected+` WHERE path_number = $1`, strings.ReplaceAll(strings.ToUpper(number), "/", "-"))
}

func byID(ctx context.Context, q db.Querier, billID string) (Bill, error) {
	return db.Get[Bill](ctx, q, selected+` WHERE id = $1`, billID)
}

// nextGeneration replaces a bill's link and returns the new generation.
func nextGeneration(ctx context.Context, tx *db.Tx, billID string, at time.Time) (int, error) {
	return db.Get[int](ctx, tx, `
		INSERT INTO bill_links (bill_id, generation, linked_at)
		VALUES ($1, 1, $2)
		ON CONFLICT (bill_id) DO UPDATE SET generation = bill_links.generation + 1, linked_at = excluded.linked_at
		RETURNING generation`, billID, at)
}

// list returns a page of documents, newest first, and the total up to the counting limit.
func list(ctx context.Context, q db.Querier, f Filter) ([]Bill, int, error) {
	conditions, args := []string{"TRUE"}, []any{}
	add := func(condition string, arg any) {
		args = append(args, arg)
		conditions = append(conditions, strings.ReplaceAll(condition, "?", "$"+strconv.Itoa(len(args))))
	}
	if f.UserID != "" {
		add(`user_id = ?`, f.UserID)
	}
	if len(f.IDs) > 0 {
		conditions = append(conditions, `id IN (`+db.Placeholders(len(args)+1, len(f.IDs))+`)`)
		args = append(args, db.Args(f.IDs)...)
	}
	if f.Mobile != "" {
		add(`user_id IN (SELECT user_id FROM customer_mobiles WHERE mobile = ? UNION ALL SELECT id FROM users WHERE mobile = ?)`, f.Mobile)
	}
	if f.Kind != "" {
		add(`kind = ?`, f.Kind)
	}
	if !f.From.IsZero() {
		add(`issued_at >= ?`, f.From)
	}
	if !f.To.IsZero() {
		add(`issued_at < ?`, f.To)
	}
	if search := strings.ToUpper(strings.TrimSpace(f.Search)); search != "" {
		order, err := strconv.ParseInt(strings.TrimPrefix(search, "#"), 10, 64)
		if err != nil {
			order = 0 // no order has this number
		}
		like := `%` + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`, `/`, `-`).Replace(search) + `%`
		args = append(args, order, like)
		conditions = append(conditions, fmt.Sprintf(`(checkout_id IN (SELECT id FROM checkouts WHERE number = $%d) OR path_number LIKE $%d ESCAPE '\')`, len(args)-1, len(args)))
	}
	return listSelected(ctx, q, selection{` WHERE ` + strings.Join(conditions, " AND "), args}, f.Page, f.Limit)
}

// selection is an SQL condition on bills, with its arguments.
type selection struct {
	where string
	args  []any
}

// listSelected reads a page and its total. It finds the ids of the page in an index only. For a deep page, it counts
// from the page to the end of the next one.
func listSelected(ctx context.Context, q db.Querier, s selection, page, limit int) ([]Bill, int, error) {
	const newest = ` ORDER BY issued_at DESC, id DESC`
	found := `SELECT id FROM bills` + s.where + newest + ` LIMIT $` + strconv.Itoa(len(s.args)+1) + ` OFFSET $` + strconv.Itoa(len(s.args)+2)
	length, offset := db.CountRange(page, limit)
	read := limit
	if offset > 0 {
		read = length
	}
	bills, err := db.All[Bill](ctx, q, selected+` WHERE id IN (`+found+`)`+newest, slices.Concat(s.args, []any{read, (page - 1) * limit})...)
	switch {
	case err != nil:
		return nil, 0, err
	case offset == 0:
		total, err := db.Get[int](ctx, q, `SELECT COUNT(*) FROM (`+found+`) counted`, slices.Concat(s.args, []any{length, 0})...)
		return bills, total, err
	case len(bills) == 0: // past the end
		_, total, err := listSelected(ctx, q, s, 1, limit)
		return nil, total, err
	}
	return bills[:min(limit, len(bills))], offset + len(bills), nil
}

// MoveTo moves a user's bills to another user. The documents, with the buyer's name, do not change.
func MoveTo(ctx context.Context, tx *db.Tx, from, into string) error {
	return db.Exec(ctx, tx, `UPDATE bills SET user_id = $2 WHERE user_id = $1`, from, into)
}
