package backup_test

import (
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kirana/internal/backup"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/objects"
	"kirana/internal/shoptest"
)

func TestMain(m *testing.M) { shoptest.Main(m) }

const passphrase = "eleven ripe mangoes"

// shop is a shop with pictures and a key.
type shop struct {
	*db.DB

	dir, url string
}

var pictures = map[string]string{
	"media/ab/abcdef.webp": "the picture of a mango", "media/ab/abcdff.webp": "", "media/zz/zz12.webp": strings.Repeat("dal ", 50_000),
}

func open(t *testing.T, url string) shop {
	t.Helper()
	s := shop{dir: filepath.Join(t.TempDir(), "data"), url: url}
	files := map[string]string{"keys/account.key": "secret\n", "media/.new-half": "half", "mail/1.eml": "kept"}
	for name, content := range pictures {
		files[name] = content
	}
	for name, content := range files {
		path := filepath.Join(s.dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o750), os.WriteFile(path, []byte(content), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	var err error
	if s.DB, err = db.Open(t.Context(), url, s.dir); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func eachShop(t *testing.T, test func(t *testing.T, s shop)) {
	t.Helper()
	shoptest.EachURL(t, shoptest.PostgresURL, func(t *testing.T, url string) { test(t, open(t, url)) })
}

func (s shop) makeCopy(t *testing.T, secret string) (file string, manifest backup.Manifest) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "shop.copy")
	manifest, err := s.write(t.Context(), file, secret)
	if err != nil {
		t.Fatal(err)
	}
	return file, manifest
}

func (s shop) write(ctx context.Context, file, secret string) (backup.Manifest, error) {
	return backup.Write(ctx, backup.Source{DB: s.DB, DataDir: s.dir, Pictures: folder(s.dir), Program: "1.2.3", Passphrase: secret, Now: shoptest.Epoch}, file)
}

// folder returns the store of a data directory's pictures.
func folder(dataDir string) objects.Store {
	return objects.Open(objects.Address{Folder: filepath.Join(dataDir, backup.MediaFolder)})
}

// target returns an empty target for a copy of s.
func (s shop) target(t *testing.T, secret string) backup.Target {
	t.Helper()
	to := backup.Target{DataDir: filepath.Join(t.TempDir(), "new", "data"), Passphrase: secret}
	if s.url != "" {
		to.DatabaseURL = shoptest.PostgresURL(t)
	}
	return to
}

// addBillInClosedMonth adds a bill with a link, and closes the bill's month.
func (s shop) addBillInClosedMonth(t *testing.T) {
	t.Helper()
	err := s.Tx(t.Context(), func(tx *db.Tx) error {
		for _, statement := range []string{
			`INSERT INTO bill_series (prefix, year, next) VALUES ('GK', '25-26', 1)`,
			`INSERT INTO bills (id, number, path_number, prefix, year, serial, kind, checkout_id, user_id, issued_at, place_of_supply, total, round_off, payable, document)
				SELECT 'b1', 'GK/25-26/00001', 'GK-25-26-00001', 'GK', '25-26', 1, 'CASH_MEMO', id, user_id, '2026-01-15 12:00:00', '27', 5000, 0, 5000, '{}' FROM checkouts ORDER BY id LIMIT 1`,
			`INSERT INTO bill_links (bill_id, generation, linked_at) VALUES ('b1', 2, '2026-01-15 12:30:00')`,
			`INSERT INTO closed_months (month, begins, ends, closed_at, closed_by) VALUES ('2026-01', '2025-12-31 18:30:00', '2026-01-31 18:30:00', '2026-02-03 09:00:00', 'asha')`,
		} {
			if err := db.Exec(t.Context(), tx, statement); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestRestore_bringsBackTheWholeShop(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s shop) {
		shoptest.ManyOrders(t, s.DB, 200)
		s.addBillInClosedMonth(t)
		for _, secret := range []string{"", passphrase} {
			file, manifest := s.makeCopy(t, secret)
			assertMode(t, file, 0o600)
			if rows := manifest.Contents.Rows; rows["bills"] != 1 || rows["bill_links"] != 1 || rows["bill_series"] != 1 || rows["closed_months"] != 1 || manifest.Contents.Sums["bills.payable"] != 5000 {
				t.Errorf("the manifest has the books %+v, want one bill of ₹50, its link, its series and a closed month", manifest.Contents)
			}
			if manifest.Contents.Rows["orders"] != 200 || manifest.Contents.Sums["orders.total"] != 200*5000 || manifest.Contents.Sums["products.stock"] != 40*100 || manifest.Pictures() != 3 {
				t.Errorf("the manifest is %+v, want 200 orders, 40 stocks of 100 and 3 pictures", manifest)
			}
			if verified, err := backup.Verify(t.Context(), file, secret); err != nil || len(verified.Files) != len(manifest.Files) {
				t.Fatalf("verify: %+v, %v, want the manifest's %d files", verified, err, len(manifest.Files))
			}
			to := s.target(t, secret)
			if _, err := backup.Restore(t.Context(), file, to); err != nil {
				t.Fatal(err)
			}
			if err := backup.RefuseUnfinished(to.DataDir); err != nil {
				t.Error(err)
			}
			for name, content := range pictures {
				if got, err := os.ReadFile(filepath.Join(to.DataDir, name)); err != nil || string(got) != content {
					t.Errorf("%s has %d bytes, %v, want its content", name, len(got), err)
				}
			}
			assertMode(t, filepath.Join(to.DataDir, "keys"), 0o700)
			assertMode(t, filepath.Join(to.DataDir, "keys", "account.key"), 0o600)
			names := []string{"keys", "media"}
			if s.url == "" {
				assertMode(t, filepath.Join(to.DataDir, db.FileName), 0o600)
				names = []string{"keys", db.FileName, "media"}
			}
			if diff := cmp.Diff(names, list(t, to.DataDir)); diff != "" {
				t.Errorf("restored files (-want +got):\n%s", diff)
			}
			restored, err := db.Open(t.Context(), to.DatabaseURL, to.DataDir)
			if err != nil {
				t.Fatal(err)
			}
			if epochOf(t, s.DB) == epochOf(t, restored) {
				t.Error("a position in the copied shop's changes is one in the restored shop's")
			}
			again, err := backup.Write(t.Context(), backup.Source{DB: restored, DataDir: to.DataDir, Pictures: folder(to.DataDir), Now: shoptest.Epoch}, filepath.Join(t.TempDir(), "again"))
			if err := errors.Join(err, restored.Close()); err != nil {
				t.Fatal(err)
			}
			if s.url != "" { // rows with transaction ids of another server are not restored
				manifest.Contents.Rows["catalog_changes"] = 0
			}
			if differences := manifest.Contents.Differences(again.Contents); len(differences) > 0 {
				t.Errorf("the restored shop differs: %v", differences)
			}
		}
	})
}

func epochOf(t *testing.T, d *db.DB) string {
	t.Helper()
	epoch, err := db.Get[string](t.Context(), d, `SELECT epoch FROM change_epochs`)
	if err != nil {
		t.Fatal(err)
	}
	return epoch
}

func TestVerify_findsEveryFlippedBit(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s shop) {
		shoptest.AddProduct(t, s.DB, shoptest.Product{Stock: 5})
		for _, secret := range []string{"", passphrase} {
			file, _ := s.makeCopy(t, secret)
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			random := rand.New(rand.NewPCG(1, 2))
			places := []int{0, 1, len(content) - 1, len(content) - 64, len(content) - 65}
			for len(places) < 200 {
				places = append(places, random.IntN(len(content)))
			}
			found := 0
			for _, place := range places {
				bit := byte(1) << random.IntN(8)
				content[place] ^= bit
				if err := os.WriteFile(file, content, 0o600); err != nil {
					t.Fatal(err)
				}
				if _, err := backup.Verify(t.Context(), file, secret); err != nil {
					found++
				} else {
					t.Errorf("a flipped bit at %d of %d passed verify", place, len(content))
				}
				content[place] ^= bit
			}
			t.Logf("encrypted %v: %d of %d flipped bits found", secret != "", found, len(places))
		}
	})
}

func TestVerify_refusesIncompleteCopies(t *testing.T) {
	t.Parallel()
	s := open(t, "")
	for _, secret := range []string{"", passphrase} {
		file, _ := s.makeCopy(t, secret)
		whole, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, length := range []int{0, 1, 20, 64, 65, 200, len(whole) / 2, len(whole) - 64, len(whole) - 1} {
			to := s.target(t, secret)
			if err := os.WriteFile(file, whole[:length], 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := backup.Restore(t.Context(), file, to); fault.Of(err) == nil {
				t.Errorf("restore %d of %d bytes: %v, want a refusal", length, len(whole), err)
			}
			if _, err := os.Lstat(to.DataDir); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("restoring %d of %d bytes left a folder: %v", length, len(whole), err)
			}
		}
		if err := os.WriteFile(file, append(whole, 'x'), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := backup.Verify(t.Context(), file, secret); fault.Of(err) == nil {
			t.Errorf("verify a copy with one byte more: %v, want a refusal", err)
		}
	}
}

func TestPassphrase_mustBeGivenLongAndCorrect(t *testing.T) {
	t.Parallel()
	s := open(t, "")
	file, _ := s.makeCopy(t, passphrase)
	for given, code := range map[string]string{"": "passphrase_needed", "eleven ripe mangos": "wrong_passphrase"} {
		to := s.target(t, given)
		if _, err := backup.Restore(t.Context(), file, to); fault.Of(err) == nil || fault.Of(err).Code != code {
			t.Errorf("with %q: %v, want %s", given, err, code)
		}
		if _, err := os.Lstat(to.DataDir); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("with %q a folder is left: %v", given, err)
		}
	}
	short := filepath.Join(t.TempDir(), "short")
	if _, err := s.write(t.Context(), short, "mangoes"); fault.Of(err) == nil || fault.Of(err).Code != "short_passphrase" {
		t.Errorf("a short passphrase: %v, want short_passphrase", err)
	}
	if left := list(t, filepath.Dir(short)); len(left) > 0 {
		t.Errorf("a short passphrase left %v, want nothing", left)
	}
}

func TestWrite_neverOverwritesAFile(t *testing.T) {
	t.Parallel()
	s := open(t, "")
	file := filepath.Join(t.TempDir(), "mine")
	if err := os.WriteFile(file, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.write(t.Context(), file, ""); !fault.Is(err, fault.Conflict) {
		t.Errorf("backup over a file: %v, want a conflict", err)
	}
	if content, err := os.ReadFile(file); err != nil || string(content) != "mine" {
		t.Errorf("the file holds %q, %v, want it unchanged", content, err)
	}
}

func TestRestore_refusesATargetInUse(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s shop) {
		shoptest.AddProduct(t, s.DB, shoptest.Product{})
		file, _ := s.makeCopy(t, "")
		used := s.target(t, "")
		if err := errors.Join(os.MkdirAll(used.DataDir, 0o750), os.WriteFile(filepath.Join(used.DataDir, "mine"), nil, 0o600)); err != nil {
			t.Fatal(err)
		}
		places := []backup.Target{used, {DataDir: s.dir, DatabaseURL: used.DatabaseURL}}
		if s.url != "" {
			places = append(places, backup.Target{DataDir: filepath.Join(t.TempDir(), "fresh"), DatabaseURL: s.url})
		}
		for _, to := range places {
			before := list(t, to.DataDir)
			if _, err := backup.Restore(t.Context(), file, to); !fault.Is(err, fault.Conflict) {
				t.Errorf("restore into %s: %v, want a conflict", to.DataDir, err)
			}
			if diff := cmp.Diff(before, list(t, to.DataDir)); diff != "" {
				t.Errorf("files of %s after the refusal (-before +after):\n%s", to.DataDir, diff)
			}
		}
		if n, err := db.Get[int](t.Context(), s, `SELECT COUNT(*) FROM products`); err != nil || n != 1 {
			t.Errorf("the database has %d products: %v, want 1", n, err)
		}
	})
}

func TestRestore_replacesAnUnfinishedRestore(t *testing.T) {
	t.Parallel()
	s := open(t, shoptest.PostgresURL(t))
	shoptest.ManyOrders(t, s.DB, 200)
	file, _ := s.makeCopy(t, "")
	to := s.target(t, "")
	// given a database as a restore leaves it that is killed after writing the rows
	half, err := db.Open(t.Context(), to.DatabaseURL, "")
	if err != nil {
		t.Fatal(err)
	}
	err = half.Tx(t.Context(), func(tx *db.Tx) error {
		return db.Exec(t.Context(), tx, `CREATE TABLE kirana_unfinished ()`)
	})
	if err := errors.Join(err, half.Close()); err != nil {
		t.Fatal(err)
	}
	if d, err := db.Open(t.Context(), to.DatabaseURL, ""); err == nil || !strings.Contains(err.Error(), "did not end") {
		t.Errorf("open half a shop: %v, %v, want the refusal of an unfinished restore", d, err)
	}
	if d, err := db.OpenExisting(t.Context(), to.DatabaseURL, ""); err == nil || !strings.Contains(err.Error(), "did not end") {
		t.Errorf("open half a shop as it is: %v, %v, want the refusal of an unfinished restore", d, err)
	}
	if _, err := backup.Restore(t.Context(), file, to); err != nil {
		t.Fatal(err)
	}
	whole, err := db.Open(t.Context(), to.DatabaseURL, "")
	if err != nil {
		t.Fatal(err)
	}
	if n, err := db.Get[int](t.Context(), whole, `SELECT COUNT(*) FROM orders`); err != nil || n != 200 {
		t.Errorf("%d orders, %v, want 200", n, err)
	}
	if err := whole.Close(); err != nil {
		t.Error(err)
	}
	// A complete shop is never overwritten.
	to.DataDir += "2"
	if _, err := backup.Restore(t.Context(), file, to); err == nil || !strings.Contains(err.Error(), "has tables already") {
		t.Errorf("restore over a complete shop: %v, want that it has tables already", err)
	}
}

func TestRestore_refusesTheOtherKindOfDatabase(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s shop) {
		file, _ := s.makeCopy(t, "")
		to := backup.Target{DataDir: filepath.Join(t.TempDir(), "new")}
		if s.url == "" {
			to.DatabaseURL = "postgres://nobody@127.0.0.1:1/none"
		}
		if _, err := backup.Restore(t.Context(), file, to); !fault.Is(err, fault.Invalid) {
			t.Errorf("restore into the other database: %v, want it invalid", err)
		}
		if _, err := os.Lstat(to.DataDir); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("the refused restore left a folder: %v", err)
		}
	})
}

func TestRestore_leavesAnEmptyFolderEmptyOnFailure(t *testing.T) {
	t.Parallel()
	s := open(t, "")
	file, _ := s.makeCopy(t, "")
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := backup.Restore(ctx, file, backup.Target{DataDir: dir}); err == nil {
		t.Error("did not fail")
	}
	if left := list(t, dir); len(left) > 0 {
		t.Errorf("the failed restore left %v, want nothing", left)
	}
	if _, err := backup.Restore(t.Context(), file, backup.Target{DataDir: dir}); err != nil {
		t.Errorf("the second restore: %v", err)
	}
}

func TestRefuseUnfinished_refusesAnUnfinishedRestore(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := backup.RefuseUnfinished(dir); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(filepath.Join(dir, backup.Unfinished), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := backup.RefuseUnfinished(dir); !fault.Is(err, fault.Conflict) {
		t.Errorf("check of an unfinished restore: %v, want a conflict", err)
	}
}

func TestWrite_copiesAConsistentSnapshotDuringSales(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s shop) {
		dal := shoptest.AddProduct(t, s.DB, shoptest.Product{Stock: 1_000_000})
		ctx, stop := context.WithCancel(t.Context())
		var sold atomic.Int64
		ended := make(chan error, 1)
		go func() {
			for ctx.Err() == nil {
				err := s.Tx(context.WithoutCancel(ctx), func(tx *db.Tx) error { return sell(t.Context(), tx, dal, sold.Load()) })
				if err != nil {
					ended <- err
					return
				}
				sold.Add(1)
			}
			ended <- nil
		}()
		for range 5 {
			acknowledged := sold.Load()
			file, manifest := s.makeCopy(t, "")
			left, changed := manifest.Contents.Sums["products.stock"], manifest.Contents.Sums["stock_movements.change"]
			if left != changed || left > 1_000_000-acknowledged {
				t.Errorf("the copy has a stock of %d, changes of %d, want the same, less the %d sold before it",
					left, changed, acknowledged)
			}
			if _, err := backup.Verify(t.Context(), file, ""); err != nil {
				t.Error(err)
			}
		}
		stop()
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
	})
}

func sell(ctx context.Context, tx *db.Tx, productID string, n int64) error {
	if err := db.Exec(ctx, tx, `UPDATE products SET stock = stock - 1 WHERE id = $1`, productID); err != nil {
		return err
	}
	return db.Exec(ctx, tx, `INSERT INTO stock_movements (id, product_id, change, reason, created_at) VALUES ($1, $2, -1, 'order', $3)`,
		"sold"+strconv.FormatInt(n, 10), productID, shoptest.Epoch)
}

func list(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

func assertMode(t *testing.T, file string, want fs.FileMode) {
	t.Helper()
	if about, err := os.Stat(file); err != nil || about.Mode().Perm() != want {
		t.Errorf("%s: mode %v, want %v: %v", file, about.Mode().Perm(), want, err)
	}
}
