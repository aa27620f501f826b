package payment

import (
	"context"
	"errors"
	"net/http"
	"time"

	"kirana/internal/fault"
)

// patience is how long one call to a provider may take. It is longer than any
// provider's own time-out, and shorter than a shopper waits.
const patience = 20 * time.Second

var (
	errNoProvider = fault.New(fault.NotFound, "no_provider", "There is no such payment provider.")
	errNotSigned  = fault.New(fault.Invalid, "not_signed", "The event is not signed by the payment provider.")
)

// Providers are those that the shop takes payments with. New payments go to the
// first; the others still settle what was begun with them.
type Providers struct {
	list []Provider
}

// Register makes the providers' list, the one for new payments first.
func Register(providers ...Provider) Providers { return RegisterWithin(patience, providers...) }

// RegisterWithin is Register with another bound on how long one call may take.
func RegisterWithin(patience time.Duration, providers ...Provider) Providers {
	var p Providers
	for _, one := range providers {
		p.list = append(p.list, guarded{one, patience})
	}
	return p
}

// ForNew is the provider of new payments; false when none is configured.
func (p Providers) ForNew() (Provider, bool) {
	if len(p.list) == 0 {
		return nil, false
	}
	return p.list[0], true
}

// Named finds a provider; an unknown name is fault.NotFound.
func (p Providers) Named(name string) (Provider, error) {
	for _, one := range p.list {
		if one.Name() == name {
			return one, nil
		}
	}
	return nil, errNoProvider
}

// Names are the providers' names.
func (p Providers) Names() []string {
	names := make([]string, len(p.list))
	for i, one := range p.list {
		names[i] = one.Name()
	}
	return names
}

// guarded keeps the shop safe from its providers: no call takes for ever, and no
// error carries a text that nobody here has written.
type guarded struct {
	Provider

	patience time.Duration
}

// Start opens a session. One without a name, or with one that cannot be kept, is
// ErrUnavailable like any answer that cannot be read.
func (g guarded) Start(ctx context.Context, a Attempt) (Session, error) {
	ctx, cancel := context.WithTimeout(ctx, g.patience)
	defer cancel()
	session, err := g.Provider.Start(ctx, a)
	if err != nil {
		return Session{}, known(err)
	}
	if !plain(session.Ref) {
		return Session{}, ErrUnavailable
	}
	return session, nil
}

// Fetch asks what a session is.
func (g guarded) Fetch(ctx context.Context, ref string) (Result, error) {
	ctx, cancel := context.WithTimeout(ctx, g.patience)
	defer cancel()
	result, err := g.Provider.Fetch(ctx, ref)
	return checked(result, ref, err)
}

// Expire ends a session.
func (g guarded) Expire(ctx context.Context, ref string) (Result, error) {
	ctx, cancel := context.WithTimeout(ctx, g.patience)
	defer cancel()
	result, err := g.Provider.Expire(ctx, ref)
	return checked(result, ref, err)
}

// Refund gives money back.
func (g guarded) Refund(ctx context.Context, r Refund) error {
	ctx, cancel := context.WithTimeout(ctx, g.patience)
	defer cancel()
	if err := g.Provider.Refund(ctx, r); err != nil {
		return known(err)
	}
	return nil
}

// ParseWebhook reads an event; whatever is wrong with it is fault.Invalid.
func (g guarded) ParseWebhook(header http.Header, raw []byte, now time.Time) (Hint, error) {
	hint, err := g.Provider.ParseWebhook(header, raw, now)
	if err != nil {
		if fault.Is(err, fault.Invalid) {
			return Hint{}, err
		}
		return Hint{}, errNotSigned
	}
	if hint.Ignore {
		return hint, nil
	}
	if !plain(hint.EventID) || !plain(hint.Ref) {
		return Hint{}, errNotSigned
	}
	if hint.Result != nil {
		result, err := checked(*hint.Result, hint.Ref, nil)
		if err != nil {
			return Hint{}, errNotSigned
		}
		hint.Result = &result
	}
	return hint, nil
}

// known is the error itself when it says what it is. Anything else may quote the
// provider, and says no more than that it failed.
func known(err error) error {
	for _, kind := range []error{ErrUnknownSession, ErrUnavailable, ErrRefused} {
		if errors.Is(err, kind) {
			return err
		}
	}
	return ErrUnavailable
}

// checked takes an answer about another session, or in an unknown state, for
// garbage.
func checked(result Result, ref string, err error) (Result, error) {
	if err != nil {
		return Result{}, known(err)
	}
	switch result.State {
	case Open, Processing, Expired, Failed:
	case Paid:
		if !plain(result.PaymentRef) {
			return Result{}, ErrUnavailable
		}
	default:
		return Result{}, ErrUnavailable
	}
	if result.Ref != ref || result.Amount < 0 {
		return Result{}, ErrUnavailable
	}
	return result, nil
}

// plain tells whether a provider's name for something can be kept: 1 to 255
// visible ASCII characters.
func plain(name string) bool {
	if name == "" || len(name) > 255 {
		return false
	}
	for i := range len(name) {
		if name[i] <= ' ' || name[i] > '~' {
			return false
		}
	}
	return true
}
