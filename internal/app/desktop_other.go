//go:build !windows

package app

import "runtime"

// hasOwnConsole reports whether the program was double-clicked: a file manager starts programs of
// the command line on Windows only.
func hasOwnConsole() bool { return false }

func browserCommand() []string {
	if runtime.GOOS == "darwin" {
		return []string{"open"}
	}
	return []string{"xdg-open"}
}

func defaultDataDir() string { return "./data" }
