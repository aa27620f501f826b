package db

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/jmoiron/sqlx"

	"kirana/internal/fault"
)

const (
	maxConnections = 32
	// connectTimeout limits connecting to one of several hosts, so that a call reaches the next
	// host before its deadline.
	connectTimeout = 1500 * time.Millisecond
)

// runtimeParams are set on every connection unless the URL sets them. jit is off: compiling a search
// takes a second, running it some milliseconds.
var runtimeParams = map[string]string{
	"jit":               "off",
	"statement_timeout": "30000", "lock_timeout": "10000", "idle_in_transaction_session_timeout": "60000",
	"timezone": "UTC", "application_name": "kirana",
}

// parsePostgres parses KIRANA_DATABASE_URL. It uses the writable one of several hosts, unless the
// URL sets target_session_attrs. It requires TLS to other machines, unless the URL's sslmode or
// PGSSLMODE is set.
func parsePostgres(databaseURL string) (*pgx.ConnConfig, error) {
	config, err := pgx.ParseConfig(databaseURL)
	if err != nil {
		// The driver's error repeats the URL, which may hold the password.
		return nil, errors.New("KIRANA_DATABASE_URL is not a postgres:// URL")
	}
	for name, value := range runtimeParams {
		if _, given := config.RuntimeParams[name]; !given {
			config.RuntimeParams[name] = value
		}
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connectTimeout
	}
	hosts := append([]*pgconn.FallbackConfig{{Host: config.Host, Port: config.Port, TLSConfig: config.TLSConfig}}, config.Fallbacks...)
	several := false
	for _, host := range hosts {
		several = several || host.Host != hosts[0].Host || host.Port != hosts[0].Port
	}
	if several && !strings.Contains(databaseURL, "target_session_attrs=") {
		config.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsReadWrite
	}
	if strings.Contains(databaseURL, "sslmode=") || os.Getenv("PGSSLMODE") != "" {
		return config, nil
	}
	allowed := hosts[:0]
	for _, host := range hosts {
		if host.TLSConfig != nil || isThisMachine(host.Host) {
			allowed = append(allowed, host)
		}
	}
	config.Host, config.Port, config.TLSConfig, config.Fallbacks = allowed[0].Host, allowed[0].Port, allowed[0].TLSConfig, allowed[1:]
	return config, nil
}

// isThisMachine reports whether a host is a socket or a loopback address.
func isThisMachine(host string) bool {
	ip := net.ParseIP(host)
	return strings.HasPrefix(host, "/") || host == "localhost" || (ip != nil && ip.IsLoopback())
}

// errPooler refuses a pooler that does not keep the session: the shop needs its timeouts, prepared
// statements, migration lock and LISTEN.
var errPooler = fault.New(fault.Conflict, "pooler", "KIRANA_DATABASE_URL leads to a pooler of connections in transaction mode, such as pgbouncer, "+
	"which the shop does not work behind. Name PostgreSQL itself: the shop keeps a pool of its own, of at most %d connections.", maxConnections)

// reachPostgres connects to the server. It returns errPooler for a pooler in transaction mode, or
// one that refuses the startup parameters.
func reachPostgres(ctx context.Context, pool *sqlx.DB) error {
	first, err := pool.Conn(ctx)
	var pg *pgconn.PgError
	if errors.As(err, &pg) && strings.Contains(pg.Message, "unsupported startup parameter") {
		return errPooler
	}
	if err != nil && strings.Contains(err.Error(), "server refused TLS") {
		return fmt.Errorf("reach PostgreSQL: %w (on another machine it must speak TLS, unless KIRANA_DATABASE_URL says sslmode=disable)", err)
	}
	if err != nil {
		return fmt.Errorf("reach PostgreSQL: %w", err)
	}
	defer func() { _ = first.Close() }()
	announced, backend, err := backendOf(ctx, first)
	if err != nil || announced == backend {
		return err
	}
	// The server is a pooler. A pooler in session mode keeps the first backend for the first
	// connection; one in transaction mode gives that backend to the second connection.
	second, err := pool.Conn(ctx)
	if err != nil {
		return fmt.Errorf("reach PostgreSQL: %w", err)
	}
	defer func() { _ = second.Close() }()
	if _, secondBackend, err := backendOf(ctx, second); err != nil || secondBackend != backend {
		return err
	}
	return errPooler
}

// backendOf returns the process ID that the server announced when the connection began, and the
// process ID of the backend that serves it now.
func backendOf(ctx context.Context, conn interface {
	Raw(func(raw any) error) error
},
) (announced, backend string, err error) {
	err = conn.Raw(func(raw any) error {
		pg := raw.(*stdlib.Conn).Conn().PgConn()
		announced = fmt.Sprint(pg.PID())
		results, err := pg.Exec(ctx, `SELECT pg_backend_pid()`).ReadAll()
		if err == nil {
			backend = string(results[0].Rows[0][0])
		}
		return err
	})
	return announced, backend, err
}
