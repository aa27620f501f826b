package db

import (
	"context"
	"errors"
	"fmt"

	"kirana/internal/fault"
)

// unfinishedTable marks a PostgreSQL database while a restore or a move fills it. If the program is
// killed, the mark stays: the shop is incomplete.
const unfinishedTable = "kirana_unfinished"

var errUnfinished = fault.New(fault.Conflict, "restore_unfinished",
	"A restore or a move into this database did not end, so it holds half a shop. Run it again: it begins anew.")

// isUnfinished reports whether a restore or a move into the database was interrupted.
func isUnfinished(ctx context.Context, d *DB) (bool, error) {
	if !d.dialect.multiNode {
		return false, nil // a data directory has its own mark
	}
	there, err := Get[bool](ctx, d, `SELECT to_regclass('`+unfinishedTable+`') IS NOT NULL`)
	if err != nil {
		return false, fmt.Errorf("look for an unfinished restore: %w", err)
	}
	return there, nil
}

// refuseUnfinished returns an error for a database with an incomplete shop.
func refuseUnfinished(ctx context.Context, d *DB) error {
	unfinished, err := isUnfinished(ctx, d)
	if err == nil && unfinished {
		err = errUnfinished
	}
	return err
}

var errBeingFilled = fault.New(fault.Conflict, "being_filled",
	"Another restore or move into this database is running. Wait until it has ended.")

// claim reserves a database for one restore or move.
type claim struct {
	db   *DB
	lock *advisoryLock
}

// claimEmpty reserves an empty database and marks it as unfinished until finish. It first drops the
// tables of an interrupted restore or move. It returns ErrNotEmpty for any other content, and
// fault.Conflict while another restore or move runs. The caller releases the claim.
func claimEmpty(ctx context.Context, d *DB) (c *claim, err error) {
	lock, err := tryAdvisoryLock(ctx, d, `SELECT pg_try_advisory_lock(hashtext('`+unfinishedTable+`'))`, errBeingFilled)
	if err != nil {
		return nil, fmt.Errorf("claim the database: %w", err)
	}
	c = &claim{db: d, lock: lock}
	if err := c.mark(ctx); err != nil {
		return nil, errors.Join(err, c.release())
	}
	return c, nil
}

// mark drops the tables of an unfinished database, and marks it.
func (c *claim) mark(ctx context.Context) error {
	d := c.db
	unfinished, err := isUnfinished(ctx, d)
	if err != nil {
		return err
	}
	if unfinished {
		if err := dropTables(ctx, d); err != nil {
			return err
		}
	}
	if empty, err := d.IsEmpty(ctx); err != nil {
		return err
	} else if !empty {
		return ErrNotEmpty
	}
	if !d.dialect.multiNode {
		return nil
	}
	_, err = d.write.ExecContext(ctx, `CREATE TABLE `+unfinishedTable+` ()`)
	return err
}

// finish removes the mark.
func (c *claim) finish(ctx context.Context) error {
	if !c.db.dialect.multiNode {
		return nil
	}
	_, err := c.db.write.ExecContext(ctx, `DROP TABLE `+unfinishedTable)
	return err
}

// release lets other programs claim the database: the lock ends with its connection.
func (c *claim) release() error { return c.lock.release() }
