// Bench measures the shop beside the limit of this machine, in one run: pages, lists and searches beside a bare net/http
// server that writes the same bytes, and cash on delivery beside the bare statements on the same kind of database. Only the
// ratios mean anything elsewhere. The desk's lists of a shop of many orders are measured beside those of a shop of few.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := caught(func() { run(ctx, os.Args[1:]) })
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// failure is the panic by which check and must end a measurement; on its way to main the shops that were started are closed.
type failure struct{ error }

func check(err error) {
	if err != nil {
		panic(failure{err})
	}
}

func must[T any](value T, err error) T {
	check(err)
	return value
}

// caught returns the error that ended a measurement.
func caught(measure func()) (err error) {
	defer func() {
		if value := recover(); value != nil {
			f, ok := value.(failure)
			if !ok {
				panic(value)
			}
			err = f.error
		}
	}()
	measure()
	return nil
}

// run runs the measurement that the command line names, or reads, orders and the desk's lists without one.
func run(ctx context.Context, args []string) {
	if len(args) == 0 {
		benchReads(ctx, "")
		benchOrders(ctx)
		benchDesk(ctx, manyOrders)
		return
	}
	rest := args[1:]
	switch args[0] {
	case "baseline": // of this program itself: see startBaseline
		serveBaseline(ctx, rest[0], rest[1])
	case "reads":
		benchReads(ctx, strings.Join(rest, " "))
	case "orders":
		benchOrders(ctx)
	case "changes":
		benchChanges(ctx)
	case "counter":
		benchScans(ctx)
		benchCounter(ctx)
	case "pages":
		benchPages(ctx, rest)
	case "growth":
		benchGrowth(ctx, numbers(rest, 27_000, 300_000))
	case "desk":
		benchDesk(ctx, numbers(rest, manyOrders)[0])
	default:
		check(fmt.Errorf("%q is no measurement: reads, orders, counter, changes, pages, growth and desk are", args[0]))
	}
}

// numbers reads whole numbers; without any it returns the defaults.
func numbers(texts []string, defaults ...int) []int {
	if len(texts) == 0 {
		return defaults
	}
	var read []int
	for _, text := range texts {
		read = append(read, must(strconv.Atoi(text)))
	}
	return read
}
