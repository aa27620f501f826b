package db

import (
	"context"
	"path/filepath"
)

// Open opens PostgreSQL when a URL is given, and the SQLite file in dataDir
// otherwise, and brings its tables up to date.
func Open(ctx context.Context, databaseURL, dataDir string) (*DB, error) {
	var d *DB
	var err error
	if databaseURL != "" {
		d, err = openPostgres(ctx, databaseURL)
	} else {
		d, err = openSQLite(ctx, filepath.Join(dataDir, FileName))
	}
	if err != nil {
		return nil, err
	}
	if err := d.migrate(ctx); err != nil {
		_ = d.Close()
		return nil, err
	}
	return d, nil
}

// CheckDurability returns a warning for each setting by which the database may
// lose an acknowledged order in a crash; on SQLite there are none.
func (d *DB) CheckDurability(ctx context.Context) (warnings []string, err error) {
	for _, setting := range d.dialect.durabilitySettings {
		value, err := Get[string](ctx, d, `SELECT current_setting($1)`, setting)
		if err != nil {
			return nil, err
		}
		if value == "off" {
			warnings = append(warnings, setting+" is off: a crash may lose orders that were confirmed")
		}
	}
	return warnings, nil
}
