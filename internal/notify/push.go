package notify

import (
	"context"
	"crypto/ecdh"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"time"

	"github.com/SherClockHolmes/webpush-go"

	"kirana/internal/audit"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/egress"
	"kirana/internal/fault"
)

const (
	// pushTimeout bounds one call of a push service; a slower one counts as unreachable.
	pushTimeout = 5 * time.Second
	// pushTTL is how long a push service keeps a message for a phone that is off; an older message about a new order is
	// useless.
	pushTTL = 15 * time.Minute
	// maxSubscriptions limits the subscribed browsers per member of staff.
	maxSubscriptions = 10
	maxEndpoint      = 2000 // bytes
)

var (
	errEndpoint         = fault.InField("endpoint", "The push address must be a public https address.")
	errSubscriptionKeys = fault.InField("keys", "The push keys cannot be used.")
	errTooManyDevices   = fault.New(fault.Conflict, "too_many_devices",
		"At most %d devices can be woken. Please switch one off first.", maxSubscriptions)
)

// PushSubscription is a browser's push subscription
// (https://www.w3.org/TR/push-api/#pushsubscription-interface).
type PushSubscription struct {
	Endpoint string `db:"endpoint" json:"endpoint"`
	UserID   string `db:"user_id" json:"-"`
	Language string `db:"language" json:"-"` // of the user, or ""
	LoginID  string `db:"login_id" json:"-"` // login with which the subscription ends; "": it ends only by Unsubscribe
	P256dh   string `db:"p256dh" json:"p256dh"`
	Auth     string `db:"auth" json:"auth"`

	// FailingSince is the time, UTC, at which the push service began to fail; nil if it works.
	FailingSince *time.Time `db:"failing_since" json:"-"`
}

// Message is a push message as the browser shows it.
type Message struct {
	Title string `json:"title"`
	Body  string `json:"body"`
	URL   string `json:"url" doc:"URL of the page that opens when the message is pressed."`
	Tag   string `json:"tag" doc:"Tag of the message. A later message with the same tag replaces it."`
}

// Pusher sends push messages to the browsers of staff (Web Push: RFC 8030, 8291, 8292).
type Pusher struct {
	db      *db.DB
	clock   clock.Clock
	client  webpush.HTTPClient
	contact string // the shop's address, for operators of push services
	key     *ecdh.PrivateKey
}

// NewPusher returns a pusher that signs with a VAPID key derived from a 32-byte secret shared by
// all nodes. publicURL is the shop's address.
func NewPusher(d *db.DB, c clock.Clock, secret []byte, publicURL string) (*Pusher, error) {
	return newPusher(d, c, secret, publicURL, egress.Client(pushTimeout))
}

func newPusher(d *db.DB, c clock.Clock, secret []byte, publicURL string, client webpush.HTTPClient) (*Pusher, error) {
	key, err := ecdh.P256().NewPrivateKey(secret)
	if err != nil {
		return nil, fmt.Errorf("make the push key: %w", err)
	}
	return &Pusher{db: d, clock: c, client: client, contact: publicURL, key: key}, nil
}

// UseClient replaces the client that reaches public addresses only, for tests with their own push
// service.
func (p *Pusher) UseClient(client webpush.HTTPClient) { p.client = client }

// PublicKey returns the VAPID public key that a browser needs to subscribe, base64url.
func (p *Pusher) PublicKey() string {
	return base64.RawURLEncoding.EncodeToString(p.key.PublicKey().Bytes())
}

// Subscribe stores a browser's push subscription for a member of staff; a new one is logged as
// their action. An endpoint without a public https address, or invalid keys, fails with fault.Invalid.
func (p *Pusher) Subscribe(ctx context.Context, s PushSubscription) error {
	if len(s.Endpoint) > maxEndpoint || egress.Check(s.Endpoint) != nil {
		return errEndpoint
	}
	point, err := base64.RawURLEncoding.DecodeString(s.P256dh)
	if err != nil {
		return errSubscriptionKeys
	}
	if _, err := ecdh.P256().NewPublicKey(point); err != nil {
		return errSubscriptionKeys
	}
	if auth, err := base64.RawURLEncoding.DecodeString(s.Auth); err != nil || len(auth) != 16 { // RFC 8291, section 3.2
		return errSubscriptionKeys
	}
	err = p.db.Tx(ctx, func(tx *db.Tx) error {
		if err := forgetLoggedOut(ctx, tx, s.UserID); err != nil {
			return err
		}
		endpoints, err := db.All[string](ctx, tx, `SELECT endpoint FROM push_subscriptions WHERE user_id = $1`, s.UserID)
		if err != nil {
			return err
		}
		known := slices.Contains(endpoints, s.Endpoint)
		if !known && len(endpoints) >= maxSubscriptions {
			return errTooManyDevices
		}
		now := p.clock.Now()
		if !known {
			if err := audit.Write(ctx, tx, now, audit.Entry{What: "push.on"}); err != nil {
				return err
			}
		}
		return db.Exec(ctx, tx, `
			INSERT INTO push_subscriptions (endpoint, user_id, login_id, p256dh, auth, created_at) VALUES ($1, $2, $3, $4, $5, $6)
			ON CONFLICT (endpoint) DO UPDATE
			SET user_id = excluded.user_id, login_id = excluded.login_id, p256dh = excluded.p256dh, auth = excluded.auth`,
			s.Endpoint, s.UserID, s.LoginID, s.P256dh, s.Auth, now)
	})
	if err != nil {
		return fmt.Errorf("subscribe to pushes: %w", err)
	}
	return nil
}

// forgetLoggedOut deletes a user's subscriptions whose login has ended.
func forgetLoggedOut(ctx context.Context, tx *db.Tx, userID string) error {
	return db.Exec(ctx, tx, `
		DELETE FROM push_subscriptions
		WHERE user_id = $1 AND login_id <> ''
			AND NOT EXISTS (SELECT 1 FROM logins l WHERE l.id = push_subscriptions.login_id AND l.ended_at IS NULL)`, userID)
}

// Unsubscribe deletes a browser's push subscription, and logs it as the user's action. It returns nil for an unknown
// subscription.
func (p *Pusher) Unsubscribe(ctx context.Context, userID, endpoint string) error {
	err := p.db.Tx(ctx, func(tx *db.Tx) error {
		known, err := deleteSubscription(ctx, tx, userID, endpoint)
		if err != nil || !known {
			return err
		}
		return audit.Write(ctx, tx, p.clock.Now(), audit.Entry{What: "push.off"})
	})
	if err != nil {
		return fmt.Errorf("unsubscribe from pushes: %w", err)
	}
	return nil
}

// forgetGone deletes a subscription that its push service does not know.
func (p *Pusher) forgetGone(ctx context.Context, subscription PushSubscription) error {
	return p.db.Tx(ctx, func(tx *db.Tx) error {
		_, err := deleteSubscription(ctx, tx, subscription.UserID, subscription.Endpoint)
		return err
	})
}

func deleteSubscription(ctx context.Context, tx *db.Tx, userID, endpoint string) (known bool, err error) {
	n, err := db.ExecRows(ctx, tx, `DELETE FROM push_subscriptions WHERE endpoint = $1 AND user_id = $2`, endpoint, userID)
	return n == 1, err
}

// Subscriptions returns the logged-in browsers of all active staff.
func (p *Pusher) Subscriptions(ctx context.Context) ([]PushSubscription, error) {
	return subscriptions(ctx, p.db)
}

// Send sends a message to one browser. A subscription that its push service reports as gone (404, 410) is deleted,
// which is not an error. Any other failure can be retried.
func (p *Pusher) Send(ctx context.Context, to PushSubscription, m Message) error {
	payload, err := json.Marshal(m)
	if err != nil {
		return err
	}
	response, err := webpush.SendNotificationWithContext(ctx, payload, &webpush.Subscription{
		Endpoint: to.Endpoint, Keys: webpush.Keys{P256dh: to.P256dh, Auth: to.Auth},
	}, &webpush.Options{
		HTTPClient: p.client, Subscriber: p.contact, TTL: int(pushTTL.Seconds()), Urgency: webpush.UrgencyHigh, Topic: m.Tag,
		VAPIDPublicKey: p.PublicKey(), VAPIDPrivateKey: base64.RawURLEncoding.EncodeToString(p.key.Bytes()),
		VapidExpiration: p.clock.Now().Add(12 * time.Hour), // RFC 8292, section 2: at most 24 hours
	})
	if err != nil {
		return fmt.Errorf("reach the push service: %w", err)
	}
	defer func() { _ = response.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, 4<<10))
	switch {
	case response.StatusCode == http.StatusNotFound, response.StatusCode == http.StatusGone:
		return p.forgetGone(ctx, to)
	case response.StatusCode >= 300:
		return errors.New("the push service refused with status " + http.StatusText(response.StatusCode))
	}
	return nil
}
