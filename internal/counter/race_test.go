package counter_test

import (
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kirana/internal/bill"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/order"
	"kirana/internal/shoptest"
)

func TestSell_besideOnlineOrdersKeepsStockPaymentsAndNumbersRight(t *testing.T) {
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
				for range 2 { // the first response is lost
					if r := s.call(t, "POST", "/counter/sales", sale); r.Status != http.StatusCreated {
						t.Errorf("sale %d is refused: %s, want status %d", i, r.Bytes, http.StatusCreated)
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
			t.Errorf("%d sales are booked with a bill, want %d", n, sales)
		}
		if holes := read(`SELECT COUNT(*) FROM (SELECT prefix FROM bills WHERE prefix LIKE 'C%' GROUP BY prefix HAVING MAX(serial) <> COUNT(*) OR COUNT(*) <> 8) AS series`); holes != 0 {
			t.Errorf("%d series have holes, want 0", holes)
		}
		if twice := read(`SELECT COALESCE(SUM(amount), 0) - 5000 * 32 FROM checkout_payments`); twice != 0 {
			t.Errorf("%d paise too much were taken, want 0", twice)
		}
	})
}

// Only on PostgreSQL: SQLite has one writer at a time.
func TestSell_isNotDatedInAMonthThatIsClosedMeanwhile(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.Postgres(t))
	dal := s.product(t, shoptest.Product{Price: 5000, Stock: 9})
	s.sell(t, s.sale("first", 50, line(dal, 1)))
	late := s.sale("late", 50, line(dal, 1))
	late["offline"], late["at"] = true, s.clock.Now().Add(time.Hour).Format(time.RFC3339)
	s.clock.Advance(20 * 24 * time.Hour)
	ends := time.Date(2026, time.January, 31, 18, 30, 0, 0, time.UTC)
	var sale sync.WaitGroup
	err := s.db.Tx(t.Context(), func(tx *db.Tx) error {
		if err := bill.LockSeries(t.Context(), tx); err != nil {
			return err
		}
		if _, err := db.Get[int](t.Context(), tx, `SELECT COUNT(*) FROM closed_months`); err != nil {
			return err
		}
		sale.Go(func() {
			if issued := s.sell(t, late).Bills[0].IssuedAt; issued.Before(ends) {
				t.Errorf("the bill is of %v", issued)
			}
		})
		for waiting := 0; waiting == 0 && !t.Failed(); {
			var err error
			if waiting, err = db.Get[int](t.Context(), s.db, `SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`); err != nil {
				return err
			}
		}
		return db.Exec(t.Context(), tx, `INSERT INTO closed_months (month, begins, ends, closed_at, closed_by) VALUES ('2026-01', '2025-12-31 18:30:00', $1, $2, $3)`, ends, s.clock.Now(), s.ownerID)
	})
	must(t, err)
	sale.Wait()
}
