package db_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/shoptest"
)

func TestUseAlone_isRefusedWhileAnotherProcessMayWrite(t *testing.T) {
	t.Parallel()
	ctx, url := t.Context(), shoptest.PostgresURL(t)
	open := func() *db.DB {
		t.Helper()
		d, err := db.Open(ctx, url, "")
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	first, second := open(), open() // two machines
	mover, err := db.OpenExisting(ctx, url, "")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = mover.Close() }()
	for _, d := range []*db.DB{first, second} {
		if _, err := mover.UseAlone(ctx); !fault.Is(err, fault.Conflict) {
			t.Errorf("use alone a shop that is served: %v, want a conflict", err)
		}
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}
	// PostgreSQL ends the sessions of closed connections some time later.
	release, err := mover.UseAlone(ctx)
	for deadline := time.Now().Add(time.Minute); fault.Is(err, fault.Conflict) && time.Now().Before(deadline); {
		release, err = mover.UseAlone(ctx)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Open(ctx, url, ""); !errors.Is(err, db.ErrMoving) {
		t.Errorf("open a shop that is moved: %v, want ErrMoving", err)
	}
	if err := release(); err != nil {
		t.Error(err)
	}
	if err := open().Close(); err != nil {
		t.Error(err)
	}
}

func TestUseAlone_detectsANodeThatHasLostItsConnections(t *testing.T) {
	t.Parallel()
	url := shoptest.PostgresURL(t)
	node := shoptest.OpenWithin(t, url, "", time.Minute)
	mover, err := db.OpenExisting(t.Context(), url, "")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = mover.Close() }()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	ended := make(chan struct{})
	go func() { node.Listen(ctx); close(ended) }()
	defer func() { stop(); <-ended }()
	// As after a failover.
	endOtherConnections(t, mover)
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		release, err := mover.UseAlone(ctx)
		if fault.Is(err, fault.Conflict) {
			return
		}
		if err == nil {
			err = release()
		}
		if err != nil || time.Now().After(deadline) {
			t.Fatalf("the release of the node that serves is not seen at the deadline: %v", err)
		}
	}
}

func TestListen_refusesToWriteWhenAMoveBeganWithoutTheNode(t *testing.T) {
	t.Parallel()
	url := shoptest.PostgresURL(t)
	node := shoptest.OpenWithin(t, url, "", time.Minute)
	mover, err := db.OpenExisting(t.Context(), url, "")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = mover.Close() }()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	// As after a failover: the node has lost its lock, and a move begins before it reconnects.
	endOtherConnections(t, mover)
	var release func() error
	deadline := time.Now().Add(time.Minute)
	for release == nil {
		if release, err = mover.UseAlone(ctx); err != nil {
			release = nil
			if time.Now().After(deadline) {
				t.Fatal(err)
			}
			time.Sleep(50 * time.Millisecond)
		}
	}
	ended := make(chan struct{})
	go func() { node.Listen(ctx); close(ended) }()
	defer func() { stop(); <-ended }()
	write := func() error { return node.Tx(ctx, func(*db.Tx) error { return nil }) }
	for ; !errors.Is(write(), db.ErrMoving); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("a node writes into a shop that is moved")
		}
	}
	// A later write would also be lost.
	if err := release(); err != nil {
		t.Error(err)
	}
	if err := write(); !errors.Is(err, db.ErrMoving) {
		t.Errorf("write after the move: %v, want ErrMoving", err)
	}
}

// endOtherConnections ends every connection to the database except the caller's, as a failover
// does.
func endOtherConnections(t *testing.T, d *db.DB) {
	t.Helper()
	if _, err := db.Get[int](t.Context(), d, `SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`); err != nil {
		t.Fatal(err)
	}
}
