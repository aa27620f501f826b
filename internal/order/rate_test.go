package order_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"kirana/internal/audit"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/limit"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/payment"
	"kirana/internal/shoptest"
)

// newLimitedShop returns a shop with rate limits, but without the limits on open cash orders.
func newLimitedShop(d *db.DB) *shop {
	s := newShop(d)
	s.limits = limit.New(d, s.clock)
	s.start(payment.Config{})
	s.orders.Unlimited = true
	return s
}

// from returns the context of a request from a network address.
func from(ctx context.Context, address string) context.Context {
	return audit.WithActor(ctx, audit.Actor{Address: address})
}

func TestPlace_limitsAnAccountToTwentyOrdersAnHour(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newLimitedShop(d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(10), Stock: 100})
		ravi, asha := s.shopper(t), s.shopper(t)
		dalOnly := ravi.wants(order.Item{ProductID: dal, Quantity: 1})
		for i := range 20 {
			if _, err := s.orders.Place(t.Context(), ravi.id, fmt.Sprint("key ", i), dalOnly); err != nil {
				t.Fatalf("checkout %d: %v", i+1, err)
			}
			s.clock.Advance(time.Minute)
		}
		_, err := s.orders.Place(t.Context(), ravi.id, "", dalOnly)
		refused(t, err, fault.TooMany, "You have ordered many times within an hour. Please try again in 40 minutes.")
		if fault.Of(err).RetryAfter != 40*60+1 {
			t.Errorf("RetryAfter = %d s, want %d", fault.Of(err).RetryAfter, 40*60+1)
		}
		if left := shoptest.Stock(t, d, dal); left != 80 {
			t.Errorf("%d are in stock: what is refused takes nothing, want 80", left)
		}
		if _, err := s.orders.Place(t.Context(), ravi.id, "key 19", dalOnly); err != nil {
			t.Errorf("a repeated key at the limit: %v, want its receipt", err)
		}
		asha.orders(t, order.Item{ProductID: dal, Quantity: 1})
		s.clock.Advance(41 * time.Minute)
		ravi.orders(t, order.Item{ProductID: dal, Quantity: 1})
	})
}

func TestPlace_limitsOrdersOfNewCustomersFromOneNetwork(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newLimitedShop(d)
		k := s.desk(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(10), Stock: 1000})
		item := order.Item{ProductID: dal, Quantity: 1}
		known := s.shopper(t)
		k.moves(t, known.orders(t, item)[0].OrderID, order.StageNew, order.StageDone)
		town := from(t.Context(), "2001:db8:1:2::7")
		place := func(ctx context.Context, p *shopper) error {
			_, err := s.orders.Place(ctx, p.id, "", p.wants(item))
			return err
		}
		var stranger *shopper
		for i := range 300 {
			if i%20 == 0 {
				stranger = s.shopper(t)
			}
			if err := place(town, stranger); err != nil {
				t.Fatalf("checkout %d: %v", i+1, err)
			}
		}
		neighbor := from(t.Context(), "2001:db8:1:2::8")
		stranger = s.shopper(t)
		refused(t, place(neighbor, stranger), fault.TooMany, "Many new customers have ordered from your network within an hour. Please try again in 60 minutes.")
		if err := place(neighbor, known); err != nil {
			t.Errorf("an order by a customer who had one delivered: %v", err)
		}
		if err := place(from(t.Context(), "203.0.113.9"), stranger); err != nil {
			t.Errorf("an order from another network: %v", err)
		}
	})
}

func TestEdit_isLimitedToThirtyAnHourForAnAccount(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newLimitedShop(d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(10), Stock: 100})
		ravi := s.shopper(t)
		line := ravi.orders(t, order.Item{ProductID: dal, Quantity: 1})[0]
		actor := order.Actor{Kind: order.ByShopper, UserID: ravi.id}
		edit := func(version int) error {
			quantity := 1 + version%2
			rows := []order.Pack{{LineID: line.ID, Quantity: quantity}}
			total := money.Rupees(int64(10 * quantity))
			return s.orders.Edit(t.Context(), actor, "", line.OrderID, order.Edit{Version: version, Lines: rows, Total: &total})
		}
		for version := 1; version <= 30; version++ {
			must(t, edit(version))
		}
		const tooMany = "You have changed your orders many times within an hour. Please try again in 60 minutes."
		name := func() error {
			return s.orders.SetBuyer(t.Context(), actor, line.OrderID, order.Buyer{Name: "Tara Caterers"})
		}
		refused(t, edit(31), fault.TooMany, tooMany)
		refused(t, name(), fault.TooMany, tooMany)
		s.clock.Advance(time.Hour)
		must(t, edit(31))
		must(t, name())
	})
}
