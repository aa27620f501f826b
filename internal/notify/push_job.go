package notify

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/job"
)

// PushJob wakes one browser: one that cannot be reached holds up no other.
const PushJob job.Kind[Push] = "push.send"

// Push is the payload of a PushJob.
type Push struct {
	Endpoint string  `json:"endpoint"`
	Message  Message `json:"message"`
}

const (
	// maxPushAttempts with the pauses between them is four minutes: the owner's mail is
	// next, and an older push is no news.
	maxPushAttempts = 8
	// pushConcurrency is how many push messages are sent at once. Push services that are away
	// keep so many waiting for pushTimeout and still leave room for those that are not.
	pushConcurrency = 32
)

// NewPushLane returns a worker for PushJobs alone: push services that are away hold up
// nothing else.
func NewPushLane(d *db.DB, c clock.Clock, log *slog.Logger) *job.Worker {
	return job.NewLane(d, c, log, pushConcurrency)
}

// AddPushes has every browser of active staff woken once the transaction has
// committed; now is the transaction's time, in UTC.
func AddPushes(ctx context.Context, tx *db.Tx, now time.Time, m Message) error {
	browsers, err := subscriptions(ctx, tx)
	if err != nil {
		return fmt.Errorf("read who is woken: %w", err)
	}
	for _, browser := range browsers {
		digest := sha256.Sum256([]byte(browser.Endpoint))
		once := job.Once{Due: now, Key: m.Tag + ":" + hex.EncodeToString(digest[:8])}
		if err := job.AddOnce(ctx, tx, once, PushJob, Push{browser.Endpoint, m}); err != nil {
			return err
		}
	}
	return nil
}

// Handle has a worker wake browsers.
func (p *Pusher) Handle(w *job.Worker) { job.Handle(w, PushJob, p.push) }

func (p *Pusher) push(ctx context.Context, j job.Job, push Push) error {
	to, err := subscription(ctx, p.db, push.Endpoint)
	if errors.Is(err, db.ErrNoRow) {
		return nil // nobody wants it any more
	}
	if err != nil {
		return err
	}
	err = p.Send(ctx, to, push.Message)
	if err != nil && j.Attempts >= maxPushAttempts {
		return job.Permanent(err)
	}
	return err
}

const activeSubscriptions = `
	SELECT s.endpoint, s.user_id, s.login_id, s.p256dh, s.auth
	FROM push_subscriptions s
	JOIN users u ON u.id = s.user_id
	WHERE u.staff_role <> '' AND u.status = 'Active'
		AND (s.login_id = '' OR EXISTS (SELECT 1 FROM logins l WHERE l.id = s.login_id AND l.ended_at IS NULL))`

func subscriptions(ctx context.Context, q db.Querier) ([]PushSubscription, error) {
	return db.All[PushSubscription](ctx, q, activeSubscriptions+` ORDER BY s.endpoint`)
}

func subscription(ctx context.Context, q db.Querier, endpoint string) (PushSubscription, error) {
	return db.Get[PushSubscription](ctx, q, activeSubscriptions+` AND s.endpoint = $1`, endpoint)
}
