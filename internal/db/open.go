package db

import (
	"context"
	"path/filepath"
)

// Open opens PostgreSQL if a URL is given, otherwise the SQLite file in dataDir, and migrates it.
// It refuses a schema newer than this program's.
func Open(ctx context.Context, databaseURL, dataDir string) (*DB, error) {
	return OpenWith(ctx, databaseURL, dataDir, nil)
}

// OpenWith is like Open, but calls beforeUpgrade before it migrates the database of an older
// program. The database stays unchanged if beforeUpgrade fails. OpenWith returns ErrMoving during a
// move of the shop.
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

// CheckDurability returns a warning for each PostgreSQL setting that risks losing acknowledged
// orders in a crash. It returns none on SQLite.
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
