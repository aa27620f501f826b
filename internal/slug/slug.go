// Package slug makes the parts of the storefront's paths that name a product or a category and
// end in its id; web/src/lib/slug.ts does the same.
package slug

import (
	"strings"
	"unicode"

	"kirana/internal/id"
)

// Of returns a name and its id as one path segment: spaces, commas, ampersands and the reserved
// characters of a URL become hyphens.
func Of(name, entityID string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || strings.ContainsRune(`,&/?#%\`, r) {
			return '-'
		}
		return r
	}, name) + "-" + entityID
}

// ID returns the id at the end of a slug, or "" when there is none.
func ID(slug string) string {
	entityID := slug[strings.LastIndexByte(slug, '-')+1:]
	if !id.Valid(entityID) {
		return ""
	}
	return entityID
}
