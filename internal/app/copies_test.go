package app

import (
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"kirana/internal/backup"
	"kirana/internal/config"
	"kirana/internal/db"
	"kirana/internal/shoptest"
)

func TestBackup_ofAShopThatServesIsRestoredAndServes(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, databaseURL string) {
		data := whereDemo(t, databaseURL)
		shop := serve(t, append(data, "--demo")...)
		file := filepath.Join(t.TempDir(), "shop.copy")
		code, out, errs := run(t, "", append([]string{"backup", file}, data...)...)
		if code != 0 || !strings.Contains(out, " products, ") || !strings.Contains(out, file) {
			t.Fatalf("backup ended with %d, want 0 with the number of products and the file: %s%s", code, out, errs)
		}
		if code, _, errs := run(t, "", append([]string{"backup", file}, data...)...); code != 1 || !strings.Contains(errs, "is there already") {
			t.Errorf("a second backup to the same file ended with %d, want 1 and \"is there already\": %s", code, errs)
		}
		if code, out, errs := run(t, "", "verify", file); code != 0 || !strings.Contains(out, "The copy is whole: ") || !strings.Contains(out, "by Kirana 1.2.3") {
			t.Errorf("verify ended with %d, want 0 and a complete copy by Kirana 1.2.3: %s%s", code, out, errs)
		}
		fresh := ""
		if databaseURL != "" {
			fresh = shoptest.PostgresURL(t)
		}
		restored := whereNew(t, fresh)
		for _, used := range [][]string{data, append([]string{"--data-dir", t.TempDir()}, data[2:]...)} {
			if fresh == "" && used[1] != data[1] {
				continue
			}
			if code, _, errs := run(t, "", append([]string{"restore", file}, used...)...); code != 1 || (!strings.Contains(errs, "is not empty") && !strings.Contains(errs, "has tables already")) {
				t.Errorf("a restore over a used shop ended with %d, want 1 and a refusal: %s", code, errs)
			}
		}
		if code, out, errs := run(t, "", append([]string{"restore", file}, restored...)...); code != 0 || !strings.Contains(out, "Restored ") {
			t.Fatalf("restore ended with %d, want 0: %s%s", code, out, errs)
		}
		second := serve(t, restored...)
		if status := second.logs(t, "admin@kirana.test", "kirana-admin-demo"); status != http.StatusOK {
			t.Errorf("the administrator logs in with %d, want %d", status, http.StatusOK)
		}
		_, before := get(t, shop.base+"/api/product/home")
		if _, after := get(t, second.base+"/api/product/home"); after != before {
			t.Errorf("the restored home page is %.300s\nwant %.300s", after, before)
		}
	})
}

func TestCopies_explainTheirErrors(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	half := t.TempDir()
	if err := os.WriteFile(filepath.Join(half, "restore.unfinished"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"backup", filepath.Join(dir, "copy"), "--data-dir", dir}, "there is no shop in "},
		{[]string{"backup", filepath.Join(dir, "copy"), "--data-dir", half}, "half a shop"},
		{[]string{"migrate", "--data-dir", half}, "half a shop"},
		{[]string{"verify", os.Args[0]}, "not a copy of a shop"},
		{[]string{"restore", os.Args[0], "--data-dir", filepath.Join(dir, "new")}, "not a copy of a shop"},
	} {
		if code, out, errs := run(t, "", c.args...); code != 1 || !strings.Contains(errs, c.says) {
			t.Errorf("%q ended with %d, want %q: %s%s", c.args, code, c.says, out, errs)
		}
	}
	if made, err := os.ReadDir(dir); err != nil || len(made) > 0 {
		t.Errorf("the refused commands made the files %v, %v, want none", made, err)
	}
}

// olderShop creates a shop of an older schema with one user.
func olderShop(t *testing.T, databaseURL string) (args []string, dir string) {
	t.Helper()
	args = whereNew(t, databaseURL)
	d, err := db.OpenAt(t.Context(), databaseURL, args[1], 12)
	if err != nil {
		t.Fatal(err)
	}
	err = d.Tx(t.Context(), func(tx *db.Tx) error {
		return db.Exec(t.Context(), tx, `INSERT INTO users (id, name, email, password_hash, role, status, created_at, updated_at)
			VALUES ('ravi', 'Ravi', 'ravi@example.in', '', 'USER', 'Active', $1, $1)`, shoptest.Epoch)
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	return args, args[1]
}

func schemaOf(t *testing.T, databaseURL, dir string) int64 {
	t.Helper()
	d, err := db.OpenExisting(t.Context(), databaseURL, dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = d.Close() }()
	schema, err := d.Schema(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func TestUpgrade_copiesAFilledShopBeforeItChangesIt(t *testing.T) {
	t.Parallel()
	shoptest.EachURL(t, shoptest.PostgresURL, func(t *testing.T, databaseURL string) {
		data, dir := olderShop(t, databaseURL)
		shop := serve(t, data...)
		if status, _ := get(t, shop.base+"/readyz"); status != http.StatusOK {
			t.Errorf("/readyz of the upgraded shop returned %d, want %d", status, http.StatusOK)
		}
		copies, err := filepath.Glob(filepath.Join(dir, "copies", "schema-12-*.copy"))
		if err != nil || len(copies) != 1 {
			t.Fatalf("the upgrade made the copies %v, %v, want one of schema 12", copies, err)
		}
		manifest, err := backup.Verify(t.Context(), copies[0], "")
		if err != nil || manifest.Contents.Schema != 12 || manifest.Contents.Rows["users"] != 1 {
			t.Errorf("the copy holds %+v, %v, want schema 12 and one user", manifest.Contents, err)
		}
		if got := schemaOf(t, databaseURL, dir); got <= 12 {
			t.Errorf("the schema after the upgrade is %d, want more than 12", got)
		}
		if code, out, errs := run(t, "", append([]string{"migrate"}, data...)...); code != 0 {
			t.Errorf("migrate ended with %d: %s%s, want 0", code, out, errs)
		}
		if again, _ := filepath.Glob(filepath.Join(dir, "copies", "*")); len(again) != 1 {
			t.Errorf("a second migrate left the copies %v, want no further one", again)
		}
	})
}

func TestUpgrade_isRefusedWhenItsCopyFails(t *testing.T) {
	t.Parallel()
	shoptest.EachURL(t, shoptest.PostgresURL, func(t *testing.T, databaseURL string) {
		data, dir := olderShop(t, databaseURL)
		if err := os.WriteFile(filepath.Join(dir, "copies"), nil, 0o600); err != nil { // where the folder should be
			t.Fatal(err)
		}
		code, out, errs := run(t, "", append([]string{"migrate"}, data...)...)
		if code != 1 || !strings.Contains(errs, "could not be copied before its upgrade") {
			t.Errorf("migrate ended with %d, want 1, as the shop could not be copied: %s%s", code, out, errs)
		}
		if got := schemaOf(t, databaseURL, dir); got != 12 {
			t.Errorf("the schema is %d, want 12", got)
		}
		if code, out, errs := run(t, "", append([]string{"migrate", "--without-copy"}, data...)...); code != 0 {
			t.Errorf("without a copy it ended with %d: %s%s, want 0", code, out, errs)
		}
	})
}

func TestUpgrade_isRefusedWhileTheShopServes(t *testing.T) {
	t.Parallel()
	shoptest.EachURL(t, shoptest.PostgresURL, func(t *testing.T, databaseURL string) {
		data, dir := olderShop(t, databaseURL)
		lock, err := os.OpenFile(filepath.Join(dir, "serve.lock"), os.O_CREATE|os.O_RDWR, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = lock.Close() }()
		if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
			t.Fatal(err)
		}
		for _, command := range [][]string{{"migrate"}, {"admin", "list"}} {
			if code, out, errs := run(t, "", append(command, data...)...); code != 1 || !strings.Contains(errs, "An older Kirana serves this shop") {
				t.Errorf("%v ended with %d, want 1, as an older Kirana serves the shop: %s%s", command, code, out, errs)
			}
		}
		if got := schemaOf(t, databaseURL, dir); got != 12 {
			t.Errorf("the schema is %d, want 12", got)
		}
	})
}

func TestUseShop_makesTheLockReadableByTheShopsUser(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	lock := filepath.Join(dir, "use.lock")
	for _, before := range []string{"none", "of an older program"} {
		use, err := useShop(dir)
		if err != nil {
			t.Fatal(err)
		}
		found, err := use.Stat()
		if err != nil || found.Mode().Perm() != 0o644 {
			t.Errorf("with a lock %s it has mode %v, %v, want 0644", before, found.Mode(), err)
		}
		if err := errors.Join(use.Close(), os.Chmod(lock, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
}

func TestMove_isRefusedWhileACommandRuns(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	settings := config.Config{RateLimits: true}
	settings.DataDir = dir
	command, err := openFeatures(t.Context(), settings, discard())
	if err != nil {
		t.Fatal(err)
	}
	second, err := openFeatures(t.Context(), settings, discard())
	if err != nil {
		t.Fatalf("open the shop for a second command at the same time: %v", err)
	}
	second.close()
	to := filepath.Join(t.TempDir(), "new")
	move := []string{"move", "--to", to, "--data-dir", dir}
	if code, _, errs := run(t, "", move...); code != 1 || !strings.Contains(errs, "Another kirana command is using the shop") {
		t.Errorf("the move of a shop into which a command writes ended with %d, want 1: %s", code, errs)
	}
	command.close()
	alone, err := useAlone(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"migrate"}, {"admin", "create", "--email", "asha@example.in", "--name", "Asha"}, {"serve", "--addr", "127.0.0.1:0"}} {
		if code, _, errs := run(t, "seven mangoes\n", append(args, "--data-dir", dir)...); code != 1 || !strings.Contains(errs, "This shop is being moved.") {
			t.Errorf("%s beside a move ended with %d, want 1, as the shop is being moved: %s", args[0], code, errs)
		}
	}
	if err := alone.Close(); err != nil {
		t.Fatal(err)
	}
	if code, out, errs := run(t, "", move...); code != 0 {
		t.Errorf("the move ended with %d: %s%s, want 0", code, out, errs)
	}
}

func TestMove_bringsAShopToPostgresAndBack(t *testing.T) {
	t.Parallel()
	databaseURL := shoptest.PostgresURL(t)
	first := whereDemo(t, "")
	shop := serve(t, append(first, "--demo")...)
	_, before := get(t, shop.base+"/api/product/home")
	move := func(to string, from ...string) (int, string) {
		code, out, errs := run(t, "", append([]string{"move", "--to", to}, from...)...)
		return code, out + errs
	}
	if code, text := move(databaseURL, first...); code != 1 || !strings.Contains(text, "another Kirana is already serving") {
		t.Errorf("the move of a shop that serves ended with %d, want 1: %s", code, text)
	}
	shop.stops(t)
	key, err := os.ReadFile(filepath.Join(first[1], "keys", "account.key"))
	if err != nil {
		t.Fatal(err)
	}
	if code, text := move(databaseURL, first...); code != 0 || !strings.Contains(text, "The shop was moved") {
		t.Fatalf("the move to PostgreSQL ended with %d, want 0: %s", code, text)
	}
	if code, _, errs := run(t, "", append([]string{"migrate"}, first...)...); code != 1 || !strings.Contains(errs, "was moved to PostgreSQL") {
		t.Errorf("migrate of the old shop ended with %d, want 1, as it was moved to PostgreSQL: %s", code, errs)
	}
	onPostgres := slices.Concat(first, []string{"--database-url", databaseURL})
	if code, text := move(databaseURL, onPostgres...); code != 1 || !strings.Contains(text, "on PostgreSQL already") {
		t.Errorf("a second move to PostgreSQL ended with %d, want 1: %s", code, text)
	}
	second := filepath.Join(t.TempDir(), "second")
	if code, text := move(second, onPostgres...); code != 0 {
		t.Fatalf("back to SQLite: %d %s, want 0", code, text)
	}
	if code, text := move(second, onPostgres...); code != 1 || !strings.Contains(text, "is not empty") {
		t.Errorf("the move into a used folder ended with %d, want 1: %s", code, text)
	}
	third := filepath.Join(t.TempDir(), "third")
	if code, text := move(third, "--data-dir", second); code != 0 {
		t.Fatalf("to another folder: %d %s, want 0", code, text)
	}
	if again, err := os.ReadFile(filepath.Join(third, "keys", "account.key")); err != nil || string(again) != string(key) {
		t.Errorf("the key in the moved shop differs from the one before, or cannot be read: %v", err)
	}
	for _, place := range [][]string{onPostgres, {"--data-dir", third}} {
		moved := serve(t, place...)
		if _, after := get(t, moved.base+"/api/product/home"); after != before {
			t.Errorf("the home page moved to %s is %.300s\nwant %.300s", place, after, before)
		}
		if status := moved.logs(t, "admin@kirana.test", "kirana-admin-demo"); status != http.StatusOK {
			t.Errorf("the administrator logs in with %d, want %d", status, http.StatusOK)
		}
	}
}
