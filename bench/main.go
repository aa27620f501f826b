// Bench compares the shop with the limit of the machine, in one run: pages, lists and searches with a net/http server that
// writes the same bytes, and cash-on-delivery orders with the bare statements on the same kind of database. Only the ratios
// are comparable between machines. It compares the desk's lists of a shop with many orders with those of a shop with few.
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

// failure is the value with which check and must panic: deferred calls then close the shops before main reports the error.
type failure struct{ error }

// check ends the measurement with an error.
func check(err error) {
	if err != nil {
		panic(failure{err})
	}
}

// must returns the value, or ends the measurement with the error.
func must[T any](value T, err error) T {
	check(err)
	return value
}

// caught runs a measurement and returns the error that ended it.
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

// run runs the measurement that the arguments name. Without arguments it runs reads, orders and the desk's lists.
func run(ctx context.Context, args []string) {
	if len(args) == 0 {
		benchReads(ctx, "")
		benchOrders(ctx)
		benchDesk(ctx, manyOrders)
		return
	}
	rest := args[1:]
	switch args[0] {
	case "baseline": // started by startBaseline
		serveBaseline(ctx, rest[0], rest[1])
	case "reads":
		benchReads(ctx, strings.Join(rest, " "))
	case "orders":
		benchOrders(ctx)
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
		check(fmt.Errorf("%q is not a measurement; use reads, orders, counter, pages, growth or desk", args[0]))
	}
}

// numbers parses integers; without texts it returns the defaults.
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
