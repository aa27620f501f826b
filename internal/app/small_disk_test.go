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

// smallDisk is a file system of its own, which a test fills.
type smallDisk struct{ dir string }

// newSmallDisk mounts a file system of so many megabytes; nil where that is not allowed.
func newSmallDisk(t *testing.T, size string) *smallDisk {
	t.Helper()
	return newSmallDiskAt(t, t.TempDir(), size)
}

func newSmallDiskAt(t *testing.T, dir, size string) *smallDisk {
	t.Helper()
	if out, err := exec.CommandContext(t.Context(), "mount", "-t", "tmpfs", "-o", "size="+size, "none", dir).CombinedOutput(); err != nil {
		t.Logf("no disk of its own is tried, because none can be mounted here: %s", out)
		return nil
	}
	t.Cleanup(func() { _ = exec.Command("umount", "--lazy", dir).Run() }) // the test's context has ended by then
	return &smallDisk{dir}
}

func (d *smallDisk) filler() string { return filepath.Join(d.dir, "filler") }

// fill leaves no page of the disk free.
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

// free undoes fill.
func (d *smallDisk) free() error { return os.Remove(d.filler()) }

// zeros reads endless zero bytes.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}
