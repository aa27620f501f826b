package order_test

import (
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"testing"
	"time"

	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/order"
	"kirana/internal/payment"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/paymenttest"
)

// interleavings is the number of runs on each database, spread over the providers.
var interleavings = shoptest.Rounds(60, 1000)

// chaos performs random actions of shoppers, banks, administrator, network and machine in one shop,
// drawn from a seed.
type chaos struct {
	*paymentShop

	t      *testing.T
	draw   *rand.Rand
	people []*shopper
	goods  []string
	broken bool
	old    int      // number of sessions of earlier seeds
	forced []string // sessions in which a bank took money by mistake

	mu   sync.Mutex
	left int // the next kill is at the left-th failpoint from now; 0: no kill
}

// To repeat TestInterleavings_loseNoOrderMoneyOrStock with one seed, name the seed: -run
// 'TestInterleavings.*/bank/sqlite/17$'.
func TestInterleavings_loseNoOrderMoneyOrStock(t *testing.T) {
	t.Parallel()
	providers := []string{"bank", "stripe", "testpay"}
	paymenttest.EachProvider(t, func(t *testing.T, open func(testing.TB, *db.DB, clock.Clock) paymenttest.ProviderHarness) {
		shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
			s := newPaymentShop(t, d, open)
			for seed := range interleavings {
				if providers[seed%len(providers)] == s.Provider().Name() {
					t.Run(strconv.Itoa(seed), func(t *testing.T) { s.interleave(t, uint64(seed)) }) //nolint:paralleltest // one shop for all seeds
				}
			}
			s.assertNoSecrets(t)
		})
	})
}

func (s *paymentShop) interleave(t *testing.T, seed uint64) {
	c := &chaos{paymentShop: s, t: t, draw: rand.New(rand.NewPCG(seed, 2026))}
	for range 2 {
		c.people = append(c.people, s.shopper(t))
		c.goods = append(c.goods, shoptest.AddProduct(t, s.db, shoptest.Product{Stock: 3 + c.draw.IntN(6)}))
	}
	s.config.StartTimeout = 200 * time.Millisecond // for starts interrupted by a kill
	c.old = len(s.Sessions())
	s.failAt(c.pass)
	for range 25 {
		steps := []func(){c.step()}
		for c.draw.IntN(5) == 0 {
			steps = append(steps, c.step())
		}
		if c.draw.IntN(6) == 0 {
			c.left = 1 + c.draw.IntN(20)
		}
		atOnce(len(steps), func(i int) error {
			runUntilKilled(steps[i])
			return nil
		})
		c.left = 0
		s.clock.Advance(time.Duration(c.draw.IntN(40)) * time.Second)
		if c.draw.IntN(25) == 0 {
			s.clock.Advance(31 * time.Minute)
		}
	}
	// In the end the provider works, the delayed payments are decided, and no caller acts again.
	s.Heal()
	s.failAt(nil)
	for _, ref := range s.Sessions()[c.old:] {
		if c.draw.IntN(2) == 0 {
			_ = s.CompleteDelayedPayment(ref)
		} else {
			_ = s.FailDelayedPayment(ref)
		}
	}
	s.sweepFor(t, 2*time.Minute)
	s.clock.Advance(40 * time.Minute)
	for _, ref := range c.forced {
		// An expired session is not polled: only an event can report a late payment.
		if result, err := s.Provider().Fetch(t.Context(), ref); err == nil && result.State == payment.SessionPaid {
			s.deliver(t, theBank(t, s).SignEvent(ref, payment.SessionPaid)).Expect(t, 200, "")
		}
	}
	s.sweepFor(t, 2*time.Minute)
	s.assertSettled(t)
	s.assertInvariants(t, c.goods...)
	if n, err := s.payments.SweepDue(t.Context()); n != 0 || err != nil {
		t.Errorf("%d payments are still due, %v, want 0", n, err)
	}
}

// pass counts the failpoints down and kills the program at the last one.
func (c *chaos) pass(string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.left == 0 {
		return
	}
	if c.left--; c.left == 0 {
		panic(killed{})
	}
}

// recent returns a random one of the last four elements; there is false if there are none.
func recent[T any](draw *rand.Rand, from []T) (element T, there bool) {
	if len(from) == 0 {
		return element, false
	}
	return from[len(from)-1-draw.IntN(min(4, len(from)))], true
}

// step returns the next random action. It reads the state that the action needs before the action
// runs.
func (c *chaos) step() func() {
	person := c.people[c.draw.IntN(len(c.people))]
	ref, opened := recent(c.draw, c.Sessions()[c.old:])
	rows, err := db.All[struct {
		ID      string `db:"id"`
		OrderID string `db:"checkout_id"`
	}](c.t.Context(), c.db, `SELECT id, checkout_id FROM orders WHERE user_id = $1 ORDER BY id`, person.id)
	must(c.t, err)
	row, ordered := recent(c.draw, rows)
	to := []order.Delivery{order.Canceled, order.Canceled, order.Pending, order.Delivered}[c.draw.IntN(4)]
	ctx := c.t.Context()
	switch n := c.draw.IntN(24); {
	case n < 5 || !ordered || !opened:
		return c.order(person, c.draw.IntN(8) == 0)
	case n < 10:
		return func() { _ = c.Pay(ref) }
	case n < 11:
		return func() { _ = c.StartDelayedPayment(ref) }
	case n < 12:
		return func() { _ = c.CompleteDelayedPayment(ref) }
	case n < 13:
		return c.bankMistake(ref)
	case n < 17:
		e, there := recent(c.draw, c.Events())
		if !there {
			return func() {}
		}
		return c.delivery(e)
	case n < 18:
		return func() { c.checkStatus(c.payments.Sync(ctx, person.id, row.OrderID)) }
	case n < 19:
		return func() { c.checkStatus(c.payments.Cancel(ctx, person.id, row.OrderID)) }
	case n < 20:
		return func() {
			_, err := c.orders.SetDelivery(ctx, c.asha, row.ID, to)
			c.logRefusal(err)
		}
	case n < 21:
		return func() {
			_, err := c.orders.Refund(ctx, c.asha, row.ID)
			c.logRefusal(err)
		}
	case n < 22:
		return func() {
			_, err := c.payments.SweepDue(ctx)
			c.logRefusal(err)
		}
	}
	return c.toggleFault()
}

// bankMistake makes a bank refuse a payment finally, take money in an expired session, or report a
// payment that never happened.
func (c *chaos) bankMistake(ref string) func() {
	b, ok := c.ProviderHarness.(*paymenttest.Bank)
	if !ok {
		return func() { _ = c.FailDelayedPayment(ref) }
	}
	switch c.draw.IntN(3) {
	case 0:
		return func() { _ = b.FailDelayedPayment(ref) }
	case 1:
		c.forced = append(c.forced, ref)
		return func() { b.Force(ref, payment.SessionPaid) }
	}
	wrong := []func(*payment.Result){
		func(r *payment.Result) { r.Amount++ },
		func(r *payment.Result) { r.Currency = "USD" },
		func(r *payment.Result) { r.ShopID = "another" },
		func(r *payment.Result) { r.AttemptID = "another" },
	}[c.draw.IntN(4)]
	return func() { b.SignEvent(ref, payment.SessionPaid, wrong) }
}

// delivery delivers an event once or repeatedly, or with a wrong or old signature, which the shop
// must refuse.
func (c *chaos) delivery(e paymenttest.Event) func() {
	times, kind := 1+c.draw.IntN(3), c.draw.IntN(12)
	return func() {
		now := c.clock.Now()
		headers := []http.Header{{}, c.Forge(e.Raw, now), e.Sign(now.Add(-301 * time.Second)), e.Sign(now.Add(24 * time.Hour))}
		if kind < len(headers) {
			if err := c.payments.HandleWebhook(c.t.Context(), c.Provider().Name(), headers[kind], e.Raw); !fault.Is(err, fault.Invalid) {
				c.t.Errorf("HandleWebhook() of an event with a wrong signature (%d) = %v, want it invalid", kind, err)
			}
			return
		}
		for range times {
			c.logRefusal(c.payments.HandleWebhook(c.t.Context(), c.Provider().Name(), e.Sign(now), e.Raw))
		}
	}
}

// toggleFault breaks the provider, or repairs it.
func (c *chaos) toggleFault() func() {
	c.broken = !c.broken
	if !c.broken {
		return c.Heal
	}
	f := []paymenttest.Fault{paymenttest.ServerError, paymenttest.Declined, paymenttest.TooMany, paymenttest.Garbage, paymenttest.LostResponse, paymenttest.ScriptURL}[c.draw.IntN(6)]
	return func() { c.Break(f) }
}

// order makes the person order their cart or a new item.
func (c *chaos) order(person *shopper, inCash bool) func() {
	lines, err := c.carts.Lines(c.t.Context(), person.id)
	if err != nil {
		c.t.Fatal(err)
	}
	var items []order.Item
	for _, line := range lines {
		items = append(items, order.Item{LineID: line.ID, ProductID: line.ProductID, Quantity: line.Quantity})
	}
	if len(items) == 0 {
		product := c.goods[c.draw.IntN(len(c.goods))]
		if shoptest.Stock(c.t, c.db, product) == 0 {
			return func() {}
		}
		items = append(items, person.addToCart(c.t, product, 1))
	} else {
		items = items[c.draw.IntN(len(items)):]
	}
	key := ""
	if c.draw.IntN(2) == 0 {
		key = "press " + strconv.Itoa(c.draw.IntN(3))
	}
	request := person.wants(items...)
	if inCash {
		return func() {
			_, err := c.orders.Place(c.t.Context(), person.id, "", request)
			c.logRefusal(err)
		}
	}
	return func() {
		_, err := c.orders.Pay(c.t.Context(), person.id, key, request)
		c.logRefusal(err)
	}
}

// logRefusal fails the test for an internal error, and logs refusals.
func (c *chaos) logRefusal(err error) {
	requireRefusal(c.t, err)
	if err != nil {
		_, _ = c.log.Write([]byte(err.Error() + "\n"))
	}
}

func (c *chaos) checkStatus(_ payment.OrderStatus, err error) { c.logRefusal(err) }
