package shoptest

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// SkipWithout skips a test that needs a program missing in a fresh clone. In CI and where
// KIRANA_TEST_DATABASE_URL is set, as in `make test`, which installs everything, it fails the test
// instead.
func SkipWithout(t testing.TB, what string) {
	t.Helper()
	if complete() {
		t.Fatal(what)
	}
	t.Skip(what)
}

func complete() bool { return os.Getenv("KIRANA_TEST_DATABASE_URL") != "" || os.Getenv("CI") != "" }

// Tool returns the path of a program listed as a tool in a go.mod of the project, for example "pebble" of
// "tools/go.mod". It downloads modules only where SkipWithout would fail the test.
func Tool(t testing.TB, modFile, name string) string {
	t.Helper()
	dir, err := projectDir()
	if err != nil {
		t.Fatal(err)
	}
	return output(t, filepath.Join(dir, "scripts", "tool.sh"), modFile, name)
}

// ToolModule returns the folder of a module that a go.mod of the project requires.
func ToolModule(t testing.TB, modFile, module string) string {
	t.Helper()
	output(t, "go", "mod", "download", "-modfile="+modPath(t, modFile), module)
	return output(t, "go", "list", "-modfile="+modPath(t, modFile), "-m", "-f", "{{.Dir}}", module)
}

func output(t testing.TB, program string, args ...string) string {
	t.Helper()
	command := exec.CommandContext(t.Context(), program, args...)
	if !complete() {
		command.Env = append(os.Environ(), "GOPROXY=off")
	}
	printed, err := command.Output()
	if err != nil {
		text := ""
		if failed, ok := errors.AsType[*exec.ExitError](err); ok {
			text = ": " + strings.TrimSpace(string(failed.Stderr))
		}
		SkipWithout(t, "a tool of the tests is not downloaded (make test does it): "+program+" "+strings.Join(args, " ")+text)
	}
	return strings.TrimSpace(string(printed))
}

func modPath(t testing.TB, modFile string) string {
	t.Helper()
	dir, err := projectDir()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, modFile)
}

// projectDir returns the project's folder above the tests' working directory.
func projectDir() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("no go.mod above the working directory")
		}
		dir = parent
	}
}
