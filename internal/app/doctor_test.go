package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/payment/stripe/stripetest"
	"kirana/internal/shoptest"
)

// doctorLine runs the doctor and returns its exit code and its line about one check.
func doctorLine(t *testing.T, about string, args ...string) (code int, line string) {
	t.Helper()
	code, out, errs := run(t, "", append([]string{"doctor"}, args...)...)
	var found []string
	for text := range strings.SplitSeq(out, "\n") {
		if fields := strings.Fields(text); len(fields) > 1 && fields[1] == about {
			found = append(found, text)
		}
	}
	if len(found) == 0 {
		t.Fatalf("the doctor says nothing of %s: %s%s", about, out, errs)
	}
	return code, strings.Join(found, "\n")
}

// awaitFile waits for a file.
func awaitFile(t *testing.T, file string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		if _, err := os.Stat(file); err == nil {
			return
		} else if time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
}

func TestDoctor_findsNoErrorsInAServingShop(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, databaseURL string) {
		copies := filepath.Join(t.TempDir(), "copies")
		data := append(databaseFlags(t, databaseURL), "--backup-url", "file://"+copies)
		shop := serve(t, data...)
		awaitFile(t, filepath.Join(copies, "state.json"))
		code, out, errs := run(t, "", append([]string{"doctor"}, data...)...)
		if code != 0 || strings.Contains(out, "error  ") {
			t.Errorf("the doctor of a sound shop ended with %d, want 0 without an error: %s%s", code, out, errs)
		}
		shop.stops(t)
	})
}

func TestDoctor_reportsProblemsWithAdvice(t *testing.T) {
	t.Parallel()
	data := whereDemo(t, "")
	serve(t, append(data, "--demo")...).stops(t)
	dir := data[1]
	open := filepath.Join(dir, "keys", "account.key")
	if err := os.Chmod(open, 0o644); err != nil {
		t.Fatal(err)
	}
	account := stripetest.New(t, clock.System{})
	taken := filepath.Join(t.TempDir(), "a file")
	if err := os.WriteFile(taken, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		about, says string
		code        int
		args        []string
	}{
		{"Folder", open + " can be read by other users", 1, nil},
		{"Settings", "test payments are switched on", 1, []string{"--testpay", "on"}},
		{"Settings", "KIRANA_RATE_LIMITS=off", 1, []string{"--rate-limits", "off"}},
		{"Settings", "KIRANA_PUBLIC_URL must be an http", 1, []string{"--public-url", "shop"}},
		{"Mail", "a mail to shop@shop.example was not taken", 1, []string{"--smtp-url", "smtp://127.0.0.1:1", "--public-url", "https://shop.example"}},
		{"Proxies", "is not trusted", 1, []string{"--public-url", "https://shop.example"}},
		{"Copies", "the shop is copied nowhere", 1, nil},
		{"Copies", "cannot be written", 1, []string{"--backup-url", "file://" + taken}},
		{"Copies", "There are no copies", 1, []string{"--backup-url", "file://" + filepath.Join(t.TempDir(), "none")}},
		{"Copies", "at least 12 characters", 1, []string{"--backup-url", "file:///tmp", "--backup-passphrase", "short"}},
		{"Copies", "KIRANA_BACKUP_PASSPHRASE has fewer than 12 characters", 1, []string{"--backup-url", "file://" + t.TempDir(), "--backup-passphrase", "आम आम आम"}},
		{"Payments", "no account at Stripe", 1, nil},
		{"Payments", "Stripe's key is for tests", 1, []string{"--stripe-secret-key", stripetest.SecretKey, "--stripe-webhook-secret", stripetest.WebhookSecret, "--stripe-api-url", account.URL}},
		{"Payments", "the secret key is wrong", 1, []string{"--stripe-secret-key", "sk_test_other", "--stripe-api-url", account.URL}},
	} {
		code, line := doctorLine(t, c.about, append(c.args, data...)...)
		if code != c.code || !strings.Contains(line, c.says) {
			t.Errorf("%v: doctor ended with %d: %q, want %q", c.args, code, line, c.says)
		}
	}
	if code, line := doctorLine(t, "Database", "--data-dir", t.TempDir()); code != 1 || !strings.Contains(line, "there is no shop") {
		t.Errorf("the doctor without a shop: %d %s, want 1 and \"there is no shop\"", code, line)
	}
}

func TestDoctor_createsNoKey(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, databaseURL string) {
		data := databaseFlags(t, databaseURL)
		code, line := doctorLine(t, "Copies", append(data, "--backup-url", "file://"+filepath.Join(t.TempDir(), "copies"))...)
		if code != 1 || !strings.Contains(line, "the shop has no key yet") {
			t.Errorf("the doctor before the first key: %d %s, want 1 and \"the shop has no key yet\"", code, line)
		}
		d, err := db.OpenExisting(t.Context(), databaseURL, data[1])
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = d.Close() }()
		if keys, err := db.All[string](t.Context(), d, `SELECT name FROM keys`); err != nil || len(keys) != 0 {
			t.Errorf("the doctor created the keys %v, %v, want none", keys, err)
		}
	})
}

func TestDoctor_reportsWhatItCannotCheck(t *testing.T) {
	t.Parallel()
	missing := filepath.Join(t.TempDir(), "missing")
	if _, line := doctorLine(t, "Space", "--data-dir", missing); !strings.Contains(line, "the free space for the data ("+missing+") cannot be read") || strings.Contains(line, "more than 1 GB") {
		t.Errorf("the doctor without the folder says %s, want that its free space cannot be read", line)
	}
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		data := databaseFlags(t, "")
		d, err := db.OpenExisting(t.Context(), "", data[1])
		if err != nil {
			t.Fatal(err)
		}
		execute(t, d, `ALTER TABLE checkouts RENAME TO unreadable`)
		if err := d.Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(data[1], "keys"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, line := doctorLine(t, "Clock", data...); !strings.Contains(line, "the time of the newest order cannot be read") {
			t.Errorf("the doctor without orders says %s, want that the newest order cannot be read", line)
		}
		if _, line := doctorLine(t, "Folder", data...); !strings.Contains(line, "keys cannot be listed") {
			t.Errorf("the doctor without a folder of keys says %s, want that they cannot be listed", line)
		}
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		databaseURL := shoptest.MigratedURL(t)
		data := whereNew(t, databaseURL)
		d, err := db.OpenExisting(t.Context(), databaseURL, data[1])
		if err != nil {
			t.Fatal(err)
		}
		shadow(t, d, "current_setting(text)")
		if err := d.Close(); err != nil {
			t.Fatal(err)
		}
		if _, line := doctorLine(t, "Database", data...); !strings.Contains(line, "durability settings cannot be read") {
			t.Errorf("the doctor without current_setting says %s, want that the settings cannot be read", line)
		}
	})
	t.Run("trial", func(t *testing.T) {
		t.Parallel()
		folder, databaseURL := filepath.Join(t.TempDir(), "copies"), shoptest.MigratedURL(t)
		data := append(whereNew(t, databaseURL), "--backup-url", "file://"+folder)
		shop := serve(t, data...)
		awaitFile(t, filepath.Join(folder, "state.json"))
		shop.stops(t)
		if code, out, errs := run(t, "", append([]string{"doctor"}, data...)...); code != 0 || !strings.Contains(out, "-> The database's role is a superuser") {
			t.Errorf("the doctor as a superuser ended with %d, want 0 and advice: %s%s", code, out, errs)
		}
		d, err := db.OpenExisting(t.Context(), databaseURL, data[1])
		if err != nil {
			t.Fatal(err)
		}
		shadow(t, d, "pg_database_size(name)")
		if err := d.Close(); err != nil {
			t.Fatal(err)
		}
		if code, line := doctorLine(t, "Copies", data...); code != 1 || !strings.Contains(line, "not today") {
			t.Errorf("the doctor without pg_database_size ended with %d, want 1 and \"not today\": %s", code, line)
		}
	})
}

// shadow makes a function of PostgreSQL fail in new connections.
func shadow(t *testing.T, d *db.DB, function string) {
	t.Helper()
	name, err := db.Get[string](t.Context(), d, `SELECT current_database()`)
	if err != nil {
		t.Fatal(err)
	}
	execute(t, d, `CREATE FUNCTION public.`+function+` RETURNS text LANGUAGE plpgsql AS 'BEGIN RAISE ''not today''; END'`)
	execute(t, d, `ALTER DATABASE `+name+` SET search_path = public, pg_catalog`)
}

// execute runs a statement in a transaction.
func execute(t *testing.T, d *db.DB, statement string) {
	t.Helper()
	if err := d.Tx(t.Context(), func(tx *db.Tx) error { return db.Exec(t.Context(), tx, statement) }); err != nil {
		t.Fatal(err)
	}
}

func TestServe_isRestoredFromItsContinuousCopies(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "copies")
	place := "file://" + folder
	data := whereDemo(t, "")
	shop := serve(t, append(data, "--demo", "--backup-url", place, "--backup-passphrase", "eleven ripe mangoes")...)
	_, before := get(t, shop.base+"/api/product/home")
	awaitFile(t, filepath.Join(folder, "state.json"))
	shop.stops(t)
	if err := os.RemoveAll(data[1]); err != nil {
		t.Fatal(err)
	}
	fresh := []string{"--data-dir", filepath.Join(t.TempDir(), "new")}
	if code, _, errs := run(t, "", append([]string{"restore", place}, fresh...)...); code != 1 || !strings.Contains(errs, "encrypted") {
		t.Errorf("restore without the passphrase ended with %d, want 1 and \"encrypted\": %s", code, errs)
	}
	for args, want := range map[string]string{"yesterday": "--at must be a time", "2001-01-01 09:00": "is later than"} {
		code, _, errs := run(t, "", append([]string{"restore", place, "--backup-passphrase", "eleven ripe mangoes", "--at", args}, fresh...)...)
		if code != 1 || !strings.Contains(errs, want) {
			t.Errorf("restore --at %s ended with %d, want 1 and %q: %s", args, code, want, errs)
		}
	}
	if code, out, errs := run(t, "", append([]string{"restore", place, "--backup-passphrase", "eleven ripe mangoes"}, fresh...)...); code != 0 {
		t.Fatalf("restore ended with %d: %s%s, want 0", code, out, errs)
	}
	second := serve(t, fresh...)
	if _, after := get(t, second.base+"/api/product/home"); after != before {
		t.Errorf("the restored home page is %.300s\nwant %.300s", after, before)
	}
}
