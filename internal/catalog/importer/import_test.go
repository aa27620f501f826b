package importer_test

import (
	"fmt"
	"strings"
	"testing"

	"kirana/internal/catalog"
	"kirana/internal/catalog/admin"
	"kirana/internal/catalog/importer"
	"kirana/internal/catalog/importer/csvimport"
	"kirana/internal/catalog/stock"
	"kirana/internal/catalog/view"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/catalogtest"
)

func TestImport_ignoresAStockAboveTheLimit(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	report := s.Import(t, catalogtest.PriceList(t, "Name,MRP,Stock", "Toor Dal,160,1000000", "Moong Dal,120,5000000"), importer.Options{})
	if got := counts(report); got != "2 rows: 2 imported, 0 updated, 0 unchanged, 0 repeated, 0 skipped" || report.Remarked != 1 || s.ProductNamed(t, "Moong Dal").Stock != 0 {
		t.Errorf("reports %s, remarks %+v, want \"2 rows: 2 imported, 0 updated, 0 unchanged, 0 repeated, 0 skipped\", 1 remarked and Moong Dal's stock 0", got, report.Remarks)
	}
}

func TestImport_recognizesManuallyAddedProductsInOtherCase(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := s.Product(t, catalogtest.Product{Name: "tata  TOOR dal", Price: 155, Stock: 5}) // its unit is 1 kg
		path := catalogtest.PriceList(t, threeProducts...)
		for _, want := range []string{"3 rows: 2 imported, 1 updated, 0 unchanged, 0 repeated, 0 skipped", "3 rows: 0 imported, 0 updated, 3 unchanged, 0 repeated, 0 skipped"} {
			dry := s.Import(t, path, importer.Options{Stock: 7, DryRun: true})
			if got := counts(dry); got != want {
				t.Errorf("a dry run reports %s, want %s", got, want)
			}
			if got := counts(s.Import(t, path, importer.Options{Stock: 7})); got != want {
				t.Errorf("reports %s, want %s", got, want)
			}
		}
		if now := s.ProductNamed(t, "Tata Toor Dal"); now.ID != dal.ID || now.Price != money.Rupees(160) || now.Stock != 5 {
			t.Errorf("became %+v, want ID %v, price ₹160 and stock 5", now, dal.ID)
		}
	})
}

func TestImport_recognizesAProductWhoseNameEndsWithItsSize(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		salt := s.Product(t, catalogtest.Product{Name: "Salt 1 kg", Price: 25, Stock: 5}) // its unit is 1 kg
		report := s.Import(t, catalogtest.PriceList(t, "Name,Unit,MRP", "Salt,1kg,28", "Salt,500 g,15"), importer.Options{})
		if report.Updated != 1 || report.Imported != 1 {
			t.Errorf("reports %s, want 1 updated and 1 imported", counts(report))
		}
		report = s.Import(t, catalogtest.PriceList(t, "Item,Rate", "Salt (1 Kg),29"), importer.Options{})
		if now := s.ProductNamed(t, "Salt (1 Kg)"); report.Updated != 1 || now.ID != salt.ID || now.Price != money.Rupees(29) {
			t.Errorf("another list reports %s: %+v, want 1 updated, ID %v and price ₹29", counts(report), now, salt.ID)
		}
	})
}

const header = "Name,Brand,Category,Sub Category,MRP,Sale Price,Pack Size"

var threeProducts = []string{
	header,
	"Toor Dal,Tata,Staples,Dal & Pulses,160,149.50,1 kg",
	"Gold Milk,Amul,Dairy,Milk,35,,500 ml",
	"Gold Milk,Amul,Dairy,Milk,68,66,1 l",
}

func counts(r importer.Report) string {
	return fmt.Sprintf("%d rows: %d imported, %d updated, %d unchanged, %d repeated, %d skipped", r.Rows, r.Imported, r.Updated, r.Unchanged, r.Repeated, r.Skipped)
}

// everything returns all categories, sub-categories, products and ledger entries, to compare before and after.
func (s shop) everything(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	for _, query := range []string{
		`SELECT id || name || CAST(position AS TEXT) || CAST(updated_at AS TEXT) FROM categories ORDER BY id`,
		`SELECT id || name || CAST(updated_at AS TEXT) FROM sub_categories ORDER BY id`,
		`SELECT id || name || unit || CAST(price AS TEXT) || CAST(stock AS TEXT) || details || CAST(updated_at AS TEXT) || CAST(edited_at AS TEXT) FROM products ORDER BY id`,
		`SELECT id || CAST(change AS TEXT) FROM stock_movements ORDER BY id`,
	} {
		rows, err := db.All[string](t.Context(), s.DB, query)
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString(strings.Join(rows, "\n"))
	}
	return b.String()
}

func TestImport_createsProductsAndTheirCategories(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		s.SubCategory(t, "dairy", "MILK") // exists already, in other letter case
		report := s.Import(t, catalogtest.PriceList(t, threeProducts...), importer.Options{Stock: 7})
		if got := counts(report); got != "3 rows: 3 imported, 0 updated, 0 unchanged, 0 repeated, 0 skipped" || report.Unsellable || report.DryRun {
			t.Errorf("reports %s, unsellable %v, want \"3 rows: 3 imported, 0 updated, 0 unchanged, 0 repeated, 0 skipped\", unsellable false and dry run false", got, report.Unsellable)
		}
		dal := s.ProductNamed(t, "Tata Toor Dal")
		if dal.Unit != "1 kg" || dal.Price != money.Rupees(160) || dal.Discount != 1050 || dal.Stock != 7 || !dal.Publish || dal.Category.Name != "Staples" || dal.SubCategory.Name != "Dal & Pulses" || len(dal.Images) != 0 {
			t.Errorf("made %+v, want unit 1 kg, price ₹160, discount 1050, stock 7, published, category Staples, sub-category Dal & Pulses and no images", dal)
		}
		var made []string
		for _, sub := range s.View.Snapshot().SubCategories() {
			made = append(made, sub.Category.Name+"/"+sub.Name)
		}
		if got := strings.Join(made, ", "); got != "dairy/MILK, Staples/Dal & Pulses" {
			t.Errorf("the sub-categories are %s, want %q", got, "dairy/MILK, Staples/Dal & Pulses")
		}
		if got := shoptest.Stock(t, d, dal.ID); got != 7 {
			t.Errorf("the stock is %d, want 7", got)
		}
	})
}

func TestImport_leavesAnUnknownUnitEmptyAndKeepsATypedUnit(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		path := catalogtest.PriceList(t, "Name,Category,MRP", "Broom,Home,80", "Mop,Home,120")
		s.Import(t, path, importer.Options{Stock: 7})
		broom := s.ProductNamed(t, "Broom")
		if broom.Unit != "" {
			t.Errorf("the unit is %q, want no unit", broom.Unit)
		}
		typed := "1 set"
		if _, err := s.Service.UpdateProduct(t.Context(), s.ProductNamed(t, "Mop").ID, admin.ProductForm{Unit: &typed}); err != nil {
			t.Fatal(err)
		}
		if got := counts(s.Import(t, path, importer.Options{Stock: 7})); got != "2 rows: 0 imported, 0 updated, 2 unchanged, 0 repeated, 0 skipped" {
			t.Errorf("the second import reports %s, want 2 rows: 0 imported, 0 updated, 2 unchanged, 0 repeated, 0 skipped", got)
		}
		if mop := s.ProductNamed(t, "Mop"); mop.Unit != typed {
			t.Errorf("the typed unit became %q, want %q", mop.Unit, typed)
		}
	})
}

func TestImport_ofTheSameFileAgainChangesNothing(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		path := catalogtest.PriceList(t, threeProducts...)
		s.Import(t, path, importer.Options{Stock: 7})
		if err := s.Reserve(t, stock.Line{ProductID: s.ProductNamed(t, "Tata Toor Dal").ID, LineID: "o", Quantity: 2}); err != nil {
			t.Fatal(err)
		}
		before := s.everything(t)
		for _, o := range []importer.Options{{Stock: 7}, {Stock: 9}, {}} {
			report := s.Import(t, path, o)
			if got := counts(report); got != "3 rows: 0 imported, 0 updated, 3 unchanged, 0 repeated, 0 skipped" || report.Unsellable {
				t.Errorf("reports %s, unsellable %v, want \"3 rows: 0 imported, 0 updated, 3 unchanged, 0 repeated, 0 skipped\" and unsellable false", got, report.Unsellable)
			}
			if s.everything(t) != before {
				t.Error("something was written")
			}
		}
	})
}

func TestImport_asADryRunWritesNothing(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		before := s.everything(t)
		report := s.Import(t, catalogtest.PriceList(t, threeProducts...), importer.Options{DryRun: true})
		if got := counts(report); got != "3 rows: 3 imported, 0 updated, 0 unchanged, 0 repeated, 0 skipped" || !report.DryRun || !report.Unsellable {
			t.Errorf("reports %s, dry %v, unsellable %v, want \"3 rows: 3 imported, 0 updated, 0 unchanged, 0 repeated, 0 skipped\", dry run true and unsellable true", got, report.DryRun, report.Unsellable)
		}
		if s.everything(t) != before {
			t.Error("something was written")
		}
	})
}

func TestImport_updatesChangedPricesAndKeepsTheShopkeepersEdits(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		s.Import(t, catalogtest.PriceList(t, threeProducts...), importer.Options{Stock: 7})
		dal := s.ProductNamed(t, "Tata Toor Dal")
		// The shopkeeper edited sub-category, pictures, publication and stock.
		best, images, hidden, stock := s.SubCategory(t, "Best of", "All"), catalog.Images{s.Pictures[0]}, false, 3
		_, err := s.Service.UpdateProduct(t.Context(), dal.ID, admin.ProductForm{CategoryID: &best.CategoryID, SubCategoryID: &best.ID, Images: &images, Publish: &hidden, Stock: &stock})
		if err != nil {
			t.Fatal(err)
		}
		report := s.Import(t, catalogtest.PriceList(t, header, "Toor Dal,Tata,Staples,Dal & Pulses,180,,1 kg", threeProducts[2], threeProducts[3]), importer.Options{Stock: 7})
		if got := counts(report); got != "3 rows: 0 imported, 1 updated, 2 unchanged, 0 repeated, 0 skipped" {
			t.Errorf("reports %s, want 3 rows: 0 imported, 1 updated, 2 unchanged, 0 repeated, 0 skipped", got)
		}
		now := s.ProductNamed(t, "Tata Toor Dal")
		if now.ID != dal.ID || now.Price != money.Rupees(180) || now.Discount != 0 || now.Stock != 3 || now.Publish || len(now.Images) != 1 || now.SubCategory.ID != best.ID {
			t.Errorf("became %+v, want ID %v, price ₹180, discount 0, stock 3, unpublished, 1 image and sub-category ID %v", now, dal.ID, best.ID)
		}
	})
}

func TestImport_usesTheLastPriceAndTheFirstCategoryOfARepeatedProduct(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	path := catalogtest.PriceList(t, header, "Toor Dal,Tata,Staples,Dal,160,149.50,1 kg", "TOOR DAL,tata,Offers,This week,160,120,1 kg", "Toor Dal,Tata,Staples,Dal,160,120,500 g")
	for _, want := range []string{"3 rows: 2 imported, 0 updated, 0 unchanged, 1 repeated, 0 skipped", "3 rows: 0 imported, 0 updated, 2 unchanged, 1 repeated, 0 skipped"} {
		if got := counts(s.Import(t, path, importer.Options{Stock: 1})); got != want {
			t.Errorf("reports %s, want %s", got, want)
		}
	}
	products := s.View.Snapshot().Find(view.Query{Words: "toor dal 1 kg"}).Products
	if len(products) != 2 || products[0].Unit != "1 kg" || products[0].Payable() != money.Rupees(120) || products[0].Category.Name != "Staples" {
		t.Errorf("found %+v, want 2 products, unit 1 kg, payable ₹120 and category Staples", products)
	}
}

func TestImport_matchesASizeInTheNameAndInItsColumn(t *testing.T) {
	t.Parallel()
	for _, rows := range [][]string{
		{"Staples,,Salt 1 kg,,20", "Staples,,Salt,1kg,22", "Staples,,SALT,1 kg,25", "Staples,,Salt,500 g,12"},
		{"Staples,,Salt,1 kg,20", "Staples,,Salt (1 kg),,25", "Staples,,Salt 500 g,,12"},
		{"Staples,Tata,Salt 1 kg,,20", "Staples,Tata,Salt,1 kg,25", "Staples,Aashirvaad,Salt,1 kg,12"},
	} {
		s := newShop(t, shoptest.SQLite(t))
		path := catalogtest.PriceList(t, append([]string{"Category,Brand,Name,Unit,MRP"}, rows...)...)
		repeated := len(rows) - 2
		for _, want := range []string{"2 imported, 0 updated, 0 unchanged", "0 imported, 0 updated, 2 unchanged"} {
			want = fmt.Sprintf("%d rows: %s, %d repeated, 0 skipped", len(rows), want, repeated)
			report := s.Import(t, path, importer.Options{Stock: 1})
			if got := counts(report); got != want || report.Repeats[0].First != 2 {
				t.Errorf("%q: reports %s %+v, want %s", rows, got, report.Repeats, want)
			}
		}
		products := s.View.Snapshot().Find(view.Query{Words: "salt"}).Products
		if len(products) != 2 || products[0].Price != money.Rupees(25) && products[1].Price != money.Rupees(25) {
			t.Errorf("%q: found %+v, want 2 products, one at ₹25", rows, products)
		}
	}
}

func TestImport_matchesNamesInAnyUnicodeForm(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	path := catalogtest.PriceList(t, "name,price,category,sub category,stock", "Cafe\u0301 100 g,20,Cafe\u0301,Coffee,१०", "Café 100 g,२५,Café,Coffee,१०")
	for _, want := range []string{"2 rows: 1 imported, 0 updated, 0 unchanged, 1 repeated, 0 skipped", "2 rows: 0 imported, 0 updated, 1 unchanged, 1 repeated, 0 skipped"} {
		if got := counts(s.Import(t, path, importer.Options{})); got != want {
			t.Errorf("reports %s, want %s", got, want)
		}
	}
	products := s.View.Snapshot().Find(view.Query{Words: "café"}).Products
	if len(products) != 1 || products[0].Name != "Café 100 g" || products[0].Stock != 10 || len(s.View.Snapshot().Categories()) != 1 {
		t.Errorf("made %+v in %+v, want 1 product, name Café 100 g, stock 10 and 1 category", products, s.View.Snapshot().Categories())
	}
}

func TestImport_matchesNamesThatLookTheSame(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	const header = "name,price,category,sub category,stock"
	for _, other := range []string{"Toor\u00a0Dal 1 kg", "Toor\u2009Dal 1 kg", "Toor  Dal 1 kg", "Ｔｏｏｒ Dal 1 kg", "TOOR dal 1 kg"} {
		report := s.Import(t, catalogtest.PriceList(t, header, "Toor Dal 1 kg,150,Staples,Dal,5", other+",150,Staples,Dal,5"), importer.Options{})
		if report.Repeated != 1 {
			t.Errorf("%q: %s, want 1 repeated", other, counts(report))
		}
	}
	// A key stored by an older version kept the non-breaking space.
	if err := s.DB.Tx(t.Context(), func(tx *db.Tx) error {
		return db.Exec(t.Context(), tx, `UPDATE products SET import_key = $1`, "name\t\ttoor\u00a0dal 1 kg\t")
	}); err != nil {
		t.Fatal(err)
	}
	if got := counts(s.Import(t, catalogtest.PriceList(t, header, "Toor\u00a0Dal 1 kg,150,Staples,Dal,5"), importer.Options{})); got != "1 rows: 0 imported, 0 updated, 1 unchanged, 0 repeated, 0 skipped" {
		t.Errorf("with the key of an older version: %s, want 1 rows: 0 imported, 0 updated, 1 unchanged, 0 repeated, 0 skipped", got)
	}
}

func TestImport_matchesTypographicAndPlainPunctuation(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	const header = "name,price,category,sub category,stock"
	for _, other := range []string{"Lay’s 50 g", "LAY‘S 50 g", "Lay`s 50 g", "Lay´s 50 g", "Lay＇s 50 g"} {
		path := catalogtest.PriceList(t, header, "Lay's 50 g,20,Baker's,Chips–Nachos,5", other+",20,Baker’s,Chips-Nachos,5")
		if report := s.Import(t, path, importer.Options{}); report.Repeated != 1 || len(s.View.Snapshot().Categories()) != 1 {
			t.Errorf("%q: %s, want 1 repeated and 1 category", other, counts(report))
		}
	}
}

func TestImport_setsTheStockOfTheList(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		with := func(stock string) string {
			return catalogtest.PriceList(t, "Name,MRP,Stock", "Toor Dal,160,"+stock, "Moong Dal,120,")
		}
		report := s.Import(t, with("4"), importer.Options{Stock: 50})
		if report.Unsellable {
			t.Error("the report says that the products cannot be sold")
		}
		dal := s.ProductNamed(t, "Toor Dal")
		if dal.Stock != 4 || dal.Category.Name != csvimport.OtherCategory || s.ProductNamed(t, "Moong Dal").Stock != 50 {
			t.Errorf("made %+v, want stock 4, category %v and Moong Dal's stock 50", dal, csvimport.OtherCategory)
		}
		if got := counts(s.Import(t, with("0"), importer.Options{Update: importer.Update{Stock: importer.SetStock}})); got != "2 rows: 0 imported, 1 updated, 1 unchanged, 0 repeated, 0 skipped" {
			t.Errorf("reports %s, want 2 rows: 0 imported, 1 updated, 1 unchanged, 0 repeated, 0 skipped", got)
		}
		if got := shoptest.Stock(t, d, dal.ID); got != 0 || s.ProductNamed(t, "Moong Dal").Stock != 50 {
			t.Errorf("the stock is %d, want 0 and Moong Dal's stock 50", got)
		}
	})
}

func TestImport_recognizesManuallyAddedProducts(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := s.Product(t, catalogtest.Product{Name: "Tata Toor Dal", Price: 155, Stock: 5}) // its unit is 1 kg
		path := catalogtest.PriceList(t, threeProducts...)
		if got := counts(s.Import(t, path, importer.Options{Stock: 7})); got != "3 rows: 2 imported, 1 updated, 0 unchanged, 0 repeated, 0 skipped" {
			t.Errorf("reports %s, want 3 rows: 2 imported, 1 updated, 0 unchanged, 0 repeated, 0 skipped", got)
		}
		now := s.ProductNamed(t, "Tata Toor Dal")
		if now.ID != dal.ID || now.Price != money.Rupees(160) || now.Stock != 5 || now.SubCategory.Name != "Dal" {
			t.Errorf("became %+v, want ID %v, price ₹160, stock 5 and sub-category Dal", now, dal.ID)
		}
		if got := counts(s.Import(t, path, importer.Options{Stock: 7})); got != "3 rows: 0 imported, 0 updated, 3 unchanged, 0 repeated, 0 skipped" {
			t.Errorf("again reports %s, want 3 rows: 0 imported, 0 updated, 3 unchanged, 0 repeated, 0 skipped", got)
		}
	})
}

func TestImport_matchesAManuallyAddedProductWithOneRowOnly(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		s.Product(t, catalogtest.Product{Name: "Toor Dal"})
		path := catalogtest.PriceList(t, "SKU,Name,MRP,Unit", "A1,Toor Dal,160,1 kg", "A2,Toor Dal,170,1 kg")
		for _, want := range []string{"2 rows: 1 imported, 1 updated, 0 unchanged, 0 repeated, 0 skipped", "2 rows: 0 imported, 0 updated, 2 unchanged, 0 repeated, 0 skipped"} {
			if got := counts(s.Import(t, path, importer.Options{Stock: 1})); got != want {
				t.Errorf("reports %s, want %s", got, want)
			}
		}
	})
}

func TestImport_skipsInvalidRowsAndReportsTheirLines(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	report := s.Import(t, catalogtest.PriceList(t, header,
		"Toor Dal,Tata,Staples,Dal,160,149.50,1 kg",
		",,Staples,Dal,160,,1 kg",
		"Moong Dal,Tata,Staples,Dal,free,,1 kg",
		"Chana Dal,Tata,Staples,Dal,0,,1 kg",
		"Gold Milk,Amul,Dairy,Milk,35,,500 ml",
	), importer.Options{Stock: 1})
	if got := counts(report); got != "5 rows: 2 imported, 0 updated, 0 unchanged, 0 repeated, 3 skipped" {
		t.Errorf("reports %s, want 5 rows: 2 imported, 0 updated, 0 unchanged, 0 repeated, 3 skipped", got)
	}
	for i, line := range []int{3, 4, 5} {
		if i >= len(report.Problems) || report.Problems[i].Line != line || report.Problems[i].Reason == "" {
			t.Errorf("skipped %+v, want line %d", report.Problems, line)
		}
	}
	if got := s.Found(t, "", ""); got != "Amul Gold Milk, Tata Toor Dal" {
		t.Errorf("shows %s, want Amul Gold Milk, Tata Toor Dal", got)
	}
}

func TestImport_reportsRepeatedProductsAndUnknownUnits(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		report := s.Import(t, catalogtest.PriceList(t, "Name,MRP,Unit", "Toor Dal,160,1 kg", "Broom,80,", "toor dal,150,1Kg", "Grand Total,390,"), importer.Options{Stock: 1})
		if got := counts(report); got != "4 rows: 2 imported, 0 updated, 0 unchanged, 1 repeated, 1 skipped" {
			t.Errorf("reports %s, want 4 rows: 2 imported, 0 updated, 0 unchanged, 1 repeated, 1 skipped", got)
		}
		if len(report.Repeats) != 1 || report.Repeats[0] != (importer.Repeat{Line: 4, First: 2, Name: "toor dal"}) {
			t.Errorf("repeats %+v, want line 4 as a repeat of toor dal in line 2", report.Repeats)
		}
		if report.Notes[csvimport.NoteNoUnit] != 1 || report.Problems[0].Line != 5 || !strings.Contains(report.Problems[0].Reason.In(language.English), "a sum") {
			t.Errorf("notes %v, skipped %+v, want 1 NoteNoUnit, line 5 and \"a sum\" in the reason", report.Notes, report.Problems)
		}
		// The product's unit has a blank, the list's has none.
		if got := counts(s.Import(t, catalogtest.PriceList(t, "Name,MRP,Unit", "Toor Dal,150,1kg"), importer.Options{})); got != "1 rows: 0 imported, 0 updated, 1 unchanged, 0 repeated, 0 skipped" {
			t.Errorf("another blank in the unit reports %s, want 1 rows: 0 imported, 0 updated, 1 unchanged, 0 repeated, 0 skipped", got)
		}
	})
}

func TestImport_saysThatNothingWasSavedOfARefusedFile(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	for _, lines := range [][]string{{""}, {"Name,Color", "Salt,red"}, {"Name,\"MRP", "Salt,20"}} {
		_, err := s.Importer.Import(t.Context(), catalogtest.PriceList(t, lines...), importer.Options{})
		refused := fault.Of(err)
		if refused == nil || !strings.HasSuffix(refused.Message, ". Nothing was saved.") {
			t.Fatalf("%q: %v, want it to end in \". Nothing was saved.\"", lines, err)
		}
		if message, _ := refused.In("hi"); !strings.HasSuffix(message, "। कुछ सेव नहीं हुआ।") {
			t.Errorf("%q in Hindi: %s, want it to end in \"। कुछ सेव नहीं हुआ।\"", lines, message)
		}
	}
}

func TestImport_reportsItsProgress(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	last := map[string]string{}
	s.Import(t, catalogtest.PriceList(t, threeProducts...), importer.Options{Progress: func(stage string, done, total int64) {
		last[stage] = fmt.Sprintf("%d of %d", done, total)
		if done > total {
			t.Errorf("%s %d of %d, want at most the total", stage, done, total)
		}
	}})
	if last["Saving"] != "3 of 3" || last["Reading"] == "" {
		t.Errorf("got %v, want Saving 3 of 3 and a stage Reading", last)
	}
}

func TestImport_showsADrawingForProductsWithoutAnImage(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		s.Import(t, catalogtest.PriceList(t, header, "Toor Dal,Tata,Staples,Dal & Pulses,160,149.50,1 kg", "Wombat Deluxe,,Staples,Tea,35,,"), importer.Options{Stock: 7})
		drawn := func(name string) string {
			t.Helper()
			product := s.ProductNamed(t, name)
			if product.Picture == nil {
				t.Fatalf("%s has no picture", name)
			}
			return product.Picture.Shape + " " + product.Picture.Label
		}
		if got := drawn("Tata Toor Dal"); got != "pile Toor Dal" {
			t.Errorf("dal is drawn as %s, want pile Toor Dal", got)
		}
		if got := drawn("Wombat Deluxe"); got != "box Tea" {
			t.Errorf("a product with an unknown name is drawn as %s, want box Tea", got)
		}
		sub := s.ProductNamed(t, "Wombat Deluxe").SubCategory
		name, category := "Shampoos", s.ProductNamed(t, "Wombat Deluxe").Category.ID
		if _, err := s.Service.UpdateSubCategory(t.Context(), sub.ID, admin.SubCategoryForm{Name: &name, CategoryID: &category}); err != nil {
			t.Fatal(err)
		}
		s.Refresh(t)
		if got := drawn("Wombat Deluxe"); got != "pump Shampoo" {
			t.Errorf("in another sub-category it is drawn as %s, want pump Shampoo", got)
		}
		pictures := map[string]string{}
		for _, sub := range s.View.Snapshot().SubCategories() {
			if sub.Picture == nil || pictures[sub.Picture.URL] != "" {
				t.Errorf("%s has the picture %+v, want no URL", sub.Name, sub.Picture)
			}
		}
	})
}
