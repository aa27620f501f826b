// Package disk has the file operations that differ between operating systems: locks, synced folders, owners and free
// space.
package disk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrLocked is returned by Lock for a file that another process has locked.
var ErrLocked = errors.New("disk: the file is locked")

// MakeFolder creates a folder and its missing parents, and syncs their names: otherwise a power cut could remove them
// with the synced files inside.
func MakeFolder(folder string, mode fs.FileMode) error {
	missing := []string{}
	for parent := filepath.Clean(folder); ; parent = filepath.Dir(parent) {
		if _, err := os.Lstat(parent); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		missing = append(missing, parent)
	}
	if err := os.MkdirAll(folder, mode); err != nil {
		return err
	}
	for _, made := range missing {
		if err := SyncNames(filepath.Dir(made)); err != nil {
			return err
		}
	}
	return nil
}

// SyncNames makes the names in a folder durable.
func SyncNames(folder string) error {
	open, err := os.Open(folder)
	if err != nil {
		return err
	}
	return errors.Join(SyncFolder(open), open.Close())
}
