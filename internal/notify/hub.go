// Package notify sends events to people as they happen: to open pages of staff and shoppers by server-sent events, and to
// subscribed staff by web push.
package notify

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"kirana/internal/clock"
	"kirana/internal/db"
)

// Topic is notified by transactions that change orders (db.Tx.Notify).
const Topic = "checkouts"

const (
	// pollInterval is the interval of polling for ended logins and, with several nodes, for changes made by other nodes. One
	// poll serves all subscribers of a node.
	pollInterval = time.Second
	// overlap is how far each read looks back: a transaction may commit after one that began later, and nodes' clocks
	// differ slightly.
	overlap = 10 * time.Second
	// bufferSize is the number of unread events after which a subscriber must read everything again.
	bufferSize = 64
)

// Event is a change of one order.
type Event struct {
	OrderID   string    `db:"id" json:"checkoutId"`
	Number    int64     `db:"number" json:"number"`
	UserID    string    `db:"user_id" json:"-"`
	Stage     string    `db:"stage" json:"stage"`
	Version   int       `db:"version" json:"version" doc:"Version of the order, increased with each change. 1: a new order."`
	UpdatedAt time.Time `db:"updated_at" json:"updatedAt"`
}

// Hub passes changes of orders to its subscribers.
type Hub struct {
	db    *db.DB
	clock clock.Clock
	log   *slog.Logger
	// changed returns the channel of the topic. It is subscribed before anyone subscribes to the
	// hub, so that no change is missed while Run starts.
	changed func() <-chan struct{}

	mu          sync.Mutex
	subscribers map[*Subscription]struct{}
}

// NewHub returns a hub without subscribers; Run feeds it.
func NewHub(d *db.DB, c clock.Clock, log *slog.Logger) *Hub {
	return &Hub{
		db: d, clock: c, log: log, subscribers: map[*Subscription]struct{}{},
		changed: sync.OnceValue(func() <-chan struct{} { return d.Subscribe(Topic) }),
	}
}

// Subscription is one listener of a Hub.
type Subscription struct {
	// Events delivers the changes in order. It is closed when the subscriber was too slow, its login
	// has ended or the hub closes. A client that subscribes again must read everything again.
	Events chan Event

	hub     *Hub
	userID  string // owner of the orders; "" means all orders
	loginID string
}

// Subscribe returns a subscription to a user's orders, or to everyone's for "". It ends soon after
// the given login. The caller must Close it.
func (h *Hub) Subscribe(userID, loginID string) *Subscription {
	h.changed()
	s := &Subscription{Events: make(chan Event, bufferSize), hub: h, userID: userID, loginID: loginID}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.subscribers[s] = struct{}{}
	return s
}

// Close ends the subscription.
func (s *Subscription) Close() { s.hub.drop(s) }

func (h *Hub) drop(s *Subscription) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if _, open := h.subscribers[s]; open {
		delete(h.subscribers, s)
		close(s.Events)
	}
}

// Close ends every subscription, so that the streams end at shutdown.
func (h *Hub) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for s := range h.subscribers {
		delete(h.subscribers, s)
		close(s.Events)
	}
}

// Run feeds the subscribers until the context ends.
func (h *Hub) Run(ctx context.Context) error {
	poll := time.NewTicker(pollInterval)
	defer poll.Stop()
	now := h.clock.Now()
	feed := feed{since: now, loginsSince: now, seen: map[string]Event{}}
	failing := false
	for {
		polled := false
		select {
		case <-ctx.Done():
			return nil
		case <-h.changed():
		case <-poll.C:
			polled = true
		}
		if !h.listening() {
			// Later subscribers read the current state first.
			feed.since = h.clock.Now()
			feed.loginsSince = feed.since
			continue
		}
		err := h.read(ctx, &feed, polled)
		if err != nil && !failing && ctx.Err() == nil {
			h.log.Error("read changes for subscribers", "error", err.Error())
		}
		failing = err != nil
	}
}

// read sends the changes to the subscribers. If polled, it also ends the subscriptions of ended
// logins, and reads changes only with several nodes: a single node is notified of its own.
func (h *Hub) read(ctx context.Context, f *feed, polled bool) error {
	if polled {
		if err := h.dropEnded(ctx, f); err != nil {
			return err
		}
		if !h.db.MultiNode() {
			return nil
		}
	}
	return h.publish(ctx, f)
}

// dropEnded ends the subscriptions of ended logins.
func (h *Hub) dropEnded(ctx context.Context, f *feed) error {
	now := h.clock.Now()
	ended, err := loginsEndedSince(ctx, h.db, f.loginsSince.Add(-overlap))
	if err != nil {
		return fmt.Errorf("read ended logins: %w", err)
	}
	f.loginsSince = now
	if len(ended) == 0 {
		return nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for s := range h.subscribers {
		if slices.Contains(ended, s.loginID) {
			delete(h.subscribers, s)
			close(s.Events)
		}
	}
	return nil
}

func (h *Hub) listening() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.subscribers) > 0
}

// feed is the hub's read position, and the events that it has sent recently.
type feed struct {
	since       time.Time
	loginsSince time.Time        // ended logins were read up to this time
	seen        map[string]Event // by order ID, for 2 × overlap
}

func (h *Hub) publish(ctx context.Context, f *feed) error {
	now := h.clock.Now()
	events, err := changedSince(ctx, h.db, f.since.Add(-overlap))
	if err != nil {
		return fmt.Errorf("read changed checkouts: %w", err)
	}
	for _, event := range events {
		// A staff note changes UpdatedAt but not Version.
		if seen := f.seen[event.OrderID]; seen.Version < event.Version || seen.UpdatedAt.Before(event.UpdatedAt) {
			f.seen[event.OrderID] = event
			h.send(event)
		}
	}
	f.since = now
	for id, event := range f.seen {
		if event.UpdatedAt.Before(now.Add(-2 * overlap)) {
			delete(f.seen, id)
		}
	}
	return nil
}

func (h *Hub) send(event Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for s := range h.subscribers {
		if s.userID != "" && s.userID != event.UserID {
			continue
		}
		select {
		case s.Events <- event:
		default:
			delete(h.subscribers, s)
			close(s.Events)
		}
	}
}

func changedSince(ctx context.Context, q db.Querier, since time.Time) ([]Event, error) {
	return db.All[Event](ctx, q, `
		SELECT id, number, user_id, stage, version, updated_at
		FROM checkouts
		WHERE updated_at > $1 AND NOT unpaid
		ORDER BY updated_at, id`, since)
}

func loginsEndedSince(ctx context.Context, q db.Querier, since time.Time) ([]string, error) {
	return db.All[string](ctx, q, `SELECT id FROM logins WHERE ended_at IS NOT NULL AND ended_at > $1`, since)
}
