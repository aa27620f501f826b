package db

import (
	"context"
	"path/filepath"
)

// Open opens PostgreSQL when a URL is given, and the SQLite file in dataDir
// otherwise, and brings its tables up to date. A schema newer than this program's is refused.
func Open(ctx context.Context, databaseURL, dataDir string) (*DB, error) {
	return OpenWith(ctx, databaseURL, dataDir, nil)
}

// OpenWith does what Open does, and calls beforeUpgrade before it migrates a database
// that an older program has used: an error of it leaves the database as it was. While the
// shop is moved it is ErrMoving.
func OpenWith(ctx context.Context, databaseURL, dataDir string, beforeUpgrade func(ctx context.Context, d *DB, upgrade Upgrade) error) (*DB, error) {
	d, err := openUnmigrated(ctx, databaseURL, dataDir)
	if err != nil {
		return nil, err
	}
	err = refuseUnfinished(ctx, d)
	if err == nil {
		d.use, err = tryAdvisoryLock(ctx, d, lockUse, ErrMoving)
	}
	if err == nil {
		err = d.upgrade(ctx, beforeUpgrade)
	}
	if err != nil {
		_ = d.Close()
		return nil, err
	}
	return d, nil
}

func openUnmigrated(ctx context.Context, databaseURL, dataDir string) (*DB, error) {
	if databaseURL != "" {
		return openPostgres(ctx, databaseURL)
	}
	return openSQLite(ctx, filepath.Join(dataDir, FileName))
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
