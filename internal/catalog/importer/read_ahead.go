package importer

import (
	"fmt"
	"iter"
	"runtime/debug"
	"sync"
)

// batchesAhead is the number of parsed batches that may wait to be saved.
const batchesAhead = 2

// readAhead runs values in its own goroutine, with a buffer of n values, and yields the same values. The goroutine has
// ended when the loop ends. A panic in values panics in the loop, with its stack in the text.
func readAhead[T any](values iter.Seq2[T, error], n int) iter.Seq2[T, error] {
	type result struct {
		value T
		err   error
	}
	return func(yield func(T, error) bool) {
		results, stopped := make(chan result, n), make(chan struct{})
		var failure any
		var group sync.WaitGroup
		group.Go(func() {
			defer close(results)
			defer func() {
				if failure = recover(); failure != nil {
					failure = fmt.Sprintf("%v\n%s", failure, debug.Stack())
				}
			}()
			for value, err := range values {
				select {
				case results <- result{value, err}:
				case <-stopped:
					return
				}
			}
		})
		defer group.Wait()
		defer close(stopped)
		for r := range results {
			if !yield(r.value, r.err) {
				return
			}
		}
		if failure != nil {
			panic(failure)
		}
	}
}
