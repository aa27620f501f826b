package job

import (
	"errors"
	"log/slog"
	"testing"
)

// A job whose end is not recorded is done twice: a database that was away before it ended must not cost it its tries.
func TestRun_triesToRecordAJobAsOftenAsOneThatEndedAlone(t *testing.T) {
	t.Parallel()
	r := runner{Worker: NewWorker(nil, nil, slog.New(slog.DiscardHandler)), busy: 2}
	r.collect(ending{Job{ID: "first"}, true})
	for range recordAttempts - 1 {
		r.retryLater(t.Context(), errors.New("away"))
	}
	r.collect(ending{Job{ID: "second"}, true})
	for try := range recordAttempts - 1 {
		r.retryLater(t.Context(), errors.New("away"))
		if len(r.done) != 2 || r.busy != 2 {
			t.Fatalf("given up after try %d of the second: %d to be recorded, %d busy", try+1, len(r.done), r.busy)
		}
	}
	r.retryLater(t.Context(), errors.New("away"))
	if len(r.done) != 0 || r.busy != 0 {
		t.Errorf("never given up: %d to be recorded, %d busy", len(r.done), r.busy)
	}
}
