package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"kirana/internal/clock"
	"kirana/internal/config"
	"kirana/internal/db"
	"kirana/internal/install"
	"kirana/internal/shoptest"
)

// versionMark precedes what newVersion appends to a program: its version, and " broken" if serve is to migrate the
// shop's data and then exit with an error.
const versionMark = "\nKIRANA-TEST-VERSION "

// runAsVersion runs the test binary as the program. Its version is the one appended to its file.
func runAsVersion(args []string) int {
	version, broken := "1.2.3", false
	if own, err := os.Executable(); err == nil {
		if end, marked := endOf(own); marked {
			version, broken = strings.TrimSuffix(end, " broken"), strings.HasSuffix(end, " broken")
		}
	}
	if broken && args[0] == "serve" {
		if err := migrateFurther(context.Background()); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		return 1
	}
	return Main(version, args, os.Stdin, os.Stdout, os.Stderr)
}

func endOf(program string) (end string, marked bool) {
	file, err := os.Open(program)
	if err != nil {
		return "", false
	}
	defer func() { _ = file.Close() }()
	about, err := file.Stat()
	if err != nil {
		return "", false
	}
	text := make([]byte, 100)
	if _, err := file.ReadAt(text, about.Size()-int64(len(text))); err != nil {
		return "", false
	}
	_, end, marked = strings.Cut(string(text), versionMark)
	return end, marked
}

// newVersion writes another version of the program and returns its path.
func newVersion(t *testing.T, version string) string {
	t.Helper()
	own, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "kirana")
	if err := os.WriteFile(file, append(own, versionMark+version...), 0o755); err != nil {
		t.Fatal(err)
	}
	return file
}

// migrateFurther does what a program with one more migration does: it makes a copy of the shop and changes the schema.
// When called again, it fails.
func migrateFurther(ctx context.Context) error {
	storage := config.Storage{DataDir: os.Getenv("KIRANA_DATA_DIR")}
	newest, err := db.NewestSchema()
	if err != nil {
		return err
	}
	d, err := db.OpenExisting(ctx, "", storage.DataDir) // fails the second time, because the schema is newer
	if err != nil {
		return err
	}
	defer func() { _ = d.Close() }()
	if err := (opener{settings: config.Config{Storage: storage}, log: discard(), clock: clock.System{}}).copyBefore(ctx, d, db.Upgrade{From: newest, To: newest + 1}); err != nil {
		return err
	}
	return d.Tx(ctx, func(tx *db.Tx) error {
		for _, statement := range []string{
			`CREATE TABLE future (id TEXT)`, fmt.Sprintf(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (%d, TRUE)`, newest+1),
		} {
			if err := db.Exec(ctx, tx, statement); err != nil {
				return err
			}
		}
		return nil
	})
}

// fakeMachine is a machine whose systemctl starts and stops the installed program as systemd does.
type fakeMachine struct {
	install.Machine
	t    *testing.T
	base string

	mu       sync.Mutex
	user     bool // was added
	serving  *exec.Cmd
	restarts int
	ended    chan struct{} // closed when watch has ended
}

// newMachine returns a machine without a shop, whose settings file has the given settings.
func newMachine(t *testing.T, settings ...string) *fakeMachine {
	t.Helper()
	s := &fakeMachine{t: t}
	s.Machine = install.Machine{
		Root: t.TempDir(), Run: s.run, Clock: clock.System{}, Architecture: runtime.GOARCH,
		LookupHost: func(context.Context, string) ([]string, error) { return []string{"127.0.0.1"}, nil },
	}
	for _, folder := range []string{"run/systemd/system", "usr/local/bin", "etc/systemd/system"} {
		if err := os.MkdirAll(filepath.Join(s.Root, folder), 0o750); err != nil {
			t.Fatal(err)
		}
	}
	address := freeAddress(t)
	s.base = "http://" + address
	settings = append(settings, "KIRANA_ADDR="+address, "KIRANA_WEB_DIR="+storefront(t))
	if err := os.WriteFile(filepath.Join(s.Root, "etc/kirana.env"), []byte(strings.Join(settings, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.stop)
	return s
}

// freeAddress returns an address on which nothing listens.
func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	return listener.Addr().String()
}

func (m *fakeMachine) dataDir() string { return filepath.Join(m.Root, "var/lib/kirana") }

func (m *fakeMachine) run(ctx context.Context, command install.Command) (string, error) {
	switch line := strings.Join(command.Args, " "); {
	case line == "id kirana":
		if !m.user {
			return "", errors.New("no such user")
		}
	case strings.HasPrefix(line, "useradd "):
		m.user = true
	case strings.HasPrefix(line, "install -d "):
		return "", os.MkdirAll(m.dataDir(), 0o750)
	case line == "systemctl daemon-reload", line == "systemctl enable kirana":
	case line == "systemctl start kirana":
		return "", m.start()
	case line == "systemctl stop kirana", line == "systemctl disable --now kirana":
		m.stop()
	case line == "systemctl restart kirana":
		m.stop()
		return "", m.start()
	case line == "systemctl is-active --quiet kirana":
		m.mu.Lock()
		defer m.mu.Unlock()
		if m.serving == nil {
			return "", errors.New("inactive")
		}
	case strings.HasPrefix(line, "systemctl show --property=NRestarts"):
		m.mu.Lock()
		defer m.mu.Unlock()
		return fmt.Sprintln(m.restarts), nil
	case strings.HasPrefix(line, "runuser -u kirana -- "):
		return install.Run(ctx, install.Command{Args: command.Args[4:], Environment: append(command.Environment, programVariable+"=1")})
	default:
		return "", fmt.Errorf("the fake machine has no %s", line)
	}
	return "", nil
}

// start starts the program as its unit file says, and restarts it when it fails.
func (m *fakeMachine) start() error {
	unit, err := os.ReadFile(filepath.Join(m.Root, "etc/systemd/system/kirana.service"))
	if err != nil {
		return err
	}
	line := regexp.MustCompile(`(?m)^ExecStart=(.*)$`).FindSubmatch(unit)
	if line == nil {
		return errors.New("the unit starts nothing")
	}
	words := strings.Fields(string(line[1]))
	settings, err := os.ReadFile(filepath.Join(m.Root, "etc/kirana.env"))
	if err != nil {
		return err
	}
	launch := func() (*exec.Cmd, error) {
		cmd := exec.CommandContext(context.Background(), filepath.Join(m.Root, words[0]), words[1:]...)
		cmd.Env = append(os.Environ(), append(strings.Fields(string(settings)), programVariable+"=1", "KIRANA_DATA_DIR="+m.dataDir())...)
		return cmd, cmd.Start()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.serving != nil {
		return nil
	}
	if m.serving, err = launch(); err != nil {
		return err
	}
	m.restarts, m.ended = 0, make(chan struct{})
	go m.watch(m.serving, m.ended, launch)
	return nil
}

// watch restarts a program that ends by itself with an error.
func (m *fakeMachine) watch(cmd *exec.Cmd, ended chan struct{}, launch func() (*exec.Cmd, error)) {
	defer close(ended)
	for {
		err := cmd.Wait()
		m.mu.Lock()
		if m.serving != cmd || err == nil { // it was stopped
			m.mu.Unlock()
			return
		}
		next, err := launch()
		m.serving, cmd = next, next
		m.restarts++
		m.mu.Unlock()
		if err != nil {
			m.t.Error(err)
			return
		}
	}
}

func (m *fakeMachine) stop() {
	m.mu.Lock()
	cmd, ended := m.serving, m.ended
	m.serving = nil
	m.mu.Unlock()
	if cmd != nil {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		<-ended
	}
}

// version returns the version of the program that is serving.
func (m *fakeMachine) version(t *testing.T) string {
	t.Helper()
	out, err := m.run(t.Context(), install.Command{Args: []string{"runuser", "-u", "kirana", "--", filepath.Join(m.Root, "usr/local/bin/kirana"), "version"}})
	if err != nil {
		t.Fatal(err)
	}
	if status, body := get(t, m.base+"/readyz"); status != http.StatusOK {
		t.Errorf("/readyz: %d %s, want %d", status, body, http.StatusOK)
	}
	return strings.TrimSpace(out)
}

var proxiedOptions = install.Options{Domain: "shop.example.com", Proxied: true}

func TestInstall_twiceThenUninstallLeavesTheData(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	sentences, err := m.Install(t.Context(), os.Args[0], proxiedOptions)
	if err != nil || len(sentences) != 1 {
		t.Fatalf("install printed %q, %v, want one sentence", sentences, err)
	}
	link := regexp.MustCompile(`^The shop is at https://shop\.example\.com and has no owner yet\. Set it up, once, at https://shop\.example\.com(/setup\?token=\S+)$`).FindStringSubmatch(sentences[0])
	if link == nil {
		t.Fatalf("install printed %q, want the link to set up the shop", sentences[0])
	}
	if status, _ := get(t, m.base+link[1]); status != http.StatusOK {
		t.Errorf("the link of the setup returned %d, want %d", status, http.StatusOK)
	}
	process := m.serving.Process.Pid
	if again, err := m.Install(t.Context(), os.Args[0], install.Options{}); err != nil || m.serving.Process.Pid != process {
		t.Errorf("a second install: %q %v, process %d, want %d still", again, err, m.serving.Process.Pid, process)
	}
	if _, err := m.Install(t.Context(), newVersion(t, "2.0"), proxiedOptions); err == nil || !strings.Contains(err.Error(), "`kirana upgrade FILE` replaces it") {
		t.Errorf("install of another version: %v, want the advice `kirana upgrade FILE`", err)
	}
	var out bytes.Buffer
	if err := m.Uninstall(t.Context(), &out); err != nil || !strings.Contains(out.String(), "The shop's data is still in /var/lib/kirana") {
		t.Errorf("uninstall: %s %v, want that the data stays in /var/lib/kirana", &out, err)
	}
	if m.serving != nil {
		t.Error("it still serves")
	}
	if _, err := os.Stat(filepath.Join(m.dataDir(), db.FileName)); err != nil {
		t.Error(err)
	}
	if _, err := m.Install(t.Context(), os.Args[0], install.Options{}); err != nil {
		t.Errorf("install after uninstall: %v", err)
	}
}

func TestInstall_changesNothingWhenAPortIsInUse(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	m.Listen = func(address string) error {
		if address == ":80" {
			return errors.New("address already in use")
		}
		return nil
	}
	_, err := m.Install(t.Context(), os.Args[0], install.Options{Domain: "shop.example.com", Email: "asha@example.com"})
	if err == nil || !strings.Contains(err.Error(), "another program, perhaps a web server, has :80") || m.user {
		t.Errorf("install with port 80 taken: %v, user added: %t, want a refusal and no user", err, m.user)
	}
	if _, err := os.Stat(filepath.Join(m.Root, "usr/local/bin/kirana")); err == nil {
		t.Error("the program was installed")
	}
}

func TestInstall_needsSystemd(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	if err := os.RemoveAll(filepath.Join(m.Root, "run")); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Install(t.Context(), os.Args[0], proxiedOptions); err == nil || !strings.Contains(err.Error(), "needs Debian or Ubuntu with systemd") {
		t.Errorf("install without systemd: %v, want that it needs Debian or Ubuntu with systemd", err)
	}
}

// installDemo installs a demo shop without a limit on orders.
func installDemo(t *testing.T, databaseURL string) *fakeMachine {
	t.Helper()
	m := newMachine(t, "KIRANA_RATE_LIMITS=off", "KIRANA_CORS_ORIGINS="+otherOrigin, "KIRANA_DATABASE_URL="+databaseURL)
	if err := os.MkdirAll(m.dataDir(), 0o750); err != nil {
		t.Fatal(err)
	}
	if databaseURL == "" {
		copyDemo(t, m.dataDir())
	} else {
		f, err := openFeatures(t.Context(), config.Config{Storage: config.Storage{DataDir: m.dataDir(), DatabaseURL: databaseURL}}, discard())
		if err != nil {
			t.Fatal(err)
		}
		defer f.close()
		if err := stockDemo(t.Context(), f, io.Discard); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := m.Install(t.Context(), os.Args[0], proxiedOptions); err != nil {
		t.Fatal(err)
	}
	return m
}

func TestUpgrade_servesTheNewVersion(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, databaseURL string) {
		m := newMachine(t, "KIRANA_DATABASE_URL="+databaseURL)
		if _, err := m.Install(t.Context(), os.Args[0], proxiedOptions); err != nil {
			t.Fatal(err)
		}
		text, err := m.Upgrade(t.Context(), newVersion(t, "2.0"))
		if err != nil || !strings.Contains(text, "Kirana 2.0 serves the shop.") || m.version(t) != "kirana 2.0" {
			t.Fatalf("upgrade: %q %v, want Kirana 2.0 to serve the shop", text, err)
		}
		copied := regexp.MustCompile(`A copy of before is (\S+),`).FindStringSubmatch(text)
		if copied == nil {
			t.Fatalf("upgrade names no copy: %q", text)
		}
		if code, _, errs := run(t, "", "verify", filepath.Join(m.Root, copied[1])); code != 0 {
			t.Errorf("verify of the copy before the upgrade ended with %d, want 0: %s", code, errs)
		}
	})
}

func TestUpgrade_restoresTheOldProgramWithEveryOrderAfterAFailedMigration(t *testing.T) {
	t.Parallel()
	m := installDemo(t, "")
	l := newLoad(t, m.base, 1)
	ctx, stop := context.WithCancel(t.Context())
	wait := l.run(ctx, func() string { return m.base })
	l.reaches(t, 3)
	_, err := m.Upgrade(t.Context(), newVersion(t, "2.0 broken"))
	before := l.confirmed()
	l.reaches(t, before+3) // of the old program, which serves again
	stop()
	wait()
	if err == nil || !strings.Contains(err.Error(), "Kirana 2.0 failed: it ends again and again. Kirana 1.2.3 serves the shop again, and no order was lost.") {
		t.Errorf("upgrade to a failing version: %v, want Kirana 1.2.3 to serve again", err)
	}
	if version := m.version(t); version != "kirana 1.2.3" {
		t.Errorf("%s serves, want kirana 1.2.3", version)
	}
	kept, err := filepath.Glob(filepath.Join(m.dataDir(), "failed-*", db.FileName))
	if err != nil || len(kept) != 1 {
		t.Errorf("the database that the failed version made is kept as %v, %v, want one file", kept, err)
	}
	m.stop()
	l.expectNothingLost(t, databaseOf(t, "", m.dataDir()))
}

// Buyers order while the program is replaced four times.
func TestUpgrade_underLoadLosesNoOrder(t *testing.T) {
	if !shoptest.Long() {
		t.Skip("only in the long form")
	}
	t.Parallel()
	eachDatabase(t, func(t *testing.T, databaseURL string) {
		m := installDemo(t, databaseURL)
		l := newLoad(t, m.base, 4)
		ctx, stop := context.WithCancel(t.Context())
		wait := l.run(ctx, func() string { return m.base })
		for i := range 4 {
			l.reaches(t, l.confirmed()+50)
			began := time.Now()
			if text, err := m.Upgrade(t.Context(), newVersion(t, fmt.Sprintf("2.%d", i))); err != nil {
				t.Fatalf("upgrade: %q %v", text, err)
			}
			t.Logf("upgraded within %s", time.Since(began).Round(time.Millisecond))
		}
		l.reaches(t, l.confirmed()+50)
		stop()
		wait()
		m.stop()
		l.expectNothingLost(t, databaseOf(t, databaseURL, m.dataDir()))
	})
}
