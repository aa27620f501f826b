//go:build !windows

package install

import (
	"context"
	"errors"
)

var errNoService = errors.New("`kirana service` is for Windows; on Debian and Ubuntu, `kirana install` runs the shop at start")

// RunService runs the program as a Windows service.
func RunService(Serve) error { return errNoService }

// InstallService installs this program as a Windows service that serves the data directory.
func InstallService(_ context.Context, _, _ string) error { return errNoService }

// UninstallService removes the Windows service and keeps the data.
func UninstallService(context.Context) error { return errNoService }
