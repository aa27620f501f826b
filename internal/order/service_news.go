package order

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/payment"
)

// Standing is how far the payment of a checkout is, as its shopper is told.
type Standing struct {
	CheckoutID string  `json:"checkoutId"`
	Payment    Payment `json:"payment_status" enum:"PENDING,PAID,EXPIRED,FAILED,REFUND DUE,REFUNDED"`
	Processing bool    `json:"processing" doc:"the shopper is done, the money is not there yet"`
	URL        string  `json:"url,omitempty" doc:"the page on which it can still be paid"`
	Rows       []Row   `json:"orders"`
}

// Event takes what a provider sent to its webhook. What is not rightly signed is
// fault.Invalid. Each event counts once, however often and in whatever order
// events come; what concerns none of the shop's payments is passed over.
func (s *Service) Event(ctx context.Context, providerName string, header http.Header, raw []byte) error {
	provider, err := s.till.Providers.Named(providerName)
	if err != nil {
		return err
	}
	hint, err := provider.ParseWebhook(header, raw, s.clock.Now())
	if err != nil || hint.Ignore {
		return err
	}
	known, err := eventKept(ctx, s.db, provider.Name(), hint.EventID)
	if err != nil || known {
		return err
	}
	said := hint.Result
	if said == nil {
		if said, err = s.fetched(ctx, provider, hint.Ref); err != nil || said == nil {
			return err
		}
	}
	a, err := s.concerned(ctx, provider.Name(), *said)
	if err != nil || a.ID == "" {
		return err
	}
	// What does not fit is not believed without a second look.
	doubt := ""
	if hint.Result != nil && said.State == payment.Paid {
		if doubt = a.mismatch(*said, s.till.ShopID); doubt != "" {
			if said, err = s.fetched(ctx, provider, hint.Ref); err != nil {
				return err
			}
			if said == nil {
				said = &payment.Result{Ref: hint.Ref, State: payment.Open}
			}
		}
	}
	_, err = s.settle(ctx, a, *said, source{Kind: byEvent, EventID: hint.EventID}, doubt)
	return err
}

// fetched asks the provider about a session; nil when it knows of none. While it
// says nothing the event is refused, so that it is sent again.
func (s *Service) fetched(ctx context.Context, provider payment.Provider, ref string) (*payment.Result, error) {
	said, err := provider.Fetch(ctx, ref)
	if errors.Is(err, payment.ErrUnknownSession) {
		return nil, nil
	}
	if err != nil {
		s.till.Log.WarnContext(ctx, "ask about an event", "provider", provider.Name(), "error", err.Error())
		return nil, errProviderSilent
	}
	return &said, nil
}

// concerned finds the attempt that a session belongs to: by the session's name,
// or, while that is not known here, by the attempt's that it carries. It answers
// an attempt without an ID when there is none.
func (s *Service) concerned(ctx context.Context, provider string, said payment.Result) (attempt, error) {
	a, err := attemptByRef(ctx, s.db, provider, said.Ref)
	if !errors.Is(err, db.ErrNoRow) {
		return a, err
	}
	if said.ShopID != s.till.ShopID {
		return attempt{}, nil
	}
	a, err = attemptByID(ctx, s.db, said.AttemptID)
	if errors.Is(err, db.ErrNoRow) || (err == nil && (a.Provider != provider || a.Ref != nil)) {
		s.till.Log.ErrorContext(ctx, "an event about a payment that the shop does not know", "provider", provider, "state", string(said.State))
		return attempt{}, nil
	}
	return a, err
}

// Landed says how far a shopper's payment is when they come back from the
// provider's page. The provider is asked, so that nothing hangs on its events;
// when it does not answer, the payment stands as it is known.
func (s *Service) Landed(ctx context.Context, userID, checkoutID string) (Standing, error) {
	a, err := s.own(ctx, userID, checkoutID)
	if err != nil {
		return Standing{}, err
	}
	if a.State == awaiting && a.Ref != nil {
		may, err := s.mayAsk(ctx, a)
		if err != nil {
			return Standing{}, err
		}
		if may {
			if _, err := s.ask(ctx, a, source{Kind: byShopper, UserID: userID}); err != nil && !isProviders(err) {
				return Standing{}, err
			}
		}
	}
	return s.standing(ctx, userID, checkoutID)
}

// Cancel ends a shopper's own payment at once: they came back without paying. One
// that was paid after all is settled as paid. fault.Upstream when the provider
// cannot be reached: the payment then ends by itself when its time is over.
func (s *Service) Cancel(ctx context.Context, userID, checkoutID string) (Standing, error) {
	a, err := s.own(ctx, userID, checkoutID)
	if err != nil {
		return Standing{}, err
	}
	if a.State == awaiting && !a.Processing {
		if _, err := s.endFor(ctx, a, source{Kind: byShopper, UserID: userID}); err != nil {
			return Standing{}, err
		}
	}
	return s.standing(ctx, userID, checkoutID)
}

// own finds the attempt of a user's own checkout; anybody else's is fault.NotFound.
func (s *Service) own(ctx context.Context, userID, checkoutID string) (attempt, error) {
	a, err := attemptByCheckout(ctx, s.db, checkoutID)
	if errors.Is(err, db.ErrNoRow) || (err == nil && a.UserID != userID) {
		return attempt{}, errNoPayment
	}
	return a, err
}

// mayAsk lets a page have the provider asked now and then only.
func (s *Service) mayAsk(ctx context.Context, a attempt) (may bool, err error) {
	now := s.clock.Now()
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		may, err = claimAsking(ctx, tx, a.ID, now, now.Add(-pageAsksEvery))
		return err
	})
	return may, err
}

func (s *Service) standing(ctx context.Context, userID, checkoutID string) (Standing, error) {
	a, err := s.own(ctx, userID, checkoutID)
	if err != nil {
		return Standing{}, err
	}
	found, err := shownByCheckout(ctx, s.db, checkoutID)
	if err != nil || len(found) == 0 {
		return Standing{}, err
	}
	standing := Standing{CheckoutID: checkoutID, Payment: found[0].Payment, Processing: a.Processing}
	if a.State == awaiting && !a.Processing && s.clock.Now().Before(a.ExpiresAt) {
		standing.URL = a.URL
	}
	for _, one := range found {
		standing.Rows = append(standing.Rows, one.row())
	}
	return standing, nil
}

// Account is what the administrator reads of an order's payment.
type Account struct {
	Provider  string   `json:"provider,omitempty"`
	Reference string   `json:"reference,omitempty" doc:"the provider's name of the payment session"`
	Changes   []Change `json:"changes" doc:"the oldest first"`
}

// Payments is every change of an order's payment, with where to look for it at
// the provider. The order is named by its number or its id; none is fault.NotFound.
func (s *Service) Payments(ctx context.Context, numberOrID string) (Account, error) {
	numberOrID, err := normalName(numberOrID)
	if err != nil {
		return Account{}, err
	}
	o, err := byName(ctx, s.db, numberOrID)
	if errors.Is(err, db.ErrNoRow) {
		return Account{}, errNoOrder
	}
	if err != nil {
		return Account{}, fmt.Errorf("read an order: %w", err)
	}
	account := Account{}
	if account.Changes, err = changesOf(ctx, s.db, o.ID); err != nil {
		return Account{}, fmt.Errorf("read the changes of a payment: %w", err)
	}
	a, err := attemptByCheckout(ctx, s.db, o.CheckoutID)
	if errors.Is(err, db.ErrNoRow) {
		return account, nil
	}
	if account.Provider = a.Provider; a.Ref != nil {
		account.Reference = *a.Ref
	}
	return account, err
}

// Unflag takes the flag off an order: the administrator has seen to it.
func (s *Service) Unflag(ctx context.Context, adminID, numberOrID string) (Row, error) {
	numberOrID, err := normalName(numberOrID)
	if err != nil {
		return Row{}, err
	}
	var row Row
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		o, err := lock(ctx, tx, numberOrID)
		if errors.Is(err, db.ErrNoRow) {
			return errNoOrder
		}
		if err != nil {
			return err
		}
		if o.Flag != "" {
			before := []Order{o}
			from := source{Kind: byAdministrator, UserID: adminID}
			if err := saveRows(ctx, tx, before, flagged(before, ""), from, "Seen to: "+o.Flag, s.clock.Now()); err != nil {
				return err
			}
		}
		shown, err := shownByID(ctx, tx, o.ID)
		row = shown.rowForAdmin()
		return err
	})
	if err != nil && fault.Of(err) == nil {
		return Row{}, fmt.Errorf("take a flag off: %w", err)
	}
	return row, err
}
