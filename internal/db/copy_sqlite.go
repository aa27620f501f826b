package db

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"github.com/jmoiron/sqlx"
)

// copySQLite copies the database while the shop is running: VACUUM INTO reads one snapshot, and
// writers do not wait for readers. It opens its own connection, because the shop writes through a
// single one. (Reading the file directly would release this process's POSIX locks when it closes
// the file.)
//
// The copy is not synced; the caller syncs it. Syncing the whole file in one call would delay the
// sync of each order (100 ms at 300 MB).
func copySQLite(ctx context.Context, source, target string) (Contents, error) {
	connection, err := sqlx.Open("sqlite", sqliteDSN(source, "write"))
	if err != nil {
		return Contents{}, err
	}
	connection.SetMaxOpenConns(1)
	err = vacuumInto(ctx, connection, target)
	if err = errors.Join(err, connection.Close()); err != nil {
		return Contents{}, fmt.Errorf("copy the database: %w", err)
	}
	return inspectSQLite(ctx, target)
}

// vacuumInto writes the target without syncing it. It then resets synchronous to FULL, because
// closing a database's last connection checkpoints the WAL, which must be synced.
func vacuumInto(ctx context.Context, connection *sqlx.DB, target string) (err error) {
	if _, err := connection.ExecContext(ctx, `PRAGMA synchronous=OFF`); err != nil {
		return err
	}
	defer func() {
		_, full := connection.ExecContext(context.WithoutCancel(ctx), `PRAGMA synchronous=FULL`)
		err = errors.Join(err, full)
	}()
	_, err = connection.ExecContext(ctx, `VACUUM INTO $1`, target)
	return err
}

// inspectSQLite checks every page and index of a copy and returns its contents. Nothing may write
// to the copy meanwhile. inspectSQLite changes nothing and leaves no files behind.
func inspectSQLite(ctx context.Context, file string) (Contents, error) {
	values := url.Values{"mode": {"ro"}, "immutable": {"1"}, "_time_format": {"sqlite"}, "_texttotime": {"1"}}
	pool, err := sqlx.Open("sqlite", "file:"+(&url.URL{Path: file}).EscapedPath()+"?"+values.Encode())
	if err != nil {
		return Contents{}, err
	}
	d := &DB{write: pool, read: pool, dialect: sqliteDialect}
	defer func() { _ = d.Close() }()
	problems, err := All[string](ctx, d, `PRAGMA integrity_check(5)`)
	if err != nil {
		return Contents{}, fmt.Errorf("check the copy: %w", err)
	}
	if len(problems) != 1 || problems[0] != "ok" {
		return Contents{}, fmt.Errorf("the database is damaged: %v", problems)
	}
	return contents(ctx, d, sqliteDialect)
}
