// Package contracttest compares responses with the OpenAPI document of the router that gave them.
package contracttest

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"kirana/internal/httpapi"
)

// Contract is the document of a router, and the statuses that each operation has returned.
type Contract struct {
	*document

	t     testing.TB // nil: a response that differs is replaced by a 500 that says so
	mu    sync.Mutex
	given map[string]map[int]int
}

// document is an OpenAPI document, read once for all routers with the same calls.
type document struct {
	Document *openapi3.T

	match    *http.ServeMux // the handlers are operations
	mu       sync.Mutex     // guards compiler
	compiler *jsonschema.Compiler
}

// operation is an operation of the document as a handler, so that a ServeMux can find it. It serves nothing.
type operation struct {
	http.Handler

	name, path, method string
	described          *openapi3.Operation
}

var documents sync.Map // maps the calls of a router to a function that returns their document or an error

// New returns the contract of a router. All calls must be registered already.
func New(t testing.TB, router *httpapi.Router) *Contract {
	t.Helper()
	found, err := documentOf(router)
	if err != nil {
		t.Fatal(err)
	}
	return &Contract{document: found, t: t, given: map[string]map[int]int{}}
}

// Handler returns the router as a handler that replaces responses which differ from the document by 500. In benchmarks,
// it returns the router itself.
func Handler(router *httpapi.Router) http.Handler {
	if measured := flag.Lookup("test.bench"); measured != nil && measured.Value.String() != "" {
		return router
	}
	found, err := documentOf(router)
	if err != nil {
		panic(err)
	}
	return (&Contract{document: found, given: map[string]map[int]int{}}).Wrap(router)
}

func documentOf(router *httpapi.Router) (*document, error) {
	var calls strings.Builder
	for _, route := range router.Routes() {
		_, _ = fmt.Fprintf(&calls, "%s %s %d %v %d\n", route.Method, route.Path, route.Status, route.Refuses, len(route.Budget.Limits))
	}
	read, _ := documents.LoadOrStore(calls.String(), sync.OnceValues(func() (*document, error) { return readDocument(router) }))
	return read.(func() (*document, error))()
}

func readDocument(router *httpapi.Router) (*document, error) {
	recorded := httptest.NewRecorder()
	router.ServeHTTP(recorded, httptest.NewRequestWithContext(context.Background(), http.MethodGet, "/api/openapi.json", http.NoBody))
	read, err := openapi3.NewLoader().LoadFromData(recorded.Body.Bytes())
	if err != nil {
		return nil, err
	}
	if err := read.Validate(context.Background()); err != nil {
		return nil, err
	}
	resource, err := jsonschema.UnmarshalJSON(bytes.NewReader(recorded.Body.Bytes()))
	if err != nil {
		return nil, err
	}
	d := &document{Document: read, match: http.NewServeMux(), compiler: jsonschema.NewCompiler()}
	if err := d.compiler.AddResource("openapi.json", resource); err != nil {
		return nil, err
	}
	for path, item := range read.Paths.Map() {
		for method, described := range item.Operations() {
			name := method + " " + path
			d.match.Handle(name, operation{name: name, path: path, method: method, described: described})
		}
	}
	return d, nil
}

// Operations lists the operations of the document, each as its method and path.
func (d *document) Operations() []string {
	var names []string
	for path, item := range d.Document.Paths.Map() {
		for method := range item.Operations() {
			names = append(names, method+" "+path)
		}
	}
	return names
}

// Validate compares a value with the schema at a JSON pointer of the document.
func (d *document) Validate(pointer string, value any) error {
	d.mu.Lock()
	schema, err := d.compiler.Compile("openapi.json" + pointer)
	d.mu.Unlock()
	if err != nil {
		return err
	}
	return schema.Validate(value)
}

// Pointer returns the JSON pointer of a part of an operation.
func Pointer(method, path, part string) string {
	return fmt.Sprintf("#/paths/%s/%s/%s", strings.ReplaceAll(path, "/", "~1"), strings.ToLower(method), part)
}

// Statuses lists the statuses that operations have returned, once for each operation and status.
func (c *Contract) Statuses() []int {
	c.mu.Lock()
	defer c.mu.Unlock()
	var all []int
	for _, given := range c.given {
		for status := range given {
			all = append(all, status)
		}
	}
	return all
}

// Wrap compares each response of a handler with the document, except the event stream's.
func (c *Contract) Wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handler, _ := c.match.Handler(r)
		called, found := handler.(operation)
		if !found || strings.HasSuffix(called.name, "/order/events") {
			next.ServeHTTP(w, r)
			return
		}
		recorded := httptest.NewRecorder()
		next.ServeHTTP(recorded, r)
		if err := c.compare(called, recorded); err != nil {
			message := fmt.Sprintf("%s: %d: %v", called.name, recorded.Code, err)
			if c.t == nil {
				httpapi.WriteRefusal(r.Context(), w, http.StatusInternalServerError, "internal", message)
				return
			}
			c.t.Error(message)
		}
		for name, values := range recorded.Header() {
			w.Header()[name] = values
		}
		w.WriteHeader(recorded.Code)
		_, _ = w.Write(recorded.Body.Bytes())
	})
}

// note counts a status of an operation.
func (c *Contract) note(name string, status int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.given[name] == nil {
		c.given[name] = map[int]int{}
	}
	c.given[name][status]++
}

func (c *Contract) compare(called operation, got *httptest.ResponseRecorder) error {
	c.note(called.name, got.Code)
	if got.Code == http.StatusNotModified {
		return nil
	}
	response := called.described.Responses.Status(got.Code)
	if response == nil {
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
	var body io.Reader = bytes.NewReader(got.Body.Bytes())
	if got.Header().Get("Content-Encoding") == "gzip" {
		if body, err = gzip.NewReader(body); err != nil {
			return err
		}
	}
	value, err := jsonschema.UnmarshalJSON(body)
	if err != nil {
		return err
	}
	pointer := response.Ref
	if pointer == "" {
		pointer = Pointer(called.method, called.path, fmt.Sprintf("responses/%d", got.Code))
	}
	return c.Validate(pointer+"/content/application~1json/schema", value)
}
