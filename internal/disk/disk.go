// Package disk has the operations on files that differ between operating systems: locks, synced
// folders, owners and free space.
package disk

import (
	"errors"
	"os"
)

// ErrLocked is returned by Lock for a file that another process has locked.
var ErrLocked = errors.New("disk: the file is locked")

// SyncNames syncs the names in a folder.
func SyncNames(folder string) error {
	open, err := os.Open(folder)
	if err != nil {
		return err
	}
	return errors.Join(SyncFolder(open), open.Close())
}
