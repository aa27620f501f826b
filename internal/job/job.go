// Package job is the transactional outbox, the only way to side effects outside the
// database. A job is inserted in the transaction that causes it, so that both
// happen or neither; workers deliver it after the commit, again until it goes
// through, on one node or many.
package job

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"kirana/internal/db"
	"kirana/internal/id"
)

// Kind names one sort of job, and the payload that comes with it. The payload is
// kept as JSON until the job is done: no secret is in it unsealed.
type Kind[T any] string

// Job is a job's metadata, passed to its handler beside the payload.
type Job struct {
	ID        string    `db:"id"` // the same at every attempt
	Kind      string    `db:"kind"`
	Payload   string    `db:"payload"`
	Attempts  int       `db:"attempts"` // this one included
	CreatedAt time.Time `db:"created_at"`
}

const (
	// attemptTimeout is how long one attempt may take.
	attemptTimeout = 45 * time.Second
	// leaseMargin is how much longer than an attempt other workers leave a claimed job
	// alone: after that, the worker that claimed it is dead.
	leaseMargin = 135 * time.Second
	// lease is how long a job of the ordinary lanes is left alone.
	lease = attemptTimeout + leaseMargin
	// maxAttempts with these pauses lasts about a day.
	maxAttempts = 32
	minBackoff  = 2 * time.Second
	maxBackoff  = time.Hour
	// failedRetention is how long the operator can see what never went through.
	failedRetention = 7 * 24 * time.Hour
)

// topicOf returns the topic that wakes those workers of this process that handle a kind. The others are not woken: each
// would begin a transaction to find nothing.
func topicOf(kind string) string { return "jobs:" + kind }

// Add puts a job into the outbox. It is done soon after the transaction commits,
// and never when it does not. now is the transaction's time.
func Add[T any](ctx context.Context, tx *db.Tx, now time.Time, kind Kind[T], payload T) error {
	text, err := json.Marshal(payload)
	if err != nil {
		return fmt.Errorf("write a %s job: %w", string(kind), err)
	}
	if err := insert(ctx, tx, Job{ID: id.New(), Kind: string(kind), Payload: string(text), CreatedAt: now}); err != nil {
		return fmt.Errorf("add a %s job: %w", string(kind), err)
	}
	tx.Notify(topicOf(string(kind)))
	return nil
}

// Once is when a job is done, not before, and the key under which only one of its
// kind waits. The key must not be empty; Due is UTC.
type Once struct {
	Due time.Time
	Key string
	// MaxDelay is how long after it was first due the job is postponed at most; 0 is without end.
	MaxDelay time.Duration
	// Earliest is the time before which it is not done, UTC, as far as MaxDelay allows.
	Earliest time.Time
}

// AddOnce puts a job into the outbox that is done when it is due. One of its kind that
// waits under the same key already is postponed to that time instead: what happens until
// then becomes part of it. It is postponed no further than MaxDelay allows. One that has been tried
// does not count.
func AddOnce[T any](ctx context.Context, tx *db.Tx, once Once, kind Kind[T], payload T) error {
	text, err := json.Marshal(payload)
	if err != nil {
		return fmt.Errorf("write a %s job: %w", string(kind), err)
	}
	if err := insertOnce(ctx, tx, Job{ID: id.New(), Kind: string(kind), Payload: string(text), CreatedAt: once.Due}, once); err != nil {
		return fmt.Errorf("add a %s job: %w", string(kind), err)
	}
	tx.Notify(topicOf(string(kind)))
	return nil
}

// Withdraw deletes all jobs of a kind that has no handler any more.
func Withdraw[T any](ctx context.Context, tx *db.Tx, kind Kind[T]) error {
	if _, err := db.Exec(ctx, tx, `DELETE FROM jobs WHERE kind = $1`, string(kind)); err != nil {
		return fmt.Errorf("withdraw %s jobs: %w", string(kind), err)
	}
	return nil
}

// Waits reports whether a job of a kind waits under a key, and was not tried yet.
func Waits[T any](ctx context.Context, q db.Querier, kind Kind[T], key string) (bool, error) {
	return waits(ctx, q, string(kind), key)
}

// backoff is how long to leave a job alone after its nth attempt failed.
func backoff(attempts int) time.Duration {
	pause := minBackoff
	for range attempts - 1 {
		if pause *= 2; pause >= maxBackoff {
			return maxBackoff
		}
	}
	return pause
}

// permanentError is a failure that every further attempt would meet again.
type permanentError struct{ error }

func (e permanentError) Unwrap() error { return e.error }

// Permanent marks a handler's error as one that every further attempt would meet
// again: the job is given up at once.
func Permanent(err error) error { return permanentError{err} }

func isPermanent(err error) bool {
	var permanent permanentError
	return errors.As(err, &permanent)
}
