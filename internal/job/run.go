package job

import (
	"context"
	"time"
)

// Run runs jobs as they become due until the context ends, and returns when the running ones have ended. It deletes the
// done ones in the transaction that claims the next.
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

	results  chan result // of the running jobs
	done     []Job       // to be deleted from the outbox
	attempts int         // to delete them
	running  int         // jobs, those in done included
	due      bool        // there may be jobs that are due
	failed   bool        // the last step did: the next one waits for a wake-up, a result or the poll
	stopping bool
}

// result is how a job ended.
type result struct {
	job  Job
	done bool // it is to be deleted from the outbox
}

// step deletes the done jobs, and claims and starts due ones up to the worker's concurrency.
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

// retryLater leaves the done jobs to the next step, up to recordAttempts times: then they are given up, and run again when
// their lease ends.
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

// collect counts a result, and all that have arrived since.
func (r *runner) collect(next result) {
	for {
		if next.done {
			r.done, r.attempts = append(r.done, next.job), 0 // the attempts so far were of other jobs
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
