package importer_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"kirana/internal/catalog/admin"
	"kirana/internal/catalog/importer"
	"kirana/internal/catalog/stock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/catalogtest"
)

// numberedList returns a list of n products.
func numberedList(t *testing.T, n, price int) string {
	t.Helper()
	lines := []string{"Name,MRP"}
	for i := range n {
		lines = append(lines, fmt.Sprintf("Product %d,%d", i+1, price))
	}
	return catalogtest.PriceList(t, lines...)
}

func TestUndo_keepsAStockCountedSince(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		s.Import(t, catalogtest.PriceList(t, countedHeader, "Toor Dal,Staples,160,1 kg,40", "Ghee,Dairy,500,1 L,5", "Salt,Staples,20,1 kg,5"), importer.Options{})
		s.Clock.Advance(time.Minute)
		path := catalogtest.PriceList(t, countedHeader, "Toor Dal,Staples,170,1 kg,60", "Ghee,Dairy,550,1 L,20", "Salt,Staples,22,1 kg,10", "Jaggery,Staples,60,500 g,8", "Poha,Staples,50,500 g,8")
		report := s.Import(t, path, importer.Options{Update: importer.Update{Stock: importer.AddStock}})
		dal, ghee, salt := s.ProductNamed(t, "Toor Dal"), s.ProductNamed(t, "Ghee"), s.ProductNamed(t, "Salt")
		for productID, form := range map[string]object{
			dal.ID: {"count": 93, "reason": "counted"}, salt.ID: {"change": 4, "reason": "received"}, s.ProductNamed(t, "Jaggery").ID: {"change": 10, "reason": "received"},
		} {
			s.Adjust(t, productID, form).Expect(t, http.StatusOK, "")
		}
		if err := s.Reserve(t, stock.Line{ProductID: ghee.ID, LineID: "o", Quantity: 22}); err != nil {
			t.Fatal(err)
		}
		undone, err := s.Importer.Undo(t.Context(), report.Run)
		s.Refresh(t)
		if err != nil || undone.Restored != 3 || undone.Removed != 1 || fmt.Sprint(undone.Counted, undone.ToCount, undone.Kept) != "[Toor Dal] [Ghee] [Jaggery]" {
			t.Errorf("reports %+v, %v, want 3 restored, 1 removed and \"[Toor Dal] [Ghee] [Jaggery]\"", undone, err)
		}
		for name, want := range map[string]struct {
			rupees int64
			stock  int
		}{"Toor Dal": {160, 93}, "Ghee": {500, 0}, "Salt": {20, 9}, "Jaggery": {60, 18}} {
			if now := s.ProductNamed(t, name); now.Price != money.Rupees(want.rupees) || shoptest.Stock(t, d, now.ID) != want.stock {
				t.Errorf("%s became %+v with %d pieces, want price %v and stock %v", name, now, shoptest.Stock(t, d, now.ID), money.Rupees(want.rupees), want.stock)
			}
		}
		if strings.Contains(s.Found(t, "", ""), "Poha") {
			t.Error("an added and unchanged product still exists")
		}
	})
}

func TestUndo_doesNotRestoreABarcodeThatAnotherProductHas(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		coded := "Name,MRP,Pack Size,SKU,Barcode"
		s.Import(t, catalogtest.PriceList(t, coded, "Soap,40,100 g,A1,8901030865381", "Salt,20,1 kg,A2,8901030865398", "Tea,90,250 g,A3,8901030865404"), importer.Options{})
		s.Clock.Advance(time.Minute)
		// Salt and Tea swap their codes; the undo swaps them back.
		report := s.Import(t, catalogtest.PriceList(t, coded, "Soap,42,100 g,A1,8901030865411", "Salt,21,1 kg,A2,8901030865404", "Tea,95,250 g,A3,8901030865398"), importer.Options{})
		other, barcode := s.Product(t, catalogtest.Product{Name: "Hand Wash"}), "8901030865381"
		if _, err := s.Service.UpdateProduct(t.Context(), other.ID, admin.ProductForm{Label: admin.LabelForm{Barcode: &barcode}}); err != nil {
			t.Fatal(err)
		}
		undone, err := s.Importer.Undo(t.Context(), report.Run)
		s.Refresh(t)
		if err != nil || undone.Restored != 3 || fmt.Sprint(undone.Barcodes) != "[Soap]" {
			t.Errorf("reports %+v, %v, want 3 restored and \"[Soap]\"", undone, err)
		}
		for name, want := range map[string]string{"Soap": "8901030865411", "Salt": "8901030865398", "Tea": "8901030865404", "Hand Wash": barcode} {
			if now := s.ProductNamed(t, name); now.Barcode != want {
				t.Errorf("%s has the barcode %s, want %s", name, now.Barcode, want)
			}
		}
		if s.ProductNamed(t, "Soap").Price != money.Rupees(40) {
			t.Error("its price is not as it was")
		}
	})
}

func TestUndo_refusesARunningImport(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		attempts := 0
		meanwhile := func(stage string, done, total int64) {
			if stage != "Saving" || done == total {
				return
			}
			runs, err := s.Importer.Runs(t.Context())
			if err != nil || len(runs) != 1 || runs[0].Undoable {
				t.Fatalf("lists %+v, %v, want 1 run and undoable false", runs, err)
			}
			if _, err := s.Importer.Undo(t.Context(), runs[0].ID); !fault.Is(err, fault.Conflict) {
				t.Errorf("undone while it runs: %v", err)
			}
			// An unfinished import can be undone an hour after its start, and then writes nothing more.
			s.Clock.Advance(time.Hour + time.Second)
			if undone, err := s.Importer.Undo(t.Context(), runs[0].ID); err != nil || undone.Removed != 500 {
				t.Errorf("after an hour: %+v, %v, want 500 removed", undone, err)
			}
			attempts++
		}
		_, err := s.Importer.Import(t.Context(), numberedList(t, 600, 20), importer.Options{Progress: meanwhile})
		s.Refresh(t)
		if !fault.Is(err, fault.Conflict) || attempts != 1 || s.Found(t, "", "") != "" {
			t.Errorf("after %d attempts the import returns %v and the shop has %s, want a conflict after 1 attempt and an empty shop", attempts, err, s.Found(t, "", ""))
		}
	})
}

func TestUndo_thatFailsHalfwayIsLoggedAndResumes(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		s.Import(t, numberedList(t, 600, 20), importer.Options{})
		s.Clock.Advance(time.Minute)
		report := s.Import(t, numberedList(t, 600, 22), importer.Options{})
		last, err := db.Get[string](t.Context(), d, `SELECT MAX(product_id) FROM import_run_changes WHERE run_id = $1`, report.Run)
		if err != nil {
			t.Fatal(err)
		}
		spoil := func(text string) {
			t.Helper()
			err := d.Tx(t.Context(), func(tx *db.Tx) error {
				return db.Exec(t.Context(), tx, `UPDATE import_run_changes SET before = `+text+` WHERE run_id = $1 AND product_id = $2`, report.Run, last)
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		spoil(`'-' || before`)
		if undone, err := s.Importer.Undo(t.Context(), report.Run); err == nil || undone.Restored != 500 {
			t.Errorf("the spoilt one is undone: %+v, %v, want an error and 500 restored", undone, err)
		}
		spoil(`substr(before, 2)`)
		if undone, err := s.Importer.Undo(t.Context(), report.Run); err != nil || undone.Restored != 100 || len(undone.Kept) != 0 {
			t.Errorf("again reports %+v, %v, want 100 restored and none kept", undone, err)
		}
		logged, err := db.All[language.Stored](t.Context(), d, `SELECT after FROM audit_log WHERE what = 'products.import-undo' ORDER BY after`)
		var english []string
		for _, after := range logged {
			english = append(english, after.In(language.English))
		}
		if err != nil || strings.Join(english, "; ") != "100 restored, 0 removed, 0 kept; 500 restored, 0 removed, 0 kept" {
			t.Errorf("logged %q, %v, want \"100 restored, 0 removed, 0 kept; 500 restored, 0 removed, 0 kept\"", english, err)
		}
		if left, err := db.Get[int](t.Context(), d, `SELECT COUNT(*) FROM products WHERE price <> 2000`); err != nil || left != 0 {
			t.Errorf("%d are not as they were, %v, want 0", left, err)
		}
	})
}
