package app

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"kirana/internal/catalog/importer"
	"kirana/internal/config"
	"kirana/internal/payment"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/contracttest"
	"kirana/web"
)

// The client is written for the specification alone: no refresh token, no idempotency key, whole products inside
// list_items, numbers as strings or null, and a page of another origin.

const otherOrigin = "https://old-storefront.example"

// record is a JSON object.
type record = map[string]any

type client struct {
	t     *testing.T
	base  string
	token string
}

// envelope is the outer object of every response in the specification.
type envelope struct {
	status  int
	Success bool   `json:"success"`
	Message string `json:"message"`
	Data    any    `json:"data"`
}

func (c *client) call(method, path string, body any) envelope {
	c.t.Helper()
	var payload io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			c.t.Fatal(err)
		}
		payload = bytes.NewReader(text)
	}
	request, err := http.NewRequestWithContext(c.t.Context(), method, c.base+"/api"+path, payload)
	if err != nil {
		c.t.Fatal(err)
	}
	request.Header.Set("Origin", otherOrigin)
	request.Header.Set("Content-Type", "application/json")
	if c.token != "" {
		request.Header.Set("Authorization", "Bearer "+c.token)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		c.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	if got := response.Header.Get("Access-Control-Allow-Origin"); got != otherOrigin {
		c.t.Errorf("%s %s: allowed origin %q, want %q", method, path, got, otherOrigin)
	}
	a := envelope{status: response.StatusCode}
	if err := json.NewDecoder(response.Body).Decode(&a); err != nil {
		c.t.Fatalf("decode the response of %s %s, %s: %v", method, path, response.Status, err)
	}
	return a
}

// must makes a call that must succeed and returns its data.
func (c *client) must(method, path string, body any) any {
	c.t.Helper()
	a := c.call(method, path, body)
	if !a.Success || a.status >= 300 {
		c.t.Fatalf("%s %s: %d %s, want success", method, path, a.status, a.Message)
	}
	return a.Data
}

func (c *client) list(method, path string, body any) []record {
	c.t.Helper()
	rows, ok := c.must(method, path, body).([]any)
	if !ok {
		c.t.Fatalf("the data of %s %s is not a list", method, path)
	}
	records := make([]record, len(rows))
	for i, row := range rows {
		records[i] = row.(record)
	}
	return records
}

func (c *client) login(email, password string) {
	c.t.Helper()
	c.token = ""
	tokens := c.must("POST", "/user/login", record{"email": email, "password": password}).(record)
	c.token = tokens["accessToken"].(string)
}

// openShop serves a shop on a new database with the demo's accounts, and with the products that stock adds. If stock is
// nil, it has the demo's products.
func openShop(t *testing.T, databaseURL string, stock func(ctx context.Context, f *features) error) (base string) {
	t.Helper()
	return openWholeShop(t, databaseURL, stock).url
}

// servedShop is a shop whose responses are checked against its API document.
type servedShop struct {
	url      string
	features *features
	contract *contracttest.Contract
}

func openWholeShop(t *testing.T, databaseURL string, stock func(ctx context.Context, f *features) error) servedShop {
	t.Helper()
	ctx := t.Context()
	settings := config.Config{CORSOrigins: []string{otherOrigin}, RateLimits: true}
	settings.DataDir, settings.DatabaseURL = shoptest.MigratedDir(t), databaseURL
	if databaseURL == "" && stock == nil {
		copyDemo(t, settings.DataDir)
	}
	f, err := openFeatures(ctx, settings, discard())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.close)
	if err := f.configurePushes(ctx, "http://shop.example"); err != nil {
		t.Fatal(err)
	}
	f.takeOrders(payment.Config{})
	if stock != nil {
		if err := stock(ctx, f); err != nil {
			t.Fatal(err)
		}
	}
	// The demo's products are added only to an empty shop, its accounts to any.
	if err := stockDemo(ctx, f, io.Discard); err != nil {
		t.Fatal(err)
	}
	if err := f.view.Refresh(ctx); err != nil {
		t.Fatal(err)
	}
	built := fstest.MapFS{"index.html": {Data: []byte("<html><head></head></html>")}}
	site, err := web.New(built, web.Pages{Head: pages{f.view, f.settings, "http://shop.example"}.head})
	if err != nil {
		t.Fatal(err)
	}
	router := f.router("test")
	c := contracttest.New(t, router)
	server := httptest.NewServer(c.Wrap(f.handler(router, f.withFiles("http://shop.example", site), "http://shop.test")))
	t.Cleanup(server.Close)
	return servedShop{server.URL, f, c}
}

// ownerAndShopper returns two clients that are logged in: the demo's owner and a new shopper.
func (s servedShop) ownerAndShopper(t *testing.T) (owner, shopper *client) {
	t.Helper()
	owner, shopper = &client{t: t, base: s.url}, &client{t: t, base: s.url}
	owner.login(demoAdminEmail, demoAdminPassword)
	shopper.must("POST", "/user/register", record{"name": "Asha", "email": "asha@example.in", "password": "a fine password"})
	shopper.login("asha@example.in", "a fine password")
	return owner, shopper
}

func TestClientOfTheSpecification_walksTheWholeShop(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, databaseURL string) {
		walk(t, openShop(t, databaseURL, nil))
	})
}

func TestClientOfTheSpecification_walksTheLargeCatalog(t *testing.T) {
	t.Parallel()
	if !shoptest.Long() {
		t.Skip("a list of 27,555 rows: in make test-all")
	}
	file := filepath.Join("..", "..", "..", "shared", "data", "bigbasket_28k.csv")
	if _, err := os.Stat(file); err != nil {
		t.Skip("the real catalog bigbasket_28k.csv is not beside the project (../shared/data)")
	}
	eachDatabase(t, func(t *testing.T, databaseURL string) {
		base := openShop(t, databaseURL, func(ctx context.Context, f *features) error {
			report, err := f.importer.Import(ctx, file, importer.Options{Stock: 20})
			if err == nil && report.Imported < 24_000 {
				err = fmt.Errorf("only %d products were imported", report.Imported)
			}
			return err
		})
		walk(t, base)
		// The home page loads its rows, the categories and the sub-categories.
		size := 0
		for _, request := range []struct{ method, path string }{{"GET", "/product/home"}, {"GET", "/category/get"}, {"POST", "/subCategory/get"}} {
			size += bodySize(t, request.method, base+"/api"+request.path)
		}
		if size > 200<<10 {
			t.Errorf("the home page loads %d bytes of JSON, want at most %d", size, 200<<10)
		}
		t.Logf("the home page loads %d bytes of JSON, uncompressed", size)
	})
}

// walk browses, searches, registers, fills a cart, adds an address, orders with cash on delivery and reads the order,
// which an administrator then delivers.
func walk(t *testing.T, base string) {
	t.Helper()
	c := &client{t: t, base: base}

	// Browse: a category, its first sub-category, a product in stock.
	categories := c.list("GET", "/category/get", nil)
	subCategories := c.list("POST", "/subCategory/get", record{})
	if len(categories) < 3 || len(subCategories) < 3 {
		t.Fatalf("the demo has %d categories and %d sub-categories, want at least 3 of each", len(categories), len(subCategories))
	}
	var products []record
	for _, sub := range subCategories {
		inside := c.list("POST", "/product/getProductByCategoryAndSubCategory",
			record{"categoryId": sub["category"].(record)["_id"], "subCategoryId": sub["_id"]})
		for _, product := range inside {
			if product["stock"].(float64) >= 5 && len(products) < 2 {
				products = append(products, product)
				break
			}
		}
	}
	first, second := products[0], products[1]
	product := c.must("POST", "/product/getProductById", record{"productId": first["_id"]}).(record)
	if product["name"] != first["name"] {
		t.Errorf("product by id is %v, want %v", product["name"], first["name"])
	}

	// Search by part of its name.
	words := strings.Fields(first["name"].(string))
	found := c.list("POST", "/product/get", record{"page": "1", "limit": "100", "search": strings.Join(words[:min(3, len(words))], " ")})
	if !contains(found, first["_id"]) {
		t.Errorf("a search for %q does not find %v", words, first["name"])
	}

	// A cart needs a login.
	if a := c.call("POST", "/cart/create", record{"productId": first["_id"]}); a.status != 401 || a.Message != "Authentication required" {
		t.Errorf("a cart without a login: %d %s, want 401 and Authentication required", a.status, a.Message)
	}
	email := "Newcomer@Example.COM"
	c.must("POST", "/user/register", record{"name": "Newcomer", "email": email, "password": "a fine password"})
	c.login(email, "a fine password")

	c.must("POST", "/cart/create", record{"productId": first})
	c.must("POST", "/cart/create", record{"productId": second["_id"], "quantity": nil, "size": nil})
	lines := c.list("GET", "/cart/get", nil)
	if len(lines) != 2 || lines[0]["productId"].(record)["name"] != first["name"] {
		t.Fatalf("the cart holds %v, want two lines, first %v", lines, first["name"])
	}
	c.must("PUT", "/cart/update-qty", record{"_id": lines[0]["_id"], "qty": "3"})

	c.must("POST", "/address/create", record{
		"address_line": "14, Prabhat Road", "city": "Pune", "state": "Maharashtra", "pincode": 411004, "country": "India", "mobile": 9822041873,
	})
	address := c.list("GET", "/address/get", nil)[0]

	// The whole lines are sent back with their products, one with a changed price.
	lines = c.list("GET", "/cart/get", nil)
	lines[1]["productId"].(record)["price"] = 0.01
	lines[1]["quantity"] = "1"
	order := record{"list_items": lines, "totalQty": "4", "addressId": address["_id"]}
	rows := c.must("POST", "/order/cod", order).([]any)
	if len(rows) != 2 {
		t.Fatalf("%d order rows, want 2", len(rows))
	}
	for i, product := range []record{first, second} {
		quantity := []float64{3, 1}[i]
		want := (product["price"].(float64)*100 - product["discount"].(float64)*100) * quantity
		if got := rows[i].(record)["totalAmt"].(float64) * 100; got-want > 0.5 || want-got > 0.5 {
			t.Errorf("row %d costs %v paise, want %v", i, got, want)
		}
	}
	// A second call of the same order places nothing.
	if a := c.call("POST", "/order/cod", order); a.status != 409 {
		t.Errorf("the second press: %d %s, want 409", a.status, a.Message)
	}
	if left := c.list("GET", "/cart/get", nil); len(left) != 0 {
		t.Errorf("the cart still holds %v, want it empty after the order", left)
	}
	mine := c.list("GET", "/order/getOrderDetails", nil)
	if len(mine) != 2 || mine[0]["delivery_status"] != "PENDING" || mine[0]["payment_status"] != "COD" {
		t.Fatalf("my orders are %v, want two lines, PENDING and COD", mine)
	}

	deliver(t, base, mine[0]["orderId"].(string))
	for _, row := range c.list("GET", "/order/getOrderDetails", nil) {
		if row["orderId"] == mine[0]["orderId"] && (row["delivery_status"] != "DELIVERED" || row["payment_status"] != "PAID") {
			t.Errorf("the delivered line is %v, %v, want DELIVERED, PAID", row["delivery_status"], row["payment_status"])
		}
	}
	c.must("GET", "/user/logout", nil)
	if a := c.call("GET", "/user/user-details", nil); a.status != 401 {
		t.Errorf("after logging out: %d, want 401", a.status)
	}
}

func deliver(t *testing.T, base, orderID string) {
	t.Helper()
	admin := &client{t: t, base: base}
	admin.login(demoAdminEmail, demoAdminPassword)
	all := admin.list("GET", "/order/getAllOrderDetails", nil)
	if len(all) != 2 || all[0]["userId"].(record)["email"] != "newcomer@example.com" {
		t.Errorf("the administrator lists %v, want the two lines of newcomer@example.com", all)
	}
	admin.must("PUT", "/order/update-status/"+orderID, record{"delivery_status": "DELIVERED"})
}

func contains(rows []record, recordID any) bool {
	for _, row := range rows {
		if row["_id"] == recordID {
			return true
		}
	}
	return false
}

func bodySize(t *testing.T, method, url string) int {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("GET %s: %s, %v, want 200", url, response.Status, err)
	}
	return len(body)
}

// eachDatabase runs a test of the whole shop on SQLite and on PostgreSQL.
func eachDatabase(t *testing.T, test func(t *testing.T, databaseURL string)) {
	t.Helper()
	shoptest.EachURL(t, shoptest.MigratedURL, test)
}
