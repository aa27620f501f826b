package db

import "context"

// Migrate applies the missing migrations.
func (d *DB) Migrate(ctx context.Context) error { return d.migrate(ctx) }

// Columns lists the columns of all tables as table.column.
func (d *DB) Columns(ctx context.Context) ([]string, error) {
	return All[string](ctx, d, d.dialect.columns)
}

// CheckTrialOf is like DB.CheckTrial, for a role and a database size in bytes.
func CheckTrialOf(superuser, mayCreate bool, size int64) error {
	return trial{superuser, mayCreate, size}.check()
}
