package db_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"kirana/internal/db"
	"kirana/internal/shoptest"
)

func TestJSON_roundTrips(t *testing.T) {
	t.Parallel()
	type point struct{ X, Y int }
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		want := db.JSON[[]point]{V: []point{{1, 2}, {3, 4}}}
		got, err := db.Get[db.JSON[[]point]](t.Context(), d, `SELECT CAST($1 AS TEXT) AS points`, want)
		if difference := cmp.Diff(want, got); err != nil || difference != "" {
			t.Errorf("read JSON: %v (-want +got):\n%s", err, difference)
		}
		if _, err := db.Get[db.JSON[[]point]](t.Context(), d, `SELECT 5 AS points`); err == nil {
			t.Error("a number is read as JSON text")
		}
	})
}
