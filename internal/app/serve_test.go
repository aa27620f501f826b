package app

import (
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestRunAll_returnsTheErrorOfAFailingWorker(t *testing.T) {
	t.Parallel()
	broken := errors.New("the queue is gone")
	untilTheEnd := func(ctx context.Context) error {
		<-ctx.Done()
		return nil
	}
	nothingToDo := func(context.Context) error { return nil }
	err := runAll(t.Context(), untilTheEnd, map[string]worker{
		"jobs": func(context.Context) error { return broken }, "sweeper": untilTheEnd, "payments": nothingToDo,
	})
	if !errors.Is(err, broken) || err.Error() != "worker jobs: the queue is gone" {
		t.Errorf("serve with a broken worker ended with %v, want \"worker jobs: the queue is gone\"", err)
	}
}

func TestRunAll_keepsWorkersRunningUntilTheLastRequestIsServed(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	answered, worked := false, false
	err := runAll(ctx, func(ctx context.Context) error {
		stop()
		<-ctx.Done()
		answered = true
		return nil
	}, map[string]worker{"jobs": func(ctx context.Context) error {
		<-ctx.Done()
		worked = answered
		return nil
	}})
	if err != nil || !worked {
		t.Errorf("serve ended with %v, want nil; the worker ran until the last request was served: %t, want true", err, worked)
	}
}

func TestServe_takesTheLockBeforeItTouchesTheDatabase(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	lock, err := os.OpenFile(filepath.Join(dir, "serve.lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = lock.Close() }()
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	code, out, errs := run(t, "", "serve", "--addr", "127.0.0.1:0", "--data-dir", dir)
	if code != 1 || !strings.Contains(errs, "another Kirana is already serving the data directory") {
		t.Errorf("a serve of a folder that is served ended with %d, want 1: %s%s", code, out, errs)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) != 1 {
		t.Errorf("the refused serve left %v, %v, want the lock alone", files, err)
	}
	// A command that does not serve may run while a shop holds the lock.
	if code, out, errs := run(t, "", "migrate", "--data-dir", dir); code != 0 {
		t.Errorf("migrate ended with %d: %s%s, want 0", code, out, errs)
	}
}

func TestServe_acceptsRequestsOnceItPrintsItsAddress(t *testing.T) {
	t.Parallel()
	shop := serve(t, "--data-dir", t.TempDir())
	if status, body := get(t, shop.base+"/readyz"); status != http.StatusOK {
		t.Errorf("/readyz returned %d %s, want %d", status, body, http.StatusOK)
	}
	if status, body := get(t, shop.base+"/api/product/getAll"); status != http.StatusOK {
		t.Errorf("a call returns %d %s, want %d", status, body, http.StatusOK)
	}
}

func TestDataLock_reportsACrashOfThePreviousProcess(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for n, step := range []struct{ ends, wantCrashed bool }{{true, false}, {false, false}, {false, true}, {true, true}, {true, false}} {
		lock, err := lockDataDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		if lock.crashed != step.wantCrashed {
			t.Errorf("shop %d: the one before crashed: %v, want %v", n, lock.crashed, step.wantCrashed)
		}
		lock.markServing()
		if step.ends {
			lock.markEnded()
		}
		lock.release()
	}
}
