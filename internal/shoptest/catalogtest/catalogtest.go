// Package catalogtest assembles the catalog for the tests of its packages: an administrator edits
// it, imports fill it, a view shows it.
package catalogtest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kirana/internal/audit"
	"kirana/internal/catalog"
	"kirana/internal/catalog/admin"
	"kirana/internal/catalog/importer"
	"kirana/internal/catalog/stock"
	"kirana/internal/catalog/taxes"
	"kirana/internal/catalog/view"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/httpapi"
	"kirana/internal/idempotency"
	"kirana/internal/language"
	"kirana/internal/media"
	"kirana/internal/money"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/contracttest"
)

// Shop is a catalog with an administrator and a shopper, whose ids are their tokens.
type Shop struct {
	http.Handler

	DB             *db.DB
	Clock          *clock.Manual
	View           *view.View
	Service        *admin.Service
	Importer       *importer.Service
	Stock          *stock.Service
	Pictures       []string // URLs of six pictures
	Admin, Shopper string
}

// New makes a shop whose clock shows shoptest.Epoch.
func New(t testing.TB, d *db.DB) *Shop {
	t.Helper()
	files, err := media.OpenFiles(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = files.Close() })
	pictures := media.New(files, slog.New(slog.DiscardHandler))
	s := &Shop{DB: d, Clock: shoptest.Clock(), Admin: shoptest.AddAdministrator(t, d), Shopper: shoptest.AddShopper(t, d)}
	for n := range uint8(6) {
		s.Pictures = append(s.Pictures, picture(t, pictures, n))
	}
	s.open(t, pictures.Check)
	router := httpapi.New(httpapi.Options{Version: "test", Log: slog.New(slog.DiscardHandler), Identify: shoptest.IdentifyByUserID(d)})
	view.NewHandler(s.View).Routes(router)
	admin.NewHandler(s.Service).Routes(router)
	importer.NewHandler(s.Importer, s.View.Refresh).Routes(router)
	(&taxes.Handler{Taxes: taxes.New(d, s.Clock, s.View, s.Service)}).Routes(router)
	s.Handler = contracttest.Handler(router)
	return s
}

func (s *Shop) open(t testing.TB, check func(ctx context.Context, field string, urls ...string) error) {
	t.Helper()
	s.View = view.New(s.DB, s.Clock, slog.New(slog.DiscardHandler))
	s.Service = admin.New(s.DB, s.Clock, check, s.View)
	s.Importer = importer.New(s.DB, s.Clock)
	s.Stock = stock.New(s.Clock, s.View.ShowStock)
	s.Refresh(t)
}

func picture(t testing.TB, pictures *media.Service, n uint8) string {
	t.Helper()
	dot := image.NewNRGBA(image.Rect(0, 0, 1, 1))
	dot.Set(0, 0, color.NRGBA{R: n, A: 255})
	var b bytes.Buffer
	if err := png.Encode(&b, dot); err != nil {
		t.Fatal(err)
	}
	url, err := pictures.Import(t.Context(), "dot.png", &b)
	if err != nil {
		t.Fatal(err)
	}
	return url
}

// Elsewhere returns the same shop as another process sees it.
func (s *Shop) Elsewhere(t testing.TB) *Shop {
	t.Helper()
	other := *s
	other.open(t, func(context.Context, string, ...string) error { return nil })
	return &other
}

// Refresh makes the view read all changes.
func (s *Shop) Refresh(t testing.TB) {
	t.Helper()
	if err := s.View.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// Object is a JSON object sent by a client.
type Object map[string]any

// With returns the object with some fields changed; nil leaves a field out.
func (o Object) With(changes Object) Object {
	next := Object{}
	for name, value := range o {
		next[name] = value
	}
	for name, value := range changes {
		if value == nil {
			delete(next, name)
			continue
		}
		next[name] = value
	}
	return next
}

// Call sends a request; body is a text, or is encoded as JSON.
func (s *Shop) Call(t testing.TB, token, method, path string, body any, headers ...string) shoptest.Response {
	t.Helper()
	text, raw := body.(string)
	if !raw && body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		text = string(b)
	}
	return shoptest.As(s, token).Request(t, method, path, text, headers...)
}

// Change edits a product as the administrator's page does.
func (s *Shop) Change(t testing.TB, productID string, body any) shoptest.Response {
	t.Helper()
	return s.Call(t, s.Admin, "PUT", "/product/update/"+productID, body)
}

// Adjust changes a product's stock as the administrator's page does.
func (s *Shop) Adjust(t testing.TB, productID string, form Object) shoptest.Response {
	t.Helper()
	return s.Call(t, s.Admin, "PUT", "/product/stock/"+productID, form)
}

// Read decodes the data of a response.
func Read[T any](t testing.TB, reply shoptest.Response) T {
	t.Helper()
	var data T
	reply.Decode(t, &data)
	return data
}

// Category creates a category.
func (s *Shop) Category(t testing.TB, name string) catalog.Category {
	t.Helper()
	made, err := s.Service.AddCategory(t.Context(), admin.CategoryForm{Name: &name})
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// SubCategory returns a sub-category. It creates the sub-category and its category if they are
// missing.
func (s *Shop) SubCategory(t testing.TB, category, subCategory string) catalog.SubCategory {
	t.Helper()
	categoryID := ""
	for _, there := range s.View.Snapshot().Categories() {
		if there.Name == category {
			categoryID = there.ID
		}
	}
	if categoryID == "" {
		categoryID = s.Category(t, category).ID
	}
	for _, there := range s.View.Snapshot().SubCategories() {
		if there.Name == subCategory && there.CategoryID == categoryID {
			return there
		}
	}
	made, err := s.Service.AddSubCategory(t.Context(), admin.SubCategoryForm{Name: &subCategory, CategoryID: &categoryID})
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// Product holds the fields of a product that a test sets.
type Product struct {
	Name            string
	SubCategory     catalog.SubCategory // default: Staples, Dal
	Price, Discount int64               // rupees; the default price is 50
	Stock           int
	Unpublished     bool
}

// Product creates a product as the administrator does.
func (s *Shop) Product(t testing.TB, p Product) catalog.Product {
	t.Helper()
	if p.SubCategory.ID == "" {
		p.SubCategory = s.SubCategory(t, "Staples", "Dal")
	}
	if p.Price == 0 {
		p.Price = 50
	}
	unit, description, images, publish := "1 kg", "Sold by weight.", catalog.Images{s.Pictures[0]}, !p.Unpublished
	price, discount := money.Rupees(p.Price), money.Rupees(p.Discount)
	made, err := s.Service.AddProduct(t.Context(), idempotency.Key{}, admin.ProductForm{
		Name: &p.Name, Unit: &unit, Description: &description, CategoryID: &p.SubCategory.CategoryID, SubCategoryID: &p.SubCategory.ID,
		Images: &images, Price: &price, Discount: &discount, Stock: &p.Stock, Publish: &publish,
	})
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// Reserve reserves pieces for an order, and commits.
func (s *Shop) Reserve(t testing.TB, lines ...stock.Line) error {
	t.Helper()
	return s.DB.Tx(t.Context(), func(tx *db.Tx) error {
		_, err := s.Stock.Reserve(t.Context(), tx, lines)
		return err
	})
}

// ReserveAgain reserves pieces for a late payment.
func (s *Shop) ReserveAgain(t testing.TB, lines ...stock.Line) error {
	t.Helper()
	return s.DB.Tx(t.Context(), func(tx *db.Tx) error { return s.Stock.ReserveAgain(t.Context(), tx, lines) })
}

// Release releases the pieces of a canceled order.
func (s *Shop) Release(t testing.TB, lines ...stock.Line) error {
	t.Helper()
	return s.DB.Tx(t.Context(), func(tx *db.Tx) error { return s.Stock.Release(t.Context(), tx, lines, stock.Cancellation) })
}

// Names lists the names of products.
func Names(products []catalog.Product) string {
	var names []string
	for _, p := range products {
		names = append(names, p.Name)
	}
	return strings.Join(names, ", ")
}

// Found lists the names of the products found by a query of the listing.
func (s *Shop) Found(t testing.TB, token, query string) string {
	t.Helper()
	return Names(Read[[]catalog.Product](t, s.Call(t, token, "GET", "/product/getAll"+query, nil).Expect(t, http.StatusOK, "")))
}

// Count returns the numbers of rows and pages in a response, as "25 in 3", or "none".
func Count(reply shoptest.Response) string {
	if reply.TotalCount == nil || reply.TotalNoPage == nil {
		return "none"
	}
	return fmt.Sprint(*reply.TotalCount, " in ", *reply.TotalNoPage)
}

// PriceList writes a price list and returns its path.
func PriceList(t testing.TB, lines ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "prices.csv")
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Import imports a price list.
func (s *Shop) Import(t testing.TB, path string, o importer.Options) importer.Report {
	t.Helper()
	report, err := s.Importer.Import(t.Context(), path, o)
	if err != nil {
		t.Fatal(err)
	}
	s.Refresh(t)
	return report
}

// ProductNamed returns the product with the name, published or not. It fails the test if the shop has none.
func (s *Shop) ProductNamed(t testing.TB, name string) catalog.Product {
	t.Helper()
	products := s.View.Snapshot().Find(view.Query{Unpublished: true}).Products
	for _, p := range products {
		if p.Name == name {
			return p
		}
	}
	t.Fatalf("no product %s among %s", name, Names(products))
	return catalog.Product{}
}

// Log returns the lines of the activity log whose code has a prefix.
func Log(t testing.TB, d *db.DB, beginning string) string {
	t.Helper()
	records, err := db.All[audit.Record](t.Context(), d, `SELECT what, object, before, after FROM audit_log WHERE what LIKE $1 ORDER BY created_at, id`, beginning+"%")
	if err != nil {
		t.Fatal(err)
	}
	lines := make([]string, len(records))
	for i, r := range records {
		lines[i] = strings.Join([]string{r.What, language.Stored(r.Object).In(language.English), language.Stored(r.Before).In(language.English), language.Stored(r.After).In(language.English)}, "|")
	}
	return strings.Join(lines, "\n")
}

// ExpectLog fails the test unless the activity log has exactly these lines, "what|object|before|after".
func ExpectLog(t testing.TB, d *db.DB, want string) {
	t.Helper()
	if got := Log(t, d, ""); got != want {
		t.Errorf("the activity log has\n%s\nwant\n%s", got, want)
	}
}
