package app

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
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

// markServing records that a shop serves, until markEnded. On a full disk it does not,
// which must not keep the shop from starting.
func (l *dataLock) markServing() { _, _ = l.file.WriteAt([]byte(isServing), 0) }

// markEnded records that the shop has ended by itself.
func (l *dataLock) markEnded() { _ = l.file.Truncate(0) }

func (l *dataLock) release() { _ = l.file.Close() }
