// Package catalog holds what the shop sells: the types and tables of categories,
// sub-categories and products. Its folders work on them: admin changes them, view
// serves readers from memory, stock reserves pieces, importer reads price lists,
// search is the index.
package catalog

import (
	"strings"
	"time"
	"unicode"

	"kirana/internal/catalog/drawing"
	"kirana/internal/unicodetext"
)

// Category is a group of sub-categories; lists show categories by position.
type Category struct {
	ID      string `db:"id" json:"_id"`
	Name    string `db:"name" json:"name"`
	Names   Names  `db:"names" json:"names,omitempty" doc:"its name by language"`
	NameKey string `db:"name_key" json:"-"`
	Image   string `db:"image" json:"-"` // its own picture

	DisplayImage string           `db:"-" json:"image" doc:"address of its picture, or of its drawn one"`
	OwnImages    bool             `db:"-" json:"ownImages" doc:"false where image is the drawn picture"`
	Picture      *drawing.Drawing `db:"-" json:"picture,omitempty" doc:"what is drawn for a category without an image"`

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
	Names      Names     `db:"names" json:"names,omitempty" doc:"its name by language"`
	NameKey    string    `db:"name_key" json:"-"`
	Image      string    `db:"image" json:"-"` // its own picture

	DisplayImage string           `db:"-" json:"image" doc:"address of its picture, or of its drawn one"`
	OwnImages    bool             `db:"-" json:"ownImages" doc:"false where image is the drawn picture"`
	Picture      *drawing.Drawing `db:"-" json:"picture,omitempty" doc:"what is drawn for a sub-category without an image"`

	TaxFacts

	CreatedAt time.Time `db:"created_at" json:"createdAt"`
	UpdatedAt time.Time `db:"updated_at" json:"updatedAt"`
}

// Draw fills what an answer shows of the category's picture: its own, or one that no category of tiles has.
func (c *Category) Draw(tiles *drawing.Tiles) {
	c.DisplayImage, c.OwnImages, c.Picture = c.Image, c.Image != "", nil
	if !c.OwnImages {
		c.Picture = tiles.Add(drawing.Thing{Category: c.Name})
		c.DisplayImage = c.Picture.URL
	}
}

// Draw fills what an answer shows of the sub-category's picture: its own, or one that none of tiles has.
func (s *SubCategory) Draw(tiles *drawing.Tiles) {
	s.DisplayImage, s.OwnImages, s.Picture = s.Image, s.Image != "", nil
	if !s.OwnImages {
		s.Picture = tiles.Add(drawing.Thing{SubCategory: s.Name, Category: s.Category.Name})
		s.DisplayImage = s.Picture.URL
	}
}

// Reference is another record's id and name.
type Reference struct {
	ID    string `json:"_id"`
	Name  string `json:"name"`
	Names Names  `json:"names,omitempty" doc:"its name by language"`
}

// Reference returns the category as other records name it.
func (c Category) Reference() Reference { return Reference{c.ID, c.Name, c.Names} }

// Reference returns the sub-category as other records name it.
func (s SubCategory) Reference() Reference { return Reference{s.ID, s.Name, s.Names} }

// NameKey is a name as it is compared.
func NameKey(name string) string { return unicodetext.Key(name) }

// BeginsWithDigit reports whether a name begins with a digit, behind which no grocer's shelf begins.
func BeginsWithDigit(name string) bool {
	return strings.IndexFunc(strings.TrimSpace(name), unicode.IsDigit) == 0
}

// NextVersion is the updatedAt of a change made at t to a record last changed at
// last: t, or the first moment that the databases distinguish from last. Two states of a
// record never bear the same time.
func NextVersion(t, last time.Time) time.Time {
	if t.After(last) {
		return t
	}
	return last.Add(time.Microsecond)
}
