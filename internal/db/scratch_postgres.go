package db

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"kirana/internal/fault"
)

// scratchPrefix begins the names of databases that are there for the length of a trial.
const scratchPrefix = "kirana_trial_"

// ErrNoScratch is returned where no database can be made for a trial.
var ErrNoScratch error = fault.New(fault.Unavailable, "no_scratch_database",
	"The database's role may not create databases, so archives are not restored to try them: ALTER ROLE … CREATEDB allows it.")

// CanTryRestore reports whether TryRestore can make a database for its trial.
func (d *DB) CanTryRestore(ctx context.Context) (bool, error) {
	if !d.MultiNode() {
		return false, nil
	}
	return Get[bool](ctx, d, `SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user`)
}

// TryRestore restores a copy of a PostgreSQL database into one of its own beside the
// shop's, compares what is in it with what should be, and removes it.
func (d *DB) TryRestore(ctx context.Context, file string, want Contents) (err error) {
	can, err := d.CanTryRestore(ctx)
	if err != nil {
		return fmt.Errorf("try to restore: %w", err)
	}
	if !can {
		return ErrNoScratch
	}
	// Other shops on the server have trials of their own.
	shop, err := Get[string](ctx, d, `SELECT substr(md5(current_database()), 1, 8)`)
	if err != nil {
		return fmt.Errorf("try to restore: %w", err)
	}
	prefix := scratchPrefix + shop + "_"
	if err := d.dropDatabases(ctx, prefix); err != nil { // of a program that was killed
		return fmt.Errorf("try to restore: %w", err)
	}
	name := prefix + strings.ToLower(rand.Text()[:12])
	// Of template0, which nobody is connected to.
	if _, err := d.write.ExecContext(ctx, `CREATE DATABASE `+name+` TEMPLATE template0`); err != nil {
		return fmt.Errorf("make a database to restore into: %w", err)
	}
	defer func() { err = errors.Join(err, d.dropDatabases(context.WithoutCancel(ctx), prefix)) }()
	address, err := url.Parse(d.source)
	if err != nil {
		return errors.New("KIRANA_DATABASE_URL is not a postgres:// URL")
	}
	query := address.Query()
	query.Del("dbname")
	address.Path, address.RawQuery = "/"+name, query.Encode()
	return RestorePostgres(ctx, address.String(), file, want)
}

// dropDatabases removes the databases whose names begin so and that this role has made. One
// trial of a shop runs at a time: a job of which there is one.
func (d *DB) dropDatabases(ctx context.Context, prefix string) error {
	names, err := All[string](ctx, d, `
		SELECT datname FROM pg_database
		WHERE starts_with(datname, $1) AND datdba = (SELECT oid FROM pg_roles WHERE rolname = current_user)`, prefix)
	if err != nil {
		return err
	}
	for _, name := range names {
		if _, err := d.write.ExecContext(ctx, `DROP DATABASE IF EXISTS `+name+` WITH (FORCE)`); err != nil {
			return err
		}
	}
	return nil
}
