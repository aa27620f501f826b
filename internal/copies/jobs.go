package copies

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"kirana/internal/backup"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/job"
)

// noPayload is the empty payload of jobs.
type noPayload struct{}

const (
	checkJob   job.Kind[noPayload] = "copies.check"
	archiveJob job.Kind[noPayload] = "copies.archive"
	// jobKey is the key under which one job of each kind waits.
	jobKey = "next"

	// checkHour is the hour of the day in India at which a copy is restored: few people order then.
	checkHour = 3
	// checkAgain is the pause after a failed check.
	checkAgain = time.Hour
	// firstCheck is how long after the start the first check runs if there was none for a day.
	firstCheck = 10 * time.Minute

	archiveInterval = 6 * time.Hour
	// archiveAgain is the pause after a failed archive.
	archiveAgain = 10 * time.Minute
	// jobTimeout bounds a check or an archive.
	jobTimeout = 2 * time.Hour
)

// NewLane returns a worker for the copies' jobs alone: they take long, and must not delay other jobs.
func NewLane(d *db.DB, c clock.Clock, log *slog.Logger) *job.Worker {
	return job.NewLane(d, c, log, 1).WithAttemptTimeout(jobTimeout)
}

// Handle registers the jobs, if a place is configured.
func (s *Service) Handle(w *job.Worker) {
	if !s.status.On {
		return
	}
	job.Handle(w, checkJob, func(ctx context.Context, _ job.Job, _ noPayload) error { return s.checkAndPlan(ctx) })
	if s.config.DB.MultiNode() {
		job.Handle(w, archiveJob, func(ctx context.Context, _ job.Job, _ noPayload) error { return s.archiveAndPlan(ctx) })
	}
}

// Plan schedules a check and, for PostgreSQL, an archive. Without a place it withdraws both.
func (s *Service) Plan(ctx context.Context) error {
	if !s.status.On {
		return s.config.DB.Tx(ctx, func(tx *db.Tx) error { // or they would wait forever
			return errors.Join(job.Withdraw(ctx, tx, checkJob), job.Withdraw(ctx, tx, archiveJob))
		})
	}
	return s.config.DB.Tx(ctx, func(tx *db.Tx) error {
		runs, err := lastRuns(ctx, tx)
		if err != nil {
			return err
		}
		now := s.config.Clock.Now()
		due := nextCheck(now)
		if last, checked := runs[checkRun]; !checked || now.Sub(last.At) > 24*time.Hour {
			due = now.Add(firstCheck)
		}
		if err := plan(ctx, tx, checkJob, due); err != nil || !s.config.DB.MultiNode() {
			return err
		}
		due = now
		if last, made := runs[archiveRun]; made && now.Sub(last.At) < archiveInterval {
			due = last.At.Add(archiveInterval)
		}
		return plan(ctx, tx, archiveJob, due)
	})
}

func plan(ctx context.Context, tx *db.Tx, kind job.Kind[noPayload], due time.Time) error {
	return job.AddOnce(ctx, tx, job.Once{Due: due, Key: jobKey, MaxDelay: firstCheck}, kind, noPayload{})
}

// nextCheck returns the next checkHour in India, as UTC.
func nextCheck(now time.Time) time.Time {
	local := now.In(clock.India)
	due := time.Date(local.Year(), local.Month(), local.Day(), checkHour, 0, 0, 0, clock.India)
	if !due.After(now) {
		due = due.AddDate(0, 0, 1)
	}
	return due.UTC()
}

// checkAndPlan checks a copy, stores the result, and schedules the next check.
func (s *Service) checkAndPlan(ctx context.Context) error {
	ctx = db.WithTimeout(ctx, jobTimeout)
	failure := s.Check(ctx)
	now := s.config.Clock.Now()
	last, next := run{Kind: checkRun, At: now}, nextCheck(now)
	if failure != nil {
		last.Failure, next = reasonOf(failure), now.Add(checkAgain)
		s.config.Log.Error("a copy could not be restored", "place", s.place.address.String(), "error", last.Failure)
	}
	return s.config.DB.Tx(ctx, func(tx *db.Tx) error {
		return errors.Join(saveRun(ctx, tx, last), plan(ctx, tx, checkJob, next))
	})
}

// Check restores the newest copy temporarily, and returns an error that says what is wrong with it.
func (s *Service) Check(ctx context.Context) error {
	work, err := os.MkdirTemp("", "kirana-check-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(work) }()
	if s.config.DB.MultiNode() {
		return s.checkArchive(ctx, filepath.Join(work, "archive"))
	}
	return s.checkStream(ctx, filepath.Join(work, db.FileName))
}

// checkArchive reads all of the newest archive, and restores it into a temporary database if the
// role may create one.
func (s *Service) checkArchive(ctx context.Context, file string) error {
	name, err := s.place.archiveBy(ctx, time.Time{})
	if err != nil {
		return err
	}
	if err := s.place.fetch(ctx, name, file); err != nil {
		return err
	}
	if err := s.refusePlain(file); err != nil {
		return err
	}
	_, err = backup.VerifyWith(ctx, file, s.config.Passphrase, func(ctx context.Context, dump string, want db.Contents) error {
		err := s.config.DB.TryRestore(ctx, dump, want)
		if errors.Is(err, db.ErrNoScratch) {
			s.config.Log.Warn("an archive was read, but not restored", "reason", reasonOf(err))
			return nil
		}
		return err
	})
	if err != nil {
		return err
	}
	return s.checkFiles(ctx)
}

// refusePlain refuses an unencrypted archive if the shop encrypts its own: anyone with write access
// to the place may have put it there, and a dump is executable SQL.
func (s *Service) refusePlain(archive string) error {
	if s.config.Passphrase == "" {
		return nil
	}
	file, err := os.Open(archive)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	encrypted, err := backup.IsEncrypted(file)
	if err == nil && !encrypted {
		err = fault.New(fault.Conflict, "plain_archive", "The newest archive is not encrypted, so it was not tried: it is older than "+
			"KIRANA_BACKUP_PASSPHRASE, and the next one mends it, or somebody else has put it there.")
	}
	return err
}

// growing are tables whose rows are never deleted.
var growing = []string{"checkouts", "orders", "stock_movements", "checkout_events"}

// checkStream restores the newest copy of the database and compares it with the shop's own at the
// start of the check: every row confirmed by then must be in the copy.
func (s *Service) checkStream(ctx context.Context, file string) error {
	before, err := s.config.DB.Contents(ctx)
	if err != nil {
		return err
	}
	if err := s.waitForRound(ctx); err != nil {
		return err
	}
	found, err := s.place.restoreDatabase(ctx, time.Time{}, file)
	if err != nil {
		return err
	}
	if found.Schema != before.Schema {
		return fmt.Errorf("the copy has schema %d, the shop %d", found.Schema, before.Schema)
	}
	for _, table := range growing {
		if found.Rows[table] < before.Rows[table] {
			return fmt.Errorf("the copy has %d rows of %s, the shop %d", found.Rows[table], table, before.Rows[table])
		}
	}
	if err := s.checkKeys(ctx); err != nil {
		return err
	}
	return s.checkFiles(ctx)
}

// waitForRound waits, at most a minute, for a successful round that begins after the call. It
// returns an error if a round fails.
func (s *Service) waitForRound(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	s.mu.Lock()
	before := s.begun
	s.mu.Unlock()
	for {
		s.mu.Lock()
		done, failure := s.done, s.status.Failure
		s.mu.Unlock()
		switch {
		case done > before:
			return nil
		case failure != "":
			return errors.New(failure)
		}
		select {
		case <-time.After(syncInterval):
		case <-ctx.Done():
			return errors.New("the newest changes do not reach the place of the copies")
		}
	}
}

// checkKeys compares the keys at the place, decrypted, with the shop's own.
func (s *Service) checkKeys(ctx context.Context) error {
	return s.walk(backup.KeysFolder, func(name, file string) error {
		own, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		stored := filesFolder + name
		if s.config.Passphrase != "" {
			stored += encryptedEnd
		}
		copied, err := s.place.key(ctx, stored)
		if err != nil {
			return fmt.Errorf("read the copy of %s: %w", name, err)
		}
		if string(copied) != string(own) {
			return fmt.Errorf("the copy of %s is another key", name)
		}
		return nil
	})
}

// checkFiles compares the sizes of the pictures with those at the place, except pictures that may
// not have been sent yet.
func (s *Service) checkFiles(ctx context.Context) error {
	stored, err := s.place.store.List(ctx, filesFolder+backup.MediaFolder+"/")
	if err != nil {
		return err
	}
	sizes := make(map[string]int64, len(stored))
	for _, object := range stored {
		sizes[strings.TrimPrefix(object.Name, filesFolder+backup.MediaFolder+"/")] = object.Size
	}
	own, err := s.config.Pictures.List(ctx, "")
	if err != nil {
		return err
	}
	deadline := s.sendDeadline()
	for _, picture := range own {
		if size, there := sizes[picture.Name]; picture.ModifiedAt.Before(deadline) && (!there || size != picture.Size) {
			return fmt.Errorf("the copy of the picture %s has %d bytes of %d", picture.Name, size, picture.Size)
		}
	}
	return nil
}

// sendDeadline returns the time before which pictures in the shop must be at the place, UTC.
func (s *Service) sendDeadline() time.Time {
	interval := filesInterval
	switch {
	case s.config.PicturesShared && s.config.DB.MultiNode():
		interval = archiveInterval
	case s.config.PicturesShared:
		interval = bucketInterval
	}
	return s.config.Clock.Now().Add(-2 * interval)
}

// archiveAndPlan makes an archive, stores the result, and schedules the next archive.
func (s *Service) archiveAndPlan(ctx context.Context) error {
	ctx = db.WithTimeout(ctx, jobTimeout)
	began := s.config.Clock.Now()
	failure := s.Archive(ctx)
	last, next := run{Kind: archiveRun, At: began}, began.Add(archiveInterval)
	if failure != nil {
		last, next = run{Kind: archiveFailure, At: began, Failure: reasonOf(failure)}, s.config.Clock.Now().Add(archiveAgain)
		s.config.Log.Error("the database cannot be copied", "place", s.place.address.String(), "error", last.Failure)
	}
	return s.config.DB.Tx(ctx, func(tx *db.Tx) error {
		return errors.Join(saveRun(ctx, tx, last), plan(ctx, tx, archiveJob, next))
	})
}

// Archive copies a PostgreSQL database to the place, as `backup` does, sends shared pictures, and
// removes expired archives.
func (s *Service) Archive(ctx context.Context) error {
	work, err := os.MkdirTemp("", "kirana-archive-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(work) }()
	now, file := s.config.Clock.Now(), filepath.Join(work, "archive")
	_, err = backup.Write(ctx, backup.Source{
		DB: s.config.DB, DataDir: s.config.DataDir, Program: s.config.Program, Passphrase: s.config.Passphrase, Now: now,
	}, file)
	if err != nil {
		return err
	}
	content, err := os.Open(file)
	if err != nil {
		return err
	}
	defer func() { _ = content.Close() }()
	if err := s.place.claim(ctx, s.label()); err != nil {
		return err
	}
	if s.config.PicturesShared {
		if err := s.sendPictures(ctx); err != nil {
			return err
		}
	}
	if err := s.place.store.Put(ctx, archivesFolder+now.UTC().Format(archiveTime)+archiveEnd, content); err != nil {
		return err
	}
	return s.place.removeBefore(ctx, now.Add(-retention))
}

// removeBefore removes the archives made before a time, except the newest archive.
func (p place) removeBefore(ctx context.Context, t time.Time) error {
	stored, err := p.store.List(ctx, archivesFolder)
	if err != nil || len(stored) == 0 {
		return err
	}
	first := archivesFolder + t.UTC().Format(archiveTime)
	for _, object := range stored[:len(stored)-1] {
		if object.Name >= first {
			break
		}
		if err := p.store.Remove(ctx, object.Name); err != nil {
			return err
		}
	}
	return nil
}
