package admin_test

import (
	"net/http"
	"testing"

	"kirana/internal/catalog"
	"kirana/internal/catalog/admin"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/money"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/catalogtest"
)

// exec runs a statement in a transaction of its own.
func (s shop) exec(t *testing.T, statement string) {
	t.Helper()
	err := s.DB.Tx(t.Context(), func(tx *db.Tx) error {
		return db.Exec(t.Context(), tx, statement)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestChanges_succeedOnceCommittedEvenIfReadingThemFails(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal, milk := s.Product(t, catalogtest.Product{Name: "Toor Dal", Stock: 5}), s.Product(t, catalogtest.Product{Name: "Milk", Stock: 5})
		// Statements that write to this table do not name the column, those that read it do.
		s.exec(t, `ALTER TABLE catalog_changes RENAME COLUMN number TO number_of_old`)
		for _, c := range []struct {
			method, path string
			body         any
		}{
			{"PUT", "/product/update/" + dal.ID, object{"price": 60}},
			{"PUT", "/product/publish", object{"ids": []string{dal.ID}, "publish": false}},
			{"DELETE", "/product/delete/" + milk.ID, nil},
			{"PUT", "/category/update", object{"id": dal.Category.ID, "name": "Pulses"}},
			{"PUT", "/category/move", object{"id": dal.Category.ID}},
			{"PUT", "/subCategory/update", object{"id": dal.SubCategory.ID, "name": "Lentils"}},
		} {
			reply := s.Call(t, s.Admin, c.method, c.path, c.body)
			if reply.Status != http.StatusOK {
				t.Errorf("%s %s was committed and responded with %d, want %d", c.method, c.path, reply.Status, http.StatusOK)
			}
			if c.path == "/product/publish" {
				if published := catalogtest.Read[[]catalog.Product](t, reply); len(published) != 1 || published[0].Publish || published[0].Price != money.Rupees(60) {
					t.Errorf("publish returned %+v, want one hidden product at ₹60", published)
				}
			}
		}
		s.exec(t, `ALTER TABLE catalog_changes RENAME COLUMN number_of_old TO number`)
		s.Refresh(t)
		shown, err := s.View.Snapshot().Product(dal.ID, true)
		if err != nil || shown.Price != money.Rupees(60) || shown.Publish || shown.Category.Name != "Pulses" || shown.SubCategory.Name != "Lentils" {
			t.Errorf("once the catalog can be read, the product is %+v, %v, want it hidden at ₹60 in Pulses, Lentils", shown, err)
		}
		if _, err := s.View.Snapshot().Product(milk.ID, true); err == nil {
			t.Error("once it can be read, still shows what was deleted")
		}
	})
}

func TestUpdateProduct_refusesAStockAboveTheFormsLimit(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	dal := s.Product(t, catalogtest.Product{Name: "Toor Dal", Stock: 5})
	for stock, accepted := range map[int]bool{5_000_000: false, catalog.MaxStock + 1: false, catalog.MaxStock: true, -1: false, 0: true} {
		_, err := s.Service.UpdateProduct(t.Context(), dal.ID, admin.ProductForm{Stock: &stock})
		if f := fault.Of(err); (err == nil) != accepted || (f != nil && (len(f.Fields) != 1 || f.Fields[0].Field != "stock")) {
			t.Errorf("a stock of %d: %v, want it accepted: %t, or the field stock refused", stock, err, accepted)
		}
	}
	full := catalog.MaxStock
	if _, err := s.Service.UpdateProduct(t.Context(), dal.ID, admin.ProductForm{Stock: &full}); err != nil {
		t.Fatal(err)
	}
	// Other fields can still be edited when released pieces have raised the stock above the limit.
	s.exec(t, `UPDATE products SET stock = stock + 3`)
	name := "Arhar Dal"
	if _, err := s.Service.UpdateProduct(t.Context(), dal.ID, admin.ProductForm{Name: &name}); err != nil {
		t.Error(err)
	}
}
