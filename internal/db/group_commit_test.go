package db_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/shoptest"
)

var errRefused = errors.New("refused")

// storedUsers returns the IDs of the stored users that insertUser added.
func storedUsers(t *testing.T, d *db.DB) map[string]bool {
	t.Helper()
	ids, err := db.All[string](t.Context(), d, `SELECT id FROM users WHERE email LIKE '%@group.test'`)
	if err != nil {
		t.Fatal(err)
	}
	stored := map[string]bool{}
	for _, id := range ids {
		stored[id] = true
	}
	return stored
}

func insertUser(ctx context.Context, tx *db.Tx, id string) error {
	return addUser(ctx, tx, id, id+"@group.test")
}

func TestTx_storesConcurrentSuccessesAndRollsBackFailures(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		var all sync.WaitGroup
		const members = 60
		for i := range members {
			all.Go(func() {
				id := "u" + strconv.Itoa(i)
				called := false
				defer func() {
					if failure := recover(); (failure != nil) != (i%5 == 3) {
						t.Errorf("%s panicked with %v, want a panic of every fifth alone", id, failure)
					}
				}()
				ctx := t.Context()
				if i%3 == 0 { // gets its own group
					ctx = db.WithTimeout(ctx, time.Minute)
				}
				err := d.Tx(ctx, func(tx *db.Tx) error {
					tx.AfterCommit(func() { called = true })
					if err := insertUser(t.Context(), tx, id); err != nil {
						return err
					}
					switch i % 5 {
					case 1:
						return errRefused
					case 2: // a statement that fails after a write of the same transaction
						return insertUser(t.Context(), tx, id)
					case 3:
						panic("oh")
					}
					return nil
				})
				good := i%5 == 0 || i%5 == 4
				if (err == nil) != good || called != good {
					t.Errorf("%s returned %v, called back: %t, want committed and called back: %t", id, err, called, good)
				}
				// A transaction that has returned is stored and visible.
				if good && !storedUsers(t, d)[id] {
					t.Errorf("%s returned before it was stored", id)
				}
			})
		}
		all.Wait()
		stored := storedUsers(t, d)
		for i := range members {
			if id := "u" + strconv.Itoa(i); stored[id] != (i%5 == 0 || i%5 == 4) {
				t.Errorf("%s is stored: %t, want %t", id, stored[id], i%5 == 0 || i%5 == 4)
			}
		}
	})
}

// An interrupted statement makes SQLite roll back the whole group.
func TestTx_isRetriedWhenItsGroupWasRolledBack(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		var all sync.WaitGroup
		for i := range 20 {
			all.Go(func() {
				id := "u" + strconv.Itoa(i)
				if err := d.Tx(t.Context(), func(tx *db.Tx) error { return insertUser(t.Context(), tx, id) }); err != nil {
					t.Errorf("add %s: %v", id, err)
				}
			})
			if i%4 != 0 {
				continue
			}
			all.Go(func() {
				ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
				defer cancel()
				err := d.Tx(ctx, func(tx *db.Tx) error {
					if err := insertUser(ctx, tx, "slow"); err != nil {
						return err
					}
					return db.Exec(ctx, tx, `
						UPDATE users
						SET name = (
							WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000000)
							SELECT CAST(MAX(i) AS TEXT) FROM n
						)
						WHERE id = 'slow'`)
				})
				if !fault.Is(err, fault.Unavailable) {
					t.Errorf("the slow transaction returned %v, want unavailable", err)
				}
			})
		}
		all.Wait()
		stored := storedUsers(t, d)
		for i := range 20 {
			if !stored["u"+strconv.Itoa(i)] {
				t.Errorf("u%d is not stored", i)
			}
		}
		if stored["slow"] {
			t.Error("an interrupted write is stored")
		}
	})
}

func TestTx_returnsAtItsDeadlineWhileAnotherOneWrites(t *testing.T) {
	t.Parallel()
	d := shoptest.SQLite(t)
	writing, release := make(chan struct{}), make(chan struct{})
	var first sync.WaitGroup
	first.Go(func() {
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			close(writing)
			<-release
			return insertUser(t.Context(), tx, "first")
		})
		if err != nil {
			t.Error(err)
		}
	})
	<-writing
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	err := d.Tx(ctx, func(tx *db.Tx) error { return insertUser(ctx, tx, "late") })
	if db.ReasonOf(err) != db.Locked {
		t.Errorf("a transaction that waits too long returned %v, want it locked", err)
	}
	canceled, cancelNow := context.WithCancel(t.Context())
	cancelNow()
	if err := d.Tx(canceled, func(tx *db.Tx) error { return insertUser(canceled, tx, "canceled") }); !errors.Is(err, context.Canceled) {
		t.Errorf("a canceled transaction returned %v, want context.Canceled", err)
	}
	close(release)
	first.Wait()
	if stored := storedUsers(t, d); !stored["first"] || stored["late"] || stored["canceled"] {
		t.Errorf("stored: %v, want the first alone", stored)
	}
}

// A transaction whose caller leaves before the group's commit is either committed, and its callbacks
// run, or rolled back.
func TestTx_callsBackIfItIsCommittedAfterItsCallerCanceled(t *testing.T) {
	t.Parallel()
	d := shoptest.SQLite(t)
	ctx, cancel := context.WithCancel(t.Context())
	called := make(chan struct{})
	second, ran := make(chan struct{}), make(chan struct{})
	var all sync.WaitGroup
	all.Go(func() {
		_ = d.Tx(ctx, func(tx *db.Tx) error {
			tx.AfterCommit(func() { close(called) })
			err := insertUser(ctx, tx, "first")
			close(ran)
			return err
		})
	})
	<-ran
	all.Go(func() {
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			cancel()
			close(second)
			return insertUser(t.Context(), tx, "second")
		})
		if err != nil {
			t.Error(err)
		}
	})
	<-second
	all.Wait()
	if storedUsers(t, d)["first"] {
		<-called
	}
	if !storedUsers(t, d)["second"] {
		t.Error("the second is lost")
	}
}

// A connection prepares each statement once, but every run gets its own arguments.
func TestGet_readsWithTheArgumentsOfItsCall(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		for range 3 {
			for i := range 300 { // more texts than are cached
				got, err := db.Get[string](t.Context(), d, fmt.Sprintf(`SELECT CAST($2 AS TEXT) || ',' || CAST($1 AS TEXT) || ',' || CAST($2 AS TEXT) || '$1 %d' || ''''`, i), strconv.Itoa(i), "x")
				if want := fmt.Sprintf("x,%d,x$1 %d'", i, i); got != want || err != nil {
					t.Fatalf("read %q, want %q: %v", got, want, err)
				}
			}
		}
		if _, err := db.Get[string](t.Context(), d, `SELECT CAST($2 AS TEXT)`, "one"); err == nil {
			t.Error("a statement without one of its arguments was run")
		}
	})
}
