package app

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kirana/internal/account"
	"kirana/internal/backup"
	"kirana/internal/catalog"
	"kirana/internal/db"
	"kirana/internal/media"
)

func TestPower_losesNoPictureOfANewShopWhenItFails(t *testing.T) {
	t.Parallel()
	cuts, root := powerCuts(t, 0, 40), t.TempDir()
	p := newPowerRecord(t, root)
	p.expectPictures(t, cuts, "below/new/shop")
	p.expectSomeFail(t, cuts, func(path string) bool { return filepath.Base(path) == backup.KeysFolder }, "the sync of the key's name", p.lostPictures(t, "below/new/shop"))
	p.expectSomeFail(t, cuts, func(path string) bool { return path == filepath.Join(root, "below") }, "the sync of the data folder's name", p.lostPictures(t, "below/new/shop"))
}

func TestPower_losesNoPictureInAFolderOfAKilledShopWhenItFails(t *testing.T) {
	t.Parallel()
	cuts, root := powerCuts(t, 0, 40), t.TempDir()
	dir := filepath.Join(root, "shop")
	makeFolder(t, dir)
	copyDemo(t, dir)
	p := newPowerRecord(t, root)
	const letters = "abcdefghijklmnopqrstuvwxyz234567"
	for _, first := range letters {
		for _, second := range letters {
			if folder := filepath.Join(dir, backup.MediaFolder, string(first)+string(second)); !exists(folder) {
				p.makeFolder(t, folder)
			}
		}
	}
	p.expectPictures(t, cuts, "shop")
}

func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// expectPictures records a shop in a folder below the root while pictures are uploaded, and cuts its power.
func (p *powerRecord) expectPictures(t *testing.T, cuts int, folder string) {
	t.Helper()
	dir := filepath.Join(p.root, folder)
	p.serve(t, func(shop *served) []string { return shop.takesPictures(t, 30) }, "--data-dir", dir)
	expect := p.lostPictures(t, folder)
	p.expectNoneFails(t, cuts, expect)
	pictures := filepath.Join(dir, backup.MediaFolder)
	isNew := func(path string) bool { return strings.HasPrefix(filepath.Base(path), ".new-") }
	p.expectSomeFail(t, cuts, func(path string) bool { return filepath.Dir(path) == pictures && isNew(path) }, "the syncs of the pictures", expect)
	p.expectSomeFail(t, cuts, func(path string) bool { return filepath.Dir(path) == pictures && !isNew(path) }, "the syncs of their names", expect)
	p.expectSomeFail(t, cuts, func(path string) bool { return path == pictures }, "the syncs of their folders' names", expect)
}

// takesPictures uploads pictures one after the other, and sets each as a product's picture before it uploads the next.
func (s *served) takesPictures(t *testing.T, n int) (urls []string) {
	t.Helper()
	staff := &client{t: t, base: s.base}
	staff.login(demoAdminEmail, demoAdminPassword)
	for _, product := range staff.list("POST", "/product/get", record{"page": 1, "limit": n}) {
		status, url, message := s.uploads(t, staff.token)
		if url == "" {
			t.Fatalf("an upload returned %d %s, want the picture's address", status, message)
		}
		staff.must("PUT", "/product/update/"+product["_id"].(string), record{"image": []string{url}})
		urls = append(urls, url)
	}
	return urls
}

// lostPictures returns a function that opens a shop as its next start does, and returns what is missing: confirmed
// pictures, pictures of products that should show them (except the last), whole files of pictures, or the key.
func (p *powerRecord) lostPictures(t *testing.T, folder string) func(state string, reported []string) error {
	t.Helper()
	return func(state string, reported []string) error {
		uploaded := []string{} // without duplicates: two responses have each
		for _, url := range reported {
			if !slices.Contains(uploaded, url) {
				uploaded = append(uploaded, url)
			}
		}
		was, is := filepath.Join(p.root, folder), filepath.Join(state, folder)
		if !exists(is) && len(uploaded) == 0 {
			return nil
		}
		shown, err := shownPictures(t.Context(), is)
		if err != nil {
			return err
		}
		for i, url := range uploaded {
			if _, shows := shown[url]; !shows && i < len(uploaded)-1 {
				return fmt.Errorf("%s was confirmed, and its product does not show it", url)
			}
			shown[url] = struct{}{}
		}
		for url := range maps.Keys(shown) {
			if err := samePicture(was, is, strings.TrimPrefix(url, media.Prefix)); err != nil {
				return err
			}
		}
		if len(uploaded) == 0 {
			return nil
		}
		return sameFile(was, is, filepath.Join(backup.KeysFolder, account.KeyName+".key"))
	}
}

// shownPictures returns the URLs of all products' pictures.
func shownPictures(ctx context.Context, dir string) (shown map[string]struct{}, err error) {
	d, err := db.Open(ctx, "", dir)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	rows, err := db.All[catalog.Images](ctx, d, `SELECT images FROM products`)
	shown = map[string]struct{}{}
	for _, urls := range rows {
		for _, url := range urls {
			shown[url] = struct{}{}
		}
	}
	return shown, err
}

// samePicture compares a picture in all its sizes between two folders.
func samePicture(one, other, name string) error {
	stem, ending, _ := strings.Cut(name, ".")
	sizes, err := filepath.Glob(filepath.Join(one, backup.MediaFolder, name[:2], stem+"*."+ending))
	if err != nil || len(sizes) == 0 {
		return fmt.Errorf("no picture %s was ever stored: %w", name, err)
	}
	for _, size := range sizes {
		if err := sameFile(one, other, strings.TrimPrefix(size, one)); err != nil {
			return err
		}
	}
	return nil
}

// sameFile compares a file between two folders.
func sameFile(one, other, name string) error {
	return differs(filepath.Join(one, name), filepath.Join(other, name))
}
