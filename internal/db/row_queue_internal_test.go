package db

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// transactions counts running transactions; each runs until end is closed.
type transactions struct {
	queues        *rowQueues
	running, done int
	end           chan struct{}
}

func newTransactions() *transactions {
	return &transactions{queues: newRowQueues(), end: make(chan struct{})}
}

// start starts n transactions that name the rows and waits until each of them runs or waits.
func (x *transactions) start(t *testing.T, n int, ids ...string) {
	t.Helper()
	for range n {
		go func() {
			err := x.queues.run(t.Context(), ids, func() error {
				x.queues.mu.Lock()
				x.running++
				x.queues.mu.Unlock()
				<-x.end
				return nil
			})
			x.queues.mu.Lock()
			defer x.queues.mu.Unlock()
			if err == nil {
				x.done++
			}
		}()
	}
	synctest.Wait()
}

func TestRowQueues_letAFewThatNameARowRunAndNobodyElseWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		x := newTransactions()
		x.start(t, 10, "rice", "rice")
		if x.running != maxPerRow {
			t.Errorf("%d of the same row run, %d may", x.running, maxPerRow)
		}
		x.start(t, 1, "dal")
		x.start(t, 10)
		if x.running != maxPerRow+11 {
			t.Errorf("%d of other rows run, all 11 may", x.running-maxPerRow)
		}
		close(x.end)
		synctest.Wait()
		if x.done != 21 || len(x.queues.byID) != 0 {
			t.Errorf("%d of 21 have run; %d queues are left", x.done, len(x.queues.byID))
		}
	})
}

// A deadlock fails the test: all goroutines of the bubble would be blocked.
func TestRowQueues_neverDeadlock(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		x := newTransactions()
		close(x.end)
		for range 20 {
			x.start(t, 5, "rice", "dal")
			x.start(t, 5, "dal", "rice")
		}
		if x.done != 200 {
			t.Errorf("%d of 200 have run", x.done)
		}
	})
}

func TestRowQueues_giveUpTheirPlaceAtTheDeadline(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		x := newTransactions()
		x.start(t, maxPerRow, "rice")
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		err := x.queues.run(ctx, []string{"dal", "rice"}, func() error { return nil })
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a transaction that waited too long ends with %v", err)
		}
		x.start(t, maxPerRow, "dal")
		if x.running != 2*maxPerRow {
			t.Errorf("%d run, the one that gave up holds a place among %d", x.running, 2*maxPerRow)
		}
		close(x.end)
		synctest.Wait()
		if len(x.queues.byID) != 0 {
			t.Errorf("%d queues are left", len(x.queues.byID))
		}
	})
}
