package db_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/shoptest"
)

// fill runs the files of testdata/filled whose numbers are between from and schema, the schema of d.
// Each file inserts rows that only a program of its schema or a later one writes.
func fill(t *testing.T, d *db.DB, from, schema int64) {
	t.Helper()
	files, err := filepath.Glob("testdata/filled/*.sql")
	if err != nil || len(files) == 0 {
		t.Fatalf("testdata/filled has %d files, %v, want some", len(files), err)
	}
	ctx := t.Context()
	err = d.Tx(ctx, func(tx *db.Tx) error {
		for _, file := range files {
			var since int64
			if _, err := fmt.Sscanf(filepath.Base(file), "%d.sql", &since); err != nil || since < from || since > schema {
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			for statement := range strings.SplitSeq(string(text), ";\n") {
				if strings.TrimSpace(statement) == "" {
					continue
				}
				if err := db.Exec(ctx, tx, statement); err != nil {
					return fmt.Errorf("%s: %w", file, err)
				}
			}
		}
		for from == 1 && schema >= 9 { // the file's orders have used numbers of the series
			if number, err := db.NextNumber(ctx, tx, "checkout_number"); err != nil || number >= 1003 {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// rewrittenTables lists the tables that a migration fills from other tables, or drops.
var rewrittenTables = []string{"goose_db_version", "customer_sums", "daily_sales", "counters", "catalog_files"}

// rows returns all rows of the given columns as text, by table.
func rows(t *testing.T, d *db.DB, columns []string) map[string][]string {
	t.Helper()
	byTable := map[string][]string{}
	for _, name := range columns {
		table, column, _ := strings.Cut(name, ".")
		byTable[table] = append(byTable[table], `COALESCE(CAST("`+column+`" AS TEXT), 'NULL')`)
	}
	all := map[string][]string{}
	for table, selected := range byTable {
		if slices.Contains(rewrittenTables, table) {
			continue
		}
		slices.Sort(selected)
		var err error
		if all[table], err = db.All[string](t.Context(), d, `SELECT `+strings.Join(selected, " || '|' || ")+` AS r FROM "`+table+`" ORDER BY r`); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// schemaStride is the step between the schemas whose shops are upgraded.
var schemaStride = int64(shoptest.Rounds(6, 1))

func TestUpgrade_keepsAFilledShopOfEverySchemaWhole(t *testing.T) {
	t.Parallel()
	newest, err := db.NewestSchema()
	if err != nil {
		t.Fatal(err)
	}
	for schema := int64(1); schema <= newest; schema++ {
		if schema < newest-1 && schema%schemaStride != 1%schemaStride {
			continue
		}
		t.Run(fmt.Sprint("schema ", schema), func(t *testing.T) {
			t.Parallel()
			eachOlderDB(t, schema, func(t *testing.T, d *db.DB) {
				ctx := t.Context()
				fill(t, d, 1, schema)
				before, err := d.Contents(ctx)
				if err != nil {
					t.Fatal(err)
				}
				columns, err := d.Columns(ctx)
				if err != nil {
					t.Fatal(err)
				}
				kept := rows(t, d, columns)

				if err := d.Migrate(ctx); err != nil {
					t.Fatal(err)
				}
				after, err := d.Contents(ctx)
				if err != nil || after.Schema != newest {
					t.Fatalf("the schema is %d: %v, want %d", after.Schema, err, newest)
				}
				for table, count := range before.Rows {
					if after.Rows[table] != count && !slices.Contains(rewrittenTables, table) {
						t.Errorf("%s has %d rows after the upgrade, want %d", table, after.Rows[table], count)
					}
				}
				for name, sum := range before.Sums {
					if after.Sums[name] != sum {
						t.Errorf("the sum of %s is %d after the upgrade, want %d", name, after.Sums[name], sum)
					}
				}
				for table, now := range rows(t, d, columns) {
					if diff := cmp.Diff(kept[table], now); diff != "" {
						t.Errorf("rows of %s (-before +after):\n%s", table, diff)
					}
				}
				assertWhole(t, d)
			})
		})
	}
}

// assertWhole checks the invariants of the newest schema in a shop that fill has filled.
func assertWhole(t *testing.T, d *db.DB) {
	t.Helper()
	for invariant, violations := range map[string]string{
		"a stock is the sum of the ledger": `SELECT COUNT(*) FROM products p
			WHERE p.stock <> (SELECT COALESCE(SUM(m.change), 0) FROM stock_movements m WHERE m.product_id = p.id)`,
		"an order has a number and a time of its stage": `SELECT COUNT(*) FROM checkouts WHERE number IS NULL OR stage_at IS NULL OR updated_at IS NULL`,
		"the due total is that of the rows that are not canceled": `SELECT COUNT(*) FROM checkouts c
			WHERE c.due_total <> (SELECT COALESCE(SUM(o.total), 0) FROM orders o WHERE o.checkout_id = c.id AND o.delivery_status <> 'CANCELED')`,
		"a customer's sums are those of the orders": `SELECT COUNT(*) FROM users u LEFT JOIN customer_sums s ON s.user_id = u.id
			WHERE s.user_id IS NULL OR s.spent <> (SELECT COALESCE(SUM(c.due_total), 0) FROM checkouts c WHERE c.user_id = u.id AND NOT c.unpaid)
				OR s.orders <> (SELECT COUNT(*) FROM checkouts c WHERE c.user_id = u.id AND NOT c.unpaid)`,
		"the sold total is that of the rows that are paid, or to be paid in cash": `SELECT COUNT(*) FROM checkouts c
			WHERE COALESCE(c.sold, 0) <> (SELECT COALESCE(SUM(o.total), 0) FROM orders o WHERE o.checkout_id = c.id
				AND o.delivery_status <> 'CANCELED' AND o.payment_status IN ('COD', 'PAID') AND NOT o.hidden)`,
		"the days' sums are those of the sold totals": `SELECT COUNT(*)
			FROM (SELECT COALESCE(SUM(orders), 0) AS orders, COALESCE(SUM(revenue), 0) AS revenue FROM daily_sales) d
			WHERE d.orders <> (SELECT COUNT(*) FROM checkouts WHERE sold IS NOT NULL)
				OR d.revenue <> (SELECT COALESCE(SUM(sold), 0) FROM checkouts)`,
		"an unsettled claim is a problem": `SELECT COUNT(*) FROM checkouts
			WHERE claimed_at IS NOT NULL AND paid_by = '' AND item_count > 0 AND NOT problem`,
		"the first administrator is the owner": `SELECT COUNT(*) FROM users WHERE role = 'ADMIN' AND staff_role <> 'OWNER'`,
	} {
		if n, err := db.Get[int](t.Context(), d, violations); err != nil || n > 0 {
			t.Errorf("%s: %d rows violate it, %v, want none", invariant, n, err)
		}
	}
	err := d.Tx(t.Context(), func(tx *db.Tx) error {
		if number, err := db.NextNumber(t.Context(), tx, "checkout_number"); err != nil || number != 1004 {
			return fmt.Errorf("the next order is #%d: %w", number, err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func TestOpen_refusesTheSchemaOfANewerProgram(t *testing.T) {
	t.Parallel()
	eachPlace(t, func(t *testing.T, url, dir string) {
		ctx := t.Context()
		d, err := db.Open(ctx, url, dir)
		if err != nil {
			t.Fatal(err)
		}
		err = d.Tx(ctx, func(tx *db.Tx) error {
			return db.Exec(ctx, tx, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (9000, TRUE)`)
		})
		if err := errors.Join(err, d.Close()); err != nil {
			t.Fatal(err)
		}
		for name, open := range map[string]func(context.Context, string, string) (*db.DB, error){"Open": db.Open, "OpenExisting": db.OpenExisting} {
			if _, err := open(ctx, url, dir); fault.Of(err) == nil || !strings.Contains(fault.Of(err).Message, "newer Kirana (schema 9000") {
				t.Errorf("%s of a newer schema: %v, want that schema 9000 is newer", name, err)
			}
		}
	})
}

func TestOpenWith_callsBeforeUpgradeBeforeItChangesAnOlderShop(t *testing.T) {
	t.Parallel()
	eachPlace(t, func(t *testing.T, url, dir string) {
		ctx := t.Context()
		older, err := db.OpenAt(ctx, url, dir, 12)
		if err != nil {
			t.Fatal(err)
		}
		if err := older.Close(); err != nil {
			t.Fatal(err)
		}
		newest, err := db.NewestSchema()
		if err != nil {
			t.Fatal(err)
		}
		noRoom := errors.New("no room for a copy")
		for _, answer := range []error{noRoom, nil} {
			asked := db.Upgrade{}
			d, err := db.OpenWith(ctx, url, dir, func(_ context.Context, _ *db.DB, upgrade db.Upgrade) error {
				asked = upgrade
				return answer
			})
			if !errors.Is(err, answer) || asked != (db.Upgrade{From: 12, To: newest}) {
				t.Errorf("asked about %+v, ended with %v, want an upgrade from 12 to %d, then the answer's error", asked, err, newest)
			}
			if answer != nil {
				d, err = db.OpenExisting(ctx, url, dir)
			}
			if err != nil {
				t.Fatal(err)
			}
			want := newest
			if answer != nil {
				want = 12
			}
			if schema, err := d.Schema(ctx); err != nil || schema != want {
				t.Errorf("the schema is %d, want %d: %v", schema, want, err)
			}
			if err := d.Close(); err != nil {
				t.Error(err)
			}
		}
	})
}

func TestOpenExisting_createsNothing(t *testing.T) {
	t.Parallel()
	eachPlace(t, func(t *testing.T, url, dir string) {
		if _, err := db.OpenExisting(t.Context(), url, dir); !errors.Is(err, db.ErrNoShop) {
			t.Errorf("OpenExisting of no shop: %v, want ErrNoShop", err)
		}
		if made, err := os.ReadDir(dir); err != nil || len(made) > 0 {
			t.Errorf("OpenExisting made %v, %v, want nothing", made, err)
		}
	})
}

// eachPlace runs a test in each kind of empty database.
func eachPlace(t *testing.T, test func(t *testing.T, url, dir string)) {
	t.Helper()
	shoptest.EachURL(t, shoptest.PostgresURL, func(t *testing.T, url string) { test(t, url, t.TempDir()) })
}
