package db

import (
	"context"
	"fmt"

	"kirana/internal/fault"
)

// unfinishedTable is in a PostgreSQL database that is being filled by a restore or a move.
// Whoever is killed in the middle leaves it behind: the shop in it is not whole.
const unfinishedTable = "kirana_unfinished"

var errUnfinished = fault.New(fault.Conflict, "restore_unfinished",
	"A restore or a move into this database did not end, so it holds half a shop. Run it again: it begins anew.")

// isUnfinished reports whether a restore or a move into the database did not end.
func isUnfinished(ctx context.Context, d *DB) (bool, error) {
	if !d.dialect.multiNode {
		return false, nil // a data directory says it itself
	}
	there, err := Get[bool](ctx, d, `SELECT to_regclass('`+unfinishedTable+`') IS NOT NULL`)
	if err != nil {
		return false, fmt.Errorf("look for an unfinished restore: %w", err)
	}
	return there, nil
}

// refuseUnfinished refuses a database that holds half a shop.
func refuseUnfinished(ctx context.Context, d *DB) error {
	unfinished, err := isUnfinished(ctx, d)
	if err == nil && unfinished {
		err = errUnfinished
	}
	return err
}

// claimEmpty marks an empty database as unfinished, until finish. What another restore or
// move has left there half done is removed first; anything else is ErrNotEmpty.
func claimEmpty(ctx context.Context, d *DB) error {
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

// finish takes the mark of claimEmpty away.
func finish(ctx context.Context, d *DB) error {
	if !d.dialect.multiNode {
		return nil
	}
	_, err := d.write.ExecContext(ctx, `DROP TABLE `+unfinishedTable)
	return err
}
