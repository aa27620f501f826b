// Package job is the transactional outbox, the only way to cause side effects outside the database.
// A job is inserted in the transaction that causes it, so that both happen or neither; workers on
// one or many nodes run it after the commit, and retry it until it succeeds.
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

// Kind names a kind of job and its payload type. The payload is stored as JSON until the job is
// done, so secrets in it must be encrypted.
type Kind[T any] string

// Job is a job's metadata, passed to its handler together with the payload.
type Job struct {
	ID        string    `db:"id"` // the same for every attempt
	Kind      string    `db:"kind"`
	Payload   string    `db:"payload"`
	Attempts  int       `db:"attempts"`   // including this one
	CreatedAt time.Time `db:"created_at"` // for AddOnce, when the job was first due
}

const (
	// attemptTimeout bounds one attempt.
	attemptTimeout = 45 * time.Second
	// leaseMargin is how long after an attempt's timeout other workers may claim the job. Its worker
	// is considered dead by then.
	leaseMargin = 135 * time.Second
	// lease is the time a worker of an ordinary lane holds a claimed job.
	lease = attemptTimeout + leaseMargin
	// maxAttempts, with the backoff, takes about a day.
	maxAttempts = 32
	minBackoff  = 2 * time.Second
	maxBackoff  = time.Hour
	// failedRetention is the time given-up jobs stay visible to the operator.
	failedRetention = 7 * 24 * time.Hour
)

// topicOf returns the topic that wakes this process's workers for a kind. Waking others would begin
// transactions for nothing.
func topicOf(kind string) string { return "jobs:" + kind }

// Add inserts a job into the outbox. The job runs soon after the transaction commits, and never if
// the transaction does not commit. now is the transaction's time.
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

// Once sets when a job runs, and the key under which only one job of its kind waits. The key must
// not be empty; Due is UTC.
type Once struct {
	Due time.Time
	Key string
	// MaxDelay bounds how long the job is postponed after it was first due; 0 means no bound.
	MaxDelay time.Duration
	// Earliest, UTC, replaces Due for a waiting job if MaxDelay allows postponing it to Earliest, but
	// not to Due.
	Earliest time.Time
}

// AddOnce inserts a job that runs when due. If a job of the same kind and key waits, AddOnce postpones
// that job instead, up to MaxDelay. The postponed job keeps its payload and covers both causes. A job
// that has been tried is not postponed.
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

// Withdraw deletes all jobs of a kind. Call it only if no worker handles the kind.
func Withdraw[T any](ctx context.Context, tx *db.Tx, kind Kind[T]) error {
	if err := db.Exec(ctx, tx, `DELETE FROM jobs WHERE kind = $1`, string(kind)); err != nil {
		return fmt.Errorf("withdraw %s jobs: %w", string(kind), err)
	}
	return nil
}

// Waits reports whether an untried job of a kind waits under a key.
func Waits[T any](ctx context.Context, q db.Querier, kind Kind[T], key string) (bool, error) {
	return waits(ctx, q, string(kind), key)
}

// backoff is the wait after a job's nth failed attempt.
func backoff(attempts int) time.Duration {
	pause := minBackoff
	for range attempts - 1 {
		if pause *= 2; pause >= maxBackoff {
			return maxBackoff
		}
	}
	return pause
}

// permanentError is a failure that a retry cannot fix.
type permanentError struct{ error }

func (e permanentError) Unwrap() error { return e.error }

// Permanent marks a handler's error as one that a retry cannot fix: the job is given up immediately.
func Permanent(err error) error { return permanentError{err} }

func isPermanent(err error) bool {
	var permanent permanentError
	return errors.As(err, &permanent)
}
