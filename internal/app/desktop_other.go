//go:build !windows

package app

import (
	"os/exec"
	"runtime"
)

// hasOwnConsole reports whether the program was double-clicked. Elsewhere than on Windows that
// starts no program of the command line.
func hasOwnConsole() bool { return false }

// openBrowser opens an address in the user's browser. Its failure keeps the shop from nothing: the
// address is printed, too.
func openBrowser(address string) {
	program := "xdg-open"
	if runtime.GOOS == "darwin" {
		program = "open"
	}
	_ = exec.Command(program, address).Start() //nolint:gosec,noctx // G204: the shop's own address; the browser outlives the shop
}

func defaultDataDir() string { return "./data" }
