package db

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/pressly/goose/v3"

	"kirana/internal/fault"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Upgrade describes the migration of a database from an older schema.
type Upgrade struct {
	From, To int64
	Filled   bool // the shop has users or products
}

func (d *DB) upgrade(ctx context.Context, before func(ctx context.Context, d *DB, upgrade Upgrade) error) error {
	schema, err := d.Schema(ctx)
	if err != nil {
		return err
	}
	if err := CheckSchema(schema); err != nil {
		return err
	}
	newest, err := newestSchema()
	if err != nil {
		return err
	}
	if before != nil && schema > 0 && schema < newest {
		filled, err := Get[bool](ctx, d, `SELECT EXISTS (SELECT 1 FROM users) OR EXISTS (SELECT 1 FROM products)`)
		if err != nil {
			return fmt.Errorf("look whether the shop is empty: %w", err)
		}
		if err := before(ctx, d, Upgrade{From: schema, To: newest, Filled: filled}); err != nil {
			return err
		}
	}
	return d.migrate(ctx)
}

// OpenAt opens a database and migrates it only up to a schema, for tests of upgrades.
func OpenAt(ctx context.Context, databaseURL, dataDir string, schema int64) (*DB, error) {
	d, err := openUnmigrated(ctx, databaseURL, dataDir)
	if err != nil {
		return nil, err
	}
	provider, err := d.migrator()
	if err == nil {
		_, err = provider.UpTo(ctx, schema)
	}
	return d, err
}

// CheckSchema refuses a schema newer than this program's.
func CheckSchema(schema int64) error {
	newest, err := newestSchema()
	if err != nil {
		return err
	}
	if schema > newest {
		return fault.New(fault.Conflict, "newer_schema",
			"This shop's data is of a newer Kirana (schema %d; this program knows %d). Run the newer program, or restore an older copy.", schema, newest)
	}
	return nil
}

// newestSchema returns the number of this program's last migration.
func newestSchema() (int64, error) {
	names, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil || len(names) == 0 {
		return 0, fmt.Errorf("list the migrations: %w", err)
	}
	newest, err := goose.NumericComponent(slices.Max(names))
	for _, migration := range normalFormsMigrations() {
		newest = max(newest, migration.Version)
	}
	return newest, err
}

// migrate applies the missing migrations. A session lock (PostgreSQL) or the file's lock (SQLite)
// lets only one node migrate at a time.
func (d *DB) migrate(ctx context.Context) error {
	provider, err := d.migrator()
	if err != nil {
		return err
	}
	if d.dialect.beginMigrating != "" {
		if _, err := d.write.ExecContext(ctx, d.dialect.beginMigrating); err != nil {
			return fmt.Errorf("migrate: %w", err)
		}
		defer func() { _, _ = d.write.ExecContext(ctx, d.dialect.endMigrating) }()
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return nil
}

// migrator returns goose's provider for this database.
func (d *DB) migrator() (*goose.Provider, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	options := []goose.ProviderOption{goose.WithDisableGlobalRegistry(true), goose.WithGoMigrations(normalFormsMigrations()...)}
	if d.dialect.migrationLock != nil {
		locker, err := d.dialect.migrationLock()
		if err != nil {
			return nil, err
		}
		options = append(options, goose.WithSessionLocker(locker))
	}
	names, err := fs.Glob(files, "*.sql")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if strings.HasSuffix(name, d.dialect.excludedMigrations) {
			options = append(options, goose.WithExcludeNames([]string{name}))
		}
	}
	provider, err := goose.NewProvider(d.dialect.migrations, d.write.DB, files, options...)
	if err != nil {
		return nil, fmt.Errorf("read migrations: %w", err)
	}
	return provider, nil
}
