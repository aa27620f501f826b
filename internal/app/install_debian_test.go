package app

import (
	"context"
	"crypto/sha256"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"kirana/internal/shoptest"
)

// fakeSystemctl replaces systemctl, and does what systemd would do with the one service: it runs ExecStart= as the
// service's user, with the settings file.
const fakeSystemctl = `#!/bin/sh
pid() { cat /run/kirana.pid 2>/dev/null; }
alive() { [ -n "$(pid)" ] && kill -0 "$(pid)" 2>/dev/null; }
start() {
  alive && return
  ( set -a; . /etc/kirana.env; KIRANA_DATA_DIR=/var/lib/kirana
    exec setpriv --reuid kirana --regid kirana --init-groups $(sed -n 's/^ExecStart=//p' /etc/systemd/system/kirana.service) ) >>/var/log/kirana.log 2>&1 &
  echo $! >/run/kirana.pid
}
stop() {
  alive || return 0
  kill "$(pid)"
  while alive; do sleep 0.1; done
}
case "$1" in
start) start ;;
stop | disable) stop ;;
restart) stop; start ;;
is-active) alive ;;
show) echo 0 ;;
esac
`

// installDebian installs a Debian of this machine's release, from its mirror, into a new folder.
func installDebian(t *testing.T) (root string) {
	t.Helper()
	if !shoptest.Long() {
		t.Skip("in make test-all only")
	}
	if os.Geteuid() != 0 {
		t.Skip("only root makes a tree of Debian")
	}
	if _, err := exec.LookPath("debootstrap"); err != nil {
		shoptest.SkipWithout(t, "debootstrap is not installed")
	}
	mirror := output(t, "apt-get", "indextargets", "--format", "$(REPO_URI) $(CODENAME)", "Created-By: Packages")
	words := strings.Fields(mirror)
	if len(words) < 2 {
		t.Fatalf("apt names the mirror %q, want an address and a codename", mirror)
	}
	root = t.TempDir()
	output(t, "debootstrap", "--variant=minbase", strings.TrimSuffix(words[1], "-security"), root, words[0])
	output(t, "mount", "-t", "proc", "proc", filepath.Join(root, "proc"))
	t.Cleanup(func() {
		if out, err := exec.Command("umount", filepath.Join(root, "proc")).CombinedOutput(); err != nil {
			t.Errorf("umount /proc of the chroot: %v %s", err, out)
		}
	})
	return root
}

func output(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.CommandContext(context.WithoutCancel(t.Context()), args[0], args[1:]...).CombinedOutput() // in a cleanup, too
	if err != nil {
		t.Fatalf("run %q: %v\n%s", args, err, out)
	}
	return string(out)
}

// documentedCommands returns the commands of each code block of a section of docs/operating.md.
func documentedCommands(t *testing.T, title string) (blocks [][]string) {
	t.Helper()
	text, err := os.ReadFile("../../docs/operating.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, found := strings.Cut(string(text), "\n## "+title+"\n")
	if !found {
		section, found = strings.CutPrefix(string(text), "## "+title+"\n")
	}
	if !found {
		t.Fatalf("the guide has no section %q", title)
	}
	section, _, _ = strings.Cut(section, "\n## ")
	for _, part := range strings.Split(section, "```sh\n")[1:] {
		block, _, _ := strings.Cut(part, "```")
		blocks = append(blocks, strings.Split(strings.TrimSpace(block), "\n"))
	}
	return blocks
}

// The test runs every command of the page unchanged in a newly installed Debian.
func TestInstall_worksInANewDebianAsDocumented(t *testing.T) {
	root := installDebian(t)
	program, err := os.ReadFile("../../bin/kirana")
	if err != nil {
		shoptest.SkipWithout(t, "bin/kirana is not built: make build")
	}
	address := freeAddress(t)
	name := "kirana-1.0-linux-" + runtime.GOARCH
	for file, content := range map[string]string{
		"usr/local/sbin/systemctl": fakeSystemctl, "root/" + name: string(program),
		"root/SHA256SUMS":                   fmt.Sprintf("%x  %s\n", sha256.Sum256(program), name),
		"root/kirana-NEW-linux-amd64":       string(program) + "\n", // other bytes, the same program
		"etc/kirana.env":                    fmt.Sprintf("KIRANA_ADDR=%s\nKIRANA_TLS_ADDR=%s\nKIRANA_REDIRECT_ADDR=%s\n", address, freeAddress(t), freeAddress(t)),
		"run/systemd/system/unused.service": "",
	} {
		if err := os.MkdirAll(filepath.Join(root, filepath.Dir(file)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, file), []byte(content), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	inside := func(line string) string {
		line = strings.ReplaceAll(line, "kirana-*-linux-amd64", name)
		return output(t, "chroot", root, "sh", "-c", "cd /root && "+line)
	}
	t.Cleanup(func() { inside("systemctl stop") })
	blocks := documentedCommands(t, "From a rented machine to an open shop in ten minutes")
	printed := ""
	for _, line := range blocks[0] {
		printed = inside(line)
	}
	if !strings.Contains(printed, "The shop is at https://shop.example.com and has no owner yet. Set it up, once, at https://shop.example.com/setup?token=") ||
		!strings.Contains(printed, "shop.example.com leads nowhere yet.") {
		t.Errorf("install printed %q, want the setup link, and that shop.example.com has no DNS record yet", printed)
	}
	for file, want := range map[string]string{
		"/etc/kirana.env": "600 root", "/var/lib/kirana": "750 kirana", "/var/lib/kirana/kirana.db": "600 kirana",
		"/usr/local/bin/kirana": "755 root", "/etc/systemd/system/kirana.service": "644 root",
	} {
		if got := strings.TrimSpace(inside("stat -c '%a %U' " + file)); got != want {
			t.Errorf("%s: %s, want %s", file, got, want)
		}
	}
	if status, body := get(t, "http://"+address+"/readyz"); status != http.StatusOK {
		t.Errorf("/readyz: %d %s, want %d", status, body, http.StatusOK)
	}
	for _, line := range append([]string{"kirana install"}, blocks[1]...) {
		printed += inside(line)
	}
	for _, sentence := range []string{"serves the shop. A copy of before is /var/lib/kirana/copies/upgrade-", "The service is removed. The shop's data is still in /var/lib/kirana"} {
		if !strings.Contains(printed, sentence) {
			t.Errorf("the commands did not print %q:\n%s", sentence, printed)
		}
	}
	inside("test -s /var/lib/kirana/kirana.db && test -s /etc/kirana.env && ! test -e /usr/local/bin/kirana")
}
