package db_test

import (
	"net/url"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/shoptest"
)

func TestOpen_failsOverToTheSecondHostAndOtherwiseReturnsUnavailable(t *testing.T) {
	t.Parallel()
	database := shoptest.PostgresURL(t)
	primary, firstProxy := shoptest.NewProxy(t, database)
	_, secondProxy := shoptest.NewProxy(t, database)
	host := func(text string) string {
		u, err := url.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return u.Host
	}
	u, err := url.Parse(firstProxy)
	if err != nil {
		t.Fatal(err)
	}
	both := "postgres://" + u.Query().Get("user") + "@" + host(firstProxy) + "," + host(secondProxy) + u.Path + "?sslmode=disable"
	if u.User != nil {
		both = "postgres://" + u.User.Username() + "@" + host(firstProxy) + "," + host(secondProxy) + u.Path + "?sslmode=disable"
	}
	d := shoptest.OpenWithin(t, both, "", 5*time.Second)
	write := func() error {
		return d.Tx(t.Context(), func(tx *db.Tx) error {
			return db.Exec(t.Context(), tx, `UPDATE health_checks SET problem = ''`)
		})
	}
	if err := write(); err != nil {
		t.Fatal(err)
	}
	primary.Cut()
	for deadline := time.Now().Add(time.Minute); ; {
		err := write()
		if err == nil {
			return
		}
		if !fault.Is(err, fault.Unavailable) || time.Now().After(deadline) {
			t.Fatalf("write after the first host was cut off: %v, want success, or unavailable until the deadline", err)
		}
	}
}

func TestTx_isRefusedWhileTheStandbyDoesNotConfirmIt(t *testing.T) {
	t.Parallel()
	pair := shoptest.NewPair(t)
	d := shoptest.OpenWithin(t, pair.URL(), "", time.Minute)
	write := func() error {
		return d.Tx(t.Context(), func(tx *db.Tx) error {
			return db.Exec(t.Context(), tx, `UPDATE health_checks SET problem = 'written'`)
		})
	}
	if err := write(); err != nil {
		t.Fatal(err)
	}
	pair.FreezeStandby()
	d.SetTimeout(500 * time.Millisecond)
	if err := write(); !fault.Is(err, fault.Unavailable) || db.ReasonOf(err) != db.Frozen {
		t.Errorf("write while the standby is frozen: %v, want unavailable as frozen", err)
	}
	pair.ThawStandby()
	d.SetTimeout(time.Minute)
	if err := write(); err != nil {
		t.Errorf("write after the standby is back: %v", err)
	}
}

func TestTx_onAStandbyIsUnavailable(t *testing.T) {
	t.Parallel()
	d := shoptest.Postgres(t)
	err := d.Tx(t.Context(), func(tx *db.Tx) error {
		if err := db.Exec(t.Context(), tx, `SET TRANSACTION READ ONLY`); err != nil {
			return err
		}
		return db.Exec(t.Context(), tx, `UPDATE health_checks SET problem = ''`)
	})
	if !fault.Is(err, fault.Unavailable) || db.ReasonOf(err) != db.Refused {
		t.Errorf("write to a read-only database: %v, want unavailable as refused", err)
	}
}
