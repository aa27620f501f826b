package payment

import (
	"context"
	"errors"
	"net/http"
	"time"

	"kirana/internal/fault"
)

// callTimeout limits one call to a provider. It is longer than a provider's own timeout, and
// shorter than a shopper is willing to wait.
const callTimeout = 20 * time.Second

var (
	errNoProvider = fault.New(fault.NotFound, "no_provider", "There is no such payment provider.")
	errNotSigned  = fault.New(fault.Invalid, "not_signed", "The event is not signed by the payment provider.")
)

// Providers lists the payment providers of the shop. The first one takes new payments; the others
// still settle their earlier payments.
type Providers struct {
	list   []Provider
	outage *outage // of all providers together; nil in the zero value
}

// Register returns the list of providers. The first one takes new payments.
func Register(providers ...Provider) Providers {
	return RegisterWithTimeout(callTimeout, providers...)
}

// RegisterWithTimeout is like Register but limits each call to timeout.
func RegisterWithTimeout(timeout time.Duration, providers ...Provider) Providers {
	p := Providers{outage: &outage{}}
	for _, provider := range providers {
		p.list = append(p.list, hardened{provider, timeout, p.outage})
	}
	return p
}

// ForNew returns the provider of new payments, or false if none is configured.
func (p Providers) ForNew() (Provider, bool) {
	if len(p.list) == 0 {
		return nil, false
	}
	return p.list[0], true
}

// ByName returns the provider with this name, or fault.NotFound.
func (p Providers) ByName(name string) (Provider, error) {
	for _, provider := range p.list {
		if provider.Name() == name {
			return provider, nil
		}
	}
	return nil, errNoProvider
}

// Names lists the providers' names.
func (p Providers) Names() []string {
	names := make([]string, len(p.list))
	for i, provider := range p.list {
		names[i] = provider.Name()
	}
	return names
}

// hardened wraps a provider: every network call has a timeout, every result is validated, and an error
// that wraps none of this package's errors is replaced, because it may quote the provider.
type hardened struct {
	Provider

	timeout time.Duration
	outage  *outage
}

// Start creates a session. It returns ErrUnavailable if the session has no ID, or one that cannot
// be stored.
func (h hardened) Start(ctx context.Context, r SessionRequest) (_ Session, err error) {
	defer func(caller context.Context) { h.outage.note(caller, err) }(ctx)
	ctx, cancel := context.WithTimeout(ctx, h.timeout)
	defer cancel()
	session, err := h.Provider.Start(ctx, r)
	if err != nil {
		return Session{}, classify(err)
	}
	if !isPrintableASCII(session.Ref) {
		return Session{}, ErrUnavailable
	}
	return session, nil
}

// Fetch returns the current state of a session.
func (h hardened) Fetch(ctx context.Context, ref string) (_ Result, err error) {
	defer func(caller context.Context) { h.outage.note(caller, err) }(ctx)
	ctx, cancel := context.WithTimeout(ctx, h.timeout)
	defer cancel()
	result, err := h.Provider.Fetch(ctx, ref)
	return validate(result, ref, err)
}

// Expire ends a session.
func (h hardened) Expire(ctx context.Context, ref string) (_ Result, err error) {
	defer func(caller context.Context) { h.outage.note(caller, err) }(ctx)
	ctx, cancel := context.WithTimeout(ctx, h.timeout)
	defer cancel()
	result, err := h.Provider.Expire(ctx, ref)
	return validate(result, ref, err)
}

// Refund refunds money.
func (h hardened) Refund(ctx context.Context, r RefundRequest) (err error) {
	defer func(caller context.Context) { h.outage.note(caller, err) }(ctx)
	ctx, cancel := context.WithTimeout(ctx, h.timeout)
	defer cancel()
	if err := h.Provider.Refund(ctx, r); err != nil {
		return classify(err)
	}
	return nil
}

// Movement returns the refunds and disputes of a payment, or ErrUnknownSession if the provider is
// not a MoneyWatcher.
func (h hardened) Movement(ctx context.Context, paymentRef string) (_ Movement, err error) {
	watcher, ok := h.Provider.(MoneyWatcher)
	if !ok {
		return Movement{}, ErrUnknownSession
	}
	defer func(caller context.Context) { h.outage.note(caller, err) }(ctx)
	ctx, cancel := context.WithTimeout(ctx, h.timeout)
	defer cancel()
	m, err := watcher.Movement(ctx, paymentRef)
	if err != nil {
		return Movement{}, classify(err)
	}
	if m.PaymentRef != paymentRef || !m.valid() {
		return Movement{}, ErrUnavailable
	}
	return m, nil
}

// ParseWebhook parses an event. Every error is fault.Invalid.
func (h hardened) ParseWebhook(header http.Header, raw []byte, now time.Time) (Hint, error) {
	hint, err := h.Provider.ParseWebhook(header, raw, now)
	if err != nil {
		if fault.Is(err, fault.Invalid) {
			return Hint{}, err
		}
		return Hint{}, errNotSigned
	}
	if hint.Ignore {
		return hint, nil
	}
	if hint.Movement != nil {
		if !isPrintableASCII(hint.EventID) || !hint.Movement.valid() {
			return Hint{}, errNotSigned
		}
		return hint, nil
	}
	if !isPrintableASCII(hint.EventID) || !isPrintableASCII(hint.Ref) {
		return Hint{}, errNotSigned
	}
	if hint.Result != nil {
		result, err := validate(*hint.Result, hint.Ref, nil)
		if err != nil {
			return Hint{}, errNotSigned
		}
		hint.Result = &result
	}
	return hint, nil
}

// classify returns err if it wraps an error of this package. Any other error may quote the provider
// and becomes ErrUnavailable.
func classify(err error) error {
	for _, kind := range []error{ErrUnknownSession, ErrUnavailable, ErrRefused} {
		if errors.Is(err, kind) {
			return err
		}
	}
	return ErrUnavailable
}

// validate returns the result and error of a provider call. It returns ErrUnavailable for a result
// about another session, with an unknown state, a negative amount, or paid without a payment ID.
func validate(result Result, ref string, err error) (Result, error) {
	if err != nil {
		return Result{}, classify(err)
	}
	switch result.State {
	case SessionOpen, SessionProcessing, SessionExpired, SessionFailed:
	case SessionPaid:
		if !isPrintableASCII(result.PaymentRef) {
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

// isPrintableASCII reports whether a provider's ID can be stored: 1 to 255 visible ASCII
// characters.
func isPrintableASCII(id string) bool {
	if id == "" || len(id) > 255 {
		return false
	}
	for i := range len(id) {
		if id[i] <= ' ' || id[i] > '~' {
			return false
		}
	}
	return true
}
