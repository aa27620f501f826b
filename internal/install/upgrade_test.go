package install

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

var began = time.Date(2026, 11, 26, 9, 30, 0, 0, time.UTC)

type fixedClock struct{}

func (fixedClock) Now() time.Time { return began }

// fakeMachine is a machine whose programs are described by the test and whose commands are recorded.
type fakeMachine struct {
	Machine
	root     string
	versions map[string]Description // by content of the program
	broken   string                 // content of the program that does not become ready
	migrated Shop                   // state of the shop after the broken program ran
	shop     *Shop
	refuse   string // prefix of the command that fails
	commands []string
}

func content(t *testing.T, marker string) []byte {
	t.Helper()
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(own)
	if err != nil {
		t.Fatal(err)
	}
	return append(program, marker...)
}

// newFakeMachine returns a machine with the program "old" and a shop of 5 orders.
func newFakeMachine(t *testing.T) *fakeMachine {
	t.Helper()
	s := &fakeMachine{root: t.TempDir(), shop: &Shop{Database: "sqlite", Schema: 7, Orders: 5}, versions: map[string]Description{
		"old": {Version: "1.0", Schema: 7}, "new": {Version: "2.0", Schema: 8}, "low": {Version: "0.9", Schema: 6},
	}}
	ready := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if s.broken != "" && s.installed(t, programFile) == s.broken {
			w.WriteHeader(http.StatusServiceUnavailable)
			_, _ = w.Write([]byte(`{"message":"The shop is not ready: the database is away."}`))
			return
		}
		_, _ = w.Write([]byte(`{"message":"ok"}`))
	}))
	t.Cleanup(ready.Close)
	s.Machine = Machine{Root: s.root, Run: s.run, Clock: fixedClock{}, Architecture: runtime.GOARCH, ReadyTimeout: 3 * time.Second}
	for _, folder := range []string{"/usr/local/bin", "/etc", dataDir + "/copies"} {
		if err := os.MkdirAll(s.path(folder), 0o750); err != nil {
			t.Fatal(err)
		}
	}
	s.put(t, programFile, content(t, "old"))
	s.put(t, settingsFile, []byte("KIRANA_ADDR="+strings.TrimPrefix(ready.URL, "http://")+"\n"))
	return s
}

func (m *fakeMachine) put(t *testing.T, file string, content []byte) {
	t.Helper()
	if err := os.WriteFile(m.path(file), content, 0o600); err != nil {
		t.Fatal(err)
	}
}

// installed returns the marker of a program.
func (m *fakeMachine) installed(t *testing.T, file string) string {
	t.Helper()
	program, err := os.ReadFile(m.path(file))
	if err != nil {
		t.Error(err)
		return ""
	}
	return string(program[len(program)-3:])
}

func (m *fakeMachine) run(_ context.Context, command Command) (string, error) {
	line := strings.TrimPrefix(strings.ReplaceAll(strings.Join(command.Args, " "), m.root, ""), "runuser -u kirana -- ")
	if strings.HasPrefix(line, "systemctl show") {
		return "0\n", nil
	}
	m.commands = append(m.commands, line)
	if m.refuse != "" && strings.HasPrefix(line, m.refuse) {
		return "", errors.New("no space left on device")
	}
	program, asked := strings.CutSuffix(line, " version --json")
	if !asked {
		if line == "systemctl start kirana" && m.broken != "" {
			own, err := os.ReadFile(m.path(programFile))
			if err == nil && strings.HasSuffix(string(own), m.broken) {
				m.shop = &m.migrated
			}
		}
		return "", nil
	}
	own, err := os.ReadFile(filepath.Join(m.root, program))
	if err != nil {
		return "", err
	}
	description := m.versions[string(own[len(own)-3:])]
	description.Shop = m.shop
	out, err := json.Marshal(description)
	return string(out), err
}

func (m *fakeMachine) upgradeTo(t *testing.T, program []byte) (string, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "kirana-new")
	if err := os.WriteFile(file, program, 0o600); err != nil {
		t.Fatal(err)
	}
	return m.Upgrade(t.Context(), file)
}

func TestUpgrade_copiesBeforeItReplaces(t *testing.T) {
	t.Parallel()
	s := newFakeMachine(t)
	sentence, err := s.upgradeTo(t, content(t, "new"))
	if err != nil || !strings.Contains(sentence, "Kirana 2.0 serves the shop.") {
		t.Fatalf("upgrade: %q %v, want Kirana 2.0 to serve the shop", sentence, err)
	}
	want := []string{
		programFile + " version --json", stagedFile + " version --json", "mkdir -p -m 700 /var/lib/kirana/copies",
		programFile + " backup /var/lib/kirana/copies/upgrade-20261126T093000Z.copy",
		"systemctl stop kirana", programFile + " version --json", "systemctl start kirana",
	}
	if !slices.Equal(s.commands, want) {
		t.Errorf("ran %q, want %q", s.commands, want)
	}
	if now, before := s.installed(t, programFile), s.installed(t, previousFile); now != "new" || before != "old" {
		t.Errorf("installed is %s, kept is %s, want new and old", now, before)
	}
	s.commands = nil
	if sentence, err := s.upgradeTo(t, content(t, "new")); err != nil || sentence != "This version is installed already." || len(s.commands) > 0 {
		t.Errorf("a second upgrade: %q %v %q, want that the version is installed, and no command", sentence, err, s.commands)
	}
}

func TestUpgrade_refusesBeforeItStopsAnything(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		program []byte
		change  func(*fakeMachine)
		says    string
	}{
		"a picture":             {[]byte("\x89PNG"), nil, "is not a program for Linux"},
		"a part of a download":  {content(t, "")[:20], nil, "is not a program for Linux"},
		"another architecture":  {content(t, "new"), func(s *fakeMachine) { s.Architecture = map[string]string{"amd64": "arm64"}[runtime.GOARCH] }, "this one needs linux-arm64"},
		"an older schema":       {content(t, "low"), nil, "0.9 is too old for the shop's data (schema 6, the shop has 7)"},
		"one that does not run": {content(t, "new"), func(s *fakeMachine) { s.refuse = stagedFile }, "does not run here"},
		"no room for a copy":    {content(t, "new"), func(s *fakeMachine) { s.refuse = programFile + " backup" }, "nothing was changed, since the shop could not be copied"},
	} {
		s := newFakeMachine(t)
		if c.change != nil {
			c.change(s)
		}
		if _, err := s.upgradeTo(t, c.program); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", name, err, c.says)
		}
		if slices.Contains(s.commands, "systemctl stop kirana") || s.installed(t, programFile) != "old" {
			t.Errorf("%s: the shop was stopped or its program replaced: %q", name, s.commands)
		}
		if _, err := os.Stat(s.path(stagedFile)); err == nil {
			t.Errorf("%s: %s is left behind", name, stagedFile)
		}
	}
}

func TestUpgrade_restoresTheOldProgramUnlessDataWouldBeLost(t *testing.T) {
	t.Parallel()
	const copied = "schema-7-20261126T093001Z.copy"
	for name, c := range map[string]struct {
		left    Shop
		copied  string
		serves  string
		says    string
		restore bool
	}{
		"unchanged data":                {Shop{"sqlite", 7, 5}, "", "old", "Kirana 1.0 serves the shop again, and no order was lost. Why", false},
		"orders in the same schema":     {Shop{"sqlite", 7, 6}, "", "old", "Kirana 1.0 serves the shop again, and no order was lost. Why", false},
		"a migrated database":           {Shop{"sqlite", 8, 5}, copied, "old", "what the new program made of it is kept in /var/lib/kirana/failed-20261126T093000Z", true},
		"orders in a migrated database": {Shop{"sqlite", 8, 6}, copied, "new", "the shop took 1 orders meanwhile", false},
		"only an older copy":            {Shop{"sqlite", 8, 5}, "schema-7-20260101T000000Z.copy", "new", "made no copy before it changed the data", false},
		"a migrated PostgreSQL":         {Shop{"postgres", 8, 5}, copied, "new", "a migrated PostgreSQL database is not taken back", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel() // each waits for the ready timeout
			s := newFakeMachine(t)
			s.broken, s.migrated = "new", c.left
			if c.copied != "" {
				s.put(t, dataDir+"/copies/"+c.copied, nil)
			}
			_, err := s.upgradeTo(t, content(t, "new"))
			if err == nil || !strings.Contains(err.Error(), "Kirana 2.0 failed: it was not ready within 3s: The shop is not ready: the database is away") ||
				!strings.Contains(err.Error(), c.says) {
				t.Error(err)
			}
			if now := s.installed(t, programFile); now != c.serves {
				t.Errorf("%s serves, want %s", now, c.serves)
			}
			restored := slices.Contains(s.commands, previousFile+" restore /var/lib/kirana/copies/"+copied+" --data-dir /var/lib/kirana/restored-20261126T093000Z")
			if restored != c.restore {
				t.Errorf("restored: %t: %q, want %t", restored, s.commands, c.restore)
			}
			if last := s.commands[len(s.commands)-1]; last != "systemctl start kirana" {
				t.Errorf("the last command is %q, want systemctl start kirana: %q", last, s.commands)
			}
		})
	}
}
