package paymenttest

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"kirana/internal/payment"
)

// FaultyProvider is a provider whose calls can be made to fail.
type FaultyProvider struct {
	payment.Provider

	mu    sync.Mutex
	fault Fault
}

// Break sets the fault of every call until Heal.
func (p *FaultyProvider) Break(f Fault) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fault = f
}

// Heal removes the fault set by Break.
func (p *FaultyProvider) Heal() { p.Break(0) }

// Start calls the provider, with the current fault.
func (p *FaultyProvider) Start(ctx context.Context, a payment.SessionRequest) (payment.Session, error) {
	return withFault(ctx, p, func(f Fault) (payment.Session, error) {
		session, err := p.Provider.Start(ctx, a)
		if err == nil && f == ScriptURL {
			session.URL = "javascript:alert(1)"
		}
		return session, err
	})
}

// Fetch calls the provider, with the current fault.
func (p *FaultyProvider) Fetch(ctx context.Context, ref string) (payment.Result, error) {
	return withFault(ctx, p, func(Fault) (payment.Result, error) { return p.Provider.Fetch(ctx, ref) })
}

// Expire calls the provider, with the current fault.
func (p *FaultyProvider) Expire(ctx context.Context, ref string) (payment.Result, error) {
	return withFault(ctx, p, func(Fault) (payment.Result, error) { return p.Provider.Expire(ctx, ref) })
}

// Refund calls the provider, with the current fault.
func (p *FaultyProvider) Refund(ctx context.Context, r payment.RefundRequest) error {
	_, err := withFault(ctx, p, func(Fault) (struct{}, error) { return struct{}{}, p.Provider.Refund(ctx, r) })
	return err
}

// withFault makes a call with the current fault.
func withFault[T any](ctx context.Context, b *FaultyProvider, do func(f Fault) (T, error)) (T, error) {
	b.mu.Lock()
	fault := b.fault
	b.mu.Unlock()
	var zero T
	switch fault {
	case 0, ScriptURL:
		return do(fault)
	case LostResponse:
		_, _ = do(fault)
		return zero, fmt.Errorf("%w: the response was lost", payment.ErrUnavailable)
	case Silence:
		<-ctx.Done()
		return zero, ctx.Err()
	case Declined:
		return zero, fmt.Errorf("%w: declined", payment.ErrRefused)
	case TooMany:
		return zero, fmt.Errorf("%w: too many calls", payment.ErrUnavailable)
	default: // ServerError and Garbage: an error that quotes the provider
		return zero, errors.New(CanaryText)
	}
}
