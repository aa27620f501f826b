package bill

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/tax"
)

const columns = `id, number, path_number, prefix, year, serial, kind, checkout_id, user_id, credit_for, issued_at, place_of_supply,
	total, round_off, payable, document, left_at, canceled_at, cancel_reason`

// selected reads documents with their links.
const selected = `SELECT ` + columns + `, COALESCE(generation, 0) AS generation, linked_at
		FROM bills LEFT JOIN bill_links ON bill_id = id`

// nextSerial takes the next number of a series. Its row stays locked until the transaction ends, so the
// series has no gap. The first series of a front begins at start, each later year at 1.
func nextSerial(ctx context.Context, tx *db.Tx, prefix, year string, start int64) (int64, error) {
	return db.Get[int64](ctx, tx, `
		INSERT INTO bill_series (prefix, year, next)
		VALUES ($1, $2, 1 + CASE WHEN EXISTS (SELECT 1 FROM bill_series WHERE prefix = $1) THEN 1 ELSE CAST($3 AS BIGINT) END)
		ON CONFLICT (prefix, year) DO UPDATE SET next = bill_series.next + 1
		RETURNING next - 1`, prefix, year, max(1, start))
}

func insert(ctx context.Context, tx *db.Tx, b Bill) error {
	return db.Insert(ctx, tx, `
		INSERT INTO bills (`+columns+`)
		VALUES (:id, :number, :path_number, :prefix, :year, :serial, :kind, :checkout_id, :user_id, :credit_for, :issued_at, :place_of_supply,
			:total, :round_off, :payable, :document, :left_at, :canceled_at, :cancel_reason)`, b)
}

func cancel(ctx context.Context, tx *db.Tx, b Bill) error {
	return db.Exec(ctx, tx, `UPDATE bills SET canceled_at = $2, cancel_reason = $3 WHERE id = $1`, b.ID, b.CanceledAt, b.CancelReason)
}

func markLeft(ctx context.Context, tx *db.Tx, b Bill) error {
	return db.Exec(ctx, tx, `UPDATE bills SET left_at = $2 WHERE id = $1`, b.ID, b.LeftAt)
}

// documentsOf reads the bills and credit notes of a checkout as they were issued.
func documentsOf(ctx context.Context, q db.Querier, checkoutIDs ...string) ([]Bill, error) {
	return db.All[Bill](ctx, q, `
		`+selected+`
		WHERE checkout_id IN (`+db.Placeholders(1, len(checkoutIDs))+`)
		ORDER BY checkout_id, id`, db.Args(checkoutIDs)...)
}

// goodsOf reads what the tax of products depends on: their own, or what their sub-category gives.
func goodsOf(ctx context.Context, q db.Querier, productIDs []string) (map[string]tax.Goods, error) {
	type product struct {
		ID string `db:"id"`
		tax.Goods

		SubHSN       string       `db:"sub_hsn"`
		SubCondition string       `db:"sub_condition"`
		SubRate      *tax.Percent `db:"sub_rate"`
	}
	if len(productIDs) == 0 {
		return map[string]tax.Goods{}, nil
	}
	products, err := db.All[product](ctx, q, `
		SELECT p.id, p.hsn, p.tax_condition, p.gst_rate,
			COALESCE(s.hsn, '') AS sub_hsn, COALESCE(s.tax_condition, '') AS sub_condition, s.gst_rate AS sub_rate
		FROM products p
		LEFT JOIN sub_categories s ON s.id = p.sub_category_id
		WHERE p.id IN (`+db.Placeholders(1, len(productIDs))+`)`, db.Args(productIDs)...)
	goods := map[string]tax.Goods{}
	for _, p := range products {
		goods[p.ID] = p.Or(tax.Goods{HSN: p.SubHSN, Condition: p.SubCondition, Own: p.SubRate})
	}
	return goods, err
}

// billPart is how many bills are read at once.
const billPart = 500

// CountUses counts the bills on which a row of the table of rates decides.
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

func hasValid(ctx context.Context, q db.Querier, checkoutID string) (bool, error) {
	return db.Get[bool](ctx, q, `SELECT EXISTS (SELECT 1 FROM bills WHERE checkout_id = $1 AND kind <> 'CREDIT_NOTE' AND canceled_at IS NULL)`, checkoutID)
}

func nameOf(ctx context.Context, q db.Querier, userID string) (string, error) {
	return db.Get[string](ctx, q, `SELECT name FROM users WHERE id = $1`, userID)
}

func byNumber(ctx context.Context, q db.Querier, number string) (Bill, error) {
	return db.Get[Bill](ctx, q, selected+` WHERE path_number = $1`, strings.ReplaceAll(strings.ToUpper(number), "/", "-"))
}

func byID(ctx context.Context, q db.Querier, billID string) (Bill, error) {
	return db.Get[Bill](ctx, q, selected+` WHERE id = $1`, billID)
}

// nextGeneration begins a new link of a bill.
func nextGeneration(ctx context.Context, tx *db.Tx, billID string, at time.Time) (int, error) {
	return db.Get[int](ctx, tx, `
		INSERT INTO bill_links (bill_id, generation, linked_at)
		VALUES ($1, 1, $2)
		ON CONFLICT (bill_id) DO UPDATE SET generation = bill_links.generation + 1, linked_at = excluded.linked_at
		RETURNING generation`, billID, at)
}

func list(ctx context.Context, q db.Querier, f Filter) ([]Bill, int, error) {
	conditions, args := []string{"TRUE"}, []any{}
	add := func(condition string, arg any) {
		args = append(args, arg)
		conditions = append(conditions, strings.ReplaceAll(condition, "?", "$"+strconv.Itoa(len(args))))
	}
	if f.UserID != "" {
		add(`user_id = ?`, f.UserID)
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
			order = 0 // the number of no order
		}
		like := `%` + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`, `/`, `-`).Replace(search) + `%`
		args = append(args, order, like)
		conditions = append(conditions, fmt.Sprintf(`(checkout_id IN (SELECT id FROM checkouts WHERE number = $%d) OR path_number LIKE $%d ESCAPE '\')`, len(args)-1, len(args)))
	}
	where := ` WHERE ` + strings.Join(conditions, " AND ")
	total, err := db.Get[int](ctx, q, `SELECT COUNT(*) FROM bills`+where, args...)
	if err != nil {
		return nil, 0, err
	}
	args = append(args, f.Limit, (f.Page-1)*f.Limit)
	bills, err := db.All[Bill](ctx, q, selected+where+`
		ORDER BY issued_at DESC, id DESC LIMIT $`+strconv.Itoa(len(args)-1)+` OFFSET $`+strconv.Itoa(len(args)), args...)
	return bills, total, err
}

// MoveTo makes the bills of a user another's. What is printed on them stays.
func MoveTo(ctx context.Context, tx *db.Tx, from, into string) error {
	return db.Exec(ctx, tx, `UPDATE bills SET user_id = $2 WHERE user_id = $1`, from, into)
}
