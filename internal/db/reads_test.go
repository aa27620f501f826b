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

func TestReads_seeTheWritesOfEarlierStatements(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		ctx := t.Context()
		err := d.Tx(ctx, func(tx *db.Tx) error {
			before, err := db.All[namedUser](ctx, tx, `SELECT id, name, NULL AS none FROM users`)
			if err != nil || before == nil || len(before) != 0 {
				t.Errorf("all rows of an empty table: %v, %v, want an empty slice", before, err)
			}
			if _, err := db.Get[namedUser](ctx, tx, `SELECT id, name, NULL AS none FROM users`); !errors.Is(err, db.ErrNoRow) {
				t.Errorf("get a missing row: %v, want ErrNoRow", err)
			}
			if err := insertUser(ctx, tx, "u"); err != nil {
				return err
			}
			if row, err := db.Get[namedUser](ctx, tx, `SELECT id, name, NULL AS none FROM users WHERE id = $1`, "u"); err != nil || row != (namedUser{ID: "u", Name: "A"}) {
				t.Errorf("get after the insert: %+v, %v, want u, A", row, err)
			}
			if err := db.Exec(ctx, tx, `UPDATE users SET name = 'later' WHERE id = $1`, "u"); err != nil {
				return err
			}
			if n, err := db.ExecRows(ctx, tx, `UPDATE users SET name = 'last' WHERE name = 'later'`); err != nil || n != 1 {
				t.Errorf("renamed %d: %v, want 1", n, err)
			}
			return nil
		})
		if stored := storedUsers(t, d); err != nil || len(stored) != 1 {
			t.Errorf("the transaction returned %v, stored %v, want nil and one", err, stored)
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
			t.Errorf("the transaction returned %v, called back: %t, want nil and true", err, called)
		}
		if err := d.Tx(t.Context(), func(*db.Tx) error { return errRefused }); !errors.Is(err, errRefused) {
			t.Errorf("a transaction that fails returned %v, want its error", err)
		}
	})
}
