// Package install installs the shop as a systemd service on Debian and Ubuntu, or as a Windows service, and upgrades it.
package install

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"kirana/internal/disk"
)

const (
	programFile  = "/usr/local/bin/kirana"
	unitFile     = "/etc/systemd/system/kirana.service"
	settingsFile = "/etc/kirana.env"
	dataDir      = "/var/lib/kirana"
	systemdDir   = "/run/systemd/system" // exists where systemd runs
	account      = "kirana"              // the service's user and group
)

// Machine is the operating system that the shop is installed on.
type Machine struct {
	Root         string // root folder; "/" outside of tests
	Run          Runner
	LookupHost   func(ctx context.Context, host string) ([]string, error)
	Listen       func(address string) error // returns an error if an address is in use
	Clock        interface{ Now() time.Time }
	Architecture string        // GOARCH
	ReadyTimeout time.Duration // limits a start
}

// Command is a program to run, with its arguments and its whole environment.
type Command struct {
	Args        []string
	Environment []string
}

// Runner runs a command and returns its standard output. Its error has the last line of the command's standard error.
type Runner func(ctx context.Context, command Command) (string, error)

// Run is the Runner for a real machine.
func Run(ctx context.Context, command Command) (string, error) {
	cmd := exec.CommandContext(ctx, command.Args[0], command.Args[1:]...) //nolint:gosec // G204: the commands of this package
	cmd.Env = command.Environment
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s: %s", filepath.Base(command.Args[0]), cmp.Or(lastLine(errs.String()), err.Error()))
	}
	return out.String(), nil
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}

// path returns the path of a file below Root.
func (m Machine) path(name string) string { return filepath.Join(m.Root, name) }

// read returns a file's content; "" if it does not exist.
func (m Machine) read(name string) (string, error) {
	content, err := os.ReadFile(m.path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return string(content), err
}

// write replaces a file atomically.
func (m Machine) write(name string, content []byte, mode fs.FileMode) error {
	return disk.ReplaceFile(m.path(name), bytes.NewReader(content), mode)
}

// run runs a command as root.
func (m Machine) run(ctx context.Context, args ...string) (string, error) {
	return m.Run(ctx, Command{Args: args, Environment: environment})
}

// environment is the environment of commands, besides the shop's settings.
var environment = []string{"PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8"}

// runAsShop runs a command as the service's user, with the shop's settings.
func (m Machine) runAsShop(ctx context.Context, args ...string) (string, error) {
	settings, err := m.settings()
	if err != nil {
		return "", err
	}
	command := Command{
		Args:        append([]string{"runuser", "-u", account, "--"}, args...),
		Environment: append(environment[:len(environment):len(environment)], "HOME="+m.path(dataDir)),
	}
	settings["KIRANA_DATA_DIR"] = cmp.Or(settings["KIRANA_DATA_DIR"], m.path(dataDir))
	for name, value := range settings {
		command.Environment = append(command.Environment, name+"="+value)
	}
	return m.Run(ctx, command)
}

// settings returns the variables of the settings file.
func (m Machine) settings() (map[string]string, error) {
	text, err := m.read(settingsFile)
	if err != nil {
		return nil, err
	}
	return parseSettings(text), nil
}
