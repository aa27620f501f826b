// Package catalog has the types and tables of categories, sub-categories and products. Its sub-packages work on them: admin
// changes them, view serves them from memory, stock reserves pieces, importer reads price lists, and search is the index.
package catalog

import (
	"strings"
	"time"
	"unicode"

	"kirana/internal/catalog/drawing"
	"kirana/internal/unicodetext"
)

// Category is a group of sub-categories. Lists sort categories by position.
type Category struct {
	ID      string `db:"id" json:"_id"`
	Name    string `db:"name" json:"name"`
	Names   Names  `db:"names" json:"names,omitempty" doc:"Category names by language."`
	NameKey string `db:"name_key" json:"-"`
	Image   string `db:"image" json:"-"` // uploaded picture, or ""

	DisplayImage string           `db:"-" json:"image" doc:"Address of the image, or of its drawing."`
	OwnImages    bool             `db:"-" json:"ownImages" doc:"false: image is a drawing."`
	Picture      *drawing.Drawing `db:"-" json:"picture,omitempty" doc:"Drawing shown if the category has no image."`

	Position  int       `db:"position" json:"position"`
	CreatedAt time.Time `db:"created_at" json:"createdAt"`
	UpdatedAt time.Time `db:"updated_at" json:"updatedAt"`
}

// SubCategory is a part of one category.
type SubCategory struct {
	ID         string    `db:"id" json:"_id"`
	CategoryID string    `db:"category_id" json:"-"`
	Category   Reference `db:"-" json:"category"`
	Name       string    `db:"name" json:"name"`
	Names      Names     `db:"names" json:"names,omitempty" doc:"Sub-category names by language."`
	NameKey    string    `db:"name_key" json:"-"`
	Image      string    `db:"image" json:"-"` // uploaded picture, or ""

	DisplayImage string           `db:"-" json:"image" doc:"Address of the image, or of its drawing."`
	OwnImages    bool             `db:"-" json:"ownImages" doc:"false: image is a drawing."`
	Picture      *drawing.Drawing `db:"-" json:"picture,omitempty" doc:"Drawing shown if the sub-category has no image."`

	TaxFacts

	CreatedAt time.Time `db:"created_at" json:"createdAt"`
	UpdatedAt time.Time `db:"updated_at" json:"updatedAt"`
}

// Draw sets DisplayImage, OwnImages and Picture: to the uploaded picture, or else to a drawing from tiles.
func (c *Category) Draw(tiles *drawing.Tiles) {
	c.DisplayImage, c.OwnImages, c.Picture = c.Image, c.Image != "", nil
	if !c.OwnImages {
		c.Picture = tiles.Assign(drawing.Thing{Category: c.Name})
		c.DisplayImage = c.Picture.URL
	}
}

// Draw sets DisplayImage, OwnImages and Picture: to the uploaded picture, or else to a drawing from tiles.
func (s *SubCategory) Draw(tiles *drawing.Tiles) {
	s.DisplayImage, s.OwnImages, s.Picture = s.Image, s.Image != "", nil
	if !s.OwnImages {
		s.Picture = tiles.Assign(drawing.Thing{SubCategory: s.Name, Category: s.Category.Name})
		s.DisplayImage = s.Picture.URL
	}
}

// Reference is the id and name of a category or sub-category in another record.
type Reference struct {
	ID    string `json:"_id"`
	Name  string `json:"name"`
	Names Names  `json:"names,omitempty" doc:"Names by language."`
}

// Reference returns the category as a Reference.
func (c Category) Reference() Reference { return Reference{c.ID, c.Name, c.Names} }

// Reference returns the sub-category as a Reference.
func (s SubCategory) Reference() Reference { return Reference{s.ID, s.Name, s.Names} }

// NameKey returns a name normalized for comparison and sorting.
func NameKey(name string) string { return unicodetext.Key(name) }

// BeginsWithDigit reports whether a name begins with a digit. Lists put such names last.
func BeginsWithDigit(name string) bool {
	return strings.IndexFunc(strings.TrimSpace(name), unicode.IsDigit) == 0
}

// NextVersion returns the UpdatedAt of a change at t: t itself if it is after last, the record's current UpdatedAt;
// otherwise last plus 1 µs, the databases' resolution. So no two versions of a record have the same time.
func NextVersion(t, last time.Time) time.Time {
	if t.After(last) {
		return t
	}
	return last.Add(time.Microsecond)
}
