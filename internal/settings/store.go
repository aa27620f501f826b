package settings

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/tax"
	"kirana/internal/tax/rates"
)

// row is the only row of settings.
type row struct {
	Value   string `db:"value"`
	Version int    `db:"version"`
}

// load reads the settings and their version; version 0 means that none are stored. lock is appended to the query.
func load(ctx context.Context, q db.Querier, lock string) (Settings, int, error) {
	stored, err := db.Get[row](ctx, q, `SELECT value, version FROM settings WHERE id = 1`+lock)
	if errors.Is(err, db.ErrNoRow) {
		return Defaults(), 0, nil
	}
	if err != nil {
		return Settings{}, 0, err
	}
	s := Defaults()
	if err := json.Unmarshal([]byte(stored.Value), &s); err != nil {
		return Settings{}, 0, fmt.Errorf("read the kept settings: %w", err)
	}
	return s, stored.Version, nil
}

func save(ctx context.Context, tx *db.Tx, s Settings, version int, at time.Time) error {
	value, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return db.Exec(ctx, tx, `
		INSERT INTO settings (id, value, version, updated_at) VALUES (1, $1, $2, $3)
		ON CONFLICT (id) DO UPDATE SET value = excluded.value, version = excluded.version, updated_at = excluded.updated_at`,
		string(value), version, at)
}

// countUnlabeled returns the number of published products without a manufacturer or packer, or without a country of
// origin.
func countUnlabeled(ctx context.Context, q db.Querier) (int, error) {
	n, err := db.Get[int](ctx, q, `
		SELECT COUNT(*)
		FROM products
		WHERE deleted_at IS NULL AND publish AND (maker = '' OR origin = '')`)
	if err != nil {
		return 0, fmt.Errorf("count the products without a label: %w", err)
	}
	return n, nil
}

// countUntaxed returns the number of products without an HSN of their own or their sub-category, or without a rate today.
func countUntaxed(ctx context.Context, q db.Querier, at time.Time) (int, error) {
	type group struct {
		tax.Goods

		SubHSN       string       `db:"sub_hsn"`
		SubCondition string       `db:"sub_condition"`
		SubRate      *tax.Percent `db:"sub_rate"`
		Products     int          `db:"products"`
	}
	table, err := rates.Table(ctx, q)
	if err != nil {
		return 0, fmt.Errorf("read the rates: %w", err)
	}
	groups, err := db.All[group](ctx, q, `
		SELECT p.hsn, p.tax_condition, p.gst_rate, s.hsn AS sub_hsn, s.tax_condition AS sub_condition, s.gst_rate AS sub_rate, COUNT(*) AS products
		FROM products p JOIN sub_categories s ON s.id = p.sub_category_id
		WHERE p.deleted_at IS NULL
		GROUP BY p.hsn, p.tax_condition, p.gst_rate, s.hsn, s.tax_condition, s.gst_rate`)
	if err != nil {
		return 0, fmt.Errorf("count the products without a tax: %w", err)
	}
	n := 0
	for _, g := range groups {
		goods := g.Or(tax.Goods{HSN: g.SubHSN, Condition: g.SubCondition, Own: g.SubRate})
		if _, lack := table.Find(goods, tax.Day(at)); lack != "" || goods.HSN == "" {
			n += g.Products
		}
	}
	return n, nil
}

// nextBill returns the next bill number of a series in a financial year; 0 if the series has no bill in any year.
func nextBill(ctx context.Context, q db.Querier, prefix, year string) (int64, error) {
	type series struct {
		Year string `db:"year"`
		Next int64  `db:"next"`
	}
	all, err := db.All[series](ctx, q, `SELECT year, next FROM bill_series WHERE prefix = $1`, prefix)
	if err != nil || len(all) == 0 {
		return 0, err
	}
	for _, s := range all {
		if s.Year == year {
			return s.Next, nil
		}
	}
	return 1, nil
}

// checkSeries refuses a bill series whose prefix is used by credit notes, or whose credit notes' prefix is used by bills.
func checkSeries(ctx context.Context, q db.Querier, series BillSeries) error {
	isUsed := func(prefix string, ofCreditNotes bool) (bool, error) {
		return db.Get[bool](ctx, q, `SELECT EXISTS (SELECT 1 FROM bills WHERE prefix = $1 AND (credit_for <> '') = $2)`, prefix, ofCreditNotes)
	}
	switch used, err := isUsed(series.Prefix, true); {
	case err != nil:
		return fmt.Errorf("look for credit notes: %w", err)
	case used:
		return fault.InField("bill.prefix", "%s is used by the credit notes. Choose another front.", series.Prefix)
	}
	credit := series.CreditPrefix()
	switch used, err := isUsed(credit, false); {
	case err != nil:
		return fmt.Errorf("look for bills: %w", err)
	case used:
		return fault.InField("bill.prefix", "The credit notes would be numbered %s, as bills are already. Choose another front.", credit)
	}
	return nil
}
