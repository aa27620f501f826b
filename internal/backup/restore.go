package backup

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"kirana/internal/db"
	"kirana/internal/disk"
	"kirana/internal/fault"
	"kirana/internal/objects"
)

// Target is the destination of a restore.
type Target struct {
	DataDir     string // new, or an empty folder
	DatabaseURL string // of an empty PostgreSQL database, for a PostgreSQL copy
	Passphrase  string
	// Pictures is the store of the pictures; nil for the data directory. It may already have some of
	// the pictures, because pictures of the same name are equal.
	Pictures objects.Store
}

// unfinished is the file that marks a data directory during a restore. A directory that still has it
// is incomplete and must not be opened.
const unfinished = "restore.unfinished"

// RefuseUnfinished refuses a data directory whose restore was interrupted.
func RefuseUnfinished(dataDir string) error {
	if _, err := os.Lstat(filepath.Join(dataDir, unfinished)); err == nil {
		return fault.New(fault.Conflict, "restore_unfinished",
			"A restore into %s did not end, so it holds half a shop. Remove what is in it and restore again.", dataDir)
	}
	return nil
}

// Restore restores a copy into a new data directory and an empty database. If it fails, it removes
// what it has written. A target in use fails with fault.Conflict and is not changed.
func Restore(ctx context.Context, file string, to Target) (Manifest, error) {
	return RestoreWith(ctx, file, to, func() error { return nil })
}

// RestoreWith is Restore with a function that adds files to the data directory that are not in the
// copy.
func RestoreWith(ctx context.Context, file string, to Target, more func() error) (_ Manifest, err error) {
	a, err := openArchive(file, to.Passphrase)
	if err != nil {
		return Manifest{}, err
	}
	defer a.close()
	if err := a.checkTarget(to); err != nil {
		return Manifest{}, err
	}
	undo, err := Claim(to.DataDir)
	if err != nil {
		return Manifest{}, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, undo())
		}
	}()
	stored := &storedPictures{to: to.Pictures}
	defer func() {
		if err != nil {
			err = errors.Join(err, stored.remove(context.WithoutCancel(ctx)))
		}
	}()
	if err := errors.Join(a.restoreFiles(ctx, to, stored), more()); err != nil {
		return Manifest{}, err
	}
	// Restore the database last: a restored PostgreSQL database is not undone.
	if err := a.restoreDatabase(ctx, to); err != nil {
		return Manifest{}, err
	}
	if err := db.RestartChanges(ctx, to.DataDir); err != nil {
		return Manifest{}, err
	}
	return a.manifest, Finish(to.DataDir)
}

// Finish syncs a folder marked by Claim and removes the mark.
func Finish(dir string) error {
	if err := syncTree(dir); err != nil {
		return err
	}
	if err := os.Remove(filepath.Join(dir, unfinished)); err != nil {
		return err
	}
	return disk.SyncNames(dir)
}

func (a *archive) checkTarget(to Target) error {
	contents := a.manifest.Contents
	if err := db.CheckSchema(contents.Schema); err != nil {
		return err
	}
	if contents.Database == db.Postgres && to.DatabaseURL == "" {
		return fault.New(fault.Invalid, "database_needed", "The copy is of a shop on PostgreSQL. Name an empty database with --database-url.")
	}
	if contents.Database == db.SQLite && to.DatabaseURL != "" {
		return fault.New(fault.Invalid, "no_database_needed", "The copy is of a shop on SQLite. Restore it without --database-url.")
	}
	return nil
}

// Claim marks an empty folder as an incomplete shop until Finish, and creates it if it is missing. A
// folder that is not empty fails with fault.Conflict. undo removes the shop's files, and a created folder.
func Claim(dir string) (undo func() error, err error) {
	made := false
	if _, err := os.Lstat(dir); errors.Is(err, fs.ErrNotExist) {
		made = true
	}
	if err := disk.MakeFolder(dir, 0o750); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		if entry.Name() != "lost+found" { // in the root of a file system
			return nil, fault.New(fault.Conflict, "not_empty", "%s is not empty. A copy is restored into a new folder only.", dir)
		}
	}
	// With O_EXCL, only one of two concurrent restores into a folder begins.
	mark, err := os.OpenFile(filepath.Join(dir, unfinished), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	undo = func() error {
		if made {
			return os.RemoveAll(dir)
		}
		return errors.Join(
			os.RemoveAll(filepath.Join(dir, MediaFolder)), os.RemoveAll(filepath.Join(dir, KeysFolder)),
			os.RemoveAll(filepath.Join(dir, db.FileName)), os.RemoveAll(filepath.Join(dir, databaseNames[db.Postgres])),
			os.Remove(filepath.Join(dir, unfinished)),
		)
	}
	if err := errors.Join(mark.Sync(), mark.Close(), disk.SyncNames(dir)); err != nil {
		return nil, errors.Join(err, undo())
	}
	return undo, nil
}

// restoreFiles restores pictures and keys.
func (a *archive) restoreFiles(ctx context.Context, to Target, stored *storedPictures) error {
	for _, file := range a.manifest.Files[1:] {
		private := folderOf(file.Name) == KeysFolder
		if !private && to.Pictures != nil {
			if err := a.storePicture(ctx, file, stored); err != nil {
				return err
			}
			continue
		}
		target := filepath.Join(to.DataDir, filepath.FromSlash(file.Name))
		folderMode := fs.FileMode(0o750)
		if private {
			folderMode = 0o700
		}
		if err := os.MkdirAll(filepath.Dir(target), folderMode); err != nil {
			return err
		}
		if err := a.extractTo(ctx, file, target); err != nil {
			return err
		}
		if !private {
			if err := os.Chmod(target, 0o640); err != nil { //nolint:gosec // G302: pictures are public
				return err
			}
		}
	}
	return nil
}

// restoreDatabase restores the database and compares its contents with the manifest.
func (a *archive) restoreDatabase(ctx context.Context, to Target) error {
	if a.manifest.Contents.Database == db.SQLite {
		return a.checkDatabase(ctx, filepath.Join(to.DataDir, db.FileName))
	}
	dump := filepath.Join(to.DataDir, databaseNames[db.Postgres])
	if err := a.extractTo(ctx, a.manifest.Files[0], dump); err != nil {
		return err
	}
	err := db.RestorePostgres(ctx, to.DatabaseURL, dump, a.manifest.Contents)
	if errors.Is(err, db.ErrNotEmpty) {
		return notEmptyDatabase()
	}
	return errors.Join(err, os.Remove(dump))
}

// syncTree syncs the names in a folder and its subfolders; the files' contents are synced already.
func syncTree(dir string) error {
	return filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		return disk.SyncNames(name)
	})
}
