package payment

import (
	"context"
	"errors"
	"net/http"

	"kirana/internal/db"
	"kirana/internal/language"
)

// HandleWebhook applies a provider's event. It returns fault.NotFound for an unknown provider,
// fault.Invalid if the event is not correctly signed, and ErrUnreachable if the provider must be asked
// and does not respond. Each event counts once; events may arrive repeatedly and in any order. An event
// about a payment that the shop does not know is ignored.
func (s *Service) HandleWebhook(ctx context.Context, providerName string, header http.Header, raw []byte) error {
	provider, err := s.config.Providers.ByName(providerName)
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
		// Ask the provider to confirm a payment that does not match.
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

// fetchSession fetches a session from the provider; nil if the provider does not know it. If the
// provider does not respond, it returns an error, so that the provider resends the event.
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

// findAttempt finds the attempt of a session by the session's ID or, until that ID is stored, by the
// attempt ID in the session. It returns the zero Attempt if the shop does not have it.
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
