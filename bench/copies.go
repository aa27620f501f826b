package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"kirana/internal/db"
	"kirana/internal/shoptest"
)

const (
	// copyRounds is the default number of copies that are made under load, restored and compared.
	copyRounds = 50
	// copiesTime is how long all of it may take: on a slower machine there is no result.
	copiesTime = 40 * time.Minute
	// copyRows is how many order rows the shop has, so that its SQLite file has more than copyMB.
	copyRows = 180_000
	copyMB   = 300
	// copyClients order without a pause while the copies are made.
	copyClients = 4
	// stallBound is how long a write may take while a copy is made.
	stallBound = 100 * time.Millisecond
)

// ledger records the orders that the shop has confirmed, and how long each took.
type ledger struct {
	mu      sync.Mutex
	numbers []string
	took    []time.Duration // since the last call of take
	refused int
}

// take returns the orders that were confirmed so far, and how long those since the last call took.
func (l *ledger) take() (confirmed []string, took []time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	took, l.took = l.took, nil
	return slices.Clone(l.numbers), took
}

// benchCopies makes copies of a large shop while it takes orders, by the program's own
// commands, restores each, and looks in it for every order that was confirmed before it began.
func benchCopies(ctx context.Context, rounds int) error {
	ctx, cancel := context.WithTimeout(ctx, copiesTime)
	defer cancel()
	s, err := openShop(ctx, "")
	if err != nil {
		return err
	}
	defer s.close()
	o, err := newOrders(ctx, s, "")
	if err != nil {
		return err
	}
	defer o.close()
	if err := fillShop(ctx, s.dir); err != nil {
		return err
	}
	about, err := os.Stat(filepath.Join(s.dir, db.FileName))
	if err != nil {
		return err
	}
	size := about.Size() >> 20
	if size < copyMB {
		return fmt.Errorf("the shop has %d MB, and %d are wanted", size, copyMB)
	}
	fmt.Printf("\n%d copies of a shop of %d MB while %d clients order\n", rounds, size, copyClients)
	loading, stop := context.WithCancel(ctx)
	confirmed := &ledger{}
	var group sync.WaitGroup
	for client := range copyClients {
		group.Go(func() { o.orderUntil(loading, client, confirmed) })
	}
	result, err := copyRepeatedly(ctx, s.dir, rounds, confirmed)
	stop()
	group.Wait()
	if err != nil {
		return err
	}
	all, _ := confirmed.take()
	fmt.Printf("%d orders confirmed, %d refused; %d of %d copies verified and restored with every order confirmed before them\n", len(all), confirmed.refused, rounds, rounds)
	fmt.Printf("a copy takes %s (median)\n", medianTime(result.copies))
	fmt.Println("how long an order takes from its call to its confirmation, the wait for a core included:")
	printTimes("while a copy is made", result.during)
	printTimes("while one is verified and restored", result.between)
	fmt.Printf("longest write stall (the slowest order while a copy was made): %s; %d of %d copies held no order up for more than %s\n",
		slices.Max(result.stalls), within(result.stalls, stallBound), rounds, stallBound)
	return nil
}

// copiesResult is what was measured of copies under load.
type copiesResult struct {
	copies          []time.Duration // of making each
	stalls          []time.Duration // the slowest order during each
	during, between []time.Duration // of all orders while a copy was made, and otherwise
}

// copyRepeatedly makes copies of the shop in a folder one after the other, and restores and compares each. A
// copy with which something is wrong is an error.
func copyRepeatedly(ctx context.Context, dir string, rounds int, confirmed *ledger) (copiesResult, error) {
	var result copiesResult
	for round := range rounds {
		before, took := confirmed.take()
		result.between = append(result.between, took...)
		file := filepath.Join(dir, fmt.Sprintf("%d.copy", round))
		started := time.Now()
		if err := runKirana(ctx, "backup", file, "--data-dir", dir); err != nil {
			return result, err
		}
		result.copies = append(result.copies, time.Since(started))
		_, took = confirmed.take()
		if len(took) == 0 {
			return result, fmt.Errorf("copy %d: no order was confirmed meanwhile", round)
		}
		result.during, result.stalls = append(result.during, took...), append(result.stalls, slices.Max(took))
		if err := checkRestored(ctx, file, before); err != nil {
			return result, fmt.Errorf("copy %d: %w", round, err)
		}
		fmt.Fprintf(os.Stderr, "copy %d of %d: %s, the slowest of %d orders %s\n", round+1, rounds, result.copies[round].Round(time.Millisecond), len(took), slices.Max(took).Round(time.Millisecond))
	}
	return result, nil
}

func printTimes(when string, took []time.Duration) {
	slices.Sort(took)
	if n := len(took); n > 0 {
		fmt.Printf("%-36s %7d orders: median %s, p99 %s, longest %s\n", "  "+when, n, took[n/2].Round(time.Microsecond), took[n*99/100].Round(time.Microsecond), took[n-1].Round(time.Microsecond))
	}
}

func fillShop(ctx context.Context, dir string) error {
	d, err := db.Open(ctx, "", dir)
	if err != nil {
		return err
	}
	return errors.Join(shoptest.FillOrders(ctx, d, copyRows, openOrders), d.Close())
}

// orderUntil places orders until the context ends.
func (o *orders) orderUntil(ctx context.Context, client int, confirmed *ledger) {
	s := o.shoppers[client]
	for ctx.Err() == nil {
		order := map[string]any{
			"list_items": []map[string]any{{"productId": s.productIDs[0], "quantity": 1}}, "totalQty": 1, "addressId": s.addressID,
		}
		var rows []struct {
			Number string `json:"orderId"`
		}
		started := time.Now()
		if err := call(context.WithoutCancel(ctx), endpoint{http.MethodPost, o.url + "/api/order/cod", s.token}, order, &rows); err != nil {
			fmt.Fprintln(os.Stderr, "an order was refused:", err)
			confirmed.mu.Lock()
			confirmed.refused++
			confirmed.mu.Unlock()
			select {
			case <-time.After(time.Second):
			case <-ctx.Done():
			}
			continue
		}
		took := time.Since(started)
		confirmed.mu.Lock()
		confirmed.numbers = append(confirmed.numbers, rows[0].Number)
		confirmed.took = append(confirmed.took, took)
		confirmed.mu.Unlock()
	}
}

func runKirana(ctx context.Context, args ...string) error {
	if output, err := exec.CommandContext(ctx, binary, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", args[0], err, output)
	}
	return nil
}

// checkRestored restores a copy and looks for the orders in it.
func checkRestored(ctx context.Context, file string, numbers []string) error {
	dir := file + ".restored"
	defer func() { _ = os.RemoveAll(dir) }()
	if err := errors.Join(runKirana(ctx, "verify", file), runKirana(ctx, "restore", file, "--data-dir", dir), os.Remove(file)); err != nil {
		return err
	}
	d, err := db.OpenExisting(ctx, "", dir)
	if err != nil {
		return err
	}
	defer func() { _ = d.Close() }()
	found, err := db.All[string](ctx, d, `SELECT number FROM orders`)
	if err != nil {
		return err
	}
	have := make(map[string]bool, len(found))
	for _, number := range found {
		have[number] = true
	}
	for _, number := range numbers {
		if !have[number] {
			return fmt.Errorf("the order %s was confirmed before the copy and is not in it", number)
		}
	}
	return nil
}

func medianTime(values []time.Duration) time.Duration {
	slices.Sort(values)
	return values[len(values)/2]
}

func within(values []time.Duration, bound time.Duration) (n int) {
	for _, value := range values {
		if value <= bound {
			n++
		}
	}
	return n
}
