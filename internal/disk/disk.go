// Package disk has the file operations that differ between operating systems: locks, synced folders, owners and free
// space.
package disk

import (
	"errors"
	"io"
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

// ReplaceFile replaces a file atomically by one of this mode: after a power cut the path has the old content or the new
// one.
func ReplaceFile(path string, content io.Reader, mode fs.FileMode) error {
	folder := filepath.Dir(path)
	file, err := WriteTemporary(folder, content, mode)
	if err != nil {
		return err
	}
	if err := os.Rename(file, path); err != nil {
		return errors.Join(err, os.Remove(file))
	}
	return SyncNames(folder)
}

// temporaryMode is the mode of os.CreateTemp.
const temporaryMode = 0o600

// WriteTemporary writes and syncs a new file of this mode, whose name begins with a dot, and returns its path. The caller
// links, renames or removes it.
func WriteTemporary(folder string, content io.Reader, mode fs.FileMode) (path string, err error) {
	file, err := os.CreateTemp(folder, ".new-*")
	if err != nil {
		return "", err
	}
	_, err = io.Copy(file, content)
	if mode != temporaryMode { // Windows cannot change a mode
		err = errors.Join(err, file.Chmod(mode))
	}
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return "", errors.Join(err, os.Remove(file.Name()))
	}
	return file.Name(), nil
}
