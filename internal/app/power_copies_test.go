package app

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kirana/internal/backup"
	"kirana/internal/clock"
	"kirana/internal/copies"
	"kirana/internal/db"
	"kirana/internal/db/keyring"
	"kirana/internal/objects"
)

// The shop and the place of its copies lose power at once. Then the shop is restored from what the next start copies.
func TestPower_copiesGoOnAfterItFails(t *testing.T) {
	t.Parallel()
	expectCopiesGoOn(t, "", func(path string) bool { return filepath.Base(path) == db.FileName+"-wal" }, "the syncs of the write-ahead log")
}

// Only the place of the copies loses power, while the shop is killed. Then the shop is restored from what the next
// start copies.
func TestPower_copiesGoOnAfterTheirPlaceFails(t *testing.T) {
	t.Parallel()
	expectCopiesGoOn(t, "shop", func(path string) bool { return strings.Contains(path, "/place") }, "the syncs of the place")
}

func expectCopiesGoOn(t *testing.T, spared string, forgetful func(path string) bool, what string) {
	t.Helper()
	cuts, root := powerCuts(t, 0, 40), t.TempDir()
	dir := filepath.Join(root, "shop")
	if err := os.Mkdir(dir, 0o750); err != nil {
		t.Fatal(err)
	}
	p := recordOrders(t, root, dir, "--backup-url", "file://"+filepath.Join(root, "place"))
	p.spared = spared
	fresh := filepath.Join(t.TempDir(), "restored")
	expect := func(state string, reported []string) error {
		place := &objects.Address{Folder: filepath.Join(state, "place")}
		if err := copyOnce(t.Context(), filepath.Join(state, "shop"), place); err != nil {
			return err
		}
		if err := os.RemoveAll(fresh); err != nil {
			return err
		}
		if _, err := copies.Restore(t.Context(), *place, time.Time{}, backup.Target{DataDir: fresh}); err != nil {
			return err
		}
		return lostOrders(t.Context(), fresh, reported)
	}
	p.expectNoneFails(t, cuts, expect)
	p.expectSomeFail(t, cuts, forgetful, what, expect)
}

func TestPower_restoresContinuousCopiesCompletelyOrIsRefusedWhenItFails(t *testing.T) {
	t.Parallel()
	cuts, source, root := powerCuts(t, 5, 40), filepath.Join(t.TempDir(), "shop"), t.TempDir()
	confirmed := killedShop(t, source)
	place := objects.Address{Folder: t.TempDir()}
	if err := copyOnce(t.Context(), source, &place); err != nil {
		t.Fatal(err)
	}
	p := recordCommand(t, root, "restore", "file://"+place.Folder, "--data-dir", filepath.Join(root, "shop"))
	expect := expectWholeOrRefused(t, wholeShop{folder: "shop", original: source, confirmed: confirmed}, func(state string) error {
		_, err := copies.Restore(t.Context(), place, time.Time{}, backup.Target{DataDir: filepath.Join(state, "shop")})
		return err
	})
	p.expectNoneFails(t, cuts, expect)
	p.expectSomeFail(t, cuts, func(path string) bool { return path == root }, "the sync of the folder's name", expect)
	p.expectSomeFail(t, cuts, func(path string) bool { return filepath.Ext(path) == ".tmp" || filepath.Base(path) == db.FileName }, "the syncs of the database", expect)
	p.expectSomeFail(t, cuts, func(path string) bool { return filepath.Ext(path) == ".key" }, "the sync of a key", expect)
}

// copyOnce opens a shop and copies everything to the place of its continuous copies.
func copyOnce(ctx context.Context, dir string, place *objects.Address) (err error) {
	d, err := db.OpenExisting(ctx, "", dir)
	if err != nil {
		return err
	}
	secret, err := keyring.LoadOrCreate(ctx, d, keyring.Key{Name: shopKey}, clock.System{}.Now())
	if err != nil {
		return errors.Join(err, d.Close())
	}
	service := copies.New(copies.Config{
		Pictures: objects.Open(objects.Address{Folder: filepath.Join(dir, backup.MediaFolder)}),
		DB:       d, DataDir: dir, Clock: clock.System{}, Log: discard(), Program: "1.2.3", ShopSecret: secret, Address: place,
	})
	ctx, stop := context.WithTimeout(ctx, 30*time.Second)
	ended := make(chan struct{})
	go func() { service.Run(ctx); close(ended) }()
	for err == nil {
		var status copies.Status
		if status, err = service.Status(ctx); err == nil && status.Failure != "" {
			err = errors.New(status.Failure)
		}
		if !status.CopiedAt.IsZero() {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	stop()
	<-ended
	return errors.Join(err, d.Close(), service.Close())
}
