package view

import (
	"context"
	"sync"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/shoptest"
)

func TestFollow_showsAnEditOfAnotherNodeWithoutPolling(t *testing.T) {
	t.Parallel()
	url := shoptest.PostgresURL(t)
	open := func() *db.DB {
		d, err := db.Open(t.Context(), url, "")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = d.Close() })
		return d
	}
	here, there := open(), open()
	dal := shoptest.AddProduct(t, here, shoptest.Product{Name: "Toor Dal"})
	v := loadedView(t, there)
	v.pollInterval = time.Hour
	following, refreshed := make(chan struct{}), make(chan struct{})
	subscribed, shown := sync.OnceFunc(func() { close(following) }), sync.OnceFunc(func() { close(refreshed) })
	v.onRefresh = func() {
		subscribed()
		if product, err := v.Snapshot().Product(dal, false); err == nil && product.Price == money.Rupees(61) {
			shown()
		}
	}
	listening := there.Subscribe("test: listening")
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { there.Listen(ctx) })
	running.Go(func() { v.Follow(ctx) })
	defer running.Wait()
	defer cancel()
	<-listening
	<-following
	commit(t, here, func(tx *db.Tx) {
		setPrice(t, tx, dal, money.Rupees(61))
		if err := tx.NotifyNodes(t.Context(), Topic); err != nil {
			t.Fatal(err)
		}
	})
	<-refreshed
}
