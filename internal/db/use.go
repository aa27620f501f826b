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

// advisoryLock is a lock of PostgreSQL that ends with the connection which took it. A nil
// one is that of a database without such locks.
type advisoryLock struct{ conn *sqlx.Conn }

// tryAdvisoryLock takes a lock by a statement that reports whether it got it; when others have
// it, it is refused.
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
	_ = l.conn.Raw(func(any) error { return driver.ErrBadConn }) // so that the pool does not keep it
	if err := l.conn.Close(); !errors.Is(err, sql.ErrConnDone) {
		return err
	}
	return nil
}

// Nodes that share a shop on PostgreSQL have data directories of their own, whose locks know nothing
// of each other: a lock of the database says that the shop is in use. Everybody who may write into
// it has it together, and a move has it alone.
const (
	lockUse      = `SELECT pg_try_advisory_lock_shared(hashtext('kirana_use'), hashtext(current_schema()))`
	lockUseAlone = `SELECT pg_try_advisory_lock(hashtext('kirana_use'), hashtext(current_schema()))`
)

// ErrMoving refuses whatever would write into a shop while it is moved: it would be lost.
var ErrMoving = fault.New(fault.Conflict, "moving", "This shop is being moved. Wait until `kirana move` has ended, then use it where it is now.")

var errInUse = fault.New(fault.Conflict, "in_use",
	"Another machine serves the shop in this database, or a command works on it. Stop every `kirana serve` and command that has its address, then move it.")

// UseAlone keeps everybody else from writing into a shop on PostgreSQL until release is called.
// While another node serves it, or a command works on it, it is a fault.Conflict. On SQLite the
// data directory has such a lock.
func (d *DB) UseAlone(ctx context.Context) (release func() error, err error) {
	lock, err := tryAdvisoryLock(ctx, d, lockUseAlone, errInUse)
	return lock.release, err
}
