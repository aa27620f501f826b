// Package disk has the operations on files that differ between operating systems: locks, synced
// folders, owners and free space.
package disk

import "errors"

// ErrLocked is returned by Lock for a file that another process has locked.
var ErrLocked = errors.New("disk: the file is locked")
