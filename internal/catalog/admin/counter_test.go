package admin_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"kirana/internal/catalog"
	"kirana/internal/catalog/admin"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/catalogtest"
)

func TestAddBarcode_findsTheProductByEachBarcode(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		packer := shoptest.AddStaff(t, d, "PACKER")
		dal, ghee := s.Product(t, catalogtest.Product{Name: "Toor Dal"}), s.Product(t, catalogtest.Product{Name: "Ghee"})
		add := func(productID, code string) shoptest.Response {
			return s.Call(t, packer, "POST", "/product/"+productID+"/barcodes", catalogtest.Object{"barcode": code})
		}
		for _, code := range []string{"8901030865275", "012345678905", "0012345678905", "new_wrapper"} { // the third is another form of the second
			add(dal.ID, code).Expect(t, http.StatusOK, "")
		}
		found := catalogtest.Read[catalog.Product](t, s.Call(t, packer, "GET", "/product/code?code=12345678905", nil))
		if found.ID != dal.ID || found.Barcode != "8901030865275" || strings.Join(found.Barcodes, " ") != "8901030865275 012345678905 new_wrapper" {
			t.Errorf("code 12345678905 finds %+v, want Toor Dal with its three barcodes", found)
		}
		taken := add(ghee.ID, "12345678905").Expect(t, http.StatusConflict, "Toor Dal has this barcode already.")
		if owner := struct {
			ID string `json:"_id"`
		}{}; taken.Code != "barcode_taken" {
			t.Errorf("the refusal has the code %s, want barcode_taken", taken.Code)
		} else if taken.Decode(t, &owner); owner.ID != dal.ID {
			t.Errorf("the refusal names the owner %+v, want Toor Dal's ID %s", owner, dal.ID)
		}
		add(ghee.ID, "newXwrapper").Expect(t, http.StatusOK, "") // _ is not a wildcard
		add(ghee.ID, "two words").Expect(t, http.StatusBadRequest, "").ExpectField(t, "barcode")
		s.Change(t, ghee.ID, catalogtest.Object{"barcode": "NEW_WRAPPER"}).Expect(t, http.StatusBadRequest, "Toor Dal has this barcode already.")
		s.Change(t, ghee.ID, catalogtest.Object{"barcodes": []string{"111", "222"}, "itemCode": "7"}).Expect(t, http.StatusOK, "")
		s.Change(t, dal.ID, catalogtest.Object{"itemCode": "7"}).Expect(t, http.StatusBadRequest, "Ghee has this item code already.").ExpectField(t, "itemCode")
		if found := catalogtest.Read[catalog.Product](t, s.Call(t, packer, "GET", "/product/code?code=222", nil)); found.ID != ghee.ID || found.ItemCode != "7" {
			t.Errorf("code 222 finds %+v, want Ghee with the item code 7", found)
		}
		shown := catalogtest.Read[catalog.Product](t, s.Call(t, s.Shopper, "POST", "/product/getProductById", catalogtest.Object{"productId": ghee.ID}))
		if shown.ItemCode != "" || shown.Barcodes != nil {
			t.Errorf("shoppers see %+v, want neither item code nor barcodes", shown)
		}
	})
}

func TestAddAtCounter_createsOneUnpublishedProductPerKey(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		packer := shoptest.AddStaff(t, d, "PACKER")
		create := func(form catalogtest.Object) shoptest.Response {
			return s.Call(t, packer, "POST", "/counter/products", form)
		}
		form := catalogtest.Object{"name": "Chai Masala", "mrp": 85, "barcode": "8901", "key": "65f1a2b3c4d5e6f708192a3b"}
		for range 2 {
			p := catalogtest.Read[catalog.Product](t, create(form).Expect(t, http.StatusCreated, ""))
			if p.ID != "65f1a2b3c4d5e6f708192a3b" || p.Publish || p.Price != 8500 || p.Stock != 0 || p.Barcode != "8901" || p.HSN != "" {
				t.Errorf("created %+v, want the draft with the sent ID, ₹85, the barcode 8901, no stock and no HSN", p)
			}
		}
		again := create(form.With(catalogtest.Object{"key": "another key"})).Expect(t, http.StatusConflict, "Chai Masala has this barcode already.")
		if again.Code != "barcode_taken" {
			t.Errorf("the refusal has the code %s, want barcode_taken", again.Code)
		}
		one := catalogtest.Read[catalog.Product](t, create(catalogtest.Object{"name": "Loose Tea", "mrp": 40, "key": "a key"}))
		two := catalogtest.Read[catalog.Product](t, create(catalogtest.Object{"name": "Loose Tea", "mrp": 40, "key": "a key"}))
		if one.ID != two.ID || one.ID == "" {
			t.Errorf("one key twice created the products %s and %s, want the same", one.ID, two.ID)
		}
		create(catalogtest.Object{"name": "Free", "mrp": 0, "key": "zero"}).Expect(t, http.StatusBadRequest, "").ExpectField(t, "mrp")
	})
}

func TestAddAtCounter_addsASubCategoryWhenEachHasAnHSN(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		add := func(name string) catalog.Product {
			t.Helper()
			p, err := s.Service.AddAtCounter(t.Context(), admin.CounterProduct{Key: name, Name: name, MRP: 8500})
			if err != nil {
				t.Fatal(err)
			}
			s.exec(t, `UPDATE sub_categories SET hsn = '0902'`)
			return p
		}
		category := add("Chai Masala").CategoryID
		if p := add("Loose Tea"); p.CategoryID != category {
			t.Errorf("the product is %+v, want it in the category %s again", p, category)
		}
		added, err := db.All[string](t.Context(), d, `SELECT name || '/' || name_key FROM sub_categories WHERE category_id = $1 ORDER BY id`, category)
		if want := []string{"New/new", "New 2/new 2"}; err != nil || !slices.Equal(added, want) {
			t.Errorf("sub-categories are %q, want %q: %v", added, want, err)
		}
		name := "from the counter"
		if _, err := s.Service.AddCategory(t.Context(), admin.CategoryForm{Name: &name}); !fault.Is(err, fault.Conflict) {
			t.Errorf("add a second category of the same name: %v, want a conflict", err)
		}
	})
}

func TestProducts_hideTheirCostFromPackers(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := s.Product(t, catalogtest.Product{Name: "Toor Dal"})
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			return db.Exec(t.Context(), tx, `UPDATE products SET cost = 123456, updated_at = $1 WHERE id = $2`, s.Clock.Now(), dal.ID)
		})
		if err != nil {
			t.Fatal(err)
		}
		for role, seen := range map[string]bool{"MANAGER": true, "PACKER": false} {
			staff := shoptest.AddStaff(t, d, role)
			for path, body := range map[string]catalogtest.Object{
				"/product/" + dal.ID + "/barcodes": {"barcode": "8901030865275"},
				"/counter/products":                {"name": "Toor Dal", "mrp": 85, "key": dal.ID},
			} {
				r := s.Call(t, staff, "POST", path, body)
				if !strings.Contains(string(r.Bytes), "Toor Dal") || strings.Contains(string(r.Bytes), `"cost"`) != seen {
					t.Errorf("%s reads from %s: %s, want Toor Dal, with its cost: %t", role, path, r.Bytes, seen)
				}
			}
		}
	})
}
