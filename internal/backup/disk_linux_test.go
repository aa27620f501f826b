package backup_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"kirana/internal/backup"
	"kirana/internal/shoptest"
)

// smallDisk mounts a file system of half a megabyte, and returns its folder.
func smallDisk(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("none", dir, "tmpfs", 0, "size=512k"); err != nil {
		t.Skipf("a small disk cannot be made here: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, 0) })
	return dir
}

func TestFullDisk_leavesNoPartialCopyOrRestore(t *testing.T) {
	t.Parallel()
	disk := smallDisk(t)
	s := open(t, "")
	shoptest.ManyOrders(t, s.DB, 2000)
	if _, err := s.write(t.Context(), filepath.Join(disk, "copy"), ""); err == nil {
		t.Errorf("backup to a full disk: %v, want an error", err)
	}
	if left := list(t, disk); len(left) > 0 {
		t.Errorf("backup to a full disk left %v, want nothing", left)
	}
	file, _ := s.makeCopy(t, "")
	for _, dir := range []string{disk, filepath.Join(disk, "new")} {
		if _, err := backup.Restore(t.Context(), file, backup.Target{DataDir: dir}); !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("restore to a full disk: %v, want ENOSPC", err)
		}
		if left := list(t, disk); len(left) > 0 {
			t.Errorf("restore to a full disk left %v, want nothing", left)
		}
	}
	if _, err := os.Lstat(filepath.Join(disk, "new")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}
