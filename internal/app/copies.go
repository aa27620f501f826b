package app

import (
	"context"
	"fmt"
	"time"
	"unicode/utf8"

	"kirana/internal/backup"
	"kirana/internal/config"
	"kirana/internal/copies"
	"kirana/internal/db/keyring"
	"kirana/internal/objects"
)

// configureCopies sets up the continuous copies and their checks.
func (f *features) configureCopies(ctx context.Context, version string) error {
	address, err := copiesAddress(f.config.ContinuousCopies)
	if err != nil {
		return err
	}
	secret, err := keyring.LoadOrCreate(ctx, f.db, keyring.Key{Name: shopKey}, f.clock.Now())
	if err != nil {
		return err
	}
	pictures, err := picturesOf(f.config.Storage)
	if err != nil {
		return err
	}
	f.copies = copies.New(copies.Config{
		Pictures: pictures, PicturesShared: f.config.MediaURL != "",
		DB: f.db, DataDir: f.config.DataDir, Clock: f.clock, Log: f.log, Program: version,
		ShopSecret: secret, Address: address, Passphrase: f.config.Passphrase,
	})
	f.copyJobs = copies.NewLane(f.db, f.clock, f.log)
	f.copies.Handle(f.copyJobs)
	f.reports.WatchCopies(f.copies.Status)
	if address != nil {
		f.measureCopies(ctx)
	}
	return f.copies.Plan(ctx)
}

// measureCopies adds metrics for the age of the newest copy and of the last check, and for Status.Trouble.
func (f *features) measureCopies(ctx context.Context) {
	ctx = context.WithoutCancel(ctx)
	age := func(of func(copies.Status) time.Time) func() (float64, bool) {
		return func() (float64, bool) {
			status, err := f.copies.Status(ctx)
			if at := of(status); err == nil && !at.IsZero() {
				return f.clock.Now().Sub(at).Seconds(), true
			}
			return 0, false
		}
	}
	f.metrics.Gauge("copies_age_seconds", "How old the newest continuous copy is.", age(func(s copies.Status) time.Time { return s.CopiedAt }))
	f.metrics.Gauge("copies_check_age_seconds", "When a continuous copy was last restored and looked at.",
		age(func(s copies.Status) time.Time { return s.CheckedAt }))
	f.metrics.Gauge("copies_trouble", "1 while Today says that the continuous copies need somebody.", func() (float64, bool) {
		status, err := f.copies.Status(ctx)
		if err != nil {
			return 0, false
		}
		if status.Trouble(f.clock.Now()) != "" {
			return 1, true
		}
		return 0, true
	})
}

// copiesAddress returns the address of the continuous copies, or nil without KIRANA_BACKUP_URL. It also checks the passphrase's
// length.
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

// passphraseWarnings warns of a passphrase that has enough bytes, but too few characters: letters of Indian scripts
// have three bytes. Such a passphrase is not refused, because existing copies need it.
func passphraseWarnings(c config.Copies) []config.Warning {
	if c.Passphrase == "" || utf8.RuneCountInString(c.Passphrase) >= backup.MinPassphrase {
		return nil
	}
	return []config.Warning{{
		Text:   fmt.Sprintf("KIRANA_BACKUP_PASSPHRASE has fewer than %d characters", backup.MinPassphrase),
		Remedy: "Choose a longer one, and a new place for continuous copies; keep the old one for the copies that it opens.",
	}}
}
