package backup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"kirana/internal/objects"
)

// storedPictures records the pictures that a restore has added to a store.
type storedPictures struct {
	to    objects.Store
	names []string
}

// storePicture puts a picture of the copy into the store, unless the store has it with this size. It
// reads the whole picture into memory, to compare it with the manifest first.
func (a *archive) storePicture(ctx context.Context, file File, stored *storedPictures) error {
	name := strings.TrimPrefix(file.Name, MediaFolder+"/")
	switch there, err := stored.to.Stat(ctx, name); {
	case err == nil && there.Size == file.Size:
		return nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	var content bytes.Buffer
	if err := a.extract(ctx, file, &content); err != nil {
		return err
	}
	if err := stored.to.Put(ctx, name, bytes.NewReader(content.Bytes())); err != nil {
		return err
	}
	stored.names = append(stored.names, name)
	return nil
}

// remove deletes the added pictures.
func (s *storedPictures) remove(ctx context.Context) error {
	var failures []error
	for _, name := range s.names {
		failures = append(failures, s.to.Remove(ctx, name))
	}
	return errors.Join(failures...)
}

// CopyPictures copies the pictures of a store to another, except those already there with the same
// size. Then it compares names and sizes, and returns the number of pictures in the source, which is
// not changed.
func CopyPictures(ctx context.Context, from, to objects.Store) (int, error) {
	pictures, err := from.List(ctx, "")
	if err != nil {
		return 0, err
	}
	sizes, err := sizesOf(ctx, to)
	if err != nil {
		return 0, err
	}
	for _, picture := range pictures {
		if size, there := sizes[picture.Name]; there && size == picture.Size {
			continue
		}
		if err := objects.Copy(ctx, from, to, picture.Name); err != nil {
			return 0, err
		}
	}
	if sizes, err = sizesOf(ctx, to); err != nil {
		return 0, err
	}
	for _, picture := range pictures {
		if size, there := sizes[picture.Name]; !there || size != picture.Size {
			return 0, fmt.Errorf("not everything has arrived: the picture %s has %d bytes of %d", picture.Name, size, picture.Size)
		}
	}
	return len(pictures), nil
}

func sizesOf(ctx context.Context, store objects.Store) (map[string]int64, error) {
	stored, err := store.List(ctx, "")
	if err != nil {
		return nil, err
	}
	sizes := make(map[string]int64, len(stored))
	for _, object := range stored {
		sizes[object.Name] = object.Size
	}
	return sizes, nil
}

// FetchPictures writes the pictures of a store into files in dir, as a data directory has them, and
// returns their number. A nil store has no pictures.
func FetchPictures(ctx context.Context, from objects.Store, dir string) (int, error) {
	if from == nil {
		return 0, nil
	}
	pictures, err := from.List(ctx, "")
	if err != nil {
		return 0, err
	}
	for _, picture := range pictures {
		if err := fetchPicture(ctx, from, picture, dir); err != nil {
			return 0, err
		}
	}
	return len(pictures), nil
}

func fetchPicture(ctx context.Context, from objects.Store, picture objects.Object, dir string) error {
	if !filepath.IsLocal(filepath.FromSlash(picture.Name)) {
		return fmt.Errorf("%s cannot be the name of a picture", picture.Name)
	}
	content, err := from.Get(ctx, picture.Name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // removed meanwhile
	}
	if err != nil {
		return err
	}
	defer func() { _ = content.Close() }()
	target := filepath.Join(dir, filepath.FromSlash(picture.Name))
	if err := os.MkdirAll(filepath.Dir(target), 0o750); err != nil {
		return err
	}
	file, err := os.OpenFile(target, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o640) //nolint:gosec // G302: pictures are public
	if err != nil {
		return err
	}
	if n, err := io.Copy(file, content); err != nil || n != picture.Size {
		return errors.Join(fmt.Errorf("copy %s: %d bytes of %d", picture.Name, n, picture.Size), err, file.Close())
	}
	return errors.Join(file.Sync(), file.Close())
}
