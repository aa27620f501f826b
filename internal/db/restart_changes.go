package db

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// RestartChanges renames the log of changes of a restored SQLite database, because positions that
// readers took after the copy mean other changes in it. It ignores a folder without a database.
func RestartChanges(ctx context.Context, dir string) (err error) {
	if _, err := os.Stat(filepath.Join(dir, FileName)); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	d, err := openUnmigrated(ctx, "", dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	return restartChanges(ctx, d)
}

// restartChanges gives the log a new name and marks every row as complete, because transactions of
// the copied server have other numbers.
func restartChanges(ctx context.Context, d *DB) error {
	tables, err := All[string](ctx, d, d.dialect.tables)
	if err != nil || !slices.Contains(tables, "changes") { // an older schema
		return err
	}
	var epoch [8]byte
	_, _ = rand.Read(epoch[:]) // never fails
	err = d.Tx(WithTimeout(ctx, contentsTimeout), func(tx *Tx) error {
		if d.dialect.multiNode {
			if err := Exec(ctx, tx, `UPDATE changes SET tx = 0`); err != nil {
				return err
			}
		}
		return Exec(ctx, tx, `UPDATE change_epochs SET epoch = $1`, hex.EncodeToString(epoch[:]))
	})
	if err != nil {
		return fmt.Errorf("name the changes anew: %w", err)
	}
	return nil
}
