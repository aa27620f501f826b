package app

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// smallDisk is a separate file system that a test can fill.
type smallDisk struct{ dir string }

// newSmallDisk mounts a file system of the given size, such as "8m". It returns nil if mounting is not allowed.
func newSmallDisk(t *testing.T, size string) *smallDisk {
	t.Helper()
	return newSmallDiskAt(t, t.TempDir(), size)
}

func newSmallDiskAt(t *testing.T, dir, size string) *smallDisk {
	t.Helper()
	if out, err := exec.CommandContext(t.Context(), "mount", "-t", "tmpfs", "-o", "size="+size, "none", dir).CombinedOutput(); err != nil {
		t.Logf("the test on a separate disk is skipped, because none can be mounted here: %s", out)
		return nil
	}
	t.Cleanup(func() { _ = exec.Command("umount", "--lazy", dir).Run() }) // the test's context has ended by then
	return &smallDisk{dir}
}

func (d *smallDisk) filler() string { return filepath.Join(d.dir, "filler") }

// fill writes a file until the disk is full.
func (d *smallDisk) fill() error {
	file, err := os.Create(d.filler())
	if err != nil {
		return err
	}
	if _, err = io.Copy(struct{ io.Writer }{file}, zeros{}); !errors.Is(err, syscall.ENOSPC) {
		return errors.Join(err, file.Close())
	}
	return file.Close()
}

// free removes the file that fill has written.
func (d *smallDisk) free() error { return os.Remove(d.filler()) }

// zeros reads endless zero bytes.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}
