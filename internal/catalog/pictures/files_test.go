package pictures_test

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kirana/internal/catalog/pictures"
	"kirana/internal/db"
	"kirana/internal/shoptest"
)

// zipFile writes a zip and returns its path.
func zipFile(t testing.TB, fill func(z *zip.Writer)) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "pictures.zip")
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(file)
	fill(z)
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	return name
}

func entry(t testing.TB, z *zip.Writer, header zip.FileHeader, content []byte) {
	t.Helper()
	w, err := z.CreateHeader(&header)
	if err == nil {
		_, err = w.Write(content)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestTakeFiles_skipsDangerousEntriesOfAZip(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		salt := s.product(t, "Tata Salt", "1 kg", "")
		name := zipFile(t, func(z *zip.Writer) {
			link := zip.FileHeader{Name: "link.jpg"}
			link.SetMode(fs.ModeSymlink | 0o777)
			entry(t, z, zip.FileHeader{Name: "goods/tata salt.jpg", Method: zip.Deflate}, photo(t, 1, 300, 80))
			entry(t, z, zip.FileHeader{Name: "goods/tata salt.jpg", Method: zip.Store}, photo(t, 2, 300, 80))
			entry(t, z, zip.FileHeader{Name: "more/tata salt.jpg", Method: zip.Store}, photo(t, 1, 200, 70))
			entry(t, z, zip.FileHeader{Name: "../../tata salt.jpg"}, photo(t, 3, 300, 80))
			entry(t, z, zip.FileHeader{Name: "/etc/tata salt.jpg"}, photo(t, 4, 300, 80))
			entry(t, z, zip.FileHeader{Name: `..\tata salt.jpg`}, photo(t, 5, 300, 80))
			entry(t, z, link, []byte("/etc/passwd"))
			entry(t, z, zip.FileHeader{Name: "bomb.png", Method: zip.Deflate}, append([]byte("\x89PNG\r\n\x1a\n"), make([]byte, 9<<20)...))
			entry(t, z, zip.FileHeader{Name: "large.jpg", Method: zip.Deflate}, make([]byte, 11<<20))
			entry(t, z, zip.FileHeader{Name: "list.csv"}, []byte("name,price"))
			entry(t, z, zip.FileHeader{Name: "inner.zip"}, []byte("PK\x03\x04"))
			entry(t, z, zip.FileHeader{Name: "page.jpg"}, []byte("<html><script>alert(1)</script>"))
			entry(t, z, zip.FileHeader{Name: "__MACOSX/._tata salt.jpg"}, []byte("x"))
			entry(t, z, zip.FileHeader{Name: "goods/.DS_Store"}, []byte("x"))
		})
		got := s.takeFiles(t, name)
		want := []string{
			"goods/tata salt.jpg added", "goods/tata salt.jpg added", "more/tata salt.jpg had",
			"../../tata salt.jpg: Its name leads out of the zip.", "/etc/tata salt.jpg: Its name leads out of the zip.", "../tata salt.jpg: Its name leads out of the zip.",
			"link.jpg: This is a link or a device, not a file.", "bomb.png: It is packed too tightly to be a picture.", "large.jpg: A picture can have at most 10 MB.",
			"list.csv: Only JPEG, PNG, WebP and GIF pictures can be uploaded.", "inner.zip: Only JPEG, PNG, WebP and GIF pictures can be uploaded.",
			"page.jpg: Only JPEG, PNG, WebP and GIF pictures can be uploaded.",
		}
		if diff := cmp.Diff(want, got); diff != "" || len(s.images(t, salt)) != 2 {
			t.Errorf("salt has %d pictures, want 2; outcomes of the files (-want +got):\n%s", len(s.images(t, salt)), diff)
		}
	})
}

// takeFiles returns the outcome of each file.
func (s shop) takeFiles(t testing.TB, name string) (outcomes []string) {
	t.Helper()
	err := s.TakeFiles(t.Context(), name, func(o pictures.FileOutcome) {
		if o.Refusal != "" {
			outcomes = append(outcomes, o.File+": "+o.Refusal)
			return
		}
		outcomes = append(outcomes, o.File+" "+o.Outcome)
	})
	if err != nil {
		t.Fatal(err)
	}
	return outcomes
}

func TestTakeFiles_readsAFolderAndFollowsNoLink(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	salt := s.product(t, "Tata Salt", "1 kg", "")
	dir := t.TempDir()
	for file, n := range map[string]int{"Tata Salt/1.jpg": 1, "tata-salt-1kg.jpg": 2} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, file)), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, file), photo(t, n, 200, 80), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("/etc", filepath.Join(dir, "etc")); err != nil {
		t.Fatal(err)
	}
	got := s.takeFiles(t, dir)
	if want := "Tata Salt/1.jpg added|etc: This is a link or a device, not a file.|tata-salt-1kg.jpg added"; strings.Join(got, "|") != want || len(s.images(t, salt)) != 2 {
		t.Errorf("the files became %v, want the two pictures added and the link refused", got)
	}
	if err := s.TakeFiles(t.Context(), filepath.Join(dir, "tata-salt-1kg.jpg"), func(pictures.FileOutcome) {}); err != nil {
		t.Error(err)
	}
	broken := filepath.Join(dir, "broken.zip")
	if err := os.WriteFile(broken, bytes.Repeat([]byte("PK"), 100), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.TakeFiles(t.Context(), broken, func(pictures.FileOutcome) {}); err == nil {
		t.Error("a broken zip was read")
	}
}
