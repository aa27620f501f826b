package paying

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"kirana/internal/payment"
)

// Broken is a provider whose calls can be made to go wrong.
type Broken struct {
	payment.Provider

	mu    sync.Mutex
	fault Fault
}

// Break makes every call go wrong.
func (b *Broken) Break(f Fault) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.fault = f
}

// Heal ends what Break began.
func (b *Broken) Heal() { b.Break(0) }

// Start opens a session, if it may.
func (b *Broken) Start(ctx context.Context, a payment.SessionRequest) (payment.Session, error) {
	return within(ctx, b, func(f Fault) (payment.Session, error) {
		session, err := b.Provider.Start(ctx, a)
		if err == nil && f == ScriptURL {
			session.URL = "javascript:alert(1)"
		}
		return session, err
	})
}

// Fetch asks, if it may.
func (b *Broken) Fetch(ctx context.Context, ref string) (payment.Result, error) {
	return within(ctx, b, func(Fault) (payment.Result, error) { return b.Provider.Fetch(ctx, ref) })
}

// Expire ends a session, if it may.
func (b *Broken) Expire(ctx context.Context, ref string) (payment.Result, error) {
	return within(ctx, b, func(Fault) (payment.Result, error) { return b.Provider.Expire(ctx, ref) })
}

// Refund gives money back, if it may.
func (b *Broken) Refund(ctx context.Context, r payment.RefundRequest) error {
	_, err := within(ctx, b, func(Fault) (struct{}, error) { return struct{}{}, b.Provider.Refund(ctx, r) })
	return err
}

// within answers a call as the fault of the moment lets it.
func within[T any](ctx context.Context, b *Broken, do func(f Fault) (T, error)) (T, error) {
	b.mu.Lock()
	fault := b.fault
	b.mu.Unlock()
	var nothing T
	switch fault {
	case 0, ScriptURL:
		return do(fault)
	case LostAnswer:
		_, _ = do(fault)
		return nothing, fmt.Errorf("%w: the answer was lost", payment.ErrUnavailable)
	case Silence:
		<-ctx.Done()
		return nothing, ctx.Err()
	case Declined:
		return nothing, fmt.Errorf("%w: declined", payment.ErrRefused)
	case TooMany:
		return nothing, fmt.Errorf("%w: too many calls", payment.ErrUnavailable)
	default: // an error that quotes the provider
		return nothing, errors.New(Words)
	}
}
