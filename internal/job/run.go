package job

import (
	"context"
	"time"
)

// Run does jobs as they come until the context ends, and returns when those in hand are finished. What is done is recorded
// together with taking the next jobs.
func (w *Worker) Run(ctx context.Context) {
	wake := w.db.Subscribe(topic)
	look := time.NewTicker(pollInterval)
	defer look.Stop()
	r := runner{Worker: w, ended: make(chan ending, w.concurrency), due: true}
	for {
		if ctx.Err() != nil {
			r.due, r.stopping = false, true
		}
		r.step(ctx)
		if r.stopping && r.busy == 0 {
			return
		}
		if r.due && r.busy < w.concurrency && !r.failed {
			continue // more may be due
		}
		stopped := ctx.Done()
		if r.stopping {
			stopped = nil
		}
		select {
		case end := <-r.ended:
			r.collect(end)
		case <-wake:
			r.due = true
		case <-look.C:
			r.due = true
		case <-stopped:
		}
	}
}

// runner is a Worker that runs.
type runner struct {
	*Worker

	ended    chan ending // of the jobs in hand
	done     []Job       // to be taken out of the outbox
	tries    int         // to do so
	busy     int         // jobs in hand, those in done included
	due      bool        // there may be jobs that are due
	failed   bool        // the last step: the next one waits for something to happen
	stopping bool
}

// ending is the end of a job in hand.
type ending struct {
	job  Job
	done bool // it is to be taken out of the outbox
}

// step records what is done and begins what is due, as far as there is room.
func (r *runner) step(ctx context.Context) {
	most := 0
	if r.due {
		most = r.concurrency - r.busy + len(r.done)
	}
	jobs, err := r.Worker.step(context.WithoutCancel(ctx), r.done, most)
	r.failed = err != nil
	if err != nil {
		r.retryLater(ctx, err)
		return
	}
	r.busy -= len(r.done)
	r.done, r.tries = r.done[:0], 0
	if most > 0 {
		r.due = len(jobs) == most
	}
	for _, job := range jobs {
		r.busy++
		go func() { r.ended <- ending{job, r.run(ctx, job)} }()
	}
}

// retryLater leaves what is done for the next step, or gives recording it up.
func (r *runner) retryLater(ctx context.Context, err error) {
	if ctx.Err() == nil {
		r.log.Error("look for jobs", "error", err.Error())
	}
	if len(r.done) == 0 {
		return
	}
	if r.tries++; r.tries < recordAttempts {
		return
	}
	for _, job := range r.done {
		r.logUnrecorded(job, err)
	}
	r.busy -= len(r.done)
	r.done, r.tries = r.done[:0], 0
}

// collect takes over an ending, and all that have come meanwhile.
func (r *runner) collect(end ending) {
	for {
		if end.done {
			r.done, r.tries = append(r.done, end.job), 0 // the tries before were not its own
		} else {
			r.busy--
		}
		select {
		case end = <-r.ended:
		default:
			return
		}
	}
}
