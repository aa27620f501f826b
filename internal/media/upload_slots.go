package media

import (
	"context"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"kirana/internal/fault"
)

// Limits of uploads held in memory at the same time, at most MaxBytes each. Further uploads wait
// unread, so that many slow ones cannot exhaust a small machine. Administrators have their own
// slots, so that shoppers cannot block the catalog's editors.
const (
	shopperSlots       = 10
	administratorSlots = 6
	// Concurrent uploads of one user. A shopper sends one avatar; an administrator as many as a
	// browser sends at a time, because a product has five pictures.
	perShopper       = 2
	perAdministrator = 6
)

// retryAfter is the Retry-After of an upload beyond the limit of its user.
const retryAfter = 5 * time.Second

// uploadSlots bounds concurrent uploads, in total and per user.
type uploadSlots struct {
	shoppers, administrators *semaphore.Weighted

	mu     sync.Mutex
	active map[string]int // uploads in progress, by user
}

func newUploadSlots() *uploadSlots {
	return &uploadSlots{
		shoppers: semaphore.NewWeighted(shopperSlots), administrators: semaphore.NewWeighted(administratorSlots),
		active: map[string]int{},
	}
}

// acquire reserves a slot until release is called. It refuses a user with too many uploads in
// progress with fault.TooMany, and waits for a free slot until ctx ends.
func (u *uploadSlots) acquire(ctx context.Context, userID string, administrator bool) (release func(), err error) {
	slots, limit := u.shoppers, perShopper
	if administrator {
		slots, limit = u.administrators, perAdministrator
	}
	if !u.start(userID, limit) {
		return nil, refuseConcurrentUpload()
	}
	if err := slots.Acquire(ctx, 1); err != nil {
		u.end(userID)
		return nil, fmt.Errorf("wait to read picture: %w", err)
	}
	return func() {
		slots.Release(1)
		u.end(userID)
	}, nil
}

func (u *uploadSlots) start(userID string, limit int) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.active[userID] >= limit {
		return false
	}
	u.active[userID]++
	return true
}

func (u *uploadSlots) end(userID string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.active[userID]--; u.active[userID] == 0 {
		delete(u.active, userID)
	}
}

func refuseConcurrentUpload() error {
	refusal := fault.New(fault.TooMany, "uploads_at_once", "Your other pictures are still on their way. Please send this one when they have arrived.")
	refusal.RetryAfter = int(retryAfter / time.Second)
	return refusal
}
