package payment

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/language"
)

// Config holds the providers and limits of online payments. Online payment is off without a
// provider.
type Config struct {
	Providers Providers
	ShopID    string // distinguishes this shop's sessions from those of other shops that share the provider account
	PublicURL string // the shop's address for shoppers, without a trailing slash
	APIURL    string // the server's own address, if it differs from PublicURL; it serves the test payment page
	Log       *slog.Logger
	// LimitStarts limits how often a shopper may start a payment.
	LimitStarts bool
	// PublishableKey is the public key for the browser script of the provider of new payments; ""
	// if it needs none.
	PublishableKey string
	Test           bool // the provider of new payments moves no money

	// StartTimeout limits how long a repeated request waits for the first one to create the
	// session. Zero means 30 s.
	StartTimeout time.Duration
	// Failpoint, if not nil, is called with a point's name after commits and calls to a provider. Tests
	// stop the program there.
	Failpoint func(point string)
}

// Service starts, settles and refunds payments.
type Service struct {
	db     *db.DB
	clock  clock.Clock
	ledger Ledger
	config Config
}

// New returns the payment service for the orders in ledger.
func New(d *db.DB, c clock.Clock, ledger Ledger, config Config) *Service {
	if config.StartTimeout == 0 {
		config.StartTimeout = startTimeout
	}
	if config.Providers.outage != nil {
		config.Providers.outage.clock = c
	}
	return &Service{db: d, clock: c, ledger: ledger, config: config}
}

func (s *Service) failpoint(point string) {
	if s.config.Failpoint != nil {
		s.config.Failpoint(point)
	}
}

// Options describes online payment: whether the shop offers it, and through which provider.
type Options struct {
	Online         bool   `json:"online"`
	Reason         string `json:"reason,omitempty" doc:"Reason why online payment is unavailable, shown to the shopper."`
	Provider       string `json:"provider,omitempty"`
	Test           bool   `json:"test" doc:"true: the built-in test payment page is used, and no money is transferred."`
	PublishableKey string `json:"publishableKey,omitempty" doc:"Publishable key for the provider's script, if it has one."`
}

// Options reports whether online payment is available, and through which provider.
func (s *Service) Options() Options {
	provider, configured := s.config.Providers.ForNew()
	if !configured {
		return Options{}
	}
	return Options{Online: true, Provider: provider.Name(), Test: s.config.Test, PublishableKey: s.config.PublishableKey}
}

// History is the payment history of a line as the administrator sees it.
type History struct {
	Provider  string   `json:"provider,omitempty"`
	Reference string   `json:"reference,omitempty" doc:"ID of the payment session at the provider."`
	Changes   []Change `json:"changes" doc:"Changes, oldest first."`
}

// History returns every change of a line's payment, and its session at the provider.
func (s *Service) History(ctx context.Context, orderID, lineID string) (History, error) {
	changes, err := listChanges(ctx, s.db, lineID)
	if err != nil {
		return History{}, fmt.Errorf("read the changes of a payment: %w", err)
	}
	for i := range changes {
		changes[i].Note = language.Stored(changes[i].Note).In(language.Of(ctx))
	}
	history := History{Changes: changes}
	a, err := attemptByOrder(ctx, s.db, orderID)
	if errors.Is(err, db.ErrNoRow) { // not an online order
		return history, nil
	}
	if history.Provider = a.Provider; a.Ref != nil {
		history.Reference = *a.Ref
	}
	return history, err
}

// OpenAttempts lists the user's attempts that may still be paid, the oldest first.
func (s *Service) OpenAttempts(ctx context.Context, tx *db.Tx, userID string) ([]Attempt, error) {
	attempts, err := openAttempts(ctx, tx, userID)
	return slices.DeleteFunc(attempts, s.abandoned), err
}

// abandoned reports whether an attempt has expired and its provider is not configured, so that the
// shop cannot ask about its money. Only an administrator ends such an attempt.
func (s *Service) abandoned(a Attempt) bool {
	_, err := s.config.Providers.ByName(a.Provider)
	return err != nil && a.overdue(s.clock.Now())
}

// CheckStartRate returns fault.TooMany if the user starts payments too often. Starts are counted in
// the database, so the limit holds across nodes.
func (s *Service) CheckStartRate(ctx context.Context, tx *db.Tx, userID string) error {
	if !s.config.LimitStarts {
		return nil
	}
	now := s.clock.Now()
	starts, err := startsSince(ctx, tx, userID, now.Add(-startWindow))
	if err != nil {
		return err
	}
	if len(starts) >= maxStarts {
		return fault.TryLater(starts[0].Add(startWindow).Sub(now))
	}
	return nil
}

// CheckOpenLimit returns an error if a user with these open attempts may not open another.
func CheckOpenLimit(open []Attempt) error {
	if len(open) >= maxOpenAttempts {
		return errTooManyOpen
	}
	return nil
}

// Sweep deletes events older than eventLifetime.
func (s *Service) Sweep(ctx context.Context) error {
	return s.db.Tx(ctx, func(tx *db.Tx) error {
		return dropEvents(ctx, tx, s.clock.Now().Add(-eventLifetime))
	})
}
