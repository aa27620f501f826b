package main

import (
	"context"
	"fmt"
	"time"

	"kirana/internal/db"
	"kirana/internal/shoptest"
)

const (
	// rowsPerOrder is the number of lines per order of shoptest.FillOrders.
	rowsPerOrder = 5
	// openOrders is the number of orders that are not done.
	openOrders   = 150
	manyProducts = 25_000
	// fillTimeout limits a transaction that fills a shop.
	fillTimeout = 20 * time.Minute
	// ledgerProduct is the product with the long ledger.
	ledgerProduct = "manyproduct1000000"
)

// fill adds orders, and as many rows to the ledger and the activity log.
func (d *desk) fill(ctx context.Context) error {
	if err := shoptest.FillProducts(ctx, d.db, manyProducts); err != nil {
		return err
	}
	return d.withoutIndexes(ctx, func() error {
		if err := shoptest.FillOrders(ctx, d.db, d.count*rowsPerOrder, openOrders*2); err != nil { // every second one is open
			return err
		}
		return d.exec(ctx,
			fmt.Sprintf(`
			WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
			INSERT INTO stock_movements (id, product_id, change, reason, created_at)
			SELECT 'ledger' || (10000000 + i), '`+ledgerProduct+`', -1, 'order', o.created_at
			FROM n JOIN checkouts o ON o.id = 'manycheckout' || (1000000 + i)`, d.count-1),
			fmt.Sprintf(`
			WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
			INSERT INTO audit_log (id, actor_id, actor_name, what, object, created_at)
			SELECT 'entry' || (10000000 + i), 'staff' || (i %% 5), 'Sunita', CASE i %% 3 WHEN 0 THEN 'checkout.stage' WHEN 1 THEN 'login.ok' ELSE 'stock.set' END,
				'#' || (1000 + i), o.created_at
			FROM n JOIN checkouts o ON o.id = 'manycheckout' || (1000000 + i)`, d.count-1))
	})
}

func (d *desk) exec(ctx context.Context, statements ...string) error {
	for _, statement := range statements {
		err := d.db.Tx(ctx, func(tx *db.Tx) error {
			return db.Exec(ctx, tx, statement)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// index is an index of the database, and the statement that makes it.
type index struct {
	Name       string `db:"name"`
	Definition string `db:"definition"`
}

// withoutIndexes runs fill without the indexes of its tables and creates them afterwards: sorting a million entries takes
// a tenth of the time of inserting each.
func (d *desk) withoutIndexes(ctx context.Context, fill func() error) error {
	const tables = `('checkouts', 'orders', 'checkout_words', 'stock_movements', 'audit_log')`
	query := `SELECT name, sql AS definition FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN ` + tables
	if d.db.MultiNode() {
		query = `SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE indexname NOT LIKE '%_pkey' AND tablename IN ` + tables
	}
	indexes, err := db.All[index](ctx, d.db, query)
	if err != nil {
		return err
	}
	for _, index := range indexes {
		if err := d.exec(ctx, `DROP INDEX `+index.Name); err != nil {
			return err
		}
	}
	if err := fill(); err != nil {
		return err
	}
	for _, index := range indexes {
		if err := d.exec(ctx, index.Definition); err != nil {
			return err
		}
	}
	if !d.db.MultiNode() {
		return nil // SQLite plans without statistics, as in a shop
	}
	return d.exec(ctx, `ANALYZE`)
}
