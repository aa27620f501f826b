package app

import (
	"os"
	"testing"

	"kirana/internal/shoptest"
)

// asProgram makes the test binary be the program itself, so that tests can start
// it and send it signals.
const asProgram = "KIRANA_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		os.Exit(Main("1.2.3", os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	shoptest.Main(m)
}
