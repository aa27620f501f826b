package job_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/job"
	"kirana/internal/shoptest"
)

func TestMain(m *testing.M) { shoptest.Main(m) }

type textPayload struct {
	Text string `json:"text"`
}

const textKind job.Kind[textPayload] = "test.post"

func add(t testing.TB, d *db.DB, c clock.Clock, texts ...string) {
	t.Helper()
	err := d.Tx(t.Context(), func(tx *db.Tx) error {
		for _, text := range texts {
			if err := job.Add(t.Context(), tx, c.Now(), textKind, textPayload{text}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// worker returns a worker whose handler of the kind textKind is do.
func worker(d *db.DB, c clock.Clock, log *slog.Logger, do func(ctx context.Context, j job.Job, text string) error) *job.Worker {
	w := job.NewWorker(d, c, log)
	job.Handle(w, textKind, func(ctx context.Context, j job.Job, l textPayload) error { return do(ctx, j, l.Text) })
	return w
}

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

// work runs all due jobs and returns the number of attempts.
func work(t testing.TB, w *job.Worker) int {
	t.Helper()
	for n := 0; ; n++ {
		did, err := w.Work(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if !did {
			return n
		}
	}
}

func countJobs(t testing.TB, d *db.DB) int {
	t.Helper()
	n, err := db.Get[int](t.Context(), d, `SELECT COUNT(*) FROM jobs`)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestAdd_addsAJobOnlyIfTheTransactionCommits(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := shoptest.Clock()
		woken, otherWoken := d.Subscribe("jobs:test.post", "jobs:test.other"), d.Subscribe("jobs:test.other")
		refusal := errors.New("refused")
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			if err := job.Add(t.Context(), tx, c.Now(), textKind, textPayload{"never"}); err != nil {
				return err
			}
			return refusal
		})
		if !errors.Is(err, refusal) || countJobs(t, d) != 0 || len(woken) != 0 {
			t.Fatalf("a failed transaction: %v, %d jobs, woken %d times, want its error and none", err, countJobs(t, d), len(woken))
		}
		add(t, d, c, "one", "two")
		if len(woken) != 1 || len(otherWoken) != 0 {
			t.Errorf("the commit woke %d workers of its kind, and %d of others, want 1 and 0", len(woken), len(otherWoken))
		}
		var done []string
		w := worker(d, c, quiet(), func(_ context.Context, _ job.Job, text string) error {
			done = append(done, text)
			return nil
		})
		if n := work(t, w); n != 2 || strings.Join(done, " ") != "one two" || countJobs(t, d) != 0 {
			t.Errorf("%d attempts did %v and left %d jobs, want 2 that do one and two, and none", n, done, countJobs(t, d))
		}
	})
}

func TestWork_runsEachJobOnceWithManyWorkers(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := shoptest.Clock()
		texts := make([]string, 60)
		for i := range texts {
			texts[i] = strings.Repeat("x", i+1)
		}
		add(t, d, c, texts...)
		var mu sync.Mutex
		effects := map[string]int{}
		var all sync.WaitGroup
		for range 6 {
			w := worker(d, c, quiet(), func(_ context.Context, _ job.Job, text string) error {
				mu.Lock()
				defer mu.Unlock()
				effects[text]++
				return nil
			})
			all.Go(func() {
				for {
					if did, err := w.Work(t.Context()); err != nil {
						t.Error(err)
						return
					} else if !did {
						return
					}
				}
			})
		}
		all.Wait()
		for _, text := range texts {
			if effects[text] != 1 {
				t.Errorf("job %d had %d effects, want 1", len(text), effects[text])
			}
		}
		if n := countJobs(t, d); n != 0 {
			t.Errorf("%d jobs are left, want 0", n)
		}
	})
}

func TestWork_retriesWithBackoffAndKeepsTheError(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := shoptest.Clock()
		add(t, d, c, "hello")
		var ids []string
		down := true
		w := worker(d, c, quiet(), func(_ context.Context, j job.Job, _ string) error {
			ids = append(ids, j.ID)
			if down {
				return errors.New("nobody answers " + strings.Repeat("é", 1000))
			}
			return nil
		})
		for i := range 5 {
			if n := work(t, w); n != 1 {
				t.Fatalf("attempt %d was made %d times, want 1", i+1, n)
			}
			c.Advance(2*time.Second<<i - time.Millisecond) // just before it is due
			if n := work(t, w); n != 0 {
				t.Fatalf("attempt %d ran before it was due", i+2)
			}
			c.Advance(time.Millisecond)
		}
		reason, err := db.Get[string](t.Context(), d, `SELECT last_error FROM jobs`)
		if err != nil || !strings.HasPrefix(reason, "nobody answers é") || len(reason) > 300 {
			t.Errorf("the stored reason is %q, %v, want at most 300 bytes that begin with the error", reason, err)
		}
		down = false
		if work(t, w) != 1 || countJobs(t, d) != 0 {
			t.Error("it did not go through when it could")
		}
		for _, id := range ids {
			if id != ids[0] {
				t.Errorf("the attempts had the job IDs %v, want one ID", ids)
			}
		}
	})
}

func TestWork_givesUpAfterMaxAttemptsAndSweepsAfterAWeek(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := shoptest.Clock()
		add(t, d, c, "never", "hopeless", "panics")
		attempts := map[string]int{}
		w := worker(d, c, quiet(), func(_ context.Context, _ job.Job, text string) error {
			attempts[text]++
			switch text {
			case "hopeless":
				return job.Permanent(errors.New("no such person"))
			case "panics":
				panic("oh")
			}
			return errors.New("not now")
		})
		for range 200 {
			work(t, w)
			c.Advance(time.Hour)
		}
		if attempts["never"] != 32 || attempts["panics"] != 32 || attempts["hopeless"] != 1 {
			t.Errorf("the attempts are %v, want 32 of never and panics, one of hopeless", attempts)
		}
		if n := countJobs(t, d); n != 3 {
			t.Errorf("%d given up jobs can be looked at, want 3", n)
		}
		c.Advance(7 * 24 * time.Hour)
		if err := w.Sweep(t.Context()); err != nil || countJobs(t, d) != 0 {
			t.Errorf("%d jobs are left after the sweep: %v, want 0", countJobs(t, d), err)
		}
	})
}

func TestWork_resumesJobsOfADeadWorker(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := shoptest.Clock()
		add(t, d, c, "left behind")
		taken, release := make(chan struct{}), make(chan struct{})
		slow := worker(d, c, quiet(), func(context.Context, job.Job, string) error {
			close(taken)
			<-release
			return errors.New("too late")
		})
		var stuck sync.WaitGroup
		stuck.Go(func() { work(t, slow) })
		<-taken
		done := 0
		second := worker(d, c, quiet(), func(context.Context, job.Job, string) error {
			done++
			return nil
		})
		c.Advance(2 * time.Minute)
		if n := work(t, second); n != 0 {
			t.Errorf("a job in somebody's hand was taken")
		}
		c.Advance(2 * time.Minute)
		if work(t, second) != 1 || done != 1 || countJobs(t, d) != 0 {
			t.Errorf("the job was done %d times, %d left, want once and none", done, countJobs(t, d))
		}
		// The first worker returns after its lease and changes nothing.
		close(release)
		stuck.Wait()
		if n := countJobs(t, d); n != 0 {
			t.Errorf("%d given-up jobs ran again, want 0", n)
		}
	})
}

func TestWork_neverDeletesAJobThatAnotherWorkerHasClaimed(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := shoptest.Clock()
		add(t, d, c, "slow")
		// claimed runs a worker until its handler holds the job; release ends the handler.
		claimed := func(end error) (release func()) {
			begun, ending := make(chan struct{}), make(chan struct{})
			w := worker(d, c, quiet(), func(context.Context, job.Job, string) error {
				close(begun)
				<-ending
				return end
			})
			var running sync.WaitGroup
			running.Go(func() {
				if _, err := w.Work(t.Context()); err != nil {
					t.Error(err)
				}
			})
			<-begun
			return func() {
				close(ending)
				running.Wait()
			}
		}
		finishLate := claimed(nil)
		c.Advance(4 * time.Minute) // its lease has ended
		failSecond := claimed(errors.New("the mail server is down"))
		finishLate()
		if n := countJobs(t, d); n != 1 {
			t.Fatalf("the late success left %d jobs, want the one that another worker holds", n)
		}
		// The lease holder's failure counts, so the job is retried.
		failSecond()
		c.Advance(time.Hour)
		done := 0
		third := worker(d, c, quiet(), func(context.Context, job.Job, string) error {
			done++
			return nil
		})
		if n := work(t, third); n != 1 || done != 1 || countJobs(t, d) != 0 {
			t.Errorf("%d further attempts did it %d times and left %d jobs, want 1, 1 and 0", n, done, countJobs(t, d))
		}
	})
}

func TestWork_leavesJobsOfUnknownKinds(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := shoptest.Clock()
		add(t, d, c, "for later")
		w := job.NewWorker(d, c, quiet())
		if n := work(t, w); n != 0 {
			t.Error("a worker without handlers took a job")
		}
		job.Handle(w, job.Kind[textPayload]("test.other"), func(context.Context, job.Job, textPayload) error { return nil })
		if n := work(t, w); n != 0 || countJobs(t, d) != 1 {
			t.Error("a job of an unknown kind was taken")
		}
	})
}

func TestWork_readsNoBacklogOfOtherKinds(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := shoptest.Clock()
		add(t, d, c, slices.Repeat([]string{"a backlog"}, 3000)...)
		shoptest.Analyze(t, d)
		w := job.NewWorker(d, c, quiet())
		for _, kind := range []job.Kind[textPayload]{"test.other", "test.another"} {
			job.Handle(w, kind, func(context.Context, job.Job, textPayload) error { return nil })
		}
		ctx, recorded := db.RecordReads(t.Context())
		if did, err := w.Work(ctx); did || err != nil {
			t.Fatalf("worked on a job of another lane: %t, %v, want false", did, err)
		}
		if len(*recorded) != 1 {
			t.Fatalf("claims by %d statements, want 1", len(*recorded))
		}
		if diff := cmp.Diff([]string{"jobs_due_of_kind", "jobs_due_of_kind"}, shoptest.Indexes(t, d, (*recorded)[0])); diff != "" {
			t.Errorf("indexes of the claim of two kinds (-want +got):\n%s", diff)
		}
	})
}

func TestRun_finishesARunningJobWhenStopped(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := shoptest.Clock()
		begun, release := make(chan struct{}), make(chan struct{})
		var finished atomic.Bool
		w := worker(d, c, quiet(), func(ctx context.Context, _ job.Job, _ string) error {
			close(begun)
			<-release
			finished.Store(ctx.Err() == nil)
			return nil
		})
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			w.Run(ctx)
			close(ended)
		}()
		add(t, d, c, "in hand")
		<-begun
		stop()
		add(t, d, c, "comes too late")
		select {
		case <-ended:
			t.Fatal("it left its job lying")
		default:
		}
		close(release)
		<-ended
		if !finished.Load() || countJobs(t, d) != 1 {
			t.Errorf("the stopped worker finished: %t, %d jobs left, want true and 1", finished.Load(), countJobs(t, d))
		}
	})
}

func TestHandle_logsNothingOfThePayload(t *testing.T) {
	t.Parallel()
	d, c := shoptest.SQLite(t), shoptest.Clock()
	var logged bytes.Buffer
	const canary = "canary-482913"
	add(t, d, c, canary, "x"+canary)
	w := worker(d, c, slog.New(slog.NewJSONHandler(&logged, &slog.HandlerOptions{Level: slog.LevelDebug})), func(_ context.Context, _ job.Job, text string) error {
		if text == canary {
			panic(text)
		}
		return errors.New("refused")
	})
	if n := work(t, w); n != 2 {
		t.Fatalf("%d attempts, want 2", n)
	}
	if !strings.Contains(logged.String(), "refused") || strings.Contains(logged.String(), "482913") {
		t.Errorf("the log is %s, want the refusal without the secret", logged.String())
	}
}
