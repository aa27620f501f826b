package payment_test

import (
	"context"
	"log/slog"
	"sync"
	"testing"
	"time"

	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/id"
	"kirana/internal/money"
	"kirana/internal/payment"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/paymenttest"
)

const (
	shopID = "theshop"
	amount = money.Paise(18000)
)

// shop is a payment service with one provider, a paymenttest.Bank.
type shop struct {
	*payment.Service

	db      *db.DB
	clock   *clock.Manual
	bank    *paymenttest.Bank
	ledger  *ledger
	shopper string
	reached func(point string) // called at each failpoint, unless nil
}

func newShop(t *testing.T, d *db.DB) *shop {
	t.Helper()
	c := shoptest.Clock()
	return newShopAt(t, d, c, c)
}

// newShopAt returns a shop whose bank has its own clock.
func newShopAt(t *testing.T, d *db.DB, own, bank *clock.Manual) *shop {
	t.Helper()
	s := &shop{db: d, clock: own, ledger: &ledger{}, shopper: shoptest.AddShopper(t, d)}
	s.bank = paymenttest.NewBank("bank", bank)
	s.Service = payment.New(d, s.clock, s.ledger, payment.Config{
		Providers: payment.RegisterWithTimeout(paymenttest.CallTimeout, s.bank.Provider()),
		ShopID:    shopID, PublicURL: "http://shop.test", Log: slog.New(slog.DiscardHandler), LimitStarts: true, StartTimeout: 150 * time.Millisecond,
		Failpoint: func(point string) {
			if s.reached != nil {
				s.reached(point)
			}
		},
	})
	return s
}

// onFirst calls do when the failpoint is first reached.
func (s *shop) onFirst(at string, do func()) {
	s.reached = func(point string) {
		if point == at {
			s.reached = nil
			do()
		}
	}
}

// each runs a test on both databases.
func each(t *testing.T, test func(t *testing.T, s *shop)) {
	t.Helper()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) { test(t, newShop(t, d)) })
}

// ledger is a payment.Ledger without orders. It records the outcomes of payments and refunds.
type ledger struct {
	mu        sync.Mutex
	outcomes  []payment.Outcome
	refunds   []payment.RefundOutcome
	duplicate bool // returned for each outcome
}

func (*ledger) Lines(context.Context, db.Querier, string) ([]payment.Line, error) { return nil, nil }

func (*ledger) Status(context.Context, db.Querier, string) (payment.Status, error) {
	return payment.Pending, nil
}

func (*ledger) Lock(context.Context, *db.Tx, string) error { return nil }

func (l *ledger) ApplyOutcome(_ context.Context, _ *db.Tx, o payment.Outcome) (bool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.outcomes = append(l.outcomes, o)
	return l.duplicate, nil
}

func (l *ledger) ApplyRefund(_ context.Context, _ *db.Tx, o payment.RefundOutcome) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.refunds = append(l.refunds, o)
	return nil
}

// expectOutcomes fails the test unless the ledger got outcomes with these statuses, in this order. ""
// is an outcome that only sets a flag.
func (s *shop) expectOutcomes(t *testing.T, want ...payment.Status) {
	t.Helper()
	if len(s.ledger.outcomes) != len(want) {
		t.Fatalf("the orders' payment was set by %+v, want %v", s.ledger.outcomes, want)
	}
	for i, o := range s.ledger.outcomes {
		if o.Status != want[i] {
			t.Errorf("the orders' payment became %q, want %q", o.Status, want[i])
		}
	}
}

// create stores an attempt without starting its session.
func (s *shop) create(t *testing.T) (a payment.Attempt) {
	t.Helper()
	orderID := id.New()
	err := s.db.Tx(t.Context(), func(tx *db.Tx) error {
		err := db.Exec(t.Context(), tx, `INSERT INTO checkouts (id, user_id, payment_method, total, created_at) VALUES ($1, $2, 'ONLINE', $3, $4)`,
			orderID, s.shopper, amount, s.clock.Now())
		if err == nil {
			a, err = s.CreateAttempt(t.Context(), tx, payment.NewAttempt{OrderID: orderID, UserID: s.shopper, Amount: amount, CartHash: "cart"})
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// start creates an attempt and its session.
func (s *shop) start(t *testing.T) (a payment.Attempt, ref string) {
	t.Helper()
	a, err := s.Start(t.Context(), s.create(t).ID)
	if err != nil {
		t.Fatal(err)
	}
	return a, *a.Ref
}

// paid returns a paid attempt. It drops the outcomes recorded so far.
func (s *shop) paid(t *testing.T) payment.Attempt {
	t.Helper()
	a, ref := s.start(t)
	if err := s.bank.Pay(ref); err != nil {
		t.Fatal(err)
	}
	s.sync(t, a)
	s.ledger.outcomes = nil
	return s.read(t, a)
}

func (s *shop) sync(t *testing.T, a payment.Attempt) payment.OrderStatus {
	t.Helper()
	status, err := s.Sync(t.Context(), s.shopper, a.OrderID)
	if err != nil {
		t.Fatal(err)
	}
	return status
}

// read returns an attempt as stored.
func (s *shop) read(t *testing.T, a payment.Attempt) payment.Attempt {
	t.Helper()
	a, err := db.Get[payment.Attempt](t.Context(), s.db, `SELECT id, checkout_id, user_id, state, processing, ref, url, payment_ref, taken, due_at, tries FROM payment_attempts WHERE id = $1`, a.ID)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func (s *shop) exec(t *testing.T, statement string, args ...any) {
	t.Helper()
	err := s.db.Tx(t.Context(), func(tx *db.Tx) error {
		return db.Exec(t.Context(), tx, statement, args...)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// sweep handles all attempts and refunds that are due, and returns their number.
func (s *shop) sweep(t *testing.T) int {
	t.Helper()
	n, err := s.SweepDue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return n
}
