package audit

import (
	"context"
	"fmt"
	"strings"
	"time"

	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/language"
)

// keepFor is the retention of records.
const keepFor = 400 * 24 * time.Hour

// Service reads and sweeps the log, and records actions that have no transaction of their own.
type Service struct {
	db    *db.DB
	clock clock.Clock
}

// New returns a service on a database.
func New(d *db.DB, c clock.Clock) *Service { return &Service{db: d, clock: c} }

// Filter selects records; zero fields do not restrict.
type Filter struct {
	Who   string    // a user's id, or part of their name
	What  string    // a code ("checkout.stage"), or the noun of codes with its dot ("checkout.")
	Words string    // part of the object or of a value
	From  time.Time // inclusive
	To    time.Time // exclusive
	Page  int       // from 1
	Limit int

	// byID is set by List if Who is the id of an actor, which an index finds. Other texts are searched in the names.
	byID bool
}

// Page is one page of the log, newest first. Total counts the records of all pages, exactly up to
// db.MaxCounted, and is at least that number if there are more.
type Page struct {
	Records []Record
	Total   int
}

// List returns a page of the log, in the language of the context.
func (s *Service) List(ctx context.Context, f Filter) (Page, error) {
	var page Page
	var err error
	if f.Who = strings.TrimSpace(f.Who); f.Who != "" {
		if f.byID, err = isActor(ctx, s.db, f.Who); err != nil {
			return Page{}, fmt.Errorf("find the actor of a filter: %w", err)
		}
	}
	if page.Records, page.Total, err = list(ctx, s.db, f); err == nil && len(page.Records) == 0 && f.Page > 1 {
		page.Total, err = count(ctx, s.db, f)
	}
	if err != nil {
		return Page{}, fmt.Errorf("read the activity log: %w", err)
	}
	lang := language.Of(ctx)
	for i := range page.Records {
		page.Records[i] = page.Records[i].in(lang)
	}
	return page, nil
}

// Record writes entries in a new transaction, for actions without one, such as a refused login.
func (s *Service) Record(ctx context.Context, entries ...Entry) error {
	err := s.db.Tx(ctx, func(tx *db.Tx) error { return Write(ctx, tx, s.clock.Now(), entries...) })
	if err != nil {
		return fmt.Errorf("record an action: %w", err)
	}
	return nil
}

// Sweep deletes records older than keepFor, 400 days.
func (s *Service) Sweep(ctx context.Context) error {
	return s.db.Tx(ctx, func(tx *db.Tx) error { return dropOlder(ctx, tx, s.clock.Now().Add(-keepFor)) })
}
