package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"time"
)

const (
	// listingPause is the time from one listing to the next, as a busy evening's shoppers read them.
	listingPause = 20 * time.Millisecond
	// usualTime is how long listings are read before an import, for the reference.
	usualTime = 20 * time.Second
	// listedPages is how many pages of the goods the listings walk through.
	listedPages = 5
)

// benchImportServing measures a shopper's listings while a price list is imported by the command into the shop that
// serves them, against those before it.
func benchImportServing(ctx context.Context, list string) error {
	s, err := openShop(ctx, "")
	if err != nil {
		return err
	}
	defer s.close()
	usual, cancel := context.WithTimeout(ctx, usualTime)
	before, err := readListings(usual, s.url)
	cancel()
	if err != nil {
		return err
	}
	importing, finish := context.WithCancelCause(ctx)
	go func() {
		command := exec.CommandContext(ctx, binary, "import", "products", list, "--stock", "10", "--data-dir", s.dir)
		out, err := command.CombinedOutput()
		if err != nil {
			err = fmt.Errorf("import beside the shop: %w: %s", err, out)
		}
		finish(err)
	}()
	began := time.Now()
	during, err := readListings(importing, s.url)
	if err != nil {
		return err
	}
	if err := context.Cause(importing); !errors.Is(err, context.Canceled) {
		return err
	}
	seconds := time.Since(began).Seconds()
	fmt.Printf("listings of the open shop, one each %s, beside an import of %.1f s:\n", listingPause, seconds)
	usually, meanwhile := printTimes("before it", "listings", before), printTimes("while it runs", "listings", during)
	fmt.Printf("  while it runs / before: median %.2f of at most 2\n", float64(meanwhile[0])/float64(usually[0]))
	return nil
}

// readListings reads pages of the goods until the context ends, and returns how long each took.
func readListings(ctx context.Context, base string) ([]time.Duration, error) {
	var took []time.Duration
	for n := 0; ctx.Err() == nil; n++ {
		began := time.Now()
		url := fmt.Sprintf("%s/api/product/getAll?page=%d&limit=20", base, 1+n%listedPages)
		if err := get(context.WithoutCancel(ctx), url, ""); err != nil {
			return nil, err
		}
		took = append(took, time.Since(began))
		sleep(ctx, listingPause-time.Since(began))
	}
	return took, nil
}
