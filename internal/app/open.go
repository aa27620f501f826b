package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"kirana/internal/account"
	"kirana/internal/backup"
	"kirana/internal/clock"
	"kirana/internal/config"
	"kirana/internal/db"
	"kirana/internal/disk"
	"kirana/internal/fault"
)

// copiesFolder is the folder of automatic copies in the data directory.
const copiesFolder = "copies"

// opener opens the shop's data and migrates the tables.
type opener struct {
	settings    config.Config
	log         *slog.Logger
	clock       clock.Clock
	version     string // of the program
	locked      bool   // this process serves the data directory
	withoutCopy bool   // skip the copy before a migration: the operator has one
}

// openFeatures opens the shop's data for a command that may run while another process serves the shop.
func openFeatures(ctx context.Context, settings config.Config, log *slog.Logger) (*features, error) {
	return opener{settings: settings, log: log, clock: clock.System{}}.open(ctx)
}

// open opens the shop's data, creating and migrating it, and builds all services except payments and orders; see takeOrders.
// Commands that do not serve need only the storage settings.
func (o opener) open(ctx context.Context) (_ *features, err error) {
	if err := makeDataDir(o.settings); err != nil {
		return nil, err
	}
	use, err := useShop(o.settings.DataDir)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = use.Close()
		}
	}()
	if err := backup.RefuseUnfinished(o.settings.DataDir); err != nil {
		return nil, err
	}
	if o.settings.DatabaseURL == "" {
		if err := backup.RefuseMoved(o.settings.DataDir); err != nil {
			return nil, err
		}
	}
	if err := checkDatabase(o.settings.Storage); err != nil {
		return nil, err
	}
	files, err := openPictures(o.settings.Storage)
	if err != nil {
		return nil, err
	}
	d, err := o.openDatabase(ctx)
	if err != nil {
		_ = files.Close()
		return nil, err
	}
	key, err := account.LoadKey(ctx, d, filepath.Join(o.settings.DataDir, backup.KeysFolder), o.clock.Now())
	if err != nil {
		_ = d.Close()
		_ = files.Close()
		return nil, err
	}
	if err := recordDatabase(o.settings.Storage); err != nil {
		o.log.Warn("the kind of the shop's database was not recorded", "error", err.Error()) // for example on a full disk
	}
	f := o.features(d, files, key)
	f.use = use
	return f, nil
}

// openDatabase opens the database. It copies the shop of an older program before migrating it, and returns
// fault.Conflict if another process serves that shop.
func (o opener) openDatabase(ctx context.Context) (*db.DB, error) {
	unlock := func() {}
	defer func() { unlock() }()
	return db.OpenWith(ctx, o.settings.DatabaseURL, o.settings.DataDir, func(ctx context.Context, d *db.DB, upgrade db.Upgrade) error {
		if !o.locked {
			lock, err := lockDataDir(o.settings.DataDir)
			if err != nil {
				return fault.New(fault.Conflict, "served_by_older",
					"An older Kirana serves this shop, and this one has to change its tables. Stop it first, then start this one.")
			}
			unlock = lock.release
		}
		if !upgrade.Filled || o.withoutCopy {
			return nil
		}
		if err := o.copyBefore(ctx, d, upgrade); err != nil {
			return fmt.Errorf("the shop was left as it is, since it could not be copied before its upgrade: %s "+
				"(With a copy of your own, run `kirana migrate --without-copy`.)", sentence(err))
		}
		return nil
	})
}

// copyBefore copies the shop before a migration.
func (o opener) copyBefore(ctx context.Context, d *db.DB, upgrade db.Upgrade) error {
	now := o.clock.Now()
	folder := filepath.Join(o.settings.DataDir, copiesFolder)
	if err := os.Mkdir(folder, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
		return err
	}
	file := filepath.Join(folder, fmt.Sprintf("schema-%d-%s.copy", upgrade.From, now.Format("20060102T150405Z")))
	// The copy has no passphrase: it is stored next to the data itself, and must be usable in an emergency.
	pictures, err := picturesOf(o.settings.Storage)
	if err != nil {
		return err
	}
	source := backup.Source{DB: d, DataDir: o.settings.DataDir, Pictures: pictures, Program: cmp.Or(o.version, "unversioned"), Now: now}
	if _, err := backup.Write(ctx, source, file); err != nil {
		return err
	}
	o.log.Info("the shop was copied before its upgrade", "file", file, "from", upgrade.From, "to", upgrade.To)
	return nil
}

func makeDataDir(settings config.Config) error {
	if err := disk.MakePrivateFolder(settings.DataDir); err != nil {
		return fmt.Errorf("make the data folder: %w", err)
	}
	return nil
}
