package stock_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/catalog/admin"
	"kirana/internal/catalog/stock"
	"kirana/internal/db"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/catalogtest"
)

func TestLedgerPage_showsReasonStocksAndNoteOfEachChange(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := catalogtest.New(t, d)
		p := s.Product(t, catalogtest.Product{Name: "Onion", Stock: 50})
		for _, form := range []catalogtest.Object{
			{"change": 10},
			{"change": -3, "reason": "damaged", "note": "a broken crate"},
			{"change": 24, "reason": "received"},
			{"count": 80, "reason": "counted"},
			{"count": 80, "reason": "counted"},
		} {
			s.Clock.Advance(time.Minute)
			s.Adjust(t, p.ID, form).Expect(t, http.StatusOK, "Stock updated successfully!")
		}
		s.Clock.Advance(time.Minute)
		orderID := shoptest.AddSale(t, d, shoptest.Sale{UserID: s.Shopper, ProductID: p.ID, Pieces: 2, At: s.Clock.Now()})
		if err := s.Reserve(t, stock.Line{ProductID: p.ID, LineID: orderID, Quantity: 2}); err != nil {
			t.Fatal(err)
		}
		reply := s.Call(t, s.Admin, "GET", "/product/"+p.ID+"/movements?limit=5", nil).Expect(t, http.StatusOK, "")
		var lines []string
		for _, m := range catalogtest.Read[[]stock.Movement](t, reply) {
			lines = append(lines, fmt.Sprintf("%s %d%+d=%d %s", m.Reason, m.Before, m.Change, m.After, m.Note))
			if (m.Reason == stock.Order) != (m.Order != nil && *m.Order == 1) {
				t.Errorf("the movement %s is of the order %v, want order 1 for orders alone", m.Reason, m.Order)
			}
		}
		want := "order 80-2=78 |counted 81-1=80 |received 57+24=81 |damaged 60-3=57 a broken crate|edit 50+10=60 "
		if got := strings.Join(lines, "|"); got != want || catalogtest.Count(reply) != "6 in 2" {
			t.Errorf("the ledger is %s, %s, want %s and 6 in 2", got, catalogtest.Count(reply), want)
		}
		if last := catalogtest.Read[[]stock.Movement](t, s.Call(t, s.Admin, "GET", "/product/"+p.ID+"/movements?limit=5&page=2", nil)); len(last) != 1 || last[0].Reason != stock.Opening || last[0].After != 50 {
			t.Errorf("the second page is %+v, want the opening of 50 alone", last)
		}
		wantLog := "stock.set|Onion|50|60\nstock.damaged|Onion|60|57, a broken crate\nstock.received|Onion|57|81\nstock.counted|Onion|81|80\nstock.counted|Onion|80|80"
		if got := catalogtest.Log(t, d, "stock."); got != wantLog {
			t.Errorf("the activity log has\n%s\nwant\n%s", got, wantLog)
		}
		if left := shoptest.Stock(t, d, p.ID); left != 78 {
			t.Errorf("%d are left, want 78", left)
		}
	})
}

// keyHeader makes a repeated call return the first response.
const keyHeader = "Idempotency-Key"

func TestAdjust_isAppliedOnceForAnIdempotencyKey(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := catalogtest.New(t, d)
		p, other := s.Product(t, catalogtest.Product{Name: "Onion", Stock: 10}), s.Product(t, catalogtest.Product{Name: "Garlic", Stock: 10})
		send := func(productID string, form catalogtest.Object, key string) shoptest.Response {
			t.Helper()
			return s.Call(t, s.Admin, "PUT", "/product/stock/"+productID, form, keyHeader, key)
		}
		// The first response was lost.
		for range 3 {
			if saved := catalogtest.Read[catalog.Product](t, send(p.ID, catalogtest.Object{"change": 40}, "crate").Expect(t, http.StatusOK, "")); saved.Stock != 50 {
				t.Errorf("+40 of 10 leaves %d, want 50", saved.Stock)
			}
		}
		send(p.ID, catalogtest.Object{"change": 40}, "another crate").Expect(t, http.StatusOK, "")
		send(p.ID, catalogtest.Object{"change": 41}, "crate").Expect(t, http.StatusConflict, "This Idempotency-Key was already used for a different change.")
		send(other.ID, catalogtest.Object{"change": 40}, "crate").Expect(t, http.StatusConflict, "")
		// A refused call does not use up its key.
		send(other.ID, catalogtest.Object{"change": -11}, "broken").Expect(t, http.StatusConflict, "Only 10 of Garlic left in stock.")
		send(other.ID, catalogtest.Object{"change": -1}, "broken").Expect(t, http.StatusOK, "")
		send(other.ID, catalogtest.Object{"change": -1}, strings.Repeat("k", 256)).Expect(t, http.StatusBadRequest, "").ExpectField(t, keyHeader)
		if a, b := shoptest.Stock(t, d, p.ID), shoptest.Stock(t, d, other.ID); a != 90 || b != 9 {
			t.Errorf("%d and %d are left, want 90 and 9", a, b)
		}
		if got := catalogtest.Log(t, d, "stock."); got != "stock.set|Onion|10|50\nstock.set|Onion|50|90\nstock.set|Garlic|10|9" {
			t.Errorf("the activity log has\n%s\nwant 10 to 50, 50 to 90 and Garlic 10 to 9", got)
		}
	})
}

func TestAdjust_isNotLostBesideConcurrentOrders(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := catalogtest.New(t, d)
		p := s.Product(t, catalogtest.Product{Name: "Onion", Stock: 40})
		var all sync.WaitGroup
		for range 10 {
			all.Go(func() {
				if err := s.Reserve(t, stock.Line{ProductID: p.ID, LineID: "none", Quantity: 2}); err != nil {
					t.Error(err)
				}
			})
			all.Go(func() {
				if reply := s.Adjust(t, p.ID, catalogtest.Object{"change": 3}); reply.Status != http.StatusOK {
					t.Errorf("a change of 3 is refused: %s", reply.Message)
				}
			})
		}
		all.Wait()
		if left := shoptest.Stock(t, d, p.ID); left != 40-20+30 {
			t.Errorf("%d are left, want %d", left, 40-20+30)
		}
	})
}

func TestAdjust_refusesImpossibleStocks(t *testing.T) {
	t.Parallel()
	s := catalogtest.New(t, shoptest.SQLite(t))
	p := s.Product(t, catalogtest.Product{Name: "Onion", Stock: 2})
	for sentence, form := range map[string]catalogtest.Object{
		"Send either a change or a count.":                 {},
		"How many pieces came in must be more than 0.":     {"change": -1, "reason": "received"},
		"How many pieces are gone must be less than 0.":    {"change": 1, "reason": "damaged"},
		"How many pieces were counted is required.":        {"change": 1, "reason": "counted"},
		"The reason must be received, damaged or counted.": {"change": 1, "reason": "stolen"},
		"The change must not be 0.":                        {"change": 0},
	} {
		s.Adjust(t, p.ID, form).Expect(t, http.StatusBadRequest, sentence)
	}
	s.Adjust(t, p.ID, catalogtest.Object{"change": -3}).Expect(t, http.StatusConflict, "Only 2 of Onion left in stock.")
	s.Adjust(t, p.ID, catalogtest.Object{"change": 999_999}).Expect(t, http.StatusConflict, "Stock can be at most 1000000.")
	s.Adjust(t, "65f1a2b3c4d5e6f708192a3b", catalogtest.Object{"change": 1}).Expect(t, http.StatusNotFound, "Product not found")
}

func TestAdjust_doesNotMakeAnOpenEditConflict(t *testing.T) {
	t.Parallel()
	s := catalogtest.New(t, shoptest.SQLite(t))
	seen := s.Product(t, catalogtest.Product{Name: "Onion", Stock: 5})
	s.Clock.Advance(time.Second)
	s.Adjust(t, seen.ID, catalogtest.Object{"change": 10}).Expect(t, http.StatusOK, "")
	name, left := "Red Onion", 6
	edited, err := s.Service.UpdateProduct(t.Context(), seen.ID, admin.ProductForm{Name: &name, Stock: &left, SeenAt: &seen.UpdatedAt})
	if err != nil || edited.Stock != 16 {
		t.Errorf("the edit leaves %d, %v, want 16", edited.Stock, err)
	}
}
