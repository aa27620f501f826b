package media

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"testing"
)

func files(t *testing.T, dir string) (names []string) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestRemove_deletesAnUploadedPictureInEverySize(t *testing.T) {
	t.Parallel()
	s, dir := newService(t)
	removed, _, _ := accept(t, s, asJPEG(t, plain(900, 700)))
	kept, _, _ := accept(t, s, asJPEG(t, plain(900, 700)))
	before := len(files(t, dir))
	if err := s.Remove(t.Context(), Prefix+removed); err != nil {
		t.Fatal(err)
	}
	if left := files(t, dir); before != 8 || len(left) != 4 {
		t.Errorf("of %d files %v are left, want 4 of 8", before, left)
	}
	if response := ask(s, http.MethodGet, Prefix+removed, nil); response.StatusCode != http.StatusNotFound {
		t.Errorf("the picture is still served with %d, want %d", response.StatusCode, http.StatusNotFound)
	}
	if err := s.Check(t.Context(), "image", Prefix+kept); err != nil {
		t.Error(err)
	}
	if err := s.Remove(t.Context(), Prefix+removed); err != nil {
		t.Errorf("remove the picture again: %v", err)
	}
}

func TestRemove_ignoresBuiltInAndForeignURLs(t *testing.T) {
	t.Parallel()
	s, dir := newService(t)
	url, err := s.Import(t.Context(), "dal", bytes.NewReader(webpFile(t, "lossy")))
	if err != nil {
		t.Fatal(err)
	}
	outside := filepath.Join(dir, "shop.db")
	if err := os.WriteFile(outside, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, rejected := range []string{url, "", "/media/../shop.db", "/media/shop.db", "https://elsewhere.example/media/x.jpg", "/media/" + newName(".jpg")} {
		if err := s.Remove(t.Context(), rejected); err != nil {
			t.Errorf("remove %q: %v, want nil", rejected, err)
		}
	}
	if err := s.Check(t.Context(), "image", url); err != nil {
		t.Errorf("check of the imported picture: %v", err)
	}
	if _, err := os.Stat(outside); err != nil {
		t.Error(err)
	}
}

type unremovableStore struct{ Store }

func (unremovableStore) Remove(context.Context, string) error { return errors.New("read-only") }

func TestRemove_returnsTheErrorOfTheStore(t *testing.T) {
	t.Parallel()
	s, _ := newService(t)
	name, _, _ := accept(t, s, asJPEG(t, plain(60, 40)))
	if err := New(unremovableStore{s.store}, s.log).Remove(t.Context(), Prefix+name); err == nil {
		t.Error("a picture that cannot be removed counts as removed")
	}
}
