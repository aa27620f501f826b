package backup_test

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kirana/internal/backup"
	"kirana/internal/fault"
)

// forge returns a copy of the file with one more entry, which the manifest lists, and a valid seal.
func forge(t *testing.T, file, name string) string {
	t.Helper()
	original, err := zip.OpenReader(file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = original.Close() }()
	const content = "planted"
	hash := sha256.Sum256([]byte(content))
	var forged bytes.Buffer
	w := zip.NewWriter(&forged)
	add := func(name string, content []byte) {
		entry, err := w.Create(name)
		if err == nil {
			_, err = entry.Write(content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, entry := range original.File {
		r, err := entry.Open()
		if err != nil {
			t.Fatal(err)
		}
		bytes, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if entry.Name == "manifest.json" {
			var manifest backup.Manifest
			if err := json.Unmarshal(bytes, &manifest); err != nil {
				t.Fatal(err)
			}
			manifest.Files = append(manifest.Files, backup.File{Name: name, Size: int64(len(content)), SHA256: hex.EncodeToString(hash[:])})
			if bytes, err = json.Marshal(manifest); err != nil {
				t.Fatal(err)
			}
		}
		add(entry.Name, bytes)
	}
	add(name, []byte(content))
	if err := errors.Join(w.SetComment(strings.Repeat("0", 64)), w.Close()); err != nil {
		t.Fatal(err)
	}
	sealed := forged.Bytes()
	seal := sha256.Sum256(sealed[:len(sealed)-64])
	copy(sealed[len(sealed)-64:], hex.EncodeToString(seal[:]))
	target := filepath.Join(t.TempDir(), "forged.copy")
	if err := os.WriteFile(target, sealed, 0o600); err != nil {
		t.Fatal(err)
	}
	return target
}

func TestRestore_refusesFilesOutsideTheirFolder(t *testing.T) {
	t.Parallel()
	s := open(t, "")
	file, _ := s.makeCopy(t, "")
	if _, err := backup.Restore(t.Context(), forge(t, file, "keys/second.key"), s.target(t, "")); err != nil {
		t.Fatalf("restore a file where one may be: %v", err)
	}
	for _, name := range []string{
		"media/../../../planted", "keys/../planted", "keys/../kirana.db-wal", "/planted", "../planted", "planted", "keys//planted", "keys/./planted", "mail/planted", ".",
	} {
		to := s.target(t, "")
		forged := forge(t, file, name)
		if _, err := backup.Verify(t.Context(), forged, ""); fault.Of(err) == nil {
			t.Errorf("verify a copy with the file %q: %v, want a refusal", name, err)
		}
		if _, err := backup.Restore(t.Context(), forged, to); fault.Of(err) == nil {
			t.Errorf("restore a copy with the file %q: %v, want a refusal", name, err)
		}
		if left := list(t, filepath.Dir(filepath.Dir(to.DataDir))); len(left) > 0 {
			t.Errorf("restoring %q left %v, want nothing", name, left)
		}
		if _, err := os.Lstat(to.DataDir); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("restoring %q left a folder: %v", name, err)
		}
	}
}
