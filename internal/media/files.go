package media

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"

	"kirana/internal/disk"
)

// Files is the Store in a directory. Pictures are in folders named after their first two
// characters, so that no folder is too large for people and backups.
type Files struct {
	root *os.Root
}

// OpenFiles opens the store in dir, creating it if missing. No name or link reaches outside of dir.
func OpenFiles(dir string) (*Files, error) {
	if err := disk.MakeFolder(dir, 0o750); err != nil {
		return nil, fmt.Errorf("make media directory: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("open media directory: %w", err)
	}
	return &Files{root}, nil
}

// Close closes the directory; open pictures stay readable.
func (f *Files) Close() error { return f.root.Close() }

// Put writes to a temporary file and renames it, so that a picture is complete or missing, even
// after a power cut.
func (f *Files) Put(_ context.Context, name, _ string, data []byte) error {
	target := pathOf(name)
	// No lock is needed between this check and the rename: names are unguessable or content hashes,
	// so two writers of one name write the same bytes.
	if _, err := f.root.Lstat(target); err == nil {
		return ErrTaken
	} else if !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("stat picture: %w", err)
	}

	fresh := ".new-" + rand.Text()
	if err := f.write(fresh, data); err != nil {
		_ = f.root.Remove(fresh) // a leftover file does no harm
		return fmt.Errorf("write picture: %w", err)
	}
	if err := f.move(fresh, target); err != nil {
		_ = f.root.Remove(fresh)
		return fmt.Errorf("move picture: %w", err)
	}
	return nil
}

// Open opens a picture.
func (f *Files) Open(_ context.Context, name string) (*Object, error) {
	file, err := f.root.Open(pathOf(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("open picture: %w", err)
	}
	info, err := file.Stat()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("stat picture: %w", err), file.Close())
	}
	if !info.Mode().IsRegular() {
		return nil, errors.Join(ErrNotFound, file.Close())
	}
	return &Object{file, info.ModTime()}, nil
}

// Remove deletes a picture.
func (f *Files) Remove(_ context.Context, name string) error {
	if err := f.root.Remove(pathOf(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove picture: %w", err)
	}
	return nil
}

// Ready writes and removes a byte: a full or read-only disk is not ready.
func (f *Files) Ready(context.Context) error {
	probe := ".ready-" + rand.Text()
	err := f.root.WriteFile(probe, []byte{1}, 0o600)
	if removal := f.root.Remove(probe); err == nil {
		err = removal
	}
	if err != nil {
		return fmt.Errorf("media directory cannot be written: %w", err)
	}
	return nil
}

func (f *Files) write(name string, data []byte) error {
	file, err := f.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o640)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if err == nil {
		err = file.Sync()
	}
	return errors.Join(err, file.Close())
}

func (f *Files) move(fresh, target string) error {
	folder := path.Dir(target)
	if err := f.root.Mkdir(folder, 0o750); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	// Sync the name of an existing folder, too: another upload, or a killed process, may not have
	// done so.
	if err := f.sync("."); err != nil {
		return err
	}
	if err := f.root.Rename(fresh, target); err != nil {
		return err
	}
	return f.sync(folder)
}

// sync syncs a folder, as Sync does a file.
func (f *Files) sync(folder string) error {
	dir, err := f.root.Open(folder)
	if err != nil {
		return err
	}
	return errors.Join(disk.SyncFolder(dir), dir.Close())
}

func pathOf(name string) string { return path.Join(name[:2], name) }
