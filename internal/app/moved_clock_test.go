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

// movedClockVariable has the file of a movedClock. It makes the test binary run as the program on that clock.
const movedClockVariable = "KIRANA_TEST_CLOCK"

// movedClock is the machine's clock plus the duration that a file has. By that file, tests move the clock of another
// process.
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

// set moves the clock to the given duration after the machine's. It replaces the file at once, because the process may
// read it at any time.
func (c movedClock) set(moved time.Duration) error {
	if err := os.WriteFile(c.file+".new", []byte(moved.String()), 0o600); err != nil {
		return err
	}
	return os.Rename(c.file+".new", c.file)
}

// move moves the clock to a random time at most five hours before or after the machine's.
func (c movedClock) move(random *rand.Rand) error {
	return c.set(time.Duration(random.IntN(10*60)-5*60) * time.Minute)
}

// runMoved runs the test binary as the program, with the clock of a file.
func runMoved(file string, args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return runCommand(ctx, args, &console{version: "1.2.3", in: os.Stdin, out: os.Stdout, errors: os.Stderr, clock: movedClock{file}})
}

// serveMoved starts the shop with a clock that the test moves, and waits until it serves.
func serveMoved(t *testing.T, moved movedClock, args ...string) *served {
	t.Helper()
	cmd := command(t, append([]string{"serve", "--addr", "127.0.0.1:0", "--web-dir", storefront(t)}, args...)...)
	cmd.Env = append(cmd.Env, movedClockVariable+"="+moved.file)
	return serveProcess(t, cmd)
}
