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
	// copyRounds is how many copies are made under load, restored and compared, unless the command line
	// says another number.
	copyRounds = 50
	// copiesTime is how long all of it may take: a machine on which it takes longer has no figure to give.
	copiesTime = 40 * time.Minute
	// copyRows is how many order rows the shop has: about 300 MB on SQLite.
	copyRows = 120_000
	// copyClients order without a pause while the copies are made.
	copyClients = 4
	// stallBound is how long a write may take while a copy is made.
	stallBound = 100 * time.Millisecond
)

// ledger records the orders that the shop has confirmed, and the duration of the slowest one.
type ledger struct {
	mu      sync.Mutex
	numbers []string
	slowest time.Duration
	refused int
}

// take returns the orders that were confirmed so far and the slowest since the last call.
func (l *ledger) take() (confirmed []string, slowest time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	slowest, l.slowest = l.slowest, 0
	return slices.Clone(l.numbers), slowest
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
	fmt.Printf("\n%d copies of a shop of %d MB while %d clients order\n", rounds, about.Size()>>20, copyClients)
	loading, stop := context.WithCancel(ctx)
	confirmed := &ledger{}
	var group sync.WaitGroup
	for client := range copyClients {
		group.Go(func() { o.orderUntil(loading, client, confirmed) })
	}
	var copying, pausing, took []time.Duration
	for round := range rounds {
		before, slowest := confirmed.take()
		pausing = append(pausing, slowest)
		file := filepath.Join(s.dir, fmt.Sprintf("%d.copy", round))
		started := time.Now()
		if err := runKirana(ctx, "backup", file, "--data-dir", s.dir); err != nil {
			stop()
			return err
		}
		took = append(took, time.Since(started))
		_, slowest = confirmed.take()
		copying = append(copying, slowest)
		if err := checkRestored(ctx, file, before); err != nil {
			stop()
			return fmt.Errorf("copy %d: %w", round, err)
		}
	}
	stop()
	group.Wait()
	all, _ := confirmed.take()
	fmt.Printf("%d orders confirmed, %d refused; %d of %d copies restored with every order confirmed before them\n", len(all), confirmed.refused, rounds, rounds)
	fmt.Printf("a copy takes %s (median); the slowest order meanwhile %s, %d of %d copies within %s; between the copies %s\n",
		medianTime(took), slices.Max(copying), within(copying, stallBound), rounds, stallBound, slices.Max(pausing))
	return nil
}

func fillShop(ctx context.Context, dir string) error {
	d, err := db.Open(ctx, "", dir)
	if err != nil {
		return err
	}
	return errors.Join(shoptest.FillOrders(ctx, d, copyRows, openOrders), d.Close())
}

// orderUntil orders again and again until the context ends.
func (o *orders) orderUntil(ctx context.Context, client int, confirmed *ledger) {
	s := o.shoppers[client]
	for ctx.Err() == nil {
		order := map[string]any{
			"list_items": []map[string]any{{"productId": s.productID, "quantity": 1}}, "totalQty": 1, "addressId": s.addressID,
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
		confirmed.slowest = max(confirmed.slowest, took)
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
