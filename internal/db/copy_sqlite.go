package db

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"github.com/jmoiron/sqlx"
)

// copySQLite writes a copy while the shop goes on: VACUUM reads one moment of the
// database, and writers do not wait for readers. It has a connection of its own, since
// all writing of the shop goes through one. (Reading the file itself would end the
// locks that this process has on it as soon as the file is closed.)
//
// The copy is not synced: the caller syncs what it keeps of it. A sync of the whole file
// at once delays the sync of each order meanwhile (100 ms at 300 MB).
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

// vacuumInto writes the target with the connection's setting of synchronous, which is
// FULL again when the connection is closed: the last connection of a database writes its
// WAL back into it, and that has to be synced.
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

// inspectSQLite checks a copy that nobody writes to, page by page and index by index,
// and returns what is in it. It changes nothing and leaves no files beside it.
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
