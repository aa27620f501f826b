package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

const (
	// nodesBound is the least ratio of the reads of two nodes to those of one, each with processors of its own.
	nodesBound = 1.9
	// nodesEditPause is how long a shopkeeper takes from one change of a price to the next.
	nodesEditPause = time.Second
	// ticksPerSecond is the unit of /proc/PID/stat (USER_HZ, 100 on every Linux that Go runs on; see proc(5)).
	ticksPerSecond = 100
)

// benchNodes measures how many reads one node serves in a second of its processor time, and how many two of one database
// do, while prices change. The two are loaded in turn in each round, the other one following the changes: loaded at once on
// one machine each would have half of the processors that it has on a machine of its own.
func benchNodes(ctx context.Context, databaseURL string) error {
	if databaseURL == "" {
		return errors.New("several nodes need PostgreSQL: KIRANA_TEST_DATABASE_URL is not set; make bench sets it")
	}
	own, err := newDatabase(ctx, databaseURL, "bench_nodes")
	if err != nil {
		return err
	}
	first, err := openShop(ctx, own)
	if err != nil {
		return err
	}
	defer first.close()
	reader, err := newNodeReader(ctx, first)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "kirana-bench-")
	if err != nil {
		return err
	}
	second, err := startShop(ctx, binary, dir, shopEnvironment(dir, own, false), "serve")
	if err != nil {
		return err
	}
	defer second.close()
	measured, err := reader.measure(ctx, first, second)
	if err != nil {
		return err
	}
	var alone, together, ratios []float64
	for _, round := range measured {
		alone, together = append(alone, round.first), append(together, round.first+round.second)
		ratios = append(ratios, (round.first+round.second)/round.first)
	}
	fmt.Printf("reads a second of processor time, median of %d rounds, %d clients, a price changed each second:\n", rounds, clients)
	fmt.Printf("  one node   %8.0f (±%.0f)\n  two nodes  %8.0f (±%.0f)\n", median(alone), spread(alone), median(together), spread(together))
	warning := ""
	if median(ratios) < nodesBound {
		warning = " TOO FEW"
	}
	fmt.Printf("  two nodes serve %.2f (±%.2f) times the reads of one, of at least %.1f%s\n", median(ratios), spread(ratios), nodesBound, warning)
	return nil
}

// nodeReader reads what visitors read from one or several nodes, while an administrator changes prices on the first.
type nodeReader struct {
	reads  []read
	edited endpoint
}

func newNodeReader(ctx context.Context, s *shop) (*nodeReader, error) {
	q, err := newQueries(ctx, s)
	if err != nil {
		return nil, err
	}
	reads, err := readsOf(ctx, s, q)
	if err != nil {
		return nil, err
	}
	token, err := logIn(ctx, s.url, demoAdmin, demoAdminPassword)
	if err != nil {
		return nil, err
	}
	edited := endpoint{http.MethodPut, s.url + "/api/product/update/" + q.products[0].ID, token}
	return &nodeReader{reads: reads, edited: edited}, nil
}

// nodesRound is how many reads each of two nodes served in a second of its processor time.
type nodesRound struct{ first, second float64 }

// measure loads the nodes in turn, round by round, the one that was last in a round first in the next.
func (r *nodeReader) measure(ctx context.Context, first, second *shop) ([]nodesRound, error) {
	editing, stop := context.WithCancel(ctx)
	edits := make(chan error, 1)
	go func() { edits <- r.edit(editing) }()
	var served []nodesRound
	var failure error
	for n := range rounds + 1 {
		var round nodesRound
		rates := []*float64{&round.first, &round.second}
		for i := range rates {
			i = (i + n) % len(rates)
			rate, err := r.round(ctx, []*shop{first, second}[i])
			*rates[i], failure = rate, errors.Join(failure, err)
		}
		served = append(served, round)
	}
	stop()
	return served[1:], errors.Join(failure, <-edits) // the first round warms up
}

// round loads a node and returns how many reads it served in a second of its processor time.
func (r *nodeReader) round(ctx context.Context, node *shop) (float64, error) {
	before, err := node.processorTime()
	if err != nil {
		return 0, err
	}
	var done counter
	if _, err := load(ctx, clients, func(ctx context.Context, _ int) error {
		n := done.next()
		return r.reads[n%len(r.reads)].send(ctx, node.url, n)
	}); err != nil {
		return 0, err
	}
	after, err := node.processorTime()
	return float64(done.next()) / (after - before), err
}

// edit changes the price of a product again and again until the context ends.
func (r *nodeReader) edit(ctx context.Context) error {
	for n := 0; ; n++ {
		if err := call(ctx, r.edited, map[string]any{"price": 1000 + n}, nil); err != nil && ctx.Err() == nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(nodesEditPause):
		}
	}
}

// processorTime returns how many seconds of processor time the program has used.
func (s *shop) processorTime() (float64, error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.process.Process.Pid))
	if err != nil {
		return 0, err
	}
	// The name of the program may hold spaces; what follows it are the state and numbers, utime and stime the 12th and 13th.
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
	ticks := 0
	for _, field := range fields[11:13] {
		n, err := strconv.Atoi(field)
		if err != nil {
			return 0, err
		}
		ticks += n
	}
	return float64(ticks) / ticksPerSecond, nil
}
