package order_test

import (
	"bytes"
	"context"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/order"
	"kirana/internal/payment"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/paymenttest"
)

// killer simulates a crash at the failpoint number at, counted from 1. passed lists the failpoints that
// were passed.
type killer struct {
	mu     sync.Mutex
	at     int
	passed []string
}

// killed is the panic value of a simulated crash.
type killed struct{}

func (k *killer) pass(point string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.passed = append(k.passed, point)
	if len(k.passed) == k.at {
		panic(killed{})
	}
}

// runUntilKilled runs a step of the program, and reports whether it ended without a simulated crash.
func runUntilKilled(step func()) (alive bool) {
	defer func() {
		if failure := recover(); failure != nil {
			if _, ours := failure.(killed); !ours {
				panic(failure)
			}
			alive = false
		}
	}()
	step()
	return true
}

// story makes the calls of one order, from placing to its end. A call that crashes is not repeated; the
// calls after it are made all the same.
type story func(t testing.TB, s *paymentShop, ravi *shopper, item order.Item)

// requireRefusal fails the test if err is not nil and not a fault, so it has no message for people.
func requireRefusal(t testing.TB, err error) {
	t.Helper()
	if err != nil && fault.Of(err) == nil {
		t.Errorf("the call failed with %v, want nil or a refusal", err)
	}
}

func tryToPay(t testing.TB, s *paymentShop, p *shopper, item order.Item) {
	t.Helper()
	runUntilKilled(func() {
		_, err := s.orders.Pay(t.Context(), p.id, "", p.wants(item))
		requireRefusal(t, err)
	})
}

func deliverAll(t testing.TB, s *paymentShop) {
	t.Helper()
	for _, e := range s.Events() {
		runUntilKilled(func() {
			requireRefusal(t, s.payments.HandleWebhook(t.Context(), s.Provider().Name(), e.Sign(s.clock.Now()), e.Raw))
		})
	}
}

func forEachLine(t testing.TB, p *shopper, do func(ctx context.Context, line order.LineView) error) {
	t.Helper()
	for _, line := range p.mine(t) {
		runUntilKilled(func() { requireRefusal(t, do(t.Context(), line)) })
	}
}

var stories = map[string]story{
	"paid by an event, canceled and refunded": func(t testing.TB, s *paymentShop, ravi *shopper, item order.Item) {
		tryToPay(t, s, ravi, item)
		for _, ref := range s.Sessions() {
			_ = s.Pay(ref)
		}
		deliverAll(t, s)
		forEachLine(t, ravi, func(ctx context.Context, line order.LineView) error {
			_, err := s.orders.SetDelivery(ctx, s.asha, line.ID, order.Canceled)
			return err
		})
		forEachLine(t, ravi, func(ctx context.Context, line order.LineView) error {
			_, err := s.orders.Refund(ctx, s.asha, line.ID)
			return err
		})
	},
	"canceled on the cancel page, then placed for cash": func(t testing.TB, s *paymentShop, ravi *shopper, item order.Item) {
		tryToPay(t, s, ravi, item)
		s.clock.Advance(time.Minute)
		forEachLine(t, ravi, func(ctx context.Context, line order.LineView) error {
			_, err := s.payments.Cancel(ctx, ravi.id, line.OrderID)
			return err
		})
		runUntilKilled(func() {
			_, err := s.orders.Place(t.Context(), ravi.id, "", ravi.wants(item))
			requireRefusal(t, err)
		})
	},
	"started twice, paid and polled by the page": func(t testing.TB, s *paymentShop, ravi *shopper, item order.Item) {
		tryToPay(t, s, ravi, item)
		s.clock.Advance(time.Minute)
		tryToPay(t, s, ravi, item)
		for _, ref := range s.Sessions() {
			_ = s.Pay(ref)
		}
		forEachLine(t, ravi, func(ctx context.Context, line order.LineView) error {
			_, err := s.payments.Sync(ctx, ravi.id, line.OrderID)
			return err
		})
	},
	"start response lost, then paid": func(t testing.TB, s *paymentShop, ravi *shopper, item order.Item) {
		s.Break(paymenttest.LostResponse)
		tryToPay(t, s, ravi, item)
		s.Heal()
		for _, ref := range s.Sessions() {
			_ = s.Pay(ref)
		}
		deliverAll(t, s)
	},
	"paid twice, then refunded by the shop": func(t testing.TB, s *paymentShop, ravi *shopper, item order.Item) {
		sessionCount := len(s.Sessions())
		tryToPay(t, s, ravi, item)
		s.clock.Advance(time.Minute)
		tryToPay(t, s, ravi, item)
		for _, ref := range s.Sessions()[sessionCount:] {
			theBank(t, s).Force(ref, payment.SessionPaid)
		}
		// A provider sends an event again if it gets no response.
		deliverAll(t, s)
		deliverAll(t, s)
		runUntilKilled(func() {
			_, err := s.payments.SweepDue(t.Context())
			requireRefusal(t, err)
		})
	},
	"wrong amount in an event, which the provider denies, then paid": func(t testing.TB, s *paymentShop, ravi *shopper, item order.Item) {
		sessionCount := len(s.Sessions())
		tryToPay(t, s, ravi, item)
		for _, ref := range s.Sessions()[sessionCount:] {
			theBank(t, s).SignEvent(ref, payment.SessionPaid, func(r *payment.Result) { r.Amount++ })
		}
		deliverAll(t, s)
		for _, ref := range s.Sessions()[sessionCount:] {
			_ = s.Pay(ref)
		}
		deliverAll(t, s)
	},
	"start response lost, then ended by the sweeper": func(t testing.TB, s *paymentShop, ravi *shopper, item order.Item) {
		s.Break(paymenttest.LostResponse)
		tryToPay(t, s, ravi, item)
		s.Heal()
		s.clock.Advance(time.Minute)
		for range 2 {
			runUntilKilled(func() {
				_, err := s.payments.SweepDue(t.Context())
				requireRefusal(t, err)
			})
		}
	},
	"delayed payment refused, then swept": func(t testing.TB, s *paymentShop, ravi *shopper, item order.Item) {
		tryToPay(t, s, ravi, item)
		for _, ref := range s.Sessions() {
			_ = s.StartDelayedPayment(ref)
		}
		deliverAll(t, s)
		for _, ref := range s.Sessions() {
			_ = s.FailDelayedPayment(ref)
		}
		s.clock.Advance(time.Minute)
		for range 3 {
			runUntilKilled(func() {
				_, err := s.payments.SweepDue(t.Context())
				requireRefusal(t, err)
			})
		}
	},
}

// points returns the names of all failpoints, as found in the source of package payment.
func points(t testing.TB) map[string]bool {
	t.Helper()
	files, err := filepath.Glob("../payment/*.go")
	must(t, err)
	found := map[string]bool{}
	for _, name := range files {
		source, err := os.ReadFile(name)
		must(t, err)
		for _, point := range regexp.MustCompile(`s\.failpoint\("([^"]*)"\)`).FindAllSubmatch(source, -1) {
			found[string(point[1])] = true
		}
	}
	return found
}

func TestKilled_atAnyFailpointNothingIsLost(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	missed := points(t)
	if len(missed) < 10 {
		t.Errorf("the program was killed at %d points, want at least 10", len(missed))
	}
	t.Cleanup(func() {
		if len(missed) > 0 {
			t.Errorf("the program was never killed at %v", slices.Sorted(maps.Keys(missed)))
		}
	})
	for name, run := range stories {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
				s := newPaymentShop(t, d, bank)
				for at := 1; ; at++ {
					ravi := s.shopper(t)
					dal := shoptest.AddProduct(t, d, shoptest.Product{Stock: 7})
					item := ravi.addToCart(t, dal, 2)
					k := &killer{at: at}
					s.failAt(k.pass)
					// when the program is killed at this failpoint
					run(t, s, ravi, item)
					// and restarted, and no caller repeats a call
					s.failAt(nil)
					s.sweepFor(t, 3*time.Minute)
					s.assertInvariants(t, dal)
					s.sweepFor(t, 35*time.Minute)
					s.assertSettled(t)
					s.assertInvariants(t, dal)
					if t.Failed() {
						t.Fatalf("failed when killed at %d, after %v", at, k.passed)
					}
					if at > len(k.passed) {
						return
					}
					mu.Lock()
					delete(missed, k.passed[at-1])
					mu.Unlock()
				}
			})
		})
	}
}

func TestKilled_whileStartingIsResumedByTheSameKey(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		for i, point := range []string{"start: attempt committed", "start: session created", "start: session stored"} {
			ravi := s.shopper(t)
			dal := shoptest.AddProduct(t, d, shoptest.Product{Stock: 7})
			request, key := ravi.wants(ravi.addToCart(t, dal, 2)), "press "+strconv.Itoa(i)
			s.failAt(func(p string) {
				if p == point {
					panic(killed{})
				}
			})
			if runUntilKilled(func() { _, _ = s.orders.Pay(t.Context(), ravi.id, key, request) }) {
				t.Fatalf("the call did not reach %s", point)
			}
			s.failAt(nil)
			s.clock.Advance(31 * time.Second)
			first, err := s.orders.Pay(t.Context(), ravi.id, key, request)
			must(t, err)
			again, err := s.orders.Pay(t.Context(), ravi.id, key, request)
			must(t, err)
			if first.URL == "" || first.URL != again.URL || !bytes.Equal(first.Lines, again.Lines) || len(ravi.mine(t)) != 1 {
				t.Errorf("killed at %s the retries return %+v and %+v, want one payment with a URL", point, first, again)
			}
			must(t, s.Pay(slices.Max(s.Sessions())))
			s.sweepFor(t, time.Minute)
			s.expectStatus(t, startedPayment{first, ""}, "PAID/PENDING")
			s.assertInvariants(t, dal)
		}
	})
}
