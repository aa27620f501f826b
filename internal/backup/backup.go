// Package backup writes a whole shop into one file, while the shop goes on, and brings
// it back from there: database, pictures and keys. What a copy must bring back stands in
// its manifest.
package backup

import (
	"time"

	"kirana/internal/db"
	"kirana/internal/fault"
)

// Manifest says what is in a copy. It is its last entry, manifest.json.
type Manifest struct {
	Format   int         `json:"format"`
	Program  string      `json:"program"` // version of the Kirana that made it
	MadeAt   time.Time   `json:"madeAt"`  // UTC
	Contents db.Contents `json:"contents"`
	Files    []File      `json:"files"` // the database first
}

// File is one entry of a copy.
type File struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"` // bytes
	SHA256 string `json:"sha256"`
}

// Pictures counts the pictures' files.
func (m Manifest) Pictures() int {
	n := 0
	for _, file := range m.Files {
		if folderOf(file.Name) == MediaFolder {
			n++
		}
	}
	return n
}

const (
	format       = 1
	manifestName = "manifest.json"
	// MediaFolder is the name of the pictures' folder, in the data directory and in a copy.
	MediaFolder = "media"
	// KeysFolder is the name of the keys' folder, in the data directory and in a copy.
	KeysFolder = "keys"
)

// databaseNames are the entries that a copy's database can be.
var databaseNames = map[string]string{db.SQLite: "database.sqlite", db.Postgres: "database.pgdump"}

// MinPassphrase is the shortest passphrase that a copy is encrypted with.
const MinPassphrase = 12

func damaged() error {
	return fault.New(fault.Invalid, "damaged_copy", "The file is damaged, or not a copy of a shop. Nothing of it was used.")
}
