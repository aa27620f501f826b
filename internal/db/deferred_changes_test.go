package db_test

import (
	"errors"
	"testing"

	"kirana/internal/db"
	"kirana/internal/shoptest"
)

func TestAllDeferredExpecting_returnsTheRowsOnceTheTransactionIsCommitted(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		for name, follow := range followUps {
			var names []string
			err := d.Tx(t.Context(), func(tx *db.Tx) error {
				if err := addMember(t.Context(), tx, "member "+name); err != nil {
					return err
				}
				expected := db.ExpectedRows{Count: 1, Refusal: errSorry}
				rows := db.AllDeferredExpecting[string](t.Context(), tx, expected, `UPDATE users SET name = 'B' WHERE id = $1 RETURNING name`, "member "+name)
				tx.AfterCommit(func() { names, _ = rows.All(t.Context()) })
				if name == "a list and a write" { // which writes the same user each time
					return nil
				}
				follow(t.Context(), tx)
				return nil
			})
			if err != nil || len(names) != 1 || names[0] != "B" {
				t.Errorf("followed by %s: %v, %v", name, names, err)
			}
		}
	})
}

func TestAllDeferredExpecting_refusesBeforeTheCommitWhateverFollows(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		for _, changed := range []string{"nobody", "before"} {
			for name, follow := range followUps {
				called := false
				err := d.Tx(t.Context(), func(tx *db.Tx) error {
					tx.AfterCommit(func() { called = true })
					if err := addMember(t.Context(), tx, "before"); err != nil {
						return err
					}
					expected := db.ExpectedRows{Count: 2, Refusal: errSorry}
					rows := db.AllDeferredExpecting[string](t.Context(), tx, expected, `UPDATE users SET name = 'B' WHERE id = $1 RETURNING id`, changed)
					follow(t.Context(), tx)
					if !tx.Defers() {
						_, err := rows.All(t.Context())
						return err
					}
					return nil
				})
				if stored := storedUsers(t, d); !errors.Is(err, errSorry) || called || len(stored) > 0 {
					t.Errorf("%s changed, followed by %s: returned %v, called back: %v, stored %v", changed, name, err, called, stored)
				}
			}
		}
	})
}

func TestTx_isTriedAgainWhenItFindsWhatItHasReadChanged(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		var retried []bool
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			retried = append(retried, tx.Retried())
			if !tx.Retried() {
				return db.ErrStale
			}
			return addMember(t.Context(), tx, "again")
		})
		if err != nil || len(retried) != 2 || retried[0] || !retried[1] || !storedUsers(t, d)["again"] {
			t.Errorf("attempts retried %v: %v, stored %v", retried, err, storedUsers(t, d))
		}
	})
}
