package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"kirana/internal/config"
	"kirana/internal/db"
	"kirana/internal/fault"
)

// databaseRecord is the file in the data directory that names the shop's kind of database.
const databaseRecord = "database.kind"

// kindOf returns the kind of database in the settings.
func kindOf(storage config.Storage) string {
	if storage.DatabaseURL != "" {
		return db.Postgres
	}
	return db.SQLite
}

// checkDatabase refuses a kind of database that differs from the data directory's: without its
// KIRANA_DATABASE_URL a command would create a new, empty shop beside the one on PostgreSQL. A
// SQLite file put back by hand is opened.
func checkDatabase(storage config.Storage) error {
	recorded, err := os.ReadFile(filepath.Join(storage.DataDir, databaseRecord))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read which database the shop is in: %w", err)
	}
	kind := strings.TrimSpace(string(recorded))
	_, missing := os.Lstat(filepath.Join(storage.DataDir, db.FileName))
	switch {
	case kind == kindOf(storage):
	case kind == db.Postgres && missing != nil:
		return fault.New(fault.Conflict, "other_database", "The shop of %s is on PostgreSQL. Name its database in KIRANA_DATABASE_URL.", storage.DataDir)
	case kind == db.SQLite && missing == nil:
		return fault.New(fault.Conflict, "other_database",
			"The shop of %s is in its own file, %s. Leave KIRANA_DATABASE_URL out, move the shop there with `kirana move`, or name another folder in KIRANA_DATA_DIR.",
			storage.DataDir, db.FileName)
	}
	return nil
}

// recordDatabase stores the kind of the shop's database in the data directory.
func recordDatabase(storage config.Storage) error {
	file, kind := filepath.Join(storage.DataDir, databaseRecord), kindOf(storage)+"\n"
	if recorded, err := os.ReadFile(file); err == nil && string(recorded) == kind {
		return nil
	}
	if err := os.WriteFile(file, []byte(kind), 0o600); err != nil {
		return fmt.Errorf("note which database the shop is in: %w", err)
	}
	return nil
}
