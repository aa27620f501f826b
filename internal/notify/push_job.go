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

// PushJob sends a push message to one browser, so that an unreachable one delays no other.
const PushJob job.Kind[Push] = "push.send"

// Push is the payload of a PushJob.
type Push struct {
	Endpoint string  `json:"endpoint"`
	Message  Message `json:"message"`
}

const (
	// maxPushAttempts, with the backoff, takes four minutes: then the owner's mail is sent, and an
	// older push message would be useless.
	maxPushAttempts = 8
	// pushConcurrency is the number of push messages sent at the same time: enough that unreachable
	// push services, each blocking for pushTimeout, leave room for the others.
	pushConcurrency = 32
)

// NewPushLane returns a worker for PushJobs alone, so that unreachable push services delay nothing
// else.
func NewPushLane(d *db.DB, c clock.Clock, log *slog.Logger) *job.Worker {
	return job.NewLane(d, c, log, pushConcurrency)
}

// AddPushes adds a PushJob for every subscribed browser of active staff, with the message in the
// person's language ("" unless chosen). A browser gets no second job while one with the same Tag waits.
// now is the transaction's time, in UTC.
func AddPushes(ctx context.Context, tx *db.Tx, now time.Time, message func(lang string) Message) error {
	browsers, err := subscriptions(ctx, tx)
	if err != nil {
		return fmt.Errorf("read the push subscriptions: %w", err)
	}
	for _, browser := range browsers {
		m := message(browser.Language)
		digest := sha256.Sum256([]byte(browser.Endpoint))
		once := job.Once{Due: now, Key: m.Tag + ":" + hex.EncodeToString(digest[:8])}
		if err := job.AddOnce(ctx, tx, once, PushJob, Push{browser.Endpoint, m}); err != nil {
			return err
		}
	}
	return nil
}

// Handle registers the handler of PushJobs.
func (p *Pusher) Handle(w *job.Worker) { job.Handle(w, PushJob, p.push) }

func (p *Pusher) push(ctx context.Context, j job.Job, push Push) error {
	to, err := subscription(ctx, p.db, push.Endpoint)
	if errors.Is(err, db.ErrNoRow) {
		return nil // the subscription has ended
	}
	if err != nil {
		return err
	}
	err = p.Send(ctx, to, push.Message)
	if failure := p.recordFailing(ctx, to, err != nil); failure != nil {
		return errors.Join(err, failure)
	}
	if err != nil && j.Attempts >= maxPushAttempts {
		return job.Permanent(err)
	}
	return err
}

// recordFailing records when a browser's push service began to fail, or that it works.
func (p *Pusher) recordFailing(ctx context.Context, to PushSubscription, fails bool) error {
	if fails == (to.FailingSince != nil) {
		return nil
	}
	var since *time.Time
	if fails {
		now := p.clock.Now()
		since = &now
	}
	return p.db.Tx(ctx, func(tx *db.Tx) error {
		return db.Exec(ctx, tx, `UPDATE push_subscriptions SET failing_since = $2 WHERE endpoint = $1`, to.Endpoint, since)
	})
}

// failingDelay is how long a push service must fail before it is reported.
const failingDelay = 5 * time.Minute

// FailingBrowsers describes staff's browsers whose push service fails.
type FailingBrowsers struct {
	Count int       `db:"n"`
	Since time.Time `db:"failing_since"` // of the first, UTC
	Name  string    `db:"name"`          // owner of the first
}

// FindFailingBrowsers returns the browsers of active staff that could not be reached for five minutes at now.
func FindFailingBrowsers(ctx context.Context, q db.Querier, now time.Time) (FailingBrowsers, error) {
	failing, err := db.Get[FailingBrowsers](ctx, q, `
		SELECT s.failing_since, u.name, COUNT(*) OVER () AS n`+fromActive+` AND s.failing_since <= $1
		ORDER BY s.failing_since, s.endpoint
		LIMIT 1`, now.Add(-failingDelay))
	if errors.Is(err, db.ErrNoRow) {
		return FailingBrowsers{}, nil
	}
	return failing, err
}

// fromActive selects subscriptions of active, logged-in staff.
const fromActive = `
	FROM push_subscriptions s
	JOIN users u ON u.id = s.user_id
	WHERE u.staff_role <> '' AND u.status = 'Active'
		AND (s.login_id = '' OR EXISTS (SELECT 1 FROM logins l WHERE l.id = s.login_id AND l.ended_at IS NULL))`

const activeSubscriptions = `SELECT s.endpoint, s.user_id, s.login_id, s.p256dh, s.auth, s.failing_since, u.language` + fromActive

func subscriptions(ctx context.Context, q db.Querier) ([]PushSubscription, error) {
	return db.All[PushSubscription](ctx, q, activeSubscriptions+` ORDER BY s.endpoint`)
}

func subscription(ctx context.Context, q db.Querier, endpoint string) (PushSubscription, error) {
	return db.Get[PushSubscription](ctx, q, activeSubscriptions+` AND s.endpoint = $1`, endpoint)
}
