package db_test

import (
	"sync"
	"testing"

	"kirana/internal/db"
	"kirana/internal/shoptest"
)

func TestTx_leavesConnectionsToOthersWhileItWaitsForALock(t *testing.T) {
	t.Parallel()
	d := shoptest.Postgres(t)
	shopper := shoptest.AddShopper(t, d)
	before := d.Stats()["write"].WaitCount
	var all sync.WaitGroup
	for range 100 { // more than there are connections
		all.Go(func() {
			err := d.Tx(t.Context(), func(tx *db.Tx) error {
				if _, err := db.Get[string](t.Context(), tx, `SELECT id FROM users WHERE id = $1`+tx.ForUpdate(), shopper); err != nil {
					return err
				}
				return db.Exec(t.Context(), tx, `UPDATE users SET name = name || 'i' WHERE id = $1`, shopper)
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if waited := d.Stats()["write"].WaitCount - before; waited > 0 {
		t.Errorf("%d transactions waited for a connection, want none", waited)
	}
}
