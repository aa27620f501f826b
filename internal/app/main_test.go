package app

import (
	"context"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"kirana/internal/config"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/s3test"
)

// programVariable makes the test binary run as the program itself, so that tests can start it and send it signals.
const programVariable = "KIRANA_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if file := os.Getenv(movedClockVariable); file != "" {
		os.Exit(runMoved(file, os.Args[1:]))
	}
	if os.Getenv(programVariable) != "" {
		os.Exit(runAsVersion(os.Args[1:]))
	}
	for _, variable := range s3test.Environment() { // for the buckets that tests open in this process
		name, value, _ := strings.Cut(variable, "=")
		if err := os.Setenv(name, value); err != nil {
			panic(err)
		}
	}
	shoptest.Main(m, removeDemoFolder)
}

// demoDir is the folder that demoFolder has created, or "".
var demoDir string

func removeDemoFolder() { _ = os.RemoveAll(demoDir) }

// demoFolder creates the data folder of a demo shop, only once because filling it takes seconds.
var demoFolder = sync.OnceValues(func() (dir string, err error) {
	if dir, err = os.MkdirTemp("", "kirana-demo-"); err != nil {
		return "", err
	}
	demoDir = dir
	settings := config.Config{}
	settings.DataDir = dir
	f, err := openFeatures(context.Background(), settings, discard())
	if err != nil {
		return "", err
	}
	defer f.close()
	return dir, stockDemo(context.Background(), f, io.Discard)
})

// copyDemo copies the demo shop into a new data folder.
func copyDemo(t testing.TB, dir string) {
	t.Helper()
	from, err := demoFolder()
	if err != nil {
		t.Fatal(err)
	}
	// Unlike os.CopyFS, cp keeps the files' modes.
	if out, err := exec.CommandContext(t.Context(), "cp", "-a", from+"/.", dir).CombinedOutput(); err != nil {
		t.Fatalf("copy the demo: %v: %s", err, out)
	}
}
