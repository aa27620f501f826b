package app

import (
	"fmt"
	"path/filepath"

	"kirana/internal/backup"
	"kirana/internal/clock"
	"kirana/internal/config"
	"kirana/internal/media"
	"kirana/internal/objects"
)

// openPictures opens the picture store: a folder in the data directory, or a bucket shared by several nodes.
func openPictures(storage config.Storage) (media.Store, error) {
	if storage.MediaURL == "" {
		files, err := media.OpenFiles(filepath.Join(storage.DataDir, backup.MediaFolder))
		if err != nil {
			return nil, fmt.Errorf("open the pictures: %w", err)
		}
		return files, nil
	}
	bucket, err := picturesOf(storage)
	if err != nil {
		return nil, err
	}
	return media.OpenBucket(bucket, clock.System{}), nil
}

// picturesOf returns the files of the picture store, for copies of the shop.
func picturesOf(storage config.Storage) (objects.Store, error) {
	if storage.MediaURL == "" {
		return objects.Open(objects.Address{Folder: filepath.Join(storage.DataDir, backup.MediaFolder)}), nil
	}
	address, err := objects.ParseBucket("KIRANA_MEDIA_URL", storage.MediaURL)
	if err != nil {
		return nil, err
	}
	return objects.Open(address), nil
}
