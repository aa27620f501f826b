// Bench measures the shop beside the limit of this machine, in one run: a
// listing page beside a bare net/http server that writes the same bytes, and
// cash on delivery beside the bare statements on the same kind of database.
// Only the ratios mean anything elsewhere. Then how long the first page of each list of
// the desk takes, in a shop of few orders and in one of many, and what open desks cost.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"time"
)

const (
	clients   = 16
	rounds    = 3
	roundTime = 3 * time.Second
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
	if slices.Contains(os.Args, "copies") {
		return benchCopies(ctx)
	}
	fmt.Printf("%d clients, median of %d rounds of %s each, both sides in turn\n\n", clients, rounds, roundTime)
	fmt.Printf("%-34s %12s %12s %8s\n", "", "shop", "limit", "ratio")
	databases := []struct{ name, url string }{{"SQLite", ""}}
	if url := os.Getenv("KIRANA_TEST_DATABASE_URL"); url != "" {
		databases = append(databases, struct{ name, url string }{"PostgreSQL", url})
	} else {
		fmt.Println("(PostgreSQL is left out: KIRANA_TEST_DATABASE_URL is not set; make bench sets it)")
	}
	// 100,000 orders take minutes to write, so only when asked for: make bench BENCH=desk.
	manyOrders := 20_000
	withDesk := slices.Contains(os.Args, "desk")
	if withDesk {
		manyOrders = 100_000
	}
	for _, database := range databases {
		if !withDesk {
			if err := benchDatabase(ctx, database.name, database.url); err != nil {
				return fmt.Errorf("%s: %w", database.name, err)
			}
		}
		if err := benchDesk(ctx, database.name, database.url, 1_000, manyOrders); err != nil {
			return fmt.Errorf("the desk's lists, %s: %w", database.name, err)
		}
		if err := benchListening(ctx, database.name, database.url); err != nil {
			return fmt.Errorf("desks listening, %s: %w", database.name, err)
		}
	}
	return nil
}

func benchDatabase(ctx context.Context, name, databaseURL string) error {
	shop, err := openShop(ctx, databaseURL)
	if err != nil {
		return err
	}
	defer shop.close()
	listing, err := newListing(ctx, shop)
	if err != nil {
		return err
	}
	defer listing.close()
	if err := compare(ctx, "listing page, "+name, listing.shop, listing.limit); err != nil {
		return err
	}
	orders, err := newOrders(ctx, shop, databaseURL)
	if err != nil {
		return err
	}
	defer orders.close()
	return compare(ctx, "order/cod, "+name, orders.shop, orders.limit)
}

// compare runs both sides in turn and prints their medians a second.
func compare(ctx context.Context, name string, shop, limit func(ctx context.Context, client int) error) error {
	var measured, reference []float64
	for range rounds {
		for _, side := range []struct {
			work func(context.Context, int) error
			into *[]float64
		}{{limit, &reference}, {shop, &measured}} {
			rate, err := load(ctx, side.work)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			*side.into = append(*side.into, rate)
		}
	}
	rate, referenceRate := median(measured), median(reference)
	fmt.Printf("%-34s %10.0f/s %10.0f/s %8.2f\n", name, rate, referenceRate, rate/referenceRate)
	return nil
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}
