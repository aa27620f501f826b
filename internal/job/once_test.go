package job_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/job"
	"kirana/internal/shoptest"
)

// addOnce adds a job of the kind textKind under a key, due at a time.
func addOnce(t testing.TB, d *db.DB, due time.Time, key, text string) {
	t.Helper()
	err := d.Tx(t.Context(), func(tx *db.Tx) error {
		return job.AddOnce(t.Context(), tx, job.Once{Due: due, Key: key}, textKind, textPayload{text})
	})
	if err != nil {
		t.Fatal(err)
	}
}

func waits(t testing.TB, d *db.DB, key string) bool {
	t.Helper()
	waiting, err := job.Waits(t.Context(), d, textKind, key)
	if err != nil {
		t.Fatal(err)
	}
	return waiting
}

func TestAddOnce_postponesTheQueuedJobOfTheKey(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := shoptest.Clock()
		now := c.Now()
		addOnce(t, d, now.Add(10*time.Second), "1001", "first")
		addOnce(t, d, now.Add(15*time.Second), "1001", "second")
		addOnce(t, d, now.Add(10*time.Second), "1002", "another")
		if n := countJobs(t, d); n != 2 || !waits(t, d, "1001") || !waits(t, d, "1002") || waits(t, d, "1003") {
			t.Errorf("%d jobs wait, want 2: one each of 1001 and 1002", n)
		}
		var done []string
		w := worker(d, c, quiet(), func(_ context.Context, _ job.Job, text string) error {
			done = append(done, text)
			return nil
		})
		c.Advance(10 * time.Second)
		if work(t, w); !slices.Equal(done, []string{"another"}) || !waits(t, d, "1001") || waits(t, d, "1002") {
			t.Errorf("before the postponed job is due %v are done, want another alone", done)
		}
		c.Advance(5 * time.Second)
		if work(t, w); len(done) != 2 || countJobs(t, d) != 0 || waits(t, d, "1001") {
			t.Errorf("in the end %v are done and %d jobs left, want two and none", done, countJobs(t, d))
		}
	})
}

func TestAddOnce_postponesAJobByAtMostItsMaxDelay(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := shoptest.Clock()
		begin, done := c.Now(), 0
		w := worker(d, c, quiet(), func(context.Context, job.Job, string) error {
			done++
			return nil
		})
		// The job is added again every nine seconds, each time due half a minute later.
		for done == 0 && c.Now().Sub(begin) < 5*time.Minute {
			now := c.Now()
			err := d.Tx(t.Context(), func(tx *db.Tx) error {
				once := job.Once{Due: now.Add(30 * time.Second), Key: "1001", MaxDelay: 90 * time.Second, Earliest: now.Add(10 * time.Second)}
				return job.AddOnce(t.Context(), tx, once, textKind, textPayload{"one"})
			})
			if err != nil {
				t.Fatal(err)
			}
			c.Advance(9 * time.Second)
			work(t, w)
		}
		if took := c.Now().Sub(begin); took < 100*time.Second || took > 2*time.Minute+9*time.Second {
			t.Errorf("the job was done after %v, want 1:40 to 2:09 min", took)
		}
	})
}

func TestAddOnce_queuesOneJobUnderConcurrency(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := shoptest.Clock()
		start := make(chan struct{})
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() {
				<-start
				err := d.Tx(t.Context(), func(tx *db.Tx) error {
					return job.AddOnce(t.Context(), tx, job.Once{Due: c.Now(), Key: "1001"}, textKind, textPayload{"one"})
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		close(start)
		all.Wait()
		if n := countJobs(t, d); n != 1 {
			t.Errorf("%d jobs wait under one key, want 1", n)
		}
	})
}

func TestAddOnce_queuesAnotherJobBesideALeasedOneAndLosesNeither(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := shoptest.Clock()
		addOnce(t, d, c.Now(), "1001", "first")
		taken, release := make(chan struct{}), make(chan struct{})
		dying := worker(d, c, quiet(), func(ctx context.Context, _ job.Job, _ string) error {
			close(taken)
			<-release
			return ctx.Err()
		})
		ctx, kill := context.WithCancel(t.Context())
		var stuck sync.WaitGroup
		stuck.Go(func() { _, _ = dying.Work(ctx) })
		<-taken
		// given a leased job: new events are not part of it
		if waits(t, d, "1001") {
			t.Error("the running job still waits")
		}
		addOnce(t, d, c.Now().Add(10*time.Second), "1001", "second")
		addOnce(t, d, c.Now().Add(20*time.Second), "1001", "third")
		if n := countJobs(t, d); n != 2 || !waits(t, d, "1001") {
			t.Errorf("there are %d jobs, want the running one and a queued one", n)
		}
		// when its worker dies, another one runs both jobs after the lease
		kill()
		var done []string
		second := worker(d, c, quiet(), func(_ context.Context, _ job.Job, text string) error {
			done = append(done, text)
			return nil
		})
		c.Advance(20 * time.Second)
		if work(t, second); len(done) != 1 || done[0] == "first" {
			t.Errorf("before the lease ends %v are done, want one, not first", done)
		}
		c.Advance(4 * time.Minute)
		if work(t, second); len(done) != 2 || done[1] != "first" || countJobs(t, d) != 0 {
			t.Errorf("in the end %v are done and %d jobs left, want first as the second and none", done, countJobs(t, d))
		}
		close(release)
		stuck.Wait()
		if n := countJobs(t, d); n != 0 {
			t.Errorf("%d given-up jobs ran again, want 0", n)
		}
	})
}
