package media

import (
	"context"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"kirana/internal/fault"
)

// Uploads are held in memory at a time, at most MaxBytes each; others wait unread,
// so that many slow uploads cannot use up a small machine. Administrators have places
// of their own: whatever shoppers send, the catalog can be worked on.
const (
	shopperPlaces       = 10
	administratorPlaces = 6
	// Of one shopper's, who has one avatar to send, so many may be on their way; of one
	// administrator's as many as a browser sends at a time: a product has five pictures.
	perShopper       = 2
	perAdministrator = 6
)

// soon is when to come back with one upload too many.
const soon = 5 * time.Second

// places are where uploads are read.
type places struct {
	shoppers, administrators *semaphore.Weighted

	mu    sync.Mutex
	under map[string]int // uploads that are on their way, by user
}

func newPlaces() *places {
	return &places{
		shoppers: semaphore.NewWeighted(shopperPlaces), administrators: semaphore.NewWeighted(administratorPlaces),
		under: map[string]int{},
	}
}

// take gives an upload its place until leave is called. It refuses a user who has too
// many on their way with fault.TooMany, and waits for a free place as long as ctx allows.
func (p *places) take(ctx context.Context, userID string, administrator bool) (leave func(), err error) {
	free, most := p.shoppers, perShopper
	if administrator {
		free, most = p.administrators, perAdministrator
	}
	if !p.begin(userID, most) {
		return nil, refuseAtOnce()
	}
	if err := free.Acquire(ctx, 1); err != nil {
		p.end(userID)
		return nil, fmt.Errorf("wait to read picture: %w", err)
	}
	return func() {
		free.Release(1)
		p.end(userID)
	}, nil
}

func (p *places) begin(userID string, most int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.under[userID] >= most {
		return false
	}
	p.under[userID]++
	return true
}

func (p *places) end(userID string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.under[userID]--; p.under[userID] == 0 {
		delete(p.under, userID)
	}
}

func refuseAtOnce() error {
	refusal := fault.New(fault.TooMany, "uploads_at_once", "Your other pictures are still on their way. Please send this one when they have arrived.")
	refusal.RetryAfter = int(soon / time.Second)
	return refusal
}
