package httpapi

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"kirana/internal/fault"
	"kirana/internal/language"
)

const documentDescription = "Every response is {success, error, message, data}. Amounts are in rupees with at most two decimals. " +
	"Calls below /api/ucp follow the Universal Commerce Protocol instead: without this envelope, with amounts in paise. " +
	"A refusal has a sentence for people in message and a stable error code for programs in code. " +
	"Besides the listed statuses, every call may return 404 for an unknown address or 405 for an unknown method. " +
	"An image /media/<name>.jpg is also available as <name>-160.jpg, -320, -640 and -1280, with its longer side of at most that many pixels; " +
	"it is never enlarged, and other sizes return 404."

// document registers the API document and a page that shows it.
func (r *Router) document() {
	r.mux.HandleFunc("GET /api/openapi.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(r.contract())
	})
	r.mux.HandleFunc("GET /api/docs", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if err := documentPage.Execute(w, r.readable()); err != nil {
			r.log.Error("write the API page", "error", err.Error())
		}
	})
	r.mux.HandleFunc("GET /api/docs.css", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/css; charset=utf-8")
		_, _ = w.Write(documentCSS)
	})
}

// OpenAPI returns the API document as YAML, in OpenAPI 3.1.
func (r *Router) OpenAPI() ([]byte, error) { return r.contract().YAML() }

// complete adds to Huma's document nullable fields, error codes, shared descriptions of refusals, examples and groups of
// calls.
func (r *Router) complete() *huma.OpenAPI {
	document := r.huma.OpenAPI()
	schemas := document.Components.Schemas
	for name, schema := range schemas.Map() {
		allowNull(schema, schemas.TypeFromRef("#/components/schemas/"+name))
	}
	if refusal := schemas.Map()["Refusal"]; refusal != nil {
		code := refusal.Properties["code"]
		for _, word := range fault.Codes {
			code.Enum = append(code.Enum, word)
		}
	}
	refused := map[string]*huma.Response{}
	document.Components.Responses = refused
	for _, route := range r.routes {
		op := operationOf(document.Paths["/api"+route.Path], route.Method)
		shareRefusals(op, refused)
		addExamples(op, schemas, route.Message)
		tag := groupOf(route)
		if !slices.ContainsFunc(document.Tags, func(t *huma.Tag) bool { return t.Name == tag }) {
			document.Tags = append(document.Tags, &huma.Tag{Name: tag, Description: "Calls below /api/" + tag})
		}
	}
	return document
}

// allowNull marks fields that may be null: pointers that are always encoded, and texts of a form that accept null as empty.
func allowNull(schema *huma.Schema, t reflect.Type) {
	for _, field := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		property := schema.Properties[name]
		written := field.Type.Kind() == reflect.Pointer && !strings.Contains(options, "omitempty")
		if property == nil || !written && field.Tag.Get("null") != "empty" {
			continue
		}
		if property.Ref == "" {
			property.Nullable = true
			continue
		}
		target := &huma.Schema{Ref: property.Ref}
		schema.Properties[name] = &huma.Schema{AnyOf: []*huma.Schema{target, {Type: "null"}}, Description: property.Description}
	}
}

// shareRefusals moves the description of each refusal from the operation to the document's components.
func shareRefusals(op *huma.Operation, refused map[string]*huma.Response) {
	for status, response := range op.Responses {
		if strings.HasPrefix(status, "2") || response.Ref != "" {
			continue
		}
		name := strings.ReplaceAll(response.Description, " ", "")
		refused[name], op.Responses[status] = response, &huma.Response{Ref: "#/components/responses/" + name}
	}
}

// groupOf returns the name under which a call is listed: the first part of its path.
func groupOf(route Route) string {
	return strings.Split(strings.TrimPrefix(route.Path, "/"), "/")[0]
}

// describe returns a call's access, scopes, deprecation and rate limits for the API document.
func describe(route Route) string {
	text := audience[route.Access] + programs(route)
	if route.Deprecated != nil {
		text += route.Deprecated.description()
	}
	for _, rule := range route.Budget.Limits {
		text += fmt.Sprintf(" At most %d in %s (%s).", rule.Max, language.Wait(rule.Window), rule.Name)
	}
	return text
}

// programs returns a sentence with the scopes of tokens that may make a call, or "".
func programs(route Route) string {
	var scopes []string
	for _, scope := range Scopes {
		if scope.allows(route) {
			scopes = append(scopes, string(scope))
		}
	}
	if len(scopes) == 0 {
		return ""
	}
	return " For programs with the scope " + strings.Join(scopes, ", ") + "."
}

var audience = map[Access]string{
	Public:        "For anyone, without a login.",
	Authenticated: "For any login, of a shopper or of staff.",
	Shopper:       "For shoppers.",
	Administrator: "For staff.",
	Manager:       "For managers and owners.",
	Owner:         "For owners.",
}

// refusals returns the statuses of a call's refusals. All calls have 400 for parameters and 503 for an unreachable database;
// Huma adds 500.
func refusals(route Route) []int {
	statuses := []int{http.StatusBadRequest, http.StatusServiceUnavailable}
	writes := route.Method != http.MethodGet
	if route.Access != Public {
		statuses = append(statuses, http.StatusUnauthorized, http.StatusForbidden)
	}
	if writes || strings.Contains(route.Path, "{") {
		statuses = append(statuses, http.StatusNotFound)
	}
	if writes {
		statuses = append(statuses, http.StatusRequestTimeout, http.StatusConflict, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType)
	}
	if len(route.Budget.Limits) > 0 || route.Scope != "" {
		statuses = append(statuses, http.StatusTooManyRequests)
	}
	return append(statuses, route.Refuses...)
}

func operationOf(path *huma.PathItem, method string) *huma.Operation {
	if path == nil {
		return nil
	}
	switch method {
	case http.MethodGet:
		return path.Get
	case http.MethodPost:
		return path.Post
	case http.MethodPut:
		return path.Put
	default:
		return path.Delete
	}
}
