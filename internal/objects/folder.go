package objects

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"kirana/internal/disk"
)

// folder is a Store in a folder; only its owner may read the files.
type folder struct{ path string }

// hidden is the prefix of files that are not listed: probes, and files being written.
const hidden = "."

// Put replaces a file. It is durable when Put returns.
func (f folder) Put(ctx context.Context, name string, content io.ReadSeeker) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	target, err := f.file(name)
	if err != nil {
		return err
	}
	if err := disk.MakeFolder(filepath.Dir(target), 0o700); err != nil {
		return err
	}
	if err := disk.ReplaceFile(target, content, 0o600); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}

// Get opens a file.
func (f folder) Get(_ context.Context, name string) (io.ReadCloser, error) {
	file, err := f.file(name)
	if err != nil {
		return nil, err
	}
	return os.Open(file)
}

// Stat returns a file's size and time.
func (f folder) Stat(_ context.Context, name string) (Object, error) {
	file, err := f.file(name)
	if err != nil {
		return Object{}, err
	}
	about, err := os.Stat(file)
	if err != nil {
		return Object{}, err
	}
	return Object{name, about.Size(), about.ModTime().UTC()}, nil
}

// List lists the files in the folder and its subfolders. It returns none if the folder does not exist.
func (f folder) List(ctx context.Context, prefix string) ([]Object, error) {
	found := []Object{}
	err := filepath.WalkDir(f.path, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, fs.ErrNotExist):
			return nil // removed concurrently, or the folder does not exist yet
		case err != nil:
			return err
		case !entry.Type().IsRegular() || strings.HasPrefix(entry.Name(), hidden):
			return nil
		}
		relative, err := filepath.Rel(f.path, path)
		if err != nil {
			return err
		}
		name := filepath.ToSlash(relative)
		if !strings.HasPrefix(name, prefix) {
			return nil
		}
		about, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err == nil {
			found = append(found, Object{name, about.Size(), about.ModTime().UTC()})
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(found, func(a, b Object) int { return cmp.Compare(a.Name, b.Name) })
	return found, nil
}

// Remove deletes a file.
func (f folder) Remove(_ context.Context, name string) error {
	file, err := f.file(name)
	if err != nil {
		return err
	}
	if err := os.Remove(file); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// file returns the path of a name. A name that leads out of the folder is an error.
func (f folder) file(name string) (string, error) {
	if !filepath.IsLocal(filepath.FromSlash(name)) {
		return "", fmt.Errorf("%q cannot be a name", name)
	}
	return filepath.Join(f.path, filepath.FromSlash(name)), nil
}
