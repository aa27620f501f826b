package order_test

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/order/list"
	"kirana/internal/payment"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/paymenttest"
)

func bank(_ testing.TB, _ *db.DB, c clock.Clock) paymenttest.ProviderHarness {
	return paymenttest.NewBank("bank", c)
}

const pay = "/order/onlinePayment"

func TestPay_reservesTheStockAndKeepsTheCartUntilItIsPaid(t *testing.T) {
	t.Parallel()
	eachPaymentShop(t, func(t *testing.T, s *paymentShop) {
		ravi := s.shopper(t)
		dal := shoptest.AddProduct(t, s.db, shoptest.Product{Price: 14950, Discount: 950, Stock: 7})
		rice := shoptest.AddProduct(t, s.db, shoptest.Product{Price: money.Rupees(200), Stock: 3})
		salt := shoptest.AddProduct(t, s.db, shoptest.Product{Stock: 3})
		items := []order.Item{ravi.addToCart(t, dal, 3), ravi.addToCart(t, rice, 1)}
		kept := ravi.addToCart(t, salt, 1)
		// when the shopper starts to pay
		reply := shoptest.As(s, ravi.id).Request(t, "POST", pay, paymentBody(ravi.wants(items...), 3*14000+20000)).Expect(t, 200, "")
		var response struct {
			URL  string
			Data struct {
				URL, CheckoutID string
				Orders          []answeredLine
			}
		}
		if err := json.Unmarshal(reply.Bytes, &response); err != nil {
			t.Fatal(err)
		}
		// then the response has the URL twice, the lines are pending, the stock is reserved, and
		// the cart is unchanged
		if !payment.SafeURL(response.URL, "http://shop.test") || response.Data.URL != response.URL {
			t.Errorf("the payment pages are %q and %q, want one safe URL", response.URL, response.Data.URL)
		}
		if rows := response.Data.Orders; len(rows) != 2 || rows[0].PaymentStatus != "PENDING" || rows[0].PaymentMethod != "ONLINE" || rows[0].DeliveryStatus != "PENDING" {
			t.Errorf("the lines are %+v, want two, ONLINE and PENDING", rows)
		}
		if shoptest.Stock(t, s.db, dal) != 4 || shoptest.Stock(t, s.db, rice) != 2 || len(ravi.cart(t)) != 3 {
			t.Error("the stock is not held, or the cart has changed")
		}
		// when the cart changes meanwhile, and the payment succeeds
		s.clock.Advance(time.Minute)
		if _, err := s.carts.SetQuantity(t.Context(), ravi.id, items[1].LineID, 2); err != nil {
			t.Fatal(err)
		}
		if err := s.Pay(s.Sessions()[0]); err != nil {
			t.Fatal(err)
		}
		s.deliver(t, s.lastEvent(t)).Expect(t, 200, "")
		// then the paid lines have left the cart, except the changed line, which has a new ID; the line
		// that was not ordered stays
		b := startedPayment{order.Redirect{OrderID: response.Data.CheckoutID}, ""}
		s.expectStatus(t, b, "PAID/PENDING PAID/PENDING")
		left := ravi.cart(t)
		if _, inCart := left[items[1].LineID]; inCart || len(left) != 2 || left[kept.LineID] != 1 {
			t.Errorf("the cart is %v, want one of %s kept and the paid lines removed", left, kept.LineID)
		}
		s.assertInvariants(t, dal, rice, salt)
	})
}

func TestCartLines_countThePiecesReservedByTheShoppersOpenPayment(t *testing.T) {
	t.Parallel()
	eachPaymentShop(t, func(t *testing.T, s *paymentShop) {
		ravi, meera := s.shopper(t), s.shopper(t)
		dal := shoptest.AddProduct(t, s.db, shoptest.Product{Price: money.Rupees(100), Stock: 3})
		item := ravi.addToCart(t, dal, 3)
		meera.addToCart(t, dal, 1)
		shoptest.As(s, ravi.id).Request(t, "POST", pay, paymentBody(ravi.wants(item), money.Rupees(300))).Expect(t, 200, "")
		for userID, want := range map[string]int{ravi.id: 3, meera.id: 0} {
			lines, err := s.carts.Lines(t.Context(), userID)
			if err != nil || len(lines) != 1 || lines[0].Product.Stock != 0 || lines[0].Reserved != want {
				t.Errorf("the cart of %s is %+v, %v, want one line out of stock, %d reserved", userID, lines, err, want)
			}
		}
	})
}

func TestCartLines_ofOneProductShareTheOpenPaymentsReservation(t *testing.T) {
	t.Parallel()
	eachPaymentShop(t, func(t *testing.T, s *paymentShop) {
		ravi := s.shopper(t)
		dal := shoptest.AddProduct(t, s.db, shoptest.Product{Price: money.Rupees(100), Stock: 5})
		item := ravi.addToCart(t, dal, 3)
		shoptest.As(s, ravi.id).Request(t, "POST", "/cart/create", `{"productId":"`+dal+`","quantity":2,"size":"M"}`).Expect(t, 200, "")
		shoptest.As(s, ravi.id).Request(t, "POST", pay, paymentBody(ravi.wants(item), money.Rupees(300))).Expect(t, 200, "")
		reserved := func() (pieces []int) {
			t.Helper()
			lines, err := s.carts.Lines(t.Context(), ravi.id)
			if err != nil {
				t.Fatal(err)
			}
			for _, line := range lines {
				pieces = append(pieces, line.Reserved)
			}
			return pieces
		}
		if diff := cmp.Diff([]int{3, 3}, reserved()); diff != "" {
			t.Errorf("reserved pieces with 2 left and 3 reserved (-want +got):\n%s", diff)
		}
		err := s.db.Tx(t.Context(), func(tx *db.Tx) error {
			return db.Exec(t.Context(), tx, `UPDATE products SET sold_out_until = $1 WHERE id = $2`, s.clock.Now().Add(24*time.Hour), dal)
		})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]int{0, 0}, reserved()); diff != "" {
			t.Errorf("reserved pieces of a product marked sold out (-want +got):\n%s", diff)
		}
	})
}

func TestPay_isUnavailableWithAReasonWithoutAProvider(t *testing.T) {
	t.Parallel()
	d := shoptest.SQLite(t)
	s := newShop(d)
	ravi := s.shopper(t)
	dal := shoptest.AddProduct(t, d, shoptest.Product{Stock: 7})
	const off = "Online payment is not available. Please choose cash on delivery."
	shoptest.As(s, ravi.id).Request(t, "POST", pay, body(ravi.wants(ravi.addToCart(t, dal, 1)))).Expect(t, 503, off)
	var options map[string]any
	shoptest.As(s, "").Request(t, "GET", "/payment/options", "").Expect(t, 200, "").Decode(t, &options)
	if options["online"] != false || options["reason"] != off {
		t.Errorf("the payment options are %v, want offline with the reason %q", options, off)
	}
	s.Handler = language.Handler(s.Handler, func(context.Context) []string { return []string{"hi"} })
	if shoptest.As(s, "").Request(t, "GET", "/payment/options", "").Expect(t, 200, "").Decode(t, &options); options["reason"] == off {
		t.Error("the reason is English in a shop in Hindi")
	}
	shoptest.As(s, "").Request(t, "POST", "/payment/stripe/webhook", "{}").Expect(t, 404, "")
	if shoptest.Stock(t, d, dal) != 7 || s.count(t, "orders") != 0 {
		t.Error("the refused order reserved stock")
	}
}

func TestPay_refusesTheSameOrdersAsCashOnDelivery(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		ravi, meera := s.shopper(t), s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Price: money.Rupees(90), Stock: 7})
		item, hers := ravi.addToCart(t, dal, 2), meera.addToCart(t, dal, 1)
		shoptest.Restock(t, d, dal, 1)
		refuse := func(r order.Request, status int, message string) {
			t.Helper()
			shoptest.As(s, ravi.id).Request(t, "POST", pay, paymentBody(r, money.Rupees(180))).Expect(t, status, message)
		}
		refuse(ravi.wants(), 400, "Your cart is empty")
		refuse(ravi.wants(item), 409, "Only 1 of Toor Dal left in stock.")
		shoptest.Restock(t, d, dal, 7)
		refuse(ravi.wants(hers), 409, "Your cart has changed. Please review it.")
		badRequest := ravi.wants(item)
		badRequest.TotalQty++
		refuse(badRequest, 400, "The total quantity does not match the items.")
		badRequest = ravi.wants(item)
		badRequest.AddressID = meera.addressID
		refuse(badRequest, 400, "Please select a delivery address")
		shoptest.Reprice(t, d, dal, money.Rupees(91))
		refuse(ravi.wants(item), 409, "Prices have changed. Please review your cart.")
		shoptest.As(s, "").Request(t, "POST", pay, "{").Expect(t, 401, "Authentication required")
		shoptest.As(s, s.asha).Request(t, "POST", pay, "{").Expect(t, 403, "Do not have Permission")
		if n := s.count(t, "orders") + s.count(t, "payment_attempts") + len(s.Sessions()); n != 0 || shoptest.Stock(t, d, dal) != 7 {
			t.Errorf("the refused orders left %d rows and a stock of %d, want none and 7", n, shoptest.Stock(t, d, dal))
		}
	})
}

func TestPay_leavesNothingReservedWhenTheProviderFails(t *testing.T) {
	t.Parallel()
	eachPaymentShop(t, func(t *testing.T, s *paymentShop) {
		ravi := s.shopper(t)
		dal := shoptest.AddProduct(t, s.db, shoptest.Product{Price: money.Rupees(90), Stock: 7})
		item := ravi.addToCart(t, dal, 2)
		pressed := paymentBody(ravi.wants(item), money.Rupees(180))
		for name, fault := range paymenttest.Faults() {
			s.Break(fault)
			reply := shoptest.As(s, ravi.id).Request(t, "POST", pay, pressed, keyHeader, "one press").Expect(t, 502, "Failed to redirect to payment.")
			s.assertSettled(t)
			if shoptest.Stock(t, s.db, dal) != 7 || ravi.cart(t)[item.LineID] != 2 {
				t.Errorf("%s: the stock is %d, the cart %v, want 7 and 2 pieces", name, shoptest.Stock(t, s.db, dal), ravi.cart(t))
			}
			// The client got no order, so no list shows one.
			all, counts, err := s.lists.ListLines(t.Context(), list.LineFilter{Page: 1, Limit: 5})
			if mine := ravi.mine(t); err != nil || len(mine)+len(all) != 0 || counts != (list.DeliveryCounts{}) {
				t.Errorf("%s: orders are listed: %v, %v, %v, %v, want none", name, mine, all, counts, err)
			}
			s.assertNoSecrets(t, string(reply.Bytes))
			s.Heal()
		}
		// A session created at the provider is ended, and the next order can be paid.
		s.sweepFor(t, 3*time.Minute)
		b := s.startPayment(t, ravi, item)
		if err := s.Pay(b.ref); err != nil {
			t.Fatal(err)
		}
		for _, ref := range s.Sessions() {
			if s.Pay(ref) == nil {
				t.Errorf("session %s, which nobody was sent to, can be paid", ref)
			}
		}
		s.sweepFor(t, 90*time.Second)
		s.expectStatus(t, b, "PAID/PENDING")
		s.assertInvariants(t, dal)
		s.assertSettled(t)
		s.assertNoSecrets(t)
	})
}

func TestPay_thatFailsKeepsLinesDeliveredMeanwhile(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		ravi := s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Stock: 7})
		item := ravi.addToCart(t, dal, 2)
		s.Break(paymenttest.ServerError)
		// when an administrator delivers before the provider fails
		s.failAt(func(point string) {
			if point == "start: session created" {
				_, err := s.orders.SetDelivery(t.Context(), s.asha, ravi.mine(t)[0].ID, order.Delivered)
				must(t, err)
			}
		})
		_, err := s.orders.Pay(t.Context(), ravi.id, "", ravi.wants(item))
		refused(t, err, fault.Upstream, "Failed to redirect to payment.")
		all, _, err := s.lists.ListLines(t.Context(), list.LineFilter{})
		if must(t, err); len(all) != 1 || all[0].PaymentStatus != payment.Failed || all[0].Flag != "It was delivered, but the payment never came." {
			t.Errorf("the administrator lists %+v, want one line, FAILED, flagged as delivered and not paid", all)
		}
		s.assertInvariants(t, dal)
	})
}

func TestPay_repeatedWithItsKeyMakesOnePayment(t *testing.T) {
	t.Parallel()
	eachPaymentShop(t, func(t *testing.T, s *paymentShop) {
		ravi := s.shopper(t)
		dal := shoptest.AddProduct(t, s.db, shoptest.Product{Name: "Dal <b> & co", Price: money.Rupees(90), Stock: 50})
		pressed := paymentBody(ravi.wants(ravi.addToCart(t, dal, 2)), money.Rupees(180))
		replies := make([]shoptest.Response, 20)
		atOnce(len(replies), func(i int) error {
			replies[i] = shoptest.As(s, ravi.id).Request(t, "POST", pay, pressed, keyHeader, "press 1")
			return nil
		})
		for _, reply := range replies {
			reply.Expect(t, 200, "")
			if !bytes.Equal(reply.Bytes, replies[0].Bytes) {
				t.Fatalf("responses differ:\n%s\n%s", reply.Bytes, replies[0].Bytes)
			}
		}
		if len(s.Sessions()) != 1 || s.count(t, "orders") != 1 || shoptest.Stock(t, s.db, dal) != 48 {
			t.Errorf("%d sessions, %d orders and a stock of %d, want 1, 1 and 48",
				len(s.Sessions()), s.count(t, "orders"), shoptest.Stock(t, s.db, dal))
		}
		// when the call is repeated after the payment
		if err := s.Pay(s.Sessions()[0]); err != nil {
			t.Fatal(err)
		}
		s.deliver(t, s.lastEvent(t))
		again := shoptest.As(s, ravi.id).Request(t, "POST", pay, pressed, keyHeader, "press 1").Expect(t, 200, "")
		if !bytes.Equal(again.Bytes, replies[0].Bytes) {
			t.Errorf("the same key returns later\n%s\nwant\n%s", again.Bytes, replies[0].Bytes)
		}
		shoptest.As(s, ravi.id).Request(t, "POST", "/order/cod", pressed, keyHeader, "press 1").Expect(t, 409, "")
		shoptest.As(s, ravi.id).Request(t, "POST", pay, `{"list_items":[]}`, keyHeader, "press 1").Expect(t, 409, "")
	})
}

func TestPay_replacesAnOpenPaymentForTheSameCart(t *testing.T) {
	t.Parallel()
	eachPaymentShop(t, func(t *testing.T, s *paymentShop) {
		ravi := s.shopper(t)
		dal := shoptest.AddProduct(t, s.db, shoptest.Product{Stock: 3})
		rice := shoptest.AddProduct(t, s.db, shoptest.Product{Stock: 3})
		item := ravi.addToCart(t, dal, 3)
		first := s.startPayment(t, ravi, item)
		// when the last pieces are ordered again, with another product
		second := s.startPayment(t, ravi, item, ravi.addToCart(t, rice, 1))
		s.expectStatus(t, first, "EXPIRED/CANCELED")
		s.expectStatus(t, second, "PENDING/PENDING PENDING/PENDING")
		if err := s.Pay(first.ref); err == nil {
			t.Error("the replaced session can be paid")
		}
		// and when they are then ordered for cash
		lines := ravi.orders(t, item)
		s.expectStatus(t, second, "EXPIRED/CANCELED EXPIRED/CANCELED")
		if lines[0].PaymentStatus != payment.CashOnDelivery || shoptest.Stock(t, s.db, dal) != 0 {
			t.Errorf("the lines are %+v, the stock %d, want COD and 0", lines, shoptest.Stock(t, s.db, dal))
		}
		s.assertInvariants(t, dal, rice)
		s.assertSettled(t)
	})
}

func TestPay_ofACartThatIsPaidMeanwhileIsRefused(t *testing.T) {
	t.Parallel()
	eachPaymentShop(t, func(t *testing.T, s *paymentShop) {
		ravi := s.shopper(t)
		dal := shoptest.AddProduct(t, s.db, shoptest.Product{Stock: 30})
		item := ravi.addToCart(t, dal, 3)
		first := s.startPayment(t, ravi, item)
		if err := s.Pay(first.ref); err != nil {
			t.Fatal(err)
		}
		// No event has arrived yet: ending the old session finds the payment.
		_, err := s.orders.Pay(t.Context(), ravi.id, "", ravi.wants(item))
		refused(t, err, fault.Conflict, "Your cart has changed. Please review it.")
		s.expectStatus(t, first, "PAID/PENDING")
		// A payment under way cannot be ended.
		secondCart := ravi.addToCart(t, dal, 2)
		second := s.startPayment(t, ravi, secondCart)
		if err := s.StartDelayedPayment(second.ref); err != nil {
			t.Fatal(err)
		}
		_, err = s.orders.Pay(t.Context(), ravi.id, "", ravi.wants(secondCart))
		refused(t, err, fault.Conflict, "A payment for this order is being processed. Please wait until it is done.")
		_, err = s.orders.Place(t.Context(), ravi.id, "", ravi.wants(secondCart))
		refused(t, err, fault.Conflict, "A payment for this order is being processed. Please wait until it is done.")
		s.assertInvariants(t, dal)
	})
}

func TestPay_isLimitedForEachShopper(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		s.config.LimitStarts = true
		s.start(s.config)
		ravi, meera := s.shopper(t), s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Stock: 500})
		press := func(p *shopper, quantity int) error {
			_, err := s.orders.Pay(t.Context(), p.id, "", p.wants(order.Item{ProductID: dal, Quantity: quantity}))
			return err
		}
		// At most three payments are open at once.
		for quantity := 1; quantity <= 3; quantity++ {
			if err := press(ravi, quantity); err != nil {
				t.Fatal(err)
			}
		}
		refused(t, press(ravi, 4), fault.Conflict, "You have 3 payments open. Please finish or cancel one of them first.")
		// The limit holds if eight are started at the same time.
		asha := s.shopper(t)
		started := 0
		for _, err := range atOnce(8, func(i int) error { return press(asha, i+1) }) {
			if err == nil {
				started++
				continue
			}
			refused(t, err, fault.Conflict, "You have 3 payments open. Please finish or cancel one of them first.")
		}
		if started != 3 {
			t.Errorf("%d of eight payments were started at once, want 3", started)
		}
		// A payment for the same goods replaces the open one, but ten in ten minutes are the most.
		for i := 4; i <= 10; i++ {
			if err := press(ravi, 1); err != nil {
				t.Fatalf("press %d: %v", i, err)
			}
			s.clock.Advance(time.Second)
		}
		err := press(ravi, 1)
		if f := fault.Of(err); f == nil || f.Kind != fault.TooMany || f.RetryAfter < 9*60 || f.RetryAfter > 10*60 {
			t.Errorf("the eleventh press: %v, want it refused for 9 to 10 minutes", err)
		}
		if err := press(meera, 1); err != nil {
			t.Errorf("a press by someone else: %v", err)
		}
		s.clock.Advance(10 * time.Minute)
		if err := press(ravi, 1); err != nil {
			t.Errorf("an order after the limit's window: %v", err)
		}
		s.assertInvariants(t, dal)
	})
}

// A shop with another provider (here paymenttest.Bank under another name) differs only in
// payment.Config.Providers: all other code uses providers through their interface.
func TestProviders_anotherProviderNeedsNoOtherCode(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		ravi := s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Stock: 20})
		piece := func(n int) order.Item { return order.Item{ProductID: dal, Quantity: n} }
		before := s.startPayment(t, ravi, piece(1))
		firstProvider := s.ProviderHarness
		// when another provider is registered for new payments
		cheque := paymenttest.NewBank("cheque", s.clock)
		s.useProviders(cheque.Provider(), firstProvider.Provider())
		s.ProviderHarness = cheque
		shoptest.As(s, "").Request(t, "POST", "/payment/cheque/webhook", "{}").Expect(t, 400, "")
		// then the new provider is offered, and its events, polls, expirations and refunds work
		if options := s.payments.Options(); options.Provider != "cheque" {
			t.Errorf("the payment options are %+v, want the provider cheque", options)
		}
		paidElsewhere, polled := s.startPayment(t, ravi, piece(2)), s.startPayment(t, ravi, piece(3))
		must(t, s.Pay(paidElsewhere.ref))
		s.deliver(t, s.lastEvent(t)).Expect(t, 200, "")
		s.expectStatus(t, paidElsewhere, "PAID/PENDING")
		must(t, s.Pay(polled.ref))
		s.sweepFor(t, time.Minute)
		s.expectStatus(t, polled, "PAID/PENDING")
		left := s.startPayment(t, ravi, piece(4))
		s.clock.Advance(time.Minute)
		shoptest.As(s, ravi.id).Request(t, "POST", "/payment/cancel", `{"checkoutId":"`+left.OrderID+`"}`).Expect(t, 200, "")
		s.expectStatus(t, left, "EXPIRED/CANCELED")
		lines, err := paidElsewhere.Lines.Lines()
		must(t, err)
		shoptest.As(s, s.asha).Request(t, "PUT", "/order/update-status/"+lines[0].ID, `{"delivery_status":"CANCELED"}`).Expect(t, 200, "")
		shoptest.As(s, s.asha).Request(t, "POST", "/order/refund/"+lines[0].ID, "").Expect(t, 200, "")
		s.expectStatus(t, paidElsewhere, "REFUNDED/CANCELED")
		s.assertInvariants(t, dal)
		// and the old provider settles its own payments; its event is ignored at the webhook of the new
		// one, although both banks sign with the same key
		must(t, firstProvider.Pay(before.ref))
		e := firstProvider.Events()[len(firstProvider.Events())-1]
		s.deliver(t, e).Expect(t, 200, "")
		s.expectStatus(t, before, "PENDING/PENDING")
		s.ProviderHarness = firstProvider
		s.deliver(t, e).Expect(t, 200, "")
		s.expectStatus(t, before, "PAID/PENDING")
	})
}
