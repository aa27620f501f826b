package view

import (
	"context"
	"log/slog"
	"sync"
	"testing"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/shoptest"
)

func TestView_isFedByTheStandbyAndShowsEveryEdit(t *testing.T) {
	t.Parallel()
	pair := shoptest.NewPair(t)
	pair.ConfirmAlone()
	d := shoptest.OpenWithin(t, pair.PrimaryURL(), "", 30*time.Second)
	dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Price: money.Rupees(50), Stock: 9})
	if err := d.UseReplica(t.Context(), pair.StandbyURL(), slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	following, stop := context.WithCancel(t.Context())
	var workers sync.WaitGroup
	t.Cleanup(func() { stop(); workers.Wait() })
	workers.Go(func() { d.WatchReplica(following) })
	state, _ := d.Replica()
	for deadline := time.Now().Add(time.Minute); state.Reason != ""; state, _ = d.Replica() {
		if time.Now().After(deadline) {
			t.Fatalf("the replica %s", state.Reason)
		}
		time.Sleep(10 * time.Millisecond)
	}
	v := New(d, shoptest.Clock(), slog.New(slog.DiscardHandler))
	if err := v.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	pair.AwaitStandbyRead("products")
	pair.AwaitStandbyRead("catalog_changes")
	workers.Go(func() { v.Follow(following) })

	price := func(to money.Paise) {
		t.Helper()
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			_, err := db.Exec(t.Context(), tx, `UPDATE products SET price = $2, updated_at = $3 WHERE id = $1`,
				dal, to, catalog.NextVersion(shoptest.Epoch, v.Snapshot().find(dal).UpdatedAt))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	shown := func() money.Paise { return v.Snapshot().find(dal).Price }
	await := func(what string, want money.Paise) {
		t.Helper()
		for deadline := time.Now().Add(time.Minute); shown() != want; time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("%s: %s is shown, want %s", what, shown(), want)
			}
		}
	}
	price(money.Rupees(51))
	await("an edit of another node", money.Rupees(51))
	pair.PauseReplay()
	price(money.Rupees(52))
	v.ShowCommitted(t.Context())
	if shown() != money.Rupees(52) {
		t.Errorf("this node's own edit, while the standby stands still: %s is shown", shown())
	}
	price(money.Rupees(53))
	await("an edit of another node, while the standby stands still", money.Rupees(53))
	pair.ResumeReplay()
	pair.KillStandby()
	price(money.Rupees(54))
	await("an edit of another node, once the standby is gone", money.Rupees(54))
}
