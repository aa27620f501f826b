package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"kirana/internal/httpapi"
)

// contract is the OpenAPI document that responses are compared with, and the statuses that each operation has given.
type contract struct {
	*contractDocument

	t     testing.TB
	match *http.ServeMux // its handlers are operations

	mu    sync.Mutex
	given map[string]map[int]int
}

// contractDocument is the document as its readers have parsed it.
type contractDocument struct {
	text     []byte
	document *openapi3.T

	compiling sync.Mutex
	compiler  *jsonschema.Compiler // has the document as openapi.json
}

// compile returns the schema that a pointer into the document leads to.
func (d *contractDocument) compile(pointer string) (*jsonschema.Schema, error) {
	d.compiling.Lock()
	defer d.compiling.Unlock()
	return d.compiler.Compile("openapi.json" + pointer)
}

// parsed is the document of the shops that this process has opened: reading it takes half a second with the race detector.
var parsed struct {
	sync.Mutex
	*contractDocument
}

// operationHandler finds an operation by its path; it serves nothing.
type operationHandler struct {
	http.Handler

	name, path, method string
	operation          *openapi3.Operation
}

func newContract(t testing.TB, router *httpapi.Router) *contract {
	t.Helper()
	recorded := httptest.NewRecorder()
	router.ServeHTTP(recorded, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/api/openapi.json", http.NoBody))
	parsed.Lock()
	defer parsed.Unlock()
	if parsed.contractDocument == nil || !bytes.Equal(parsed.text, recorded.Body.Bytes()) {
		parsed.contractDocument = parseContract(t, recorded.Body.Bytes())
	}
	c := &contract{t: t, contractDocument: parsed.contractDocument, match: http.NewServeMux(), given: map[string]map[int]int{}}
	for path, item := range c.document.Paths.Map() {
		for method, operation := range item.Operations() {
			name := method + " " + path
			c.match.Handle(name, operationHandler{name: name, path: path, method: method, operation: operation})
			c.given[name] = map[int]int{}
		}
	}
	return c
}

func parseContract(t testing.TB, text []byte) *contractDocument {
	t.Helper()
	document, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		t.Fatal(err)
	}
	resource, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("openapi.json", resource); err != nil {
		t.Fatal(err)
	}
	if err := document.Validate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return &contractDocument{text: text, document: document, compiler: compiler}
}

// wrap compares each response of a handler with the document, all but those of the stream of events.
func (c *contract) wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handler, _ := c.match.Handler(r)
		described, found := handler.(operationHandler)
		if !found || strings.HasSuffix(described.name, "/order/events") {
			next.ServeHTTP(w, r)
			return
		}
		r.Header.Del("Accept-Encoding") // the body is read here
		recorded := httptest.NewRecorder()
		next.ServeHTTP(recorded, r)
		if err := c.compare(described, recorded); err != nil {
			c.t.Errorf("%s: %d: %v", described.name, recorded.Code, err)
		}
		for name, values := range recorded.Header() {
			w.Header()[name] = values
		}
		w.WriteHeader(recorded.Code)
		_, _ = w.Write(recorded.Body.Bytes())
	})
}

func (c *contract) compare(described operationHandler, got *httptest.ResponseRecorder) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.given[described.name][got.Code]++
	response := described.operation.Responses.Status(got.Code)
	if response == nil || got.Code == http.StatusNotModified {
		return errors.New("no such status in the document")
	}
	mediaType, _, err := mime.ParseMediaType(got.Header().Get("Content-Type"))
	if err != nil {
		return err
	}
	if response.Value.Content.Get(mediaType) == nil {
		return fmt.Errorf("no content of the type %s in the document", mediaType)
	}
	if mediaType != "application/json" {
		return nil
	}
	pointer := response.Ref
	if pointer == "" {
		pointer = fmt.Sprintf("#/paths/%s/%s/responses/%d", strings.ReplaceAll(described.path, "/", "~1"), strings.ToLower(described.method), got.Code)
	}
	schema, err := c.compile(pointer + "/content/application~1json/schema")
	if err != nil {
		return err
	}
	body, err := jsonschema.UnmarshalJSON(bytes.NewReader(got.Body.Bytes()))
	if err != nil {
		return err
	}
	return schema.Validate(body)
}

// hostile are bodies of which no call can make anything, with the types that they are sent as.
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

func TestContract_holdsEveryRefusal(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, databaseURL string) {
		shop := openWholeShop(t, databaseURL, nil)
		owner, shopper := &client{t: t, base: shop.url}, &client{t: t, base: shop.url}
		owner.login(demoAdminEmail, demoAdminPassword)
		shopper.must("POST", "/user/register", record{"name": "Asha", "email": "asha@example.in", "password": "a fine password"})
		shopper.login("asha@example.in", "a fine password")
		for name := range shop.contract.given {
			method, path, _ := strings.Cut(name, " ")
			if strings.HasSuffix(path, "/user/logout") || strings.HasSuffix(path, "/order/events") {
				continue // it would end the login that the other calls are tried with, or never end
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
			if !slices.ContainsFunc(shop.contract.statuses(), func(given int) bool { return given == status }) {
				t.Errorf("nothing was refused with %d", status)
			}
		}
	})
}

// statuses lists every status that was given.
func (c *contract) statuses() []int {
	var all []int
	for _, given := range c.given {
		for status := range given {
			all = append(all, status)
		}
	}
	return all
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

// anyForm has a value that can be used for each field of the calls on one thing.
const anyForm = `{"name":"Dal","delivery_status":"DELIVERED","from":"OUT","to":"DONE","version":1,"password":"` + demoAdminPassword + `","promisedAt":"2030-01-01T10:00:00Z","undo":"65f1a2b3c4d5e6f708192a3b",
	"reason":"damaged","staffNote":"","note":"","paidBy":"UPI","reference":"4321","how":"CASH","change":-1,"staffRole":"PACKER","status":"Active","reply":"Yes.",
	"list_items":[{"_id":"65f1a2b3c4d5e6f708192a3b","productId":"65f1a2b3c4d5e6f708192a3b","quantity":1}],"productId":"65f1a2b3c4d5e6f708192a3b","quantity":1,
	"kind":"PAYMENT","amount":1,"by":"CASH","limit":1,"into":"65f1a2b3c4d5e6f708192a3c","mobile":"9000000042","address_line":"4 Temple Street","city":"Pune","state":"Maharashtra","pincode":"411004","country":"India",
	"active":true,"upTo":1,"barcode":"8901030865275","action":"DISMISS","row":"65f1a2b3c4d5e6f708192a3b","rows":[{"_id":"65f1a2b3c4d5e6f708192a3b","quantity":1,"picked":true}],"lines":[{"_id":"65f1a2b3c4d5e6f708192a3b","quantity":1}],"_id":"65f1a2b3c4d5e6f708192a3b"}`

func TestCalls_findNothingUnderAnUnknownID(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, databaseURL string) {
		shop := openWholeShop(t, databaseURL, nil)
		owner, shopper := &client{t: t, base: shop.url}, &client{t: t, base: shop.url}
		owner.login(demoAdminEmail, demoAdminPassword)
		shopper.must("POST", "/user/register", record{"name": "Asha", "email": "asha@example.in", "password": "a fine password"})
		shopper.login("asha@example.in", "a fine password")
		tried := 0
		for name := range shop.contract.given {
			method, path, _ := strings.Cut(name, " ")
			if !strings.Contains(path, "{") || strings.Contains(path, "{pincode}") || strings.HasSuffix(path, "/picture") {
				continue // a pincode is not an id; a picture is read before its product is looked up
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
			t.Errorf("only %d calls were tried", tried)
		}
	})
}

func TestContract_hasAnExampleOfEachBodyAndPath(t *testing.T) {
	t.Parallel()
	router, _, _ := programs(t)
	c := newContract(t, router)
	for path, item := range c.document.Paths.Map() {
		for method, operation := range item.Operations() {
			for _, parameter := range operation.Parameters {
				if parameter.Value.In == "path" && parameter.Value.Example == nil {
					t.Errorf("%s %s has no example of %s", method, path, parameter.Value.Name)
				}
			}
			if operation.RequestBody == nil {
				continue
			}
			media := operation.RequestBody.Value.Content.Get("application/json")
			if media == nil {
				continue
			}
			pointer := fmt.Sprintf("#/paths/%s/%s/requestBody/content/application~1json/schema", strings.ReplaceAll(path, "/", "~1"), strings.ToLower(method))
			schema, err := c.compile(pointer)
			if err != nil {
				t.Fatal(err)
			}
			if media.Example == nil {
				t.Errorf("%s %s has no example", method, path)
			} else if err := schema.Validate(media.Example); err != nil {
				t.Errorf("%s %s has an example that is none: %v", method, path, err)
			}
		}
	}
}
