// Package backup writes a whole shop (database, pictures, keys) into one file while the shop is
// running, and restores it. The manifest in the file lists what a restore must bring back.
package backup

import (
	"time"

	"kirana/internal/db"
	"kirana/internal/fault"
)

// Manifest lists the contents of a copy. It is the copy's last entry, manifest.json.
type Manifest struct {
	Format   int         `json:"format"`
	Program  string      `json:"program"` // version of Kirana that made the copy
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

// Pictures returns the number of picture files.
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
	// MediaFolder is the folder of pictures, in the data directory and in a copy.
	MediaFolder = "media"
	// KeysFolder is the folder of keys, in the data directory and in a copy.
	KeysFolder = "keys"
)

// databaseNames maps each kind of database to the name of its entry in a copy.
var databaseNames = map[string]string{db.SQLite: "database.sqlite", db.Postgres: "database.pgdump"}

// MinPassphrase is the minimum length of a passphrase in bytes. The shop also warns of a passphrase
// with fewer characters than this.
const MinPassphrase = 12

func errDamaged() error {
	return fault.New(fault.Invalid, "damaged_copy", "The file is damaged, or not a copy of a shop. Nothing of it was used.")
}
