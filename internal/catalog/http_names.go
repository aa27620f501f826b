package catalog

import "github.com/danielgtaylor/huma/v2"

// Schema describes names in the API document: an object of texts.
func (Names) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: &huma.Schema{Type: huma.TypeString}}
}
