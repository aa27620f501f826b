// Package clock is the one source of time, so that tests own it.
package clock

import (
	"sync"
	"time"
)

// Clock returns the time in UTC, truncated to the microseconds that both databases store.
type Clock interface {
	Now() time.Time
}

// System is the machine's clock.
type System struct{}

// Now is the present time in UTC.
func (System) Now() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }

// Manual does not run: a test moves it. It is safe for concurrent use.
type Manual struct {
	mu  sync.Mutex
	now time.Time
}

// NewManual starts a clock at t.
func NewManual(t time.Time) *Manual {
	return &Manual{now: t.UTC().Truncate(time.Microsecond)}
}

// Now is the time the clock was last moved to.
func (m *Manual) Now() time.Time {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.now
}

// Advance moves the clock forward.
func (m *Manual) Advance(d time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now = m.now.Add(d)
}
