package notify_test

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/notify"
	"kirana/internal/shoptest"
)

func TestMain(m *testing.M) { shoptest.Main(m) }

// runHub starts a hub on the system clock, which its polls need.
func runHub(t *testing.T, d *db.DB) *notify.Hub {
	t.Helper()
	hub := notify.NewHub(d, clock.System{}, slog.New(slog.DiscardHandler))
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- hub.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return hub
}

func setOrder(t *testing.T, d *db.DB, number, version int, userID, stage string) {
	t.Helper()
	ctx := t.Context()
	err := d.Tx(ctx, func(tx *db.Tx) error {
		err := db.Exec(ctx, tx, `
			INSERT INTO checkouts (id, user_id, payment_method, total, created_at, number, stage, version, updated_at)
			VALUES ($6, $3, 'COD', 100, $5, $1, $4, $2, $5)
			ON CONFLICT (id) DO UPDATE SET stage = excluded.stage, version = excluded.version, updated_at = excluded.updated_at`,
			number, version, userID, stage, clock.System{}.Now(), fmt.Sprintf("checkout%d", number))
		tx.Notify(notify.Topic)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func next(t *testing.T, s *notify.Subscription) notify.Event {
	t.Helper()
	select {
	case event, open := <-s.Events:
		if !open {
			t.Fatal("the subscription was closed")
		}
		return event
	case <-time.After(20 * time.Second):
		t.Fatal("no event arrived")
		return notify.Event{}
	}
}

func TestHub_sendsEachChangeOnce(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		ravi, meera := shoptest.AddShopper(t, d), shoptest.AddShopper(t, d)
		hub := runHub(t, d)
		desk, phone := hub.Subscribe("", ""), hub.Subscribe(ravi, "")
		defer desk.Close()
		defer phone.Close()
		setOrder(t, d, 1001, 1, meera, "NEW")
		setOrder(t, d, 1002, 1, ravi, "NEW")
		setOrder(t, d, 1001, 2, meera, "PACKING")
		setOrder(t, d, 1002, 2, ravi, "OUT")
		last := map[int64]notify.Event{}
		for last[1001].Version < 2 || last[1002].Version < 2 {
			event := next(t, desk)
			if event.Version <= last[event.Number].Version {
				t.Errorf("the desk got %+v after %+v, want a later version", event, last[event.Number])
			}
			last[event.Number] = event
		}
		if last[1001].Stage != "PACKING" || last[1002].Stage != "OUT" {
			t.Errorf("the desk ends with %+v, want 1001 PACKING and 1002 OUT", last)
		}
		for event := next(t, phone); event.Version < 2; event = next(t, phone) {
			if event.Number != 1002 {
				t.Errorf("a shopper gets another's event %+v, want those of 1002", event)
			}
		}
	})
}

func TestHub_sendsAChangeOfAnotherNode(t *testing.T) {
	t.Parallel()
	url := shoptest.PostgresURL(t)
	open := func() *db.DB {
		t.Helper()
		d, err := db.Open(t.Context(), url, "")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = d.Close() })
		return d
	}
	here, there := open(), open()
	ravi := shoptest.AddShopper(t, here)
	desk := runHub(t, here).Subscribe("", "")
	defer desk.Close()
	setOrder(t, there, 1001, 1, ravi, "NEW")
	if event := next(t, desk); event.Number != 1001 {
		t.Errorf("the desk got %+v, want an event of 1001 from the other node", event)
	}
}

func TestHub_endsASubscriptionThatIsTooSlow(t *testing.T) {
	t.Parallel()
	d := shoptest.SQLite(t)
	ravi := shoptest.AddShopper(t, d)
	hub := runHub(t, d)
	slow, quick := hub.Subscribe("", ""), hub.Subscribe("", "")
	defer slow.Close()
	defer quick.Close()
	for number := range 100 {
		setOrder(t, d, 1001+number, 1, ravi, "NEW")
		next(t, quick)
	}
	read := 0
	for range slow.Events {
		read++
	}
	if read >= 100 || read == 0 {
		t.Errorf("the slow listener read %d events before it was ended, want some of 100", read)
	}
}

func TestHub_endsTheSubscriptionsOfALoginThatEnds(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		ravi := shoptest.AddShopper(t, d)
		exec := func(statement string, args ...any) {
			t.Helper()
			err := d.Tx(t.Context(), func(tx *db.Tx) error {
				return db.Exec(t.Context(), tx, statement, args...)
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		for _, loginID := range []string{"phone", "desk"} {
			exec(`INSERT INTO logins (id, user_id, created_at) VALUES ($1, $2, $3)`, loginID, ravi, clock.System{}.Now())
		}
		hub := runHub(t, d)
		phone, desk := hub.Subscribe(ravi, "phone"), hub.Subscribe("", "desk")
		defer phone.Close()
		defer desk.Close()
		// when the login ends on another node, visible only in the database
		exec(`UPDATE logins SET ended_at = $1 WHERE id = 'phone'`, clock.System{}.Now())
		select {
		case event, open := <-phone.Events:
			if open {
				t.Errorf("an ended login gets %+v, want no event", event)
			}
		case <-time.After(5 * time.Second):
			t.Error("the stream of an ended login is open still after 5 seconds")
		}
		setOrder(t, d, 1001, 1, ravi, "NEW")
		if event := next(t, desk); event.Number != 1001 {
			t.Errorf("the other login gets %+v, want an event of 1001", event)
		}
	})
}
