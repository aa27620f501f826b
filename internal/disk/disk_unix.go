//go:build unix

package disk

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// HasModes reports whether file modes control who may read a file.
const HasModes = true

// Lock locks a file until it is closed, exclusively or shared. It does not wait: a file locked elsewhere is ErrLocked.
func Lock(file *os.File, exclusive bool) error {
	kind := syscall.LOCK_SH
	if exclusive {
		kind = syscall.LOCK_EX
	}
	err := syscall.Flock(int(file.Fd()), kind|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrLocked
	}
	return err
}

// SyncFolder makes the names in an open folder durable.
func SyncFolder(folder *os.File) error {
	// Some network file systems cannot sync a folder; the files' bytes are synced already.
	if err := folder.Sync(); err != nil && !errors.Is(err, errors.ErrUnsupported) && !errors.Is(err, fs.ErrInvalid) {
		return err
	}
	return nil
}

// MakePrivateFolder makes a folder that only its owner and group can read.
func MakePrivateFolder(folder string) error { return MakeFolder(folder, 0o750) }

// Owner returns the id of the user who owns a file.
func Owner(about fs.FileInfo) (uid int, known bool) {
	stat, ok := about.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false
	}
	return int(stat.Uid), true
}

// Free returns the number of bytes that the user may still write to a folder's disk.
func Free(folder string) (uint64, error) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(folder, &disk); err != nil {
		return 0, err
	}
	return disk.Bavail * uint64(disk.Bsize), nil //nolint:gosec,unconvert,nolintlint // never negative; its type differs between systems
}
