package backup

import (
	"archive/zip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"kirana/internal/db"
	"kirana/internal/fault"
)

// archive is an open copy with a valid seal.
type archive struct {
	file     *os.File
	entries  map[string]*zip.File
	manifest Manifest
}

// openArchive opens a copy, checks its seal and reads its manifest.
func openArchive(file, passphrase string) (_ *archive, err error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = f.Close()
		}
	}()
	about, err := f.Stat()
	if err != nil {
		return nil, err
	}
	zipped, size, err := Decrypt(f, about.Size(), passphrase)
	if err != nil {
		return nil, err
	}
	if err := checkSeal(zipped, size); err != nil {
		return nil, err
	}
	reader, err := zip.NewReader(zipped, size)
	if err != nil {
		return nil, errDamaged()
	}
	a := &archive{file: f, entries: map[string]*zip.File{}}
	for _, entry := range reader.File {
		a.entries[entry.Name] = entry
	}
	return a, a.readManifest()
}

func (a *archive) close() { _ = a.file.Close() }

// maxManifest bounds the manifest in bytes. The manifest has several lines for each picture.
const maxManifest = 1 << 30

// readManifest reads the manifest and compares it with the entries: each must be listed and have a
// name that Write could have given it. "keys/../kirana.db-wal" is refused, although it does not leave
// the data directory.
func (a *archive) readManifest() error {
	entry, there := a.entries[manifestName]
	if !there {
		return errDamaged()
	}
	content, err := entry.Open()
	if err != nil {
		return unreadable(err)
	}
	defer func() { _ = content.Close() }()
	if err := json.NewDecoder(io.LimitReader(content, maxManifest)).Decode(&a.manifest); err != nil {
		return unreadable(err)
	}
	if a.manifest.Format > format {
		return fault.New(fault.Conflict, "newer_copy", "The copy is of a newer Kirana (%s). Use that program.", a.manifest.Program)
	}
	if len(a.manifest.Files) == 0 || a.manifest.Files[0].Name != databaseNames[a.manifest.Contents.Database] {
		return errDamaged()
	}
	for i, file := range a.manifest.Files {
		folder := folderOf(file.Name)
		known := i == 0 || (folder != file.Name && (folder == MediaFolder || folder == KeysFolder))
		if _, there := a.entries[file.Name]; !there || !known || !fs.ValidPath(file.Name) || !filepath.IsLocal(file.Name) {
			return errDamaged()
		}
	}
	if len(a.entries) != len(a.manifest.Files)+1 {
		return errDamaged()
	}
	return nil
}

// extract writes one file of the copy and compares it with the manifest.
func (a *archive) extract(ctx context.Context, file File, target io.Writer) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	content, err := a.entries[file.Name].Open()
	if err != nil {
		return unreadable(err)
	}
	defer func() { _ = content.Close() }()
	h := sha256.New()
	size, err := io.Copy(io.MultiWriter(target, h), io.LimitReader(content, file.Size+1))
	if err != nil {
		return fmt.Errorf("%s: %w", file.Name, err)
	}
	if size != file.Size || hex.EncodeToString(h.Sum(nil)) != file.SHA256 {
		return errDamaged()
	}
	return nil
}

// Verify reads a whole copy, compares it with its manifest, and returns the manifest. It also opens the
// database of a SQLite copy in a temporary folder and compares the contents. A PostgreSQL copy would need
// a server for that: Verify compares only the bytes of its database and, with pg_restore, reads the table
// of contents.
func Verify(ctx context.Context, file, passphrase string) (Manifest, error) {
	return VerifyWith(ctx, file, passphrase, nil)
}

// VerifyWith is Verify with a function that also restores the database of a PostgreSQL copy, for
// example into another server, and compares it with want. restore may be nil.
func VerifyWith(ctx context.Context, file, passphrase string, restore func(ctx context.Context, dump string, want db.Contents) error) (Manifest, error) {
	a, err := openArchive(file, passphrase)
	if err != nil {
		return Manifest{}, err
	}
	defer a.close()
	work, err := os.MkdirTemp("", "kirana-verify-")
	if err != nil {
		return Manifest{}, err
	}
	defer func() { _ = os.RemoveAll(work) }()
	for i, entry := range a.manifest.Files {
		if i > 0 {
			err = a.extract(ctx, entry, io.Discard)
		} else {
			dump := filepath.Join(work, "database")
			err = a.checkDatabase(ctx, dump)
			if err == nil && restore != nil && a.manifest.Contents.Database == db.Postgres {
				err = restore(ctx, dump, a.manifest.Contents)
			}
		}
		if err != nil {
			return Manifest{}, err
		}
	}
	return a.manifest, nil
}

// checkDatabase writes the database into a file and checks it. The contents of a PostgreSQL copy are
// not compared with the manifest.
func (a *archive) checkDatabase(ctx context.Context, file string) error {
	if err := a.extractTo(ctx, a.manifest.Files[0], file); err != nil {
		return err
	}
	found, err := db.CheckCopy(ctx, a.manifest.Contents.Database, file)
	if errors.Is(err, db.ErrNoPostgresPrograms) {
		return nil // extractTo has compared the bytes with the manifest
	}
	if err != nil {
		return err
	}
	if a.manifest.Contents.Database == db.Postgres {
		return nil
	}
	if differences := a.manifest.Contents.Differences(found); len(differences) > 0 {
		return fmt.Errorf("the copy is not what its manifest says: %s", strings.Join(differences, "; "))
	}
	return nil
}

// extractTo extracts into a new file, which only its owner may read, and syncs it.
func (a *archive) extractTo(ctx context.Context, file File, target string) error {
	f, err := os.OpenFile(target, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if err := a.extract(ctx, file, f); err != nil {
		return errors.Join(err, f.Close())
	}
	return errors.Join(f.Sync(), f.Close())
}
