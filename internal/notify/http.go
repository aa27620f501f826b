package notify

import (
	"context"
	"sync"
	"time"

	"kirana/internal/httpapi"
)

// keepAliveInterval is shorter than the minute after which proxies close an idle connection.
const keepAliveInterval = 20 * time.Second

// streamLifetime bounds a stream: the client must then reconnect with a valid token. The stream of
// an ended login ends within seconds.
const streamLifetime = 5 * time.Minute

// Limits of concurrent streams per user and node: a shopper's tabs, or all desks of staff who share a login. Each
// holds a connection and its memory.
const (
	maxShopperStreams = 10
	maxStaffStreams   = 100
)

// Handler serves the event stream and the calls about push messages.
type Handler struct {
	hub    *Hub
	pusher *Pusher

	mu      sync.Mutex
	streams map[string]int // open streams by user
}

// NewHandler returns a Handler that streams from a hub and manages a pusher's subscriptions.
func NewHandler(hub *Hub, pusher *Pusher) *Handler {
	return &Handler{hub: hub, pusher: pusher, streams: map[string]int{}}
}

// open counts a new stream of a caller and reports whether it is allowed.
func (h *Handler) open(caller httpapi.Identity) bool {
	limit := maxShopperStreams
	if caller.Admin {
		limit = maxStaffStreams
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.streams[caller.UserID] >= limit {
		return false
	}
	h.streams[caller.UserID]++
	return true
}

func (h *Handler) close(userID string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.streams[userID]--; h.streams[userID] == 0 {
		delete(h.streams, userID)
	}
}

// Routes registers every call of the feature.
func (h *Handler) Routes(r *httpapi.Router) {
	httpapi.HandleStream(r, httpapi.Route{
		Method: "GET", Path: "/order/events", Access: httpapi.Authenticated,
		Summary: "Stream changes of orders as server-sent events: the caller's own orders, or all orders for staff. " +
			"\"checkout\" is one change; after \"resync\", retrieve all data again",
	}, h.events)
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/push/key", Access: httpapi.Administrator,
		Summary: "Retrieve the public key with which a browser subscribes to push messages about new orders",
	}, h.key)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/push/subscribe", Access: httpapi.Administrator,
		Summary: "Subscribe this browser to push messages about new orders", Message: "This device will be woken.",
	}, h.subscribe)
	httpapi.Handle(r, httpapi.Route{
		Method: "DELETE", Path: "/push/unsubscribe", Access: httpapi.Administrator,
		Summary: "Unsubscribe this browser from push messages about new orders", Message: "This device will not be woken any more.",
	}, h.unsubscribe)
}

func (h *Handler) events(ctx context.Context, _ *struct{}, stream *httpapi.Stream) error {
	caller := httpapi.IdentityOf(ctx)
	if !h.open(caller) {
		return nil // an empty stream: the client polls instead
	}
	defer h.close(caller.UserID)
	userID := caller.UserID
	if caller.Admin {
		userID = ""
	}
	subscription := h.hub.Subscribe(userID, caller.LoginID)
	defer subscription.Close()
	// After this event, the client reads what changed before the subscription.
	if err := stream.Send("resync", struct{}{}); err != nil {
		return err
	}
	lifetime := time.NewTimer(streamLifetime)
	defer lifetime.Stop()
	keepAlive := time.NewTicker(keepAliveInterval)
	defer keepAlive.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-lifetime.C:
			return nil
		case <-keepAlive.C:
			if err := stream.KeepAlive(); err != nil {
				return err
			}
		case event, open := <-subscription.Events:
			if !open {
				return nil // too slow, logged out or shutting down: the client reconnects and reads everything again
			}
			if err := stream.Send("checkout", event); err != nil {
				return err
			}
		}
	}
}

// PushKey is the public VAPID key of the shop.
type PushKey struct {
	PublicKey string `json:"publicKey" doc:"VAPID public key, base64url."`
}

func (h *Handler) key(context.Context, *struct{}) (PushKey, error) {
	return PushKey{PublicKey: h.pusher.PublicKey()}, nil
}

// subscriptionForm is a browser's PushSubscription.toJSON().
type subscriptionForm struct {
	Endpoint httpapi.Text `json:"endpoint" maxLength:"2000"`
	Keys     struct {
		P256dh httpapi.Text `json:"p256dh" maxLength:"200"`
		Auth   httpapi.Text `json:"auth" maxLength:"100"`
	} `json:"keys"`
}

func (h *Handler) subscribe(ctx context.Context, in *struct {
	Body httpapi.Form[subscriptionForm]
},
) (struct{}, error) {
	form, caller := in.Body.Value, httpapi.IdentityOf(ctx)
	return struct{}{}, h.pusher.Subscribe(ctx, PushSubscription{
		Endpoint: form.Endpoint.Value, UserID: caller.UserID, LoginID: caller.LoginID, P256dh: form.Keys.P256dh.Value, Auth: form.Keys.Auth.Value,
	})
}

type endpointForm struct {
	Endpoint httpapi.Text `json:"endpoint" maxLength:"2000"`
}

func (h *Handler) unsubscribe(ctx context.Context, in *struct{ Body httpapi.Form[endpointForm] }) (struct{}, error) {
	return struct{}{}, h.pusher.Unsubscribe(ctx, httpapi.IdentityOf(ctx).UserID, in.Body.Value.Endpoint.Value)
}
