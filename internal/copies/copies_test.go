package copies_test

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"kirana/internal/backup"
	"kirana/internal/clock"
	"kirana/internal/copies"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/objects"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/s3test"
)

func TestMain(m *testing.M) { shoptest.Main(m) }

const (
	passphrase = "eleven ripe mangoes"
	picture    = "media/ab/abcdef.webp"
	key        = "keys/account.key"
)

// shop is a shop with continuous copies.
type shop struct {
	*db.DB

	dir    string
	config copies.Config
}

func open(t *testing.T, url string, address objects.Address) *shop {
	t.Helper()
	s := &shop{dir: filepath.Join(t.TempDir(), "data")}
	for name, content := range map[string]string{key: "secret\n", picture: "a mango", "media/.new-half": "half", "mail/1.eml": "kept"} {
		s.put(t, name, content)
	}
	var err error
	if s.DB, err = db.Open(t.Context(), url, s.dir); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	s.config = copies.Config{
		DB: s.DB, DataDir: s.dir, Clock: clock.System{}, Log: slog.New(slog.DiscardHandler), Program: "1.2.3",
		ShopSecret: []byte("this shop's"), Address: &address,
		Pictures: objects.Open(objects.Address{Folder: filepath.Join(s.dir, backup.MediaFolder)}),
	}
	return s
}

func (s *shop) put(t *testing.T, name, content string) {
	t.Helper()
	path := filepath.Join(s.dir, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o750), os.WriteFile(path, []byte(content), 0o600)); err != nil {
		t.Fatal(err)
	}
}

// start runs the continuous copies in the background until stop is called, or the test ends.
func (s *shop) start(t *testing.T) (service *copies.Service, stop func()) {
	t.Helper()
	service = copies.New(s.config)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		service.Run(ctx)
	}()
	stop = func() {
		cancel()
		<-done
	}
	t.Cleanup(func() {
		stop()
		_ = s.Close()
		_ = service.Close()
	})
	return service, stop
}

// waitFor waits at most a minute until the status of the copies is as wanted, and returns it.
func waitFor(t *testing.T, service *copies.Service, what string, is func(copies.Status) bool) copies.Status {
	t.Helper()
	deadline := time.Now().Add(time.Minute)
	for {
		status, err := service.Status(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if is(status) {
			return status
		}
		if time.Now().After(deadline) {
			t.Fatalf("waited too long for %s: %+v", what, status)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// waitForCopy waits until everything written so far is at the place.
func waitForCopy(t *testing.T, service *copies.Service) {
	t.Helper()
	now := time.Now()
	waitFor(t, service, "a copy", func(s copies.Status) bool { return s.CopiedAt.After(now) })
}

func folder(t *testing.T) objects.Address {
	return objects.Address{Folder: filepath.Join(t.TempDir(), "copies")}
}

// restore restores the shop into a new folder.
func restore(t *testing.T, address objects.Address, at time.Time, secret string) (dir string, contents db.Contents) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "new")
	r, err := copies.Restore(t.Context(), address, at, backup.Target{DataDir: dir, Passphrase: secret})
	if err != nil {
		t.Fatal(err)
	}
	return dir, r.Contents
}

func TestCopies_restoreDatabaseKeysAndPictures(t *testing.T) {
	t.Parallel()
	place := folder(t)
	s := open(t, "", place)
	s.config.Passphrase = passphrase
	shoptest.ManyOrders(t, s.DB, 300)
	service, _ := s.start(t)
	waitForCopy(t, service)
	if err := service.Check(t.Context()); err != nil {
		t.Errorf("check of the copies: %v", err)
	}
	before, err := s.Contents(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	dir, contents := restore(t, place, time.Time{}, passphrase)
	if differences := before.Differences(contents); len(differences) > 0 {
		t.Errorf("the restored shop differs in %v", differences)
	}
	if err := backup.RefuseUnfinished(dir); err != nil {
		t.Error(err)
	}
	for name, want := range map[string]struct {
		content string
		mode    fs.FileMode
	}{key: {"secret\n", 0o600}, picture: {"a mango", 0o640}} {
		content, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || string(content) != want.content {
			t.Errorf("%s is %q, %v, want %q", name, content, err, want.content)
		}
		assertMode(t, filepath.Join(dir, name), want.mode)
	}
	assertMode(t, filepath.Join(dir, db.FileName), 0o600)
	assertMode(t, filepath.Join(dir, "keys"), 0o700)
	assertOnly(t, dir, "keys", db.FileName, "media")

	again, err := db.Open(t.Context(), "", dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Close(); err != nil {
		t.Error(err)
	}
	for _, given := range []string{"", "another passphrase"} {
		dir := filepath.Join(t.TempDir(), "none")
		if _, err := copies.Restore(t.Context(), place, time.Time{}, backup.Target{DataDir: dir, Passphrase: given}); fault.Of(err) == nil {
			t.Errorf("restore with the passphrase %q: %v, want a refusal", given, err)
		}
		if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("restore with the passphrase %q left a folder: %v", given, err)
		}
	}
}

func TestCopies_haveEverySaleConfirmedBeforeTheCopy(t *testing.T) {
	t.Parallel()
	place := folder(t)
	s := open(t, "", place)
	dal := shoptest.AddProduct(t, s.DB, shoptest.Product{Stock: 1_000_000})
	service, _ := s.start(t)
	waitForCopy(t, service)
	ctx, stop := context.WithCancel(t.Context())
	var sold atomic.Int64
	ended := make(chan error, 1)
	go func() {
		for ctx.Err() == nil {
			if err := sell(t.Context(), s.DB, dal, sold.Load()); err != nil {
				ended <- err
				return
			}
			sold.Add(1)
		}
		ended <- nil
	}()
	for range shoptest.Rounds(2, 5) {
		confirmed := sold.Load()
		waitForCopy(t, service)
		_, contents := restore(t, place, time.Time{}, "")
		if n := contents.Rows["stock_movements"] - 1; n < confirmed {
			t.Errorf("%d sales are restored, want at least the %d confirmed", n, confirmed)
		}
		if left, changed := contents.Sums["products.stock"], contents.Sums["stock_movements.change"]; left != changed {
			t.Errorf("restored a stock of %d and changes of %d, want the same", left, changed)
		}
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	t.Logf("%d sales", sold.Load())
}

func sell(ctx context.Context, d *db.DB, productID string, n int64) error {
	return d.Tx(ctx, func(tx *db.Tx) error {
		if err := db.Exec(ctx, tx, `UPDATE products SET stock = stock - 1 WHERE id = $1`, productID); err != nil {
			return err
		}
		return db.Exec(ctx, tx, `INSERT INTO stock_movements (id, product_id, change, reason, created_at) VALUES ($1, $2, -1, 'order', $3)`,
			"sold"+strconv.FormatInt(n, 10), productID, shoptest.Epoch)
	})
}

func TestRestore_restoresTheShopAsOfATime(t *testing.T) {
	t.Parallel()
	place := folder(t)
	s := open(t, "", place)
	beginning := time.Now()
	shoptest.AddProduct(t, s.DB, shoptest.Product{})
	service, _ := s.start(t)
	waitForCopy(t, service)
	firstCopy := time.Now()
	shoptest.AddProduct(t, s.DB, shoptest.Product{})
	waitForCopy(t, service)
	for at, want := range map[time.Time]int64{firstCopy: 1, {}: 2, time.Now().Add(time.Hour): 2} {
		if _, contents := restore(t, place, at, ""); contents.Rows["products"] != want {
			t.Errorf("as of %s it has %d products, want %d", at, contents.Rows["products"], want)
		}
	}
	if _, err := copies.Restore(t.Context(), place, beginning, backup.Target{DataDir: filepath.Join(t.TempDir(), "x")}); !fault.Is(err, fault.NotFound) {
		t.Errorf("restore as of before the first copy: %v, want not found", err)
	}
}

func TestCopies_continueAfterARestartAndAfterACommandsChanges(t *testing.T) {
	t.Parallel()
	place := folder(t)
	s := open(t, "", place)
	service, stop := s.start(t)
	waitForCopy(t, service)
	stop()
	if err := errors.Join(s.Close(), service.Close()); err != nil {
		t.Fatal(err)
	}
	for n := int64(1); n <= 2; n++ {
		// As a command does while no program runs.
		reopened, err := db.Open(t.Context(), "", s.dir)
		if err != nil {
			t.Fatal(err)
		}
		shoptest.AddProduct(t, reopened, shoptest.Product{})
		if err := reopened.Close(); err != nil {
			t.Fatal(err)
		}
		if s.DB, err = db.Open(t.Context(), "", s.dir); err != nil {
			t.Fatal(err)
		}
		s.config.DB = s.DB
		service, stop = s.start(t)
		waitForCopy(t, service)
		if _, contents := restore(t, place, time.Time{}, ""); contents.Rows["products"] != n {
			t.Errorf("restored %d products, want %d", contents.Rows["products"], n)
		}
		stop()
		if err := errors.Join(s.Close(), service.Close()); err != nil {
			t.Fatal(err)
		}
	}
}

func TestCopies_workInABucket(t *testing.T) {
	t.Parallel()
	place := s3test.Start(t)
	s := open(t, "", place)
	s.config.Passphrase = passphrase
	shoptest.ManyOrders(t, s.DB, 300)
	service, _ := s.start(t)
	waitForCopy(t, service)
	firstCopy := time.Now()
	shoptest.AddProduct(t, s.DB, shoptest.Product{})
	waitForCopy(t, service)
	if err := service.Check(t.Context()); err != nil {
		t.Errorf("check of the copies: %v", err)
	}
	for at, want := range map[time.Time]int64{firstCopy: 40, {}: 41} {
		dir, contents := restore(t, place, at, passphrase)
		if contents.Rows["orders"] != 300 || contents.Rows["products"] != want {
			t.Errorf("as of %s it has %d products, %d orders, want %d and 300", at, contents.Rows["products"], contents.Rows["orders"], want)
		}
		for name, want := range map[string]string{key: "secret\n", picture: "a mango"} {
			if content, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(content) != want {
				t.Errorf("%s is %q, %v, want %q", name, content, err, want)
			}
		}
	}
	changed := s.config
	changed.Address = &objects.Address{}
	*changed.Address = place
	changed.Address.Password = "another"
	changed.DB = open(t, "", place).DB
	wrong := &shop{DB: changed.DB, dir: s.dir, config: changed}
	second, _ := wrong.start(t)
	if status := waitFor(t, second, "a failure", func(s copies.Status) bool { return s.Failure != "" }); !status.CopiedAt.IsZero() {
		t.Errorf("with wrong keys: %+v, want no copy", status)
	}
}

func TestRestore_addsOnlyPicturesThatTheBucketLacks(t *testing.T) {
	t.Parallel()
	place := folder(t)
	s := open(t, "", place)
	s.put(t, "media/ab/kept.jpg", "a picture")
	s.put(t, "media/ab/half.jpg", "a picture")
	service, _ := s.start(t)
	waitForCopy(t, service)
	bucket := objects.Open(folder(t))
	for name, content := range map[string]string{"ab/kept.jpg": "A PICTURE", "ab/half.jpg": "a pic"} {
		if err := bucket.Put(t.Context(), name, strings.NewReader(content)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := copies.Restore(t.Context(), place, time.Time{}, backup.Target{DataDir: filepath.Join(t.TempDir(), "new"), Pictures: bucket}); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"ab/kept.jpg": "A PICTURE", "ab/half.jpg": "a picture"} {
		content, err := bucket.Get(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(content)
		if err := errors.Join(err, content.Close()); err != nil || string(got) != want {
			t.Errorf("%s is %q, want %q: %v", name, got, want, err)
		}
	}
}

func TestRestore_refusesCopiesWithoutAState(t *testing.T) {
	t.Parallel()
	place := folder(t)
	service, _ := open(t, "", place).start(t)
	waitForCopy(t, service)
	remove(t, filepath.Join(place.Folder, "state.json"))
	dir := filepath.Join(t.TempDir(), "new")
	if _, err := copies.Restore(t.Context(), place, time.Time{}, backup.Target{DataDir: dir}); !fault.Is(err, fault.Conflict) {
		t.Errorf("restore without state.json: %v, want a conflict", err)
	}
	if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the refused restore left a folder: %v", err)
	}
}

func TestCopies_refuseThePlaceOfAnotherShop(t *testing.T) {
	t.Parallel()
	place := folder(t)
	service, _ := open(t, "", place).start(t)
	waitForCopy(t, service)
	secondShop := open(t, "", place)
	secondShop.config.ShopSecret = []byte("another's")
	second, _ := secondShop.start(t)
	status := waitFor(t, second, "a refusal", func(s copies.Status) bool { return s.Failure != "" })
	if !strings.Contains(status.Failure, "another shop") || !status.CopiedAt.IsZero() {
		t.Errorf("the second shop in the same place: %+v, want a refusal and no copy", status)
	}
	if err := service.Check(t.Context()); err != nil {
		t.Errorf("check of the first shop's copies: %v", err)
	}
}

func TestCopies_reportAnUnreachablePlaceAndContinueAfterwards(t *testing.T) {
	t.Parallel()
	place := folder(t)
	if err := os.WriteFile(place.Folder, []byte("in the way"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := open(t, "", place)
	s.config.RetryInterval = 100 * time.Millisecond
	service, _ := s.start(t)
	status := waitFor(t, service, "a failure", func(s copies.Status) bool { return s.Failure != "" })
	if status.Trouble(status.Since.Add(6*time.Minute)) != copies.Late {
		t.Errorf("the copies six minutes after the failure: %+v, want them late", status)
	}
	if err := service.Check(t.Context()); err == nil {
		t.Error("the check found nothing")
	}
	if err := os.Remove(place.Folder); err != nil {
		t.Fatal(err)
	}
	shoptest.AddProduct(t, s.DB, shoptest.Product{})
	waitForCopy(t, service)
	if _, contents := restore(t, place, time.Time{}, ""); contents.Rows["products"] != 1 {
		t.Errorf("restored %d products, want 1", contents.Rows["products"])
	}
}

func assertMode(t *testing.T, file string, want fs.FileMode) {
	t.Helper()
	if about, err := os.Stat(file); err != nil || about.Mode().Perm() != want {
		t.Errorf("%s: mode %v, want %v: %v", file, about.Mode().Perm(), want, err)
	}
}

func assertOnly(t *testing.T, dir string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != len(names) {
		t.Fatalf("%s has %v, %v, want %v", dir, entries, err, names)
	}
	for i, entry := range entries {
		if entry.Name() != names[i] {
			t.Errorf("%s has %s, want %s", dir, entry.Name(), names[i])
		}
	}
}
