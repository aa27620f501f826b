package app

import (
	"bytes"
	"os"
	"strconv"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// openTerminal returns both ends of a pseudo-terminal. A program uses tty; what is written to keyboard is its input,
// and what is read from keyboard its output.
func openTerminal(t *testing.T) (keyboard, tty *os.File) {
	t.Helper()
	keyboard, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no pseudo-terminal: %v", err)
	}
	t.Cleanup(func() { _ = keyboard.Close() })
	descriptor := int(keyboard.Fd())
	if err := unix.IoctlSetPointerInt(descriptor, unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	number, err := unix.IoctlGetInt(descriptor, unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	if tty, err = os.OpenFile("/dev/pts/"+strconv.Itoa(number), os.O_RDWR|unix.O_NOCTTY, 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tty.Close() })
	return keyboard, tty
}

// promptWriter calls prompted when something is written to it.
type promptWriter struct {
	bytes.Buffer
	prompted func()
}

func (w *promptWriter) Write(p []byte) (int, error) {
	n, err := w.Buffer.Write(p)
	if w.prompted != nil {
		w.prompted()
		w.prompted = nil
	}
	return n, err
}

func TestReadPassword_doesNotEchoOnATerminal(t *testing.T) {
	t.Parallel()
	keyboard, tty := openTerminal(t)
	echo := func() bool {
		settings, err := unix.IoctlGetTermios(int(tty.Fd()), unix.TCGETS)
		if err != nil {
			t.Error(err)
			return false
		}
		return settings.Lflag&unix.ECHO != 0
	}
	if !echo() {
		t.Fatal("the terminal does not echo to begin with")
	}
	typed := make(chan struct{}) // closed when the goroutine no longer uses the terminal
	prompt := &promptWriter{prompted: func() {
		go func() {
			defer close(typed)
			for echo() { // a person types after the prompt, when the echo is off
				time.Sleep(time.Millisecond)
			}
			_, _ = keyboard.WriteString("seven mangoes\n")
		}()
	}}
	type outcome struct {
		password string
		err      error
	}
	read := make(chan outcome, 1)
	go func() {
		password, err := readPassword(tty, prompt)
		read <- outcome{password, err}
	}()
	select {
	case got := <-read:
		<-typed
		if got.err != nil || got.password != "seven mangoes" || prompt.String() != "Password: \n" {
			t.Errorf("read %q after the prompt %q: %v, want %q and %q", got.password, prompt.String(), got.err, "seven mangoes", "Password: \n")
		}
	case <-time.After(10 * time.Second):
		t.Fatal("the terminal still echoes typed text")
	}
	if !echo() {
		t.Error("the terminal does not echo any more afterwards")
	}
}
