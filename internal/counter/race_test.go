package counter_test

import (
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/order"
	"kirana/internal/shoptest"
)

func TestSell_besideOnlineOrdersNeitherOversellsNorLosesNorLeavesHoles(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		const stock, sales, buyers = 40, 32, 32
		dal := s.product(t, shoptest.Product{Price: 5000, Stock: stock})
		devices := []string{s.device, s.addDevice(t, "Counter 2"), s.addDevice(t, "Counter 3"), s.addDevice(t, "Counter 4")}
		var all sync.WaitGroup
		var online atomic.Int64
		for i := range sales {
			sale := s.sale(fmt.Sprint(i), 50, line(dal, 1))
			sale["device"] = devices[i%len(devices)]
			all.Go(func() {
				for range 2 { // the first answer is lost
					if r := s.call(t, "POST", "/counter/sales", sale); r.Status != http.StatusCreated {
						t.Errorf("sale %d is refused: %s", i, r.Bytes)
					}
				}
			})
		}
		for range buyers {
			userID := shoptest.AddShopper(t, d)
			addressID := shoptest.AddAddress(t, d, userID)
			all.Go(func() {
				_, err := s.orders.Place(t.Context(), userID, "", order.Request{Items: []order.Item{{ProductID: dal, Quantity: 1}}, TotalQty: 1, AddressID: addressID})
				switch {
				case err == nil:
					online.Add(1)
				case !fault.Is(err, fault.Conflict):
					t.Errorf("an online order fails: %v", err)
				}
			})
		}
		all.Wait()
		read := func(statement string) int {
			n, err := db.Get[int](t.Context(), d, statement)
			must(t, err)
			return n
		}
		left, missing := shoptest.Stock(t, d, dal), read(`SELECT COALESCE(SUM(pieces), 0) FROM stock_shortfalls`)
		if ledger := read(`SELECT SUM(change) FROM stock_movements`); ledger != left || left < 0 || left != stock+missing-sales-int(online.Load()) {
			t.Errorf("%d are left, the ledger has %d; %d were sold online, %d at the counter did not exist", left, ledger, online.Load(), missing)
		}
		if n := read(`SELECT COUNT(*) FROM checkouts WHERE channel = 'COUNTER' AND billing = 'ISSUED'`); n != sales {
			t.Errorf("%d sales are booked with a bill", n)
		}
		if holes := read(`SELECT COUNT(*) FROM (SELECT prefix FROM bills WHERE prefix LIKE 'C%' GROUP BY prefix HAVING MAX(serial) <> COUNT(*) OR COUNT(*) <> 8) AS series`); holes != 0 {
			t.Errorf("%d series have holes", holes)
		}
		if twice := read(`SELECT COALESCE(SUM(amount), 0) - 5000 * 32 FROM checkout_payments`); twice != 0 {
			t.Errorf("%d paise too much were taken", twice)
		}
	})
}
