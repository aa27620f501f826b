package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// installation is a binary of the shop with its data directory. An empty database URL means SQLite.
type installation struct{ program, dir, databaseURL string }

// binary is the path of the program that make build makes.
const binary = "bin/kirana"

// admin is the email of the administrator, as in the demo shop.
const admin, adminPassword = "admin@kirana.test", "kirana-admin-demo"

func newInstallation(program, databaseURL string) installation {
	return installation{program, must(os.MkdirTemp("", "kirana-bench-")), databaseURL}
}

func (i installation) remove() { _ = os.RemoveAll(i.dir) }

// command returns a command of the binary, with settings for a shop on the loopback address.
func (i installation) command(ctx context.Context, arguments ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, i.program, arguments...)
	command.Env = append(os.Environ(), "KIRANA_ADDR=127.0.0.1:0", "KIRANA_DATA_DIR="+i.dir, "KIRANA_DATABASE_URL="+i.databaseURL,
		"KIRANA_PUBLIC_URL=", "KIRANA_RATE_LIMITS=off")
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) }
	return command
}

// do runs a command of the binary to its end.
func (i installation) do(ctx context.Context, input string, arguments ...string) {
	command := i.command(ctx, arguments...)
	command.Stdin = strings.NewReader(input)
	if out, err := command.CombinedOutput(); err != nil {
		check(fmt.Errorf("%v: %w: %s", arguments, err, out))
	}
}

// addProducts imports a price list into a new shop.
func (i installation) addProducts(ctx context.Context, list string) {
	i.do(ctx, "", "import", "products", list, "--stock", "50")
}

// addAdmin creates the administrator of a shop without the demo's data.
func (i installation) addAdmin(ctx context.Context) {
	i.do(ctx, adminPassword, "admin", "create", "--email", admin, "--name", "Bench")
}

// shop is a running process of an installation.
type shop struct {
	installation

	url     string
	process *exec.Cmd
}

// openedPrefix precedes the URL in the line with which serve prints the shop's URL.
const openedPrefix = "The shop is open at "

// serve starts the shop and returns when it is open.
func (i installation) serve(ctx context.Context, arguments ...string) *shop {
	s := &shop{installation: i, process: i.command(ctx, append([]string{"serve"}, arguments...)...)}
	out := must(s.process.StdoutPipe())
	check(s.process.Start()) // fails if make build has not run
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if url, found := strings.CutPrefix(lines.Text(), openedPrefix); found {
			s.url = url
			return s
		}
	}
	s.stop()
	check(fmt.Errorf("%s did not open the shop", i.program))
	return nil
}

func (s *shop) stop() {
	_ = s.process.Process.Signal(syscall.SIGTERM)
	_ = s.process.Wait()
}

// close stops the shop and removes its data.
func (s *shop) close() {
	s.stop()
	s.remove()
}

// openDemo starts a new shop with the demo's data.
func openDemo(ctx context.Context, program, databaseURL string) *shop {
	return newInstallation(program, databaseURL).serve(ctx, "--demo")
}

// memory returns an entry of the process's status on Linux, such as VmRSS, in MiB.
func (s *shop) memory(entry string) int {
	status := string(must(os.ReadFile(s.proc("status"))))
	_, rest, _ := strings.Cut(status, entry+":")
	return must(strconv.Atoi(strings.Fields(rest)[0])) >> 10
}

func (s *shop) proc(file string) string {
	return filepath.Join("/proc", strconv.Itoa(s.process.Process.Pid), file)
}

// database is a database system that is measured.
type database struct{ name, url string }

// eachDatabase measures on SQLite, and on PostgreSQL where KIRANA_TEST_DATABASE_URL is set.
func eachDatabase(measure func(d database)) {
	measure(database{"SQLite", ""})
	if url := os.Getenv("KIRANA_TEST_DATABASE_URL"); url != "" {
		measure(database{"PostgreSQL", url})
	} else {
		fmt.Println("(PostgreSQL is left out: KIRANA_TEST_DATABASE_URL is not set; make bench sets it)")
	}
}
