package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"kirana/internal/backup"
	"kirana/internal/clock"
	"kirana/internal/copies"
	"kirana/internal/db"
	"kirana/internal/disk"
	"kirana/internal/objects"
)

// checkFolder checks the data directory and its permissions.
func (e *examination) checkFolder(context.Context) {
	const about = "Folder"
	dir := e.settings.DataDir
	info, err := os.Stat(dir)
	if err != nil {
		e.fail(about, fmt.Sprintf("%s cannot be read: %v", dir, err), "Name the shop's data folder in KIRANA_DATA_DIR, and run this as the user whom it belongs to.")
		return
	}
	if err := backup.RefuseUnfinished(dir); err != nil {
		e.fail(about, sentence(err), "Empty the folder and restore again.")
		return
	}
	if !disk.HasModes {
		e.ok(about, dir+" is there")
		return
	}
	if info.Mode().Perm()&0o022 != 0 {
		e.fail(about, dir+" can be changed by other users of this machine", "chmod 750 "+dir)
	}
	problems := 0
	private := func(name string, mode fs.FileMode) {
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil && info.Mode().Perm()&^mode != 0 {
			problems++
			e.fail("Folder", fmt.Sprintf("%s can be read by other users of this machine", filepath.Join(dir, name)),
				fmt.Sprintf("chmod %o %s", mode, filepath.Join(dir, name)))
		}
	}
	private(db.FileName, 0o600)
	private(backup.KeysFolder, 0o700)
	keys, err := os.ReadDir(filepath.Join(dir, backup.KeysFolder))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		problems++
		e.warn(about, fmt.Sprintf("the keys cannot be listed: %v", err), "Run this as the user whom the folder belongs to.")
	}
	for _, key := range keys {
		private(filepath.Join(backup.KeysFolder, key.Name()), 0o600)
	}
	if owner, known := disk.Owner(info); known && owner != os.Getuid() {
		e.warn(about, fmt.Sprintf("%s belongs to another user (%d) than the one that runs this (%d)", dir, owner, os.Getuid()),
			"Run kirana's commands as the user whom the folder belongs to: sudo -u kirana env KIRANA_DATA_DIR=… kirana doctor")
	}
	if problems == 0 && info.Mode().Perm()&0o022 == 0 {
		e.ok(about, dir+" is private")
	}
}

// checkDatabase opens the database, checks it for damage and tries a write.
func (e *examination) checkDatabase(ctx context.Context) {
	const about = "Database"
	d, err := db.OpenExisting(ctx, e.settings.DatabaseURL, e.settings.DataDir)
	if errors.Is(err, db.ErrNoShop) {
		e.fail(about, "there is no shop in "+place(e.settings.Storage), "`kirana serve` makes one. If you had one, look at KIRANA_DATA_DIR and KIRANA_DATABASE_URL.")
		return
	}
	if err != nil {
		e.fail(about, whyNot(err), "Look whether the database runs, and at KIRANA_DATABASE_URL.")
		return
	}
	e.db = d
	if err := d.CheckHealth(ctx); err != nil {
		e.fail(about, whyNot(err), "Stop the shop, keep its folder as it is, and restore the newest copy into a new one (docs/operating.md, Copies).")
		return
	}
	schema, err := d.Schema(ctx)
	newest, newestErr := db.NewestSchema()
	if err := errors.Join(err, newestErr); err != nil {
		e.fail(about, whyNot(err), "Look whether the database runs.")
		return
	}
	if schema < newest {
		e.warn(about, fmt.Sprintf("its tables are of an older Kirana (schema %d of %d)", schema, newest), "The next `kirana serve` copies the shop and changes them.")
		return
	}
	warnings, err := d.CheckDurability(ctx)
	if err != nil {
		e.warn(about, "its durability settings cannot be read: "+whyNot(err), "Look whether the database runs.")
		return
	}
	for _, text := range warnings {
		e.warn(about, text, "Switch it on in PostgreSQL.")
	}
	if len(warnings) == 0 {
		e.ok(about, fmt.Sprintf("whole and can be written (schema %d)", schema))
	}
}

// checkPictures tries to store a picture.
func (e *examination) checkPictures(ctx context.Context) {
	const about = "Pictures"
	if e.settings.MediaURL != "" {
		e.checkBucket(ctx, about)
		return
	}
	dir := filepath.Join(e.settings.DataDir, backup.MediaFolder)
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		e.warn(about, dir+" is not there yet", "`kirana serve` makes it.")
		return
	}
	probe, err := os.CreateTemp(dir, ".doctor-*")
	if err != nil {
		e.fail(about, fmt.Sprintf("none can be stored: %v", err), "Give the folder to the user that runs the shop.")
		return
	}
	if err := errors.Join(probe.Close(), os.Remove(probe.Name())); err != nil {
		e.fail(about, fmt.Sprintf("none can be stored: %v", err), "Look at the disk.")
		return
	}
	e.ok(about, "can be stored")
}

// checkBucket tries to write to the bucket.
func (e *examination) checkBucket(ctx context.Context, about string) {
	address, err := objects.ParseBucket("KIRANA_MEDIA_URL", e.settings.MediaURL)
	if err != nil {
		e.fail(about, sentence(err), "Correct it (docs/operating.md, Several nodes).")
		return
	}
	if err := copies.Reach(ctx, address); err != nil {
		e.fail(about, "none can be stored in "+address.String()+": "+whyNot(err), "Look at KIRANA_MEDIA_URL, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and at what the bucket allows them.")
		return
	}
	e.ok(about, "can be stored in "+address.String())
}

const (
	// Below littleSpace, in bytes, a disk gets a warning, below noSpace an error.
	littleSpace = 1 << 30
	noSpace     = 200 << 20
)

// checkSpace checks the disks of the data and of temporary files.
func (e *examination) checkSpace(context.Context) {
	const about = "Space"
	all := true
	for what, dir := range map[string]string{"the data": e.settings.DataDir, "temporary files": os.TempDir()} {
		free, err := disk.Free(dir)
		if err != nil {
			e.warn(about, fmt.Sprintf("the free space for %s (%s) cannot be read: %v", what, dir, err), "Look whether the folder is there.")
			all = false
			continue
		}
		text := fmt.Sprintf("%d MB are left for %s (%s)", free>>20, what, dir)
		switch {
		case free < noSpace:
			e.fail(about, text, "Make room now: without it no order can be written.")
		case free < littleSpace:
			e.warn(about, text, "Make room, or move the shop: `kirana move --to`.")
		default:
			continue
		}
		all = false
	}
	if all {
		e.ok(about, "more than 1 GB is left")
	}
}

// maxSkew is the tolerated difference between two clocks.
const maxSkew = 5 * time.Second

// checkClock compares this machine's clock with times in the database.
func (e *examination) checkClock(ctx context.Context) {
	const about, advice = "Clock", "Let the machine keep the time: timedatectl set-ntp true"
	if e.db == nil {
		return
	}
	newest, err := db.Get[*time.Time](ctx, e.db, `SELECT created_at FROM checkouts ORDER BY created_at DESC LIMIT 1`)
	if err != nil && !errors.Is(err, db.ErrNoRow) {
		e.warn(about, "the time of the newest order cannot be read: "+whyNot(err), "Look whether the database runs.")
		return
	}
	if newest != nil && newest.After(e.now.Add(maxSkew)) {
		e.fail(about, fmt.Sprintf("the newest order was placed at %s, which is later than now", newest.UTC().Format(time.RFC3339)), advice)
		return
	}
	if e.db.MultiNode() {
		databaseTime, err := db.Get[time.Time](ctx, e.db, `SELECT CURRENT_TIMESTAMP`)
		if err != nil {
			e.warn(about, "the database's cannot be read: "+whyNot(err), "Look whether the database runs.")
			return
		}
		if skew := (clock.System{}).Now().Sub(databaseTime).Abs(); skew > maxSkew {
			e.warn(about, fmt.Sprintf("the database's differs by %s", skew.Round(time.Second)), advice)
			return
		}
	}
	e.ok(about, e.now.Format("2 January 2006, 15:04:05 UTC"))
}
