// Bench compares the shop with the limit of this machine in one run: pages, lists and searches with a bare net/http
// server that writes the same bytes, and cash-on-delivery orders with the bare statements on the same kind of database.
// Only the ratios are comparable between machines. It also measures the desk's lists in shops with few and many orders.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	clients    = 16 // default number of clients
	maxClients = 32
	rounds     = 3
	roundTime  = 3 * time.Second
	manyOrders = 20_000 // default number of orders for the desk's lists
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// run runs the measurement named on the command line; by default reads, orders and lists.
func run(ctx context.Context, args []string) error {
	if len(args) == 0 {
		if err := benchCatalogs(ctx, ""); err != nil {
			return err
		}
		printHead()
		if err := eachDatabase(ctx, benchOrders); err != nil {
			return err
		}
		return benchDesks(ctx, manyOrders)
	}
	rest := args[1:]
	switch args[0] {
	case "baseline": // started by this program, see baselineServer
		return serveBaseline(ctx)
	case "reads":
		return benchCatalogs(ctx, strings.Join(rest, " "))
	case "orders":
		printHead()
		return eachDatabase(ctx, benchOrders)
	case "changes":
		return benchChanges(ctx)
	case "counter":
		if err := benchScans(ctx); err != nil {
			return err
		}
		printHead()
		return eachDatabase(ctx, benchSales)
	case "pages":
		return benchPages(ctx, rest)
	case "growth", "desk":
		sizes, err := numbers(rest)
		if err != nil {
			return err
		}
		if args[0] == "growth" {
			return benchGrowth(ctx, sizes)
		}
		return benchDesks(ctx, append(sizes, manyOrders)[0])
	}
	return fmt.Errorf("%q is no measurement: reads, orders, counter, changes, pages, growth and desk are", args[0])
}

// numbers parses whole numbers of at least 0.
func numbers(texts []string) ([]int, error) {
	read := make([]int, len(texts))
	for i, text := range texts {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 {
			return nil, fmt.Errorf("%q is not a whole number", text)
		}
		read[i] = n
	}
	return read, nil
}

// database is a kind of database to measure.
type database struct{ name, url string }

// databases returns SQLite, and PostgreSQL if KIRANA_TEST_DATABASE_URL is set.
func databases() []database {
	measured := []database{{"SQLite", ""}}
	if url := os.Getenv("KIRANA_TEST_DATABASE_URL"); url != "" {
		return append(measured, database{"PostgreSQL", url})
	}
	fmt.Println("(PostgreSQL is left out: KIRANA_TEST_DATABASE_URL is not set; make bench sets it)")
	return measured
}

// printHead prints the head of compare's lines.
func printHead() {
	fmt.Printf("%d clients, median of %d rounds of %s each, both sides in turn\n\n", clients, rounds, roundTime)
	fmt.Printf("%-44s %12s %12s %12s %10s %12s %6s\n", "", "shop", "limit", "ratio", "p99", "limit's p99", "load")
}

// compare runs both sides alternately and prints their median rates per second, the ratio with half the range of the
// rounds' ratios, and the p99 of both.
func compare(ctx context.Context, name string, shop, limit func(ctx context.Context, client int) error) error {
	return compareWith(ctx, clients, name, shop, limit)
}

// compareWith is compare with a number of clients.
func compareWith(ctx context.Context, clients int, name string, shop, limit func(ctx context.Context, client int) error) error {
	var rates, references, ratios, slowest, slowestReference []float64
	for range rounds {
		reference, err := load(ctx, clients, limit)
		if err != nil {
			return fmt.Errorf("%s, the limit: %w", name, err)
		}
		measured, err := load(ctx, clients, shop)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		rates, references = append(rates, measured.rate), append(references, reference.rate)
		ratios = append(ratios, measured.rate/reference.rate)
		slowest, slowestReference = append(slowest, milliseconds(measured.p99)), append(slowestReference, milliseconds(reference.p99))
	}
	fmt.Printf("%-44s %10.0f/s %10.0f/s %6.2f ±%4.2f %7.1f ms %9.1f ms %6s\n",
		name, median(rates), median(references), median(ratios), spread(ratios), median(slowest), median(slowestReference), loadAverage())
	return nil
}

// loadAverage returns the machine's load average of one minute; "" if the system has none.
func loadAverage() string {
	text, _ := os.ReadFile("/proc/loadavg") // Linux only
	minute, _, _ := strings.Cut(string(text), " ")
	return minute
}

// spread returns half the range of the values.
func spread(values []float64) float64 { return (slices.Max(values) - slices.Min(values)) / 2 }

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
