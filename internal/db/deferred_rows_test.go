package db_test

import (
	"errors"
	"testing"

	"kirana/internal/db"
	"kirana/internal/shoptest"
)

type namedUser struct {
	ID   string  `db:"id"`
	Name string  `db:"name"`
	None *string `db:"none"`
}

func TestAllDeferred_readsWhatTheStatementsBeforeItHaveWritten(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		ctx := t.Context()
		err := d.Tx(ctx, func(tx *db.Tx) error {
			before := db.AllDeferred[namedUser](ctx, tx, `SELECT id, name, NULL AS none FROM users`)
			if err := addMember(ctx, tx, "u"); err != nil {
				return err
			}
			after := db.AllDeferred[namedUser](ctx, tx, `SELECT id, name, NULL AS none FROM users WHERE id = $1`, "u")
			if err := db.Exec(ctx, tx, `UPDATE users SET name = 'later' WHERE id = $1`, "u"); err != nil {
				return err
			}
			renamed := db.AllDeferred[string](ctx, tx, `SELECT name FROM users`)
			if rows, err := before.All(ctx); err != nil || rows == nil || len(rows) != 0 {
				t.Errorf("before: %v, %v", rows, err)
			}
			if _, err := before.One(ctx); !errors.Is(err, db.ErrNoRow) {
				t.Errorf("no row: %v", err)
			}
			if row, err := after.One(ctx); err != nil || row != (namedUser{ID: "u", Name: "A"}) {
				t.Errorf("after: %+v, %v", row, err)
			}
			if name, err := renamed.One(ctx); err != nil || name != "later" {
				t.Errorf("renamed: %q, %v", name, err)
			}
			return nil
		})
		if stored := storedUsers(t, d); err != nil || len(stored) != 1 {
			t.Errorf("returned %v, stored %v", err, stored)
		}
	})
}

func TestAllDeferred_returnsTheRefusalOfAStatementBeforeIt(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		ctx := t.Context()
		err := d.Tx(ctx, func(tx *db.Tx) error {
			expected := db.ExpectedRows{Count: 1, Refusal: errSorry}
			if err := db.ExecDeferredExpecting(ctx, tx, expected, `UPDATE users SET name = 'B' WHERE id = 'nobody'`); err != nil {
				return err
			}
			_, err := db.AllDeferred[int](ctx, tx, `SELECT 1`).One(ctx)
			return err
		})
		if !errors.Is(err, errSorry) {
			t.Errorf("returned %v", err)
		}
	})
}

func TestTx_withoutAStatementCommits(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		called := false
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			tx.AfterCommit(func() { called = true })
			return nil
		})
		if err != nil || !called {
			t.Errorf("returned %v, called back: %v", err, called)
		}
		if err := d.Tx(t.Context(), func(*db.Tx) error { return errSorry }); !errors.Is(err, errSorry) {
			t.Errorf("returned %v", err)
		}
	})
}

// A refused transaction leaves no gap: its number is not taken, or is given back.
func TestNextNumberDeferred_takesNoneForWhatIsRefused(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		ctx := t.Context()
		take := func(condition int, refusal error) (number int64) {
			err := d.Tx(ctx, func(tx *db.Tx) error {
				row, err := db.NextNumberDeferred(ctx, tx, "checkout_number", `$2 = 1`, condition).One(ctx)
				number = row
				if errors.Is(err, db.ErrNoRow) {
					err = nil
				}
				return errors.Join(err, refusal)
			})
			if !errors.Is(err, refusal) {
				t.Error(err)
			}
			return number
		}
		first := take(1, nil)
		take(0, errSorry)
		if second := take(1, nil); first == 0 || second != first+1 {
			t.Errorf("the numbers are %d and %d", first, second)
		}
	})
}
