// Package keyring stores the secrets that all nodes of the shop share.
package keyring

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"kirana/internal/db"
	"kirana/internal/disk"
)

// Size is the length of a new secret, in bytes.
const Size = 32

// Key identifies a secret and where it is stored.
type Key struct {
	Name string
	// Dir is the folder of the secret's file on SQLite. It is outside the database, so that a copy
	// of the database holds no secrets. PostgreSQL stores every secret in a row, because nodes
	// share only the database; so does SQLite if Dir is "".
	Dir string
}

// ErrNoKey is returned by Load when there is no secret of this name.
var ErrNoKey = errors.New("keyring: no such key")

// Load returns the secret of this name, or ErrNoKey. It writes nothing.
func Load(ctx context.Context, d *db.DB, key Key) ([]byte, error) {
	var stored string
	var err error
	if key.inRow(d) {
		stored, err = db.Get[string](ctx, d, `SELECT value FROM keys WHERE name = $1`, key.Name)
	} else {
		var content []byte
		content, err = os.ReadFile(key.file())
		stored = string(content)
	}
	if errors.Is(err, db.ErrNoRow) || errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNoKey
	}
	if err != nil {
		return nil, fmt.Errorf("load the key %s: %w", key.Name, err)
	}
	return decode(key.Name, stored)
}

// inRow reports whether the secret is a row of the database.
func (k Key) inRow(d *db.DB) bool { return k.Dir == "" || d.MultiNode() }

func (k Key) file() string { return filepath.Join(k.Dir, k.Name+".key") }

// decode returns the secret that is stored as a text.
func decode(name, stored string) ([]byte, error) {
	secret, err := hex.DecodeString(strings.TrimSpace(stored))
	if err != nil || len(secret) < Size {
		// The error itself would quote the secret.
		return nil, fmt.Errorf("the key %s cannot be read", name)
	}
	return secret, nil
}

// LoadOrCreate returns the secret of this name, or creates one of Size random bytes. Concurrent
// callers get the same secret. now is UTC.
func LoadOrCreate(ctx context.Context, d *db.DB, key Key, now time.Time) ([]byte, error) {
	fresh := make([]byte, Size)
	_, _ = rand.Read(fresh) // never fails: https://pkg.go.dev/crypto/rand#Read
	var stored string
	var err error
	if key.inRow(d) {
		stored, err = loadOrCreateRow(ctx, d, key.Name, hex.EncodeToString(fresh), now)
	} else {
		stored, err = loadOrCreateFile(key, hex.EncodeToString(fresh))
	}
	if err != nil {
		return nil, fmt.Errorf("store the key %s: %w", key.Name, err)
	}
	return decode(key.Name, stored)
}

// Replace overwrites a secret before its first use, when a shop moves to another database. now is
// UTC.
func Replace(ctx context.Context, d *db.DB, key Key, secret []byte, now time.Time) error {
	stored := hex.EncodeToString(secret)
	if !key.inRow(d) {
		if err := replaceFile(key, stored); err != nil {
			return fmt.Errorf("store the key %s: %w", key.Name, err)
		}
		// Delete the row that an earlier version may have stored.
		return d.Tx(ctx, func(tx *db.Tx) error {
			return db.Exec(ctx, tx, `DELETE FROM keys WHERE name = $1`, key.Name)
		})
	}
	return d.Tx(ctx, func(tx *db.Tx) error {
		return db.Exec(ctx, tx, `
			INSERT INTO keys (name, value, created_at)
			VALUES ($1, $2, $3)
			ON CONFLICT (name) DO UPDATE SET value = excluded.value`, key.Name, stored, now)
	})
}

func loadOrCreateRow(ctx context.Context, d *db.DB, name, fresh string, now time.Time) (stored string, err error) {
	err = d.Tx(ctx, func(tx *db.Tx) error {
		if err := db.Exec(ctx, tx, `
			INSERT INTO keys (name, value, created_at)
			VALUES ($1, $2, $3)
			ON CONFLICT (name) DO NOTHING`, name, fresh, now); err != nil {
			return err
		}
		stored, err = db.Get[string](ctx, tx, `SELECT value FROM keys WHERE name = $1`, name)
		return err
	})
	return stored, err
}

func loadOrCreateFile(key Key, fresh string) (string, error) {
	dir, path := key.Dir, key.file()
	if err := disk.MakeFolder(dir, 0o700); err != nil {
		return "", err
	}
	stored, err := os.ReadFile(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return string(stored), err
	}
	// Write a temporary file, then link it: of two programs that start concurrently, one wins, and
	// both read its secret.
	file, err := disk.WriteTemporary(dir, contentOf(fresh), 0o600)
	if err != nil {
		return "", err
	}
	defer func() { _ = os.Remove(file) }()
	if err := os.Link(file, path); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", err
	}
	if err := disk.SyncNames(dir); err != nil {
		return "", err
	}
	stored, err = os.ReadFile(path)
	return string(stored), err
}

func replaceFile(key Key, secret string) error {
	if err := disk.MakeFolder(key.Dir, 0o700); err != nil {
		return err
	}
	return disk.ReplaceFile(key.file(), contentOf(secret), 0o600)
}

func contentOf(secret string) io.Reader { return strings.NewReader(secret + "\n") }
