package db

import "context"

// Migrate brings the tables up to date.
func (d *DB) Migrate(ctx context.Context) error { return d.migrate(ctx) }

// Contents returns what is in the database.
func (d *DB) Contents(ctx context.Context) (Contents, error) { return contents(ctx, d, d.dialect) }

// Columns lists the columns of all tables as table.column.
func (d *DB) Columns(ctx context.Context) ([]string, error) {
	return All[string](ctx, d, d.dialect.columns)
}

// NewestSchema is the number of the last migration.
func NewestSchema() (int64, error) { return newestSchema() }
