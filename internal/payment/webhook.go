package payment

import (
	"context"
	"errors"
	"net/http"

	"kirana/internal/db"
	"kirana/internal/language"
)

// HandleWebhook applies an event that a provider sent. One that is not correctly
// signed is fault.Invalid. Each event counts once, however often and in whatever
// order events come; one that concerns none of the shop's payments is ignored.
func (s *Service) HandleWebhook(ctx context.Context, providerName string, header http.Header, raw []byte) error {
	provider, err := s.config.Providers.Named(providerName)
	if err != nil {
		return err
	}
	hint, err := provider.ParseWebhook(header, raw, s.clock.Now())
	if err != nil || hint.Ignore {
		return err
	}
	applied, err := eventExists(ctx, s.db, provider.Name(), hint.EventID)
	if err != nil || applied {
		return err
	}
	if hint.Movement != nil {
		return s.applyMovement(ctx, provider.Name(), hint.EventID, *hint.Movement)
	}
	result := hint.Result
	if result == nil {
		if result, err = s.fetchSession(ctx, provider, hint.Ref); err != nil || result == nil {
			return err
		}
	}
	a, err := s.findAttempt(ctx, provider.Name(), *result)
	if err != nil || a.ID == "" {
		return err
	}
	warning := language.Stored("")
	if hint.Result != nil && result.State == SessionPaid {
		// A payment that does not fit counts only when the provider confirms it.
		if warning = mismatch(a, *result, s.config.ShopID); warning != "" {
			if result, err = s.fetchSession(ctx, provider, hint.Ref); err != nil {
				return err
			}
			if result == nil {
				result = &Result{Ref: hint.Ref, State: SessionOpen}
			}
		}
	}
	_, err = s.apply(ctx, a, *result, Actor{Kind: ByEvent, EventID: hint.EventID}, warning)
	return err
}

// fetchSession fetches a session from the provider; nil for an id unknown there.
// While the provider does not respond the event is refused, so that it is sent again.
func (s *Service) fetchSession(ctx context.Context, provider Provider, ref string) (*Result, error) {
	result, err := provider.Fetch(ctx, ref)
	s.failpoint("webhook: session fetched")
	if errors.Is(err, ErrUnknownSession) {
		return nil, nil
	}
	if err != nil {
		s.config.Log.WarnContext(ctx, "ask about an event", "provider", provider.Name(), "error", err.Error())
		return nil, ErrUnreachable
	}
	return &result, nil
}

// findAttempt finds the attempt of a session: by the session's id or, while that is
// not stored yet, by the attempt's id that the session carries. It returns an
// attempt without an ID when there is none.
func (s *Service) findAttempt(ctx context.Context, provider string, r Result) (Attempt, error) {
	a, err := attemptByRef(ctx, s.db, provider, r.Ref)
	if !errors.Is(err, db.ErrNoRow) {
		return a, err
	}
	if r.ShopID != s.config.ShopID {
		return Attempt{}, nil
	}
	a, err = attemptByID(ctx, s.db, r.AttemptID)
	if errors.Is(err, db.ErrNoRow) || (err == nil && (a.Provider != provider || a.Ref != nil)) {
		s.config.Log.ErrorContext(ctx, "an event about a payment that the shop does not know", "provider", provider, "state", string(r.State))
		return Attempt{}, nil
	}
	return a, err
}
