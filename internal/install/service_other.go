//go:build !windows

package install

import (
	"context"
	"errors"
)

var errNoService = errors.New("`kirana service` is for Windows; on Debian and Ubuntu, `kirana install` runs the shop at start")

// RunService returns an error, as this is not Windows.
func RunService(Serve) error { return errNoService }

// InstallService returns an error, as this is not Windows.
func InstallService(_ context.Context, _, _ string) error { return errNoService }

// UninstallService returns an error, as this is not Windows.
func UninstallService(context.Context) error { return errNoService }
