package purchase_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"kirana/internal/catalog/stock"
	"kirana/internal/db"
	"kirana/internal/shoptest"
)

func TestExpiring_lotsAreMarkedDownRemovedFromSaleAndWrittenOff(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		day := func(days int) string { return s.Clock.Now().AddDate(0, 0, days).Format(time.DateOnly) }
		supplier, dahi := s.supplier("Dairy", ""), s.add("Dahi", 5000, 0)
		receive := func(bill string, pieces int, best string) {
			s.book(s.draft(fmt.Sprintf(`{"supplier":%q,"bill":%q,"lines":[{"productId":%q,"pieces":%d,"cost":42,"bestBefore":%q}]}`, supplier, bill, dahi, pieces, best)))
		}
		receive("1", 10, day(2))
		receive("2", 10, day(20))
		var list []struct {
			Lot         string  `json:"lot"`
			Left        int     `json:"left"`
			DaysLeft    int     `json:"daysLeft"`
			Value       float64 `json:"value"`
			WouldBeLeft int     `json:"wouldBeLeft"`
		}
		read := func(days string) {
			list = nil
			s.owner.Request(t, "GET", "/stock/expiring?days="+days, "").Expect(t, http.StatusOK, "").Decode(t, &list)
		}
		read("7")
		if len(list) != 1 || list[0].Left != 10 || list[0].DaysLeft != 2 || list[0].Value != 420 || list[0].WouldBeLeft != 10 {
			t.Fatalf("the expiring lots are %+v, want 1 lot, left 10, days left 2, value 420 and would be left 10", list)
		}
		near := list[0].Lot
		s.owner.Request(t, "POST", "/stock/markdown", `{"lot":"`+near+`","price":50}`).ExpectField(t, "price")
		s.owner.Request(t, "POST", "/stock/markdown", `{"lot":"`+near+`","price":42}`).Expect(t, http.StatusOK, "")
		if got := s.product(dahi); got.Price != 5000 || got.Discount != 800 {
			t.Errorf("the product after its markdown is %+v, want price 5000 and discount 800", got)
		}
		s.owner.Request(t, "POST", "/stock/writeoff", `{"lot":"`+near+`","pieces":11,"reason":"leaks"}`).Expect(t, http.StatusConflict, "Only 10 of Dahi left in stock.")
		s.owner.Request(t, "POST", "/stock/writeoff", `{"lot":"`+near+`","pieces":4,"reason":"leaks"}`).Expect(t, http.StatusOK, "")
		if left := s.lots(dahi); left[day(2)] != 6 || left[day(20)] != 10 {
			t.Errorf("the lots are %v, want 6 and 10 left", left)
		}
		// The lot expires: the price is restored, and only the unexpired pieces are for sale.
		s.Clock.Advance(72 * time.Hour)
		if err := s.Purchases.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := s.product(dahi); got.Discount != 0 || got.Expired != 6 || got.Stock != 16 {
			t.Errorf("the product after the lot's best-before day is %+v, want discount 0, 6 expired and stock 16", got)
		}
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			_, err := s.Stock.Reserve(t.Context(), tx, []stock.Line{{ProductID: dahi, LineID: "o", Quantity: 11}})
			return err
		})
		if err == nil || !strings.Contains(err.Error(), "Only 10 of Dahi left") {
			t.Errorf("an order for expired pieces: %v, want it refused", err)
		}
		s.owner.Request(t, "POST", "/stock/markdown", `{"lot":"`+near+`","price":30}`).Expect(t, http.StatusConflict, "Dahi is past its best-before day: it can only be written off.")
		s.owner.Request(t, "POST", "/stock/writeoff", `{"lot":"`+near+`","pieces":6,"reason":"past"}`).Expect(t, http.StatusOK, "")
		if got := s.product(dahi); got.Expired != 0 || got.Stock != 10 {
			t.Errorf("the product after the write-off is %+v, want none expired and stock 10", got)
		}
		read("30")
		if len(list) != 1 || list[0].Left != 10 {
			t.Errorf("the lots that expire later are %+v, want 1 lot, left 10", list)
		}
	})
}

func TestMarkDown_ofAnUndatedLotLastsUntilItIsSoldOut(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		soap := s.add("Soap", 5000, 10)
		s.book(s.draft(fmt.Sprintf(`{"supplier":%q,"bill":"1","lines":[{"productId":%q,"pieces":3,"cost":42,"bestBefore":%q}]}`, s.supplier("Dairy", ""), soap, s.Clock.Now().AddDate(0, 0, 20).Format(time.DateOnly))))
		lots, err := stock.Lots(t.Context(), d, soap)
		undated := slices.IndexFunc(lots[soap], func(l stock.Lot) bool { return l.BestBefore == "" })
		if err != nil || undated < 0 {
			t.Fatalf("the lots are %+v, %v, want an undated one", lots, err)
		}
		lot := lots[soap][undated].ID
		s.owner.Request(t, "POST", "/stock/markdown", `{"lot":"`+lot+`","price":45}`).Expect(t, http.StatusOK, "Marked down.")
		s.Clock.Advance(72 * time.Hour)
		if err := s.Purchases.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := s.product(soap); got.Discount != 500 {
			t.Errorf("three days after its markdown the product is %+v, want discount 500", got)
		}
		s.owner.Request(t, "POST", "/stock/writeoff", `{"lot":"`+lot+`","pieces":10,"reason":"leaks"}`).Expect(t, http.StatusOK, "")
		if got := s.product(soap); got.Discount != 0 {
			t.Errorf("the product without the lot is %+v, want discount 0", got)
		}
	})
}

func TestWriteOff_ofOneKeyTakesThePiecesOutOnce(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dahi := s.add("Dahi", 5000, 0)
		s.book(s.draft(fmt.Sprintf(`{"supplier":%q,"bill":"1","lines":[{"productId":%q,"pieces":10,"cost":42,"bestBefore":%q}]}`, s.supplier("Dairy", ""), dahi, s.Clock.Now().AddDate(0, 0, 2).Format(time.DateOnly))))
		var list []struct {
			Lot string `json:"lot"`
		}
		s.owner.Request(t, "GET", "/stock/expiring", "").Expect(t, http.StatusOK, "").Decode(t, &list)
		writeOff := func(pieces int, key string) shoptest.Response {
			return s.owner.Request(t, "POST", "/stock/writeoff", fmt.Sprintf(`{"lot":%q,"pieces":%d,"reason":"leaks","key":%q}`, list[0].Lot, pieces, key))
		}
		for range 2 { // the repeated call takes nothing out
			writeOff(4, "w").Expect(t, http.StatusOK, "Written off.")
		}
		if got := s.product(dahi).Stock; got != 6 {
			t.Errorf("4 of 10 pieces written off twice with one key leave %d, want 6", got)
		}
		writeOff(5, "w").Expect(t, http.StatusConflict, "")
		writeOff(4, "another key").Expect(t, http.StatusOK, "")
		if got := s.product(dahi).Stock; got != 2 {
			t.Errorf("the same pieces with another key leave %d, want 2", got)
		}
		writeOff(1, strings.Repeat("k", 256)).ExpectField(t, "key")
	})
}

func TestReorder_proposesWholePacksUntilADraftHasThem(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		s.Clock.Advance(40 * 24 * time.Hour)
		shopper := shoptest.AddShopper(t, d)
		supplier, oil, rice := s.supplier("Mahalaxmi", ""), s.add("Oil", 10000, 3), s.add("Rice", 10000, 100)
		for _, productID := range []string{oil, rice} {
			shoptest.AddSale(t, d, shoptest.Sale{UserID: shopper, ProductID: productID, Pieces: 28, At: s.Clock.Now().Add(-48 * time.Hour)})
		}
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			return db.Exec(t.Context(), tx, `UPDATE products SET pack_size = 6, created_at = $1, updated_at = $2 WHERE id = $3`, s.Clock.Now().Add(-30*24*time.Hour), s.Clock.Now(), oil)
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.View.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		type wanted struct {
			Product struct {
				ID string `json:"_id"`
			} `json:"product"`
			PerDay   float64 `json:"perDay"`
			DaysLeft float64 `json:"daysLeft"`
			Packs    int     `json:"packs"`
			Ordered  int     `json:"ordered"`
		}
		read := func() (list []wanted) {
			s.owner.Request(t, "GET", "/stock/reorder", "").Expect(t, http.StatusOK, "").Decode(t, &list)
			return slices.DeleteFunc(list, func(w wanted) bool { return w.Product.ID != oil && w.Product.ID != rice })
		}
		list := read()
		if i := slices.IndexFunc(list, func(w wanted) bool { return w.Product.ID == oil }); i < 0 || list[i].PerDay != 1 || list[i].DaysLeft != 3 || list[i].Packs != 2 {
			t.Fatalf("the products to order are %+v, want it listed, per day 1, days left 3 and 2 packs", list)
		}
		s.draft(fmt.Sprintf(`{"supplier":%q,"lines":[{"productId":%q,"pieces":12}]}`, supplier, oil))
		for _, w := range read() {
			if w.Product.ID == oil && (w.Ordered != 12 || w.Packs != 0) {
				t.Errorf("the product with an order under way is %+v, want 12 ordered and no packs", w)
			}
		}
	})
}
