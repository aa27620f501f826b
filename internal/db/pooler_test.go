package db_test

import (
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/shoptest"
)

// pgbouncer starts a pooler in front of a database and returns its URL. It skips the test if
// pgbouncer is not installed.
func pgbouncer(t *testing.T, databaseURL, mode, ignored string) string {
	t.Helper()
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		t.Skip("pgbouncer is not installed")
	}
	u, err := url.Parse(databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "kirana-pooler-") //nolint:usetesting // the user that runs pgbouncer cannot enter the parent of t.TempDir
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := strconv.Itoa(listener.Addr().(*net.TCPAddr).Port)
	_ = listener.Close()
	name := u.Query().Get("user")
	if u.User != nil {
		name = u.User.Username()
	}
	config := fmt.Sprintf("[databases]\n* = host=%s user=%s\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = %s\nunix_socket_dir =\nauth_type = any\npool_mode = %s\nignore_startup_parameters = %s\n",
		u.Query().Get("host"), name, port, mode, ignored)
	file := filepath.Join(dir, "pgbouncer.ini")
	if err := os.WriteFile(file, []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-q", file)
	cmd.Dir = "/"
	if os.Geteuid() == 0 { // pgbouncer refuses to run as root
		who, err := user.Lookup("postgres")
		if err != nil {
			t.Fatal(err)
		}
		uid, _ := strconv.Atoi(who.Uid)
		gid, _ := strconv.Atoi(who.Gid)
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		conn, err := net.Dial("tcp", "127.0.0.1:"+port)
		if err == nil {
			_ = conn.Close()
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("pgbouncer does not listen at the deadline: %v", err)
		}
	}
	return "postgres://" + name + "@127.0.0.1:" + port + u.Path + "?sslmode=disable"
}

const allParameters = "jit,statement_timeout,lock_timeout,idle_in_transaction_session_timeout,extra_float_digits"

func TestOpen_refusesAPoolerInTransactionModeOrWithoutStartupParameters(t *testing.T) {
	t.Parallel()
	for kind, pooler := range map[string][2]string{
		"that refuses startup parameters":                 {"transaction", ""},
		"that ignores startup parameters":                 {"transaction", allParameters},
		"in session mode that refuses startup parameters": {"session", ""},
	} {
		d, err := db.Open(t.Context(), pgbouncer(t, shoptest.PostgresURL(t), pooler[0], pooler[1]), "")
		if err == nil {
			_ = d.Close()
		}
		if err == nil || !strings.Contains(err.Error(), "pgbouncer") {
			t.Errorf("open through a pooler %s: %v, want pgbouncer named", kind, err)
		}
	}
	d, err := db.Open(t.Context(), pgbouncer(t, shoptest.PostgresURL(t), "session", allParameters), "")
	if err != nil {
		t.Fatalf("open through a pooler of sessions: %v", err)
	}
	_ = d.Close()
}
