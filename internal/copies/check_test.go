package copies_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kirana/internal/backup"
	"kirana/internal/clock"
	"kirana/internal/copies"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/shoptest"
)

func TestCheck_findsDamagedFilesAtThePlace(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]func(t *testing.T, place string){
		"changed bytes of the database": func(t *testing.T, place string) { invertBytes(t, place, "database") },
		"a picture that is missing":     func(t *testing.T, place string) { remove(t, filepath.Join(place, "files", picture)) },
		"a key that is missing":         func(t *testing.T, place string) { remove(t, filepath.Join(place, "files", key)) },
		"another key": func(t *testing.T, place string) {
			if err := os.WriteFile(filepath.Join(place, "files", key), []byte("other"), 0o600); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			place := folder(t)
			s := open(t, "", place)
			shoptest.ManyOrders(t, s.DB, 100)
			old := time.Now().Add(-time.Hour)
			if err := os.Chtimes(filepath.Join(s.dir, picture), old, old); err != nil {
				t.Fatal(err)
			}
			service, _ := s.start(t)
			waitForCopy(t, service)
			if err := service.Check(t.Context()); err != nil {
				t.Fatalf("check before the damage: %v", err)
			}
			damage(t, place.Folder)
			if err := service.Check(t.Context()); err == nil {
				t.Error("the check found nothing")
			} else {
				t.Log(err)
			}
		})
	}
}

// invertBytes inverts 64 bytes in the middle of each file in a folder. Flipping one bit is not
// always damage: where LZ4 repeats a run of equal bytes, another distance gives the same pages.
func invertBytes(t *testing.T, parts ...string) {
	t.Helper()
	changed := 0
	err := filepath.WalkDir(filepath.Join(parts...), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		changed++
		middle := len(content) / 2
		for i := max(0, middle-32); i < min(len(content), middle+32); i++ {
			content[i] ^= 0xff
		}
		return os.WriteFile(path, content, 0o600)
	})
	if err != nil || changed == 0 {
		t.Fatalf("changed %d files, %v, want some", changed, err)
	}
}

func remove(t *testing.T, file string) {
	t.Helper()
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
}

func TestArchives_restoreAShopOnPostgres(t *testing.T) {
	t.Parallel()
	place := folder(t)
	s := open(t, shoptest.PostgresURLAs(t, "kirana_archives", "CREATEDB"), place)
	s.config.Passphrase = passphrase
	manual := clock.NewManual(shoptest.Epoch)
	s.config.Clock = manual
	shoptest.ManyOrders(t, s.DB, 100)
	service, _ := s.start(t)
	for range 3 {
		if err := service.Archive(t.Context()); err != nil {
			t.Fatal(err)
		}
		manual.Advance(4 * 24 * time.Hour)
	}
	if err := service.Check(t.Context()); err != nil {
		t.Errorf("check of the copies: %v", err)
	}
	if left, err := db.All[string](t.Context(), s.DB, `
		SELECT datname FROM pg_database WHERE starts_with(datname, 'kirana_trial_' || substr(md5(current_database()), 1, 8))`); err != nil || len(left) > 0 {
		t.Errorf("the check left the databases %v, %v, want none", left, err)
	}
	kept, err := os.ReadDir(filepath.Join(place.Folder, "archives"))
	if err != nil || len(kept) != 2 {
		t.Errorf("after eight days %d archives are kept: %v, want 2", len(kept), err)
	}
	waitFor(t, service, "the pictures", func(copies.Status) bool {
		_, err := os.Stat(filepath.Join(place.Folder, "files", picture))
		return err == nil
	})
	to := backup.Target{DataDir: filepath.Join(t.TempDir(), "new"), DatabaseURL: shoptest.PostgresURL(t), Passphrase: passphrase}
	r, err := copies.Restore(t.Context(), place, time.Time{}, to)
	if err != nil || r.Contents.Rows["orders"] != 100 || r.Pictures != 1 {
		t.Errorf("restored %+v, %v, want 100 orders and a picture", r, err)
	}
	if content, err := os.ReadFile(filepath.Join(to.DataDir, picture)); err != nil || string(content) != "a mango" {
		t.Errorf("the picture is %q, %v, want \"a mango\"", content, err)
	}
	invertBytes(t, place.Folder, "archives")
	result, err := copies.Restore(t.Context(), place, time.Time{}, backup.Target{
		DataDir: filepath.Join(t.TempDir(), "x"), DatabaseURL: shoptest.PostgresURL(t), Passphrase: passphrase,
	})
	if checked := service.Check(t.Context()); checked == nil && err == nil {
		t.Errorf("check and restore of a damaged archive succeeded, want one to fail: %+v", result)
	}
}

func TestCheck_refusesAnUnencryptedArchive(t *testing.T) {
	t.Parallel()
	place := folder(t)
	s := open(t, shoptest.PostgresURLAs(t, "kirana_plain", "CREATEDB"), place)
	plain := copies.New(s.config)
	if err := plain.Archive(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.config.Passphrase = passphrase
	service, _ := s.start(t)
	if err := service.Check(t.Context()); fault.Of(err) == nil || !strings.Contains(fault.Of(err).Message, "not encrypted") {
		t.Errorf("check of an archive without encryption: %v, want that it is not encrypted", err)
	}
	if err := plain.Close(); err != nil {
		t.Error(err)
	}
}
