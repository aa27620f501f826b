package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"kirana/internal/backup"
	"kirana/internal/db"
	"kirana/internal/shoptest"
)

// recordCommand records what a command does below the folder root.
func recordCommand(t *testing.T, root string, args ...string) *powerRecord {
	t.Helper()
	p, trace := newPowerRecord(t, root), filepath.Join(t.TempDir(), "trace")
	cmd := withTrace(t, command(t, args...), trace)
	cmd.Args = slices.DeleteFunc(cmd.Args, func(arg string) bool { return arg == "-D" }) // without -D, cmd waits for strace to end
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%q under strace: %v: %s", args, err, out)
	}
	p.read(t, trace)
	return p
}

// killedShop creates a shop with orders and kills it, so that it has a write-ahead log. It returns the orders' numbers.
func killedShop(t *testing.T, dir string) (confirmed []string) {
	t.Helper()
	if err := os.Mkdir(dir, 0o750); err != nil {
		t.Fatal(err)
	}
	copyDemo(t, dir)
	shop := serve(t, "--data-dir", dir, "--demo", "--rate-limits", "off", "--cors-origins", otherOrigin)
	buyers := newLoad(t, shop.base, 2)
	ctx, stop := context.WithCancel(t.Context())
	wait := buyers.run(ctx, func() string { return shop.base })
	buyers.reaches(t, 20)
	stop()
	wait()
	if err := shop.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = shop.cmd.Wait()
	return buyers.numbers
}

func TestPower_leavesNoPartialCopyWhenItFails(t *testing.T) {
	t.Parallel()
	cuts, root := powerCuts(t, 0, 40), t.TempDir()
	shop, older, copied := filepath.Join(root, "shop"), filepath.Join(root, "older.copy"), filepath.Join(root, "new.copy")
	confirmed := killedShop(t, shop)
	if code, _, errs := run(t, "", "backup", older, "--data-dir", shop); code != 0 {
		t.Fatal(errs)
	}
	before, err := os.ReadFile(older)
	if err != nil {
		t.Fatal(err)
	}
	p := recordCommand(t, root, "backup", copied, "--data-dir", shop)
	expect := func(state string, reported []string) error {
		kept, err := os.ReadFile(filepath.Join(state, "older.copy"))
		if err != nil || !bytes.Equal(kept, before) {
			return fmt.Errorf("the older copy is another: %w", err)
		}
		// Until it is reported as made, the copy may be broken, but then verify fails.
		if _, err := backup.Verify(t.Context(), filepath.Join(state, "new.copy"), ""); err != nil && len(reported) > 0 {
			return fmt.Errorf("the copy that was reported as made: %w", err)
		}
		return lostOrders(t.Context(), filepath.Join(state, "shop"), confirmed)
	}
	p.expectNoneFails(t, cuts, expect)
	p.expectSomeFail(t, cuts, func(path string) bool { return filepath.Base(path) == "archive" }, "the sync of the copy", expect)
	p.expectSomeFail(t, cuts, func(path string) bool { return path == root }, "the sync of its name", expect)
}

// wholeShop is a shop that the recorded command creates in a folder below its root.
type wholeShop struct {
	folder    string
	original  string // folder of the shop with the same pictures and keys
	confirmed []string
}

// check returns what the shop lacks after a power cut.
func (w wholeShop) check(ctx context.Context, state string) error {
	dir := filepath.Join(state, w.folder)
	for _, folder := range []string{backup.KeysFolder, backup.MediaFolder} {
		if err := differs(filepath.Join(w.original, folder), filepath.Join(dir, folder)); err != nil {
			return err
		}
	}
	return lostOrders(ctx, dir, w.confirmed)
}

// expectWholeOrRefused returns a function that expects a complete shop, or before the command reports its end also
// none, or one that is refused as unfinished. In every tenth of these cases, it runs the command again and expects a
// complete shop.
func expectWholeOrRefused(t *testing.T, w wholeShop, again func(state string) error) func(state string, reported []string) error {
	t.Helper()
	refused := 0
	return func(state string, reported []string) error {
		dir := filepath.Join(state, w.folder)
		if len(reported) > 0 {
			return errors.Join(backup.RefuseUnfinished(dir), w.check(t.Context(), state))
		}
		left, err := os.ReadDir(dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if len(left) > 0 && backup.RefuseUnfinished(dir) == nil {
			return w.check(t.Context(), state)
		}
		if refused++; refused%10 != 0 {
			return nil
		}
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
		return errors.Join(again(state), w.check(t.Context(), state))
	}
}

func TestPower_restoresCompletelyOrIsRefusedWhenItFails(t *testing.T) {
	t.Parallel()
	cuts, source, root := powerCuts(t, 0, 40), filepath.Join(t.TempDir(), "shop"), t.TempDir()
	confirmed := killedShop(t, source)
	file := filepath.Join(root, "shop.copy")
	if code, _, errs := run(t, "", "backup", file, "--data-dir", source); code != 0 {
		t.Fatal(errs)
	}
	p := recordCommand(t, root, "restore", file, "--data-dir", filepath.Join(root, "shop"))
	expect := expectWholeOrRefused(t, wholeShop{folder: "shop", original: source, confirmed: confirmed}, func(state string) error {
		_, err := backup.Restore(t.Context(), filepath.Join(state, "shop.copy"), backup.Target{DataDir: filepath.Join(state, "shop")})
		return err
	})
	p.expectNoneFails(t, cuts, expect)
	p.expectSomeFail(t, cuts, func(path string) bool { return path == root }, "the sync of the folder's name", expect)
	p.expectSomeFail(t, cuts, func(path string) bool { return filepath.Base(path) == db.FileName }, "the syncs of the database", expect)
}

func TestPower_movesToPostgresCompletelyOrNotWhenItFails(t *testing.T) {
	t.Parallel()
	cuts, root := powerCuts(t, 0, 40), t.TempDir()
	url := shoptest.PostgresURL(t)
	shop := filepath.Join(root, "shop")
	confirmed := killedShop(t, shop)
	p := recordCommand(t, root, "move", "--to", url, "--data-dir", shop)
	expect := func(state string, reported []string) error {
		file := filepath.Join(state, "shop", db.FileName)
		_, err := os.Lstat(file)
		if err == nil && len(reported) > 0 {
			return errors.New("the shop that was moved would be served from its old file")
		}
		if err != nil { // the old file is kept under another name
			if err := os.Rename(file+".moved", file); err != nil {
				return err
			}
		}
		return lostOrders(t.Context(), filepath.Join(state, "shop"), confirmed)
	}
	p.expectNoneFails(t, cuts, expect)
	p.expectSomeFail(t, cuts, func(path string) bool { return path == shop }, "the syncs of the folder", expect)
}

func TestPower_upgradesCompletelyOrNotWhenItFails(t *testing.T) {
	t.Parallel()
	cuts := powerCuts(t, 0, 40)
	_, shop := olderShop(t, "")
	p := recordCommand(t, shop, "migrate", "--data-dir", shop)
	newest := schemaOf(t, "", shop)
	opened := 0
	expect := func(state string, reported []string) error {
		d, err := db.OpenExisting(t.Context(), "", state)
		if err != nil {
			return err
		}
		schema, err := d.Schema(t.Context())
		users, missing := db.Get[int](t.Context(), d, `SELECT COUNT(*) FROM users WHERE id = 'ravi'`)
		if err := errors.Join(err, missing, d.Close()); err != nil || users != 1 {
			return fmt.Errorf("%d users of 1: %w", users, err)
		}
		if len(reported) > 0 && schema != newest {
			return fmt.Errorf("the schema is %d, not %d", schema, newest)
		}
		copies, err := filepath.Glob(filepath.Join(state, copiesFolder, "schema-12-*.copy"))
		if err != nil {
			return err
		}
		for _, file := range copies {
			if _, err = backup.Verify(t.Context(), file, ""); err != nil && schema > 12 {
				return fmt.Errorf("the copy of before: %w", err)
			}
		}
		if schema > 12 && len(copies) != 1 {
			return fmt.Errorf("the schema is %d, and there are %d copies from before", schema, len(copies))
		}
		if opened++; opened%10 != 0 {
			return nil
		}
		d, err = db.Open(t.Context(), "", state)
		if err != nil {
			return err
		}
		return errors.Join(damage(t.Context(), d), d.Close())
	}
	p.expectNoneFails(t, cuts, expect)
	p.expectSomeFail(t, cuts, func(path string) bool { return filepath.Base(path) == "archive" }, "the sync of the copy", expect)
	p.expectSomeFail(t, cuts, func(path string) bool { return path == shop }, "the syncs of the folder", expect)
}
