package db

import (
	"context"
	"fmt"
	"slices"
)

// QuickCheck reads the whole database and lists the faults in its structure. It uses PRAGMA
// quick_check on SQLite; on PostgreSQL it lists none, because the server checks its own pages.
func (d *DB) QuickCheck(ctx context.Context) ([]string, error) {
	if d.dialect.quickCheck == "" {
		return nil, nil
	}
	found, err := All[string](ctx, d, d.dialect.quickCheck)
	if ReasonOf(err) == Damaged {
		return []string{err.Error()}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("check the database: %w", err)
	}
	return slices.DeleteFunc(found, func(line string) bool { return line == "ok" }), nil
}
