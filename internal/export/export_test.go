package export_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"kirana/internal/audit"
	"kirana/internal/catalog"
	"kirana/internal/catalog/admin"
	"kirana/internal/catalog/importer"
	"kirana/internal/catalog/view"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/export"
	"kirana/internal/export/sheet"
	"kirana/internal/httpapi"
	"kirana/internal/idempotency"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/contracttest"
)

func TestMain(m *testing.M) { shoptest.Main(m) }

type shop struct {
	http.Handler

	db     *db.DB
	clock  *clock.Manual
	view   *view.View
	export *export.Service
	admin  *admin.Service
	owner  string
}

func newShop(t *testing.T, d *db.DB) shop {
	t.Helper()
	s := shop{db: d, clock: shoptest.Clock(), owner: shoptest.AddAdministrator(t, d)}
	s.view = view.New(d, s.clock, slog.New(slog.DiscardHandler))
	s.export = export.New(d, s.clock, s.view, audit.New(d, s.clock))
	s.admin = admin.New(d, s.clock, func(context.Context, string, ...string) error { return nil }, s.view)
	router := httpapi.New(httpapi.Options{Version: "test", Log: slog.New(slog.DiscardHandler), Identify: shoptest.IdentifyByUserID(d)})
	export.NewHandler(s.export).Routes(router)
	s.Handler = contracttest.Handler(router)
	return s
}

func (s shop) refresh(t *testing.T) {
	t.Helper()
	if err := s.view.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// product creates a product in a new sub-category, with a price, a discount and a stock.
func (s shop) product(t *testing.T, name, unit, description string) catalog.Product {
	t.Helper()
	shoptest.AddProduct(t, s.db, shoptest.Product{Name: "Shelf for " + name}) // creates the category
	s.refresh(t)
	place := s.view.Snapshot().SubCategories()[0]
	price, discount, left := money.Paise(1_249_50), money.Paise(5), 12
	made, err := s.admin.AddProduct(t.Context(), idempotency.Key{}, admin.ProductForm{
		Name: &name, Unit: &unit, Description: &description, CategoryID: &place.CategoryID, SubCategoryID: &place.ID,
		Images: &catalog.Images{}, Price: &price, Discount: &discount, Stock: &left,
	})
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// label sets a product's SKU, veg mark, HSN, tax condition and GST rate.
func (s shop) label(t *testing.T, p catalog.Product) {
	t.Helper()
	sku, mark, hsn, condition, rate := "0012", "VEG", "07136000", "PREPACKED", "2.5"
	form := admin.ProductForm{Label: admin.LabelForm{SKU: &sku, Diet: &mark}, Tax: admin.TaxForm{HSN: &hsn, Condition: &condition, Rate: &rate}}
	if _, err := s.admin.UpdateProduct(t.Context(), p.ID, form); err != nil {
		t.Fatal(err)
	}
}

// supply adds two suppliers, and sets a product's supplier, pack size, minimum stock, and a cost with fractions of a
// paisa.
func (s shop) supply(t *testing.T, p catalog.Product) {
	t.Helper()
	err := s.db.Tx(t.Context(), func(tx *db.Tx) error {
		for _, statement := range []string{
			`INSERT INTO suppliers (id, name, created_at, updated_at) SELECT 'supplier-1', 'Mahalaxmi Traders', created_at, created_at FROM products WHERE id = $1`,
			`INSERT INTO suppliers (id, name, created_at, updated_at) SELECT 'supplier-2', 'Sai Agencies', created_at, created_at FROM products WHERE id = $1`,
			`UPDATE products SET supplier_id = 'supplier-1', pack_size = 24, min_stock = 6, cost = 9333333 WHERE id = $1`,
		} {
			if err := db.Exec(t.Context(), tx, statement, p.ID); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// names sets the Hindi names of a product and its category.
func (s shop) names(t *testing.T, p catalog.Product) {
	t.Helper()
	if _, err := s.admin.UpdateProduct(t.Context(), p.ID, admin.ProductForm{Names: catalog.Names{"hi": "जुड़वाँ"}}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.admin.UpdateCategory(t.Context(), p.Category.ID, admin.CategoryForm{Names: catalog.Names{"hi": "राशन"}}); err != nil {
		t.Fatal(err)
	}
}

// write returns an exported table.
func (s shop) write(t *testing.T, kind export.Kind, format sheet.Format) []byte {
	t.Helper()
	var b bytes.Buffer
	filter := export.Filter{Products: view.Query{Unpublished: true, Sort: view.ByName}, Costs: true}
	if _, err := s.export.Write(t.Context(), &b, export.Request{Kind: kind, Format: format, Filter: filter}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func records(t *testing.T, file []byte) [][]string {
	t.Helper()
	rows, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(file, []byte("\uFEFF")))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func TestExportedProducts_areImportedWithoutAChange(t *testing.T) {
	t.Parallel()
	for _, format := range []sheet.Format{sheet.CSV, sheet.XLSX} {
		t.Run(string(format), func(t *testing.T) {
			t.Parallel()
			shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
				s := newShop(t, d)
				s.product(t, "=HYPERLINK(\"http://x\")", "500gm approx.", "+ fresh\n- daily\n\n@home")
				s.product(t, "तूर दाल, \"unpolished\"", "1 kg", "'- as on the packet")
				twin := s.product(t, "Twin", "1 kg", "one of two")
				s.product(t, "Twin", "1 kg", "two of two")
				s.label(t, twin)
				s.names(t, twin)
				s.supply(t, twin)
				file := filepath.Join(t.TempDir(), "products."+string(format))
				if err := os.WriteFile(file, s.write(t, export.Products, format), 0o600); err != nil {
					t.Fatal(err)
				}
				service := importer.New(d, s.clock)
				report, err := service.Import(t.Context(), file, importer.Options{})
				if err != nil || report.Unchanged != 8 || report.Imported+report.Updated+report.Repeated+report.Skipped != 0 {
					t.Errorf("import of the export: %+v, %v, want 8 unchanged", report, err)
				}
				if changes := logged(t, d, "products.import"); changes != 0 {
					t.Errorf("%d imports are recorded, want 0", changes)
				}
				// Changes made in the table are imported even if the shop's product was edited since.
				if format != sheet.CSV {
					return
				}
				content := strings.Replace(string(s.write(t, export.Products, format)), "one of two", "the first", 1)
				if !strings.Contains(content, "Name (Hindi),Category (Hindi),Sub Category (Hindi)") || strings.Count(content, ",राशन,") != 8 {
					t.Errorf("the names by language are exported as %s, want three Hindi columns with राशन 8 times", content)
				}
				const supply = ",Mahalaxmi Traders,24,6,93.33,"
				if strings.Count(content, supply) != 1 {
					t.Errorf("the supply is exported as %s, want %s once", content, supply)
				}
				if strings.Count(content, ",VEG,") != 1 {
					t.Errorf("the diet is exported as %s, want VEG once", content)
				}
				content = strings.Replace(content, ",VEG,", ",Non-veg,", 1)
				content = strings.Replace(content, supply, ",sai agencies,12,5,95,", 1)
				content = strings.Replace(strings.Replace(content, "जुड़वाँ,", "जोड़ा,", 1), ",राशन,", ",राशन,दालें", 1)
				if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
					t.Fatal(err)
				}
				report, err = service.Import(t.Context(), file, importer.Options{})
				if err != nil || report.Updated != 1 || report.Unchanged != 7 {
					t.Errorf("import of an edited export: %+v, %v, want one updated and 7 unchanged", report, err)
				}
				s.refresh(t)
				if subs := s.view.Snapshot().SubCategories(); !slices.ContainsFunc(subs, func(sub catalog.SubCategory) bool { return sub.Names["hi"] == "दालें" }) {
					t.Errorf("the sub-categories are %+v, want one named दालें in Hindi", subs)
				}
				if product, err := s.view.Snapshot().Product(twin.ID, true); err != nil || product.Names["hi"] != "जोड़ा" || product.Description != "the first" ||
					product.SKU != "0012" || product.Diet != "NON_VEG" || product.HSN != "07136000" || product.TaxCondition != "PREPACKED" || product.GSTRate == nil || *product.GSTRate != 250 ||
					product.Supplier != "supplier-2" || product.PackSize != 12 || product.MinStock != 5 || product.Cost.Paise() != 95_00 {
					t.Errorf("the edited product is %+v, %v, want every field of the table", product, err)
				}
			})
		})
	}
}

func logged(t *testing.T, d *db.DB, what string) int {
	t.Helper()
	n, err := db.Get[int](t.Context(), d, `SELECT COUNT(*) FROM audit_log WHERE what = $1`, what)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestExport_hasEveryOrderLineCustomerAndMovement(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		shoptest.ManyOrders(t, d, 1200)
		s.refresh(t)
		orders := records(t, s.write(t, export.Orders, sheet.CSV))
		lines := records(t, s.write(t, export.OrderLines, sheet.CSV))
		customers := records(t, s.write(t, export.Customers, sheet.CSV))
		if len(orders) != 241 || len(lines) != 1201 || len(customers) != 62 {
			t.Errorf("%d orders, %d lines, %d customers, want 241, 1201 and 62", len(orders), len(lines), len(customers))
		}
		seen := map[string]bool{}
		for _, line := range lines[1:] {
			seen[line[1]] = true
		}
		if len(seen) != 1200 {
			t.Errorf("%d different lines, want 1200", len(seen))
		}
		if got := strings.Join(orders[1][:9], "|"); !strings.HasSuffix(got, "|DONE|Shopper Number 0|shopper0@many.test|9876543210|0 Lake Road|Pune|411001") {
			t.Errorf("the first order is %s, want it DONE, of Shopper Number 0", got)
		}
		movements := records(t, s.write(t, export.Stock, sheet.CSV))
		if len(movements) != 41 || movements[1][6] != "0" || movements[1][7] != "100" || movements[1][8] != "100" {
			t.Errorf("%d rows of movements, the first %v, want 41 and one from 0 to 100", len(movements), movements[1])
		}
		book, err := excelize.OpenReader(bytes.NewReader(s.write(t, export.OrderLines, sheet.XLSX)))
		if err != nil {
			t.Fatal(err)
		}
		rows, err := book.GetRows("Sheet1")
		if err != nil || len(rows) != 1201 || strings.Join(rows[7], "|") != strings.Join(lines[7], "|") {
			t.Errorf("the workbook has %d rows, %v: %v, want 1201 like those of the CSV, %v", len(rows), err, rows[7], lines[7])
		}
		if n := logged(t, d, "export.customers"); n != 1 {
			t.Errorf("the export of customers is recorded %d times, want 1", n)
		}
	})
}

func TestExport_hasTheMobileOfTheAddressTheWeightAndTheBills(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		shoptest.ManyOrders(t, d, 5)
		s.refresh(t)
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			for _, statement := range []string{
				`UPDATE users SET mobile = ''`,
				`UPDATE checkouts SET buyer_name = 'Tara Caterers', buyer_gstin = '27CCCFT0000C1ZX'`,
				`INSERT INTO bills (id, number, path_number, prefix, year, serial, kind, checkout_id, user_id, issued_at, place_of_supply, total, round_off, payable, document, canceled_at)
				SELECT v.n, 'GK/' || v.n, 'GK-' || v.n, 'GK', '25-26', v.s, 'TAX_INVOICE', c.id, c.user_id, c.created_at, '27', 100, 0, 100, '{}', CASE WHEN v.s = 1 THEN c.created_at END
				FROM (SELECT id, user_id, created_at FROM checkouts ORDER BY id LIMIT 1) c, (SELECT '1' AS n, 1 AS s UNION ALL SELECT '2', 2 UNION ALL SELECT '3', 3) v`,
				`INSERT INTO addresses (id, user_id, address_line, city, state, pincode, country, mobile, created_at, updated_at)
				SELECT 'address' || id, id, '7, Mill Road', 'Pune', 'Maharashtra', '411001', 'India', '9811122233', created_at, created_at FROM users`,
				`UPDATE orders SET address = '{"address_line":"7, Mill Road","city":"Pune","mobile":"9811122233"}', weight_grams = 2950`,
			} {
				if err := db.Exec(t.Context(), tx, statement); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []struct {
			kind         export.Kind
			column, text string
		}{
			{export.Orders, "Mobile", "9811122233"},
			{export.Customers, "Mobile", "9811122233"},
			{export.OrderLines, "Weight in grams", "2950"},
			{export.Orders, "Bills", "GK/2, GK/3"},
			{export.Orders, "Buyer GSTIN", "27CCCFT0000C1ZX"},
		} {
			table := records(t, s.write(t, want.kind, sheet.CSV))
			column := slices.Index(table[0], want.column)
			if column < 0 || table[1][column] != want.text {
				t.Errorf("%s: %v, want %s in %s", want.kind, table[:2], want.text, want.column)
			}
		}
	})
}

func TestExport_overHTTPAppliesTheFilters(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	shoptest.ManyOrders(t, s.db, 100)
	s.refresh(t)
	fetch := func(path string) *httptest.ResponseRecorder {
		t.Helper()
		request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/api/export/"+path, nil)
		request.Header.Set("Authorization", "Bearer "+s.owner)
		reply := httptest.NewRecorder()
		s.ServeHTTP(reply, request)
		return reply
	}
	count := func(status string) int {
		t.Helper()
		n, err := db.Get[int](t.Context(), s.db, `SELECT COUNT(DISTINCT checkout_id) FROM orders WHERE delivery_status = $1`, status)
		if err != nil || n == 0 || n == 20 {
			t.Fatalf("%d of 20 orders are %s, %v, want some and not all", n, status, err)
		}
		return n
	}
	day := shoptest.Epoch.Add(-10 * 24 * time.Hour).In(clock.India).Format(time.DateOnly)
	for path, want := range map[string]int{
		"products":                               40,
		"products?stock=out":                     0,
		"products?q=" + "zzzz":                   0,
		"orders":                                 20,
		"orders?q=1000050":                       1,
		"orders?q=nobody":                        0,
		"order-lines?from=" + day + "&to=" + day: len(records(t, fetch("orders?from="+day+"&to="+day).Body.Bytes())[1:]) * 5,
		"orders?status=PENDING":                  count("PENDING"),
		"order-lines?status=PENDING":             count("PENDING") * 5,
		"orders?status=DELIVERED&q=nobody":       0,
		"orders?waits=delivery":                  count("PENDING"),
		"customers?q=9000000000":                 1,
		"stock?to=2020-01-01":                    0,
	} {
		reply := fetch(path)
		if got := len(records(t, reply.Body.Bytes())) - 1; reply.Code != http.StatusOK || got != want {
			t.Errorf("%s: %d with %d rows, want %d", path, reply.Code, got, want)
		}
	}
	if reply := fetch("orders?status=LOST"); reply.Code != http.StatusBadRequest || !strings.Contains(reply.Body.String(), "The value of status must be PENDING, DELIVERED or CANCELED.") {
		t.Errorf("an unknown status: %d %s, want 400 with the statuses", reply.Code, reply.Body)
	}
	if reply := fetch("products?format=pdf"); reply.Code != http.StatusBadRequest || !strings.Contains(reply.Body.String(), "The format must be csv or xlsx.") {
		t.Errorf("an unknown format: %d %s, want 400 with the formats", reply.Code, reply.Body)
	}
	if got := fetch("orders?format=xlsx").Header().Get("Content-Disposition"); got != fmt.Sprintf("attachment; filename=orders-%s.xlsx", shoptest.Epoch.In(clock.India).Format(time.DateOnly)) {
		t.Errorf("the file is called %s, want orders-DAY.xlsx", got)
	}
}

// TestExport_hasEnglishColumnNamesForPrograms checks that column names for programs do not depend on the language.
func TestExport_hasEnglishColumnNamesForPrograms(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	for scope, want := range map[httpapi.Scope]bool{"": true, httpapi.ScopeRead: false} {
		router := httpapi.New(httpapi.Options{Version: "test", Log: slog.New(slog.DiscardHandler), Identify: func(ctx context.Context, token string) (httpapi.Identity, error) {
			identity, err := shoptest.IdentifyByUserID(s.db)(ctx, token)
			identity.Scope = scope
			return identity, err
		}})
		export.NewHandler(s.export).Routes(router)
		request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/api/export/customers", nil)
		request.Header.Set("Authorization", "Bearer "+s.owner)
		request.Header.Set("Accept-Language", "hi")
		reply := httptest.NewRecorder()
		language.Handler(router, func(context.Context) []string { return []string{"en", "hi"} }).ServeHTTP(reply, request)
		if heading := records(t, reply.Body.Bytes())[0][0]; reply.Code != http.StatusOK || regexp.MustCompile(`\p{Devanagari}`).MatchString(heading) != want {
			t.Errorf("scope %q: %d with the column %q, want it in Hindi: %t", scope, reply.Code, heading, want)
		}
	}
}

// TestWrite_translatesColumnNamesExceptOfProducts checks the translated column names. The table of products is not
// translated, since an import recognizes it by its columns.
func TestWrite_translatesColumnNamesExceptOfProducts(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		inHindi := regexp.MustCompile(`^(\p{Devanagari}|MRP$)|GSTIN$`)
		for _, kind := range []export.Kind{export.Orders, export.OrderLines, export.Customers, export.Stock, export.Products} {
			var b bytes.Buffer
			if _, err := s.export.Write(language.In(t.Context(), "hi"), &b, export.Request{Kind: kind, Format: sheet.CSV}); err != nil {
				t.Fatal(err)
			}
			for _, name := range records(t, b.Bytes())[0] {
				if inHindi.MatchString(name) == (kind == export.Products) && name != "MRP" {
					t.Errorf("a column of %s is called %q, want Hindi, but English for products", kind, name)
				}
			}
		}
	})
}
