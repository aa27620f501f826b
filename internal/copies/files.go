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
	"kirana/internal/objects"
)

// sendFiles sends changed keys, and new pictures when they are due.
func (s *Service) sendFiles(ctx context.Context) error {
	multiNode, now := s.config.DB.MultiNode(), s.config.Clock.Now()
	if !multiNode { // PostgreSQL has the keys in its rows, and so in the archives
		if err := s.walk(backup.KeysFolder, func(name, file string) error { return s.sendKey(ctx, name, file) }); err != nil {
			return fmt.Errorf("copy the keys: %w", err)
		}
	}
	switch {
	case s.config.PicturesShared && multiNode:
		return nil // the node that makes an archive sends them
	case s.config.PicturesShared && now.Sub(s.picturesAt) < bucketInterval:
		return nil
	}
	if err := s.sendPictures(ctx); err != nil {
		return err
	}
	s.picturesAt = now
	return nil
}

// sendPictures sends the pictures that are not yet at the place. Pictures with the same name have
// the same content. Pictures that the shop has removed stay at the place, for restoring an earlier
// state.
func (s *Service) sendPictures(ctx context.Context) error {
	if s.sent == nil {
		stored, err := s.place.store.List(ctx, filesFolder+backup.MediaFolder+"/")
		if err != nil {
			return err
		}
		sent := make(map[string]bool, len(stored))
		for _, object := range stored {
			sent[strings.TrimPrefix(object.Name, filesFolder+backup.MediaFolder+"/")] = true
		}
		s.sent = sent
	}
	pictures, err := s.config.Pictures.List(ctx, "")
	if err != nil {
		return fmt.Errorf("copy the pictures: %w", err)
	}
	for _, picture := range pictures {
		if s.sent[picture.Name] {
			continue
		}
		err := objects.CopyAs(ctx, s.config.Pictures, s.place.store, picture.Name, filesFolder+path.Join(backup.MediaFolder, picture.Name))
		if errors.Is(err, fs.ErrNotExist) {
			continue // removed meanwhile
		}
		if err != nil {
			s.sent = nil // list the place again
			return fmt.Errorf("copy the pictures: %w", err)
		}
		s.sent[picture.Name] = true
	}
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

// walk calls do with each file of a folder of the data directory: its path in the data directory,
// separated by slashes, and its path on disk. It skips files whose name begins with a dot: they are
// still being written.
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
