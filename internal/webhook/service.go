package webhook

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"kirana/internal/audit"
	"kirana/internal/changes"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/egress"
	"kirana/internal/fault"
	"kirana/internal/id"
	"kirana/internal/language"
)

// Options are a Service's dependencies.
type Options struct {
	DB      *db.DB
	Clock   clock.Clock
	Log     *slog.Logger
	Key     Key
	Hosts   []string // host:port in the shop's own network that a webhook may call
	Readers Readers
}

// Service manages webhooks and sends to them.
type Service struct {
	Options

	client *http.Client
	node   string // identifies this process in leases

	mu      sync.Mutex
	sending map[string]bool // ids of webhooks that this process sends to
}

// New returns the service.
func New(o Options) *Service {
	return &Service{Options: o, client: egress.WebhookClient(requestTimeout, o.Hosts), node: id.New(), sending: map[string]bool{}}
}

// checkURL refuses an address that the egress guard blocks, unless its host is in Hosts.
func (s *Service) checkURL(address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.User != nil || u.Fragment != "" {
		return errURL
	}
	if (u.Scheme == "http" || u.Scheme == "https") && slices.Contains(s.Hosts, egress.HostPort(u)) {
		return nil
	}
	if egress.Check(address) != nil {
		return errURL
	}
	return nil
}

// List returns all webhooks, the oldest first, with their reasons in the language of the context.
func (s *Service) List(ctx context.Context) ([]Webhook, error) {
	webhooks, err := list(ctx, s.DB)
	if err != nil {
		return nil, fmt.Errorf("list the webhooks: %w", err)
	}
	for i := range webhooks {
		webhooks[i].Reason = language.Stored(webhooks[i].Reason).In(language.Of(ctx))
	}
	return webhooks, nil
}

// Create adds a webhook for events from now on, and returns its secret.
func (s *Service) Create(ctx context.Context, address string, events []string) (created Webhook, secret string, err error) {
	if err := s.checkURL(address); err != nil {
		return Webhook{}, "", err
	}
	slices.Sort(events)
	events = slices.Compact(events)
	for _, event := range events {
		if !slices.Contains(Events, event) {
			return Webhook{}, "", fault.InField("events", "An event must be one of %s.", strings.Join(Events, ", "))
		}
	}
	now := s.Clock.Now()
	created = Webhook{ID: id.New(), URL: address, Events: events, Active: true, CreatedAt: now}
	err = s.DB.Tx(ctx, func(tx *db.Tx) error {
		known, err := list(ctx, tx)
		if err != nil {
			return err
		}
		if len(known) >= maxWebhooks {
			return errTooMany
		}
		if created.Position, err = changes.Latest(ctx, s.DB, tx); err != nil {
			return err
		}
		if err := insert(ctx, tx, created); err != nil {
			return err
		}
		return audit.Write(ctx, tx, now, audit.Entry{What: "webhook.create", Object: hostOf(address), After: created.Events.String()})
	})
	if err != nil {
		return Webhook{}, "", fmt.Errorf("make a webhook: %w", err)
	}
	return created, s.Key.secret(created.ID), nil
}

// hostOf returns the host of a URL, without path and query, which may contain a secret.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Host
}

// SetActive switches a webhook off or on. When switched on, it receives the events that it missed.
func (s *Service) SetActive(ctx context.Context, webhookID string, active bool) (Webhook, error) {
	var webhook Webhook
	err := s.change(ctx, webhookID, func(tx *db.Tx) (err error) {
		if err := setActive(ctx, tx, webhookID, active, ""); err != nil {
			return err
		}
		if active {
			if err := startAnew(ctx, tx, webhookID, s.Clock.Now()); err != nil {
				return err
			}
		}
		if webhook, err = byID(ctx, tx, webhookID); err != nil {
			return err
		}
		what := map[bool]string{true: "webhook.start", false: "webhook.stop"}[active]
		return audit.Write(ctx, tx, s.Clock.Now(), audit.Entry{What: what, Object: hostOf(webhook.URL)})
	})
	return webhook, err
}

// change runs a change of an existing webhook in a transaction.
func (s *Service) change(ctx context.Context, webhookID string, fn func(tx *db.Tx) error) error {
	return s.DB.Tx(ctx, func(tx *db.Tx) error {
		if _, err := byID(ctx, tx, webhookID); errors.Is(err, db.ErrNoRow) {
			return errNoWebhook
		} else if err != nil {
			return err
		}
		return fn(tx)
	})
}

// Remove deletes a webhook and its deliveries.
func (s *Service) Remove(ctx context.Context, webhookID string) error {
	return s.DB.Tx(ctx, func(tx *db.Tx) error {
		address, err := remove(ctx, tx, webhookID)
		if errors.Is(err, db.ErrNoRow) {
			return errNoWebhook
		}
		if err != nil {
			return fmt.Errorf("remove a webhook: %w", err)
		}
		return audit.Write(ctx, tx, s.Clock.Now(), audit.Entry{What: "webhook.remove", Object: hostOf(address)})
	})
}

// Deliveries returns a page of a webhook's deliveries, newest first, and their total number.
func (s *Service) Deliveries(ctx context.Context, webhookID string, page, limit int) ([]Delivery, int, error) {
	if _, err := byID(ctx, s.DB, webhookID); errors.Is(err, db.ErrNoRow) {
		return nil, 0, errNoWebhook
	} else if err != nil {
		return nil, 0, err
	}
	found, total, err := deliveries(ctx, s.DB, webhookID, page, limit)
	for i := range found {
		found[i].Failure = language.Stored(found[i].Failure).In(language.Of(ctx))
	}
	return found, total, err
}

// SendAgain schedules a delivery once more, after earlier ones of its object.
func (s *Service) SendAgain(ctx context.Context, webhookID, deliveryID string) error {
	return s.change(ctx, webhookID, func(tx *db.Tx) error {
		found, err := sendAgain(ctx, tx, webhookID, deliveryID, s.Clock.Now())
		if err == nil && !found {
			err = errNoDelivery
		}
		return err
	})
}
