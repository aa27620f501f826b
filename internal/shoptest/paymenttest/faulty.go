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

// Break makes every call fail.
func (b *FaultyProvider) Break(f Fault) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.fault = f
}

// Heal ends the fault set by Break.
func (b *FaultyProvider) Heal() { b.Break(0) }

// Start opens a session unless a fault is set.
func (b *FaultyProvider) Start(ctx context.Context, a payment.SessionRequest) (payment.Session, error) {
	return withFault(ctx, b, func(f Fault) (payment.Session, error) {
		session, err := b.Provider.Start(ctx, a)
		if err == nil && f == ScriptURL {
			session.URL = "javascript:alert(1)"
		}
		return session, err
	})
}

// Fetch calls the provider unless a fault is set.
func (b *FaultyProvider) Fetch(ctx context.Context, ref string) (payment.Result, error) {
	return withFault(ctx, b, func(Fault) (payment.Result, error) { return b.Provider.Fetch(ctx, ref) })
}

// Expire ends a session unless a fault is set.
func (b *FaultyProvider) Expire(ctx context.Context, ref string) (payment.Result, error) {
	return withFault(ctx, b, func(Fault) (payment.Result, error) { return b.Provider.Expire(ctx, ref) })
}

// Refund gives money back unless a fault is set.
func (b *FaultyProvider) Refund(ctx context.Context, r payment.RefundRequest) error {
	_, err := withFault(ctx, b, func(Fault) (struct{}, error) { return struct{}{}, b.Provider.Refund(ctx, r) })
	return err
}

// withFault runs a call under the current fault.
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
	default: // an error that quotes the provider
		return zero, errors.New(CanaryText)
	}
}
