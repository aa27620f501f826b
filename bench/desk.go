package main

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"kirana/internal/db"
	"kirana/internal/shoptest"
)

const (
	manyOrders   = 20_000                 // default number of orders in the measured shop
	fewOrders    = 1_000                  // orders in the shop that it is compared with
	deskDuration = 500 * time.Millisecond // of each measurement
	rowsPerOrder = 5                      // of shoptest.FillOrders
	openOrders   = 150                    // orders that are not DONE
	deskProducts = 25_000
	// fillTimeout bounds a transaction that fills a shop.
	fillTimeout = 20 * time.Minute
	// ledgerProduct is the product with the long ledger.
	ledgerProduct = "manyproduct1000000"
)

// benchDesk compares the lists that staff reads in a shop with many orders with those in a shop with few, on each database
// system. Page 500 is the last page of a list: pages have 20 rows, and at most 10,000 rows are counted.
func benchDesk(ctx context.Context, orders int) {
	eachDatabase(func(d database) {
		many, few := openDesk(ctx, d.url, orders), openDesk(ctx, d.url, fewOrders)
		defer many.close()
		defer few.close()
		t := comparisons(fmt.Sprint(orders), fmt.Sprint(fewOrders))
		l := loop{clients: 1, duration: deskDuration}
		ofFew := few.reads()
		for i, list := range many.reads() {
			l.compare(ctx, t, list.name+", "+d.name, side{made: list.of(many.staff)}, side{made: ofFew[i].of(few.staff)})
		}
		l.compare(ctx, t, "moving an order, "+d.name, side{made: many.move()}, side{made: few.move()})
	})
}

// desk is a running shop with a number of orders.
type desk struct {
	*shop

	staff  client
	orders int
}

func openDesk(ctx context.Context, databaseURL string, orders int) *desk {
	if databaseURL != "" {
		cluster := openSQL(databaseURL, "")
		defer func() { _ = cluster.Close() }()
		name := fmt.Sprintf("desk_%d", orders)
		must(cluster.ExecContext(ctx, "CREATE DATABASE "+name))
		databaseURL = strings.Replace(databaseURL, "/postgres?", "/"+name+"?", 1)
	}
	i := newInstallation(binary, databaseURL)
	fillDesk(ctx, i, orders)
	i.addAdmin(ctx)
	s := i.serve(ctx)
	return &desk{s, logIn(ctx, s.url, admin, adminPassword), orders}
}

// fillDesk writes orders of the last 60 days, and as many rows of the stock ledger and of the activity log.
func fillDesk(ctx context.Context, i installation, orders int) {
	ctx = db.WithTimeout(ctx, fillTimeout)
	url := i.databaseURL
	if url != "" {
		url += "&statement_timeout=0"
	}
	d := must(db.Open(ctx, url, i.dir))
	defer func() { check(d.Close()) }()
	check(shoptest.FillProducts(ctx, d, deskProducts))
	// Creating an index of a million rows takes a tenth of the time of a million inserts into it.
	indexes := indexesOf(ctx, d)
	for _, index := range indexes {
		execute(ctx, d, `DROP INDEX `+index.Name)
	}
	check(shoptest.FillOrders(ctx, d, orders*rowsPerOrder, openOrders*2, time.Now())) // every second one stays open
	const ofEachOrder = `
		WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
		INSERT INTO %s FROM n JOIN checkouts o ON o.id = 'manycheckout' || (1000000 + i)`
	execute(ctx, d, fmt.Sprintf(ofEachOrder, orders-1, `stock_movements (id, product_id, change, reason, created_at)
		SELECT 'ledger' || (10000000 + i), '`+ledgerProduct+`', -1, 'order', o.created_at`))
	execute(ctx, d, fmt.Sprintf(ofEachOrder, orders-1, `audit_log (id, actor_id, actor_name, what, object, created_at)
		SELECT 'entry' || (10000000 + i), 'staff' || (i % 5), 'Sunita', CASE i % 3 WHEN 0 THEN 'checkout.stage' WHEN 1 THEN 'login.ok' ELSE 'stock.set' END,
			'#' || (1000 + i), o.created_at`))
	for _, index := range indexes {
		execute(ctx, d, index.Definition)
	}
	if d.MultiNode() { // the shop itself never runs ANALYZE on SQLite
		execute(ctx, d, `ANALYZE`)
	}
}

func execute(ctx context.Context, d *db.DB, statement string) {
	check(d.Tx(ctx, func(tx *db.Tx) error { return db.Exec(ctx, tx, statement) }))
}

// index is an index of a database with the statement that creates it.
type index struct {
	Name       string `db:"name"`
	Definition string `db:"definition"`
}

// indexesOf returns the indexes of the tables that fillDesk fills.
func indexesOf(ctx context.Context, d *db.DB) []index {
	const tables = `('checkouts', 'orders', 'checkout_words', 'stock_movements', 'audit_log')`
	query := `SELECT name, sql AS definition FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN ` + tables
	if d.MultiNode() {
		query = `SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE indexname NOT LIKE '%_pkey' AND tablename IN ` + tables
	}
	return must(db.All[index](ctx, d, query))
}

// reads returns the calls by which staff reads: pages of lists, searches, and printed orders.
func (d *desk) reads() []read {
	var ids []string
	for i := range 50 {
		ids = append(ids, fmt.Sprintf("manycheckout%d", 1000000+d.orders/2+i))
	}
	var all []read
	for _, list := range [][2]string{
		{"today", "/api/report/today?"},
		{"desk, open", "/api/order/checkouts?stage=OPEN"},
		{"desk, all", "/api/order/checkouts?"},
		{"desk, all, page 500", "/api/order/checkouts?page=500"},
		{"desk, problems", "/api/order/checkouts?problems=true"},
		{"desk, an area", "/api/order/checkouts?area=411001"},
		{"search, a number", "/api/order/checkouts?q=%231000042"},
		{"search, an address", "/api/order/checkouts?q=42+lake+road"},
		{"search, a product", "/api/order/checkouts?q=basmati"},
		{"search, nothing like it", "/api/order/checkouts?q=zzz"},
		{"print, 50 orders", "/api/order/checkouts?limit=50&ids=" + strings.Join(ids, ",")},
		{"pick list, 26 orders", "/api/order/picklist?ids=" + strings.Join(ids[:26], ",")},
		{"orders, all", "/api/order/getAllOrderDetails?by=checkout&page=1"},
		{"orders, all, page 500", "/api/order/getAllOrderDetails?by=checkout&page=500"},
		{"orders, search a product", "/api/order/getAllOrderDetails?by=checkout&page=1&q=basmati"},
		{"orders, search nothing like it", "/api/order/getAllOrderDetails?by=checkout&page=1&q=zzz"},
		{"order rows, all", "/api/order/getAllOrderDetails?page=1"},
		{"customers", "/api/customers?"},
		{"customers, page 500", "/api/customers?page=500"},
		{"customers by sum", "/api/customers?sort=spent"},
		{"customers, search a word", "/api/customers?q=number+77"},
		{"customers, search nothing like it", "/api/customers?q=zzz"},
		{"on the phone, 10 digits", "/api/order/phone?mobile=9000007919"},
		{"on the phone, 4 digits", "/api/order/phone?mobile=7919"},
		{"on the phone, 7 digits of nobody", "/api/order/phone?mobile=0000000"},
		{"activity", "/api/audit?"},
		{"activity, page 500", "/api/audit?page=500"},
		{"activity of one", "/api/audit?who=staff3"},
		{"activity of one, of one kind", "/api/audit?who=staff3&what=checkout."},
		{"activity, search nothing like it", "/api/audit?q=zzz"},
		{"ledger, page 1", "/api/product/" + ledgerProduct + "/movements?"},
		{"ledger, page 500", "/api/product/" + ledgerProduct + "/movements?page=500"},
	} {
		path := list[1]
		if !strings.Contains(path, "limit=") {
			path = strings.Replace(path, "?", "?limit=20&", 1)
		}
		all = append(all, read{list[0], func(int) request { return get(path) }})
	}
	return all
}

// move returns a call that moves the newest order alternately to PACKING and back to NEW.
func (d *desk) move() call {
	var newest []namedRow
	from, to := "NEW", "PACKING"
	return func(ctx context.Context, _ int) error {
		if len(newest) == 0 {
			if err := d.staff.call(ctx, http.MethodGet, "/api/order/checkouts?stage=NEW&limit=1", nil, &newest); err != nil {
				return err
			}
		}
		err := d.staff.call(ctx, http.MethodPut, "/api/order/checkout/"+newest[0].ID+"/stage", map[string]string{"from": from, "to": to}, nil)
		from, to = to, from
		return err
	}
}
