package db

import (
	"context"
	"errors"
	"fmt"
	"time"
)

const (
	replicaInterval = time.Second
	// replicaTimeout bounds a look at either server.
	replicaTimeout = 2 * time.Second
)

// WatchReplica checks the standby every second until the context ends. Without one it returns at
// once.
func (d *DB) WatchReplica(ctx context.Context) {
	if d.replica.pool == nil {
		return
	}
	ticker := time.NewTicker(d.replica.interval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		d.lookAtReplica(ctx)
	}
}

// timedPosition is the primary's position at a time.
type timedPosition struct {
	lsn int64
	at  time.Time
}

// server identifies a server; a standby has its primary's cluster.
type server struct {
	position

	Cluster string `db:"cluster"`
}

// lookAtReplica compares the standby with the primary, and stores whether it is usable.
func (d *DB) lookAtReplica(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, replicaTimeout)
	defer cancel()
	primary, err := Get[server](ctx, d, `SELECT `+primaryPosition+`, CAST(system_identifier AS TEXT) AS cluster FROM pg_control_system()`)
	if err != nil {
		return // nothing to compare with
	}
	state, err := d.compareReplica(ctx, primary)
	if errors.Is(ctx.Err(), context.Canceled) {
		return
	}
	if err != nil {
		state = ReplicaState{Reason: "cannot be reached: " + err.Error()}
		d.dropReplicaConnections()
	}
	d.replica.setState(state)
}

// compareReplica returns the standby's new state. A standby becomes usable once it has everything
// the primary has: until then it may lack the shop's tables.
func (d *DB) compareReplica(ctx context.Context, primary server) (ReplicaState, error) {
	connecting, cancel := context.WithTimeout(ctx, replicaTimeout/2)
	defer cancel()
	conn, err := d.replica.pool.Connx(connecting)
	if err != nil {
		return ReplicaState{}, err
	}
	defer func() { _ = conn.Close() }()
	var standby server
	err = conn.GetContext(connecting, &standby, `
		SELECT `+replayedPosition+`, upper(lpad(to_hex(timeline_id), 8, '0')) AS timeline, CAST(system_identifier AS TEXT) AS cluster
		FROM pg_control_system(), pg_control_checkpoint()`)
	switch {
	case err != nil:
		return ReplicaState{}, err
	case standby.LSN < 0:
		d.dropReplicaConnections()
		return ReplicaState{Reason: "is no standby: it was promoted, or is the primary itself"}, nil
	case standby.Cluster != primary.Cluster:
		return ReplicaState{Reason: "is a standby of another database cluster"}, nil
	case standby.Timeline != primary.Timeline:
		return ReplicaState{Reason: fmt.Sprintf("follows timeline %s: the primary's is %s since another server was promoted", standby.Timeline, primary.Timeline)}, nil
	}
	waiting, cancel := context.WithTimeout(ctx, catchUpTimeout)
	defer cancel()
	replayed, err := awaitReplay(waiting, conn, primary.LSN)
	if err != nil && waiting.Err() == nil {
		return ReplicaState{}, err
	}
	return d.replica.judge(primary, max(replayed, standby.LSN)), nil
}

// judge returns the state of a standby that has replayed its log to a position. Its lag is the time
// since the primary was there.
func (r *replica) judge(primary server, replayed int64) ReplicaState {
	now := time.Now() //nolint:forbidigo // how long it takes, no time of the shop
	r.mu.Lock()
	defer r.mu.Unlock()
	unseen := r.positions[:0]
	for _, p := range append(r.positions, timedPosition{primary.LSN, now}) {
		if p.lsn > replayed {
			unseen = append(unseen, p)
		}
	}
	r.positions = unseen
	if len(unseen) == 0 {
		r.timeline = primary.Timeline
		return ReplicaState{}
	}
	state := ReplicaState{Lag: now.Sub(unseen[0].at)}
	if r.state.Reason != "" || state.Lag > r.maxLag {
		state.Reason = fmt.Sprintf("is behind: by %s", state.Lag.Round(time.Second))
	}
	return state
}

// dropReplicaConnections makes later reads connect anew, to the server that is there now.
func (d *DB) dropReplicaConnections() {
	d.replica.mu.Lock()
	d.replica.started = ""
	d.replica.mu.Unlock()
	d.replica.pool.SetMaxIdleConns(0)
	d.replica.pool.SetMaxIdleConns(maxReplicaConnections)
}
