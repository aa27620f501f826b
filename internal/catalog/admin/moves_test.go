package admin_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"

	"kirana/internal/catalog/importer"
	"kirana/internal/db"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/catalogtest"
)

func TestMoveStocks_movesAllOrNothingOncePerKey(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		s.Import(t, catalogtest.PriceList(t, "Name,MRP,Category,Barcode", "Toor Dal,160,Staples,8901030865275"), importer.Options{Stock: 10})
		s.Import(t, catalogtest.PriceList(t, "Name,MRP,Category,SKU", "Ghee,500,Dairy,GH-500"), importer.Options{Stock: 10})
		dal, ghee := s.ProductNamed(t, "Toor Dal"), s.ProductNamed(t, "Ghee")
		move := func(key string, moves ...object) shoptest.Response {
			t.Helper()
			return s.Call(t, s.Admin, "POST", "/stock/moves", object{"key": key, "moves": moves})
		}
		stocks := func(wantDal, wantGhee int) {
			t.Helper()
			if a, b := shoptest.Stock(t, d, dal.ID), shoptest.Stock(t, d, ghee.ID); a != wantDal || b != wantGhee {
				t.Errorf("%d and %d are left, want %d and %d", a, b, wantDal, wantGhee)
			}
		}
		sold := []object{
			{"barcode": "8901030865275", "pieces": -2, "reason": "bill 17"}, {"sku": "gh-500", "pieces": "-1"}, {"productId": dal.ID, "pieces": -1}, {"sku": "GH-500", "pieces": 5, "reason": "received"},
		}
		first := move("monday", sold...).Expect(t, http.StatusOK, "Stock updated successfully!")
		stocks(7, 14)
		if again := move("monday", sold...).Expect(t, http.StatusOK, ""); string(again.Data) != string(first.Data) {
			t.Errorf("the same move again returns %s, want %s", again.Data, first.Data)
		}
		stocks(7, 14)
		move("monday", sold[0]).Expect(t, http.StatusConflict, "This Idempotency-Key was already used for a different move.")
		// One failing move prevents all.
		move("a", object{"sku": "gh-500", "pieces": -1}, object{"productId": dal.ID, "pieces": -8}).Expect(t, http.StatusConflict, "Not enough is left of Toor Dal (7 left).")
		move("b", object{"sku": "gh-500", "pieces": -1}, object{"sku": "none", "pieces": 1}).Expect(t, http.StatusBadRequest, "").ExpectField(t, "moves[1]")
		move("c", object{"sku": "gh-500", "productId": dal.ID, "pieces": 1}).ExpectField(t, "moves[0]")
		move("d", object{"sku": "gh-500", "pieces": 0}).ExpectField(t, "moves[0]")
		move("e").ExpectField(t, "moves")
		move("", sold...).ExpectField(t, "key")
		stocks(7, 14)
		entries, err := db.All[string](t.Context(), d, `SELECT reason || ' ' || change || ' ' || note FROM stock_movements WHERE reason <> 'opening' AND reason <> 'import' ORDER BY change`)
		if err != nil || fmt.Sprint(entries) != "[edit -2 bill 17 edit -1  edit -1  received 5 ]" {
			t.Errorf("the ledger has %q, %v, want the edits -2 of bill 17, -1, -1 and 5 received", entries, err)
		}
		s.Change(t, dal.ID, object{"barcodes": []string{"8901030865275", "012345678905"}}).Expect(t, http.StatusOK, "")
		move("another code", object{"barcode": "12345678905", "pieces": 2}, object{"barcode": "8901030865275", "pieces": -1}).Expect(t, http.StatusOK, "")
		stocks(8, 14)
	})
}

func TestMoveStocks_movesAThousandAtOnce(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		shoptest.ManyProducts(t, d, 1000)
		ids, err := db.All[string](t.Context(), d, `SELECT id FROM products ORDER BY id LIMIT 1000`)
		if err != nil {
			t.Fatal(err)
		}
		before, err := db.Get[int](t.Context(), d, `SELECT CAST(SUM(stock) AS BIGINT) FROM products`)
		if err != nil {
			t.Fatal(err)
		}
		moves := make([]object, len(ids))
		for i, productID := range ids {
			moves[i] = object{"productId": productID, "pieces": 3}
		}
		s.Call(t, s.Admin, "POST", "/stock/moves", object{"key": "a thousand", "moves": moves}).Expect(t, http.StatusOK, "")
		after, err := db.Get[int](t.Context(), d, `SELECT CAST(SUM(stock) AS BIGINT) FROM products`)
		if err != nil || after != before+3*len(ids) {
			t.Errorf("%d pieces became %d, %v, want %d", before, after, err, before+3*len(ids))
		}
		s.Call(t, s.Admin, "POST", "/stock/moves", object{"key": "one more", "moves": slices.Concat(moves, moves[:1])}).ExpectField(t, "moves")
	})
}
