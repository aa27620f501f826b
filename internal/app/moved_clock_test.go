package app

import (
	"context"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"kirana/internal/clock"
)

// asMoved names the file of a movedClock, by which the test binary runs as the program.
const asMoved = "KIRANA_TEST_CLOCK"

// movedClock is the machine's clock, moved by the duration in a file, so that tests move a process's clock.
type movedClock struct{ file string }

// Now returns the moved time in UTC.
func (c movedClock) Now() time.Time {
	text, err := os.ReadFile(c.file)
	if err != nil {
		panic(err)
	}
	moved, err := time.ParseDuration(string(text))
	if err != nil {
		panic(err)
	}
	return clock.System{}.Now().Add(moved)
}

func newMovedClock(t *testing.T) movedClock {
	t.Helper()
	c := movedClock{filepath.Join(t.TempDir(), "clock")}
	if err := c.set(0); err != nil {
		t.Fatal(err)
	}
	return c
}

// set moves the clock to so much after the machine's. The file is replaced: the process reads it at any time.
func (c movedClock) set(moved time.Duration) error {
	if err := os.WriteFile(c.file+".new", []byte(moved.String()), 0o600); err != nil {
		return err
	}
	return os.Rename(c.file+".new", c.file)
}

// move moves the clock to at most five hours before or after the machine's.
func (c movedClock) move(random *rand.Rand) error {
	return c.set(time.Duration(random.IntN(10*60)-5*60) * time.Minute)
}

// runMoved runs the test binary as the program, on the clock of a file.
func runMoved(file string, args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return runCommand(ctx, args, &console{version: "1.2.3", in: os.Stdin, out: os.Stdout, errors: os.Stderr, clock: movedClock{file}})
}

// serveMoved starts the shop on a clock that a test moves, and waits until it is open.
func serveMoved(t *testing.T, moved movedClock, args ...string) *served {
	t.Helper()
	cmd := command(t, append([]string{"serve", "--addr", "127.0.0.1:0", "--web-dir", storefront(t)}, args...)...)
	cmd.Env = append(cmd.Env, asMoved+"="+moved.file)
	return serveProcess(t, cmd)
}
