package httpapi

import (
	_ "embed"
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"kirana/internal/fault"
)

//go:embed document.html
var documentHTML string

//go:embed document.css
var documentCSS []byte

var documentPage = template.Must(template.New("docs").Parse(documentHTML))

// readableDocument is the API document as its page shows it.
type readableDocument struct {
	Groups []readableGroup
	Types  []readableSchema
	Codes  []string
}

type readableGroup struct {
	Name  string
	Calls []readableCall
}

type readableCall struct {
	Route
	Anchor   string
	About    string // see describe
	Fields   []readableField
	Status   string // on success
	Returns  []typePart
	Statuses []string // of refusals
}

type readableSchema struct {
	Name   string
	Fields []readableField
}

type readableField struct {
	Name, Doc string
	In        string // location of a parameter: path, query, header or cookie
	Type      []typePart
	Values    []any
	Required  bool
}

// typePart is a part of a type's name: plain text, or a schema to link to.
type typePart struct {
	Text   string
	Schema bool
}

// readable converts the document for its page: the calls grouped by feature, in the order of the route table, then the types.
func (r *Router) readable() readableDocument {
	page := readableDocument{Codes: fault.Codes}
	document := r.contract()
	groups := map[string]int{}
	for _, route := range r.routes {
		name := groupOf(route)
		if _, known := groups[name]; !known {
			groups[name] = len(page.Groups)
			page.Groups = append(page.Groups, readableGroup{Name: name})
		}
		group := &page.Groups[groups[name]]
		group.Calls = append(group.Calls, r.readableCall(route, operationOf(document.Paths["/api"+route.Path], route.Method)))
	}
	schemas := document.Components.Schemas.Map()
	for _, name := range slices.Sorted(maps.Keys(schemas)) {
		page.Types = append(page.Types, readableSchema{name, fieldsOf(schemas[name])})
	}
	return page
}

func (r *Router) readableCall(route Route, op *huma.Operation) readableCall {
	page := readableCall{Route: route, Anchor: op.OperationID, About: op.Description}
	for _, p := range op.Parameters {
		page.Fields = append(page.Fields, readableField{p.Name, p.Description, p.In, typeParts(p.Schema), p.Schema.Enum, p.Required})
	}
	if op.RequestBody != nil {
		for _, media := range op.RequestBody.Content {
			schema := media.Schema
			if schema.Ref != "" {
				schema = r.huma.OpenAPI().Components.Schemas.SchemaFromRef(schema.Ref)
			}
			page.Fields = append(page.Fields, fieldsOf(schema)...)
		}
	}
	for _, status := range slices.Sorted(maps.Keys(op.Responses)) {
		response := op.Responses[status]
		if !strings.HasPrefix(status, "2") {
			page.Statuses = append(page.Statuses, status)
			continue
		}
		page.Status = status
		for _, contentType := range slices.Sorted(maps.Keys(response.Content)) {
			if parts := typeParts(response.Content[contentType].Schema); contentType == "application/json" {
				page.Returns = parts
			} else {
				page.Returns = append(page.Returns, typePart{Text: contentType + " "})
			}
		}
	}
	return page
}

func fieldsOf(schema *huma.Schema) []readableField {
	var fields []readableField
	for _, name := range slices.Sorted(maps.Keys(schema.Properties)) {
		property := schema.Properties[name]
		fields = append(fields, readableField{
			Name: name, Doc: property.Description, Type: typeParts(property), Values: property.Enum, Required: slices.Contains(schema.Required, name),
		})
	}
	return fields
}

// typeParts returns the name of a type. Each schema in it is a part of its own.
func typeParts(schema *huma.Schema) []typePart {
	switch choices := slices.Concat(schema.OneOf, schema.AnyOf); {
	case schema.Ref != "":
		return []typePart{{schema.Ref[strings.LastIndexByte(schema.Ref, '/')+1:], true}}
	case len(choices) > 0:
		parts := typeParts(choices[0])
		for _, choice := range choices[1:] {
			parts = append(append(parts, typePart{Text: " or "}), typeParts(choice)...)
		}
		return parts
	case schema.Type == huma.TypeArray:
		return append([]typePart{{Text: "list of "}}, typeParts(schema.Items)...)
	}
	name := schema.Type
	if values, ok := schema.AdditionalProperties.(*huma.Schema); ok {
		return append([]typePart{{Text: "object of "}}, typeParts(values)...)
	}
	if name == "" {
		name = "any value"
	}
	if schema.Format != "" {
		name += fmt.Sprintf(" (%s)", schema.Format)
	}
	if schema.Nullable {
		name += " or null"
	}
	return []typePart{{Text: name}}
}
