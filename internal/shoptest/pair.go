package shoptest

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Pair is a PostgreSQL server with a synchronous standby, started for the test. Both use TCP.
type Pair struct {
	t                testing.TB
	primary, standby *server
}

// server is the primary or the standby.
type server struct {
	postgres

	port int
}

// NewPair starts both servers.
func NewPair(t testing.TB) *Pair {
	t.Helper()
	skipUnless(t, "postgres")
	programs, err := serverPrograms()
	if err != nil {
		SkipWithout(t, err.Error())
	}
	p := &Pair{t: t, primary: newServer(t, programs), standby: newServer(t, programs)}
	p.must(p.primary.run("initdb", "-D", p.primary.data(), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"))
	p.must(p.primary.start())
	p.must(p.primary.run("pg_basebackup", "-h", "127.0.0.1", "-p", strconv.Itoa(p.primary.port), "-U", "postgres",
		"-D", p.standby.data(), "-R", "-X", "stream", "--checkpoint=fast", "--no-sync"))
	p.must(p.standby.start())
	// Set this only now: without a standby no commit would return.
	p.must(p.primary.run("psql", "-h", p.primary.dir, "-p", strconv.Itoa(p.primary.port), "-U", "postgres", "-c", "ALTER SYSTEM SET synchronous_standby_names = '*'"))
	p.must(p.primary.run("pg_ctl", "-D", p.primary.data(), "reload"))
	p.awaitSynchronous()
	return p
}

func newServer(t testing.TB, programs string) *server {
	t.Helper()
	s := &server{postgres: postgres{program: programs}}
	var err error
	if s.dir, err = os.MkdirTemp("", "kirana-pair-"); err != nil { //nolint:usetesting // PostgreSQL's user may not look into the test's own folder
		t.Fatal(err)
	}
	if os.Geteuid() == 0 {
		if s.as, err = credential("postgres"); err == nil {
			err = os.Chown(s.dir, int(s.as.Uid), int(s.as.Gid))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.port = listener.Addr().(*net.TCPAddr).Port
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if s.signal(syscall.SIGCONT) == nil {
			_ = s.run("pg_ctl", "-D", s.data(), "-m", "immediate", "stop")
		}
		_ = os.RemoveAll(s.dir)
	})
	return s
}

func (s *server) data() string { return filepath.Join(s.dir, "data") }

// start starts the server, without fsync: tests kill processes, not the machine.
func (s *server) start() error {
	options := fmt.Sprintf("-c listen_addresses=127.0.0.1 -c port=%d -c unix_socket_directories=%s -c fsync=off -c synchronous_commit=on "+
		"-c max_connections=100 -c wal_level=replica -c hot_standby=on -c max_wal_senders=4", s.port, s.dir)
	return s.run("pg_ctl", "-D", s.data(), "-w", "-l", filepath.Join(s.dir, "log"), "-o", options, "start")
}

// signal sends a signal to all processes of the server.
func (s *server) signal(signal syscall.Signal) error {
	text, err := os.ReadFile(filepath.Join(s.data(), "postmaster.pid"))
	if err != nil {
		return err
	}
	line, _, _ := strings.Cut(string(text), "\n")
	pid, err := strconv.Atoi(line)
	if err != nil {
		return err
	}
	children, err := exec.Command("pgrep", "-P", line).Output()
	if err != nil {
		return err
	}
	failures := []error{syscall.Kill(pid, signal)}
	for child := range strings.FieldsSeq(string(children)) {
		if pid, err := strconv.Atoi(child); err == nil {
			_ = syscall.Kill(pid, signal) // it may have exited by itself
		}
	}
	return errors.Join(failures...)
}

// URL returns the database's URL with both hosts.
func (p *Pair) URL() string {
	return fmt.Sprintf("postgres://postgres@127.0.0.1:%d,127.0.0.1:%d/postgres?sslmode=disable", p.primary.port, p.standby.port)
}

// PrimaryURL returns the database's URL with the primary alone.
func (p *Pair) PrimaryURL() string {
	return fmt.Sprintf("postgres://postgres@127.0.0.1:%d/postgres?sslmode=disable", p.primary.port)
}

// RestartPrimary ends the primary without a checkpoint, starts it again, and returns when its standby confirms commits.
func (p *Pair) RestartPrimary() {
	p.t.Helper()
	p.must(p.primary.run("pg_ctl", "-D", p.primary.data(), "-m", "immediate", "-w", "-l", filepath.Join(p.primary.dir, "log"), "restart"))
	p.awaitSynchronous()
}

// KillPrimary kills all processes of the primary at the same time, like a machine failure.
func (p *Pair) KillPrimary() { p.must(p.primary.signal(syscall.SIGKILL)) }

// Promote makes the standby the primary, and returns when it is.
func (p *Pair) Promote() {
	p.must(p.standby.run("pg_ctl", "-D", p.standby.data(), "-w", "promote"))
}

// FreezeStandby stops the standby's processes until ThawStandby.
func (p *Pair) FreezeStandby() { p.must(p.standby.signal(syscall.SIGSTOP)) }

// ThawStandby continues the standby's processes.
func (p *Pair) ThawStandby() { p.must(p.standby.signal(syscall.SIGCONT)) }

// awaitSynchronous waits until commits wait for the standby.
func (p *Pair) awaitSynchronous() {
	p.t.Helper()
	var output []byte
	var err error
	for range 3000 { // a minute
		output, err = exec.Command(filepath.Join(p.primary.program, "psql"), "-h", p.primary.dir, "-p", strconv.Itoa(p.primary.port),
			"-U", "postgres", "-Atc", "SELECT sync_state FROM pg_stat_replication").CombinedOutput()
		if err == nil && strings.TrimSpace(string(output)) == "sync" {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	p.t.Fatalf("the standby does not confirm commits: %v: %s", err, output)
}

func (p *Pair) must(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
}
