package httpapi

import (
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// samples are example values by the name of a field or parameter.
var samples = map[string]any{
	"_id": "0198f2c4d5e6f7a8b9c0", "id": "0198f2c4d5e6f7a8b9c0", "productId": "0198f2c4d5e6f7a8b9c0", "addressId": "0198f2c4d5e6f7a8b9c1", "userId": "0198f2c4d5e6f7a8b9c2",
	"category": "0198f2c4d5e6f7a8b9c3", "subCategory": "0198f2c4d5e6f7a8b9c4", "customer": "0198f2c4d5e6f7a8b9c2", "orderId": "ORD-7K2M9Q",
	"name": "Toor Dal", "email": "asha@example.in", "mobile": "9876543210", "password": "seven mangoes", "newPassword": "eight mangoes", "confirmPassword": "eight mangoes",
	"description": "Unpolished, from Latur.", "unit": "1 kg", "price": 160, "discount": 10, "stock": 25, "quantity": 2, "qty": 2, "totalQty": 2, "pieces": 2, "change": 5, "count": 20,
	"amount": 500, "image": "/media/0198f2c4d5e6f7a8.jpg", "url": "https://example.com/hook", "key": "till-1017", "reason": "bill 1017", "note": "Leave it with the watchman",
	"pincode": "411001", "address_line": "12 Lake Road", "city": "Pune", "state": "Maharashtra", "country": "India", "gstin": "27AAPFU0939F1ZV", "hsn": "0713", "barcode": "8901030865275",
	"sku": "DAL-1", "error": false, "events": []any{"order.placed"}, "month": "2026-11", "from": "2026-11-01", "to": "2026-11-30", "number": "GK-26-27-00641",
	"prefix": "2", "item": []any{2, 6}, "value": []any{8, 12},
}

// addExamples adds examples of path parameters, body and successful responses to a call. message is the text of the responses.
func addExamples(op *huma.Operation, schemas huma.Registry, message string) {
	for _, parameter := range op.Parameters {
		if parameter.In == "path" && parameter.Example == nil {
			parameter.Example = exampleOf(parameter.Schema, parameter.Name, schemas, 0)
		}
	}
	for status, response := range op.Responses {
		media := response.Content["application/json"]
		if !strings.HasPrefix(status, "2") || media == nil || media.Schema == nil {
			continue
		}
		media.Example = exampleOf(media.Schema, "", schemas, 0)
		if body, isObject := media.Example.(map[string]any); isObject && body["message"] != nil {
			body["message"] = message
		}
	}
	if op.RequestBody == nil {
		return
	}
	if media := op.RequestBody.Content["application/json"]; media != nil && media.Schema != nil {
		media.Example = exampleOf(media.Schema, "", schemas, 0)
	}
}

// maxExampleDepth bounds the nesting of examples, as a schema may be recursive.
const maxExampleDepth = 6

// exampleOf returns an example value of a schema, for a field with this name.
func exampleOf(schema *huma.Schema, name string, schemas huma.Registry, depth int) any {
	if schema.Ref != "" {
		schema = schemas.SchemaFromRef(schema.Ref)
	}
	if choices := slices.Concat(schema.OneOf, schema.AnyOf); len(choices) > 0 {
		return exampleOf(choices[0], name, schemas, depth)
	}
	if i := slices.IndexFunc(schema.Enum, func(value any) bool { return value != "" }); i >= 0 {
		return schema.Enum[i]
	}
	if sample, known := samples[name]; known && isOfType(sample, schema.Type) {
		return sample
	}
	switch schema.Type {
	case huma.TypeBoolean:
		return true
	case huma.TypeInteger, huma.TypeNumber:
		return 1
	case huma.TypeArray:
		if depth >= maxExampleDepth {
			return []any{}
		}
		return []any{exampleOf(schema.Items, strings.TrimSuffix(name, "s"), schemas, depth+1)}
	case huma.TypeString:
		if schema.Format == "date-time" || strings.HasSuffix(name, "At") {
			return "2027-03-31T18:30:00Z"
		}
		return "text"
	}
	return exampleObject(schema, schemas, depth)
}

// exampleObject returns an example with the required fields, or with one field if none is required.
func exampleObject(schema *huma.Schema, schemas huma.Registry, depth int) map[string]any {
	object := map[string]any{}
	names := slices.Clone(schema.Required)
	if len(names) == 0 && depth < maxExampleDepth {
		for name := range schema.Properties {
			names = append(names, name)
		}
		slices.Sort(names)
		names = names[:min(len(names), 1)]
	}
	for _, name := range names {
		if property := schema.Properties[name]; property != nil {
			object[name] = exampleOf(property, name, schemas, depth+1)
		}
	}
	return object
}

func isOfType(sample any, schemaType string) bool {
	switch sample.(type) {
	case string:
		return schemaType == huma.TypeString
	case bool:
		return schemaType == huma.TypeBoolean
	case int:
		return schemaType == huma.TypeInteger || schemaType == huma.TypeNumber
	case []any:
		return schemaType == huma.TypeArray
	}
	return false
}
