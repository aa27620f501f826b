package db_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/shoptest"
)

// followUps are calls that follow the tested statement and ignore their own errors.
var followUps = map[string]func(ctx context.Context, tx *db.Tx){
	"nothing": func(context.Context, *db.Tx) {},
	"a number": func(ctx context.Context, tx *db.Tx) {
		_, _ = db.NextNumber(ctx, tx, "checkout_number")
	},
	"a read": func(ctx context.Context, tx *db.Tx) {
		_, _ = db.Get[int](ctx, tx, `SELECT 1`)
	},
	"a list and a write": func(ctx context.Context, tx *db.Tx) {
		_, _ = db.All[int](ctx, tx, `SELECT 1`)
		_ = insertUser(ctx, tx, "after")
	},
	"another write": func(ctx context.Context, tx *db.Tx) {
		_ = db.Exec(ctx, tx, `UPDATE users SET name = 'later'`)
	},
}

// expectRefusal runs change in a transaction that has added the user "before", followed by each of
// followUps. The transaction must fail with errRefused and store nothing.
func expectRefusal(t *testing.T, d *db.DB, change func(tx *db.Tx) error) {
	t.Helper()
	for name, follow := range followUps {
		called := false
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			tx.AfterCommit(func() { called = true })
			if err := insertUser(t.Context(), tx, "before"); err != nil {
				return err
			}
			if err := change(tx); err != nil {
				return err
			}
			follow(t.Context(), tx)
			return nil
		})
		if stored := storedUsers(t, d); !errors.Is(err, errRefused) || called || len(stored) > 0 {
			t.Errorf("failure followed by %s: %v, called back: %t, stored %v, want errRefused, false and none", name, err, called, stored)
		}
	}
}

func TestExec_failsTheTransactionEvenIfTheErrorIsIgnored(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		for name, follow := range followUps {
			for range 3 { // repeats on a connection that has failed before
				err := d.Tx(t.Context(), func(tx *db.Tx) error {
					if err := insertUser(t.Context(), tx, "before"); err != nil {
						return err
					}
					_ = db.Exec(t.Context(), tx, `INSERT INTO users SELECT * FROM users WHERE id = $1`, "before")
					follow(t.Context(), tx)
					return nil
				})
				if stored := storedUsers(t, d); !db.IsDuplicate(err) || len(stored) > 0 {
					t.Errorf("duplicate followed by %s: %v, stored %v, want the duplicate refused and none stored", name, err, stored)
				}
			}
		}
		if err := d.Tx(t.Context(), func(tx *db.Tx) error { return insertUser(t.Context(), tx, "good") }); err != nil {
			t.Errorf("the transaction after it: %v", err)
		}
	})
}

// Statements without a result are sent with the commit. A deadlock there rolls all of them back,
// and the transaction is retried.
func TestTx_isRetriedAfterADeadlockInTheBatchOfTheCommit(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		ctx := t.Context()
		if err := d.Tx(ctx, func(tx *db.Tx) error { return errors.Join(insertUser(ctx, tx, "u"), insertUser(ctx, tx, "v")) }); err != nil {
			t.Fatal(err)
		}
		const rename = `UPDATE users SET name = name || 'x' WHERE id = $1`
		var holding, done sync.WaitGroup
		holding.Add(2)
		for _, ids := range [][2]string{{"u", "v"}, {"v", "u"}} {
			done.Go(func() {
				first := true
				err := d.Tx(ctx, func(tx *db.Tx) error {
					if _, err := db.ExecRows(ctx, tx, rename, ids[0]); err != nil {
						return err
					}
					if first {
						first = false
						holding.Done()
						if d.MultiNode() {
							holding.Wait()
						}
					}
					return db.Exec(ctx, tx, rename, ids[1])
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		done.Wait()
		names, err := db.All[string](ctx, d, `SELECT name FROM users ORDER BY id`)
		if err != nil || !slices.Equal(names, []string{"Axx", "Axx"}) {
			t.Errorf("the names are %v: %v, want %v", names, err, []string{"Axx", "Axx"})
		}
	})
}

// SQLite rolls the transaction back if a statement is interrupted; later writes would be committed
// alone.
func TestTx_writesNothingAfterAnInterruptedStatement(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			if err := insertUser(t.Context(), tx, "before"); err != nil {
				return err
			}
			short, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
			defer cancel()
			_, _ = db.ExecRows(short, tx, `
				UPDATE users
				SET name = (
					WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000000)
					SELECT CAST(MAX(i) AS TEXT) FROM n
				)`)
			_ = insertUser(t.Context(), tx, "after")
			return nil
		})
		if stored := storedUsers(t, d); err == nil || len(stored) > 0 {
			t.Errorf("the transaction returned %v, stored %v, want an error and none", err, stored)
		}
	})
}

// A foreign key checked at the commit fails the commit of a whole group.
func TestTx_storesNothingOfAGroupWhoseCommitFails(t *testing.T) {
	t.Parallel()
	d := shoptest.SQLite(t)
	var all sync.WaitGroup
	for i := range 40 {
		all.Go(func() {
			id := "u" + strconv.Itoa(i)
			called := false
			err := d.Tx(t.Context(), func(tx *db.Tx) error {
				tx.AfterCommit(func() { called = true })
				if i%8 == 3 {
					if err := db.Exec(t.Context(), tx, `PRAGMA defer_foreign_keys = ON`); err != nil {
						return err
					}
					if err := db.Exec(t.Context(), tx, `INSERT INTO logins (id, user_id, created_at) VALUES ($1, 'nobody', $2)`, id, shoptest.Epoch); err != nil {
						return err
					}
				}
				return insertUser(t.Context(), tx, id)
			})
			if stored := storedUsers(t, d)[id]; stored != (err == nil) || called != stored {
				t.Errorf("%s returned %v, stored: %t, called back: %t, want both only without an error", id, err, stored, called)
			}
			if i%8 == 3 && err == nil {
				t.Errorf("%s was committed, want it refused", id)
			}
		})
	}
	all.Wait()
	if err := d.Tx(t.Context(), func(tx *db.Tx) error { return insertUser(t.Context(), tx, "next") }); err != nil {
		t.Error(fmt.Errorf("the next one: %w", err))
	}
}

// The arguments change after Exec returns and before the statement is sent.
func TestExec_convertsItsArgumentsBeforeItReturns(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		name, args := "given", []any{nil, "u"}
		args[0] = &name
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			err := errors.Join(insertUser(t.Context(), tx, "u"), db.Exec(t.Context(), tx, `UPDATE users SET name = $1 WHERE id = $2`, args...))
			name, args[1] = "changed", "nobody"
			return err
		})
		stored, readErr := db.Get[string](t.Context(), d, `SELECT name FROM users WHERE id = 'u'`)
		if err != nil || readErr != nil || stored != "given" {
			t.Errorf("stored %q: %v, %v, want %q", stored, err, readErr, "given")
		}
	})
}

// The test runs more statements than a transaction keeps, and none with a result.
func TestExec_runsEveryStatementInOrder(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		want := "A"
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			err := insertUser(t.Context(), tx, "u")
			for i := range 200 {
				letter := string(rune('a' + i%26))
				want += letter
				err = errors.Join(err, db.Exec(t.Context(), tx, `UPDATE users SET name = name || CAST($1 AS TEXT) WHERE id = 'u'`, letter))
			}
			return err
		})
		stored, readErr := db.Get[string](t.Context(), d, `SELECT name FROM users WHERE id = 'u'`)
		if err != nil || readErr != nil || stored != want {
			t.Errorf("stored %q: %v, %v, want %q", stored, err, readErr, want)
		}
	})
}
