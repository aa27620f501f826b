package job

import (
	"context"
	"time"
)

// Run runs due jobs until the context ends, and returns when running ones have ended. It deletes
// done jobs in the transaction that claims the next.
func (w *Worker) Run(ctx context.Context) {
	wake := w.subscribe()
	poll := time.NewTicker(pollInterval)
	defer poll.Stop()
	r := runner{Worker: w, results: make(chan result, w.concurrency), due: true}
	for {
		if ctx.Err() != nil {
			r.due, r.stopping = false, true
		}
		r.step(ctx)
		if r.stopping && r.running == 0 {
			return
		}
		if r.due && r.running < w.concurrency && !r.failed {
			continue // more may be due
		}
		stopped := ctx.Done()
		if r.stopping {
			stopped = nil
		}
		select {
		case first := <-r.results:
			r.collect(first)
		case <-wake:
			r.due = true
		case <-poll.C:
			r.due = true
		case <-stopped:
		}
	}
}

// runner is the state of Worker.Run.
type runner struct {
	*Worker

	results  chan result // of running jobs
	done     []Job       // to be deleted from the outbox
	attempts int         // at deleting them
	running  int         // jobs, including done ones
	due      bool        // more jobs may be due
	failed   bool        // the last step failed: the next one waits for a wake-up, a result or the poll
	stopping bool
}

// result is the outcome of a job.
type result struct {
	job  Job
	done bool // to be deleted from the outbox
}

// step deletes done jobs, and claims and starts due ones up to the worker's concurrency.
func (r *runner) step(ctx context.Context) {
	limit := 0
	if r.due {
		limit = r.concurrency - r.running + len(r.done)
	}
	jobs, err := r.Worker.step(context.WithoutCancel(ctx), r.done, limit)
	r.failed = err != nil
	if err != nil {
		r.retryLater(ctx, err)
		return
	}
	r.running -= len(r.done)
	r.done, r.attempts = r.done[:0], 0
	if limit > 0 {
		r.due = len(jobs) == limit
	}
	for _, job := range jobs {
		r.running++
		go func() { r.results <- result{job, r.run(ctx, job)} }()
	}
}

// retryLater leaves the done jobs to the next step, up to recordAttempts times. Then it drops them,
// and they run again after their lease.
func (r *runner) retryLater(ctx context.Context, err error) {
	if ctx.Err() == nil {
		r.log.Error("claim jobs", "error", err.Error())
	}
	if len(r.done) == 0 {
		return
	}
	if r.attempts++; r.attempts < recordAttempts {
		return
	}
	for _, job := range r.done {
		r.logUnrecorded(job, err)
	}
	r.running -= len(r.done)
	r.done, r.attempts = r.done[:0], 0
}

// collect counts a result, and all others that have arrived.
func (r *runner) collect(next result) {
	for {
		if next.done {
			r.done, r.attempts = append(r.done, next.job), 0 // earlier attempts were for other jobs
		} else {
			r.running--
		}
		select {
		case next = <-r.results:
		default:
			return
		}
	}
}
