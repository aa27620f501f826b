package httpapi_test

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"kirana/internal/httpapi"
)

func TestDocument_describesEveryRegisteredCall(t *testing.T) {
	t.Parallel()
	shop := parcels()
	r, ok := shop.(*httpapi.Router)
	if !ok {
		t.Fatal("not a router")
	}
	register(r, httpapi.Route{Method: "DELETE", Path: "/product/clear/{id}", Access: httpapi.Administrator, Summary: "Clear a product"})
	response := send(t, r, "GET", "/api/openapi.json")
	var document struct {
		OpenAPI    string
		Paths      map[string]map[string]json.RawMessage
		Components struct{ Schemas map[string]json.RawMessage }
	}
	if err := json.Unmarshal(response.Body.Bytes(), &document); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(document.OpenAPI, "3.1") {
		t.Errorf("the document is OpenAPI %s, want 3.1", document.OpenAPI)
	}
	if document.Paths["/api/product/clear/{id}"]["delete"] == nil || document.Paths["/api/parcel/send"]["post"] == nil {
		t.Errorf("the document describes %v, want the calls to clear a product and send a parcel", document.Paths)
	}
	for path, methods := range document.Paths {
		for method, operation := range methods {
			var described struct {
				RequestBody *struct {
					Content map[string]json.RawMessage `json:"content"`
				} `json:"requestBody"`
			}
			if err := json.Unmarshal(operation, &described); err != nil || (described.RequestBody != nil && len(described.RequestBody.Content) == 0) {
				t.Errorf("%s %s: %v, or a request body without a type", method, path, err)
			}
		}
	}
	// https://spec.openapis.org/oas/v3.1.0#fixed-fields-5
	name := regexp.MustCompile(`^[a-zA-Z0-9._-]+$`)
	for schema := range document.Components.Schemas {
		if !name.MatchString(schema) {
			t.Errorf("the schema's name %q has signs that OpenAPI forbids", schema)
		}
	}
	page := send(t, r, "GET", "/api/docs")
	if page.Code != http.StatusOK || !strings.HasPrefix(page.Header().Get("Content-Type"), "text/html") {
		t.Fatalf("the page: %d %s, want 200 text/html", page.Code, page.Header().Get("Content-Type"))
	}
	for _, text := range []string{
		"/parcel/send", "/product/clear/{id}", "Clear a product", "For staff.", "<h2>A first call</h2>",
		`Returns 200 with <a href="#type-`, "refuses with 400, ", "<code>pin_code</code>", "<b>required</b>", "<li><code>invalid_input</code></li>",
	} {
		if !strings.Contains(page.Body.String(), text) {
			t.Errorf("the page lacks %q", text)
		}
	}
	types := regexp.MustCompile(`href="#(type-[^"]+)"`).FindAllStringSubmatch(page.Body.String(), -1)
	for _, linked := range types {
		if !strings.Contains(page.Body.String(), `id="`+linked[1]+`"`) {
			t.Errorf("the page links to %s, which it lacks", linked[1])
		}
	}
	if len(types) < 3 {
		t.Errorf("the page links to %d types, want at least 3", len(types))
	}
	if strings.Contains(page.Body.String(), "<style") || strings.Contains(page.Body.String(), "style=") {
		t.Error("the page has inline styles, which the policy forbids")
	}
	if style := send(t, r, "GET", "/api/docs.css"); style.Code != http.StatusOK || style.Body.Len() == 0 {
		t.Errorf("the style sheet: %d with %d bytes, want 200 with some", style.Code, style.Body.Len())
	}
}
