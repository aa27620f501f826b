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
	clients    = 16 // default
	maxClients = 32
	rounds     = 3
	roundTime  = 3 * time.Second
)

// loop is a closed loop: each client starts its next call once its previous call has ended and interval has passed since that
// call's start.
type loop struct {
	clients  int
	interval time.Duration
	duration time.Duration
}

// call is one call of a client; clients are numbered from 0.
type call func(ctx context.Context, client int) error

// result holds the durations of a loop's calls.
type result struct {
	rate  float64         // calls per second
	times []time.Duration // shortest first
}

// run repeats a call until the duration has passed. The first failure ends the measurement, since refused calls are fast.
func (l loop) run(ctx context.Context, made call) result {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	times := make([][]time.Duration, l.clients)
	started := time.Now()
	end := started.Add(l.duration)
	var group sync.WaitGroup
	for client := range l.clients {
		group.Go(func() {
			wait(ctx, l.interval*time.Duration(client)/time.Duration(l.clients)) // spread the starts of the clients
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

// runWith runs two loops at the same time, each with its own call.
func (l loop) runWith(ctx context.Context, other loop, made, madeByOther call) (result, result) {
	var otherResult result
	ended := make(chan error)
	go func() {
		ended <- caught(func() { otherResult = other.run(ctx, madeByOther) })
	}()
	var own result
	check(errors.Join(caught(func() { own = l.run(ctx, made) }), <-ended))
	return own, otherResult
}

// wait waits for a duration or until the context ends.
func wait(ctx context.Context, d time.Duration) {
	if d <= 0 {
		return
	}
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

func (r result) percentile(percent int) time.Duration {
	return r.times[min(len(r.times)*percent/100, len(r.times)-1)]
}

func (r result) String() string {
	return fmt.Sprintf("%.1f/%.1f/%.1f/%.1f", ms(r.times[0]), ms(r.percentile(50)), ms(r.percentile(95)), ms(r.percentile(99)))
}

// times is the heading of a column of results.
const times = "ms: min/p50/p95/p99"

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// side is one of the two sides of a comparison. prepare runs before each round; it may be nil.
type side struct {
	prepare func()
	made    call
}

// comparisons prints the head of a table for compare and returns the table.
func comparisons(shop, limit string) table {
	return newTable("", shop, limit, "ratio", shop+" "+times, limit+" "+times)
}

// compare runs the loop for both sides in each round, and prints the medians of their rates, the median ratio of the rounds with
// half its range, and the durations of all rounds. The order of the sides changes with each round.
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

// spread returns half the range of the values.
func spread(values []float64) float64 { return (slices.Max(values) - slices.Min(values)) / 2 }

func median(values []float64) float64 { return slices.Sorted(slices.Values(values))[len(values)/2] }

// table holds the widths of the columns after the name of a row.
type table []int

// newTable prints the head of a table. Its last column is the machine's load average over one minute.
func newTable(title string, columns ...string) table {
	var t table
	for _, column := range columns {
		t = append(t, max(len(column), 12)+2)
	}
	t.print(title, append(columns, "load"))
	return t
}

// row prints a row; cells are formatted by fmt.Sprint.
func (t table) row(name string, cells ...any) {
	var texts []string
	for _, cell := range cells {
		texts = append(texts, fmt.Sprint(cell))
	}
	average, _ := os.ReadFile("/proc/loadavg") // only on Linux
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
