package ucp_test

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kirana/internal/catalog/view"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/httpapi"
	"kirana/internal/limit"
	"kirana/internal/money"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/contracttest"
	"kirana/internal/ucp"
)

func TestMain(m *testing.M) { shoptest.Main(m) }

// agent calls a shop as a shopping agent does.
type agent struct {
	shop  http.Handler
	db    *db.DB
	view  *view.View
	clock *clock.Manual
	carts *ucp.Service
}

func newAgent(t *testing.T, d *db.DB) *agent {
	t.Helper()
	a := &agent{db: d, clock: shoptest.Clock()}
	a.view = view.New(d, a.clock, slog.New(slog.DiscardHandler))
	a.carts = ucp.New(d, a.clock, a.view, limit.New(d, a.clock), "https://shop.example")
	router := httpapi.New(httpapi.Options{Version: "test", Log: slog.New(slog.DiscardHandler)})
	(&ucp.Handler{Agents: a.carts}).Routes(router)
	a.shop = contracttest.New(t, router).Wrap(ucp.Pages("https://shop.example", router))
	return a
}

// refresh makes stored rows visible to the calls.
func (a *agent) refresh(t *testing.T) {
	t.Helper()
	if err := a.view.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	a.view.BuildIndex(t.Context())
}

// call returns the response of a call, with amounts as integers.
func (a *agent) call(t *testing.T, method, path, body string, status int) (response map[string]any) {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("UCP-Agent", `profile="https://platform.example/profile"`)
	w := httptest.NewRecorder()
	a.shop.ServeHTTP(w, r)
	if w.Code != status {
		t.Fatalf("%s %s: %d %s, want %d", method, path, w.Code, w.Body, status)
	}
	decoder := json.NewDecoder(w.Body)
	decoder.UseNumber()
	if err := decoder.Decode(&response); err != nil && err != io.EOF {
		t.Fatal(err)
	}
	return response
}

// at returns the value at a path of names and indexes.
func at(response any, path ...any) any {
	for _, step := range path {
		switch step := step.(type) {
		case string:
			object, _ := response.(map[string]any)
			response = object[step]
		case int:
			list, _ := response.([]any)
			if step >= len(list) {
				return nil
			}
			response = list[step]
		}
	}
	return response
}

func expect(t *testing.T, response any, want any, path ...any) {
	t.Helper()
	if diff := cmp.Diff(want, at(response, path...)); diff != "" {
		t.Errorf("%v (-want +got):\n%s", path, diff)
	}
}

func count(response any, path ...any) int {
	list, _ := at(response, path...).([]any)
	return len(list)
}

func TestProfile_offersCatalogAndCartAndNoPayment(t *testing.T) {
	t.Parallel()
	profile := newAgent(t, shoptest.SQLite(t)).call(t, "GET", "/.well-known/ucp", "", 200)
	expect(t, profile, "2026-04-08", "ucp", "version")
	expect(t, profile, map[string]any{}, "ucp", "payment_handlers")
	expect(t, profile, "https://shop.example/api/ucp", "ucp", "services", "dev.ucp.shopping", 0, "endpoint")
	expect(t, profile, "rest", "ucp", "services", "dev.ucp.shopping", 0, "transport")
	for name, page := range map[string]string{"catalog.search": "catalog/search", "catalog.lookup": "catalog/lookup", "cart": "cart", "permalink": "permalink"} {
		expect(t, profile, "https://ucp.dev/2026-04-08/specification/"+page, "ucp", "capabilities", "dev.ucp.shopping."+name, 0, "spec")
	}
	expect(t, profile, "https://shop.example/buy", "ucp", "capabilities", "dev.ucp.shopping.permalink", 0, "config", "endpoint")
	expect(t, profile, nil, "ucp", "capabilities", "dev.ucp.shopping.checkout")
}

func TestCatalog_findsProductsWithPricesInPaise(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		a := newAgent(t, d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Price: 16050, Discount: 1000, Stock: 3})
		rice := shoptest.AddProduct(t, d, shoptest.Product{Name: "Basmati Rice", Price: money.Rupees(200)})
		hidden := shoptest.AddProduct(t, d, shoptest.Product{Name: "Hidden Dal", Unpublished: true, Stock: 3})
		a.refresh(t)

		found := a.call(t, "POST", "/api/ucp/catalog/search", `{"query":"dal","context":{"address_country":"IN","intent":"dinner"},"signals":{"dev.ucp.buyer_ip":"192.0.2.1"}}`, 200)
		if count(found, "products") != 1 {
			t.Fatalf("the search found %v, want one product", found)
		}
		expect(t, found, "success", "ucp", "status")
		expect(t, found, map[string]any{"amount": json.Number("15050"), "currency": "INR"}, "products", 0, "price_range", "min")
		expect(t, found, map[string]any{"amount": json.Number("16050"), "currency": "INR"}, "products", 0, "variants", 0, "list_price")
		expect(t, found, dal, "products", 0, "variants", 0, "id")
		expect(t, found, "Toor Dal, 1 kg", "products", 0, "title")
		expect(t, found, "https://shop.example/product/Toor-Dal-"+dal, "products", 0, "url")
		expect(t, found, true, "products", 0, "variants", 0, "availability", "available")

		category := at(found, "products", 0, "categories", 0, "value").(string)
		for body, want := range map[string]int{
			`{"filters":{"categories":["` + category + `"]}}`:                                 2,
			`{"filters":{"categories":["` + strings.Split(category, " > ")[0] + `","Toys"]}}`: 2,
			`{"filters":{"categories":["Toys"]}}`:                                             0,
			`{"filters":{"price":{"max":15050}},"context":{"currency":"INR"}}`:                1,
			`{"filters":{"price":{"min":15051}}}`:                                             1,
			`{"filters":{"price":{"max":1}},"context":{"currency":"USD"}}`:                    2,
			`{"query":"dal","filters":{"price":{"min":20000}}}`:                               0,
		} {
			if got := count(a.call(t, "POST", "/api/ucp/catalog/search", body, 200), "products"); got != want {
				t.Errorf("%s finds %d, want %d", body, got, want)
			}
		}
		for _, body := range []string{`{}`, `{"pagination":{"limit":5}}`, `{"query":"dal","pagination":{"cursor":"x"}}`, `{"query":"dal","pagination":{"limit":0}}`} {
			a.call(t, "POST", "/api/ucp/catalog/search", body, 400)
		}
		page := a.call(t, "POST", "/api/ucp/catalog/search", `{"filters":{"price":{"min":0}},"pagination":{"limit":1}}`, 200)
		expect(t, page, map[string]any{"cursor": "2", "has_next_page": true, "total_count": json.Number("2")}, "pagination")
		expect(t, a.call(t, "POST", "/api/ucp/catalog/search", `{"filters":{"price":{"min":0}},"pagination":{"limit":1,"cursor":"2"}}`, 200),
			map[string]any{"has_next_page": false, "total_count": json.Number("2")}, "pagination")

		looked := a.call(t, "POST", "/api/ucp/catalog/lookup", `{"ids":["`+dal+`","`+dal+`","`+hidden+`","`+rice+`"]}`, 200)
		if count(looked, "products") != 2 || count(looked, "messages") != 1 {
			t.Errorf("the lookup returned %v, want two products and one message", looked)
		}
		expect(t, looked, hidden, "messages", 0, "content")
		expect(t, looked, dal, "products", 0, "variants", 0, "inputs", 0, "id")
		expect(t, looked, "out_of_stock", "products", 1, "variants", 0, "availability", "status")
		a.call(t, "POST", "/api/ucp/catalog/lookup", `{"ids":["x"`+strings.Repeat(`,"x"`, 100)+`]}`, 400)

		expect(t, a.call(t, "POST", "/api/ucp/catalog/product", `{"id":"`+dal+`"}`, 200), dal, "product", "id")
		missing := a.call(t, "POST", "/api/ucp/catalog/product", `{"id":"`+hidden+`"}`, 200)
		expect(t, missing, "error", "ucp", "status")
		expect(t, missing, "unrecoverable", "messages", 0, "severity")
	})
}

func TestCart_isKeptForThreeDaysAndOpensTheShop(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		a := newAgent(t, d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Price: 16050, Discount: 1000, Stock: 3})
		rice := shoptest.AddProduct(t, d, shoptest.Product{Name: "Basmati Rice", Price: money.Rupees(200), Stock: 50})
		gone := shoptest.AddProduct(t, d, shoptest.Product{Name: "Ghee"})
		a.refresh(t)
		line := func(id, quantity string) string { return `{"item":{"id":"` + id + `"},"quantity":` + quantity + `}` }

		made := a.call(t, "POST", "/api/ucp/carts", `{"line_items":[`+line(dal, "2")+`,`+line(gone, "1")+`,`+line(dal, "2")+`],"buyer":{"email":"asha@example.in"}}`, 201)
		id := at(made, "id").(string)
		expect(t, made, json.Number("3"), "line_items", 0, "quantity") // of four asked for
		expect(t, made, json.Number("15050"), "line_items", 0, "item", "price")
		expect(t, made, json.Number("45150"), "totals", 1, "amount")
		expect(t, made, "Ghee, 1 kg: Out of stock", "messages", 1, "content")
		expect(t, made, "https://shop.example/buy/"+dal+":3", "continue_url")

		changed := a.call(t, "PUT", "/api/ucp/carts/"+id, `{"id":"`+id+`","line_items":[`+line(rice, "2")+`]}`, 200)
		expect(t, changed, id, "id")
		expect(t, a.call(t, "GET", "/api/ucp/carts/"+id, "", 200), at(changed, "line_items"), "line_items")
		expect(t, changed, json.Number("40000"), "totals", 1, "amount")

		expect(t, a.call(t, "POST", "/api/ucp/carts/"+id+"/cancel", "{}", 200), id, "id")
		for _, call := range [][3]string{{"GET", "", ""}, {"PUT", "", `{"line_items":[` + line(rice, "2") + `]}`}, {"POST", "/cancel", "{}"}} {
			lost := a.call(t, call[0], "/api/ucp/carts/"+id+call[1], call[2], 200)
			expect(t, lost, "error", "ucp", "status")
			expect(t, lost, "not_found", "messages", 0, "code")
			expect(t, lost, nil, "id")
		}

		nothing := a.call(t, "POST", "/api/ucp/carts", `{"line_items":[`+line(gone, "1")+`]}`, 200)
		expect(t, nothing, nil, "id")
		expect(t, nothing, "unrecoverable", "messages", 0, "severity")
		for _, lines := range []string{``, line(rice, "0"), line(rice, "100"), line(rice, `"many"`), `{"quantity":1}`} {
			a.call(t, "POST", "/api/ucp/carts", `{"line_items":[`+lines+`]}`, 400)
		}

		kept := at(a.call(t, "POST", "/api/ucp/carts", `{"line_items":[`+line(rice, "1")+`]}`, 201), "id").(string)
		a.clock.Advance(72*time.Hour - time.Second)
		expect(t, a.call(t, "GET", "/api/ucp/carts/"+kept, "", 200), kept, "id")
		a.clock.Advance(time.Second)
		expect(t, a.call(t, "GET", "/api/ucp/carts/"+kept, "", 200), "error", "ucp", "status")
		if err := a.carts.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if rows, err := db.Get[int](t.Context(), d, `SELECT COUNT(*) FROM agent_carts`); err != nil || rows != 0 {
			t.Errorf("%d carts are left, %v, want 0", rows, err)
		}
	})
}

func TestCart_isLimitedByNetwork(t *testing.T) {
	t.Parallel()
	a := newAgent(t, shoptest.SQLite(t))
	dal := shoptest.AddProduct(t, a.db, shoptest.Product{Stock: 3})
	a.refresh(t)
	body := `{"line_items":[{"item":{"id":"` + dal + `"},"quantity":1}]}`
	for range 200 {
		a.call(t, "POST", "/api/ucp/carts", body, 201)
	}
	a.call(t, "POST", "/api/ucp/carts", body, 429)
}

func TestLink_leadsToThePageThatFillsTheCart(t *testing.T) {
	t.Parallel()
	a := newAgent(t, shoptest.SQLite(t))
	for path, want := range map[string]url.Values{
		"/buy/one:2,two:1": {"items": {"one:2,two:1"}},
		"/buy/one:2?continue_to=/search&buyer/email=a@b": {"items": {"one:2"}, "redirect": {"/search"}},
		"/buy/one:2?continue_to=/a&continue_to=/b":       {"items": {"one:2"}},
		"/buy":                              {"items": {""}},
		"/buy/a%0d%0aX-Bad:1":               {"items": {"a\r\nX-Bad:1"}},
		"/buy/" + strings.Repeat("x", 5000): {"items": {""}},
	} {
		w := httptest.NewRecorder()
		a.shop.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", path, nil))
		to, err := url.Parse(w.Header().Get("Location"))
		if err != nil || w.Code != http.StatusSeeOther || to.Path != "/cart-link" || to.Host != "" {
			t.Errorf("%.60s: %d %v, %v, want 303 to /cart-link", path, w.Code, w.Header(), err)
			continue
		}
		if diff := cmp.Diff(want, to.Query()); diff != "" {
			t.Errorf("%.60s (-want +got):\n%s", path, diff)
		}
		if w.Header().Get("Cache-Control") != "no-store" || w.Header().Get("Referrer-Policy") != "no-referrer" || w.Header().Get("X-Bad") != "" {
			t.Errorf("%.60s: the headers are %v, want no-store and no-referrer alone", path, w.Header())
		}
	}
}
