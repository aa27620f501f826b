package catalog_test

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
	"testing"

	"kirana/internal/catalog"
	"kirana/internal/catalog/admin"
	"kirana/internal/catalog/importer"
	"kirana/internal/catalog/stock"
	"kirana/internal/catalog/view"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/httpapi"
	"kirana/internal/media"
	"kirana/internal/money"
	"kirana/internal/shoptest"
)

func TestMain(m *testing.M) { shoptest.Main(m) }

// shop is a catalog with an administrator and a shopper, whose ids are their tokens.
type shop struct {
	http.Handler

	db             *db.DB
	clock          *clock.Manual
	view           *view.View
	service        *admin.Service
	importer       *importer.Service
	stock          *stock.Service
	pictures       []string // the URLs of six pictures
	admin, shopper string
}

func newShop(t *testing.T, d *db.DB) shop {
	t.Helper()
	files, err := media.OpenFiles(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = files.Close() })
	pictures := media.New(files, slog.New(slog.DiscardHandler))
	s := shop{db: d, clock: shoptest.Clock(), admin: shoptest.AddAdministrator(t, d), shopper: shoptest.AddShopper(t, d)}
	for n := range uint8(6) {
		s.pictures = append(s.pictures, picture(t, pictures, n))
	}
	s.view = view.New(d, s.clock, slog.New(slog.DiscardHandler))
	s.service = admin.New(d, s.clock, pictures.Check, s.view)
	s.importer = importer.New(d, s.clock)
	s.stock = stock.New(s.clock, s.view.ShowStock)
	s.refresh(t)
	router := httpapi.New(httpapi.Options{Version: "test", Log: slog.New(slog.DiscardHandler), Identify: shoptest.IdentifyByUserID(d)})
	view.NewHandler(s.view).Routes(router)
	admin.NewHandler(s.service).Routes(router)
	importer.NewHandler(s.importer, s.view.Refresh).Routes(router)
	s.Handler = router
	return s
}

func picture(t *testing.T, pictures *media.Service, n uint8) string {
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

// elsewhere is the same shop as another process has it.
func (s shop) elsewhere(t *testing.T) shop {
	t.Helper()
	none := func(_ context.Context, _ string, _ ...string) error { return nil }
	s.view = view.New(s.db, s.clock, slog.New(slog.DiscardHandler))
	s.service = admin.New(s.db, s.clock, none, s.view)
	s.importer = importer.New(s.db, s.clock)
	s.stock = stock.New(s.clock, s.view.ShowStock)
	s.refresh(t)
	return s
}

func (s shop) refresh(t *testing.T) {
	t.Helper()
	if err := s.view.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// object is a JSON object as a client writes it.
type object map[string]any

// with is the object with some fields changed; nil leaves a field out.
func (o object) with(changes object) object {
	next := object{}
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

func (s shop) call(t *testing.T, token, method, path string, body any, headers ...string) shoptest.Response {
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

func read[T any](t *testing.T, reply shoptest.Response) T {
	t.Helper()
	var data T
	reply.Decode(t, &data)
	return data
}

func (s shop) category(t *testing.T, name string) catalog.Category {
	t.Helper()
	made, err := s.service.AddCategory(t.Context(), admin.CategoryForm{Name: &name})
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// subCategory makes a sub-category in a category that may be there already.
func (s shop) subCategory(t *testing.T, category, subCategory string) catalog.SubCategory {
	t.Helper()
	categoryID := ""
	for _, there := range s.view.Snapshot().Categories() {
		if there.Name == category {
			categoryID = there.ID
		}
	}
	if categoryID == "" {
		categoryID = s.category(t, category).ID
	}
	for _, there := range s.view.Snapshot().SubCategories() {
		if there.Name == subCategory && there.CategoryID == categoryID {
			return there
		}
	}
	made, err := s.service.AddSubCategory(t.Context(), admin.SubCategoryForm{Name: &subCategory, CategoryID: &categoryID})
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// productInput holds the fields of a product that a test sets.
type productInput struct {
	name            string
	subCategory     catalog.SubCategory // Staples, Dal unless named
	price, discount int64               // rupees; 50 unless named
	stock           int
	unpublished     bool
}

func (s shop) product(t *testing.T, p productInput) catalog.Product {
	t.Helper()
	if p.subCategory.ID == "" {
		p.subCategory = s.subCategory(t, "Staples", "Dal")
	}
	if p.price == 0 {
		p.price = 50
	}
	unit, description, images, publish := "1 kg", "Sold by weight.", catalog.Images{s.pictures[0]}, !p.unpublished
	price, discount := money.Rupees(p.price), money.Rupees(p.discount)
	made, err := s.service.AddProduct(t.Context(), admin.ProductForm{
		Name: &p.name, Unit: &unit, Description: &description, CategoryID: &p.subCategory.CategoryID, SubCategoryID: &p.subCategory.ID,
		Images: &images, Price: &price, Discount: &discount, Stock: &p.stock, Publish: &publish,
	})
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// reserve reserves pieces for an order that is committed.
func (s shop) reserve(t *testing.T, lines ...stock.Line) error {
	t.Helper()
	return s.db.Tx(t.Context(), func(tx *db.Tx) error {
		_, err := s.stock.Reserve(t.Context(), tx, lines)
		return err
	})
}

func names(products []catalog.Product) string {
	text := ""
	for i, p := range products {
		if i > 0 {
			text += ", "
		}
		text += p.Name
	}
	return text
}

func (s shop) found(t *testing.T, token, query string) string {
	t.Helper()
	return names(read[[]catalog.Product](t, s.call(t, token, "GET", "/product/getAll"+query, nil).Expect(t, http.StatusOK, "")))
}

func count(reply shoptest.Response) string {
	if reply.TotalCount == nil || reply.TotalNoPage == nil {
		return "none"
	}
	return fmt.Sprint(*reply.TotalCount, " in ", *reply.TotalNoPage)
}
