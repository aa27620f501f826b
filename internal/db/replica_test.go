package db_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/shoptest"
)

// replicated is a database with a standby that serves reads.
type replicated struct {
	*db.DB

	pair *shoptest.Pair
}

func openReplicated(t *testing.T) replicated {
	t.Helper()
	pair := shoptest.NewPair(t)
	pair.ConfirmAlone()
	d := shoptest.OpenWithin(t, pair.PrimaryURL(), "", 30*time.Second)
	if err := d.UseReplica(t.Context(), pair.StandbyURL(), slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	watching, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); d.WatchReplicaEach(watching, 50*time.Millisecond, time.Second) }()
	t.Cleanup(func() { stop(); <-done })
	r := replicated{d, pair}
	r.awaitReason(t, "")
	return r
}

// awaitReason waits until the standby is unusable for the given reason; "" means usable.
func (r replicated) awaitReason(t *testing.T, reason string) {
	t.Helper()
	var state db.ReplicaState
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if state, _ = r.Replica(); (reason == "" && state.Reason == "") || (reason != "" && strings.HasPrefix(state.Reason, reason)) {
			return
		}
	}
	t.Fatalf("the replica %q after a minute, want %q", state.Reason, reason)
}

// writes commits a new value, and returns what a read finds, and whether the standby served it.
func (r replicated) writes(t *testing.T, value string) (found string, standby bool) {
	t.Helper()
	err := r.Tx(t.Context(), func(tx *db.Tx) error {
		_, err := db.Exec(t.Context(), tx, `UPDATE health_checks SET problem = $1`, value)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	err = r.CaughtUp(t.Context(), func(q db.Querier) (err error) {
		if found, err = db.Get[string](t.Context(), q, `SELECT problem FROM health_checks LIMIT 1`); err == nil {
			standby, err = db.Get[bool](t.Context(), q, `SELECT pg_is_in_recovery()`)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found, standby
}

// expect writes a value and expects to read it at once from the given server.
func (r replicated) expect(t *testing.T, value string, standby bool) {
	t.Helper()
	if found, by := r.writes(t, value); found != value || by != standby {
		t.Errorf("%q was written and %q found; by the standby: %v, want %v", value, found, by, standby)
	}
}

// awaitStandby writes until the standby serves the read.
func (r replicated) awaitStandby(t *testing.T) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; {
		found, standby := r.writes(t, "again")
		if found != "again" {
			t.Fatalf("%q was found", found)
		}
		if standby {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal("the standby serves nothing")
		}
	}
}

func TestCaughtUp_readsWhatIsCommittedFromTheStandbyWhileItCan(t *testing.T) {
	t.Parallel()
	r := openReplicated(t)
	r.awaitStandby(t)
	err := r.CaughtUp(t.Context(), func(q db.Querier) error {
		_, err := db.Get[string](t.Context(), q, `UPDATE health_checks SET problem = 'standby' RETURNING problem`)
		return err
	})
	if err == nil {
		t.Error("a read wrote")
	}
	r.awaitStandby(t)

	r.pair.PauseReplay()
	r.expect(t, "paused", false)
	if state, _ := r.Replica(); state.Fallbacks == 0 {
		t.Error("no read is counted that the primary served instead")
	}
	r.awaitReason(t, "is behind")
	r.pair.ResumeReplay()
	r.awaitReason(t, "")
	r.awaitStandby(t)

	r.pair.KillStandby()
	r.expect(t, "killed", false)
	r.awaitReason(t, "cannot be reached")
	r.pair.StartStandby()
	r.awaitReason(t, "")
	r.awaitStandby(t)

	r.pair.Promote()
	r.awaitReason(t, "is no standby")
	r.expect(t, "promoted", false)
}

func TestUseReplica_isForPostgreSQLAndOneStandby(t *testing.T) {
	t.Parallel()
	log := slog.New(slog.DiscardHandler)
	if err := shoptest.SQLite(t).UseReplica(t.Context(), "postgres://standby/kirana", log); !fault.Is(err, fault.Invalid) {
		t.Errorf("a standby of SQLite: %v", err)
	}
	d := shoptest.Postgres(t)
	for _, address := range []string{"postgres://one,two/kirana", "://"} {
		if err := d.UseReplica(t.Context(), address, log); err == nil || !strings.Contains(err.Error(), "KIRANA_DATABASE_REPLICA_URL") {
			t.Errorf("%s: %v", address, err)
		}
	}
	if _, configured := d.Replica(); configured {
		t.Error("a standby is used that was refused")
	}
}
