package app

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"kirana/internal/shoptest"
	"kirana/internal/shoptest/contracttest"
)

// hostile are bodies that no call accepts, each with a content type.
var hostile = []struct{ contentType, body string }{
	{"application/json", ""},
	{"application/json", "{}"},
	{"application/json", `{"broken`},
	{"application/json", `[]`},
	{"application/json", `{"id":{},"_id":7,"name":[],"email":{},"ids":"x","list_items":{},"quantity":"many","price":[],"version":-1}`},
	{"application/x-www-form-urlencoded", "email=a"},
	{"text/plain", "hello"},
	{"multipart/form-data; boundary=b", "--b\r\n\r\n\r\n--b--\r\n"},
	{"application/json", `{"name":"` + strings.Repeat("a", 5<<20) + `"}`},
}

func TestContract_describesTheResponsesToHostileRequests(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, databaseURL string) {
		if databaseURL != "" && !shoptest.Long() {
			t.Skip("few of these requests reach the database: on PostgreSQL in make test-all only")
		}
		shop := openWholeShop(t, databaseURL, nil)
		owner, shopper := shop.ownerAndShopper(t)
		for _, name := range shop.contract.Operations() {
			method, path, _ := strings.Cut(name, " ")
			if strings.HasSuffix(path, "/user/logout") || strings.HasSuffix(path, "/order/events") {
				continue // it would end the login of the other calls, or its response never ends
			}
			for _, unknown := range []string{"65f1a2b3c4d5e6f708192a3b", "no-id", "%20"} {
				address := shop.url + parameter.ReplaceAllString(path, unknown)
				for _, token := range []string{"", "made up", shopper.token, owner.token} {
					for _, h := range hostile {
						if method == http.MethodGet && h.body != "" || strings.HasSuffix(path, "/user/account") {
							continue
						}
						send(t, method, address, token, h.contentType, h.body)
					}
				}
				if !strings.Contains(path, "{") {
					break
				}
			}
		}
		for _, status := range []int{400, 401, 403, 404, 409, 413, 415, 429} {
			if !slices.ContainsFunc(shop.contract.Statuses(), func(given int) bool { return given == status }) {
				t.Errorf("no call was refused with %d, want one at least", status)
			}
		}
	})
}

func send(t *testing.T, method, address, token, contentType, body string) int {
	t.Helper()
	request, err := http.NewRequestWithContext(context.WithoutCancel(t.Context()), method, address, bytes.NewReader([]byte(body)))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", contentType)
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, response.Body)
	_ = response.Body.Close()
	return response.StatusCode
}

// anyForm is a body that every call with an id in its path accepts.
const anyForm = `{"name":"Dal","delivery_status":"DELIVERED","from":"OUT","to":"DONE","version":1,"password":"` + demoAdminPassword + `","promisedAt":"2030-01-01T10:00:00Z","undo":"65f1a2b3c4d5e6f708192a3b",
	"reason":"damaged","staffNote":"","note":"","paidBy":"UPI","reference":"4321","how":"CASH","change":-1,"staffRole":"PACKER","status":"Active","reply":"Yes.",
	"list_items":[{"_id":"65f1a2b3c4d5e6f708192a3b","productId":"65f1a2b3c4d5e6f708192a3b","quantity":1}],"productId":"65f1a2b3c4d5e6f708192a3b","quantity":1,
	"kind":"PAYMENT","amount":1,"by":"CASH","limit":1,"into":"65f1a2b3c4d5e6f708192a3c","mobile":"9000000042","address_line":"4 Temple Street","city":"Pune","state":"Maharashtra","pincode":"411004","country":"India",
	"active":true,"upTo":1,"barcode":"8901030865275","action":"DISMISS","row":"65f1a2b3c4d5e6f708192a3b","rows":[{"_id":"65f1a2b3c4d5e6f708192a3b","quantity":1,"picked":true}],"supplier":"65f1a2b3c4d5e6f708192a3b","lines":[{"_id":"65f1a2b3c4d5e6f708192a3b","productId":"65f1a2b3c4d5e6f708192a3b","quantity":1,"pieces":1}],"_id":"65f1a2b3c4d5e6f708192a3b"}`

func TestCalls_returnNotFoundForAnUnknownID(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, databaseURL string) {
		shop := openWholeShop(t, databaseURL, nil)
		owner, shopper := shop.ownerAndShopper(t)
		tried := 0
		for _, name := range shop.contract.Operations() {
			method, path, _ := strings.Cut(name, " ")
			if !strings.Contains(path, "{") || strings.Contains(path, "{pincode}") || strings.HasSuffix(path, "/picture") || strings.HasPrefix(path, "/api/ucp/") {
				continue // a pincode is not an id; a picture is read before its product is looked up; UCP reports errors with 200
			}
			for _, unknown := range []string{"65f1a2b3c4d5e6f708192a3b", "999999"} {
				if unknown == "999999" && !strings.Contains(path, "/checkout/") {
					continue
				}
				token := owner.token
				if strings.HasSuffix(path, "/reorder") {
					token = shopper.token
				}
				tried++
				if status := send(t, method, shop.url+parameter.ReplaceAllString(path, unknown), token, "application/json", anyForm); status != http.StatusNotFound {
					t.Errorf("%s with %s returned %d, want 404", name, unknown, status)
				}
			}
		}
		if tried < 40 {
			t.Errorf("%d calls were tried, want at least 40", tried)
		}
	})
}

func TestContract_documentsTheLimitsOfPasswordsAndCodes(t *testing.T) {
	t.Parallel()
	router, _, _ := programs(t)
	confirmed := 0
	for path, item := range contracttest.New(t, router).Document.Paths.Map() {
		for method, operation := range item.Operations() {
			body := operation.RequestBody
			if body == nil || body.Value.Content.Get("application/json") == nil {
				continue
			}
			fields := body.Value.Content.Get("application/json").Schema.Value.Properties
			if fields["password"] == nil && fields["code"] == nil || strings.HasSuffix(path, "-email") {
				continue // the code of a mailed link is too long to guess
			}
			if confirmed++; operation.Responses.Status(http.StatusTooManyRequests) == nil {
				t.Errorf("%s %s takes a password or a code, want 429 among its documented responses", method, path)
			}
		}
	}
	if confirmed < 18 {
		t.Errorf("%d calls take a password or a code, want at least 18", confirmed)
	}
}

func TestContract_hasAnExampleOfEachPathBodyAndResponse(t *testing.T) {
	t.Parallel()
	router, _, _ := programs(t)
	c := contracttest.New(t, router)
	check := func(content openapi3.Content, pointer string) {
		media := content.Get("application/json")
		if media == nil {
			return
		}
		if media.Example == nil {
			t.Errorf("%s has no example", pointer)
		} else if err := c.Validate(pointer, media.Example); err != nil {
			t.Errorf("the example of %s does not match its schema: %v", pointer, err)
		}
	}
	for path, item := range c.Document.Paths.Map() {
		for method, operation := range item.Operations() {
			for _, parameter := range operation.Parameters {
				if parameter.Value.In == "path" && parameter.Value.Example == nil {
					t.Errorf("%s %s has no example of its parameter %s", method, path, parameter.Value.Name)
				}
			}
			if operation.RequestBody != nil {
				check(operation.RequestBody.Value.Content, contracttest.Pointer(method, path, "requestBody/content/application~1json/schema"))
			}
			for status, response := range operation.Responses.Map() {
				if strings.HasPrefix(status, "2") {
					check(response.Value.Content, contracttest.Pointer(method, path, "responses/"+status+"/content/application~1json/schema"))
				}
			}
		}
	}
}
