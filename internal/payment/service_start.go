package payment

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	"kirana/internal/account"
	"kirana/internal/db"
	"kirana/internal/id"
	"kirana/internal/money"
)

// NewAttempt describes an order to be paid online.
type NewAttempt struct {
	OrderID  string
	UserID   string
	LineIDs  []string // the lines of the order
	Amount   money.Paise
	CartHash string // equal for two orders of the same goods
}

// CreateAttempt stores an attempt for the provider of new payments. Call Start after the commit. It
// returns ErrNotConfigured if no provider is configured.
func (s *Service) CreateAttempt(ctx context.Context, tx *db.Tx, n NewAttempt) (Attempt, error) {
	provider, configured := s.config.Providers.ForNew()
	if !configured {
		return Attempt{}, ErrNotConfigured
	}
	email, err := emailOf(ctx, tx, n.UserID)
	if err != nil {
		return Attempt{}, err
	}
	now := s.clock.Now()
	due := now.Add(pollInterval)
	a := Attempt{
		ID: id.New(), OrderID: n.OrderID, UserID: n.UserID, Email: email, Provider: provider.Name(), State: AttemptOpen,
		Amount: n.Amount, Currency: Currency, CartHash: n.CartHash, ExpiresAt: now.Add(attemptLifetime), DueAt: &due, CreatedAt: now, UpdatedAt: now,
	}
	if err := insertAttempt(ctx, tx, a); err != nil {
		return Attempt{}, err
	}
	changes := make([]Change, len(n.LineIDs))
	for i, lineID := range n.LineIDs {
		changes[i] = Change{LineID: lineID, Source: ByShopper, UserID: n.UserID, To: Pending, CreatedAt: now}
	}
	return a, RecordChanges(ctx, tx, changes)
}

// CanStart reports whether an attempt has a payment page, or can still get one.
func CanStart(ctx context.Context, q db.Querier, attemptID string) (bool, error) {
	a, err := attemptByID(ctx, q, attemptID)
	return a.State == AttemptOpen || a.URL != "", err
}

// Start creates the session of a stored attempt, and returns the attempt with the URL to redirect the
// shopper to. If the provider fails, Start releases the reserved stock and returns ErrNotRedirected.
func (s *Service) Start(ctx context.Context, attemptID string) (Attempt, error) {
	s.failpoint("start: attempt committed")
	a, err := attemptByID(ctx, s.db, attemptID)
	if err != nil || a.URL != "" {
		return a, err
	}
	return s.startSession(context.WithoutCancel(ctx), a)
}

// Resume returns the attempt of a repeated request. It waits while the first request creates the
// session, and creates the session itself if that request does not return.
func (s *Service) Resume(ctx context.Context, attemptID string) (Attempt, error) {
	a, err := attemptByID(ctx, s.db, attemptID)
	if err == nil {
		a, err = s.awaitStart(ctx, a)
	}
	if err != nil || a.URL != "" {
		return a, err
	}
	return s.startSession(context.WithoutCancel(ctx), a)
}

// awaitStart waits while another request creates the attempt's session. It returns ErrStarting after
// Config.StartTimeout, and ErrNotRedirected if the attempt has ended without a payment page.
func (s *Service) awaitStart(ctx context.Context, a Attempt) (Attempt, error) {
	timeout := time.NewTimer(s.config.StartTimeout)
	defer timeout.Stop()
	poll := time.NewTicker(100 * time.Millisecond)
	defer poll.Stop()
	for a.State == AttemptOpen && a.URL == "" && a.starting(s.clock.Now()) {
		select {
		case <-poll.C:
		case <-timeout.C:
			return Attempt{}, ErrStarting
		case <-ctx.Done():
			return Attempt{}, ctx.Err()
		}
		var err error
		if a, err = attemptByID(ctx, s.db, a.ID); err != nil {
			return Attempt{}, err
		}
	}
	if a.URL == "" && a.State != AttemptOpen {
		return Attempt{}, ErrNotRedirected
	}
	return a, nil
}

// startSession creates the attempt's session and stores its URL. If the provider fails, it releases
// the reserved stock before it returns.
func (s *Service) startSession(ctx context.Context, a Attempt) (Attempt, error) {
	provider, err := s.config.Providers.ByName(a.Provider)
	if err != nil {
		return Attempt{}, ErrNotConfigured
	}
	session, err := s.createSession(ctx, provider, a)
	s.failpoint("start: session created")
	if err == nil && !SafeURL(session.URL, s.config.PublicURL, s.config.APIURL) {
		a.Ref = &session.Ref
		err = fmt.Errorf("%w: the address of its page is not safe", ErrUnavailable)
	}
	if err != nil {
		s.config.Log.WarnContext(ctx, "start a payment", "provider", a.Provider, "attempt", a.ID, "error", err.Error())
		return s.releaseReservation(ctx, a, errors.Is(err, ErrRefused))
	}
	var stored Attempt
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		if err := storeSession(ctx, tx, a.ID, session, s.clock.Now()); err != nil {
			return err
		}
		var err error
		stored, err = attemptByID(ctx, tx, a.ID)
		return err
	})
	s.failpoint("start: session stored")
	switch {
	case err != nil:
		return Attempt{}, err
	case stored.State == AttemptExpired:
		return Attempt{}, errSuperseded
	case stored.State == AttemptFailed || stored.URL == "":
		return Attempt{}, ErrNotRedirected
	}
	return stored, nil
}

// createSession creates the attempt's session, or returns the existing one.
func (s *Service) createSession(ctx context.Context, provider Provider, a Attempt) (Session, error) {
	lines, err := s.ledger.Lines(ctx, s.db, a.OrderID)
	if err != nil {
		return Session{}, err
	}
	page := func(path string) string {
		return s.config.PublicURL + path + "?checkout=" + url.QueryEscape(a.OrderID)
	}
	return provider.Start(ctx, SessionRequest{
		ID: a.ID, OrderID: a.OrderID, ShopID: s.config.ShopID, Email: a.Email, Amount: a.Amount, Currency: a.Currency, Lines: lines,
		ExpiresAt: a.ExpiresAt, SuccessURL: page("/success"), CancelURL: page("/cancel"),
	})
}

// releaseReservation releases the stock of an attempt whose shopper was not redirected, and returns
// ErrNotRedirected. If another request has stored a URL in the meantime, it releases nothing and
// returns the stored attempt.
func (s *Service) releaseReservation(ctx context.Context, a Attempt, refused bool) (Attempt, error) {
	var stored Attempt
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		if err := account.LockUser(ctx, tx, a.UserID); err != nil {
			return err
		}
		var err error
		if stored, err = lockAttempt(ctx, tx, a.ID); err != nil || stored.State != AttemptOpen || stored.URL != "" {
			return err
		}
		if stored.Ref == nil {
			stored.Ref = a.Ref
		}
		return s.commitOutcome(ctx, tx, releaseUnopened(stored, refused, s.clock.Now()))
	})
	s.failpoint("start: reservation released")
	if err != nil {
		return Attempt{}, err
	}
	if stored.URL != "" {
		return stored, nil
	}
	return Attempt{}, ErrNotRedirected
}
