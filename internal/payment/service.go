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

// Config has the providers and limits of online payments. Without a provider they are off.
type Config struct {
	Providers Providers
	ShopID    string // distinguishes this shop's sessions from those of other shops on the same account
	PublicURL string // the shop's address as shoppers type it, without a slash at its end
	APIURL    string // the server's own address where it is another one; the test payment page is there
	Log       *slog.Logger
	// LimitStarts bounds how often a shopper may start a payment.
	LimitStarts bool
	// PublishableKey is for the script of the provider of new payments, if it has one.
	PublishableKey string
	Test           bool // the provider of new payments moves no money

	// StartTimeout is how long a repeated request waits for the one that starts the
	// same payment; zero is 30 s.
	StartTimeout time.Duration
	// Failpoint, when not nil, is called after every commit and every call to a
	// provider, with the name of the point. Tests end the program there.
	Failpoint func(point string)
}

// Service starts, settles and refunds payments.
type Service struct {
	db     *db.DB
	clock  clock.Clock
	ledger Ledger
	config Config
}

// New returns the service of a shop whose orders are in ledger.
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

// Options are the ways to pay besides cash on delivery.
type Options struct {
	Online         bool   `json:"online"`
	Reason         string `json:"reason,omitempty" doc:"why not, for the shopper"`
	Provider       string `json:"provider,omitempty"`
	Test           bool   `json:"test" doc:"no money moves: the built-in test payment page"`
	PublishableKey string `json:"publishableKey,omitempty" doc:"for the provider's script, when it has one"`
}

// Options returns how one can pay besides cash on delivery.
func (s *Service) Options() Options {
	provider, configured := s.config.Providers.ForNew()
	if !configured {
		return Options{}
	}
	return Options{Online: true, Provider: provider.Name(), Test: s.config.Test, PublishableKey: s.config.PublishableKey}
}

// History is an order's payment as the administrator sees it.
type History struct {
	Provider  string   `json:"provider,omitempty"`
	Reference string   `json:"reference,omitempty" doc:"the provider's name of the payment session"`
	Changes   []Change `json:"changes" doc:"the oldest first"`
}

// History returns every change of a line's payment, with its session at the
// provider.
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
	if errors.Is(err, db.ErrNoRow) { // paid in cash
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

// abandoned reports whether nobody can be asked about an attempt, and nobody
// should be able to pay it any more: its provider is not configured and it has
// expired. Only an administrator ends it then.
func (s *Service) abandoned(a Attempt) bool {
	_, err := s.config.Providers.Named(a.Provider)
	return err != nil && a.overdue(s.clock.Now())
}

// CheckStartRate refuses a user who starts payments too often with fault.TooMany.
// Starts are counted in the database, for all nodes together.
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

// CheckOpenLimit refuses another payment beside so many open ones.
func CheckOpenLimit(open []Attempt) error {
	if len(open) >= maxOpenAttempts {
		return errTooManyOpen
	}
	return nil
}

// Sweep drops events that are too old to be sent again.
func (s *Service) Sweep(ctx context.Context) error {
	return s.db.Tx(ctx, func(tx *db.Tx) error {
		return dropEvents(ctx, tx, s.clock.Now().Add(-eventLifetime))
	})
}
