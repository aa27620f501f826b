package app

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"kirana/internal/backup"
	"kirana/internal/db"
)

func TestPower_losesNoReportedCopyOrOrderWhenItFailsWhileTheShopServes(t *testing.T) {
	t.Parallel()
	cuts, root := powerCuts(t, 0, 40), t.TempDir()
	dir, copied := filepath.Join(root, "shop"), filepath.Join(root, "new.copy")
	makeFolder(t, dir)
	copyDemo(t, dir)
	p := newPowerRecord(t, root)
	p.concurrent = newConcurrentCommand(t, "Copied ", "backup", copied, "--data-dir", dir)
	p.serve(t, func(shop *served) []string {
		return shop.takesOrders(t, func(buyers *load) {
			buyers.reaches(t, 30)
			p.concurrent.run(t)
			until(t, "the copy", func() bool { return exists(copied) })
			buyers.reaches(t, buyers.confirmed()+30)
		})
	}, "--data-dir", dir)
	before := p.reportedBeforeCopy(t)
	t.Logf("%d orders confirmed before the copy began", len(before))
	opened, fresh := 0, filepath.Join(t.TempDir(), "restored")
	expect := func(state string, reported []string) error {
		orders := slices.DeleteFunc(slices.Clone(reported), p.concurrent.hasPrinted)
		if err := lostOrders(t.Context(), filepath.Join(state, "shop"), orders); err != nil {
			return err
		}
		file := filepath.Join(state, "new.copy")
		if _, err := backup.Verify(t.Context(), file, ""); err != nil {
			if len(orders) < len(reported) {
				return fmt.Errorf("the copy that was reported as made: %w", err)
			}
			return nil // an unfinished copy may be broken, as verify reports
		}
		if opened++; opened%5 != 0 {
			return nil
		}
		if err := os.RemoveAll(fresh); err != nil {
			return err
		}
		_, err := backup.Restore(t.Context(), file, backup.Target{DataDir: fresh})
		return errors.Join(err, lostOrders(t.Context(), fresh, before))
	}
	p.expectNoneFails(t, cuts, expect)
	p.expectSomeFail(t, cuts, func(path string) bool { return filepath.Base(path) == "archive" }, "the sync of the copy", expect)
	p.expectSomeFail(t, cuts, func(path string) bool { return path == root }, "the sync of its name", expect)
	p.expectSomeFail(t, cuts, func(path string) bool { return filepath.Base(path) == db.FileName+"-wal" }, "the syncs of the write-ahead log", expect)
}

// reportedBeforeCopy returns the orders that were confirmed before the copy was started.
func (p *powerRecord) reportedBeforeCopy(t *testing.T) (orders []string) {
	t.Helper()
	for _, c := range p.calls {
		if c.kind == "mkdir" && strings.HasPrefix(filepath.Base(c.path), ".kirana-copy-") {
			return orders
		}
		orders = append(orders, c.reported...)
	}
	t.Fatal("no copy was begun")
	return nil
}

// concurrentCommand is a command of the program that starts while a shop serves, and is recorded together with it.
type concurrentCommand struct {
	args           []string
	lastLinePrefix string // of the last line that it prints
	startPipe      string // a named pipe; a line written to it starts the command
}

func newConcurrentCommand(t *testing.T, lastLinePrefix string, args ...string) *concurrentCommand {
	t.Helper()
	b := &concurrentCommand{args: args, lastLinePrefix: lastLinePrefix, startPipe: filepath.Join(t.TempDir(), "start")}
	if err := syscall.Mkfifo(b.startPipe, 0o600); err != nil {
		t.Fatal(err)
	}
	return b
}

func (c *concurrentCommand) hasPrinted(text string) bool {
	return strings.HasPrefix(text, c.lastLinePrefix)
}

// startWith makes serve also start b, which waits until run is called. A single strace records the calls of both in their
// order.
func (c *concurrentCommand) startWith(t *testing.T, serve *exec.Cmd) {
	t.Helper()
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Fatal(err)
	}
	words := ""
	for i := range c.args {
		words += fmt.Sprintf(` "${%d}"`, i+2)
	}
	script := fmt.Sprintf(`(read -r _ <"$0" && exec "$1"%s) & shift %d; exec "$@"`, words, len(c.args)+1)
	serve.Args = slices.Concat([]string{sh, "-c", script, c.startPipe, serve.Path}, c.args, []string{serve.Path}, serve.Args[1:])
	serve.Path = sh
}

// run starts the command.
func (c *concurrentCommand) run(t *testing.T) {
	t.Helper()
	if err := os.WriteFile(c.startPipe, []byte("\n"), 0o600); err != nil {
		t.Fatal(err)
	}
}

// cancel unblocks a command that was not started; it exits without running.
func (c *concurrentCommand) cancel() {
	if pipe, err := os.OpenFile(c.startPipe, os.O_WRONLY|syscall.O_NONBLOCK, 0); err == nil {
		_ = pipe.Close()
	}
}
