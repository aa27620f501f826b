package db

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/jmoiron/sqlx"

	"kirana/internal/fault"
)

const (
	// maxReplicaConnections is how many reads the standby serves at once for this node.
	maxReplicaConnections = 8
	// catchUpTimeout is how long a read waits for the standby before the primary serves it.
	catchUpTimeout = 200 * time.Millisecond
	// catchUpPause is the pause before the standby is asked again what it has replayed.
	catchUpPause = 5 * time.Millisecond
	// maxReplicaLag is how far behind a standby may be that is asked at all.
	maxReplicaLag = 10 * time.Second
)

// replica is a standby that serves reads; its zero value is none.
type replica struct {
	pool      *sqlx.DB // nil without one
	log       *slog.Logger
	fallbacks atomic.Int64

	mu    sync.Mutex
	state ReplicaState
	// started is when the server began to run that the connections lead to, which tells it from others; "" for any.
	started string
	// timeline is the one of both servers when they were compared last.
	timeline string
	// positions are where the primary was, and when; see lookAtReplica.
	positions []timedPosition
}

// ReplicaState describes the standby that serves reads, as it was looked at last.
type ReplicaState struct {
	Reason string        // why it serves none, in words that complete "the read replica …"; "" while it does
	Lag    time.Duration // how far it was behind when it was looked at last
	// Fallbacks is how many reads the primary has served in its place.
	Fallbacks int64
}

// position is how far a server has written its log, or replayed it.
type position struct {
	LSN      int64  `db:"lsn"`
	Timeline string `db:"timeline"`
}

// UseReplica has reads that CaughtUp does go to a standby of PostgreSQL. One that cannot be used
// is no error: it is logged, and looked for by WatchReplica.
func (d *DB) UseReplica(ctx context.Context, replicaURL string, log *slog.Logger) error {
	if !d.dialect.multiNode {
		return fault.New(fault.Invalid, "replica_of_sqlite", "KIRANA_DATABASE_REPLICA_URL is for a shop whose data is in PostgreSQL; this one's is in SQLite.")
	}
	config, err := parsePostgres(replicaURL)
	if err != nil {
		return errors.New("KIRANA_DATABASE_REPLICA_URL is not a postgres:// URL")
	}
	if len(config.Fallbacks) > 0 && config.ValidateConnect != nil {
		return errors.New("KIRANA_DATABASE_REPLICA_URL must name one standby: what was read from one of several may not be on the next")
	}
	config.RuntimeParams["default_transaction_read_only"] = "on" // also once it is promoted
	pool := sqlx.NewDb(stdlib.OpenDB(*config, stdlib.OptionAfterConnect(d.replica.checkServer)), "pgx")
	pool.SetMaxOpenConns(maxReplicaConnections)
	pool.SetMaxIdleConns(maxReplicaConnections)
	pool.SetConnMaxIdleTime(5 * time.Minute)
	d.replica.pool, d.replica.log = pool, log
	d.replica.state.Reason = "was not looked at yet"
	d.lookAtReplica(ctx)
	return nil
}

// checkServer refuses a connection to another server than the ones before it: an address behind
// which there are several standbys would answer one read from two moments.
func (r *replica) checkServer(ctx context.Context, conn *pgx.Conn) error {
	var started string
	if err := conn.QueryRow(ctx, `SELECT CAST(pg_postmaster_start_time() AS TEXT)`).Scan(&started); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.started != "" && r.started != started {
		return errors.New("another server responds at this address than before: it must lead to one standby")
	}
	r.started = started
	return nil
}

// Replica returns what is known of the standby, and whether there is to be one.
func (d *DB) Replica() (state ReplicaState, configured bool) {
	if d.replica.pool == nil {
		return ReplicaState{}, false
	}
	d.replica.mu.Lock()
	defer d.replica.mu.Unlock()
	state = d.replica.state
	state.Fallbacks = d.replica.fallbacks.Load()
	return state, true
}

// CaughtUp calls read with the standby once that has everything that is committed by now: what
// read finds is no older than what the primary would return. Without a standby, and while it is
// too far behind, it calls read with the primary at once, and when the standby fails, again.
// So read must be able to begin anew; all of it is read from one server.
func (d *DB) CaughtUp(ctx context.Context, read func(q Querier) error) error {
	if d.replica.pool == nil {
		return read(d)
	}
	err := d.readReplica(ctx, read)
	if !errors.Is(err, errReplica) {
		return err
	}
	d.replica.fallbacks.Add(1)
	return read(d)
}

// errReplica is returned when the standby did not serve a read.
var errReplica = errors.New("db: the standby did not serve it")

func (d *DB) readReplica(ctx context.Context, read func(q Querier) error) error {
	if err := d.awaitReplica(ctx); err != nil {
		return err
	}
	err := read(&replicaReader{db: d})
	var failed *replicaError
	if !errors.As(err, &failed) || errors.Is(ctx.Err(), context.Canceled) {
		return err
	}
	if ctx.Err() == nil && !isRetryable(failed.err) { // canceled since the standby had to replay a change of what was read
		d.replica.setState(ReplicaState{Reason: "failed: " + failed.err.Error()})
	}
	return errReplica
}

// awaitReplica waits until the standby has replayed what the primary has by now.
func (d *DB) awaitReplica(ctx context.Context) error {
	state, _ := d.Replica()
	if state.Reason != "" {
		return errReplica
	}
	at, err := Get[position](ctx, d, `SELECT `+primaryPosition)
	if err != nil {
		return err
	}
	d.replica.mu.Lock()
	timeline := d.replica.timeline
	d.replica.mu.Unlock()
	if timeline != at.Timeline {
		return errReplica
	}
	waiting, cancel := context.WithTimeout(ctx, catchUpTimeout)
	defer cancel()
	conn, err := d.replica.pool.Connx(waiting)
	if err != nil {
		return errReplica
	}
	defer func() { _ = conn.Close() }()
	if replayed, err := awaitReplay(waiting, conn, at.LSN); err != nil || replayed < at.LSN {
		return errReplica
	}
	return nil
}

const (
	// primaryPosition is how far the primary's log is on its disk, before which no commit returns.
	primaryPosition = `CAST(pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0') AS BIGINT) AS lsn, substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8) AS timeline`
	// replayedPosition is -1 on a server that replays nothing.
	replayedPosition = `CASE WHEN pg_is_in_recovery() THEN COALESCE(CAST(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') AS BIGINT), 0) ELSE -1 END AS lsn`
)

// awaitReplay waits until the standby has replayed its log to a position or the context ends, and
// returns how far it has; -1 when it is no standby.
func awaitReplay(ctx context.Context, conn *sqlx.Conn, lsn int64) (replayed int64, err error) {
	for {
		if err := conn.GetContext(ctx, &replayed, `SELECT `+replayedPosition); err != nil {
			return replayed, err
		}
		if replayed >= lsn || replayed < 0 {
			return replayed, nil
		}
		select {
		case <-ctx.Done():
			return replayed, nil
		case <-time.After(catchUpPause):
		}
	}
}

// setState keeps what is known of the standby, and logs when it begins or ends to serve.
func (r *replica) setState(next ReplicaState) {
	r.mu.Lock()
	defer r.mu.Unlock()
	last := r.state
	r.state = next
	switch {
	case next.Reason == "" && last.Reason != "":
		r.log.Info("the read replica serves reads")
	case next.Reason != "" && kindOf(next.Reason) != kindOf(last.Reason):
		r.log.Warn("the read replica serves none, the primary does: it " + next.Reason)
	}
}

// kindOf is a reason without its details, which differ each time.
func kindOf(reason string) string {
	kind, _, _ := strings.Cut(reason, ":")
	return kind
}

// replicaReader reads from the standby.
type replicaReader struct{ db *DB }

// replicaError is an error by which the standby shows that it cannot be used now.
type replicaError struct{ err error }

func (e *replicaError) Error() string { return fmt.Sprintf("read from the standby: %v", e.err) }

func (e *replicaError) Unwrap() error { return e.err }

func (r *replicaReader) statements() runner { return r.db.replica.pool }

func (r *replicaReader) bound(ctx context.Context) (context.Context, context.CancelFunc) {
	return r.db.bound(ctx)
}

func (*replicaReader) failure() error { return nil }

func (r *replicaReader) classify(ctx context.Context, err error) error {
	// A write that it refuses is the program's mistake, and no reason to try it elsewhere.
	if err == nil || fault.Of(err) != nil || isReadOnly(err) || (r.db.dialect.reasonOf(ctx, err) == "" && !isRetryable(err)) {
		return err
	}
	return &replicaError{err}
}
