package app

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"maps"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"kirana/internal/account"
	"kirana/internal/config"
	"kirana/internal/db"
	"kirana/internal/httpapi"
	"kirana/internal/payment"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/contracttest"
)

// sweptTables are the tables whose rows are removed by age, or that keep only the last change of each thing.
var sweptTables = []string{"catalog_changes", "changes", "email_codes", "idempotency_keys", "jobs", "limits", "logins", "password_resets", "product_sales", "tokens"}

// rowsForGood counts the rows of all other tables.
func rowsForGood(t *testing.T, d *db.DB) (total int, byTable map[string]int) {
	t.Helper()
	tables, err := db.All[string](t.Context(), d, `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
		AND name NOT IN ('`+strings.Join(sweptTables, `', '`)+`')`)
	if err != nil {
		t.Fatal(err)
	}
	byTable = map[string]int{}
	for _, table := range tables {
		n, err := db.Get[int](t.Context(), d, `SELECT COUNT(*) FROM "`+table+`"`)
		if err != nil {
			t.Fatal(err)
		}
		byTable[table] = n
		total += n
	}
	return total, byTable
}

func TestBudget_countsThePermanentRowsOfShoppersCalls(t *testing.T) {
	t.Parallel()
	routes := routeTable()
	shop := openWholeShop(t, "", nil)
	c := &client{t: t, base: shop.url}
	address := record{"address_line": "14, Prabhat Road", "city": "Pune", "state": "Maharashtra", "pincode": "411004", "country": "India", "mobile": "9822041873"}
	tried := map[string]bool{}
	// expectRows makes a call and fails if it leaves more rows than the route table says; id replaces {id} in its path.
	expectRows := func(call, id string, body any) any {
		t.Helper()
		before, were := rowsForGood(t, shop.features.db)
		method, path, _ := strings.Cut(call, " ")
		data := c.must(method, strings.ReplaceAll(path, "{id}", id), body)
		after, are := rowsForGood(t, shop.features.db)
		route, found := routes[call]
		if tried[call] = true; !found || after-before > route.Budget.Rows {
			var where []string
			for table, n := range are {
				if n != were[table] {
					where = append(where, fmt.Sprintf("%s %+d", table, n-were[table]))
				}
			}
			t.Errorf("%s left %d rows, want at most its budget, %d: %v", call, after-before, route.Budget.Rows, where)
		}
		return data
	}
	expectRows("POST /user/register", "", record{"name": "Asha", "email": "asha@example.in", "password": "a fine password"})
	c.token = expectRows("POST /user/login", "", record{"email": "asha@example.in", "password": "a fine password"}).(record)["accessToken"].(string)
	expectRows("PUT /user/update-user", "", record{"name": "Asha R", "email": "asha@example.in", "mobile": "9822041873"})
	expectRows("PUT /user/update-user", "", record{"email": "asha.r@example.in", "password": "a fine password"})
	expectRows("POST /user/resend-verify-email", "", nil)
	expectRows("PUT /user/forgot-password", "", record{"email": "asha.r@example.in"})
	expectRows("POST /product-requests/create", "", record{"text": "Maggi"})
	expectRows("POST /complaints/create", "", record{"text": "The bread was old."})
	expectRows("POST /address/create", "", address)
	address["_id"] = c.list("GET", "/address/get", nil)[0]["_id"]
	expectRows("PUT /address/update", "", address)
	order := func() {
		for _, p := range c.list("GET", "/product/getAll", nil)[:8] {
			if p["stock"].(float64) > 1 {
				expectRows("POST /cart/create", "", record{"productId": p["_id"]})
			}
		}
		lines := c.list("GET", "/cart/get", nil)
		expectRows("PUT /cart/update-qty", "", record{"_id": lines[0]["_id"], "qty": 2})
		expectRows("DELETE /cart/deleteCartItem", "", record{"_id": lines[0]["_id"]})
		expectRows("POST /order/cod", "", record{"list_items": lines[1:], "totalQty": len(lines) - 1, "addressId": address["_id"]})
	}
	order()
	checkout := c.list("GET", "/order/getOrderDetails", nil)[0]["checkoutId"].(string)
	expectRows("PUT /order/cancel/{id}", checkout, record{})
	order()
	line := c.list("GET", "/order/getOrderDetails", nil)[0]
	checkout = line["checkoutId"].(string)
	expectRows("PUT /order/checkout/{id}/my-lines", checkout, record{"version": 1, "rows": []record{{"_id": line["_id"], "quantity": 2}}})
	expectRows("PUT /order/checkout/{id}/claim", checkout, record{"reference": "4321"})
	expectRows("PUT /order/checkout/{id}/buyer", checkout, record{"name": "Tara Caterers"})
	expectRows("POST /order/checkout/{id}/reorder", checkout, record{"confirmed": true})
	expectRows("DELETE /address/disable", "", record{"_id": address["_id"]})
	expectRows("GET /user/logout", "", nil)
	if len(tried) < 19 {
		t.Errorf("%d calls were tried, want at least 19", len(tried))
	}
}

// largestForms returns two bodies of the largest size that a call accepts: one in which each field of its example is a
// list, and one in which each is a string. The short form of the tests sends only one of them.
func largestForms(operation *openapi3.Operation, size int64) []string {
	fields := []string{"others"}
	if operation.RequestBody != nil {
		if media := operation.RequestBody.Value.Content.Get("application/json"); media != nil {
			object, _ := media.Example.(map[string]any)
			fields = append(fields, slices.Sorted(maps.Keys(object))...)
		}
	}
	form := func(value func(bytes int) string) string {
		each := int(size)/len(fields) - 40
		parts := make([]string, len(fields))
		for i, field := range fields {
			parts[i] = fmt.Sprintf("%q:%s", field, value(each-len(field)))
		}
		return "{" + strings.Join(parts, ",") + "}"
	}
	return []string{
		form(func(bytes int) string { return "[" + strings.Repeat("{},", bytes/3-1) + "{}]" }),
		form(func(bytes int) string { return `"` + strings.Repeat("a", bytes) + `"` }),
	}
}

// largestFiles returns the largest files to upload: a picture of 30 megapixels, or a list of empty lines only and one
// of 10,000 products or balances (one of 20 MB takes much time, not much more memory; see package importer).
func largestFiles(t *testing.T, route httpapi.Route) map[string][]byte {
	t.Helper()
	if route.Upload != "file" {
		var picture bytes.Buffer
		if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&picture, image.NewNRGBA(image.Rect(0, 0, 6000, 5000))); err != nil {
			t.Fatal(err)
		}
		return map[string][]byte{"picture.png": picture.Bytes()}
	}
	size := 1 << 20 // of a list of balances
	if strings.HasPrefix(route.Path, "/product/") {
		size = 20 << 20
	}
	lines := "Name,Unit,MRP,Stock,Mobile,Amount\n" + strings.Repeat("Dal,1 kg,9,5,9822041873,7\n", 10_000)
	return map[string][]byte{"lines.csv": []byte(lines), "empty.csv": []byte(strings.Repeat("\n", size-1000))}
}

// liveHeap returns the bytes of the objects on the heap, including unreachable ones that are not collected yet.
func liveHeap() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}

// memoryOf returns an upper limit of the memory that a call takes: all that it allocates or, if that exceeds allowed,
// how far the heap grows while it runs again.
func memoryOf(allowed int64, call func()) int64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	call()
	runtime.ReadMemStats(&after)
	if allocated := int64(after.TotalAlloc - before.TotalAlloc); allocated <= allowed {
		return allocated
	}
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	runtime.GC()
	idle := liveHeap()
	peak, done, sampled := idle, make(chan struct{}), make(chan struct{})
	go func() {
		defer close(sampled)
		ticks := time.NewTicker(time.Millisecond)
		defer ticks.Stop()
		for {
			select {
			case <-done:
				return
			case <-ticks.C:
				peak = max(peak, liveHeap())
			}
		}
	}()
	call()
	close(done)
	<-sampled
	return peak - idle
}

// ownerAndShopper returns the tokens of a new owner and a new shopper.
func ownerAndShopper(t *testing.T, f *features) (owner, shopper string) {
	t.Helper()
	token := func(user account.User, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		tokens, err := f.accounts.Login(t.Context(), user, account.Client{})
		if err != nil {
			t.Fatal(err)
		}
		return tokens.AccessToken
	}
	owner = token(f.accounts.CreateAdmin(t.Context(), "Asha", "asha@example.in", "seven mangoes"))
	shopper = token(f.accounts.Register(t.Context(), account.Registration{Name: "Ravi", Email: "ravi@example.in", Password: "seven mangoes"}))
	return owner, shopper
}

// It is not parallel, so that the memory of other tests does not count.
func TestBudget_limitsTheMemoryForTheLargestInput(t *testing.T) {
	settings := config.Config{}
	settings.DataDir = t.TempDir()
	f, err := openFeatures(t.Context(), settings, discard())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.close)
	f.takeOrders(payment.Config{})
	owner, shopper := ownerAndShopper(t, f)
	router := f.router("test")
	document := contracttest.New(t, router).Document
	tried := 0
	for _, route := range router.Routes() {
		small := route.MaxBody == httpapi.DefaultBody && route.Access > httpapi.Shopper // only for staff, and no larger than a form
		if route.Method == http.MethodGet || strings.HasPrefix(route.Path, "/user/account") || small && !shoptest.Long() {
			continue
		}
		caller := owner
		if route.Access == httpapi.Shopper {
			caller = shopper
		}
		check := func(what, contentType string, body []byte) {
			t.Helper()
			tried++
			took := memoryOf(route.Budget.Memory, func() {
				request := httptest.NewRequestWithContext(t.Context(), route.Method, "/api"+exampleOf(route.Path), bytes.NewReader(body))
				request.Header.Set("Content-Type", contentType)
				request.Header.Set("Authorization", "Bearer "+caller)
				router.ServeHTTP(httptest.NewRecorder(), request)
			})
			if took > route.Budget.Memory {
				t.Errorf("%s %s takes %d MB for %s, want at most its budget, %d MB",
					route.Method, route.Path, took>>20, what, route.Budget.Memory>>20)
			}
		}
		if route.Upload == "" {
			forms := largestForms(document.Paths.Value("/api"+route.Path).GetOperation(route.Method), route.MaxBody)
			if !shoptest.Long() {
				forms = forms[tried%2:][:1]
			}
			for _, form := range forms {
				check(form[:40], "application/json", []byte(form))
			}
			continue
		}
		if !shoptest.Long() {
			continue // large files take long to read: the tests of their packages check these calls
		}
		for name, content := range largestFiles(t, route) {
			body, contentType := fileForm(t, route.Upload, name, content)
			check(name, contentType, body)
		}
	}
	if tried < shoptest.Rounds(40, 200) {
		t.Errorf("%d inputs were tried, want at least %d", tried, shoptest.Rounds(40, 200))
	}
}

// fileForm returns a multipart form with one file, and its content type.
func fileForm(t *testing.T, field, name string, content []byte) (body []byte, contentType string) {
	t.Helper()
	var buffer bytes.Buffer
	form := multipart.NewWriter(&buffer)
	file, err := form.CreateFormFile(field, name)
	if err == nil {
		_, err = file.Write(content)
	}
	if err != nil || form.Close() != nil {
		t.Fatal("write the form:", err)
	}
	return buffer.Bytes(), form.FormDataContentType()
}
