package db

import "context"

// OpenAt opens a database as it was before every migration later than a version.
func OpenAt(ctx context.Context, databaseURL, dataDir string, version int64) (*DB, error) {
	d, err := openUnmigrated(ctx, databaseURL, dataDir)
	if err != nil {
		return nil, err
	}
	provider, err := d.migrator()
	if err == nil {
		_, err = provider.UpTo(ctx, version)
	}
	return d, err
}

// Migrate brings the tables up to date.
func (d *DB) Migrate(ctx context.Context) error { return d.migrate(ctx) }
