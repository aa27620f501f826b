package app

import (
	"context"
	"fmt"

	"kirana/internal/backup"
	"kirana/internal/config"
	"kirana/internal/copies"
	"kirana/internal/db/keyring"
	"kirana/internal/objects"
)

// configureCopies makes what copies the shop while it serves, and has copies tried.
func (f *features) configureCopies(ctx context.Context, version string) error {
	address, err := copiesAddress(f.config.ContinuousCopies)
	if err != nil {
		return err
	}
	secret, err := keyring.LoadOrCreate(ctx, f.db, keyring.Key{Name: shopKey}, f.clock.Now())
	if err != nil {
		return err
	}
	f.copies = copies.New(copies.Config{
		DB: f.db, DataDir: f.config.DataDir, Clock: f.clock, Log: f.log, Program: version,
		ShopSecret: secret, Address: address, Passphrase: f.config.Passphrase,
	})
	f.copyJobs = copies.NewLane(f.db, f.clock, f.log)
	f.copies.Handle(f.copyJobs)
	f.reports.WatchCopies(f.copies.Status)
	return f.copies.Plan(ctx)
}

// copiesAddress returns where continuous copies go; nil when they go nowhere.
func copiesAddress(c config.ContinuousCopies) (*objects.Address, error) {
	if c.Passphrase != "" && len(c.Passphrase) < backup.MinPassphrase {
		return nil, fmt.Errorf("KIRANA_BACKUP_PASSPHRASE must have at least %d characters", backup.MinPassphrase)
	}
	if c.BackupURL == "" {
		return nil, nil //nolint:nilnil // there are no copies
	}
	address, err := objects.Parse("KIRANA_BACKUP_URL", c.BackupURL)
	if err != nil {
		return nil, err
	}
	return &address, nil
}
