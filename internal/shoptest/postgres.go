package shoptest

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime/debug"
	"sort"
	"strconv"
	"sync"
	"syscall"
	"testing"
)

// postgres is a throw-away cluster: trust authentication over a socket in its own folder, no TCP
// port, and no fsync, because a crash may lose it.
type postgres struct {
	base    *url.URL // the cluster's URL, without a database
	dir     string
	program string
	as      *syscall.Credential
}

func (p *postgres) url(database string) string {
	u := *p.base
	u.Path = "/" + database
	return u.String()
}

// started is the cluster that this process started; nil before a test needs one, or if KIRANA_TEST_DATABASE_URL names
// an existing cluster.
var started *postgres

var cluster = sync.OnceValues(func() (*postgres, error) {
	if given := os.Getenv("KIRANA_TEST_DATABASE_URL"); given != "" {
		u, err := url.Parse(given)
		if err != nil {
			return nil, errors.New("KIRANA_TEST_DATABASE_URL is not a URL")
		}
		return &postgres{base: u}, nil
	}
	p, err := startPostgres()
	started = p
	return p, err
})

// Main runs a package's tests and the cleanups, stops the cluster that the tests started, if any, and exits. It makes
// garbage collection rarer: with the race detector and the default GOGC=100, it takes a fifth of the processor's time.
func Main(m *testing.M, cleanups ...func()) {
	debug.SetGCPercent(400)
	code := m.Run()
	for _, cleanup := range cleanups {
		cleanup()
	}
	if started != nil {
		started.stop()
	}
	os.Exit(code)
}

var errNotInstalled = errors.New("PostgreSQL is not installed (make test does it; Debian: apt-get install postgresql)")

// serverPrograms returns the folder of the newest PostgreSQL server programs.
func serverPrograms() (string, error) {
	programs, err := filepath.Glob("/usr/lib/postgresql/*/bin/postgres")
	if err != nil || len(programs) == 0 {
		return "", errNotInstalled
	}
	sort.Strings(programs)
	return filepath.Dir(programs[len(programs)-1]), nil
}

func startPostgres() (*postgres, error) {
	programs, err := serverPrograms()
	if err != nil {
		return nil, err
	}
	p := &postgres{program: programs}
	if p.dir, err = os.MkdirTemp("", "kirana-postgres-"); err != nil {
		return nil, err
	}
	if os.Geteuid() == 0 {
		// PostgreSQL refuses to run as root.
		if p.as, err = credential("postgres"); err != nil {
			return nil, err
		}
		if err := os.Chown(p.dir, int(p.as.Uid), int(p.as.Gid)); err != nil {
			return nil, err
		}
	}
	data := filepath.Join(p.dir, "data")
	if err := p.run("initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"); err != nil {
		return nil, err
	}
	options := "-c listen_addresses='' -c unix_socket_directories=" + p.dir +
		" -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=400 -c shared_buffers=128MB"
	if err := p.run("pg_ctl", "-D", data, "-w", "-l", filepath.Join(p.dir, "log"), "-o", options, "start"); err != nil {
		return nil, err
	}
	p.base = &url.URL{Scheme: "postgres", User: url.User("postgres"), RawQuery: url.Values{"host": {p.dir}, "sslmode": {"disable"}}.Encode()}
	return p, nil
}

func (p *postgres) stop() {
	if err := p.run("pg_ctl", "-D", filepath.Join(p.dir, "data"), "-m", "immediate", "stop"); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	if err := os.RemoveAll(p.dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}

func (p *postgres) run(program string, args ...string) error {
	cmd := exec.Command(filepath.Join(p.program, program), args...)
	cmd.Dir = "/"
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: p.as}
	// Output to a file: pg_ctl's server would keep a pipe open forever.
	log, err := os.OpenFile(filepath.Join(p.dir, program+".out"), os.O_CREATE|os.O_RDWR|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	defer func() { _ = log.Close() }()
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Run(); err != nil {
		output, _ := os.ReadFile(log.Name())
		return fmt.Errorf("%s: %w\n%s", program, err, output)
	}
	return nil
}

func credential(name string) (*syscall.Credential, error) {
	who, err := user.Lookup(name)
	if err != nil {
		return nil, err
	}
	uid, err := strconv.ParseUint(who.Uid, 10, 32)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.ParseUint(who.Gid, 10, 32)
	if err != nil {
		return nil, err
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
}
