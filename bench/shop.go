package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
)

// shop is the real binary with its demo stock, on a folder of its own.
type shop struct {
	url     string
	dir     string
	process *exec.Cmd
}

const binary = "bin/kirana"

// opened begins the line by which serve says where it is.
const opened = "The shop is open at "

// openShop opens a shop with the products of a price list, or of the demo where that is "".
func openShop(ctx context.Context, databaseURL, priceList string) (*shop, error) {
	dir, err := os.MkdirTemp("", "kirana-bench-")
	if err != nil {
		return nil, err
	}
	environment := shopEnvironment(dir, databaseURL)
	arguments := []string{"serve", "--demo"}
	if priceList != "" {
		arguments = []string{"serve"}
		imported := exec.CommandContext(ctx, binary, "import", "products", priceList, "--stock", "50")
		imported.Env = environment
		if out, err := imported.CombinedOutput(); err != nil {
			return nil, errors.Join(fmt.Errorf("import %s: %w: %s", priceList, err, out), os.RemoveAll(dir))
		}
	}
	return startShop(ctx, binary, dir, environment, arguments...)
}

// startShop runs a program on a folder until the shop is open.
func startShop(ctx context.Context, program, dir string, environment []string, arguments ...string) (*shop, error) {
	s := &shop{dir: dir, process: exec.CommandContext(ctx, program, arguments...)}
	s.process.Env = environment
	s.process.Cancel = func() error { return s.process.Process.Signal(syscall.SIGTERM) }
	out, err := s.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.process.Start(); err != nil {
		return nil, fmt.Errorf("start %s (make build makes it): %w", program, err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if url, found := strings.CutPrefix(lines.Text(), opened); found {
			s.url = url
			return s, nil
		}
	}
	s.close()
	return nil, fmt.Errorf("%s did not open the shop", program)
}

// shopEnvironment is that of a shop on a folder which nobody else can reach.
func shopEnvironment(dir, databaseURL string) []string {
	return append(os.Environ(), "KIRANA_ADDR=127.0.0.1:0", "KIRANA_DATA_DIR="+dir, "KIRANA_DATABASE_URL="+databaseURL,
		"KIRANA_PUBLIC_URL=", "KIRANA_RATE_LIMITS=off")
}

func (s *shop) close() {
	_ = s.process.Process.Signal(syscall.SIGTERM)
	_ = s.process.Wait()
	_ = os.RemoveAll(s.dir)
}
