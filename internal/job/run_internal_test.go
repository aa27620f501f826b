package job

import (
	"errors"
	"log/slog"
	"testing"
)

// A job that is not deleted runs twice, so failures that happen before it is done must not count.
func TestRun_givesEachDoneJobAllItsDeleteAttempts(t *testing.T) {
	t.Parallel()
	r := runner{Worker: NewWorker(nil, nil, slog.New(slog.DiscardHandler)), running: 2}
	r.collect(result{Job{ID: "first"}, true})
	for range recordAttempts - 1 {
		r.retryLater(t.Context(), errors.New("unreachable"))
	}
	r.collect(result{Job{ID: "second"}, true})
	for attempt := range recordAttempts - 1 {
		r.retryLater(t.Context(), errors.New("unreachable"))
		if len(r.done) != 2 || r.running != 2 {
			t.Fatalf("given up after attempt %d of the second: %d to be deleted, %d running, want 2 and 2", attempt+1, len(r.done), r.running)
		}
	}
	r.retryLater(t.Context(), errors.New("unreachable"))
	if len(r.done) != 0 || r.running != 0 {
		t.Errorf("never given up: %d to be deleted, %d running, want 0 and 0", len(r.done), r.running)
	}
}
