package keyring_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"kirana/internal/db"
	"kirana/internal/db/keyring"
	"kirana/internal/shoptest"
)

func TestMain(m *testing.M) { shoptest.Main(m) }

func TestLoadOrCreate_givesAllNodesOneSecret(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		dir := filepath.Join(t.TempDir(), "keys")
		for name, dirOf := range map[string]func() string{
			"account": func() string {
				if d.MultiNode() { // each node has its own folder
					return t.TempDir()
				}
				return dir
			},
			"shop": func() string { return "" },
		} {
			load := func() []byte {
				secret, err := keyring.LoadOrCreate(t.Context(), d, keyring.Key{Name: name, Dir: dirOf()}, shoptest.Epoch)
				if err != nil {
					t.Error(err)
				}
				return secret
			}
			var loaded [6][]byte
			var all sync.WaitGroup
			for i := range loaded {
				all.Go(func() { loaded[i] = load() })
			}
			all.Wait()
			for i, secret := range append(loaded[:], load()) {
				if len(secret) != keyring.Size || !bytes.Equal(secret, loaded[0]) {
					t.Errorf("node %d has the key %x, want that of the first, %x, of %d bytes", i, secret, loaded[0], keyring.Size)
				}
			}
		}
	})
}

func TestLoad_readsASecretAndCreatesNone(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		dir := filepath.Join(t.TempDir(), "keys")
		for _, key := range []keyring.Key{{Name: "account", Dir: dir}, {Name: "shop"}} {
			for range 2 {
				if secret, err := keyring.Load(t.Context(), d, key); !errors.Is(err, keyring.ErrNoKey) {
					t.Errorf("the key %s is %x, %v before it is created, want ErrNoKey", key.Name, secret, err)
				}
			}
			created, err := keyring.LoadOrCreate(t.Context(), d, key, shoptest.Epoch)
			if err != nil {
				t.Fatal(err)
			}
			if secret, err := keyring.Load(t.Context(), d, key); err != nil || !bytes.Equal(secret, created) {
				t.Errorf("%s is %x, want %x, %v", key.Name, secret, created, err)
			}
		}
	})
}

func TestLoadOrCreate_storesTheSecretOutsideTheSQLiteDatabase(t *testing.T) {
	t.Parallel()
	d, dir := shoptest.SQLite(t), filepath.Join(t.TempDir(), "keys")
	if _, err := keyring.LoadOrCreate(t.Context(), d, keyring.Key{Name: "account", Dir: dir}, shoptest.Epoch); err != nil {
		t.Fatal(err)
	}
	file, err := os.Stat(filepath.Join(dir, "account.key"))
	if err != nil || file.Mode().Perm() != 0o600 {
		t.Errorf("the key's file: %v, %v, want mode 0600", file, err)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 1 {
		t.Errorf("the folder holds %v, %v, want the key alone", files, err)
	}
	if rows, err := db.All[string](t.Context(), d, `SELECT name FROM keys`); err != nil || len(rows) != 0 {
		t.Errorf("the database holds the keys %v, %v, want none", rows, err)
	}
}

func TestLoadOrCreate_refusesAFileThatIsNoSecret(t *testing.T) {
	t.Parallel()
	d := shoptest.SQLite(t)
	for _, content := range []string{"", "not hex at all", "abcd"} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "account.key"), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := keyring.LoadOrCreate(t.Context(), d, keyring.Key{Name: "account", Dir: dir}, shoptest.Epoch); err == nil {
			t.Errorf("load a key file with %q succeeded, want an error", content)
		}
	}
}
