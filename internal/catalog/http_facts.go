package catalog

import "github.com/danielgtaylor/huma/v2"

// Schema documents a number that can be null.
func (ShownRate) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeNumber, Nullable: true}
}
