package admin_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"kirana/internal/audit"
	"kirana/internal/catalog"
	"kirana/internal/catalog/admin"
	"kirana/internal/catalog/stock"
	"kirana/internal/db"
	"kirana/internal/idempotency"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/catalogtest"
)

// ledger returns the entries of a product's stock, the newest first.
func (s shop) ledger(t *testing.T, productID string) string {
	t.Helper()
	var lines []string
	for _, m := range catalogtest.Read[[]stock.Movement](t, s.Call(t, s.Admin, "GET", "/product/"+productID+"/movements", nil).Expect(t, http.StatusOK, "")) {
		lines = append(lines, fmt.Sprintf("%s %d%+d=%d %s", m.Reason, m.Before, m.Change, m.After, m.Note))
	}
	return strings.Join(lines, "|")
}

// undoBulk undoes a bulk change after a minute.
func (s shop) undoBulk(t *testing.T, done admin.BulkReport) admin.BulkUndone {
	t.Helper()
	s.Clock.Advance(time.Minute)
	return catalogtest.Read[admin.BulkUndone](t, s.Call(t, s.Admin, "POST", "/product/bulk/"+done.ID+"/undo", nil).Expect(t, http.StatusOK, ""))
}

func TestBulk_changesStocksWithAnEntryInEachLedger(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal, rice := s.Product(t, catalogtest.Product{Name: "Dal", Stock: 3}), s.Product(t, catalogtest.Product{Name: "Rice", Stock: 20})
		lower := object{"field": "stock", "operation": "lower", "pieces": 5}
		s.Clock.Advance(time.Minute)
		done := s.bulk(t, lower)
		if done.Changed != 1 || done.Refused != 1 || done.Lines[0].Refusal != "Only 3 are for sale." || done.Lines[1].Before.Stock != 20 || done.Lines[1].After.Stock != 15 {
			t.Errorf("stock lowered by 5: %+v, want the product with 3 refused and the other lowered from 20 to 15", done)
		}
		s.Clock.Advance(time.Minute)
		s.bulk(t, object{"field": "stock", "operation": "raise", "pieces": 10, "ids": []string{rice.ID}})
		s.Clock.Advance(time.Minute)
		if done := s.bulk(t, object{"field": "stock", "operation": "set", "pieces": 25}); done.Changed != 1 || done.Unchanged != 1 {
			t.Errorf("stock set to 25: %+v, want one changed and one unchanged", done)
		}
		if got, want := s.ledger(t, rice.ID), "edit 15+10=25 changed in bulk|edit 20-5=15 changed in bulk|opening 0+20=20 "; got != want {
			t.Errorf("the ledger of the rice is %s, want %s", got, want)
		}
		if got, want := s.ledger(t, dal.ID), "edit 3+22=25 changed in bulk|opening 0+3=3 "; got != want {
			t.Errorf("the ledger of the dal is %s, want %s", got, want)
		}
		wantLog := "products.bulk|1 product||stock lowered by 5\nproducts.bulk|1 product||stock raised by 10\nproducts.bulk|1 product||stock set to 25"
		if got := catalogtest.Log(t, d, "products."); got != wantLog {
			t.Errorf("the activity log has\n%s\nwant\n%s", got, wantLog)
		}
		acting := audit.WithActor(t.Context(), audit.Actor{UserID: s.Admin})
		take := admin.BulkRequest{IDs: []string{dal.ID}, DryRun: true, Change: admin.BulkEdit{Field: admin.BulkStock, Operation: admin.BulkLower, Pieces: 1}}
		preview, err := s.Service.ChangeInBulk(acting, idempotency.Key{}, take)
		if err != nil {
			t.Fatal(err)
		}
		take.DryRun, take.Digest = false, preview.Digest
		if _, err := s.Service.ChangeInBulk(acting, idempotency.Key{}, take); err != nil {
			t.Fatal(err)
		}
		if who, err := db.Get[string](t.Context(), d, `SELECT user_id FROM stock_movements WHERE product_id = $1 AND change = -1`, dal.ID); err != nil || who != s.Admin {
			t.Errorf("the entry is of %q, %v, want %q", who, err, s.Admin)
		}
		ceiling := object{"field": "stock", "operation": "raise", "pieces": catalog.MaxStock, "dryRun": true}
		if full := catalogtest.Read[admin.BulkReport](t, s.Call(t, s.Admin, "POST", "/product/bulk", ceiling).Expect(t, http.StatusOK, "")); full.Refused != 2 || full.Lines[0].Refusal != "Stock can be at most 1000000." {
			t.Errorf("stock raised above the maximum: %+v, want both refused, \"Stock can be at most 1000000.\"", full)
		}
	})
}

func TestBulk_refusesToSetAStockThatOrdersChangedSinceThePreview(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := s.Product(t, catalogtest.Product{Name: "Dal", Stock: 10})
		for _, c := range []struct {
			change object
			status int
			left   int
		}{
			{object{"field": "stock", "operation": "set", "pieces": 50}, http.StatusConflict, 9},
			{object{"field": "stock", "operation": "raise", "pieces": 5}, http.StatusOK, 13},
			{object{"field": "stock", "operation": "lower", "pieces": 13}, http.StatusConflict, 12},
		} {
			preview := catalogtest.Read[admin.BulkReport](t, s.Call(t, s.Admin, "POST", "/product/bulk", c.change.With(object{"dryRun": true})).Expect(t, http.StatusOK, ""))
			if err := s.Reserve(t, stock.Line{ProductID: dal.ID, LineID: "none", Quantity: 1}); err != nil {
				t.Fatal(err)
			}
			s.Call(t, s.Admin, "POST", "/product/bulk", c.change.With(object{"digest": preview.Digest})).Expect(t, c.status, "")
			if left := shoptest.Stock(t, d, dal.ID); left != c.left {
				t.Errorf("%v: %d are left, want %d", c.change, left, c.left)
			}
		}
	})
}

func TestUndoBulk_ofStocksKeepsLaterSalesAndCounts(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		sold, counted := s.Product(t, catalogtest.Product{Name: "Sold", Stock: 5}), s.Product(t, catalogtest.Product{Name: "Counted", Stock: 5})
		soldOut, priced := s.Product(t, catalogtest.Product{Name: "Sold out", Stock: 1}), s.Product(t, catalogtest.Product{Name: "Priced", Stock: 5})
		day := shoptest.Epoch.AddDate(0, 0, 3).Format("2006-01-02")
		s.Call(t, s.Admin, "PUT", "/product/update/"+priced.ID, object{"soldOutUntil": day}).Expect(t, http.StatusOK, "")
		s.Clock.Advance(time.Minute)
		done := s.bulk(t, object{"field": "stock", "operation": "raise", "pieces": 10})
		if done.Changed != 4 {
			t.Fatalf("stock raised by 10: %+v, want four changed", done)
		}
		if marked, err := s.View.Snapshot().Product(priced.ID, true); err != nil || marked.SoldOutUntil != nil || marked.Stock != 15 {
			t.Errorf("the raised product marked as sold out is %+v, %v, want 15 pieces and no mark", marked, err)
		}
		s.Clock.Advance(time.Minute)
		for productID, pieces := range map[string]int{sold.ID: 2, soldOut.ID: 9} {
			if err := s.Reserve(t, stock.Line{ProductID: productID, LineID: "none", Quantity: pieces}); err != nil {
				t.Fatal(err)
			}
		}
		s.Adjust(t, sold.ID, object{"change": 6, "reason": "received"}).Expect(t, http.StatusOK, "")
		s.Adjust(t, counted.ID, object{"count": 12, "reason": "counted"}).Expect(t, http.StatusOK, "")
		s.Call(t, s.Admin, "PUT", "/product/update/"+priced.ID, object{"price": 70}).Expect(t, http.StatusOK, "")
		undone := s.undoBulk(t, done)
		if undone.Restored != 3 || undone.Kept != 1 || strings.Join(undone.Names, "") != "Counted" || strings.Join(undone.ToCount, "") != "Sold out" {
			t.Errorf("undone: %+v, want 3 restored, Counted kept, and Sold out to be counted", undone)
		}
		for productID, want := range map[string]string{
			sold.ID:    "edit 19-10=9 change in bulk undone|received 13+6=19 |order 15-2=13 |edit 5+10=15 changed in bulk|opening 0+5=5 ",
			counted.ID: "counted 15-3=12 |edit 5+10=15 changed in bulk|opening 0+5=5 ",
			soldOut.ID: "edit 2-2=0 change in bulk undone|order 11-9=2 |edit 1+10=11 changed in bulk|opening 0+1=1 ",
			priced.ID:  "edit 15-10=5 change in bulk undone|edit 5+10=15 changed in bulk|opening 0+5=5 ",
		} {
			if got := s.ledger(t, productID); got != want {
				t.Errorf("the ledger is\n%s, want\n%s", got, want)
			}
		}
		until, err := db.Get[*time.Time](t.Context(), d, `SELECT sold_out_until FROM products WHERE id = $1`, priced.ID)
		if err != nil || until == nil {
			t.Errorf("the mark as sold out after the undo is %v, %v, want it restored", until, err)
		}
		s.Call(t, s.Admin, "POST", "/product/bulk/"+done.ID+"/undo", nil).Expect(t, http.StatusConflict, "This change has been undone already.")
	})
}

func TestUndoBulk_restoresAStockThatWasSetToZero(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		first := s.Product(t, catalogtest.Product{Name: "Dal", Stock: 5})
		done := s.bulk(t, object{"field": "stock", "operation": "set", "pieces": 0})
		if left := shoptest.Stock(t, d, first.ID); done.Changed != 1 || left != 0 {
			t.Errorf("stock set to 0: %d left, %+v, want none, one changed", left, done)
		}
		if undone := s.undoBulk(t, done); undone.Restored != 1 || undone.Kept != 0 || len(undone.ToCount) != 0 {
			t.Errorf("undone: %+v, want one restored, none kept or to be counted", undone)
		}
		if left := shoptest.Stock(t, d, first.ID); left != 5 {
			t.Errorf("%d are left, want 5", left)
		}
	})
}

func TestBulk_refusesStocksWithoutPieces(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	for name, change := range map[string]object{
		"operation": {"operation": "double", "pieces": 2},
		"pieces":    {"operation": "raise", "pieces": 0},
	} {
		for _, sent := range []object{change, change.With(object{"dryRun": true})} {
			s.Call(t, s.Admin, "POST", "/product/bulk", sent.With(object{"field": "stock"})).Expect(t, http.StatusBadRequest, "").ExpectField(t, name)
		}
	}
	s.Call(t, s.Admin, "POST", "/product/bulk", object{"field": "stock", "operation": "set"}).Expect(t, http.StatusBadRequest, "").ExpectField(t, "pieces")
}
