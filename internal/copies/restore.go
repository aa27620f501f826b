package copies

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/benbjohnson/litestream"

	"kirana/internal/backup"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/objects"
)

// RestoredShop describes a restored shop.
type RestoredShop struct {
	Contents db.Contents
	Pictures int
}

// Restore restores a shop from its continuous copies into a new data directory and an empty
// database, all or nothing: as it was at a time, or the latest state if at is zero. For PostgreSQL
// it uses the newest archive made by then.
func Restore(ctx context.Context, address objects.Address, at time.Time, to backup.Target) (RestoredShop, error) {
	p := openPlace(address, to.Passphrase)
	found, err := p.label(ctx)
	if errors.Is(err, fs.ErrNotExist) {
		return RestoredShop{}, fault.New(fault.NotFound, "no_copies", "There are no copies of a shop at %s.", address)
	}
	if err != nil {
		return RestoredShop{}, err
	}
	// Before the first complete copy, keys or pictures may be missing.
	switch first, err := p.copiedAt(ctx); {
	case err != nil:
		return RestoredShop{}, err
	case first.IsZero():
		return RestoredShop{}, fault.New(fault.Conflict, "unfinished_copies", "The first copy to %s was not finished: there is no whole shop to restore.", address)
	}
	if found.Database == db.Postgres {
		return p.restoreArchive(ctx, at, to)
	}
	if to.DatabaseURL != "" {
		return RestoredShop{}, fault.New(fault.Invalid, "no_database_needed", "The copies are of a shop on SQLite. Restore them without --database-url.")
	}
	return p.restoreStream(ctx, at, to)
}

// restoreStream restores a SQLite shop.
func (p place) restoreStream(ctx context.Context, at time.Time, to backup.Target) (r RestoredShop, err error) {
	dir := to.DataDir
	undo, err := backup.Claim(dir)
	if err != nil {
		return r, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, undo())
		}
	}()
	if r.Pictures, err = p.restoreFiles(ctx, to); err != nil {
		return r, err
	}
	file := filepath.Join(dir, db.FileName)
	if r.Contents, err = p.restoreDatabase(ctx, at, file); err != nil {
		return r, err
	}
	if err := db.RestartChanges(ctx, dir); err != nil {
		return r, err
	}
	return r, backup.Finish(dir)
}

// restoreDatabase restores the database as of a time, or the latest state if at is zero, into a new
// file that only its owner may read. It checks every page, and refuses a schema newer than this
// program's.
func (p place) restoreDatabase(ctx context.Context, at time.Time, file string) (db.Contents, error) {
	// The library creates files that other users can read: restore into a private folder first.
	work, err := os.MkdirTemp(filepath.Dir(file), ".restore-") // mode 0700
	if err != nil {
		return db.Contents{}, err
	}
	defer func() { _ = os.RemoveAll(work) }()
	client := p.client()
	if err := client.Init(ctx); err != nil {
		return db.Contents{}, err
	}
	replica := litestream.NewReplicaWithClient(nil, client)
	options := litestream.NewRestoreOptions()
	options.OutputPath, options.Timestamp = filepath.Join(work, "database"), at
	switch err := replica.Restore(ctx, options); {
	case errors.Is(err, litestream.ErrTxNotAvailable), errors.Is(err, litestream.ErrNoSnapshots):
		return db.Contents{}, p.nothingBy(at)
	case err != nil:
		return db.Contents{}, fmt.Errorf("put the database together: %w", err)
	}
	if err := os.Chmod(options.OutputPath, 0o600); err != nil {
		return db.Contents{}, err
	}
	found, err := db.CheckCopy(ctx, db.SQLite, options.OutputPath)
	if err != nil {
		return db.Contents{}, err
	}
	if err := db.CheckSchema(found.Schema); err != nil {
		return db.Contents{}, err
	}
	return found, os.Rename(options.OutputPath, file)
}

func (p place) nothingBy(at time.Time) error {
	if at.IsZero() {
		return fault.New(fault.NotFound, "no_copies", "There is no copy of a database at %s.", p.address)
	}
	return fault.New(fault.NotFound, "no_copies", "The oldest copy at %s is later than %s.", p.address, at.UTC().Format(time.RFC3339))
}

// restoreFiles restores pictures and keys, and returns the number of pictures. Pictures put into a
// bucket stay there if the restore fails; nobody can guess their names.
func (p place) restoreFiles(ctx context.Context, to backup.Target) (pictures int, err error) {
	stored, err := p.store.List(ctx, filesFolder)
	if err != nil {
		return 0, err
	}
	for _, object := range stored {
		name := strings.TrimPrefix(object.Name, filesFolder)
		if !filepath.IsLocal(filepath.FromSlash(name)) {
			return 0, fmt.Errorf("%s cannot be the name of a file", name)
		}
		target := filepath.Join(to.DataDir, filepath.FromSlash(name))
		if strings.HasPrefix(name, backup.KeysFolder+"/") {
			err = p.restoreKey(ctx, object.Name, strings.TrimSuffix(target, encryptedEnd))
		} else if strings.HasPrefix(name, backup.MediaFolder+"/") {
			pictures++
			err = p.restorePicture(ctx, object, target, to.Pictures)
		}
		if err != nil {
			return 0, err
		}
	}
	return pictures, nil
}

// restorePicture restores a picture into a file, or into a bucket that lacks it.
func (p place) restorePicture(ctx context.Context, copied objects.Object, target string, bucket objects.Store) error {
	if bucket == nil {
		return errors.Join(p.fetch(ctx, copied.Name, target), os.Chmod(target, 0o640)) //nolint:gosec // G302: pictures are public
	}
	name := strings.TrimPrefix(copied.Name, filesFolder+backup.MediaFolder+"/")
	switch there, err := bucket.Stat(ctx, name); {
	case err == nil && there.Size == copied.Size:
		return nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	return objects.CopyAs(ctx, p.store, bucket, copied.Name, name)
}

func (p place) restoreKey(ctx context.Context, name, target string) error {
	secret, err := p.key(ctx, name)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
		return err
	}
	file, err := os.OpenFile(target, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(secret)
	return errors.Join(err, file.Sync(), file.Close())
}

// restoreArchive restores a PostgreSQL shop.
func (p place) restoreArchive(ctx context.Context, at time.Time, to backup.Target) (r RestoredShop, err error) {
	name, err := p.archiveBy(ctx, at)
	if err != nil {
		return r, err
	}
	work, err := os.MkdirTemp("", "kirana-restore-")
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	file := filepath.Join(work, "archive")
	if err := p.fetch(ctx, name, file); err != nil {
		return r, err
	}
	manifest, err := backup.RestoreWith(ctx, file, to, func() error {
		var err error
		r.Pictures, err = p.restoreFiles(ctx, to)
		return err
	})
	r.Contents = manifest.Contents
	return r, err
}

// archiveTime is the time format of archive names, which sort by time.
const archiveTime = "20060102T150405Z"

// archiveBy returns the newest archive made by a time; the newest of all for the zero time.
func (p place) archiveBy(ctx context.Context, at time.Time) (string, error) {
	stored, err := p.store.List(ctx, archivesFolder)
	if err != nil {
		return "", err
	}
	for _, object := range slices.Backward(stored) {
		made, err := time.Parse(archiveTime, strings.TrimSuffix(path.Base(object.Name), archiveEnd))
		if err == nil && (at.IsZero() || !made.After(at)) {
			return object.Name, nil
		}
	}
	return "", p.nothingBy(at)
}

const archiveEnd = ".copy"
