package catalog_test

import (
	"net/http"
	"testing"

	"kirana/internal/catalog"
	"kirana/internal/catalog/admin"
	"kirana/internal/catalog/importer"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/money"
	"kirana/internal/shoptest"
)

// exec runs a statement in a transaction of its own.
func (s shop) exec(t *testing.T, statement string) {
	t.Helper()
	err := s.db.Tx(t.Context(), func(tx *db.Tx) error {
		_, err := db.Exec(t.Context(), tx, statement)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestChanges_thatAreCommittedSucceedThoughReadingThemAfterwardsFails(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal, milk := s.product(t, productInput{name: "Toor Dal", stock: 5}), s.product(t, productInput{name: "Milk", stock: 5})
		// Writers do not name this column, readers do.
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
			reply := s.call(t, s.admin, c.method, c.path, c.body)
			if reply.Status != http.StatusOK {
				t.Errorf("%s %s was committed and responded with %d", c.method, c.path, reply.Status)
			}
			if c.path == "/product/publish" {
				if published := read[[]catalog.Product](t, reply); len(published) != 1 || published[0].Publish || published[0].Price != money.Rupees(60) {
					t.Errorf("returned %+v", published)
				}
			}
		}
		s.exec(t, `ALTER TABLE catalog_changes RENAME COLUMN number_of_old TO number`)
		s.refresh(t)
		shown, err := s.view.Snapshot().Product(dal.ID, true)
		if err != nil || shown.Price != money.Rupees(60) || shown.Publish || shown.Category.Name != "Pulses" || shown.SubCategory.Name != "Lentils" {
			t.Errorf("once it can be read, shows %+v: %v", shown, err)
		}
		if _, err := s.view.Snapshot().Product(milk.ID, true); err == nil {
			t.Error("once it can be read, still shows what was deleted")
		}
	})
}

func TestUpdateProduct_refusesAStockAboveTheFormsLimit(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	dal := s.product(t, productInput{name: "Toor Dal", stock: 5})
	for stock, accepted := range map[int]bool{5_000_000: false, catalog.MaxStock + 1: false, catalog.MaxStock: true, -1: false, 0: true} {
		_, err := s.service.UpdateProduct(t.Context(), dal.ID, admin.ProductForm{Stock: &stock})
		if f := fault.Of(err); (err == nil) != accepted || (f != nil && (len(f.Fields) != 1 || f.Fields[0].Field != "stock")) {
			t.Errorf("a stock of %d: %v", stock, err)
		}
	}
	full := catalog.MaxStock
	if _, err := s.service.UpdateProduct(t.Context(), dal.ID, admin.ProductForm{Stock: &full}); err != nil {
		t.Fatal(err)
	}
	// Another field can still be edited when released pieces raised the stock above it.
	s.exec(t, `UPDATE products SET stock = stock + 3`)
	name := "Arhar Dal"
	if _, err := s.service.UpdateProduct(t.Context(), dal.ID, admin.ProductForm{Name: &name}); err != nil {
		t.Error(err)
	}
}

func TestImport_leavesOutAStockAboveTheFormsLimit(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	report := s.imports(t, list(t, "Name,MRP,Stock", "Toor Dal,160,1000000", "Moong Dal,120,5000000"), importer.Options{})
	if got := counts(report); got != "2 rows: 2 imported, 0 updated, 0 unchanged, 0 repeated, 0 skipped" || report.Remarked != 1 || s.named(t, "Moong Dal").Stock != 0 {
		t.Errorf("reports %s, remarks %+v", got, report.Remarks)
	}
}

func TestImport_recognizesWhatWasMadeByHandInOtherLetters(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := s.product(t, productInput{name: "tata  TOOR dal", price: 155, stock: 5}) // in 1 kg
		path := list(t, threeProducts...)
		for _, want := range []string{"3 rows: 2 imported, 1 updated, 0 unchanged, 0 repeated, 0 skipped", "3 rows: 0 imported, 0 updated, 3 unchanged, 0 repeated, 0 skipped"} {
			dry := s.imports(t, path, importer.Options{Stock: 7, DryRun: true})
			if got := counts(dry); got != want {
				t.Errorf("a dry run reports %s, want %s", got, want)
			}
			if got := counts(s.imports(t, path, importer.Options{Stock: 7})); got != want {
				t.Errorf("reports %s, want %s", got, want)
			}
		}
		if now := s.named(t, "Tata Toor Dal"); now.ID != dal.ID || now.Price != money.Rupees(160) || now.Stock != 5 {
			t.Errorf("became %+v", now)
		}
	})
}
