package app

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"syscall"

	"kirana/internal/config"
	"kirana/internal/disk"
	"kirana/internal/install"
)

// runDoubleClicked serves the shop and opens it in the browser. It keeps the window open after an error until Enter is
// pressed.
func runDoubleClicked(version string, in io.Reader, out, errs io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	fmt.Fprintln(out, "The shop is open as long as this window is. `kirana service install` runs it without one.")
	code := runCommand(ctx, []string{"serve", "--open"}, &console{version: version, in: in, out: out, errors: errs})
	if code != 0 {
		fmt.Fprint(out, "Press Enter to close this window.")
		_, _ = bufio.NewReader(in).ReadString('\n')
	}
	return code
}

// openBrowser opens an address in the user's browser. It ignores errors, since the address is also printed.
func openBrowser(ctx context.Context, address string) {
	command := append(browserCommand(), address)
	_ = exec.CommandContext(context.WithoutCancel(ctx), command[0], command[1:]...).Start() //nolint:gosec // G204: the shop's own address
}

// serviceLog is the file in the data directory that a Windows service writes to.
const serviceLog = "kirana.log"

// maxServiceLog is the size in bytes at which a Windows service starts a new log.
const maxServiceLog = 10 << 20

// serviceRunCommand is the command by which Windows starts the service.
type serviceRunCommand struct{ config.Flags }

// Run serves the shop as a Windows service. A service has no console, so it logs to a file in the data directory.
func (s serviceRunCommand) Run(c *console) error {
	log, err := openServiceLog(s.DataDir)
	if err != nil {
		return err
	}
	defer func() { _ = log.Close() }()
	return install.RunService(func(ctx context.Context) error {
		err := serveCommand{Flags: s.Flags}.Run(ctx, &console{version: c.version, out: log, errors: log})
		if err != nil {
			fmt.Fprintf(log, "kirana: %s\n", sentence(err))
		}
		return err
	})
}

func openServiceLog(dir string) (*os.File, error) {
	if err := disk.MakePrivateFolder(dir); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer func() { _ = root.Close() }()
	if about, err := root.Stat(serviceLog); err == nil && about.Size() > maxServiceLog {
		if err := root.Rename(serviceLog, serviceLog+".1"); err != nil {
			return nil, err
		}
	}
	return root.OpenFile(serviceLog, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
}

type serviceInstallCommand struct{ config.Flags }

// Run installs the service and prints the shop's address.
func (s serviceInstallCommand) Run(ctx context.Context, c *console) error {
	if _, err := s.Parse(); err != nil {
		return err
	}
	if err := install.InstallService(ctx, s.DataDir, s.Addr); err != nil {
		return err
	}
	return setupLinkCommand(s).Run(ctx, c)
}

type serviceUninstallCommand struct{ config.Storage }

// Run removes the service and keeps the data.
func (s serviceUninstallCommand) Run(ctx context.Context, c *console) error {
	if err := install.UninstallService(ctx); err != nil {
		return err
	}
	_, err := fmt.Fprintf(c.out, "The service is removed. The shop's data is still in %s.\n", s.DataDir)
	return err
}
