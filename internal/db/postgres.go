package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib" // also registers the driver "pgx"
	"github.com/jmoiron/sqlx"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

var postgresDialect = dialect{
	name:               Postgres,
	forUpdate:          " FOR UPDATE",
	skipLocked:         " FOR UPDATE SKIP LOCKED",
	lock:               `SELECT pg_advisory_xact_lock(hashtext(CAST($1 AS TEXT)))`,
	nextNumber:         `SELECT nextval(CAST($1 AS regclass))`,
	oldestOpenTx:       "CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS TEXT) AS BIGINT)",
	completeTx:         "CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS TEXT) AS BIGINT) - 1",
	notifyNodes:        `SELECT pg_notify('kirana', $1)`,
	listen:             listenPostgres,
	multiNode:          true,
	overdue:            Frozen,
	durabilitySettings: []string{"fsync", "synchronous_commit"},
	tables:             `SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename`,
	columns:            `SELECT table_name || '.' || column_name FROM information_schema.columns WHERE table_schema = current_schema()`,
	references: `SELECT CAST(CAST(conrelid AS regclass) AS TEXT) AS referring, CAST(CAST(confrelid AS regclass) AS TEXT) AS referred
		FROM pg_constraint WHERE contype = 'f' AND connamespace = CAST(current_schema() AS regnamespace)`,
	setNumber:          `SELECT setval(CAST(CAST($1 AS TEXT) AS regclass), $2)`,
	snapshot:           sql.LevelRepeatableRead,
	withoutTimeouts:    `SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL statement_timeout = 0`,
	migrations:         goose.DialectPostgres,
	excludedMigrations: ".sqlite.sql",
	migrationLock:      func() (lock.SessionLocker, error) { return lock.NewPostgresSessionLocker() },
}

func openPostgres(ctx context.Context, databaseURL string) (*DB, error) {
	config, err := parsePostgres(databaseURL)
	if err != nil {
		return nil, err
	}
	pool := sqlx.NewDb(stdlib.OpenDB(*config), "pgx")
	pool.SetMaxOpenConns(maxConnections)
	pool.SetMaxIdleConns(maxConnections)
	pool.SetConnMaxIdleTime(5 * time.Minute)
	if err := errors.Join(ctx.Err(), reachPostgres(ctx, pool)); err != nil {
		_ = pool.Close()
		return nil, err
	}
	return &DB{write: pool, read: pool, dialect: postgresDialect, writing: make(chan struct{}, maxWriting), source: databaseURL, timeout: callTimeout}, nil
}

// listenPostgres takes a connection out of the pool and reads notifications from it until the
// context ends or the connection is lost. It calls ready when it has started to listen, and notify
// with each topic.
func listenPostgres(ctx context.Context, pool *sqlx.DB, ready func(), notify func(topic string)) error {
	conn, err := pool.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	var listening error
	err = conn.Raw(func(raw any) error {
		listening = readNotifications(ctx, raw.(*stdlib.Conn).Conn(), ready, notify)
		return driver.ErrBadConn // makes the pool drop the listening connection
	})
	return errors.Join(listening, err)
}

func readNotifications(ctx context.Context, conn *pgx.Conn, ready func(), notify func(topic string)) error {
	if _, err := conn.Exec(ctx, `LISTEN kirana`); err != nil {
		return err
	}
	// A failover ends the lock of DB.use; take it again on this new connection.
	var free bool
	if err := conn.QueryRow(ctx, lockUse).Scan(&free); err != nil {
		return err
	}
	if !free {
		return ErrMoving // the move began while this node had no connection
	}
	ready()
	for {
		notification, err := conn.WaitForNotification(ctx)
		if err != nil {
			return err
		}
		notify(notification.Payload)
	}
}
