package objects_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kirana/internal/fault"
	"kirana/internal/objects"
	"kirana/internal/shoptest/s3test"
)

func TestParse_readsFoldersAndBuckets(t *testing.T) {
	t.Setenv("AWS_ACCESS_KEY_ID", "id")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	t.Setenv("AWS_REGION", "")
	for text, want := range map[string]objects.Address{
		"file:///srv/copies/": {Folder: "/srv/copies"},
		"s3://b/a/shop?endpoint=http://127.0.0.1:7070": {
			Bucket: "b", Prefix: "a/shop", Endpoint: "http://127.0.0.1:7070", Region: "us-east-1", KeyID: "id", Password: "secret",
		},
		"s3://b?region=ap-south-1": {Bucket: "b", Region: "ap-south-1", KeyID: "id", Password: "secret"},
	} {
		got, err := objects.Parse("KIRANA_BACKUP_URL", text)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("address %s, error %v (-want +got):\n%s", text, err, diff)
		}
	}
	for _, text := range []string{"", "copies", "file://copies", "file:copies", "s3:///x", "s3://b", "s3://b?endpoint=127.0.0.1:80", "ftp://b/x", "s3://b\x7f"} {
		_, err := objects.Parse("KIRANA_BACKUP_URL", text)
		if f := fault.Of(err); f == nil || !strings.HasPrefix(f.Message, "KIRANA_BACKUP_URL ") {
			t.Errorf("parse %q: %v, want a refusal that names KIRANA_BACKUP_URL", text, err)
		}
	}
	t.Setenv("AWS_SECRET_ACCESS_KEY", "")
	if _, err := objects.Parse("KIRANA_BACKUP_URL", "s3://b?region=x"); fault.Of(err) == nil {
		t.Errorf("parse a bucket without credentials: %v, want a refusal", err)
	}
}

func TestFolder_storesFilesAtomicallyAndPrivately(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "store")
	assertStore(t, objects.Open(objects.Address{Folder: dir}))
	about, err := os.Stat(filepath.Join(dir, "files", "a", "one"))
	if err != nil || about.Mode().Perm() != 0o600 {
		t.Errorf("the stored file has the mode %v, %v, want 0600", about, err)
	}
	store := objects.Open(objects.Address{Folder: dir})
	for _, name := range []string{"../out", "/etc/passwd", ""} {
		if err := store.Put(t.Context(), name, strings.NewReader("x")); err == nil {
			t.Errorf("%q was stored, want it refused", name)
		}
	}
	broken := &failingReader{strings.NewReader("half of a file")}
	if err := store.Put(t.Context(), "files/half", broken); err == nil {
		t.Error("half a file was stored")
	}
	if found, err := store.List(t.Context(), ""); err != nil || len(found) != 2 {
		t.Errorf("left: %v, %v, want two files", found, err)
	}
}

func TestBucket_fulfillsTheContractOfStore(t *testing.T) {
	t.Parallel()
	address := s3test.Start(t)
	assertStore(t, objects.Open(address))
	address.Password = "another"
	if err := objects.Open(address).Put(t.Context(), "x", strings.NewReader("x")); err == nil {
		t.Error("wrong keys were taken")
	}
}

type failingReader struct{ *strings.Reader }

func (f *failingReader) WriteTo(w io.Writer) (int64, error) {
	n, err := f.Reader.WriteTo(w)
	return n, errors.Join(err, errors.New("no more"))
}

// assertStore checks a store against the contract of Store; it leaves two files.
func assertStore(t *testing.T, store objects.Store) {
	t.Helper()
	ctx := t.Context()
	if found, err := store.List(ctx, ""); err != nil || len(found) != 0 {
		t.Errorf("the empty store lists %v, %v, want nothing", found, err)
	}
	for _, file := range [][2]string{{"files/b", "bb"}, {"files/a/one", "first"}, {"files/a/one", "second one"}, {"other", ""}} {
		if err := store.Put(ctx, file[0], strings.NewReader(file[1])); err != nil {
			t.Fatal(err)
		}
	}
	found, err := store.List(ctx, "files/")
	if err != nil || len(found) != 2 || found[0].Name != "files/a/one" || found[0].Size != 10 || found[1].Name != "files/b" {
		t.Errorf("the store lists %v, %v, want files/a/one of 10 bytes and files/b", found, err)
	}
	if object, err := store.Stat(ctx, "files/a/one"); err != nil || object.Size != 10 || object.ModifiedAt.IsZero() || object.Name != "files/a/one" {
		t.Errorf("stat of files/a/one: %v, %v, want 10 bytes and a time", object, err)
	}
	if err := objects.Copy(ctx, store, store, "files/b"); err != nil {
		t.Errorf("copy an object onto itself: %v", err)
	}
	content, err := store.Get(ctx, "files/a/one")
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(content)
	if err := errors.Join(err, content.Close()); err != nil || string(text) != "second one" {
		t.Errorf("the object holds %q, %v, want \"second one\"", text, err)
	}
	for range 2 {
		if err := store.Remove(ctx, "other"); err != nil {
			t.Error(err)
		}
	}
	if _, err := store.Get(ctx, "other"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("get a removed object: %v, want fs.ErrNotExist", err)
	}
	if _, err := store.Stat(ctx, "other"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("stat of a removed object: %v, want fs.ErrNotExist", err)
	}
}
