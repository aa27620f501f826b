package shoptest

import "os"

// Long reports whether tests run in their long form, for `make test-all` and `make torture`.
func Long() bool { return os.Getenv("KIRANA_TEST_LONG") != "" }

// Rounds returns the number of repetitions of a test: short in `make test`, long in `make
// test-all`.
func Rounds(short, long int) int {
	if Long() {
		return long
	}
	return short
}
