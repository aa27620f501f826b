// Bench measures the shop beside the limit of this machine, in one run: pages,
// lists and searches beside a bare net/http server that writes the same bytes, and
// cash on delivery beside the bare statements on the same kind of database.
// Only the ratios mean anything elsewhere. Then how long the first page of each list of
// the desk takes, in a shop of few orders and in one of many, and what open desks cost.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	clients    = 16 // where nothing else is said
	maxClients = 32
	rounds     = 3
	roundTime  = 3 * time.Second
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	if alone, err := runAlone(ctx); alone {
		return err
	}
	fmt.Printf("%d clients, median of %d rounds of %s each, both sides in turn\n\n", clients, rounds, roundTime)
	fmt.Printf("%-44s %12s %12s %12s %10s %12s %6s\n", "", "shop", "limit", "ratio", "p99", "limit's p99", "load")
	if at := slices.Index(os.Args, "reads"); at > 0 {
		return benchCatalogs(ctx, strings.Join(os.Args[at+1:], " "))
	}
	withOrders := slices.Contains(os.Args, "orders")
	if !slices.Contains(os.Args, "desk") && !withOrders {
		if err := benchCatalogs(ctx, ""); err != nil {
			return err
		}
	}
	databases := []struct{ name, url string }{{"SQLite", ""}}
	if url := os.Getenv("KIRANA_TEST_DATABASE_URL"); url != "" {
		databases = append(databases, struct{ name, url string }{"PostgreSQL", url})
	} else {
		fmt.Println("(PostgreSQL is left out: KIRANA_TEST_DATABASE_URL is not set; make bench sets it)")
	}
	manyOrders, withDesk, err := deskOrders()
	if err != nil {
		return err
	}
	for _, database := range databases {
		if !withDesk {
			if err := benchDatabase(ctx, database.name, database.url); err != nil {
				return fmt.Errorf("%s: %w", database.name, err)
			}
		}
		if withOrders {
			continue
		}
		if err := benchDesk(ctx, database.name, database.url, manyOrders); err != nil {
			return fmt.Errorf("the desk's lists, %s: %w", database.name, err)
		}
		if err := benchListening(ctx, database.name, database.url); err != nil {
			return fmt.Errorf("desks listening, %s: %w", database.name, err)
		}
	}
	return nil
}

// runAlone runs the measurement that the command line names, if it is one that is no part of the others, and reports whether
// it is.
func runAlone(ctx context.Context) (alone bool, err error) {
	if len(os.Args) < 2 {
		return false, nil
	}
	rest := os.Args[2:]
	switch os.Args[1] {
	case "baseline": // of this program itself: see baselineServer
		return true, serveBaseline(ctx)
	case "imports":
		return true, benchImports(ctx)
	case "pages":
		return true, benchPages(ctx, rest)
	case "connections":
		return true, benchConnections(ctx)
	case "lighthouse":
		return true, benchLighthouse(ctx)
	case "nodes":
		return true, benchNodes(ctx, os.Getenv("KIRANA_TEST_DATABASE_URL"))
	case "same":
		if len(rest) != 1 {
			return true, errors.New("same needs the path of the other program")
		}
		return true, benchSame(ctx, rest[0])
	case "growth":
		sizes, err := numbers(rest)
		if err != nil {
			return true, err
		}
		return true, benchGrowth(ctx, sizes)
	case "copies":
		copies, err := numbers(rest[:min(1, len(rest))])
		if err != nil {
			return true, err
		}
		return true, benchCopies(ctx, append(copies, copyRounds)[0], strings.Join(rest[len(copies):], ""))
	}
	return false, nil
}

// numbers reads whole numbers from 0.
func numbers(texts []string) ([]int, error) {
	read := make([]int, len(texts))
	for i, text := range texts {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 {
			return nil, fmt.Errorf("%q is no whole number", text)
		}
		read[i] = n
	}
	return read, nil
}

// deskOrders returns how many orders the desk's lists are measured with, and whether they alone are to be measured: 100,000
// take minutes to write, so only when asked for, by make bench BENCH=desk.
func deskOrders() (orders int, alone bool, err error) {
	at := slices.Index(os.Args, "desk")
	if at < 0 {
		return 20_000, false, nil
	}
	if at+1 == len(os.Args) {
		return 100_000, true, nil
	}
	n, err := strconv.Atoi(os.Args[at+1])
	if err != nil || n <= fewOrders {
		return 0, true, fmt.Errorf("desk %s: the number of orders is a whole number above %d", os.Args[at+1], fewOrders)
	}
	return n, true, nil
}

func benchDatabase(ctx context.Context, name, databaseURL string) error {
	shop, err := openShop(ctx, databaseURL)
	if err != nil {
		return err
	}
	defer shop.close()
	orders, err := newOrders(ctx, shop, databaseURL)
	if err != nil {
		return err
	}
	defer orders.close()
	for _, n := range []int{8, clients, maxClients} {
		if err := compareWith(ctx, n, fmt.Sprintf("order/cod, 3 lines, %d clients, %s", n, name), orders.shop, orders.limit); err != nil {
			return err
		}
		if err := orders.waitForJobs(ctx); err != nil {
			return fmt.Errorf("wait for the jobs: %w", err)
		}
	}
	return compare(ctx, "order/cod, one product for all, "+name, orders.shopOne, orders.limitOne)
}

// compare runs both sides in turn and prints their medians a second, how far the ratio of a round lies from that of the
// medians at most, and the shop's p99 beside that of the limit.
func compare(ctx context.Context, name string, shop, limit func(ctx context.Context, client int) error) error {
	return compareWith(ctx, clients, name, shop, limit)
}

// compareWith is compare with so many clients.
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

// loadAverage returns the machine's load average over one minute, which says how quiet it was; "" where the system has none.
func loadAverage() string {
	text, _ := os.ReadFile("/proc/loadavg") // missing elsewhere than on Linux
	minute, _, _ := strings.Cut(string(text), " ")
	return minute
}

// spread returns half of how far the values lie apart.
func spread(values []float64) float64 { return (slices.Max(values) - slices.Min(values)) / 2 }

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}
