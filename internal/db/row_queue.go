package db

import (
	"context"
	"fmt"
	"slices"
	"sync"
)

// maxPerRow is how many transactions of this process contend for one row: one has its lock, PostgreSQL wakes the next, and
// the others send meanwhile what comes before the lock, which is most of an order.
const maxPerRow = 8

// rowQueues lets transactions wait that are going to lock the same row, those that came first going first.
type rowQueues struct {
	mu   sync.Mutex
	byID map[string]*rowQueue // of the rows that a transaction names now
}

type rowQueue struct {
	running chan struct{} // holds a value for each transaction that runs
	members int           // transactions that run or wait
}

func newRowQueues() *rowQueues { return &rowQueues{byID: map[string]*rowQueue{}} }

// run runs a transaction that locks these rows once it may. It enters their queues in ascending order, so that no two
// transactions wait for each other.
func (q *rowQueues) run(ctx context.Context, ids []string, transaction func() error) error {
	if q == nil || len(ids) == 0 {
		return transaction()
	}
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	rows := q.add(ids)
	defer q.remove(ids)
	for _, row := range rows {
		select {
		case row.running <- struct{}{}:
			defer func() { <-row.running }()
		case <-ctx.Done():
			return fmt.Errorf("wait for a row: %w", ctx.Err())
		}
	}
	return transaction()
}

// add makes a transaction a member of the rows' queues.
func (q *rowQueues) add(ids []string) []*rowQueue {
	q.mu.Lock()
	defer q.mu.Unlock()
	rows := make([]*rowQueue, len(ids))
	for i, id := range ids {
		row, found := q.byID[id]
		if !found {
			row = &rowQueue{running: make(chan struct{}, maxPerRow)}
			q.byID[id] = row
		}
		row.members++
		rows[i] = row
	}
	return rows
}

// remove ends a membership, and drops the queues that have no member any more.
func (q *rowQueues) remove(ids []string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, id := range ids {
		row := q.byID[id]
		if row.members--; row.members == 0 {
			delete(q.byID, id)
		}
	}
}
