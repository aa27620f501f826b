package db_test

import (
	"errors"
	"testing"

	"kirana/internal/db"
	"kirana/internal/shoptest"
)

func TestNextNumber_countsUpAndNeverRepeats(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		ctx, failure := t.Context(), errors.New("rolled back")
		next := func(result error) (number int64) {
			t.Helper()
			err := d.Tx(ctx, func(tx *db.Tx) error {
				var err error
				if number, err = db.NextNumber(ctx, tx, "checkout_number"); err != nil {
					t.Fatal(err)
				}
				return result
			})
			if !errors.Is(err, result) {
				t.Fatal(err)
			}
			return number
		}
		if first := next(nil); first != 1001 {
			t.Errorf("the first number is %d, want 1001", first)
		}
		next(failure)
		if second := next(nil); second != 1002 && second != 1003 {
			t.Errorf("the number after one that was rolled back is %d, want 1002 or 1003", second)
		}
	})
}
