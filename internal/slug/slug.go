// Package slug makes the path segments that name a product or category and end in its id;
// web/src/lib/slug.ts does the same.
package slug

import (
	"strings"
	"unicode"

	"kirana/internal/id"
)

// Of returns a name and its id as one path segment: spaces, commas, ampersands and reserved URL
// characters become hyphens.
func Of(name, entityID string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || strings.ContainsRune(`,&/?#%\`, r) {
			return '-'
		}
		return r
	}, name) + "-" + entityID
}

// ID returns the id at the end of a slug, or "".
func ID(slug string) string {
	entityID := slug[strings.LastIndexByte(slug, '-')+1:]
	if !id.Valid(entityID) {
		return ""
	}
	return entityID
}
