// Package rates stores the owner's rows of the table of tax rates, in addition to the shipped ones.
package rates

import (
	"context"
	"slices"
	"time"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/tax"
)

// Row is a row that the owner has entered.
type Row struct {
	ID        string        `db:"id"`
	HSN       string        `db:"hsn"`
	Condition string        `db:"condition"`
	Rate      tax.Percent   `db:"rate"`
	Cess      tax.Percent   `db:"cess"`
	Treatment tax.Treatment `db:"treatment"`
	Base      tax.Base      `db:"base"`
	From      string        `db:"from_day"`
	CreatedAt time.Time     `db:"created_at"`
}

// Source is the source of the owner's rows; shipped rows name their notification.
const Source = "entered by the owner"

// TaxRate converts the row to a row of the table of rates.
func (r Row) TaxRate() tax.Rate {
	return tax.Rate{HSN: r.HSN, Condition: r.Condition, Rate: r.Rate, Cess: &r.Cess, Treatment: r.Treatment, Base: r.Base, From: r.From, Source: Source}
}

// Table returns the table of the shipped and the owner's rows. For the same goods and day, the owner's row is used.
func Table(ctx context.Context, q db.Querier) (*tax.Table, error) {
	own, err := All(ctx, q)
	if err != nil {
		return nil, err
	}
	return TableOf(own), nil
}

// TableOf returns the table of the shipped rows and the owner's rows.
func TableOf(own []Row) *tax.Table {
	if len(own) == 0 {
		return tax.ShippedTable()
	}
	all := slices.Clone(tax.Shipped())
	for _, row := range own {
		all = append(all, row.TaxRate())
	}
	return tax.NewTable(all...)
}

// All reads the owner's rows.
func All(ctx context.Context, q db.Querier) ([]Row, error) {
	return db.All[Row](ctx, q, `SELECT id, hsn, condition, rate, cess, treatment, base, from_day, created_at FROM tax_rates ORDER BY id`)
}

var (
	// ErrNoRow is the refusal for a row that does not exist.
	ErrNoRow = fault.New(fault.NotFound, "no_rate", "There is no such row of rates.")
	errTaken = fault.New(fault.Conflict, "rate_taken", "You have a row for this HSN, condition and day. Take it back first.")
)

// Insert inserts a row. A second row for the same goods and day fails with fault.Conflict.
func Insert(ctx context.Context, tx *db.Tx, row Row) error {
	n, err := db.ExecRows(ctx, tx, `
		INSERT INTO tax_rates (id, hsn, condition, rate, cess, treatment, base, from_day, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
		ON CONFLICT (hsn, condition, from_day) DO NOTHING`,
		row.ID, row.HSN, row.Condition, row.Rate, row.Cess, row.Treatment, row.Base, row.From, row.CreatedAt)
	if err == nil && n == 0 {
		return errTaken
	}
	return err
}

// Delete deletes a row. An unknown row is not an error. The caller checks that no bill has used the row.
func Delete(ctx context.Context, tx *db.Tx, rowID string) error {
	return db.Exec(ctx, tx, `DELETE FROM tax_rates WHERE id = $1`, rowID)
}
