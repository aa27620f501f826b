package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"kirana/internal/account"
	"kirana/internal/backup"
	"kirana/internal/clock"
	"kirana/internal/config"
	"kirana/internal/copies"
	"kirana/internal/db"
	"kirana/internal/objects"
)

type backupCommand struct {
	config.Storage
	config.Copies
	File string `arg:"" type:"path" help:"The copy's name; a file that is there is never overwritten."`
}

// Run copies the shop. It creates and migrates nothing.
func (b backupCommand) Run(ctx context.Context, c *console) error {
	d, err := openExisting(ctx, b.Storage)
	if err != nil {
		return err
	}
	defer func() { _ = d.Close() }()
	pictures, err := picturesOf(b.Storage)
	if err != nil {
		return err
	}
	manifest, err := backup.Write(ctx, backup.Source{
		DB: d, DataDir: b.DataDir, Pictures: pictures, Program: c.version, Passphrase: b.Passphrase, Now: clock.System{}.Now(),
	}, b.File)
	if err != nil {
		return err
	}
	secrecy := "Whoever has the file can read it: keep it safe, or set KIRANA_BACKUP_PASSPHRASE."
	if b.Passphrase != "" {
		secrecy = "It is encrypted: without its passphrase nobody can restore it."
	}
	_, err = fmt.Fprintf(c.out, "Copied %s to %s.\n%s\n", inWords(manifest), b.File, secrecy)
	return err
}

type verifyCommand struct {
	config.Copies
	File string `arg:"" type:"existingfile" help:"The copy."`
}

// Run verifies a copy and prints its contents.
func (v verifyCommand) Run(ctx context.Context, c *console) error {
	manifest, err := backup.Verify(ctx, v.File, v.Passphrase)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.out, "The copy is whole: %s, made on %s by Kirana %s (schema %d).\n",
		inWords(manifest), manifest.MadeAt.Format("2 January 2006 at 15:04 UTC"), manifest.Program, manifest.Contents.Schema)
	if err == nil && manifest.Contents.Database == db.Postgres {
		_, err = fmt.Fprintln(c.out, "It is of a shop on PostgreSQL: only a restore into an empty database shows that its rows come back.")
	}
	return err
}

type restoreCommand struct {
	config.Storage
	config.Copies
	Source string `arg:"" name:"FILE|URL" help:"The copy, or the address of the continuous copies."`
	At     string `help:"Of continuous copies: the shop as it was then, 2026-11-22T09:30:00+05:30, or '2026-11-22 09:30' by the shop's clock."`
}

// Run restores a copy.
func (r restoreCommand) Run(ctx context.Context, c *console) error {
	if strings.Contains(r.Source, "://") {
		return r.fromAddress(ctx, c)
	}
	if r.At != "" {
		return errors.New("--at is for the address of continuous copies: a copy in a file is of one moment")
	}
	to, err := r.target()
	if err != nil {
		return err
	}
	manifest, err := backup.Restore(ctx, r.Source, to)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.out, "Restored %s to %s, as they were on %s.\n",
		inWords(manifest), place(r.Storage), manifest.MadeAt.Format("2 January 2006 at 15:04 UTC"))
	return err
}

// fromAddress restores the shop from its continuous copies.
func (r restoreCommand) fromAddress(ctx context.Context, c *console) error {
	at, err := parseMoment(r.At)
	if err != nil {
		return err
	}
	address, err := objects.Parse("The address", r.Source)
	if err != nil {
		return err
	}
	to, err := r.target()
	if err != nil {
		return err
	}
	restored, err := copies.Restore(ctx, address, at, to)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.out, "Restored %d products, %d orders and %d pictures to %s.\n",
		restored.Contents.Rows["products"], restored.Contents.Rows["checkouts"], restored.Pictures, place(r.Storage))
	return err
}

// target returns where to restore a copy, with the pictures in the data directory or a bucket.
func (r restoreCommand) target() (backup.Target, error) {
	to := backup.Target{DataDir: r.DataDir, DatabaseURL: r.DatabaseURL, Passphrase: r.Passphrase}
	if r.MediaURL == "" {
		return to, nil
	}
	pictures, err := picturesOf(r.Storage)
	to.Pictures = pictures
	return to, err
}

// parseMoment parses a time with a zone, or a time in India without one. "" is the zero time.
func parseMoment(text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	if at, err := time.Parse(time.RFC3339, text); err == nil {
		return at.UTC(), nil
	}
	for _, layout := range []string{"2006-01-02 15:04:05", "2006-01-02 15:04"} {
		if at, err := time.ParseInLocation(layout, text, clock.India); err == nil {
			return at.UTC(), nil
		}
	}
	return time.Time{}, fmt.Errorf("--at must be a time such as 2026-11-22T09:30:00+05:30 or '2026-11-22 09:30'")
}

type moveCommand struct {
	config.Storage
	To string `required:"" help:"postgres://… of an empty database, a new folder, or s3://… for the pictures alone."`
}

// Run moves a shop that is not running, and prints the next steps.
func (m moveCommand) Run(ctx context.Context, c *console) error {
	lock, err := lockDataDir(m.DataDir)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no shop in %s", place(m.Storage))
	}
	if err != nil {
		return err
	}
	defer lock.release()
	alone, err := useAlone(m.DataDir)
	if err != nil {
		return err
	}
	defer func() { _ = alone.Close() }()
	d, err := openExisting(ctx, m.Storage)
	if err != nil {
		return err
	}
	defer func() { _ = d.Close() }()
	release, err := d.UseAlone(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = release() }()
	if strings.HasPrefix(m.To, "s3://") {
		return m.copyPictures(ctx, c)
	}
	pictures, err := picturesOf(m.Storage)
	if err != nil {
		return err
	}
	source := backup.Source{DB: d, DataDir: m.DataDir, Pictures: pictures, Program: c.version, Now: clock.System{}.Now()}
	next := "Serve it from there with KIRANA_DATA_DIR, without KIRANA_DATABASE_URL and KIRANA_MEDIA_URL. What it was moved from is left as it is."
	if strings.HasPrefix(m.To, "postgres://") || strings.HasPrefix(m.To, "postgresql://") {
		err = backup.MoveToPostgres(ctx, source, m.To, []string{account.KeyName})
		next = "Serve it with that address in KIRANA_DATABASE_URL, and the same data folder: the pictures stay where they are, and the old database is kept as " + db.FileName + ".moved."
	} else {
		err = backup.CopyToFolder(ctx, source, m.To, []string{account.KeyName})
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.out, "The shop was moved; every row, the stock and the money were compared.\n%s\n", next)
	return err
}

// copyPictures copies the pictures into a bucket. The originals stay.
func (m moveCommand) copyPictures(ctx context.Context, c *console) error {
	from, err := picturesOf(m.Storage)
	if err != nil {
		return err
	}
	address, err := objects.ParseBucket("--to", m.To)
	if err != nil {
		return err
	}
	n, err := backup.CopyPictures(ctx, from, objects.Open(address))
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.out, "%d files of pictures are in the bucket; their names and sizes were compared.\n"+
		"Serve the shop with that address in KIRANA_MEDIA_URL. Those of before are left as they are.\n", n)
	return err
}

// openExisting opens a shop's database without creating or migrating it.
func openExisting(ctx context.Context, storage config.Storage) (*db.DB, error) {
	if err := backup.RefuseUnfinished(storage.DataDir); err != nil {
		return nil, err
	}
	d, err := db.OpenExisting(ctx, storage.DatabaseURL, storage.DataDir)
	if errors.Is(err, db.ErrNoShop) {
		return nil, fmt.Errorf("there is no shop in %s", place(storage))
	}
	return d, err
}

// place describes where a shop is, without the database's URL, which has a password.
func place(storage config.Storage) string {
	if storage.DatabaseURL != "" {
		return "the database and " + storage.DataDir
	}
	return storage.DataDir
}

func inWords(m backup.Manifest) string {
	return fmt.Sprintf("%d products, %d orders and %d pictures", m.Contents.Rows["products"], m.Contents.Rows["checkouts"], m.Pictures())
}
