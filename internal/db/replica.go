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
	// maxReplicaConnections bounds this node's concurrent reads of the standby.
	maxReplicaConnections = 8
	// catchUpTimeout bounds the wait for the standby; then the primary serves the read.
	catchUpTimeout = 200 * time.Millisecond
	// catchUpPause is the interval between two looks at the standby's replayed position.
	catchUpPause = 5 * time.Millisecond
	// maxReplicaLag is the lag above which the standby is not asked at all.
	maxReplicaLag = 10 * time.Second
)

// replica is a standby that serves reads; the zero value means there is none.
type replica struct {
	pool      *sqlx.DB // nil without a standby
	log       *slog.Logger
	fallbacks atomic.Int64
	interval  time.Duration // between two looks at the standby
	maxLag    time.Duration // above which the standby is not asked at all

	mu    sync.Mutex
	state ReplicaState
	// started is the start time of the server that the connections lead to, which identifies it; ""
	// means any.
	started string
	// timeline is the timeline of both servers at the last comparison.
	timeline string
	// positions are past log positions of the primary, with their times; see lookAtReplica.
	positions []timedPosition
}

// ReplicaState describes the standby as last observed.
type ReplicaState struct {
	Reason string        // why it serves no reads, completing "the read replica …"; "" while it does
	Lag    time.Duration // as last observed
	// Fallbacks counts the reads that the primary served in its place.
	Fallbacks int64
}

// position is a position in a server's log, written or replayed.
type position struct {
	LSN      int64  `db:"lsn"`
	Timeline string `db:"timeline"`
}

// UseReplica makes a PostgreSQL standby serve the reads of CaughtUp. An unusable standby is no
// error: it is logged, and WatchReplica retries it.
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
	config.RuntimeParams["default_transaction_read_only"] = "on" // also after its promotion
	pool := sqlx.NewDb(stdlib.OpenDB(*config, stdlib.OptionAfterConnect(d.replica.checkServer)), "pgx")
	pool.SetMaxOpenConns(maxReplicaConnections)
	pool.SetMaxIdleConns(maxReplicaConnections)
	pool.SetConnMaxIdleTime(5 * time.Minute)
	d.replica.pool, d.replica.log = pool, log
	d.replica.interval, d.replica.maxLag = replicaInterval, maxReplicaLag
	d.replica.state.Reason = "was not looked at yet"
	d.lookAtReplica(ctx)
	return nil
}

// checkServer refuses a connection to another server than before: behind an address with several
// standbys one read would see two moments.
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

// Replica returns the state of the standby, and whether one is configured.
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

// CaughtUp calls read with the standby once it has replayed everything committed so far, so read
// finds nothing older than the primary would return. Without a standby, or while it lags too far
// behind, it calls read with the primary at once; when the standby fails, it calls read again. So
// read must be repeatable; each call reads from one server only.
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
	if ctx.Err() == nil && !isRetryable(failed.err) { // canceled by the standby's replay of a conflicting change
		d.replica.setState(ReplicaState{Reason: "failed: " + failed.err.Error()})
	}
	return errReplica
}

// awaitReplica waits until the standby has replayed the primary's current position.
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
	// primaryPosition is the end of the primary's log on disk; no commit returns before it is
	// there.
	primaryPosition = `CAST(pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0') AS BIGINT) AS lsn, substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8) AS timeline`
	// replayedPosition is -1 on a server that is not a standby.
	replayedPosition = `CASE WHEN pg_is_in_recovery() THEN COALESCE(CAST(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') AS BIGINT), 0) ELSE -1 END AS lsn`
)

// awaitReplay waits until the standby has replayed its log to a position or the context ends, and
// returns the replayed position; -1 when it is not a standby.
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

// setState stores the standby's state, and logs when it starts or stops serving reads.
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

// kindOf returns a reason without its details, which differ each time.
func kindOf(reason string) string {
	kind, _, _ := strings.Cut(reason, ":")
	return kind
}

// replicaReader reads from the standby.
type replicaReader struct{ db *DB }

// replicaError is an error that makes the standby unusable for now.
type replicaError struct{ err error }

func (e *replicaError) Error() string { return fmt.Sprintf("read from the standby: %v", e.err) }

func (e *replicaError) Unwrap() error { return e.err }

func (r *replicaReader) statements() runner { return r.db.replica.pool }

func (r *replicaReader) bound(ctx context.Context) (context.Context, context.CancelFunc) {
	return r.db.bound(ctx)
}

func (*replicaReader) failure() error { return nil }

func (r *replicaReader) classify(ctx context.Context, err error) error {
	// A refused write is a bug of ours; retrying it elsewhere would hide it.
	if err == nil || fault.Of(err) != nil || isReadOnly(err) || (r.db.dialect.reasonOf(ctx, err) == "" && !isRetryable(err)) {
		return err
	}
	return &replicaError{err}
}
