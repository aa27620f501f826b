package app

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"kirana/internal/db"
	"kirana/internal/disk"
	"kirana/internal/fault"
)

// dataLock keeps a second process from serving the same data directory. It is released when the process ends, even by a
// crash. The file has content while a process serves, and after a crash.
type dataLock struct {
	file    *os.File
	crashed bool // the previous process did not end normally
}

// servingMark is the content of the lock file while a shop serves and after a crash.
const servingMark = "serving\n"

var errServed = errors.New("another Kirana is already serving the data directory")

func lockDataDir(dir string) (*dataLock, error) {
	// Only the owner can read the file. Serving, moving and upgrading a shop lock it; every command locks use.lock, too.
	file, err := os.OpenFile(filepath.Join(dir, "serve.lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock the data directory: %w", err)
	}
	if err := disk.Lock(file, true); err != nil {
		_ = file.Close()
		if !errors.Is(err, disk.ErrLocked) {
			return nil, fmt.Errorf("lock the data directory: %w", err)
		}
		return nil, fmt.Errorf("%w %s", errServed, dir)
	}
	before, err := file.Stat()
	if err != nil {
		_ = file.Close()
		return nil, fmt.Errorf("lock the data directory: %w", err)
	}
	return &dataLock{file: file, crashed: before.Size() > 0}, nil
}

// useShop marks the data directory as used until the file is closed. Several processes may use it, and may write. It
// returns db.ErrMoving while the shop is being moved.
func useShop(dir string) (*os.File, error) {
	file, err := lockUse(dir, false)
	if errors.Is(err, disk.ErrLocked) {
		return nil, db.ErrMoving
	}
	return file, err
}

// useAlone locks the data directory exclusively until the file is closed. It returns a fault.Conflict while another
// command uses the directory.
func useAlone(dir string) (*os.File, error) {
	file, err := lockUse(dir, true)
	if errors.Is(err, disk.ErrLocked) {
		return nil, fault.New(fault.Conflict, "in_use", "Another kirana command is using the shop in %s. Wait for it to finish, then move the shop.", dir)
	}
	return file, err
}

// useMode lets all users with access to the data directory take the lock.
const useMode = 0o644

func lockUse(dir string, exclusive bool) (*os.File, error) {
	// The first process creates the file, perhaps a command run by root. The shop's own user must be able to open it,
	// whatever the umask.
	file, err := os.OpenFile(filepath.Join(dir, "use.lock"), os.O_CREATE|os.O_RDONLY, useMode)
	if err != nil {
		return nil, fmt.Errorf("lock the data directory: %w", err)
	}
	_ = file.Chmod(useMode) // fails for users other than the owner, who set the mode before
	if err := disk.Lock(file, exclusive); err != nil {
		_ = file.Close()
		return nil, fmt.Errorf("lock the data directory: %w", err)
	}
	return file, nil
}

// markServing records that a shop serves. It ignores errors: a full disk must not keep the shop from starting.
func (l *dataLock) markServing() { _, _ = l.file.WriteAt([]byte(servingMark), 0) }

// markEnded records that the shop ended normally.
func (l *dataLock) markEnded() { _ = l.file.Truncate(0) }

func (l *dataLock) release() { _ = l.file.Close() }
