package order_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/idempotency"
	"kirana/internal/order"
	"kirana/internal/payment"
	"kirana/internal/shoptest"
)

const keyHeader = "Idempotency-Key"

func TestKey_returnsTheFirstResponseAgainByteForByte(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		ravi := s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Dal <b> & co", Stock: 50})
		pressed := body(ravi.wants(ravi.addToCart(t, dal, 2)))
		// when one client sends the same request twenty times at once
		replies := make([]shoptest.Response, 20)
		atOnce(len(replies), func(i int) error {
			replies[i] = shoptest.As(s, ravi.id).Request(t, "POST", "/order/cod", pressed, keyHeader, "press 1")
			return nil
		})
		// then one order is placed, and every response is the same
		for _, reply := range replies {
			reply.Expect(t, 200, "Order Successful")
			if !bytes.Equal(reply.Bytes, replies[0].Bytes) {
				t.Fatalf("responses differ:\n%s\n%s", reply.Bytes, replies[0].Bytes)
			}
		}
		if left := shoptest.Stock(t, d, dal); left != 48 || s.count(t, "orders") != 1 || s.count(t, "checkouts") != 1 {
			t.Errorf("the stock is %d with %d lines, want 48 and 1", left, s.count(t, "orders"))
		}
		// and also hours later, when order and product have changed and the request lists the items
		// in another form
		s.clock.Advance(23 * time.Hour)
		var rows []answeredLine
		replies[0].Decode(t, &rows)
		if _, err := s.orders.SetDelivery(t.Context(), "asha", rows[0].ID, order.Delivered); err != nil {
			t.Fatal(err)
		}
		shoptest.Unpublish(t, d, dal)
		respelled := strings.Replace(strings.Replace(pressed, `"quantity":2`, `"quantity":"2","price":1,"name":"x"`, 1), `:"`+dal+`"`, `:{"_id":"`+dal+`","price":1}`, 1)
		again := shoptest.As(s, ravi.id).Request(t, "POST", "/order/cod", respelled, keyHeader, "press 1").Expect(t, 200, "")
		if !bytes.Equal(again.Bytes, replies[0].Bytes) {
			t.Errorf("hours later the key returns\n%s\nwant\n%s", again.Bytes, replies[0].Bytes)
		}
	})
}

func TestKey_isForOneRequestOfOneShopper(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		ravi, meera := s.shopper(t), s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Stock: 50})
		item := order.Item{ProductID: dal, Quantity: 2}
		shoptest.As(s, ravi.id).Request(t, "POST", "/order/cod", body(ravi.wants(item)), keyHeader, "k").Expect(t, 200, "")
		item.Quantity = 3
		shoptest.As(s, ravi.id).Request(t, "POST", "/order/cod", body(ravi.wants(item)), keyHeader, "k").
			Expect(t, 409, "This Idempotency-Key was already used for a different order.")
		// An invalid request with a used key is refused like a different one: the first order
		// stays.
		for _, invalid := range []string{`{`, `{"list_items":[]}`, `{}`, strings.Replace(body(ravi.wants(item)), `"quantity":3`, `"quantity":-3`, 1)} {
			shoptest.As(s, ravi.id).Request(t, "POST", "/order/cod", invalid, keyHeader, "k").
				Expect(t, 409, "This Idempotency-Key was already used for a different order.")
			shoptest.As(s, ravi.id).Request(t, "POST", "/order/cod", invalid, keyHeader, "free").Expect(t, 400, "")
		}
		shoptest.As(s, meera.id).Request(t, "POST", "/order/cod", body(meera.wants(item)), keyHeader, "k").Expect(t, 200, "")
		// Keys of any bytes, up to 255 characters, are valid.
		for _, key := range []string{strings.Repeat("ü", 255), "\xff\xfe raw", strings.Repeat("k", 255)} {
			shoptest.As(s, ravi.id).Request(t, "POST", "/order/cod", body(ravi.wants(item)), keyHeader, key).Expect(t, 200, "")
		}
		shoptest.As(s, ravi.id).Request(t, "POST", "/order/cod", body(ravi.wants(item)), keyHeader, strings.Repeat("k", 256)).
			Expect(t, 400, "The Idempotency-Key can have at most 255 characters.")
		if left := shoptest.Stock(t, d, dal); left != 50-2-3-3*3 {
			t.Errorf("the stock is %d, want %d", left, 50-2-3-3*3)
		}
	})
}

func TestKey_isFreeAfterARefusedOrder(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		ravi := s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Stock: 1})
		item := ravi.addToCart(t, dal, 1)
		shoptest.Restock(t, d, dal, 0)
		pressed := body(ravi.wants(item))
		shoptest.As(s, ravi.id).Request(t, "POST", "/order/cod", pressed, keyHeader, "k").Expect(t, 409, "Toor Dal is out of stock.")
		if n := s.count(t, "idempotency_keys"); n != 0 {
			t.Errorf("%d keys are kept, want 0", n)
		}
		shoptest.Restock(t, d, dal, 5)
		shoptest.As(s, ravi.id).Request(t, "POST", "/order/cod", pressed, keyHeader, "k").Expect(t, 200, "Order Successful")
	})
}

func TestKey_isKeptForADay(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		ravi := s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Stock: 50})
		request := ravi.wants(order.Item{ProductID: dal, Quantity: 1})
		place := func(key string) {
			t.Helper()
			if _, err := s.orders.Place(t.Context(), ravi.id, key, request); err != nil {
				t.Fatal(err)
			}
		}
		place("old")
		s.clock.Advance(24*time.Hour - time.Microsecond)
		place("old")
		place("new")
		if n := s.count(t, "orders"); n != 2 {
			t.Fatalf("%d orders within a day, want 2", n)
		}
		// A day later the key is free again, whether swept or not.
		s.clock.Advance(time.Microsecond)
		place("old")
		place("old")
		if n := s.count(t, "orders"); n != 3 {
			t.Errorf("%d orders after a day, want 3", n)
		}
		s.clock.Advance(24*time.Hour - time.Microsecond)
		if err := idempotency.Sweep(t.Context(), d, s.clock.Now()); err != nil || s.count(t, "idempotency_keys") != 1 {
			t.Errorf("after sweeping %d keys are kept, %v, want 1", s.count(t, "idempotency_keys"), err)
		}
		place("old")
		if n := s.count(t, "orders"); n != 3 {
			t.Errorf("a key younger than a day was used for a second order after the sweep: %d orders, want 3", n)
		}
	})
}

func TestKey_isFreeAfterAPaymentThatEndedDuringItsStart(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		ravi := s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Stock: 7})
		request := ravi.wants(ravi.addToCart(t, dal, 2))
		// when the provider takes so long that the sweeper ends the payment
		s.failAt(func(point string) {
			if point == "start: session created" {
				s.sweepFor(t, time.Minute)
			}
		})
		_, err := s.orders.Pay(t.Context(), ravi.id, "one press", request)
		s.failAt(nil)
		refused(t, err, fault.Conflict, "This payment was ended, since another one was started for the same cart.")
		// then the same request starts a new payment
		_, err = s.orders.Pay(t.Context(), ravi.id, "one press", request)
		must(t, err)
		must(t, s.Pay(s.Sessions()[len(s.Sessions())-1]))
		s.deliver(t, s.lastEvent(t)).Expect(t, 200, "")
		if mine := ravi.mine(t); len(mine) != 1 || mine[0].PaymentStatus != payment.Paid {
			t.Errorf("my orders are %+v, want one, PAID", mine)
		}
		s.assertInvariants(t, dal)
	})
}
