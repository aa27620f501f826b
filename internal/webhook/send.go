package webhook

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"kirana/internal/audit"
	"kirana/internal/changes"
	"kirana/internal/db"
	"kirana/internal/egress"
	"kirana/internal/id"
	"kirana/internal/language"
)

const (
	// pollInterval is the maximum delay until an event is noticed.
	pollInterval = time.Second
	// leaseTime is longer than a round of requests takes.
	leaseTime = time.Minute
	// changesPerRound is the number of changes read per round.
	changesPerRound = 100
)

// Run sends to all webhooks until ctx ends. Each has its own goroutine, so that a hanging receiver delays no other.
func (s *Service) Run(ctx context.Context) {
	var rounds sync.WaitGroup
	defer rounds.Wait()
	ticker := time.NewTicker(pollInterval)
	defer ticker.Stop()
	for {
		webhooks, err := free(ctx, s.DB, s.Clock.Now())
		if err != nil && ctx.Err() == nil {
			s.Log.ErrorContext(ctx, "list the webhooks", "error", err.Error())
		}
		for _, webhook := range webhooks {
			if s.begin(webhook.ID) {
				rounds.Go(func() {
					defer s.end(webhook.ID)
					if err := s.sendNew(ctx, webhook); err != nil && ctx.Err() == nil {
						s.Log.ErrorContext(ctx, "send to a webhook", "webhook", webhook.ID, "error", err.Error())
					}
				})
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

func (s *Service) begin(webhookID string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sending[webhookID] {
		return false
	}
	s.sending[webhookID] = true
	return true
}

func (s *Service) end(webhookID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.sending, webhookID)
}

// sendNew calls Send if there is something to send, so that an idle webhook writes nothing.
func (s *Service) sendNew(ctx context.Context, webhook Webhook) error {
	deliveries, err := dueDeliveries(ctx, s.DB, webhook.ID, s.Clock.Now())
	if err != nil {
		return err
	}
	if len(deliveries) == 0 {
		if webhook.Waiting >= maxWaiting {
			return nil
		}
		read, _, err := changes.Read(ctx, s.DB, s.DB, changes.Query{Since: webhook.Position, Limit: 1, Events: webhook.Events})
		if err == nil && len(read) == 0 || err != nil && !errors.Is(err, changes.ErrRestarted) {
			return err
		}
	}
	return s.Send(ctx, webhook.ID)
}

// Send reads new changes for a webhook and sends the due deliveries until none is left. It does nothing
// while another node sends to the webhook.
func (s *Service) Send(ctx context.Context, webhookID string) (err error) {
	defer func() { // also after ctx has ended
		ending := context.WithoutCancel(ctx)
		err = errors.Join(err, s.DB.Tx(ending, func(tx *db.Tx) error { return release(ending, tx, webhookID, s.node) }))
	}()
	for ctx.Err() == nil {
		webhook, deliveries, err := s.nextRound(ctx, webhookID)
		if err != nil || len(deliveries) == 0 {
			return err
		}
		if err := s.sendRound(ctx, webhook, deliveries); err != nil {
			return err
		}
	}
	return nil
}

// nextRound stores deliveries for new changes, and returns the due deliveries.
func (s *Service) nextRound(ctx context.Context, webhookID string) (webhook Webhook, found []Delivery, err error) {
	err = s.DB.Tx(ctx, func(tx *db.Tx) error {
		now := s.Clock.Now()
		found = nil
		held, err := lease(ctx, tx, webhookID, s.node, now)
		if err != nil || !held {
			return err
		}
		if webhook, err = byID(ctx, tx, webhookID); err != nil {
			return err
		}
		if webhook.Waiting < maxWaiting {
			if err := s.readChanges(ctx, tx, webhook, now); err != nil {
				return err
			}
		}
		found, err = dueDeliveries(ctx, tx, webhookID, now)
		return err
	})
	return webhook, found, err
}

func (s *Service) readChanges(ctx context.Context, tx *db.Tx, webhook Webhook, now time.Time) error {
	read, next, err := changes.Read(ctx, s.DB, tx, changes.Query{Since: webhook.Position, Limit: changesPerRound, Events: webhook.Events})
	if errors.Is(err, changes.ErrRestarted) { // the shop was restored: changes before the copy were sent already
		next, err = changes.Latest(ctx, s.DB, tx)
	}
	if err != nil || next == webhook.Position {
		return err
	}
	if err := enqueue(ctx, tx, webhook.ID, read, now); err != nil {
		return err
	}
	return savePosition(ctx, tx, webhook.ID, next)
}

// sendRound sends deliveries of different objects concurrently, and stores their results.
func (s *Service) sendRound(ctx context.Context, webhook Webhook, round []Delivery) error {
	data, err := s.read(ctx, round)
	if err != nil {
		return err
	}
	var all sync.WaitGroup
	for i := range round {
		all.Go(func() {
			d := &round[i]
			status, failure := s.post(ctx, webhook, Body{d.ID, d.Event, d.At, data[i]})
			d.Status, d.Failure = status, string(failure.Store())
		})
	}
	all.Wait()
	if ctx.Err() != nil {
		return ctx.Err() // an interrupted attempt does not count
	}
	return s.DB.Tx(ctx, func(tx *db.Tx) error { return s.saveRound(ctx, tx, webhook, round) })
}

func (s *Service) saveRound(ctx context.Context, tx *db.Tx, webhook Webhook, round []Delivery) error {
	now := s.Clock.Now()
	failure, accepted, isOverdue := "", false, false
	for _, d := range round {
		d.Attempts++
		if d.Failure == "" {
			d.State, d.DoneAt, accepted = Delivered, &now, true
		} else {
			d.DueAt, failure = now.Add(backoff(d.Attempts)), d.Failure
			isOverdue = isOverdue || !now.Before(d.Since.Add(giveUpAfter))
		}
		if err := saveAttempt(ctx, tx, d); err != nil {
			return err
		}
	}
	if isOverdue {
		if err := setActive(ctx, tx, webhook.ID, false, failure); err != nil {
			return err
		}
		return audit.Write(ctx, tx, now, audit.Entry{What: "webhook.stop", Object: hostOf(webhook.URL), After: failure})
	}
	since := &now
	if accepted {
		since = nil
	}
	if err := saveHealth(ctx, tx, webhook.ID, since, failure); err != nil {
		return err
	}
	return prune(ctx, tx, webhook.ID)
}

// deletedRecord is sent for a deleted record.
type deletedRecord struct {
	ID        string    `json:"_id"`
	DeletedAt time.Time `json:"deletedAt"`
}

// read returns the current record of each delivery.
func (s *Service) read(ctx context.Context, round []Delivery) ([]any, error) {
	ids := map[string][]string{}
	for _, d := range round {
		ids[kindOf(d.Event)] = append(ids[kindOf(d.Event)], d.ObjectID)
	}
	found := map[string]map[string]any{}
	for kind, wanted := range ids {
		var err error
		if found[kind], err = s.Readers[kind](ctx, wanted); err != nil {
			return nil, fmt.Errorf("read the %s of an event: %w", kind, err)
		}
	}
	data := make([]any, len(round))
	for i, d := range round {
		var known bool
		if data[i], known = found[kindOf(d.Event)][d.ObjectID]; !known {
			data[i] = deletedRecord{d.ObjectID, d.At}
		}
	}
	return data, nil
}

// TestResult is the result of a test.
type TestResult struct {
	Delivered bool   `json:"delivered"`
	Status    int    `json:"status" doc:"HTTP status of the response. 0: no response."`
	Failure   string `json:"failure"`
}

// SchemaName returns the name in the API document.
func (TestResult) SchemaName() string { return "WebhookTest" }

// Test sends the event TestEvent immediately and returns the result.
func (s *Service) Test(ctx context.Context, webhookID string) (TestResult, error) {
	webhook, err := byID(ctx, s.DB, webhookID)
	if errors.Is(err, db.ErrNoRow) {
		return TestResult{}, errNoWebhook
	}
	if err != nil {
		return TestResult{}, err
	}
	now := s.Clock.Now()
	status, failure := s.post(ctx, webhook, Body{id.New(), TestEvent, now, struct{}{}})
	return TestResult{Delivered: failure.Format == "", Status: status, Failure: failure.In(language.Of(ctx))}, nil
}

// post sends a body and returns the response's status and the reason for a failure; an empty phrase if it was accepted.
func (s *Service) post(ctx context.Context, webhook Webhook, body Body) (status int, failure language.Phrase) {
	text, err := json.Marshal(body)
	if err != nil {
		return 0, language.Word("the event cannot be written")
	}
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, webhook.URL, bytes.NewReader(text))
	if err != nil {
		return 0, language.Word("the address is not valid")
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "Kirana-Webhook/1")
	request.Header.Set("Kirana-Signature", sign(s.Key.secret(webhook.ID), s.Clock.Now(), text))
	response, err := s.client.Do(request)
	if err != nil {
		return 0, reasonOf(err)
	}
	defer func() { _ = response.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, 64<<10)) // so that the connection is reused
	if response.StatusCode/100 != 2 {
		return response.StatusCode, language.NewPhrase("it answered %d", response.StatusCode)
	}
	return response.StatusCode, language.Phrase{}
}

// reasonOf describes a failure without the URL, whose query may contain a secret.
func reasonOf(err error) language.Phrase {
	var wrongName *net.DNSError
	var certificate *tls.CertificateVerificationError
	switch {
	case errors.Is(err, egress.ErrNotPublic):
		return language.Word("its address is not on the internet")
	case errors.Is(err, context.DeadlineExceeded), os.IsTimeout(err):
		return language.Word("it did not answer in time")
	case errors.As(err, &wrongName):
		return language.Word("its name is not known")
	case errors.As(err, &certificate):
		return language.Word("its certificate is not valid")
	}
	return language.Word("it could not be reached")
}
