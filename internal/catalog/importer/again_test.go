package importer_test

import (
	"net/http"
	"strings"
	"testing"

	"kirana/internal/catalog"
	"kirana/internal/catalog/admin"
	"kirana/internal/catalog/importer"
	"kirana/internal/catalog/stock"
	"kirana/internal/catalog/view"
	"kirana/internal/db"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/catalogtest"
)

const countedHeader = "Name,Category,MRP,Pack Size,Stock"

func TestImportAgain_keepsTheStockByDefault(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		path := catalogtest.PriceList(t, countedHeader, "Toor Dal,Staples,160,1 kg,40", "Ghee,Dairy,500,1 L,10")
		s.Import(t, path, importer.Options{})
		dal := s.ProductNamed(t, "Toor Dal")
		if err := s.Reserve(t, stock.Line{ProductID: dal.ID, LineID: "o", Quantity: 3}); err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			update importer.Update
			stock  int
			kept   int
			counts string
		}{
			{importer.Update{}, 37, 1, "2 rows: 0 imported, 0 updated, 2 unchanged, 0 repeated, 0 skipped"},
			{importer.Update{Stock: importer.KeepStock}, 37, 1, "2 rows: 0 imported, 0 updated, 2 unchanged, 0 repeated, 0 skipped"},
			{importer.Update{Stock: importer.AddStock}, 77, 0, "2 rows: 0 imported, 2 updated, 0 unchanged, 0 repeated, 0 skipped"},
			{importer.Update{Stock: importer.SetStock}, 40, 0, "2 rows: 0 imported, 2 updated, 0 unchanged, 0 repeated, 0 skipped"},
			{importer.Update{Only: []string{"stock"}}, 40, 0, "2 rows: 0 imported, 0 updated, 2 unchanged, 0 repeated, 0 skipped"},
		} {
			report := s.Import(t, path, importer.Options{Update: c.update})
			if got := counts(report); got != c.counts || report.StockKept != c.kept {
				t.Errorf("%+v reports %s, %d kept, want %s and %d", c.update, got, report.StockKept, c.counts, c.kept)
			}
			if got := shoptest.Stock(t, d, dal.ID); got != c.stock {
				t.Errorf("%+v leaves a stock of %d, want %d", c.update, got, c.stock)
			}
		}
	})
}

func TestImportAgain_keepsTheVariantsOfOneName(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		path := catalogtest.PriceList(t, "Item,Flavour,Size,MRP,Stock", "1. Maaza,Mango,250 ml,20,5", "2. Maaza,Guava,250 ml,25,7", "Delivery charges,,,50,1")
		for _, want := range []string{"3 rows: 2 imported, 0 updated, 0 unchanged, 0 repeated, 1 skipped", "3 rows: 0 imported, 0 updated, 2 unchanged, 0 repeated, 1 skipped"} {
			if got := counts(s.Import(t, path, importer.Options{})); got != want {
				t.Errorf("reports %s, want %s", got, want)
			}
		}
		if mango, guava := s.ProductNamed(t, "Maaza, Mango"), s.ProductNamed(t, "Maaza, Guava"); mango.Price != 2000 || guava.Price != 2500 {
			t.Errorf("the prices are %s and %s, want ₹20 and ₹25", mango.Price, guava.Price)
		}
	})
}

func TestImportAgain_addsUpToTheMaximumStock(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		path := catalogtest.PriceList(t, countedHeader, "Toor Dal,Staples,160,1 kg,40")
		s.Import(t, path, importer.Options{})
		for before, want := range map[int]int{catalog.MaxStock - 10: catalog.MaxStock, catalog.MaxStock + 3: catalog.MaxStock + 3} {
			err := d.Tx(t.Context(), func(tx *db.Tx) error {
				return db.Exec(t.Context(), tx, `UPDATE products SET stock = $1`, before)
			})
			if err != nil {
				t.Fatal(err)
			}
			s.Import(t, path, importer.Options{Update: importer.Update{Stock: importer.AddStock}, AddAgain: true})
			if got, err := db.Get[int](t.Context(), d, `SELECT stock FROM products`); err != nil || got != want {
				t.Errorf("40 added to %d leave %d, want %d: %v", before, got, want, err)
			}
		}
	})
}

func TestImportAgain_keepsManualEdits(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		s.Import(t, catalogtest.PriceList(t, threeProducts...), importer.Options{Stock: 7})
		dal := s.ProductNamed(t, "Tata Toor Dal")
		price, unit := money.Rupees(140), "1 kg bag"
		if _, err := s.Service.UpdateProduct(t.Context(), dal.ID, admin.ProductForm{Price: &price, Unit: &unit}); err != nil {
			t.Fatal(err)
		}
		// The list has other prices for both products, and for the first another unit than the shop.
		path := catalogtest.PriceList(t, header+",SKU", "Toor Dal,Tata,Staples,Dal & Pulses,180,170,1 kg,", "Gold Milk,Amul,Dairy,Milk,36,,500 ml,")
		dry := s.Import(t, path, importer.Options{DryRun: true})
		for _, report := range []importer.Report{dry, s.Import(t, path, importer.Options{})} {
			if got := counts(report); got != "2 rows: 0 imported, 1 updated, 1 unchanged, 0 repeated, 0 skipped" || report.Edited != 2 {
				t.Errorf("reports %s, %d edited, want 2 rows: 0 imported, 1 updated, 1 unchanged, 0 repeated, 0 skipped and 2", got, report.Edited)
			}
			if len(report.KeptEdits) != 1 || report.KeptEdits[0].Line != 2 || report.KeptEdits[0].Fields[0] != (importer.FieldChange{Field: "price", Old: "₹140 − ₹10.50", New: "₹180 − ₹10"}) {
				t.Errorf("keeps %+v, want one edit kept in line 2, of the price ₹140 − ₹10.50 to ₹180 − ₹10", report.KeptEdits)
			}
			if len(report.Changes) != 1 || report.Changes[0].Name != "Amul Gold Milk" || report.Changes[0].Fields[0] != (importer.FieldChange{Field: "price", Old: "₹35", New: "₹36"}) {
				t.Errorf("changes %+v, want Amul Gold Milk from ₹35 to ₹36", report.Changes)
			}
		}
		if now := s.ProductNamed(t, "Tata Toor Dal"); now.Price != price || now.Unit != unit {
			t.Errorf("became %+v, want price %v and unit %v", now, price, unit)
		}
		report := s.Import(t, path, importer.Options{Update: importer.Update{OverwriteEdited: true}})
		if now := s.ProductNamed(t, "Tata Toor Dal"); now.Price != money.Rupees(180) || now.Discount != money.Rupees(10) || now.Unit != "1 kg" || report.Edited != 0 {
			t.Errorf("when it is chosen, became %+v, want price ₹180, discount ₹10, unit 1 kg and none edited", now)
		}
	})
}

func TestImportAgain_movesProductsToTheListsCategoryUnlessAPersonMovedThem(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		s.Import(t, catalogtest.PriceList(t, threeProducts...), importer.Options{Stock: 7})
		best := s.SubCategory(t, "Best of", "All")
		dal := s.ProductNamed(t, "Tata Toor Dal")
		if _, err := s.Service.UpdateProduct(t.Context(), dal.ID, admin.ProductForm{CategoryID: &best.CategoryID, SubCategoryID: &best.ID}); err != nil {
			t.Fatal(err)
		}
		report := s.Import(t, catalogtest.PriceList(t, header, "Toor Dal,Tata,Offers,Week,160,149.50,1 kg", "Gold Milk,Amul,Offers,Week,35,,500 ml", "Gold Milk,Amul,Dairy,,68,66,1 l"), importer.Options{})
		if got := counts(report); got != "3 rows: 0 imported, 1 updated, 2 unchanged, 0 repeated, 0 skipped" || report.Edited != 1 || strings.Join(report.Categories, ", ") != "Offers > Week" {
			t.Errorf("reports %s, %d edited, made %v, want \"3 rows: 0 imported, 1 updated, 2 unchanged, 0 repeated, 0 skipped\", 1 edited and \"Offers > Week\"", got, report.Edited, report.Categories)
		}
		if now := s.ProductNamed(t, "Tata Toor Dal"); now.SubCategory.ID != best.ID {
			t.Errorf("the one that a person moved is in %s, want sub-category ID %v", now.SubCategory.Name, best.ID)
		}
		places := map[string]bool{}
		for _, unit := range []string{"500 ml", "1 L"} {
			for _, p := range s.View.Snapshot().Find(view.Query{Words: "gold milk " + unit}).Products {
				if p.Unit == unit {
					places[unit+" in "+p.Category.Name+" > "+p.SubCategory.Name] = true
				}
			}
		}
		if !places["500 ml in Offers > Week"] || !places["1 L in Dairy > Milk"] || len(places) != 2 {
			t.Errorf("are %v, want 500 ml in Offers > Week, 1 L in Dairy > Milk and 2 places", places)
		}
	})
}

func TestImportAgain_doesNotRestoreDeletedProducts(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		path := catalogtest.PriceList(t, threeProducts...)
		s.Import(t, path, importer.Options{Stock: 7})
		dal := s.ProductNamed(t, "Tata Toor Dal")
		if err := s.Service.DeleteProduct(t.Context(), dal.ID); err != nil {
			t.Fatal(err)
		}
		for _, dry := range []bool{true, false} {
			report := s.Import(t, path, importer.Options{Stock: 7, DryRun: dry})
			if got := counts(report); got != "3 rows: 0 imported, 0 updated, 2 unchanged, 0 repeated, 1 skipped" || report.Deleted != 1 {
				t.Errorf("reports %s, %d deleted, want 3 rows: 0 imported, 0 updated, 2 unchanged, 0 repeated, 1 skipped and 1", got, report.Deleted)
			}
			if report.Problems[0].Line != 2 || !strings.Contains(report.Problems[0].Reason.In(language.English), "was deleted") {
				t.Errorf("skips %+v, want line 2 and \"was deleted\" in the reason", report.Problems)
			}
		}
		restore := importer.Options{Stock: 7, Update: importer.Update{RestoreDeleted: true}}
		for _, want := range []string{"3 rows: 1 imported, 0 updated, 2 unchanged, 0 repeated, 0 skipped", "3 rows: 0 imported, 0 updated, 3 unchanged, 0 repeated, 0 skipped"} {
			if got := counts(s.Import(t, path, restore)); got != want {
				t.Errorf("when it is chosen, reports %s, want %s", got, want)
			}
		}
		if now := s.ProductNamed(t, "Tata Toor Dal"); now.ID == dal.ID {
			t.Error("the deleted record was restored")
		}
	})
}

func TestImportAgain_ofSomeFieldsChangesOnlyTheseAndAddsNoProduct(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		s.Import(t, catalogtest.PriceList(t, countedHeader+",SKU", "Toor Dal,Staples,160,1 kg,40,A1"), importer.Options{})
		path := catalogtest.PriceList(t, countedHeader+",SKU", "Arhar Dal,Pulses,170,2 kg,25,A1", "Ghee,Dairy,500,1 L,10,A2")
		report := s.Import(t, path, importer.Options{Update: importer.Update{Only: []string{"price", "stock"}}})
		if got := counts(report); got != "2 rows: 0 imported, 1 updated, 0 unchanged, 0 repeated, 0 skipped" || report.NotInShop != 1 {
			t.Errorf("reports %s, %d not in the shop, want 2 rows: 0 imported, 1 updated, 0 unchanged, 0 repeated, 0 skipped and 1", got, report.NotInShop)
		}
		dal := s.ProductNamed(t, "Toor Dal")
		if dal.Price != money.Rupees(170) || dal.Stock != 25 || dal.Unit != "1 kg" || dal.Category.Name != "Staples" {
			t.Errorf("became %+v, want price ₹170, stock 25, unit 1 kg and category Staples", dal)
		}
		// That import left the name out, so the name does not count as edited by a person now.
		if report := s.Import(t, path, importer.Options{}); report.Edited != 0 || s.ProductNamed(t, "Arhar Dal").Unit != "2 kg" {
			t.Errorf("reports %s, %d edited, want none edited and Arhar Dal's unit 2 kg", counts(report), report.Edited)
		}
	})
}

func TestUploadedList_isPreviewedByADryRun(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		before := s.everything(t)
		content := []byte("Name,MRP,Category\nToor Dal,160,Staples\nSalt,20,Staples\n")
		var report importer.ImportReport
		s.upload(t, s.Admin, "list.csv", content, "?dryRun=true&stock=4").Expect(t, http.StatusOK, "").Decode(t, &report)
		if !report.DryRun || report.Imported != 2 || len(report.Changes) != 2 || !report.Changes[0].New || len(report.Categories) != 1 || s.everything(t) != before {
			t.Errorf("reports %+v, want a dry run of 2 new products in 1 category, and the shop as before", report)
		}
		s.upload(t, s.Admin, "list.csv", content, "?updateStock=some").ExpectField(t, "updateStock")
		s.upload(t, s.Admin, "list.csv", content, "?only=price,color").ExpectField(t, "only")
	})
}

func TestImportAgain_addsTheStockOfADeliveryOnceUnlessConfirmed(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		s.Import(t, catalogtest.PriceList(t, countedHeader, "Toor Dal,Staples,160,1 kg,40"), importer.Options{})
		content := []byte(countedHeader + "\nToor Dal,Staples,160,1 kg,10\n")
		dal := s.ProductNamed(t, "Toor Dal").ID
		var report importer.ImportReport
		s.upload(t, s.Admin, "delivery.csv", content, "?updateStock=add").Expect(t, http.StatusOK, "").Decode(t, &report)
		const refused = "The stock of this list was added on 15 January already; say so if the same goods came again. Nothing was saved."
		s.upload(t, s.Admin, "again.csv", content, "?updateStock=add").Expect(t, http.StatusConflict, refused)
		s.upload(t, s.Admin, "delivery.csv", content, "?updateStock=add&dryRun=true").Expect(t, http.StatusOK, "")
		s.upload(t, s.Admin, "delivery.csv", content, "").Expect(t, http.StatusOK, "")
		if got := shoptest.Stock(t, d, dal); got != 50 {
			t.Errorf("the stock is %d, want 40 and 10", got)
		}
		s.Call(t, s.Admin, "POST", "/product/import/undo/"+report.Run, nil).Expect(t, http.StatusOK, "")
		s.upload(t, s.Admin, "delivery.csv", content, "?updateStock=add").Expect(t, http.StatusOK, "")
		s.upload(t, s.Admin, "delivery.csv", content, "?updateStock=add&addAgain=true").Expect(t, http.StatusOK, "")
		if got := shoptest.Stock(t, d, dal); got != 60 {
			t.Errorf("the stock is %d, want 40 and twice 10", got)
		}
	})
}
