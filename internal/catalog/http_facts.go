package catalog

import "github.com/danielgtaylor/huma/v2"

// Schema describes the rate in the API document: a number or null.
func (ShownRate) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeNumber, Nullable: true}
}
