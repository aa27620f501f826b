package order

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	"kirana/internal/account"
	"kirana/internal/db"
	"kirana/internal/payment"
)

// redirect has the provider open its page for what is held. Of several requests
// with one key, the one that made the hold does so; the others wait for it, and
// take over when it does not come back.
func (s *Service) redirect(ctx context.Context, h held, fresh bool) (Redirect, error) {
	a, err := attemptByID(ctx, s.db, h.AttemptID)
	if err == nil && !fresh {
		a, err = s.started(ctx, a)
	}
	if err != nil {
		return Redirect{}, err
	}
	if a.URL == "" {
		if a, err = s.begin(context.WithoutCancel(ctx), a); err != nil {
			return Redirect{}, err
		}
	}
	return Redirect{URL: a.URL, CheckoutID: a.CheckoutID, Rows: h.Rows}, nil
}

// started waits while another request is at starting the attempt.
func (s *Service) started(ctx context.Context, a attempt) (attempt, error) {
	enough := time.NewTimer(s.wait)
	defer enough.Stop()
	look := time.NewTicker(100 * time.Millisecond)
	defer look.Stop()
	for a.State == awaiting && a.URL == "" && a.starting(s.clock.Now()) {
		select {
		case <-look.C:
		case <-enough.C:
			return attempt{}, errStarting
		case <-ctx.Done():
			return attempt{}, ctx.Err()
		}
		var err error
		if a, err = attemptByID(ctx, s.db, a.ID); err != nil {
			return attempt{}, err
		}
	}
	if a.URL == "" && a.State != awaiting {
		return attempt{}, errNotRedirected
	}
	return a, nil
}

// begin opens the attempt's session and keeps where it is. When that fails the
// hold is released before it answers.
func (s *Service) begin(ctx context.Context, a attempt) (attempt, error) {
	provider, err := s.till.Providers.Named(a.Provider)
	if err != nil {
		return attempt{}, errNotOffered
	}
	session, err := s.open(ctx, provider, a)
	s.reach("pay: opened")
	if err == nil && !payment.SafeURL(session.URL, s.till.PublicURL) {
		a.Ref = &session.Ref
		err = fmt.Errorf("%w: the address of its page is not safe", payment.ErrUnavailable)
	}
	if err != nil {
		s.till.Log.WarnContext(ctx, "start a payment", "provider", a.Provider, "attempt", a.ID, "error", err.Error())
		return s.abandon(ctx, a, errors.Is(err, payment.ErrRefused))
	}
	var now attempt
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		if err := keepSession(ctx, tx, a.ID, session.Ref, session.URL, s.clock.Now()); err != nil {
			return err
		}
		var err error
		now, err = attemptByID(ctx, tx, a.ID)
		return err
	})
	s.reach("pay: address kept")
	switch {
	case err != nil:
		return attempt{}, err
	case now.State == attemptExpired:
		return attempt{}, errReplaced
	case now.State == attemptFailed || now.URL == "":
		return attempt{}, errNotRedirected
	}
	return now, nil
}

// open starts the attempt's session, or finds the one that is there.
func (s *Service) open(ctx context.Context, provider payment.Provider, a attempt) (payment.Session, error) {
	rows, err := rowsOf(ctx, s.db, a.CheckoutID)
	if err != nil {
		return payment.Session{}, err
	}
	page := func(path string) string {
		return s.till.PublicURL + path + "?checkout=" + url.QueryEscape(a.CheckoutID)
	}
	asked := payment.Attempt{
		ID: a.ID, CheckoutID: a.CheckoutID, ShopID: s.till.ShopID, Email: a.Email, Amount: a.Amount, Currency: a.Currency,
		ExpiresAt: a.ExpiresAt, SuccessURL: page("/success"), CancelURL: page("/cancel"),
	}
	for _, o := range rows {
		asked.Lines = append(asked.Lines, payment.Line{Name: o.Name, Quantity: o.Quantity, UnitAmount: o.Price - o.Discount})
	}
	return provider.Start(ctx, asked)
}

// abandon releases the hold of an attempt that no shopper was sent to. Unless the
// provider has refused it, a session may be there all the same: the sweeper ends
// it. When another request got through meanwhile, its address counts.
func (s *Service) abandon(ctx context.Context, a attempt, refused bool) (attempt, error) {
	var now attempt
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		if err := account.LockUser(ctx, tx, a.UserID); err != nil {
			return err
		}
		var err error
		if now, err = lockAttempt(ctx, tx, a.ID); err != nil || now.State != awaiting || now.URL != "" {
			return err
		}
		now.State, now.UpdatedAt, now.DueAt = attemptFailed, s.clock.Now(), nil
		if now.Ref == nil {
			now.Ref = a.Ref
		}
		if !refused {
			due := now.UpdatedAt.Add(firstPause)
			now.DueAt = &due
		}
		if _, err := advance(ctx, tx, now, awaiting); err != nil {
			return err
		}
		return s.closeRows(ctx, tx, now, awaiting, Failed, payment.Result{State: payment.Failed}, source{Kind: byShopper, UserID: a.UserID}, "", now.UpdatedAt)
	})
	if err != nil {
		return attempt{}, err
	}
	if now.URL != "" {
		return now, nil
	}
	return attempt{}, errNotRedirected
}
