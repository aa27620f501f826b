package app

import (
	"os"
	"strings"
	"testing"

	"kirana/internal/shoptest"
	"kirana/internal/shoptest/s3test"
)

// asProgram makes the test binary run as the program itself, so that tests can start it and send it
// signals.
const asProgram = "KIRANA_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		os.Exit(Main("1.2.3", os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	for _, variable := range s3test.Environment() { // of the buckets that tests open in this process
		name, value, _ := strings.Cut(variable, "=")
		if err := os.Setenv(name, value); err != nil {
			panic(err)
		}
	}
	shoptest.Main(m)
}
