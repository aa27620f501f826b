package stock

import (
	"testing"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/shoptest"
)

// Callers of applyGuarded lock and check the rows first, so only a direct call shows whether its
// statement refuses by itself.
func TestApplyGuarded_refusesToGoBelowZeroByItself(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		dal, milk := shoptest.AddProduct(t, d, shoptest.Product{Stock: 5}), shoptest.AddProduct(t, d, shoptest.Product{Stock: 2})
		for name, c := range map[string]struct {
			changes     map[string]amount
			refused     bool
			dals, milks int
		}{
			"one piece too many":            {map[string]amount{dal: {-6, 0}}, true, 5, 2},
			"one of two products too many":  {map[string]amount{dal: {-1, 0}, milk: {-3, 0}}, true, 5, 2},
			"a product that does not exist": {map[string]amount{dal: {-1, 0}, "0000000000000000": {1, 0}}, true, 5, 2},
			"grams that are not there":      {map[string]amount{dal: {-1, -10}}, true, 5, 2},
			"the last piece":                {map[string]amount{dal: {-5, 0}, milk: {1, 0}}, false, 0, 3},
		} {
			tx := func(tx *db.Tx) error {
				err := applyGuarded(t.Context(), tx, c.changes, shoptest.Epoch)
				if err == nil { // the statement may wait for the next one
					_, err = db.Get[int](t.Context(), tx, `SELECT 1`)
				}
				if refused := fault.Is(err, fault.Conflict); refused != c.refused || (err != nil) != c.refused {
					t.Errorf("%s: %v, want a conflict: %t", name, err, c.refused)
				}
				if err != nil {
					return err
				}
				for productID, want := range map[string]int{dal: c.dals, milk: c.milks} {
					left, err := db.Get[int](t.Context(), tx, `SELECT stock FROM products WHERE id = $1`, productID)
					if err != nil || left != want {
						t.Errorf("%s: %d are left, want %d: %v", name, left, want, err)
					}
				}
				return errUndo
			}
			if err := d.Tx(t.Context(), tx); err == nil {
				t.Errorf("%s was committed, want it rolled back", name)
			}
			if a, b := shoptest.Stock(t, d, dal), shoptest.Stock(t, d, milk); a != 5 || b != 2 {
				t.Errorf("%s: %d and %d are left, want 5 and 2", name, a, b)
			}
		}
	})
}

// errUndo rolls back the changes of a case.
var errUndo = fault.New(fault.Conflict, "undo", "undo")
