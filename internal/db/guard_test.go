package db_test

import (
	"errors"
	"testing"

	"kirana/internal/db"
	"kirana/internal/shoptest"
)

func TestExecGuarded_passesTheRowsToCommittedAfterTheCommit(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		for name, follow := range followUps {
			var names []string
			err := d.Tx(t.Context(), func(tx *db.Tx) error {
				if err := insertUser(t.Context(), tx, "member "+name); err != nil {
					return err
				}
				oneRow := db.Guard[string]{Rows: 1, Refusal: errRefused, Committed: func(rows []string) { names = rows }}
				if err := db.ExecGuarded(t.Context(), tx, oneRow, `UPDATE users SET name = 'B' WHERE id = $1 RETURNING name`, "member "+name); err != nil {
					return err
				}
				follow(t.Context(), tx)
				return nil
			})
			if err != nil || len(names) != 1 || names[0] != "B" {
				t.Errorf("update followed by %s: %v, %v, want the name B", name, names, err)
			}
		}
	})
}

func TestExecGuarded_refusesBeforeTheCommit(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		for _, changed := range []string{"nobody", "before"} {
			for _, isIgnored := range []bool{false, true} {
				expectRefusal(t, d, func(tx *db.Tx) error {
					twoRows := db.Guard[string]{Rows: 2, Refusal: errRefused, Committed: func([]string) { t.Error("committed") }}
					err := db.ExecGuarded(t.Context(), tx, twoRows, `UPDATE users SET name = 'B' WHERE id = $1 RETURNING id`, changed)
					if isIgnored {
						return nil
					}
					return err
				})
			}
		}
	})
}

func TestGet_returnsTheErrorOfAnEarlierGuardedStatement(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			oneRow := db.Guard[string]{Rows: 1, Refusal: errRefused}
			_ = db.ExecGuarded(t.Context(), tx, oneRow, `UPDATE users SET name = 'B' WHERE id = 'nobody' RETURNING id`)
			if _, err := db.Get[int](t.Context(), tx, `SELECT 1`); !errors.Is(err, errRefused) {
				t.Errorf("a read after the refused guard: %v, want its refusal", err)
			}
			return nil
		})
		if !errors.Is(err, errRefused) {
			t.Errorf("the transaction returned %v, want the guard's refusal", err)
		}
	})
}

func TestAnalyze_countsTheRowsOfATable(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			if err := insertUser(t.Context(), tx, "first"); err != nil {
				return err
			}
			if err := insertUser(t.Context(), tx, "second"); err != nil {
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
				t.Errorf("PostgreSQL plans for %d rows, there are 2: %v, want 2", rows, err)
			}
		}
	})
}

func TestTx_isRetriedWhenItsReadsAreStale(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		attempts := 0
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			if attempts++; attempts == 1 {
				return db.ErrStale
			}
			return insertUser(t.Context(), tx, "again")
		})
		if err != nil || attempts != 2 || !storedUsers(t, d)["again"] {
			t.Errorf("%d attempts: %v, stored %v, want 2 and the row again", attempts, err, storedUsers(t, d))
		}
	})
}
