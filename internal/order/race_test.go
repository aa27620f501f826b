package order_test

import (
	"sync"
	"testing"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/order"
	"kirana/internal/payment"
	"kirana/internal/shoptest"
)

// atOnce starts n calls together and returns their errors.
func atOnce(n int, call func(i int) error) []error {
	errs := make([]error, n)
	start := make(chan struct{})
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			<-start
			errs[i] = call(i)
		})
	}
	close(start)
	all.Wait()
	return errs
}

func TestPlace_neverOversells(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Stock: 10})
		// given ten pieces in stock, and a hundred shoppers with one piece each in their carts
		requests, ids := make([]order.Request, 100), make([]string, 100)
		for i := range requests {
			shopper := s.shopper(t)
			ids[i], requests[i] = shopper.id, shopper.wants(shopper.addToCart(t, dal, 1))
		}
		// when all place their orders at once
		errs := atOnce(len(requests), func(i int) error {
			_, err := s.orders.Place(t.Context(), ids[i], "", requests[i])
			return err
		})
		// then ten succeed and ninety get a clear refusal
		good := 0
		for _, err := range errs {
			if err == nil {
				good++
				continue
			}
			refused(t, err, fault.Conflict, "Toor Dal is out of stock.")
		}
		if left := shoptest.Stock(t, d, dal); good != 10 || left != 0 || s.count(t, "orders") != 10 || s.count(t, "cart_lines") != 90 {
			t.Errorf("%d orders, %d left, %d rows, %d cart lines, want 10, 0, 10 and 90", good, left, s.count(t, "orders"), s.count(t, "cart_lines"))
		}
	})
}

func TestPlace_doesNotDeadlockOnCartsInOppositeOrder(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		dal, rice := shoptest.AddProduct(t, d, shoptest.Product{Stock: 1000}), shoptest.AddProduct(t, d, shoptest.Product{Stock: 1000})
		const shoppers, each = 16, 5
		people := make([]*shopper, shoppers)
		for i := range people {
			people[i] = s.shopper(t)
		}
		errs := atOnce(shoppers, func(i int) error {
			items := []order.Item{{ProductID: dal, Quantity: 1}, {ProductID: rice, Quantity: 1}}
			if i%2 == 1 {
				items[0], items[1] = items[1], items[0]
			}
			for range each {
				if _, err := s.orders.Place(t.Context(), people[i].id, "", people[i].wants(items...)); err != nil {
					return err
				}
			}
			return nil
		})
		for _, err := range errs {
			if err != nil {
				t.Error(err)
			}
		}
		if a, b := shoptest.Stock(t, d, dal), shoptest.Stock(t, d, rice); a != 1000-shoppers*each || b != a {
			t.Errorf("the stocks are %d and %d, want %d of both", a, b, 1000-shoppers*each)
		}
	})
}

func TestSetDelivery_changesStockOnceUnderConcurrentRequests(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		ravi := s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Stock: 10})
		line := ravi.orders(t, ravi.addToCart(t, dal, 4))[0]
		set := func(to order.Delivery) func(int) error {
			return func(int) error {
				_, err := s.orders.SetDelivery(t.Context(), "asha", line.ID, to)
				return err
			}
		}
		good := func(errs []error) {
			for _, err := range errs {
				if err != nil {
					t.Error(err)
				}
			}
		}
		// when ten administrators cancel at once, the pieces are released once
		good(atOnce(10, set(order.Canceled)))
		if left := shoptest.Stock(t, d, dal); left != 10 {
			t.Errorf("after canceling %d are left, want 10", left)
		}
		// when ten administrators reopen the line at once, the pieces are reserved once
		good(atOnce(10, set(order.Pending)))
		if left := shoptest.Stock(t, d, dal); left != 6 {
			t.Errorf("after bringing it back %d are left, want 6", left)
		}
		// when they set different statuses at once, stock and status agree in the end
		good(atOnce(20, func(i int) error {
			return set([]order.Delivery{order.Canceled, order.Delivered, order.Pending}[i%3])(i)
		}))
		now := ravi.mine(t)[0]
		want := 6
		if now.DeliveryStatus == order.Canceled {
			want = 10
		}
		if left := shoptest.Stock(t, d, dal); left != want || (now.PaymentStatus == payment.Paid) != (now.DeliveryStatus == order.Delivered) {
			t.Errorf("at the end the line is %s, %s and the stock %d, want %d, and PAID only if delivered",
				now.DeliveryStatus, now.PaymentStatus, left, want)
		}
	})
}

func TestSetDelivery_neverSellsTheSamePieceTwice(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		ravi, meera := s.shopper(t), s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Stock: 4})
		line := ravi.orders(t, ravi.addToCart(t, dal, 4))[0]
		if _, err := s.orders.SetDelivery(t.Context(), "asha", line.ID, order.Canceled); err != nil {
			t.Fatal(err)
		}
		// when the order is reopened while another shopper buys its last pieces
		request := meera.wants(meera.addToCart(t, dal, 1))
		errs := atOnce(2, func(i int) error {
			if i == 0 {
				_, err := s.orders.SetDelivery(t.Context(), "asha", line.ID, order.Pending)
				return err
			}
			_, err := s.orders.Place(t.Context(), meera.id, "", request)
			return err
		})
		// then only one of the two calls gets the pieces
		if errs[0] == nil {
			refused(t, errs[1], fault.Conflict, "Toor Dal is out of stock.")
		} else {
			refused(t, errs[0], fault.Conflict, "Only 3 of Toor Dal left in stock.")
		}
		if (errs[0] == nil) == (errs[1] == nil) {
			t.Errorf("both ended with %v, want one error", errs)
		}
		shoptest.Stock(t, d, dal)
	})
}

func TestPlace_toleratesAConcurrentDeletionOfAProduct(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Stock: 100})
		requests, ids := make([]order.Request, 20), make([]string, 20)
		for i := range requests {
			shopper := s.shopper(t)
			ids[i], requests[i] = shopper.id, shopper.wants(shopper.addToCart(t, dal, 1))
		}
		// when the product is deleted while all place their orders
		errs := atOnce(len(requests)+1, func(i int) error {
			if i == len(requests) {
				return s.catalog.DeleteProduct(t.Context(), dal)
			}
			_, err := s.orders.Place(t.Context(), ids[i], "", requests[i])
			return err
		})
		// then each order succeeds or is refused
		if err := errs[len(requests)]; err != nil {
			t.Errorf("delete the product: %v", err)
		}
		good := 0
		for _, err := range errs[:len(requests)] {
			if err == nil {
				good++
			} else if !fault.Is(err, fault.Conflict) {
				t.Errorf("the refusal is %v, want a conflict", err)
			}
		}
		if left := shoptest.Stock(t, d, dal); left != 100-good || s.count(t, "orders") != good {
			t.Errorf("%d orders, %d left, want %d and %d", s.count(t, "orders"), left, good, 100-good)
		}
	})
}
