package admin_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/catalog/admin"
	"kirana/internal/catalog/stock"
	"kirana/internal/db"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/catalogtest"
)

// prices returns name, price and discount of all products, sorted by name.
func (s shop) prices(t *testing.T) string {
	t.Helper()
	var lines []string
	for _, p := range catalogtest.Read[[]catalog.Product](t, s.Call(t, s.Admin, "GET", "/product/getAll?sort=name", nil).Expect(t, http.StatusOK, "")) {
		lines = append(lines, p.Name+" "+p.Price.Number()+"-"+p.Discount.Number())
	}
	return strings.Join(lines, ", ")
}

func TestBulk_changesAllMatchingProductsAfterAPreview(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		s.Product(t, catalogtest.Product{Name: "Capsicum", Price: 28})
		s.Product(t, catalogtest.Product{Name: "Dahi", Price: 50, Discount: 49})
		s.Product(t, catalogtest.Product{Name: "Tomato", Price: 34, Discount: 6})
		s.Product(t, catalogtest.Product{Name: "Wafers", Price: 20, SubCategory: s.SubCategory(t, "Snacks", "Chips")})
		raise := object{"q": "", "category": s.SubCategory(t, "Staples", "Dal").CategoryID, "field": "price", "operation": "raise", "amount": 5, "percent": true, "round": 1}
		preview := catalogtest.Read[admin.BulkReport](t, s.Call(t, s.Admin, "POST", "/product/bulk", raise.With(object{"dryRun": true})).Expect(t, http.StatusOK, ""))
		if preview.ID != "" || preview.Matched != 3 || preview.Changed != 3 || preview.Lines[0].After.Price != money.Rupees(29) {
			t.Errorf("the preview is %+v, want three of three matched products changed, the first to ₹29, and no ID", preview)
		}
		if got := s.prices(t); got != "Capsicum 28-0, Dahi 50-49, Tomato 34-6, Wafers 20-0" {
			t.Errorf("a preview has changed the shop: %s, want Capsicum 28-0, Dahi 50-49, Tomato 34-6, Wafers 20-0", got)
		}
		done := catalogtest.Read[admin.BulkReport](t, s.Call(t, s.Admin, "POST", "/product/bulk", raise.With(object{"digest": preview.Digest})).Expect(t, http.StatusOK, "Products updated successfully!"))
		if got := s.prices(t); got != "Capsicum 29-0, Dahi 53-49, Tomato 36-6, Wafers 20-0" || done.ID == "" {
			t.Errorf("the change %q left the prices %s, want them raised by 5 %%, and an ID", done.ID, got)
		}
		lower := raise.With(object{"operation": "lower", "amount": 10})
		refused := catalogtest.Read[admin.BulkReport](t, s.Call(t, s.Admin, "POST", "/product/bulk", lower.With(object{"dryRun": true})).Expect(t, http.StatusOK, ""))
		if refused.Changed != 2 || refused.Refused != 1 || !strings.Contains(refused.Lines[1].Refusal, "discount of ₹49") {
			t.Errorf("prices lowered by 10 %%: %+v, want two changed, and Dahi refused for its discount of ₹49", refused)
		}
		s.Call(t, s.Admin, "POST", "/product/bulk", lower.With(object{"digest": preview.Digest})).Expect(t, http.StatusConflict, "The products have changed since the preview. Look again.")
		if got := catalogtest.Log(t, d, "products."); got != "products.bulk|3 products||MRP raised by 5 %" {
			t.Errorf("the activity log has %s, want %q", got, "products.bulk|3 products||MRP raised by 5 %")
		}
		s.Handler = language.Handler(s.Handler, func(context.Context) []string { return []string{"en", "hi"} })
		if err := d.Tx(t.Context(), func(tx *db.Tx) error {
			return db.Exec(t.Context(), tx, `INSERT INTO bulk_changes (id, title, user_name, products, created_at) VALUES ('old', 'MRP raised by 7 %', '', 1, $1)`, s.Clock.Now())
		}); err != nil {
			t.Fatal(err)
		}
		reply := s.Call(t, s.Admin, "POST", "/product/bulk", lower.With(object{"dryRun": true}), "Accept-Language", "hi").Expect(t, http.StatusOK, "")
		changes := s.Call(t, s.Admin, "GET", "/product/bulk-changes", nil, "Accept-Language", "hi").Expect(t, http.StatusOK, "")
		if text := string(reply.Bytes) + string(changes.Bytes); !strings.Contains(text, "₹49 की छूट ₹48 के दाम से कम नहीं होगी।") || !strings.Contains(text, "MRP: 5 % बढ़ाया") || !strings.Contains(text, "MRP raised by 7 %") {
			t.Errorf("the refusal and the changes in Hindi are %s, want one Hindi entry beside the stored English one", text)
		}
	})
}

// bulk requests the preview of a bulk change, then makes the change.
func (s shop) bulk(t *testing.T, change object) admin.BulkReport {
	t.Helper()
	preview := catalogtest.Read[admin.BulkReport](t, s.Call(t, s.Admin, "POST", "/product/bulk", change.With(object{"dryRun": true})).Expect(t, http.StatusOK, ""))
	return catalogtest.Read[admin.BulkReport](t, s.Call(t, s.Admin, "POST", "/product/bulk", change.With(object{"digest": preview.Digest})).Expect(t, http.StatusOK, ""))
}

func TestBulk_refusesChangesThatThePreviewDidNotShow(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal, rice := s.Product(t, catalogtest.Product{Name: "Dal", Price: 50}), s.Product(t, catalogtest.Product{Name: "Rice", Price: 60})
		raise := object{"ids": []string{rice.ID, dal.ID}, "field": "price", "operation": "raise", "amount": 5}
		preview := catalogtest.Read[admin.BulkReport](t, s.Call(t, s.Admin, "POST", "/product/bulk", raise.With(object{"dryRun": true})).Expect(t, http.StatusOK, ""))
		send := func(change object, status int) {
			t.Helper()
			s.Call(t, s.Admin, "POST", "/product/bulk", change.With(object{"digest": preview.Digest})).Expect(t, status, "")
		}
		// As many products change as in the preview, but with other values.
		price := money.Rupees(80)
		if _, err := s.Service.UpdateProduct(t.Context(), dal.ID, admin.ProductForm{Price: &price}); err != nil {
			t.Fatal(err)
		}
		send(raise, http.StatusConflict)
		price = money.Rupees(50)
		if _, err := s.Service.UpdateProduct(t.Context(), dal.ID, admin.ProductForm{Price: &price}); err != nil {
			t.Fatal(err)
		}
		send(raise.With(object{"amount": 50}), http.StatusConflict)
		send(raise.With(object{"operation": "lower"}), http.StatusConflict)
		if got := s.prices(t); got != "Dal 50-0, Rice 60-0" {
			t.Errorf("refused changes have left %s, want Dal 50-0, Rice 60-0", got)
		}
		// Stock taken by orders does not make the preview stale.
		if err := s.Reserve(t, stock.Line{ProductID: s.Product(t, catalogtest.Product{Name: "Salt", Price: 20, Stock: 5}).ID, LineID: "none", Quantity: 1}); err != nil {
			t.Fatal(err)
		}
		send(raise, http.StatusOK)
		if got := s.prices(t); got != "Dal 55-0, Rice 65-0, Salt 20-0" {
			t.Errorf("the prices are %s, want Dal 55-0, Rice 65-0, Salt 20-0", got)
		}
	})
}

func TestBulk_refusesAnEmptyListAndIgnoresDuplicateIDs(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := s.Product(t, catalogtest.Product{Name: "Dal", Price: 50})
		s.Product(t, catalogtest.Product{Name: "Rice", Price: 60})
		raise := object{"field": "price", "operation": "raise", "amount": 5}
		for _, dryRun := range []bool{true, false} {
			s.Call(t, s.Admin, "POST", "/product/bulk", raise.With(object{"ids": []string{}, "dryRun": dryRun, "digest": "any"})).
				Expect(t, http.StatusBadRequest, "Please choose at least one product.").ExpectField(t, "ids")
		}
		s.Call(t, s.Admin, "POST", "/product/bulk", raise.With(object{"ids": []string{dal.ID}})).Expect(t, http.StatusBadRequest, "").ExpectField(t, "digest")
		if done := s.bulk(t, raise.With(object{"ids": []string{dal.ID, dal.ID, dal.ID}})); done.Matched != 1 || done.Changed != 1 {
			t.Errorf("a product that is named three times: %+v, want it matched and changed once", done)
		}
		if got := s.prices(t); got != "Dal 55-0, Rice 60-0" {
			t.Errorf("the prices are %s, want Dal 55-0, Rice 60-0", got)
		}
	})
}

// keyHeader makes a repeated call return the first response.
const keyHeader = "Idempotency-Key"

func TestBulk_runsOncePerIdempotencyKey(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		s.Product(t, catalogtest.Product{Name: "Dal", Price: 50})
		raise := object{"field": "price", "operation": "raise", "amount": 5}
		preview := catalogtest.Read[admin.BulkReport](t, s.Call(t, s.Admin, "POST", "/product/bulk", raise.With(object{"dryRun": true})).Expect(t, http.StatusOK, ""))
		raise["digest"] = preview.Digest
		first := s.Call(t, s.Admin, "POST", "/product/bulk", raise, keyHeader, "once").Expect(t, http.StatusOK, "")
		again := s.Call(t, s.Admin, "POST", "/product/bulk", raise, keyHeader, "once").Expect(t, http.StatusOK, "")
		if a, b := catalogtest.Read[admin.BulkReport](t, first), catalogtest.Read[admin.BulkReport](t, again); a.ID != b.ID || b.Changed != 1 || b.Lines[0].After.Price != money.Rupees(55) {
			t.Errorf("the repeated call returns %+v instead of %+v", b, a)
		}
		if got := s.prices(t); got != "Dal 55-0" {
			t.Errorf("the prices are %s, want Dal 55-0", got)
		}
		s.Call(t, s.Admin, "POST", "/product/bulk", raise.With(object{"amount": 6}), keyHeader, "once").
			Expect(t, http.StatusConflict, "This Idempotency-Key was already used for a different change.")
		s.Call(t, s.Admin, "POST", "/product/bulk", raise, keyHeader, strings.Repeat("k", 256)).Expect(t, http.StatusBadRequest, "").ExpectField(t, "Idempotency-Key")
	})
}

func TestUndoBulk_restoresAllProductsNotEditedSince(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		chips := s.SubCategory(t, "Snacks", "Chips")
		dal, rice := s.Product(t, catalogtest.Product{Name: "Dal", Stock: 5}), s.Product(t, catalogtest.Product{Name: "Rice"})
		for _, change := range []object{
			{"field": "discount", "operation": "set", "amount": 10, "percent": true},
			{"field": "subCategory", "setSubCategory": chips.ID},
			{"field": "publish", "setPublish": false},
			{"field": "unit", "setUnit": "500 g"},
		} {
			s.Clock.Advance(time.Second)
			done := s.bulk(t, change.With(object{"ids": []string{dal.ID, rice.ID}}))
			if done.Changed != 2 {
				t.Fatalf("%v: %+v, want two changed", change, done)
			}
			price := money.Rupees(60)
			if _, err := s.Service.UpdateProduct(t.Context(), rice.ID, admin.ProductForm{Price: &price}); err != nil {
				t.Fatal(err)
			}
			undone := catalogtest.Read[admin.BulkUndone](t, s.Call(t, s.Admin, "POST", "/product/bulk/"+done.ID+"/undo", nil).Expect(t, http.StatusOK, ""))
			if undone.Restored != 1 || undone.Kept != 1 || strings.Join(undone.Names, "") != "Rice" {
				t.Errorf("%v undone: %+v, want one restored and Rice kept", change, undone)
			}
			s.Call(t, s.Admin, "POST", "/product/bulk/"+done.ID+"/undo", nil).Expect(t, http.StatusConflict, "This change has been undone already.")
			price = money.Rupees(50)
			if _, err := s.Service.UpdateProduct(t.Context(), rice.ID, admin.ProductForm{Price: &price}); err != nil {
				t.Fatal(err)
			}
		}
		product, err := s.View.Snapshot().Product(dal.ID, true)
		if err != nil || product.Discount != 0 || product.SubCategory.Name != "Dal" || !product.Publish || product.Unit != "1 kg" || product.Stock != 5 {
			t.Errorf("after every undo the product is %+v, %v, want it as before the changes", product, err)
		}
		recent := catalogtest.Read[[]admin.BulkRecord](t, s.Call(t, s.Admin, "GET", "/product/bulk-changes", nil).Expect(t, http.StatusOK, ""))
		if len(recent) != 4 || recent[0].UndoneAt == nil || recent[0].Title != "unit 500 g" {
			t.Errorf("the recent changes are %+v, want four, the newest \"unit 500 g\" and undone", recent)
		}
	})
}

func TestBulk_changesTheSellingPriceAndNeverSellsAboveTheMRP(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	oil := s.Product(t, catalogtest.Product{Name: "Oil", Price: 700, Discount: 201})
	salt := s.Product(t, catalogtest.Product{Name: "Salt", Price: 75})
	prices := func(id string) string {
		t.Helper()
		product, err := s.View.Snapshot().Product(id, true)
		if err != nil {
			t.Fatal(err)
		}
		return product.Payable().String() + " of " + product.Price.String()
	}
	raise := object{"ids": []string{oil.ID, salt.ID}, "field": "sellingPrice", "operation": "raise", "amount": 5, "percent": true, "round": 1}
	report := s.bulk(t, raise)
	if report.Changed != 1 || report.Refused != 1 || prices(oil.ID) != "₹524 of ₹700" || prices(salt.ID) != "₹75 of ₹75" {
		t.Errorf("selling prices raised by 5 %%: oil %s, salt %s, %+v, want ₹524 of ₹700, and salt refused at ₹75 of ₹75",
			prices(oil.ID), prices(salt.ID), report)
	}
	for _, line := range report.Lines {
		if line.ProductID == salt.ID && line.Refusal != "₹79 would be above the MRP of ₹75." {
			t.Errorf("salt is refused with %q, want that ₹79 is above its MRP of ₹75", line.Refusal)
		}
	}
	s.bulk(t, raise.With(object{"ids": []string{salt.ID}, "raiseMrp": true}))
	if got := prices(salt.ID); got != "₹79 of ₹79" {
		t.Errorf("raised with its MRP: %s, want ₹79 of ₹79", got)
	}
	done := s.bulk(t, raise.With(object{"operation": "lower", "amount": 24, "percent": false}))
	if prices(oil.ID) != "₹500 of ₹700" || prices(salt.ID) != "₹55 of ₹79" {
		t.Errorf("lowered by ₹24: %s, %s, want ₹500 of ₹700 and ₹55 of ₹79", prices(oil.ID), prices(salt.ID))
	}
	s.undoBulk(t, done)
	s.bulk(t, raise.With(object{"operation": "set", "amount": 70, "percent": false}))
	if prices(oil.ID) != "₹70 of ₹700" || prices(salt.ID) != "₹70 of ₹79" {
		t.Errorf("set to ₹70: %s, %s, want ₹70 of ₹700 and ₹70 of ₹79", prices(oil.ID), prices(salt.ID))
	}
	for _, wrong := range []object{{"operation": "set", "percent": true}, {"operation": "lower", "amount": 0}} {
		s.Call(t, s.Admin, "POST", "/product/bulk", raise.With(wrong).With(object{"dryRun": true})).Expect(t, http.StatusBadRequest, "")
	}
}

func TestBulk_refusesInvalidChanges(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	for name, change := range map[string]object{
		"field":          {"field": "name"},
		"operation":      {"field": "sellingPrice", "operation": "double", "amount": 2},
		"amount":         {"field": "price", "operation": "raise"},
		"setSubCategory": {"field": "subCategory"},
		"setUnit":        {"field": "unit"},
		"setPublish":     {"field": "publish"},
		"without":        {"field": "unit", "setUnit": "1 kg", "without": "price"},
		"stock":          {"field": "unit", "setUnit": "1 kg", "stock": "much"},
	} {
		if reply := s.Call(t, s.Admin, "POST", "/product/bulk", change).Expect(t, http.StatusBadRequest, ""); len(reply.Errors) != 1 || reply.Errors[0].Field != name {
			t.Errorf("%s: the errors are %+v, want one, of that field", name, reply.Errors)
		}
	}
}

func TestMerge_movesTheContentsOfACategoryAndDeletesIt(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := s.SubCategory(t, "Staples", "Dal")
		sameName, chips := s.SubCategory(t, "Grocery", "dal"), s.SubCategory(t, "Grocery", "Chips")
		toor, moong, wafers := s.Product(t, catalogtest.Product{Name: "Toor"}), s.Product(t, catalogtest.Product{Name: "Moong", SubCategory: sameName}), s.Product(t, catalogtest.Product{Name: "Wafers", SubCategory: chips})
		s.Call(t, s.Admin, "POST", "/category/merge", object{"id": chips.CategoryID, "into": chips.CategoryID}).Expect(t, http.StatusBadRequest, "Please choose another one.")
		s.Call(t, s.Admin, "POST", "/category/merge", object{"id": chips.CategoryID, "into": dal.CategoryID}).Expect(t, http.StatusOK, "Category merged successfully")
		for id, want := range map[string]string{toor.ID: "Staples Dal", moong.ID: "Staples Dal", wafers.ID: "Staples Chips"} {
			product, err := s.View.Snapshot().Product(id, true)
			if got := product.Category.Name + " " + product.SubCategory.Name; err != nil || got != want {
				t.Errorf("%s is in %s, %v, want %s", product.Name, got, err, want)
			}
		}
		s.Call(t, s.Admin, "POST", "/subCategory/merge", object{"id": chips.ID, "into": dal.ID}).Expect(t, http.StatusOK, "Subcategory merged successfully")
		product, err := s.View.Snapshot().Product(wafers.ID, true)
		if err != nil || product.SubCategory.Name != "Dal" || len(s.View.Snapshot().SubCategories()) != 1 || len(s.View.Snapshot().Categories()) != 1 {
			t.Errorf("after both merges the product is %+v, %v, want it in Dal, the only sub-category of the only category", product, err)
		}
		s.Call(t, s.Admin, "POST", "/subCategory/merge", object{"id": chips.ID, "into": dal.ID}).Expect(t, http.StatusNotFound, "Subcategory not found")
		if got := catalogtest.Log(t, d, "category.merge"); got != "category.merge|Grocery|Grocery|Staples" {
			t.Errorf("the log has %s, want %q", got, "category.merge|Grocery|Grocery|Staples")
		}
	})
}
