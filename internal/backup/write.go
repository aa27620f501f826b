package backup

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"kirana/internal/db"
	"kirana/internal/disk"
	"kirana/internal/fault"
	"kirana/internal/objects"
)

// Source is the shop to copy.
type Source struct {
	DB         *db.DB
	DataDir    string
	Program    string    // version
	Passphrase string    // "": the copy is not encrypted
	Now        time.Time // UTC
	// Pictures is the shop's picture store; nil leaves pictures out.
	Pictures objects.Store
}

// Write writes a copy of the shop into a new file that only its owner may read, and returns its
// manifest. The shop may be running. An existing file is never overwritten, and after a failure,
// such as a full disk, no file is left.
func Write(ctx context.Context, from Source, target string) (_ Manifest, err error) {
	if _, err := os.Lstat(target); err == nil {
		return Manifest{}, errFileExists(target)
	}
	// Work in the target's folder: the finished file is then on the same disk and needs no copying.
	work, err := os.MkdirTemp(filepath.Dir(target), ".kirana-copy-")
	if err != nil {
		return Manifest{}, fmt.Errorf("write the copy: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	database, archive := filepath.Join(work, "database"), filepath.Join(work, "archive")
	if err := os.WriteFile(database, nil, 0o600); err != nil {
		return Manifest{}, fmt.Errorf("write the copy: %w", err)
	}
	// Copy the database first: a picture is stored before a row names it.
	manifest := Manifest{Format: format, Program: from.Program, MadeAt: from.Now}
	if manifest.Contents, err = from.DB.Copy(ctx, database); err != nil {
		return Manifest{}, err
	}
	if err := writeArchive(ctx, from, archive, &manifest, database); err != nil {
		return Manifest{}, fmt.Errorf("write the copy: %w", err)
	}
	return manifest, publish(archive, target)
}

func errFileExists(target string) error {
	return fault.New(fault.Conflict, "file_exists", "%s is there already. Give the copy another name.", target)
}

// writeArchive writes the archive and lists its files in the manifest.
func writeArchive(ctx context.Context, from Source, archive string, manifest *Manifest, database string) error {
	file, err := os.OpenFile(archive, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	encrypted, err := Encrypt(file, from.Passphrase)
	if err != nil {
		return err
	}
	seal := newSealWriter(encrypted)
	a := &archiveWriter{ctx: ctx, zip: zip.NewWriter(seal), manifest: manifest}
	a.zip.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestSpeed) })
	if err := a.addDatabase(database); err != nil {
		return err
	}
	if err := a.addFolder(from.DataDir, KeysFolder); err != nil {
		return err
	}
	if err := a.addPictures(from.Pictures); err != nil {
		return err
	}
	if err := a.finish(); err != nil {
		return err
	}
	if err := errors.Join(seal.seal(), encrypted.Close()); err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}

type archiveWriter struct {
	ctx      context.Context //nolint:containedctx // it lives as long as one call of Write
	zip      *zip.Writer
	manifest *Manifest
}

func (a *archiveWriter) addDatabase(file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	return a.add(databaseNames[a.manifest.Contents.Database], zip.Deflate, f)
}

// addPictures adds the pictures, except those removed meanwhile.
func (a *archiveWriter) addPictures(pictures objects.Store) error {
	if pictures == nil {
		return nil
	}
	stored, err := pictures.List(a.ctx, "")
	if err != nil {
		return err
	}
	for _, picture := range stored {
		content, err := pictures.Get(a.ctx, picture.Name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		if err := errors.Join(a.add(path.Join(MediaFolder, picture.Name), zip.Store, content), content.Close()); err != nil {
			return err
		}
	}
	return nil
}

// addFolder adds the files of a folder of the data directory, except dot files, which are still being
// written.
func (a *archiveWriter) addFolder(dataDir, folder string) error {
	root, err := os.OpenRoot(filepath.Join(dataDir, folder))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	return fs.WalkDir(root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case !entry.Type().IsRegular() || strings.HasPrefix(entry.Name(), "."):
			return nil
		}
		f, err := root.Open(name)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		defer func() { _ = f.Close() }()
		return a.add(path.Join(folder, name), zip.Store, f)
	})
}

// add writes one entry and lists it in the manifest.
func (a *archiveWriter) add(name string, method uint16, content io.Reader) error {
	if err := a.ctx.Err(); err != nil {
		return err
	}
	entry, err := a.zip.CreateHeader(&zip.FileHeader{Name: name, Method: method, Modified: a.manifest.MadeAt})
	if err != nil {
		return err
	}
	h := sha256.New()
	size, err := io.Copy(io.MultiWriter(entry, h), content)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	a.manifest.Files = append(a.manifest.Files, File{Name: name, Size: size, SHA256: hex.EncodeToString(h.Sum(nil))})
	return nil
}

// finish writes the manifest and the end of the ZIP, with zeros in place of the seal.
func (a *archiveWriter) finish() error {
	text, err := json.MarshalIndent(a.manifest, "", "  ")
	if err != nil {
		return err
	}
	entry, err := a.zip.CreateHeader(&zip.FileHeader{Name: manifestName, Method: zip.Deflate, Modified: a.manifest.MadeAt})
	if err != nil {
		return err
	}
	if _, err := entry.Write(text); err != nil {
		return err
	}
	if err := a.zip.SetComment(string(bytes.Repeat([]byte{'0'}, sealSize))); err != nil {
		return err
	}
	return a.zip.Close()
}

// publish gives the finished file its final name, or returns a fault.Conflict if the name exists.
func publish(file, target string) error {
	err := os.Link(file, target)
	if errors.Is(err, fs.ErrExist) {
		return errFileExists(target)
	}
	if err != nil { // no hard links, as on memory sticks
		if _, err := os.Lstat(target); err == nil {
			return errFileExists(target)
		}
		if err := os.Rename(file, target); err != nil {
			return fmt.Errorf("write the copy: %w", err)
		}
	}
	return disk.SyncNames(filepath.Dir(target))
}

func folderOf(name string) string {
	folder, _, _ := strings.Cut(name, "/")
	return folder
}
