package db

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"strings"

	"github.com/pressly/goose/v3"
)

//go:embed migrations/*.sql
var migrations embed.FS

// migrate brings the tables up to date. Several nodes may start at once: on
// PostgreSQL a session lock lets one of them work, on SQLite the file's lock does.
func (d *DB) migrate(ctx context.Context) error {
	provider, err := d.migrator()
	if err != nil {
		return err
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return nil
}

// migrator returns what applies the migrations of this database.
func (d *DB) migrator() (*goose.Provider, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	options := []goose.ProviderOption{}
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
