package catalog

import "github.com/danielgtaylor/huma/v2"

// Schema documents the details as JSON has them: an object of texts.
func (Details) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: &huma.Schema{Type: huma.TypeString}}
}
