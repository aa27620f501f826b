package app

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"kirana/internal/db"
	"kirana/internal/fault"
)

// dataLock keeps a second shop away from the same data directory. It ends with the
// process, however that ends; its file says whether the last one ended by itself.
type dataLock struct {
	file    *os.File
	crashed bool // the shop that had it last
}

// isServing stands in the lock's file while a shop serves, and after it was killed.
const isServing = "serving\n"

func lockDataDir(dir string) (*dataLock, error) {
	// Its owner's alone: who serves writes into it, and commands that only look need use.lock.
	file, err := os.OpenFile(filepath.Join(dir, "serve.lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock the data folder: %w", err)
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = file.Close()
		return nil, errors.New("another kirana serves the data folder " + dir + " already")
	}
	before, err := file.Stat()
	if err != nil {
		_ = file.Close()
		return nil, fmt.Errorf("lock the data folder: %w", err)
	}
	return &dataLock{file: file, crashed: before.Size() > 0}, nil
}

// useShop marks the data directory as used by a process that may write into its shop,
// beside others that do, until the file is closed. While the shop is moved it is a
// fault.Conflict.
func useShop(dir string) (*os.File, error) {
	file, err := flockUse(dir, syscall.LOCK_SH)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, db.ErrMoving
	}
	return file, err
}

// useAlone takes the data directory for a process that nobody may write beside, until the
// file is closed.
func useAlone(dir string) (*os.File, error) {
	file, err := flockUse(dir, syscall.LOCK_EX)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, fault.New(fault.Conflict, "in_use", "Another kirana command works on the shop in %s. Wait until it has ended, then move the shop.", dir)
	}
	return file, err
}

// useMode lets everyone who reaches the data folder take part in its use.
const useMode = 0o644

func flockUse(dir string, kind int) (*os.File, error) {
	// Nothing stands in the file, and whoever comes first makes it: root's command must not lock out
	// the shop's own user, whatever root's umask.
	file, err := os.OpenFile(filepath.Join(dir, "use.lock"), os.O_CREATE|os.O_RDONLY, useMode)
	if err != nil {
		return nil, fmt.Errorf("lock the data folder: %w", err)
	}
	_ = file.Chmod(useMode) // others than its owner cannot, and need not
	if err := syscall.Flock(int(file.Fd()), kind|syscall.LOCK_NB); err != nil {
		_ = file.Close()
		return nil, fmt.Errorf("lock the data folder: %w", err)
	}
	return file, nil
}

// markServing records that a shop serves, until markEnded. On a full disk it does not,
// which must not keep the shop from starting.
func (l *dataLock) markServing() { _, _ = l.file.WriteAt([]byte(isServing), 0) }

// markEnded records that the shop has ended by itself.
func (l *dataLock) markEnded() { _ = l.file.Truncate(0) }

func (l *dataLock) release() { _ = l.file.Close() }
