package payment

import (
	"context"
	"errors"
	"sync"
	"time"

	"kirana/internal/clock"
)

const (
	// outageDelay is how long calls to the provider must have failed before staff is notified.
	outageDelay = 5 * time.Minute
	// outageRetention is how long after the last failed call the outage still counts.
	outageRetention = 30 * time.Minute
)

// outage records since when calls to the providers have failed.
type outage struct {
	mu          sync.Mutex
	clock       clock.Clock // nil until New sets it
	since, last time.Time   // of the first and the last failed call in a row; since is zero after a response
}

// note records the result of a call. A refusal counts as a response; a canceled call is ignored.
func (o *outage) note(caller context.Context, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case o.clock == nil || errors.Is(caller.Err(), context.Canceled):
	case !errors.Is(err, ErrUnavailable):
		o.since = time.Time{}
	default:
		o.last = o.clock.Now()
		if o.since.IsZero() {
			o.since = o.last
		}
	}
}

// Outage returns the time since which every call to the providers has failed; the zero time if the last
// call got a response. ongoing is false if the outage is shorter than outageDelay, or if the last
// failed call is older than outageRetention. It counts this node's calls only.
func (s *Service) Outage() (since time.Time, ongoing bool) {
	o := s.config.Providers.outage
	if o == nil {
		return time.Time{}, false
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	now := s.clock.Now()
	return o.since, !o.since.IsZero() && now.Sub(o.since) >= outageDelay && now.Sub(o.last) < outageRetention
}
