package media

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

const someName = "abcdefghijklmnopqrstuvwxyz.jpg"

func read(t *testing.T, store Store, name string) string {
	t.Helper()
	object, err := store.Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	defer object.Close()
	data, err := io.ReadAll(object)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestFiles_neverOverwrite(t *testing.T) {
	t.Parallel()
	s, _ := newService(t)
	if err := s.store.Put(t.Context(), someName, "image/jpeg", []byte("first")); err != nil {
		t.Fatal(err)
	}
	if err := s.store.Put(t.Context(), someName, "image/jpeg", []byte("second")); !errors.Is(err, ErrTaken) {
		t.Errorf("store under a taken name: %v, want ErrTaken", err)
	}
	if got := read(t, s.store, someName); got != "first" {
		t.Errorf("the first picture became %q, want %q", got, "first")
	}
}

func TestFiles_keepPicturesAcrossAStart(t *testing.T) {
	t.Parallel()
	s, dir := newService(t)
	if err := s.store.Put(t.Context(), someName, "image/jpeg", []byte("kept")); err != nil {
		t.Fatal(err)
	}
	again, err := OpenFiles(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if got := read(t, again, someName); got != "kept" {
		t.Errorf("the picture read again is %q, want %q", got, "kept")
	}
}

func TestFiles_leaveNoTemporaryFiles(t *testing.T) {
	t.Parallel()
	s, dir := newService(t)
	if err := s.store.Put(t.Context(), someName, "image/jpeg", []byte("kept")); err != nil {
		t.Fatal(err)
	}
	if err := s.Ready(t.Context()); err != nil {
		t.Fatal(err)
	}
	var found []string
	err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			found = append(found, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(found) != 1 || found[0] != filepath.Join(dir, "ab", someName) {
		t.Errorf("the directory holds %v, want ab/%s alone", found, someName)
	}
}

func TestFiles_missingPictureIsNotFound(t *testing.T) {
	t.Parallel()
	s, dir := newService(t)
	if _, err := s.store.Open(t.Context(), someName); !errors.Is(err, ErrNotFound) {
		t.Errorf("open a missing picture: %v, want ErrNotFound", err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "ab", someName), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := s.store.Open(t.Context(), someName); !errors.Is(err, ErrNotFound) {
		t.Errorf("open a folder of that name: %v, want ErrNotFound", err)
	}
}

func TestFiles_followNoLinkOutOfTheDirectory(t *testing.T) {
	t.Parallel()
	s, dir := newService(t)
	outside := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(outside, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "ab"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(dir, "ab", someName)); err != nil {
		t.Fatal(err)
	}
	if object, err := s.store.Open(t.Context(), someName); err == nil {
		object.Close()
		t.Error("a link led out of the directory")
	}
}

func TestReady_failsWithoutTheDirectory(t *testing.T) {
	t.Parallel()
	s, dir := newService(t)
	if err := s.Ready(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := s.Ready(t.Context()); err == nil {
		t.Error("ready without a directory")
	}
}

func TestImport_storesAPictureOnceAndUnchanged(t *testing.T) {
	t.Parallel()
	s, dir := newService(t)
	picture := string(webpFile(t, "alpha"))
	urls := make([]string, 8)
	var all sync.WaitGroup
	for i := range urls {
		all.Go(func() {
			url, err := s.Import(t.Context(), "milk.webp", strings.NewReader(picture))
			if err != nil {
				t.Error(err)
			}
			urls[i] = url
		})
	}
	all.Wait()
	for _, url := range urls[1:] {
		if url != urls[0] {
			t.Errorf("the same picture is at %s, want %s", url, urls[0])
		}
	}
	name, ours := nameIn(urls[0])
	if !ours || filepath.Ext(name) != ".webp" {
		t.Fatalf("the picture is at %q, want a .webp of ours", urls[0])
	}
	if read(t, s.store, name) != picture {
		t.Error("the picture was changed")
	}
	if files, err := filepath.Glob(filepath.Join(dir, "*", "*")); err != nil || len(files) != 1 {
		t.Errorf("the folder has the files %v, %v, want one", files, err)
	}

	second, err := s.Import(t.Context(), "curd.webp", strings.NewReader(string(webpFile(t, "lossy"))))
	if err != nil || second == urls[0] {
		t.Errorf("another picture of the same name is at %s, %v, want another URL", second, err)
	}
	if _, err := s.Import(t.Context(), "ghee.svg", strings.NewReader("<svg/>")); err == nil {
		t.Error("an SVG was imported")
	}
}
