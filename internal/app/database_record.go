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

// databaseRecord is the file in the data directory that names the kind of the shop's database.
const databaseRecord = "database.kind"

// kindOf returns the kind of database that the settings select.
func kindOf(storage config.Storage) string {
	if storage.DatabaseURL != "" {
		return db.Postgres
	}
	return db.SQLite
}

// checkDatabase fails if the settings select another kind of database than the data directory records. Otherwise, a
// command without KIRANA_DATABASE_URL would create an empty SQLite shop although the shop is on PostgreSQL. A SQLite
// file that was restored or moved away by hand overrides the record.
func checkDatabase(storage config.Storage) error {
	recorded, err := os.ReadFile(filepath.Join(storage.DataDir, databaseRecord))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read which database the shop is in: %w", err)
	}
	kind := strings.TrimSpace(string(recorded))
	_, fileErr := os.Lstat(filepath.Join(storage.DataDir, db.FileName))
	switch {
	case kind == kindOf(storage):
	case kind == db.Postgres && fileErr != nil:
		return fault.New(fault.Conflict, "other_database", "The shop of %s is on PostgreSQL. Name its database in KIRANA_DATABASE_URL.", storage.DataDir)
	case kind == db.SQLite && fileErr == nil:
		return fault.New(fault.Conflict, "other_database",
			"The shop of %s is in its own file, %s. Leave KIRANA_DATABASE_URL out, move the shop there with `kirana move`, or name another folder in KIRANA_DATA_DIR.",
			storage.DataDir, db.FileName)
	}
	return nil
}

// recordDatabase writes the kind of the shop's database to the data directory.
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
