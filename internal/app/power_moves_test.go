package app

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"kirana/internal/backup"
	"kirana/internal/db"
	"kirana/internal/shoptest"
)

func TestPower_movesToAFolderCompletelyOrNotWhenItFails(t *testing.T) {
	t.Parallel()
	cuts, killed := powerCuts(t, 5, 40), filepath.Join(t.TempDir(), "shop")
	confirmed := killedShop(t, killed)
	for name, folder := range map[string]string{
		"new":               "new/below/shop",
		"existing":          "existing",
		"other file system": "disk",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root := t.TempDir()
			shop, target := filepath.Join(root, "shop"), filepath.Join(root, folder)
			copyFolder(t, killed, shop)
			switch name {
			case "existing":
				makeFolder(t, target)
			case "other file system":
				makeFolder(t, target)
				if newSmallDiskAt(t, target, "128m") == nil {
					t.SkipNow()
				}
			}
			p := recordCommand(t, root, "move", "--to", target, "--data-dir", shop)
			made := expectWholeOrRefused(t, wholeShop{folder: folder, original: killed, confirmed: confirmed}, func(state string) error {
				if code, _, errs := run(t, "", "move", "--to", filepath.Join(state, folder), "--data-dir", filepath.Join(state, "shop")); code != 0 {
					return errors.New(errs)
				}
				return nil
			})
			expect := func(state string, reported []string) error {
				if err := lostOrders(t.Context(), filepath.Join(state, "shop"), confirmed); err != nil {
					return err
				}
				return made(state, reported)
			}
			p.expectNoneFails(t, cuts, expect)
			p.expectSomeFail(t, cuts, func(path string) bool { return path == filepath.Join(target, db.FileName) }, "the syncs of the moved database", expect)
			p.expectSomeFail(t, cuts, func(path string) bool { return path == filepath.Join(target, backup.MediaFolder) }, "the sync of the folder of the pictures", expect)
		})
	}
}

func TestPower_movesFromPostgresToAFolderCompletelyOrNotWhenItFails(t *testing.T) {
	t.Parallel()
	cuts, killed, root := powerCuts(t, 0, 40), filepath.Join(t.TempDir(), "shop"), t.TempDir()
	confirmed := killedShop(t, killed)
	url, shop, target := shoptest.PostgresURL(t), filepath.Join(root, "shop"), filepath.Join(root, "moved")
	copyFolder(t, killed, shop)
	if code, _, errs := run(t, "", "move", "--to", url, "--data-dir", shop); code != 0 {
		t.Fatal(errs)
	}
	p := recordCommand(t, root, "move", "--to", target, "--database-url", url, "--data-dir", shop)
	expect := expectWholeOrRefused(t, wholeShop{folder: "moved", original: killed, confirmed: confirmed}, func(state string) error {
		if code, _, errs := run(t, "", "move", "--to", filepath.Join(state, "moved"), "--database-url", url, "--data-dir", filepath.Join(state, "shop")); code != 0 {
			return errors.New(errs)
		}
		return nil
	})
	p.expectNoneFails(t, cuts, expect)
	keys := filepath.Join(target, backup.KeysFolder)
	p.expectSomeFail(t, cuts, func(path string) bool { return filepath.Dir(path) == keys }, "the sync of the key", expect)
	p.expectSomeFail(t, cuts, func(path string) bool { return path == keys }, "the sync of the key's name", expect)
}

func copyFolder(t *testing.T, from, to string) {
	t.Helper()
	if out, err := exec.CommandContext(t.Context(), "cp", "-a", from, to).CombinedOutput(); err != nil {
		t.Fatalf("copy %s to %s: %v %s", from, to, err, out)
	}
}

func makeFolder(t *testing.T, folder string) {
	t.Helper()
	if err := os.Mkdir(folder, 0o750); err != nil {
		t.Fatal(err)
	}
}
