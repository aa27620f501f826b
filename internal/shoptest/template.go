package shoptest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
)

// templateLock is the key of the advisory lock that lets only one test process of a cluster migrate
// the template.
const templateLock = 7041

// template returns the name of an empty, migrated database. All processes that test the same
// sources of internal/db in one cluster share it.
func (p *postgres) template() (string, error) {
	sum, err := schemaSum()
	if err != nil {
		return "", err
	}
	name := "template_" + sum
	return name, p.locked(func(ctx context.Context, conn *pgx.Conn) error {
		var exists bool
		err := conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", name).Scan(&exists)
		if err != nil || exists {
			return err
		}
		// Migrate under another name, so that an interrupted process leaves no unfinished template.
		unfinished := fmt.Sprintf("unfinished_%d", os.Getpid())
		if _, err := conn.Exec(ctx, "CREATE DATABASE "+unfinished); err != nil {
			return err
		}
		if err := migrate(p.url(unfinished), ""); err != nil {
			return err
		}
		_, err = conn.Exec(ctx, "ALTER DATABASE "+unfinished+" RENAME TO "+name)
		return err
	})
}

func (p *postgres) locked(do func(context.Context, *pgx.Conn) error) error {
	return p.connect(func(ctx context.Context, conn *pgx.Conn) error {
		if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", templateLock); err != nil {
			return err
		}
		return do(ctx, conn) // the lock ends with the connection
	})
}

// schemaSum returns a hash of the sources that define a migrated database.
func schemaSum() (string, error) {
	dir, err := projectDir()
	if err != nil {
		return "", err
	}
	sources := filepath.Join(dir, "internal", "db")
	code, err := filepath.Glob(filepath.Join(sources, "*.go"))
	if err != nil {
		return "", err
	}
	migrations, err := filepath.Glob(filepath.Join(sources, "migrations", "*"))
	if err != nil {
		return "", err
	}
	hash := sha256.New()
	for _, file := range slices.Concat(code, migrations) {
		content, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(hash, "%s %d\n%s", filepath.Base(file), len(content), content)
	}
	return hex.EncodeToString(hash.Sum(nil)[:8]), nil
}

// admin executes a statement in the cluster's own database.
func (p *postgres) admin(statement string) error {
	return p.connect(func(ctx context.Context, conn *pgx.Conn) error {
		if _, err := conn.Exec(ctx, statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
		return nil
	})
}

// connect runs a function with a connection to the cluster's own database.
func (p *postgres) connect(do func(context.Context, *pgx.Conn) error) error {
	// A test's own context has ended when its cleanup runs.
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	conn, err := pgx.Connect(ctx, p.url("postgres"))
	if err != nil {
		return fmt.Errorf("reach the test's PostgreSQL: %w", err)
	}
	defer func() { _ = conn.Close(ctx) }()
	return do(ctx, conn)
}
