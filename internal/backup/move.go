package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"kirana/internal/db"
	"kirana/internal/db/keyring"
	"kirana/internal/disk"
	"kirana/internal/fault"
)

// movedSuffix is appended to the SQLite file of a shop that has moved to PostgreSQL.
const movedSuffix = ".moved"

// MoveToPostgres copies a SQLite shop's rows and keys into an empty PostgreSQL database. It closes
// from.DB and renames SQLite's file; the pictures stay in the data directory. fileKeys are the names
// of the keys that a SQLite shop has in files.
func MoveToPostgres(ctx context.Context, from Source, databaseURL string, fileKeys []string) error {
	if from.DB.MultiNode() {
		return fault.New(fault.Invalid, "same_kind", "The shop is on PostgreSQL already. To move it to another server, use backup and restore.")
	}
	err := db.Move(ctx, from.DB, databaseURL, "", func(to *db.DB) error { return copyKeys(ctx, from, to, "", fileKeys) })
	if errors.Is(err, db.ErrNotEmpty) {
		return notEmptyDatabase()
	}
	if err != nil {
		return err
	}
	// Close the database, so that the file is complete without its WAL.
	if err := from.DB.Close(); err != nil {
		return err
	}
	file := filepath.Join(from.DataDir, db.FileName)
	if err := os.Rename(file, file+movedSuffix); err != nil {
		return err
	}
	return disk.SyncNames(from.DataDir) // otherwise a power cut could undo the renaming
}

// RefuseMoved refuses a data directory whose SQLite shop has moved to PostgreSQL: a new SQLite shop
// must not be created there.
func RefuseMoved(dataDir string) error {
	file := filepath.Join(dataDir, db.FileName)
	if _, err := os.Lstat(file); err == nil {
		return nil
	}
	if _, err := os.Lstat(file + movedSuffix); err != nil {
		return nil //nolint:nilerr // nothing was moved
	}
	return fault.New(fault.Conflict, "moved", "The shop of %s was moved to PostgreSQL. Name its database in KIRANA_DATABASE_URL.", dataDir)
}

func notEmptyDatabase() error {
	return fault.New(fault.Conflict, "not_empty", "The database has tables already. Name an empty one.")
}

// CopyToFolder copies a whole shop of either database into a new data directory with SQLite. The
// source is not changed. fileKeys are as for MoveToPostgres.
func CopyToFolder(ctx context.Context, from Source, dir string, fileKeys []string) (err error) {
	undo, err := Claim(dir)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, undo())
		}
	}()
	if from.DB.MultiNode() {
		err = db.Move(ctx, from.DB, "", dir, func(to *db.DB) error { return copyKeys(ctx, from, to, dir, fileKeys) })
	} else {
		err = copySQLite(ctx, from, dir)
	}
	if err == nil {
		_, err = FetchPictures(ctx, from.Pictures, filepath.Join(dir, MediaFolder))
	}
	if err != nil {
		return err
	}
	return Finish(dir)
}

func copySQLite(ctx context.Context, from Source, dir string) error {
	file := filepath.Join(dir, db.FileName)
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		return err
	}
	want, err := from.DB.Contents(ctx)
	if err != nil {
		return err
	}
	got, err := from.DB.Copy(ctx, file)
	if err != nil {
		return err
	}
	if differences := want.Differences(got); len(differences) > 0 {
		return fmt.Errorf("not everything has arrived: %s", strings.Join(differences, "; "))
	}
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return err
	}
	return copyFolder(ctx, filepath.Join(from.DataDir, KeysFolder), filepath.Join(dir, KeysFolder), 0o600)
}

// copyKeys copies the named keys to where the other database keeps them: PostgreSQL in rows, SQLite
// in files of dir.
func copyKeys(ctx context.Context, from Source, to *db.DB, dir string, names []string) error {
	for _, name := range names {
		secret, err := keyring.LoadOrCreate(ctx, from.DB, keyring.Key{Name: name, Dir: filepath.Join(from.DataDir, KeysFolder)}, from.Now)
		if err != nil {
			return err
		}
		key := keyring.Key{Name: name}
		if dir != "" {
			key.Dir = filepath.Join(dir, KeysFolder)
		}
		if err := keyring.Replace(ctx, to, key, secret, from.Now); err != nil {
			return err
		}
	}
	return nil
}

// copyFolder copies the files of a folder, except dot files. A missing folder is not an error.
func copyFolder(ctx context.Context, from, to string, mode fs.FileMode) error {
	folderMode := mode | (mode&0o444)>>2 // readers of the files may list the folder
	err := filepath.WalkDir(from, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		}
		relative, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		target := filepath.Join(to, relative)
		if entry.IsDir() {
			return os.MkdirAll(target, folderMode)
		}
		if !entry.Type().IsRegular() || entry.Name()[0] == '.' {
			return nil
		}
		return copyFile(name, target, mode)
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func copyFile(from, to string, mode fs.FileMode) error {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = source.Close() }()
	target, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
	if err != nil {
		return err
	}
	if _, err := io.Copy(target, source); err != nil {
		return errors.Join(fmt.Errorf("copy %s: %w", from, err), target.Close())
	}
	return errors.Join(target.Sync(), target.Close())
}
