package db_test

import (
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
				tx.AfterCommit(func() { names = rows.Committed() })
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
			expectRefusal(t, d, func(tx *db.Tx) error {
				expected := db.ExpectedRows{Count: 2, Refusal: errSorry}
				db.AllDeferredExpecting[string](t.Context(), tx, expected, `UPDATE users SET name = 'B' WHERE id = $1 RETURNING id`, changed)
				return nil
			})
		}
	})
}

func TestAnalyze_countsTheRowsOfATable(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			if err := addMember(t.Context(), tx, "first"); err != nil {
				return err
			}
			if err := addMember(t.Context(), tx, "second"); err != nil {
				return err
			}
			return tx.Analyze(t.Context(), "users")
		})
		if err != nil {
			t.Fatal(err)
		}
		if d.MultiNode() {
			rows, err := db.Get[int](t.Context(), d, `SELECT CAST(reltuples AS BIGINT) FROM pg_class WHERE oid = CAST('users' AS regclass)`)
			if err != nil || rows != 2 {
				t.Errorf("PostgreSQL plans for %d rows, there are 2: %v", rows, err)
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
