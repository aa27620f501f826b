//go:build !windows

package app

import "runtime"

// hasOwnConsole reports whether the program was double-clicked. Only Windows opens command-line programs by double click.
func hasOwnConsole() bool { return false }

func browserCommand() []string {
	if runtime.GOOS == "darwin" {
		return []string{"open"}
	}
	return []string{"xdg-open"}
}

func defaultDataDir() string { return "./data" }
