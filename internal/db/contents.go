package db

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Contents summarizes a database, to compare a copy with its source.
type Contents struct {
	Database string           `json:"database"` // SQLite or Postgres
	Schema   int64            `json:"schema"`   // number of the last migration; 0 before the first
	Rows     map[string]int64 `json:"rows"`     // by table
	Sums     map[string]int64 `json:"sums"`     // by table.column: pieces of stock, grams, paise
}

// The values of Contents.Database.
const (
	SQLite   = "sqlite"
	Postgres = "postgres"
)

// summed lists the columns whose sums are compared. An older schema may lack some.
var summed = []string{
	"products.stock", "products.loose_grams", "stock_movements.change", "stock_movements.grams",
	"checkouts.total", "checkouts.due_total", "checkouts.collect", "checkouts.round_off", "orders.quantity", "orders.total", "orders.round_off", "orders.claimed",
	"payment_attempts.amount", "payment_attempts.taken", "payment_refunds.amount",
	"day_closes.expected", "day_closes.counted", "cash_given_back.amount", "checkout_payments.amount", "bills.total", "bills.payable",
}

// ErrNoShop is returned for a database without a shop.
var ErrNoShop = errors.New("db: no shop")

// OpenExisting opens a shop's database without creating or migrating it. It returns ErrNoShop for a
// missing SQLite file or an empty database, and fault.Conflict for an unfinished restore or move
// and for a schema newer than this program's.
func OpenExisting(ctx context.Context, databaseURL, dataDir string) (*DB, error) {
	d, err := OpenAnySchema(ctx, databaseURL, dataDir)
	if err != nil {
		return nil, err
	}
	schema, err := d.Schema(ctx)
	if err == nil {
		err = CheckSchema(schema)
	}
	if err != nil {
		_ = d.Close()
		return nil, err
	}
	return d, nil
}

// OpenAnySchema is like OpenExisting, but also opens the database of a newer program. The caller
// may read only tables and columns that every schema has.
func OpenAnySchema(ctx context.Context, databaseURL, dataDir string) (*DB, error) {
	if databaseURL == "" {
		if _, err := os.Stat(filepath.Join(dataDir, FileName)); err != nil {
			return nil, errors.Join(ErrNoShop, err)
		}
	}
	d, err := openUnmigrated(ctx, databaseURL, dataDir)
	if err != nil {
		return nil, err
	}
	if err := refuseUnfinished(ctx, d); err != nil {
		_ = d.Close()
		return nil, err
	}
	schema, err := d.Schema(ctx)
	if err == nil && schema == 0 {
		err = ErrNoShop
	}
	if err != nil {
		_ = d.Close()
		return nil, err
	}
	return d, nil
}

// Schema returns the number of the last migration applied; 0 for an empty database.
func (d *DB) Schema(ctx context.Context) (int64, error) {
	tables, err := All[string](ctx, d, d.dialect.tables)
	if err != nil {
		return 0, fmt.Errorf("list the tables: %w", err)
	}
	if !slices.Contains(tables, versionTable) {
		return 0, nil
	}
	schema, err := Get[int64](ctx, d, `SELECT CAST(COALESCE(MAX(version_id), 0) AS BIGINT) FROM `+versionTable)
	if err != nil {
		return 0, fmt.Errorf("read the schema's number: %w", err)
	}
	return schema, nil
}

// IsEmpty reports whether the database has no table.
func (d *DB) IsEmpty(ctx context.Context) (bool, error) {
	tables, err := All[string](ctx, d, d.dialect.tables)
	if err != nil {
		return false, fmt.Errorf("list the tables: %w", err)
	}
	return len(tables) == 0, nil
}

// contentsTimeout limits a statement that reads a whole table or the whole database.
const contentsTimeout = time.Hour

// errRollback makes CheckHealth roll back its write.
var errRollback = errors.New("db: roll back the health check")

// CheckHealth checks a SQLite file for damage with QuickCheck, and checks that the database is
// writable. It changes nothing.
func (d *DB) CheckHealth(ctx context.Context) error {
	problems, err := d.QuickCheck(WithTimeout(ctx, contentsTimeout))
	if err != nil {
		return err
	}
	if len(problems) > 0 {
		return fmt.Errorf("the database is damaged: %s", strings.Join(problems, "; "))
	}
	err = d.Tx(ctx, func(tx *Tx) error {
		if err := Exec(ctx, tx, `UPDATE `+versionTable+` SET is_applied = is_applied`); err != nil {
			return err
		}
		return errRollback
	})
	if !errors.Is(err, errRollback) {
		return fmt.Errorf("write to the database: %w", err)
	}
	return nil
}

// NewestSchema returns the number of this program's last migration.
func NewestSchema() (int64, error) { return newestSchema() }

// Contents reads the counts and sums of the database. They may be of different times if the shop is
// running.
func (d *DB) Contents(ctx context.Context) (Contents, error) { return contents(ctx, d, d.dialect) }

// versionTable is goose's table of applied migrations.
const versionTable = "goose_db_version"

// contents reads the counts and sums through q. They belong to one moment only if q is a
// transaction that sees one snapshot.
func contents(ctx context.Context, q Querier, dialect dialect) (Contents, error) {
	c := Contents{Database: dialect.name, Rows: map[string]int64{}, Sums: map[string]int64{}}
	ctx = WithTimeout(ctx, contentsTimeout)
	tables, err := All[string](ctx, q, dialect.tables)
	if err != nil {
		return c, fmt.Errorf("list the tables: %w", err)
	}
	for _, table := range tables {
		if c.Rows[table], err = Get[int64](ctx, q, `SELECT COUNT(*) FROM "`+table+`"`); err != nil {
			return c, fmt.Errorf("count %s: %w", table, err)
		}
	}
	columns, err := All[string](ctx, q, dialect.columns)
	if err != nil {
		return c, fmt.Errorf("list the columns: %w", err)
	}
	for _, name := range summed {
		if !slices.Contains(columns, name) {
			continue
		}
		table, column, _ := strings.Cut(name, ".")
		if c.Sums[name], err = Get[int64](ctx, q, `SELECT CAST(COALESCE(SUM(`+column+`), 0) AS BIGINT) FROM `+table); err != nil {
			return c, fmt.Errorf("add up %s: %w", name, err)
		}
	}
	if c.Rows[versionTable] > 0 {
		c.Schema, err = Get[int64](ctx, q, `SELECT CAST(MAX(version_id) AS BIGINT) FROM `+versionTable)
	}
	return c, err
}

// Differences describes how other differs from c: its schema, and each count and sum that c has. It
// ignores tables that only other has. The two may be databases of different kinds.
func (c Contents) Differences(other Contents) []string {
	var found []string
	if c.Schema != other.Schema {
		found = append(found, fmt.Sprintf("the schema is %d instead of %d", other.Schema, c.Schema))
	}
	for what, sides := range map[string][2]map[string]int64{"rows of %s": {c.Rows, other.Rows}, "the sum of %s": {c.Sums, other.Sums}} {
		for name, want := range sides[0] {
			if got, there := sides[1][name]; !there || got != want {
				found = append(found, fmt.Sprintf(what+": %d instead of %d", name, got, want))
			}
		}
	}
	slices.Sort(found)
	return found
}
