package db

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"kirana/internal/fault"
)

// libpqParameters are the URL parameters that pg_dump and pg_restore understand; pgx accepts more.
var libpqParameters = []string{
	"host", "hostaddr", "port", "dbname", "user", "passfile", "connect_timeout", "channel_binding", "sslmode", "sslcert", "sslkey",
	"sslrootcert", "sslsni", "target_session_attrs", "keepalives", "tcp_user_timeout", "krbsrvname", "service",
}

// beginSnapshot begins a read-only transaction that sees one snapshot of the database and has no
// timeout.
func beginSnapshot(ctx context.Context, d *DB) (tx *Tx, end func() error, err error) {
	raw, err := d.read.BeginTxx(ctx, &sql.TxOptions{Isolation: d.dialect.snapshot, ReadOnly: true})
	if err != nil {
		return nil, nil, fmt.Errorf("begin: %w", err)
	}
	tx = &Tx{tx: raw, db: d}
	if err := tx.liftTimeouts(ctx); err != nil {
		return nil, nil, errors.Join(fmt.Errorf("begin: %w", err), raw.Rollback())
	}
	return tx, raw.Rollback, nil
}

// liftTimeouts removes the time limits of the transaction and its statements.
func (t *Tx) liftTimeouts(ctx context.Context) error {
	if t.db.dialect.withoutTimeouts == "" {
		return nil
	}
	_, err := t.tx.ExecContext(ctx, t.db.dialect.withoutTimeouts)
	return err
}

// copyPostgres writes a pg_dump of one snapshot of the database. It counts and sums in the same
// snapshot, which it exports to pg_dump.
func copyPostgres(ctx context.Context, d *DB, target string) (c Contents, err error) {
	tx, end, err := beginSnapshot(ctx, d)
	if err != nil {
		return c, err
	}
	defer func() { _ = end() }()
	snapshot, err := Get[string](ctx, tx, `SELECT pg_export_snapshot()`)
	if err != nil {
		return c, fmt.Errorf("take a snapshot: %w", err)
	}
	if err = runPostgres(ctx, d.source, "pg_dump", "--format=custom", "--no-owner", "--no-privileges", "--snapshot="+snapshot, "--file="+target); err != nil {
		return c, err
	}
	return contents(ctx, tx, d.dialect)
}

// RestorePostgres restores a copy into an empty PostgreSQL database, and compares the restored
// contents with want. The database is empty again after an error.
func RestorePostgres(ctx context.Context, databaseURL, file string, want Contents) (err error) {
	d, err := openPostgres(ctx, databaseURL)
	if err != nil {
		return err
	}
	defer func() { _ = d.Close() }()
	c, err := claimEmpty(ctx, d)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.release()) }()
	defer func() {
		if err != nil { // ctx may have ended
			err = errors.Join(err, dropTables(context.WithoutCancel(ctx), d))
		}
	}()
	if err := runPostgres(ctx, databaseURL, "pg_restore", "--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges", file); err != nil {
		return err
	}
	// The first pages would be slow without planner statistics.
	if _, err := d.write.ExecContext(ctx, `ANALYZE`); err != nil {
		return fmt.Errorf("analyze: %w", err)
	}
	got, err := contents(ctx, d, d.dialect)
	if err != nil {
		return err
	}
	delete(got.Rows, unfinishedTable)
	if differences := want.Differences(got); len(differences) > 0 {
		return fmt.Errorf("what was restored is not what was copied: %s", strings.Join(differences, "; "))
	}
	if got.Rows["catalog_changes"] > 0 {
		// The rows hold transaction IDs of the copied server. On a server with lower IDs, every
		// node would read the rows again and again. No node follows the changes yet.
		if _, err := d.write.ExecContext(ctx, `TRUNCATE catalog_changes`); err != nil {
			return fmt.Errorf("forget the catalog's changes: %w", err)
		}
	}
	if err := restartChanges(ctx, d); err != nil {
		return err
	}
	return c.finish(ctx)
}

// ErrNotEmpty is returned for a database that should be empty.
var ErrNotEmpty = errors.New("db: not empty")

// runPostgres runs a PostgreSQL client program on a database, or without one if databaseURL is "".
// It passes the password in the environment, because every process on the machine can read
// arguments.
func runPostgres(ctx context.Context, databaseURL, program string, args ...string) error {
	path, err := findPostgres(program)
	if err != nil {
		return err
	}
	var environment []string
	if databaseURL != "" {
		u, err := url.Parse(databaseURL)
		if err != nil {
			return errors.New("KIRANA_DATABASE_URL is not a postgres:// URL")
		}
		password := u.Query().Get("password")
		if given, there := u.User.Password(); there {
			password = given
			u.User = url.User(u.User.Username())
		}
		if password != "" {
			environment = append(environment, "PGPASSWORD="+password)
		}
		query := u.Query()
		for name := range query {
			if !slices.Contains(libpqParameters, name) {
				query.Del(name)
			}
		}
		u.RawQuery = query.Encode()
		args = append([]string{"--dbname=" + u.String()}, args...)
	}
	command := exec.CommandContext(ctx, path, args...) //nolint:gosec // G204: the program is one of two, its arguments are the operator's settings
	command.Env = append(append(os.Environ(), "PGAPPNAME=kirana", "LC_MESSAGES=C"), environment...)
	var output bytes.Buffer
	command.Stderr = &output
	if err := command.Run(); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("%s: %w: %s", program, err, strings.TrimSpace(output.String()))
	}
	return nil
}

// ErrNoPostgresPrograms is returned when pg_dump or pg_restore is not installed.
var ErrNoPostgresPrograms error = fault.New(fault.Unavailable, "no_postgres_programs",
	"pg_dump and pg_restore are not on this machine. Install PostgreSQL's client programs, of the server's version or a newer one.")

// findPostgres returns the newest installed version of a program, because pg_dump refuses servers
// newer than itself.
func findPostgres(program string) (string, error) {
	installed, _ := filepath.Glob("/usr/lib/postgresql/*/bin/" + program)
	if len(installed) > 0 {
		return slices.MaxFunc(installed, func(a, b string) int {
			return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) // 15 sorts after 9.6
		}), nil
	}
	path, err := exec.LookPath(program)
	if err != nil {
		return "", ErrNoPostgresPrograms
	}
	return path, nil
}
