package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	clients    = 16 // where nothing else is said
	maxClients = 32
	rounds     = 3
	roundTime  = 3 * time.Second
)

// loop is a closed loop: each client begins its next call when the one before has ended, and an interval has passed since it began.
type loop struct {
	clients  int
	interval time.Duration
	duration time.Duration
}

// call is made by a client, which has a number from 0.
type call func(ctx context.Context, client int) error

// result has the times of a loop's calls.
type result struct {
	rate  float64         // calls a second
	times []time.Duration // shortest first
}

// run repeats a call until the duration has passed. The first failure ends it: a fast refusal is no work.
func (l loop) run(ctx context.Context, made call) result {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	times := make([][]time.Duration, l.clients)
	started := time.Now()
	end := started.Add(l.duration)
	var group sync.WaitGroup
	for client := range l.clients {
		group.Go(func() {
			wait(ctx, l.interval*time.Duration(client)/time.Duration(l.clients)) // the clients do not begin at once
			for began := time.Now(); began.Before(end) && ctx.Err() == nil; began = time.Now() {
				if err := made(ctx, client); err != nil {
					cancel(err)
					return
				}
				times[client] = append(times[client], time.Since(began))
				wait(ctx, time.Until(began.Add(l.interval)))
			}
		})
	}
	group.Wait()
	check(context.Cause(ctx))
	all := slices.Sorted(slices.Values(slices.Concat(times...)))
	return result{float64(len(all)) / time.Since(started).Seconds(), all}
}

// beside runs a loop while another one repeats a call of its own.
func (l loop) beside(ctx context.Context, other loop, made, madeByOther call) (result, result) {
	var otherResult result
	ended := make(chan error)
	go func() {
		ended <- caught(func() { otherResult = other.run(ctx, madeByOther) })
	}()
	var own result
	check(errors.Join(caught(func() { own = l.run(ctx, made) }), <-ended))
	return own, otherResult
}

// wait waits for a time, or until the context ends.
func wait(ctx context.Context, d time.Duration) {
	if d <= 0 {
		return
	}
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// percentile returns how long the fastest so many of 100 calls took at most.
func (r result) percentile(percent int) time.Duration {
	return r.times[min(len(r.times)*percent/100, len(r.times)-1)]
}

func (r result) String() string {
	return fmt.Sprintf("%.1f/%.1f/%.1f/%.1f", ms(r.times[0]), ms(r.percentile(50)), ms(r.percentile(95)), ms(r.percentile(99)))
}

// times is the head of a column of results.
const times = "ms: min/p50/p95/p99"

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// side is one of the two that are compared; prepare, if any, runs before each round.
type side struct {
	prepare func()
	made    call
}

// comparisons returns the table of compare.
func comparisons(shop, limit string) table {
	return newTable("", shop, limit, "ratio", shop+" "+times, limit+" "+times)
}

// compare runs a loop for each side in turn and prints the medians of their rates, the median of the rounds' ratios with half of
// how far these lie apart, and the times of all rounds. Neither side always comes after the other.
func (l loop) compare(ctx context.Context, t table, name string, shop, limit side) {
	sides := [2]side{shop, limit}
	var all [2]result
	var rates [2][]float64
	var ratios []float64
	for round := range rounds {
		for i := range 2 {
			i = (round + i + 1) % 2
			if sides[i].prepare != nil {
				sides[i].prepare()
			}
			r := l.run(ctx, sides[i].made)
			rates[i], all[i].times = append(rates[i], r.rate), append(all[i].times, r.times...)
		}
		ratios = append(ratios, rates[0][round]/rates[1][round])
	}
	slices.Sort(all[0].times)
	slices.Sort(all[1].times)
	rate := func(i int) string { return fmt.Sprintf("%.0f/s", median(rates[i])) }
	t.row(name, rate(0), rate(1), fmt.Sprintf("%.2f ±%.2f", median(ratios), spread(ratios)), all[0], all[1])
}

// spread returns half of how far the values lie apart.
func spread(values []float64) float64 { return (slices.Max(values) - slices.Min(values)) / 2 }

func median(values []float64) float64 { return slices.Sorted(slices.Values(values))[len(values)/2] }

// table has the widths of the columns behind the name of a row.
type table []int

// newTable prints the head of a table. Its last column is the machine's load average over one minute, which says how quiet it was.
func newTable(title string, columns ...string) table {
	var t table
	for _, column := range columns {
		t = append(t, max(len(column), 12)+2)
	}
	t.print(title, append(columns, "load"))
	return t
}

// row prints a row, each cell by its String method or as fmt.Sprint does.
func (t table) row(name string, cells ...any) {
	var texts []string
	for _, cell := range cells {
		texts = append(texts, fmt.Sprint(cell))
	}
	average, _ := os.ReadFile("/proc/loadavg") // missing elsewhere than on Linux
	minute, _, _ := strings.Cut(string(average), " ")
	t.print(name, append(texts, minute))
}

func (t table) print(name string, cells []string) {
	fmt.Printf("%-44s", name)
	for i, width := range t {
		fmt.Printf("%*s", width, cells[i])
	}
	fmt.Printf("%8s\n", cells[len(t)])
}
