// Package testpay is a payment provider that moves no money, for the demo shop and tests. On its page
// the shopper can make, decline or delay the payment, or leave. It behaves like a real provider, and
// sends its events over HTTP. Outside of tests, no other package uses its tables.
package testpay

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/payment"
)

// Name is the provider's name in paths and in the database.
const Name = "testpay"

// Prefix is the path of the payment pages.
const Prefix = "/testpay/"

// arrivalDelay is how long the money of a delayed payment takes, unless the shopper presses one of the
// page's buttons earlier.
const arrivalDelay = 2 * time.Minute

// Provider is the test provider. It is safe for concurrent use, on any number of nodes.
type Provider struct {
	db        *db.DB
	clock     clock.Clock
	key       []byte // signs events
	addresses Addresses
	log       *slog.Logger
	client    *http.Client
}

// Addresses are the addresses of the page and the shop, without a trailing slash.
type Addresses struct {
	Page string // the server that serves the page
	Shop string // the shop's address for shoppers
}

// New returns the provider. key signs its events.
func New(d *db.DB, c clock.Clock, key []byte, addresses Addresses, log *slog.Logger) *Provider {
	return &Provider{db: d, clock: c, key: key, addresses: addresses, log: log, client: &http.Client{
		Timeout: 10 * time.Second,
		// Do not send the event to another host.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Name returns "testpay".
func (*Provider) Name() string { return Name }

// Start creates a session for the attempt, or returns the existing one. It returns payment.ErrRefused for a new
// attempt that has expired or has no amount.
func (p *Provider) Start(ctx context.Context, a payment.SessionRequest) (payment.Session, error) {
	now := p.clock.Now()
	var s session
	err := p.db.Tx(ctx, func(tx *db.Tx) error {
		fresh := session{
			Ref: "tp" + strings.ToLower(rand.Text()), AttemptID: a.ID, Terms: db.JSON[terms]{V: termsOf(a)}, State: payment.SessionOpen, ExpiresAt: a.ExpiresAt, CreatedAt: now,
		}
		if a.ExpiresAt.After(now) && a.Amount > 0 {
			if err := insert(ctx, tx, fresh); err != nil {
				return err
			}
		}
		var err error
		s, err = byAttempt(ctx, tx, a.ID)
		return err
	})
	if errors.Is(err, db.ErrNoRow) {
		return payment.Session{}, fmt.Errorf("testpay: start a payment: %w", payment.ErrRefused)
	}
	if err != nil {
		return payment.Session{}, unavailable("start a payment", err)
	}
	return payment.Session{Ref: s.Ref, URL: p.addresses.Page + Prefix + s.Ref}, nil
}

// Fetch returns the current state of the session.
func (p *Provider) Fetch(ctx context.Context, ref string) (payment.Result, error) {
	s, err := p.find(ctx, ref)
	if err != nil {
		return payment.Result{}, failure("ask about a payment", err)
	}
	return s.result(), nil
}

// Expire ends the session if it is open, and returns its state.
func (p *Provider) Expire(ctx context.Context, ref string) (payment.Result, error) {
	if _, err := p.find(ctx, ref); err != nil {
		return payment.Result{}, failure("end a payment", err)
	}
	s, err := p.change(ctx, ref, payment.SessionOpen, payment.SessionExpired)
	if err != nil {
		return payment.Result{}, failure("end a payment", err)
	}
	return s.result(), nil
}

// Refund records a refund, once for each key. It returns payment.ErrRefused for an unpaid session, and for an
// amount above the rest of the payment.
func (p *Provider) Refund(ctx context.Context, r payment.RefundRequest) error {
	const doing = "refund a payment"
	err := p.db.Tx(ctx, func(tx *db.Tx) error {
		s, err := lock(ctx, tx, strings.TrimPrefix(r.PaymentRef, paymentPrefix))
		if err != nil {
			return err
		}
		known, err := refundExists(ctx, tx, r.Key)
		if err != nil || known {
			return err
		}
		before, err := refundedTotal(ctx, tx, s.Ref)
		if err != nil {
			return err
		}
		if s.State != payment.SessionPaid || r.Amount <= 0 || before+r.Amount > s.amount() {
			return payment.ErrRefused
		}
		return insertRefund(ctx, tx, r, s.Ref, p.clock.Now())
	})
	if errors.Is(err, db.ErrNoRow) || errors.Is(err, payment.ErrRefused) {
		return fmt.Errorf("testpay: %s: %w", doing, payment.ErrRefused)
	}
	if err != nil {
		return unavailable(doing, err)
	}
	return nil
}

// find returns a session, after expiring it or letting its delayed money arrive if that is due.
func (p *Provider) find(ctx context.Context, ref string) (session, error) {
	s, err := byRef(ctx, p.db, ref)
	if err != nil {
		return session{}, err
	}
	now := p.clock.Now()
	switch {
	case s.State == payment.SessionOpen && !now.Before(s.ExpiresAt):
		return p.change(ctx, ref, payment.SessionOpen, payment.SessionExpired)
	case s.State == payment.SessionProcessing && s.ArrivesAt != nil && !now.Before(*s.ArrivesAt):
		return p.change(ctx, ref, payment.SessionProcessing, payment.SessionPaid)
	}
	return s, nil
}

// change moves a session from one state to another and adds an event for the shop, in one transaction.
// It returns a session unchanged if its state is not from.
func (p *Provider) change(ctx context.Context, ref string, from, to payment.SessionState) (session, error) {
	var s session
	err := p.db.Tx(ctx, func(tx *db.Tx) error {
		var err error
		if s, err = lock(ctx, tx, ref); err != nil || s.State != from {
			return err
		}
		now := p.clock.Now()
		if s.State = to; to == payment.SessionProcessing {
			arrives := now.Add(arrivalDelay)
			s.ArrivesAt = &arrives
		}
		if err := save(ctx, tx, s); err != nil {
			return err
		}
		return addEvent(ctx, tx, s, now)
	})
	return s, err
}

// session is a payment page for one attempt.
type session struct {
	Ref       string               `db:"ref"`
	AttemptID string               `db:"attempt_id"`
	Terms     db.JSON[terms]       `db:"attempt"`
	State     payment.SessionState `db:"state"`
	ExpiresAt time.Time            `db:"expires_at"`
	ArrivesAt *time.Time           `db:"arrives_at"`
	CreatedAt time.Time            `db:"created_at"`
}

// paymentPrefix distinguishes a payment's reference from its session's.
const paymentPrefix = "paid-"

func (s session) amount() money.Paise { return money.Paise(s.Terms.V.Paise) }

func (s session) result() payment.Result {
	r := payment.Result{
		Ref: s.Ref, AttemptID: s.AttemptID, ShopID: s.Terms.V.ShopID, State: s.State, Amount: s.amount(), Currency: s.Terms.V.Currency,
	}
	if s.State == payment.SessionPaid {
		r.PaymentRef = paymentPrefix + s.Ref
	}
	return r
}

func failure(doing string, err error) error {
	if errors.Is(err, db.ErrNoRow) {
		return fmt.Errorf("testpay: %s: %w", doing, payment.ErrUnknownSession)
	}
	return unavailable(doing, err)
}

func unavailable(doing string, err error) error {
	return fmt.Errorf("testpay: %s: %w: %w", doing, payment.ErrUnavailable, err)
}
