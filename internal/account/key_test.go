package account_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"kirana/internal/account"
	"kirana/internal/db"
	"kirana/internal/shoptest"
)

func TestLoadKey_isOneForAllNodes(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		dir := filepath.Join(t.TempDir(), "keys")
		load := func() account.Key {
			where := dir
			if d.MultiNode() { // each node has a folder of its own
				where = t.TempDir()
			}
			key, err := account.LoadKey(t.Context(), d, where, shoptest.Epoch)
			if err != nil {
				t.Error(err)
			}
			return key
		}
		var loaded [6]account.Key
		var all sync.WaitGroup
		for i := range loaded {
			all.Go(func() { loaded[i] = load() })
		}
		all.Wait()
		c := shoptest.Clock()
		asked := account.New(d, c, loaded[0], account.Rules{})
		if _, err := asked.CreateShopper(t.Context(), "Ravi", "ravi@example.in", password); err != nil {
			t.Fatal(err)
		}
		if err := asked.RequestOTP(t.Context(), "ravi@example.in"); err != nil {
			t.Fatal(err)
		}
		note := noteOf(t, d)
		for i, key := range append(loaded[:], load()) {
			node := account.New(d, c, key, account.Rules{})
			if otp, name, err := node.OTP(t.Context(), note); err != nil || len(otp) != 6 || name != "Ravi" {
				t.Errorf("node %d reads %q for %q: %v", i, otp, name, err)
			}
		}
		stranger := account.New(d, c, key(), account.Rules{})
		if otp, _, err := stranger.OTP(t.Context(), note); !errors.Is(err, account.ErrWrongKey) || otp != "" {
			t.Errorf("another key opens it: %q, %v", otp, err)
		}
		if d.MultiNode() {
			return
		}
		file, err := os.Stat(filepath.Join(dir, "account.key"))
		if err != nil || file.Mode().Perm() != 0o600 {
			t.Errorf("the key file: %v, %v", file, err)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
			t.Errorf("the folder holds %v, %v", left, err)
		}
	})
}

func noteOf(t *testing.T, d *db.DB) account.MailPayload {
	t.Helper()
	payload, err := db.Get[string](t.Context(), d, `SELECT payload FROM jobs WHERE kind = 'account.otp'`)
	if err != nil {
		t.Fatal(err)
	}
	var note account.MailPayload
	if err := json.Unmarshal([]byte(payload), &note); err != nil {
		t.Fatal(err)
	}
	return note
}

func TestLoadKey_refusesWhatIsNoKey(t *testing.T) {
	t.Parallel()
	d := shoptest.SQLite(t)
	for _, content := range []string{"", "not hex at all", "abcd"} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "account.key"), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := account.LoadKey(t.Context(), d, dir, shoptest.Epoch); err == nil {
			t.Errorf("%q is taken for a key", content)
		}
	}
}
