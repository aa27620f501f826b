package db_test

import (
	"context"
	"errors"
	"testing"

	"kirana/internal/db"
	"kirana/internal/shoptest"
)

// openNode opens a database as one of several nodes.
func openNode(t *testing.T, url string) *db.DB {
	t.Helper()
	d, err := db.Open(t.Context(), url, "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	return d
}

// listen runs d.Listen until the test ends. It returns when Listen has woken the subscriber, and so
// has started to listen.
func listen(t *testing.T, d *db.DB, subscriber <-chan struct{}) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		d.Listen(ctx)
	}()
	t.Cleanup(func() {
		cancel()
		<-done
	})
	<-subscriber
}

func TestNotifyNodes_wakesTheSubscribersOfAnotherNodeOnceItCommits(t *testing.T) {
	t.Parallel()
	url := shoptest.PostgresURL(t)
	here, there := openNode(t, url), openNode(t, url)
	catalog, unrelated := there.Subscribe("catalog"), there.Subscribe("other")
	listen(t, there, catalog)
	<-unrelated
	notify := func(topic string, result error) {
		t.Helper()
		err := here.Tx(t.Context(), func(tx *db.Tx) error {
			if err := tx.NotifyNodes(t.Context(), topic); err != nil {
				return err
			}
			return result
		})
		if !errors.Is(err, result) {
			t.Fatal(err)
		}
	}
	errUndone := errors.New("undone")
	notify("other", errUndone)
	notify("catalog", nil)
	<-catalog // notifications arrive in order: one of "other" would have arrived first
	select {
	case <-unrelated:
		t.Error("a transaction that was rolled back has notified")
	default:
	}
}

func TestNotifyNodes_wakesTheSubscribersOfItsOwnProcess(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		subscriber := d.Subscribe("catalog")
		if err := d.Tx(t.Context(), func(tx *db.Tx) error { return tx.NotifyNodes(t.Context(), "catalog") }); err != nil {
			t.Fatal(err)
		}
		<-subscriber
	})
}
