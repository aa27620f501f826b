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
	"syscall"
	"time"

	"kirana/internal/db"
	"kirana/internal/shoptest"
)

const (
	// copyRounds is the default number of copies that are made under load, restored and compared.
	copyRounds = 50
	// copiesTime is how long all of it may take. What was measured until then is printed, and is an error.
	copiesTime = time.Hour
	// copyRows is how many order rows the shop has, so that its SQLite file has more than copyMB.
	copyRows = 180_000
	copyMB   = 300
	// copyClients order while the copies are made, copyRate orders a second in all where the machine can. An order's time
	// counts from when it was due; those that would have been due while a client still waited are left out and counted.
	copyClients, copyRate = 16, 100
	// windowTime is how long orders are measured before each copy, without one.
	windowTime = 3 * time.Second
	// copyAccounts order in turn, so that none has thousands of orders under way.
	copyAccounts = 128
	// stallBound is how long a write may take while a copy is made.
	stallBound = 100 * time.Millisecond
)

// ledger records the orders that the shop has confirmed, and how long each took.
type ledger struct {
	mu      sync.Mutex
	numbers []string
	took    []time.Duration // since the last call of take
	placed  int             // orders that were begun
	refused int
	late    int // orders that were due while their client waited for the one before
}

// take returns the orders that were confirmed so far, and how long those since the last call took.
func (l *ledger) take() (confirmed []string, took []time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	took, l.took = l.took, nil
	return slices.Clone(l.numbers), took
}

// benchCopies makes copies of a large shop while it takes orders, by the program's own
// commands, restores each, and looks in it for every order that was confirmed before it began. With the path of another
// program that one makes every second copy, and what its copies cost is printed beside.
func benchCopies(ctx context.Context, rounds int, other string) error {
	ctx, cancel := context.WithTimeout(ctx, copiesTime)
	defer cancel()
	s, err := openShop(ctx, "")
	if err != nil {
		return err
	}
	defer s.close()
	o := &orders{url: s.url}
	if err := o.openAccounts(ctx, copyAccounts); err != nil {
		return err
	}
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
	fmt.Printf("\n%d copies of a shop of %d MB while %d clients place %d orders a second with %d accounts\n", rounds, size, copyClients, copyRate, copyAccounts)
	confirmed := &ledger{}
	c := copier{dir: s.dir, orders: o, confirmed: confirmed, programs: []*copiesResult{{program: binary}}}
	if other != "" {
		c.programs = append(c.programs, &copiesResult{program: other})
	}
	err = c.repeat(ctx, rounds)
	all, _ := confirmed.take()
	fmt.Printf("%d orders confirmed, %d refused, %d left out while their clients waited; %d of %d copies verified and restored with every order confirmed before them\n", len(all), confirmed.refused, confirmed.late, c.done, rounds)
	fmt.Println("how long an order takes from when it was due to its confirmation, the wait for a core included:")
	for _, result := range c.programs {
		result.print()
	}
	return err
}

// copier makes copies of the shop in a folder, and restores and compares each.
type copier struct {
	dir       string
	orders    *orders
	confirmed *ledger
	programs  []*copiesResult // which make the copies in turn
	done      int             // copies with which nothing was wrong
}

// copiesResult is what was measured of the copies that one program made under load.
type copiesResult struct {
	program               string
	copies                []time.Duration // of making each
	without, during       []time.Duration // of all orders in the time before each copy, and while it was made
	withoutMax, duringMax []time.Duration // the slowest order of each
}

// repeat measures orders without a copy and with one, in turn, and restores the copy while nothing is ordered, else the shop
// would become three times as large as it is meant to be. A copy with which something is wrong is an error.
func (c *copier) repeat(ctx context.Context, rounds int) error {
	for round := range rounds {
		result := c.programs[round%len(c.programs)]
		syscall.Sync() // what the last restore has written is not to reach the disk while orders are measured
		file := filepath.Join(c.dir, fmt.Sprintf("%d.copy", round))
		stop := c.startClients(ctx)
		before, m, err := c.copyOnce(ctx, result.program, file)
		stop()
		if err != nil {
			return fmt.Errorf("copy %d: %w", round, err)
		}
		result.add(m)
		if err := checkRestored(ctx, file, before); err != nil {
			return fmt.Errorf("copy %d: %w", round, err)
		}
		c.done++
		fmt.Fprintf(os.Stderr, "copy %d of %d by %s: %s, the slowest of %d orders %s, without a copy %s of %d\n", round+1, rounds, result.program,
			m.took.Round(time.Millisecond), len(m.during), slices.Max(m.during).Round(time.Millisecond), slices.Max(m.without).Round(time.Millisecond), len(m.without))
	}
	return nil
}

// startClients lets all clients order, and returns what ends that and waits for their last orders.
func (c *copier) startClients(ctx context.Context) (stop func()) {
	loading, cancel := context.WithCancel(ctx)
	var group sync.WaitGroup
	for client := range copyClients {
		group.Go(func() { c.orders.orderUntil(loading, client, c.confirmed) })
	}
	return func() {
		cancel()
		group.Wait()
	}
}

// measuredCopy holds the times of one copy and of the orders around it.
type measuredCopy struct {
	took            time.Duration
	without, during []time.Duration // of the orders before it, and of those while it was made
}

// copyOnce measures orders for a while, then makes a copy and measures those meanwhile. It returns the orders that were
// confirmed before the copy began.
func (c *copier) copyOnce(ctx context.Context, program, file string) (before []string, m measuredCopy, err error) {
	c.confirmed.take()
	select {
	case <-time.After(windowTime):
	case <-ctx.Done():
		return nil, m, ctx.Err()
	}
	before, m.without = c.confirmed.take()
	started := time.Now()
	if err := runProgram(ctx, program, "backup", file, "--data-dir", c.dir); err != nil {
		return nil, m, err
	}
	m.took = time.Since(started)
	_, m.during = c.confirmed.take()
	if len(m.without) == 0 || len(m.during) == 0 {
		return nil, m, errors.New("no order was confirmed before it or meanwhile")
	}
	return before, m, nil
}

func (r *copiesResult) add(m measuredCopy) {
	r.copies = append(r.copies, m.took)
	r.without, r.during = append(r.without, m.without...), append(r.during, m.during...)
	r.withoutMax, r.duringMax = append(r.withoutMax, slices.Max(m.without)), append(r.duringMax, slices.Max(m.during))
}

func (r *copiesResult) print() {
	if len(r.copies) == 0 {
		return
	}
	fmt.Printf("a copy takes %s (median of %d, the longest %s) by %s\n", medianTime(r.copies).Round(time.Millisecond), len(r.copies), slices.Max(r.copies).Round(time.Millisecond), r.program)
	without := printTimes("without a copy", "orders", r.without)
	during := printTimes("while one is made", "orders", r.during)
	fmt.Printf("  while one is made / without: median %.2f, p99 %.2f, longest %.2f\n",
		float64(during[0])/float64(without[0]), float64(during[1])/float64(without[1]), float64(during[2])/float64(without[2]))
	fmt.Printf("longest write stall (the slowest order of each copy): median %s, longest %s; %d of %d copies held no order up for more than %s (without a copy: median %s, longest %s, %d of %d)\n",
		medianTime(r.duringMax).Round(time.Microsecond), slices.Max(r.duringMax).Round(time.Microsecond), within(r.duringMax, stallBound), len(r.duringMax), stallBound,
		medianTime(r.withoutMax).Round(time.Microsecond), slices.Max(r.withoutMax).Round(time.Microsecond), within(r.withoutMax, stallBound), len(r.withoutMax))
}

// printTimes prints and returns the median, the 99th percentile and the longest.
func printTimes(when, what string, took []time.Duration) [3]time.Duration {
	slices.Sort(took)
	n := len(took)
	times := [3]time.Duration{took[n/2], took[n*99/100], took[n-1]}
	fmt.Printf("%-24s %7d %s: median %s, p99 %s, longest %s\n", "  "+when, n, what,
		times[0].Round(time.Microsecond), times[1].Round(time.Microsecond), times[2].Round(time.Microsecond))
	return times
}

func fillShop(ctx context.Context, dir string) error {
	d, err := db.Open(ctx, "", dir)
	if err != nil {
		return err
	}
	return errors.Join(shoptest.FillOrders(ctx, d, copyRows, openOrders), d.Close())
}

// openAccounts registers shoppers, who all order the same product.
func (o *orders) openAccounts(ctx context.Context, n int) error {
	products, err := o.restock(ctx)
	if err != nil {
		return fmt.Errorf("restock: %w", err)
	}
	o.shared = products[0]
	for account := range n {
		registered, err := o.register(ctx, account)
		if err != nil {
			return fmt.Errorf("register: %w", err)
		}
		o.shoppers = append(o.shoppers, registered)
	}
	return nil
}

// orderUntil places orders at the client's share of copyRate until the context ends.
func (o *orders) orderUntil(ctx context.Context, client int, confirmed *ledger) {
	const every = time.Second * copyClients / copyRate
	due := time.Now().Add(every * time.Duration(client) / copyClients)
	for {
		select {
		case <-time.After(time.Until(due)):
		case <-ctx.Done():
			return
		}
		number, err := o.orderOne(context.WithoutCancel(ctx), o.shoppers[confirmed.next()%len(o.shoppers)])
		confirmed.add(number, time.Since(due), err)
		if err != nil {
			fmt.Fprintln(os.Stderr, "an order was refused:", err)
			due = due.Add(time.Second)
		}
		due = due.Add(every)
		if behind := time.Since(due); behind > 0 {
			confirmed.skip(int(behind/every) + 1)
			due = due.Add(behind)
		}
	}
}

// orderOne places an order of the product that everybody orders, and returns its number.
func (o *orders) orderOne(ctx context.Context, s shopper) (string, error) {
	order := map[string]any{
		"list_items": []map[string]any{{"productId": o.shared, "quantity": 1}}, "totalQty": 1, "addressId": s.addressID,
	}
	var rows []struct {
		Number string `json:"orderId"`
	}
	if err := call(ctx, endpoint{http.MethodPost, o.url + "/api/order/cod", s.token}, order, &rows); err != nil {
		return "", err
	}
	return rows[0].Number, nil
}

// next counts an order that begins.
func (l *ledger) next() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.placed++
	return l.placed
}

// skip counts orders that are left out.
func (l *ledger) skip(n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.late += n
}

func (l *ledger) add(number string, took time.Duration, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err != nil {
		l.refused++
		return
	}
	l.numbers, l.took = append(l.numbers, number), append(l.took, took)
}

func runProgram(ctx context.Context, program string, args ...string) error {
	if output, err := exec.CommandContext(ctx, program, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", args[0], err, output)
	}
	return nil
}

// checkRestored restores a copy and looks for the orders in it.
func checkRestored(ctx context.Context, file string, numbers []string) error {
	dir := file + ".restored"
	defer func() { _ = os.RemoveAll(dir) }()
	if err := errors.Join(runProgram(ctx, binary, "verify", file), runProgram(ctx, binary, "restore", file, "--data-dir", dir), os.Remove(file)); err != nil {
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
