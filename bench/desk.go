package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"kirana/internal/address"
	"kirana/internal/audit"
	"kirana/internal/catalog/view"
	"kirana/internal/clock"
	"kirana/internal/customer"
	"kirana/internal/db"
	"kirana/internal/order"
	"kirana/internal/report"
	"kirana/internal/settings"
	"kirana/internal/shoptest"
)

const (
	// rowsPerOrder is how many lines an order of shoptest.FillOrders has.
	rowsPerOrder = 5
	// openOrders is how many of all orders are not done.
	openOrders   = 150
	manyProducts = 25_000
	// fewOrders are in the shop that the one of many orders is compared with.
	fewOrders = 1_000
	deskRuns  = 21
	// fillTimeout bounds a transaction that fills a shop.
	fillTimeout = 10 * time.Minute
	// deskBound is how long the first page of a list may take.
	deskBound = 50 * time.Millisecond
)

// desk is a shop of many orders, as its own services read it.
type desk struct {
	db      *db.DB
	orders  *order.Service
	people  *customer.Service
	log     *audit.Service
	reports *report.Service
	dir     string
	count   int // orders it has
}

// benchDesk measures the first page of each list of the desk in a shop of few and in one
// of many orders, and counts its statements.
func benchDesk(ctx context.Context, name, databaseURL string, manyOrders int) error {
	fmt.Printf("\nThe desk's lists, %s: median of %d, at most %s allowed\n", name, deskRuns, deskBound)
	results := map[string][]string{}
	var names []string
	for i, orders := range []int{fewOrders, manyOrders} {
		d, err := openDesk(ctx, databaseURL, orders)
		if err != nil {
			return err
		}
		for _, list := range d.lists() {
			took, err := measure(ctx, list.read)
			if err != nil {
				d.close()
				return fmt.Errorf("%s: %w", list.name, err)
			}
			if i == 0 {
				names = append(names, list.name)
			}
			results[list.name] = append(results[list.name], took.String())
		}
		d.close()
	}
	fmt.Printf("%-36s %-48s %s\n", "", fmt.Sprint(fewOrders, " orders"), fmt.Sprint(manyOrders, " orders"))
	for _, list := range names {
		fmt.Printf("%-36s %-48s %s\n", list, results[list][0], results[list][1])
	}
	return nil
}

// measured is what a read took.
type measured struct {
	median, fastest time.Duration
	statements      int64
}

func (m measured) String() string {
	mark := ""
	if m.median > deskBound {
		mark = " TOO SLOW"
	}
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	return fmt.Sprintf("%7.2f ms (fastest %.2f), %d statements%s", ms(m.median), ms(m.fastest), m.statements, mark)
}

// measure reads several times. The fastest is what the read itself takes when other
// programs keep the machine busy.
func measure(ctx context.Context, read func(ctx context.Context) error) (measured, error) {
	var times []time.Duration
	var m measured
	for range deskRuns {
		countingCtx, count := db.CountStatements(ctx)
		started := time.Now()
		if err := read(countingCtx); err != nil {
			return m, err
		}
		times = append(times, time.Since(started))
		m.statements = count.Load()
	}
	slices.Sort(times)
	m.median, m.fastest = times[len(times)/2], times[0]
	return m, nil
}

func openDesk(ctx context.Context, databaseURL string, orders int) (*desk, error) {
	ctx = db.WithTimeout(ctx, fillTimeout)
	dir, err := os.MkdirTemp("", "kirana-desk-")
	if err != nil {
		return nil, err
	}
	d := &desk{dir: dir, count: orders}
	if databaseURL != "" {
		if databaseURL, err = newDatabase(ctx, databaseURL, fmt.Sprintf("desk_%d", orders)); err != nil {
			return nil, err
		}
	}
	if d.db, err = db.Open(ctx, databaseURL, dir); err != nil {
		return nil, err
	}
	if err := shoptest.FillOrders(ctx, d.db, orders*rowsPerOrder, openOrders*2); err != nil { // every second one waits
		return nil, err
	}
	if err := shoptest.FillProducts(ctx, d.db, manyProducts); err != nil {
		return nil, err
	}
	if err := d.fillLedger(ctx, orders); err != nil {
		return nil, err
	}
	if err := d.fillLog(ctx, orders); err != nil {
		return nil, err
	}
	return d, d.openFeatures(ctx)
}

// openFeatures makes the services on a shop that is filled.
func (d *desk) openFeatures(ctx context.Context) error {
	now := clock.NewManual(shoptest.Epoch)
	shop := settings.New(d.db, now, true)
	catalog := view.New(d.db, now, slog.New(slog.DiscardHandler))
	d.orders = order.New(d.db, now, order.Features{Settings: shop, Addresses: address.New(d.db, now)})
	d.people = customer.New(d.db, now, customer.Features{Orders: d.orders})
	d.log, d.reports = audit.New(d.db, now), report.New(d.db, now, catalog)
	return catalog.Refresh(ctx)
}

// ledgerProduct is the product with the long ledger.
const ledgerProduct = "manyproduct1000000"

// fillLedger writes n entries into the ledger of ledgerProduct, a piece sold in each.
func (d *desk) fillLedger(ctx context.Context, n int) error {
	return d.db.Tx(ctx, func(tx *db.Tx) error {
		_, err := db.Exec(ctx, tx, fmt.Sprintf(`
			WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
			INSERT INTO stock_movements (id, product_id, change, reason, created_at)
			SELECT 'ledger' || (10000000 + i), '`+ledgerProduct+`', -1, 'order', o.created_at
			FROM n JOIN checkouts o ON o.id = 'manycheckout' || (1000000 + i)`, n-1))
		return err
	})
}

// fillLog writes an activity log of n entries, and has PostgreSQL look at what it got.
func (d *desk) fillLog(ctx context.Context, n int) error {
	statements := []string{fmt.Sprintf(`
		WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
		INSERT INTO audit_log (id, actor_id, actor_name, what, object, created_at)
		SELECT 'entry' || (10000000 + i), 'staff' || (i %% 5), 'Sunita', CASE i %% 3 WHEN 0 THEN 'checkout.stage' WHEN 1 THEN 'login.ok' ELSE 'stock.set' END,
			'#' || (1000 + i), o.created_at
		FROM n JOIN checkouts o ON o.id = 'manycheckout' || (1000000 + i)`, n-1)}
	if d.db.MultiNode() {
		statements = append(statements, `ANALYZE`)
	}
	return d.db.Tx(ctx, func(tx *db.Tx) error {
		for _, statement := range statements {
			if _, err := db.Exec(ctx, tx, statement); err != nil {
				return err
			}
		}
		return nil
	})
}

// newDatabase makes a database in the cluster of another and returns its address.
func newDatabase(ctx context.Context, databaseURL, name string) (string, error) {
	cluster, err := pgx.Connect(ctx, databaseURL)
	if err != nil {
		return "", err
	}
	defer func() { _ = cluster.Close(ctx) }()
	if _, err := cluster.Exec(ctx, "CREATE DATABASE "+pgx.Identifier{name}.Sanitize()); err != nil {
		return "", err
	}
	return strings.Replace(databaseURL, "/postgres?", "/"+name+"?", 1) + "&statement_timeout=0", nil // filling takes minutes
}

func (d *desk) close() {
	_ = d.db.Close()
	_ = os.RemoveAll(d.dir)
}
