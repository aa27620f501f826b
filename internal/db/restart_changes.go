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

// RestartChanges gives the log of changes of a restored SQLite database a new epoch, so that
// readers start again: a position read after the copy was made means another change in the restored
// log. It ignores a folder without a database.
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

// restartChanges gives the log of changes a new epoch. On PostgreSQL it also marks every row as
// complete, because the copied server had other transaction numbers.
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
