// Command mutants measures how much the tests notice: it breaks one line of the program at a time, in a
// copy of the tree, and expects the nearest tests to fail.
//
//	go run -C tools ./mutants [-jobs N] [-check] [WORD…]
//
// Words select the mutants whose file contains one of them. With -check no test runs: only the list is
// compared with the program and the tests. The command fails when fewer than 95 % are killed, when a
// fragment does not occur exactly once in its file, when a mutant does not compile, when a named test
// does not exist, or when a test fails without a mutant.
package main

import (
	"context"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"time"
)

//go:embed mutants.txt
var mutantList string

const (
	minKilled   = 0.95
	testTimeout = 5 * time.Minute // a mutant whose test hangs counts as killed
)

// mutant is one change of one line.
type mutant struct {
	command     string // the nearest tests, run in the root of the tree
	path        string
	fragment    string // occurs exactly once in the file
	replacement string
}

type verdict string

const (
	killed   verdict = "killed"
	survived verdict = "SURVIVED"
	invalid  verdict = "INVALID" // it does not compile, so no test ran
)

// parse parses the list: "$ command" and a path hold for the mutants below them, and each mutant is
// a line "- fragment" with a line "+ replacement". # begins a comment.
func parse(text string) ([]mutant, error) {
	var mutants []mutant
	var current mutant
	for number, line := range strings.Split(text, "\n") {
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "$ "):
			current = mutant{command: line[2:]}
		case strings.HasPrefix(line, "- "):
			current.fragment = line[2:]
		case strings.HasPrefix(line, "+ ") || line == "+":
			current.replacement = strings.TrimPrefix(line[1:], " ")
			if current.command == "" || current.path == "" || current.fragment == "" {
				return nil, fmt.Errorf("mutants.txt:%d: a mutant needs a command, a path and a fragment", number+1)
			}
			mutants = append(mutants, current)
			current.fragment = ""
		default:
			current.path = line
		}
	}
	return mutants, nil
}

// checkFragments refuses fragments that do not occur exactly once in their file.
func checkFragments(root string, mutants []mutant) error {
	var errs []error
	for _, m := range mutants {
		content, err := os.ReadFile(filepath.Join(root, m.path))
		if err != nil {
			errs = append(errs, err)
		} else if n := strings.Count(string(content), m.fragment); n != 1 {
			errs = append(errs, fmt.Errorf("%s: %q stands there %d times, not once", m.path, m.fragment, n))
		}
	}
	return errors.Join(errs...)
}

// checkTests refuses a command whose test files do not exist, or whose -run has an alternative that
// matches no test of its package. Such a command would fail without a mutant, or skip a test that it
// names.
func checkTests(root string, mutants []mutant) error {
	var errs []error
	checked := map[string]bool{}
	for _, m := range mutants {
		if checked[m.command] {
			continue
		}
		checked[m.command] = true
		for _, file := range webTest.FindAllString(m.command, -1) {
			if _, err := os.Stat(filepath.Join(root, "web", file)); err != nil {
				errs = append(errs, err)
			}
		}
		chosen := goTests.FindStringSubmatch(m.command)
		if chosen == nil {
			continue
		}
		names, err := testNames(filepath.Join(root, chosen[2]))
		if err != nil {
			errs = append(errs, err)
		}
		for _, name := range strings.Split(chosen[1], "|") {
			if !strings.Contains(names, name) {
				errs = append(errs, fmt.Errorf("no test in %s has %q in its name", chosen[2], name))
			}
		}
	}
	return errors.Join(errs...)
}

var (
	webTest  = regexp.MustCompile(`src/\S+\.test\.tsx?`)
	goTests  = regexp.MustCompile(`-run '([^']+)' \./(\S+)`)
	testFunc = regexp.MustCompile(`(?m)^func (Test\w+)\(`)
)

// testNames returns the names of the tests of a folder, one a line.
func testNames(folder string) (string, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	var names strings.Builder
	for _, file := range files {
		content, readErr := os.ReadFile(file)
		err = errors.Join(err, readErr)
		for _, found := range testFunc.FindAllStringSubmatch(string(content), -1) {
			names.WriteString(found[1] + "\n")
		}
	}
	return names.String(), err
}

// copyTree copies the files that git tracks or would add, including uncommitted edits. The web
// app's packages are linked.
func copyTree(ctx context.Context, root, to string) error {
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	command := exec.CommandContext(ctx, "bash", "-euo", "pipefail", "-c",
		`git ls-files -co --exclude-standard -z | xargs -0 sh -c 'for f; do [ ! -e "$f" ] || printf "%s\0" "$f"; done' sh | tar --null -T - -cf - | tar -xf - -C "$1"`, "copy", to)
	command.Dir, command.Stderr = root, os.Stderr
	if err := command.Run(); err != nil {
		return fmt.Errorf("copy the tree: %w", err)
	}
	return os.Symlink(filepath.Join(root, "web/node_modules"), filepath.Join(to, "web/node_modules"))
}

// runTests runs a command in a tree and reports whether it succeeded.
func runTests(ctx context.Context, tree, command string) (ok bool, output string) {
	ctx, cancel := context.WithTimeout(ctx, testTimeout)
	defer cancel()
	tests := exec.CommandContext(ctx, "bash", "-euo", "pipefail", "-c", command)
	tests.Dir = tree
	tests.Env = append(os.Environ(), "KIRANA_TEST_DB=sqlite", "NO_COLOR=1")
	if info, err := os.Stat("/dev/shm"); err == nil && info.IsDir() {
		tests.Env = append(tests.Env, "TMPDIR=/dev/shm") // SQLite waits for the disk at each commit
	}
	// A process group, so that the tests' children are killed with it.
	tests.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	tests.Cancel = func() error { return syscall.Kill(-tests.Process.Pid, syscall.SIGKILL) }
	tests.WaitDelay = time.Second
	out, err := tests.CombinedOutput()
	return err == nil, string(out)
}

// try applies a mutant in a tree, runs its tests and reverts it.
func try(ctx context.Context, tree string, m mutant) (verdict, error) {
	path := filepath.Join(tree, m.path)
	original, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	mutated := strings.Replace(string(original), m.fragment, m.replacement, 1)
	if err := os.WriteFile(path, []byte(mutated), 0o644); err != nil {
		return "", err
	}
	ok, output := runTests(ctx, tree, m.command)
	if err := os.WriteFile(path, original, 0o644); err != nil {
		return "", err
	}
	switch {
	case ok:
		return survived, nil
	case strings.Contains(output, "[build failed]") || strings.Contains(output, "[setup failed]") || strings.Contains(output, "Transform failed"):
		return invalid, nil
	}
	return killed, ctx.Err()
}

// checkUnmutated fails when a command fails without a mutant: its failures would mean nothing.
func checkUnmutated(ctx context.Context, tree string, mutants []mutant) error {
	checked := map[string]bool{}
	for _, m := range mutants {
		if checked[m.command] {
			continue
		}
		checked[m.command] = true
		if ok, output := runTests(ctx, tree, m.command); !ok {
			return fmt.Errorf("without a mutant this fails already: %s\n%s", m.command, output)
		}
	}
	return nil
}

// result is the verdict on one mutant.
type result struct {
	mutant  mutant
	verdict verdict
	took    time.Duration
	err     error
}

// work tries mutants in its own tree until none are left.
func work(ctx context.Context, root string, queue <-chan []mutant, results chan<- result) {
	tree, err := os.MkdirTemp("", "mutants-")
	if err == nil {
		defer os.RemoveAll(tree)
		err = copyTree(ctx, root, tree)
	}
	for group := range queue {
		groupErr := err
		if groupErr == nil {
			groupErr = checkUnmutated(ctx, tree, group)
		}
		for _, m := range group {
			began := time.Now()
			r := result{mutant: m, err: groupErr}
			if groupErr == nil {
				r.verdict, r.err = try(ctx, tree, m)
			}
			r.took = time.Since(began)
			results <- r
		}
	}
}

// groups groups the mutants by command, so that each command runs without a mutant only once.
func groups(mutants []mutant, words []string) (chosen [][]mutant) {
	last := ""
	for _, m := range mutants {
		wanted := len(words) == 0
		for _, word := range words {
			wanted = wanted || strings.Contains(m.path, word)
		}
		if !wanted {
			continue
		}
		if m.command != last {
			chosen, last = append(chosen, nil), m.command
		}
		chosen[len(chosen)-1] = append(chosen[len(chosen)-1], m)
	}
	return chosen
}

// load reads the list, and finds the root of its tree.
func load(ctx context.Context) (root string, mutants []mutant, err error) {
	out, err := exec.CommandContext(ctx, "git", "rev-parse", "--show-toplevel").Output()
	if err != nil {
		return "", nil, fmt.Errorf("find the tree: %w", err)
	}
	root = strings.TrimSpace(string(out))
	if mutants, err = parse(mutantList); err != nil {
		return "", nil, err
	}
	return root, mutants, errors.Join(checkFragments(root, mutants), checkTests(root, mutants))
}

func run(ctx context.Context, jobs int, words []string) error {
	root, mutants, err := load(ctx)
	if err != nil {
		return err
	}
	queue, results := make(chan []mutant), make(chan result)
	var workers sync.WaitGroup
	for range jobs {
		workers.Go(func() { work(ctx, root, queue, results) })
	}
	go func() {
		for _, group := range groups(mutants, words) {
			queue <- group
		}
		close(queue)
		workers.Wait()
		close(results)
	}()
	return report(results)
}

func report(results <-chan result) error {
	counts := map[verdict]int{}
	var errs []error
	for r := range results {
		if r.err != nil {
			errs = append(errs, r.err)
			continue
		}
		counts[r.verdict]++
		fmt.Printf("%-8s %4.0f s  %s\n    - %s\n    + %s\n", r.verdict, r.took.Seconds(), r.mutant.path, r.mutant.fragment, r.mutant.replacement)
	}
	total := counts[killed] + counts[survived]
	fmt.Printf("\n%d of %d mutants killed, %d survived, %d do not compile\n", counts[killed], total, counts[survived], counts[invalid])
	if counts[invalid] > 0 || total == 0 || float64(counts[killed]) < minKilled*float64(total) {
		errs = append(errs, fmt.Errorf("at least %.0f %% must be killed, and every mutant must compile", 100*minKilled))
	}
	return errors.Join(errs...)
}

func main() {
	jobs := flag.Int("jobs", 2, "how many mutants are tried at once")
	onlyCheck := flag.Bool("check", false, "only compare the list with the program")
	flag.Parse()
	ctx := context.Background()
	var err error
	if *onlyCheck {
		_, _, err = load(ctx)
	} else {
		err = run(ctx, *jobs, flag.Args())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
