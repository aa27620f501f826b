package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"

	"github.com/jmoiron/sqlx"

	"kirana/internal/fault"
)

// advisoryLock is a PostgreSQL advisory lock, which ends with its connection. It is nil on SQLite.
type advisoryLock struct{ conn *sqlx.Conn }

// tryAdvisoryLock takes a lock with a statement that reports whether it succeeded. It returns
// refusal if another connection holds the lock.
func tryAdvisoryLock(ctx context.Context, d *DB, statement string, refusal error) (*advisoryLock, error) {
	if !d.dialect.multiNode {
		return nil, nil
	}
	conn, err := d.write.Connx(ctx)
	if err != nil {
		return nil, fmt.Errorf("take a lock of the database: %w", err)
	}
	lock := &advisoryLock{conn}
	var free bool
	if err := conn.GetContext(ctx, &free, statement); err != nil {
		return nil, errors.Join(fmt.Errorf("take a lock of the database: %w", err), lock.release())
	}
	if !free {
		return nil, errors.Join(refusal, lock.release())
	}
	return lock, nil
}

func (l *advisoryLock) release() error {
	if l == nil {
		return nil
	}
	_ = l.conn.Raw(func(any) error { return driver.ErrBadConn }) // so that the pool discards the connection
	if err := l.conn.Close(); !errors.Is(err, sql.ErrConnDone) {
		return err
	}
	return nil
}

// Nodes that share a shop on PostgreSQL have separate data directories, so the lock of a shop in
// use is in the database. It is shared by all programs that may write, and exclusive for a move.
const (
	lockUse      = `SELECT pg_try_advisory_lock_shared(hashtext('kirana_use'), hashtext(current_schema()))`
	lockUseAlone = `SELECT pg_try_advisory_lock(hashtext('kirana_use'), hashtext(current_schema()))`
)

// ErrMoving refuses writes into a shop while it is moved, because they would be lost.
var ErrMoving = fault.New(fault.Conflict, "moving", "This shop is being moved. Wait until `kirana move` has ended, then use it where it is now.")

var errInUse = fault.New(fault.Conflict, "in_use",
	"Another machine serves the shop in this database, or a command works on it. Stop every `kirana serve` and command that has its address, then move it.")

// UseAlone keeps all other programs from writing into a shop on PostgreSQL until release is called.
// It returns fault.Conflict while another node serves the shop, or a command works on it. On SQLite
// it does nothing, because the data directory has a lock.
func (d *DB) UseAlone(ctx context.Context) (release func() error, err error) {
	lock, err := tryAdvisoryLock(ctx, d, lockUseAlone, errInUse)
	return lock.release, err
}
