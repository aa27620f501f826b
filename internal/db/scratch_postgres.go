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

// scratchPrefix begins the names of the temporary databases of trial restores.
const scratchPrefix = "kirana_trial_"

// maxTrialSize limits the database, in bytes, that is restored each night to test its archive: the
// restore needs the same space again on the server's disk, and a full disk stops the shop.
const maxTrialSize = 20 << 30

// ErrNoScratch is the cause of the faults of CheckTrial: a trial restore may not create a database.
var ErrNoScratch = errors.New("no database for a trial")

func noScratch(format string, args ...any) error {
	refusal := fault.New(fault.Unavailable, "no_scratch_database", format, args...)
	refusal.Cause = ErrNoScratch
	return refusal
}

// trial holds the facts that decide whether a trial restore may create a database.
type trial struct {
	Superuser  bool  `db:"rolsuper"`
	MayCreate  bool  `db:"rolcreatedb"`
	ShopsBytes int64 `db:"size"`
}

func (t trial) check() error {
	switch {
	case t.Superuser:
		// A dump is executable SQL, and others may have write access to the archive.
		return noScratch("The database's role is a superuser, so archives are not restored to try them: whoever can write to the place of the copies could run anything " +
			"on the server. Give the shop a role of its own (docs/operating.md).")
	case !t.MayCreate:
		return noScratch("The database's role may not create databases, so archives are not restored to try them: ALTER ROLE … CREATEDB allows it.")
	case t.ShopsBytes > maxTrialSize:
		return noScratch("The database has more than %d GB, so archives are not restored beside it to try them. Restore one on another machine now and then.", maxTrialSize>>30)
	}
	return nil
}

// CheckTrial returns nil if TryRestore may create its database, otherwise the reason as a fault
// caused by ErrNoScratch.
func (d *DB) CheckTrial(ctx context.Context) error {
	if !d.MultiNode() {
		return noScratch("Only PostgreSQL has databases for trials.")
	}
	t, err := Get[trial](ctx, d, `
		SELECT rolsuper, rolcreatedb, pg_database_size(current_database()) AS size
		FROM pg_roles
		WHERE rolname = current_user`)
	if err != nil {
		return fmt.Errorf("try to restore: %w", err)
	}
	return t.check()
}

// TryRestore restores a PostgreSQL copy into a temporary database on the shop's server, compares
// its contents with want, and drops it.
func (d *DB) TryRestore(ctx context.Context, file string, want Contents) (err error) {
	if err := d.CheckTrial(ctx); err != nil {
		return err
	}
	// Separate the trials of other shops on the server.
	shop, err := Get[string](ctx, d, `SELECT substr(md5(current_database()), 1, 8)`)
	if err != nil {
		return fmt.Errorf("try to restore: %w", err)
	}
	prefix := scratchPrefix + shop + "_"
	if err := d.dropDatabases(ctx, prefix); err != nil { // left by a killed program
		return fmt.Errorf("try to restore: %w", err)
	}
	name := prefix + strings.ToLower(rand.Text()[:12])
	// template0 never has open connections.
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

// dropDatabases drops this role's databases whose names have the prefix. A shop runs one trial at a
// time: it is a singleton job.
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
