package copies

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"kirana/internal/backup"
)

// sendFiles sends the pictures that are not at the place yet, and keys that have changed.
// A picture never changes under its name; one that the shop has removed stays at the
// place, for a shop that is restored as it was before.
func (s *Service) sendFiles(ctx context.Context) error {
	if s.filesAt.IsZero() {
		stored, err := s.place.store.List(ctx, filesFolder+backup.MediaFolder+"/")
		if err != nil {
			return err
		}
		for _, object := range stored {
			s.sent[strings.TrimPrefix(object.Name, filesFolder)] = true
		}
	}
	if !s.config.DB.MultiNode() { // whose keys are in the archives
		if err := s.walk(backup.KeysFolder, func(name, file string) error { return s.sendKey(ctx, name, file) }); err != nil {
			return fmt.Errorf("copy the keys: %w", err)
		}
	}
	if err := s.walk(backup.MediaFolder, func(name, file string) error { return s.sendPicture(ctx, name, file) }); err != nil {
		return fmt.Errorf("copy the pictures: %w", err)
	}
	return nil
}

func (s *Service) sendPicture(ctx context.Context, name, file string) error {
	if s.sent[name] {
		return nil
	}
	content, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // removed meanwhile
	}
	if err != nil {
		return err
	}
	defer func() { _ = content.Close() }()
	if err := s.place.store.Put(ctx, filesFolder+name, content); err != nil {
		return err
	}
	s.sent[name] = true
	return nil
}

func (s *Service) sendKey(ctx context.Context, name, file string) error {
	secret, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	digest := sha256.Sum256(secret)
	sum := hex.EncodeToString(digest[:])
	if s.keysSent[name] == sum {
		return nil
	}
	if err := s.place.putKey(ctx, filesFolder+name, secret); err != nil {
		return err
	}
	s.keysSent[name] = sum
	return nil
}

// walk calls do with each whole file of a folder of the data directory, by its name there.
func (s *Service) walk(folder string, do func(name, file string) error) error {
	root := filepath.Join(s.config.DataDir, folder)
	err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case !entry.Type().IsRegular() || strings.HasPrefix(entry.Name(), "."):
			return nil
		}
		relative, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		return do(path.Join(folder, filepath.ToSlash(relative)), file)
	})
	return err
}
