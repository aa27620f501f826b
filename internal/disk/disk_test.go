package disk_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"kirana/internal/disk"
)

func open(t *testing.T, name string) *os.File {
	t.Helper()
	file, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	return file
}

func TestLock_isHeldUntilTheFileIsClosed(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "serve.lock")
	first, second := open(t, name), open(t, name)
	if err := disk.Lock(first, true); err != nil {
		t.Fatal(err)
	}
	for _, exclusive := range []bool{true, false} {
		if err := disk.Lock(second, exclusive); !errors.Is(err, disk.ErrLocked) {
			t.Errorf("lock, exclusive %t, beside an exclusive lock: %v, want ErrLocked", exclusive, err)
		}
	}
	if _, err := first.WriteString("serving\n"); err != nil {
		t.Errorf("write by the lock's holder: %v", err)
	}
	if text, err := os.ReadFile(name); err != nil || string(text) != "serving\n" {
		t.Errorf("read by others: %q, %v, want \"serving\\n\"", text, err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if err := disk.Lock(second, false); err != nil {
		t.Errorf("lock once the first was closed: %v", err)
	}
	third := open(t, name)
	if err := disk.Lock(third, false); err != nil {
		t.Errorf("a shared lock beside a shared one: %v", err)
	}
	if err := disk.Lock(open(t, name), true); !errors.Is(err, disk.ErrLocked) {
		t.Errorf("an exclusive lock beside shared ones: %v, want ErrLocked", err)
	}
}

func TestFolder_isSyncedAndHasRoom(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	folder, err := os.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = folder.Close() }()
	if err := disk.SyncFolder(folder); err != nil {
		t.Error(err)
	}
	if free, err := disk.Free(dir); err != nil || free == 0 {
		t.Errorf("%d bytes are free, %v, want some", free, err)
	}
	if _, err := disk.Free(filepath.Join(dir, "none")); err == nil {
		t.Error("a missing folder has room")
	}
}
