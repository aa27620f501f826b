package copies

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"kirana/internal/backup"
	"kirana/internal/fault"
	"kirana/internal/objects"
)

// Names at a place.
const (
	labelName      = "shop.json"
	stateName      = "state.json"
	streamFolder   = "database"  // SQLite: every change, as litestream's files
	archivesFolder = "archives/" // PostgreSQL: copies as `backup` writes them
	filesFolder    = "files/"    // pictures and keys, as in the data directory
	encryptedEnd   = ".age"
)

const format = 1

// label names the shop whose copies are at a place.
type label struct {
	Format   int    `json:"format"`
	Shop     string `json:"shop"`
	Database string `json:"database"` // db.SQLite or db.Postgres
	Program  string `json:"program"`  // version that began the copies
}

// place is a store of copies.
type place struct {
	address    objects.Address
	store      objects.Store
	passphrase string
}

func openPlace(address objects.Address, passphrase string) place {
	return place{address: address, store: objects.Open(address), passphrase: passphrase}
}

// claim labels a place that is empty or this shop's own, which proves that the place can be read and
// written. It returns fault.Conflict for a place with other copies.
func (p place) claim(ctx context.Context, mine label) error {
	found, err := p.label(ctx)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		text, err := json.Marshal(mine)
		if err != nil {
			return err
		}
		return p.store.Put(ctx, labelName, bytes.NewReader(text))
	case err != nil:
		return err
	case found.Shop != mine.Shop:
		return fault.New(fault.Conflict, "other_shop", "The copies of another shop are at %s. Give KIRANA_BACKUP_URL a place of its own.", p.address)
	case found.Database != mine.Database:
		return fault.New(fault.Conflict, "other_database",
			"The copies at %s are of the time before the shop moved to another database. Give KIRANA_BACKUP_URL a place of its own.", p.address)
	}
	// Write the label again: a read-only place must fail.
	text, err := json.Marshal(found)
	if err != nil {
		return err
	}
	return p.store.Put(ctx, labelName, bytes.NewReader(text))
}

func (p place) label(ctx context.Context) (found label, err error) {
	content, err := p.store.Get(ctx, labelName)
	if err != nil {
		return label{}, err
	}
	defer func() { _ = content.Close() }()
	if err := json.NewDecoder(content).Decode(&found); err != nil || found.Format == 0 {
		return label{}, fault.New(fault.Conflict, "no_place", "%s at %s is not of Kirana.", labelName, p.address)
	}
	if found.Format > format {
		return label{}, fault.New(fault.Conflict, "newer_copy", "The copies at %s are of a newer Kirana. Use that program.", p.address)
	}
	return found, nil
}

// state records the last complete copy.
type state struct {
	CopiedAt time.Time `json:"copiedAt"` // UTC
}

// putState records the time of a complete copy at the place, for Inspect.
func (p place) putState(ctx context.Context, now time.Time) error {
	text, err := json.Marshal(state{CopiedAt: now})
	if err != nil {
		return err
	}
	return p.store.Put(ctx, stateName, bytes.NewReader(text))
}

// copiedAt returns the time of the last complete copy, or the zero time without a copy.
func (p place) copiedAt(ctx context.Context) (time.Time, error) {
	content, err := p.store.Get(ctx, stateName)
	if errors.Is(err, fs.ErrNotExist) {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, err
	}
	defer func() { _ = content.Close() }()
	var found state
	err = json.NewDecoder(content).Decode(&found)
	return found.CopiedAt, err
}

// fetch writes a file of the place into a new file that only its owner may read.
func (p place) fetch(ctx context.Context, name, target string) error {
	content, err := p.store.Get(ctx, name)
	if err != nil {
		return err
	}
	defer func() { _ = content.Close() }()
	if err := os.MkdirAll(filepath.Dir(target), 0o750); err != nil {
		return err
	}
	file, err := os.OpenFile(target, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if _, err := io.Copy(file, content); err != nil {
		return errors.Join(fmt.Errorf("fetch %s: %w", name, err), file.Close())
	}
	return errors.Join(file.Sync(), file.Close())
}

// putKey sends a key, encrypted if there is a passphrase, and removes its other form from the place.
func (p place) putKey(ctx context.Context, name string, secret []byte) error {
	var sealed bytes.Buffer
	encrypted, err := backup.Encrypt(&sealed, p.passphrase)
	if err != nil {
		return err
	}
	_, err = encrypted.Write(secret)
	if err := errors.Join(err, encrypted.Close()); err != nil {
		return err
	}
	stored, alternative := name, name+encryptedEnd
	if p.passphrase != "" {
		stored, alternative = alternative, stored
	}
	if err := p.store.Put(ctx, stored, bytes.NewReader(sealed.Bytes())); err != nil {
		return err
	}
	return p.store.Remove(ctx, alternative)
}

// key fetches a key and decrypts it if it is encrypted.
func (p place) key(ctx context.Context, name string) ([]byte, error) {
	content, err := p.store.Get(ctx, name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = content.Close() }()
	sealed, err := io.ReadAll(io.LimitReader(content, 1<<20))
	if err != nil {
		return nil, err
	}
	open, size, err := backup.Decrypt(bytes.NewReader(sealed), int64(len(sealed)), p.passphrase)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(io.NewSectionReader(open, 0, size))
}

// reasonOf returns an error's text for people.
func reasonOf(err error) string {
	if f := fault.Of(err); f != nil {
		return f.Message
	}
	return err.Error()
}
