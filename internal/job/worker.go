package job

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"runtime/debug"
	"slices"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"kirana/internal/clock"
	"kirana/internal/db"
)

const (
	// defaultConcurrency is the number of jobs that a worker runs at the same time: one slow server
	// must not delay the rest.
	defaultConcurrency = 4
	// pollInterval is how often a worker looks for retries and for jobs of other processes.
	pollInterval = time.Second
)

// tracer does nothing until internal/traces starts.
var tracer = otel.Tracer("kirana/internal/job")

// Worker runs the jobs of the outbox. Any number of workers may run on any number of nodes: a job
// is leased by one at a time.
type Worker struct {
	db          *db.DB
	clock       clock.Clock
	log         *slog.Logger
	concurrency int
	timeout     time.Duration // of one attempt
	handlers    map[string]func(ctx context.Context, job Job) error
	givenUp     map[string]func(ctx context.Context, tx *db.Tx, job Job) error
}

// NewWorker returns a worker without handlers; see Handle.
func NewWorker(d *db.DB, c clock.Clock, log *slog.Logger) *Worker {
	return NewLane(d, c, log, defaultConcurrency)
}

// NewLane returns a worker for kinds that must neither wait for jobs of another worker nor delay
// them. It runs at most concurrency jobs at the same time.
func NewLane(d *db.DB, c clock.Clock, log *slog.Logger, concurrency int) *Worker {
	return &Worker{
		db: d, clock: c, log: log, concurrency: concurrency, timeout: attemptTimeout,
		handlers: map[string]func(context.Context, Job) error{}, givenUp: map[string]func(context.Context, *db.Tx, Job) error{},
	}
}

// WithAttemptTimeout replaces the 45 seconds of one attempt, for a lane of long jobs. After a node
// dies, its jobs are retried only after that time plus leaseMargin.
func (w *Worker) WithAttemptTimeout(timeout time.Duration) *Worker {
	w.timeout = timeout
	return w
}

// Handle registers the handler of a kind. A job runs twice when a node dies between the handler and
// the deletion, so handlers must be idempotent. Errors are stored and logged, so they must not
// contain secrets.
func Handle[T any](w *Worker, kind Kind[T], handler func(ctx context.Context, job Job, payload T) error) {
	w.handlers[string(kind)] = func(ctx context.Context, job Job) error {
		var payload T
		// json's error would quote the payload.
		if json.Unmarshal([]byte(job.Payload), &payload) != nil {
			return Permanent(errors.New("the payload cannot be read"))
		}
		return handler(ctx, job, payload)
	}
}

// OnGivenUp registers a function that runs in the transaction in which a job of a kind is given up.
func OnGivenUp[T any](w *Worker, kind Kind[T], do func(ctx context.Context, tx *db.Tx, payload T) error) {
	w.givenUp[string(kind)] = func(ctx context.Context, tx *db.Tx, job Job) error {
		var payload T
		readable := json.Unmarshal([]byte(job.Payload), &payload) == nil
		if !readable {
			return nil
		}
		return do(ctx, tx, payload)
	}
}

// subscribe returns a channel that receives a value after a job of this worker's kinds was added.
func (w *Worker) subscribe() <-chan struct{} {
	topics := make([]string, 0, len(w.handlers))
	for kind := range w.handlers {
		topics = append(topics, topicOf(kind))
	}
	return w.db.Subscribe(topics...)
}

// Work runs one due job and reports whether there was one.
func (w *Worker) Work(ctx context.Context) (bool, error) {
	jobs, err := w.step(ctx, nil, 1)
	for _, job := range jobs {
		if w.run(ctx, job) {
			w.record(ctx, job, func(tx *db.Tx) error { return deleteJobs(ctx, tx, []Job{job}) })
		}
	}
	return len(jobs) > 0, err
}

// Sweep deletes jobs given up longer than failedRetention ago.
func (w *Worker) Sweep(ctx context.Context) error {
	return w.db.Tx(ctx, func(tx *db.Tx) error {
		return deleteFailed(ctx, tx, w.clock.Now().Add(-failedRetention))
	})
}

// step deletes done jobs and claims up to limit due ones in one transaction, because a commit waits
// for the disk.
func (w *Worker) step(ctx context.Context, done []Job, limit int) (claimed []Job, err error) {
	// Only kinds with a handler: a newer program on another node may have more.
	kinds := slices.Sorted(maps.Keys(w.handlers))
	if len(kinds) == 0 {
		limit = 0
	}
	if limit == 0 && len(done) == 0 {
		return nil, nil
	}
	now := w.clock.Now()
	err = w.db.Tx(ctx, func(tx *db.Tx) error {
		if err := deleteJobs(ctx, tx, done); err != nil || limit == 0 {
			return err
		}
		claimed, err = claim(ctx, tx, claimQuery{kinds: kinds, now: now, leaseEnd: now.Add(w.timeout + leaseMargin), limit: limit})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("claim jobs: %w", err)
	}
	return claimed, nil
}

// run runs the job's handler outside any transaction, records a failure, and reports whether the
// job is done. A started job is finished even when the program stops.
func (w *Worker) run(ctx context.Context, job Job) (done bool) {
	ctx = context.WithoutCancel(ctx)
	failure := w.attempt(ctx, job)
	if failure == nil {
		return true
	}
	now := w.clock.Now()
	final := isPermanent(failure) || job.Attempts >= maxAttempts
	level := slog.LevelWarn
	if final {
		level = slog.LevelError
	}
	w.log.Log(ctx, level, "job failed", "job", job.ID, "kind", job.Kind, "attempt", job.Attempts, "givenUp", final, "error", truncate(failure.Error()))
	w.record(ctx, job, func(tx *db.Tx) error {
		if final {
			return w.giveUp(ctx, tx, job, failure.Error())
		}
		return reschedule(ctx, tx, job, now.Add(backoff(job.Attempts)), failure.Error())
	})
	return false
}

// recordAttempts bounds the attempts at storing a job's result; after the last the job runs again.
const recordAttempts = 3

// record stores the result of one job.
func (w *Worker) record(ctx context.Context, job Job, write func(tx *db.Tx) error) {
	ctx = context.WithoutCancel(ctx)
	var err error
	for range recordAttempts {
		if err = w.db.Tx(ctx, write); err == nil {
			return
		}
	}
	w.logUnrecorded(job, err)
}

func (w *Worker) logUnrecorded(job Job, err error) {
	w.log.Error("record a job", "job", job.ID, "kind", job.Kind, "error", err.Error())
}

// giveUp marks a job as given up, unless another worker has claimed it.
func (w *Worker) giveUp(ctx context.Context, tx *db.Tx, job Job, reason string) error {
	marked, err := fail(ctx, tx, job, w.clock.Now(), reason)
	if do := w.givenUp[job.Kind]; err == nil && marked && do != nil {
		err = do(ctx, tx, job)
	}
	return err
}

func (w *Worker) attempt(ctx context.Context, job Job) (err error) {
	ctx, span := tracer.Start(ctx, "job "+job.Kind, trace.WithNewRoot())
	defer func() {
		if err != nil {
			span.SetStatus(codes.Error, "") // the reason is in the log: it may contain an address
		}
		span.End()
	}()
	ctx, cancel := context.WithTimeout(ctx, w.timeout)
	defer cancel()
	defer func() {
		if failure := recover(); failure != nil {
			// Log the stack but not the value, which may contain a secret.
			w.log.Error("a job panicked", "job", job.ID, "kind", job.Kind, "stack", string(debug.Stack()))
			err = errors.New("the handler panicked")
		}
	}()
	return w.handlers[job.Kind](ctx, job)
}
