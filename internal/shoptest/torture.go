package shoptest

import "os"

// Torture reports whether tests run for `make torture`, which has more time than `make test`.
func Torture() bool { return os.Getenv("KIRANA_TORTURE") != "" }

// Rounds returns how often a test repeats itself: short in `make test`, long in `make torture`.
func Rounds(short, long int) int {
	if Torture() {
		return long
	}
	return short
}
