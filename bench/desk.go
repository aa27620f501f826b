package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"kirana/internal/address"
	"kirana/internal/audit"
	"kirana/internal/bill"
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
	// fewOrders is the number of orders in the small shop.
	fewOrders = 1_000
	deskRuns  = 21
	// deskBound is the maximum time for a list's first page.
	deskBound = 50 * time.Millisecond
)

// desk is a shop with many orders, used through its services.
type desk struct {
	db      *db.DB
	orders  *order.Service
	people  *customer.Service
	log     *audit.Service
	reports *report.Service
	dir     string
	count   int // number of orders
}

// benchDesks measures the desk's lists on each kind of database.
func benchDesks(ctx context.Context, orders int) error {
	if orders <= fewOrders {
		return fmt.Errorf("desk %d: the number of orders is above %d", orders, fewOrders)
	}
	for _, d := range databases() {
		if err := benchDesk(ctx, d, orders); err != nil {
			return fmt.Errorf("the desk's lists, %s: %w", d.name, err)
		}
	}
	return nil
}

// benchDesk measures the first page of each list in a shop with few and one with many orders, and counts the statements.
func benchDesk(ctx context.Context, on database, manyOrders int) error {
	fmt.Printf("\nThe desk's lists, %s: median of %d, at most %s allowed\n", on.name, deskRuns, deskBound)
	results := map[string][]string{}
	var names []string
	for i, orders := range []int{fewOrders, manyOrders} {
		d, err := openDesk(ctx, on.url, orders)
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

// measured is the cost of a read.
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

// measure repeats a read and returns its median and fastest times, and its number of statements. The fastest time is
// least affected by other programs.
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
	if err := d.fill(ctx); err != nil {
		return nil, err
	}
	return d, d.openFeatures(ctx)
}

// openFeatures makes the services of a filled shop.
func (d *desk) openFeatures(ctx context.Context) error {
	now := clock.NewManual(shoptest.Epoch)
	shop := settings.New(d.db, now, true)
	catalog := view.New(d.db, now, slog.New(slog.DiscardHandler))
	d.orders = order.New(d.db, now, order.Features{Settings: shop, Bills: bill.New(d.db, now, bill.Links{}), Addresses: address.New(d.db, now)})
	d.people = customer.New(d.db, now, customer.Features{Orders: d.orders})
	d.log, d.reports = audit.New(d.db, now), report.New(d.db, now, catalog)
	return errors.Join(d.reports.Sweep(ctx), catalog.FoldSales(ctx), catalog.Refresh(ctx)) // as the shop does every ten minutes
}

// newDatabase creates a database in another's cluster and returns its URL.
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
