package httpapi

import (
	_ "embed"
	"encoding/json"
	"html/template"
	"net/http"
	"sort"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

//go:embed document.html
var documentHTML string

var documentPage = template.Must(template.New("docs").Parse(documentHTML))

// document serves the OpenAPI document and a page to read it, both made from the registered calls
// at the first request.
func (r *Router) document() {
	r.mux.HandleFunc("GET /api/openapi.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(r.huma.OpenAPI())
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

//go:embed document.css
var documentCSS []byte

// OpenAPI returns the contract as YAML, OpenAPI 3.1.
func (r *Router) OpenAPI() ([]byte, error) { return r.huma.OpenAPI().YAML() }

type readableCall struct {
	Route
	Anchor       string
	Parameters   []readableField
	Body         []readableField
	ResponseType string
}

type readableField struct {
	Name, Type, Doc string
	Required        bool
}

type readableGroup struct {
	Name  string
	Calls []readableCall
}

// readable groups the document by feature, in the order of the route table.
func (r *Router) readable() []readableGroup {
	var groups []readableGroup
	places := map[string]int{}
	for _, call := range r.routes {
		name := strings.Split(strings.TrimPrefix(call.Path, "/"), "/")[0]
		if _, known := places[name]; !known {
			places[name] = len(groups)
			groups = append(groups, readableGroup{Name: name})
		}
		group := &groups[places[name]]
		group.Calls = append(group.Calls, r.readableCall(call))
	}
	return groups
}

func (r *Router) readableCall(call Route) readableCall {
	page := readableCall{Route: call, Anchor: r.operationID(call)}
	op := operationOf(r.huma.OpenAPI().Paths["/api"+call.Path], call.Method)
	if op == nil {
		return page
	}
	for _, p := range op.Parameters {
		page.Parameters = append(page.Parameters, readableField{p.Name, p.In + " " + typeName(p.Schema), p.Description, p.Required})
	}
	if op.RequestBody != nil {
		for _, media := range op.RequestBody.Content {
			page.Body = append(page.Body, r.fields(media.Schema)...)
		}
	}
	if response, ok := op.Responses["200"]; ok && response.Content["application/json"] != nil {
		page.ResponseType = typeName(response.Content["application/json"].Schema)
	}
	return page
}

func (r *Router) fields(schema *huma.Schema) []readableField {
	if schema != nil && schema.Ref != "" {
		schema = r.huma.OpenAPI().Components.Schemas.SchemaFromRef(schema.Ref)
	}
	if schema == nil {
		return nil
	}
	required := map[string]bool{}
	for _, name := range schema.Required {
		required[name] = true
	}
	var fields []readableField
	for name, property := range schema.Properties {
		fields = append(fields, readableField{name, typeName(property), property.Description, required[name]})
	}
	sort.Slice(fields, func(i, j int) bool { return fields[i].Name < fields[j].Name })
	return fields
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

func typeName(schema *huma.Schema) string {
	switch {
	case schema == nil:
		return ""
	case schema.Ref != "":
		return schema.Ref[strings.LastIndexByte(schema.Ref, '/')+1:]
	case schema.Type == huma.TypeArray:
		return "list of " + typeName(schema.Items)
	case len(schema.OneOf) > 0:
		names := make([]string, len(schema.OneOf))
		for i, variant := range schema.OneOf {
			names[i] = typeName(variant)
		}
		return strings.Join(names, " or ")
	}
	return schema.Type
}
