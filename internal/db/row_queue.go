package db

import (
	"context"
	"fmt"
	"slices"
	"sync"
)

// maxPerRow bounds how many transactions of this process contend for one row: one holds its lock,
// PostgreSQL wakes the next, and the others meanwhile send the statements before the lock, which
// are most of an order.
const maxPerRow = 8

// rowQueues queues transactions that are going to lock the same row, first come, first served.
type rowQueues struct {
	mu   sync.Mutex
	byID map[string]*rowQueue // by id of a row that a running or waiting transaction names
}

type rowQueue struct {
	running chan struct{} // holds a value for each running transaction
	members int           // running and waiting transactions
}

func newRowQueues() *rowQueues { return &rowQueues{byID: map[string]*rowQueue{}} }

// run waits for its turn at each row, then runs the transaction. It enters the queues in ascending
// order, so that no two transactions wait for each other.
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

// remove ends a membership and drops empty queues.
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
