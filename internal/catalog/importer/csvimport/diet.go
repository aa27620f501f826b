package csvimport

import (
	"slices"

	"kirana/internal/catalog/diet"
)

// vegNames are the names of columns of which a yes says that the product is vegetarian, and a no that it is not.
var vegNames = []string{"veg", "isveg", "vegetarian", "isvegetarian", "शाकाहारी", "वेज"}

// setDiet takes the veg mark; in a column that asks whether a product is vegetarian yes and no are marks, too.
func (r *Reader) setDiet(row *Row, get func(Field) string) {
	text := value(get(Diet))
	if value(get(ID)) != "" {
		text = line(get(Diet)) // NONE is a mark in the shop's own table, and nothing in others
	}
	mark, ok := diet.Parse(text)
	if opposite := notWords[fold(text)]; opposite != "" && slices.Contains(vegNames, plainName(r.columnOf(Diet))) {
		if mark, ok = diet.NonVeg, true; opposite == "no" {
			mark = diet.Veg
		}
	}
	if !ok {
		row.remark(NoteDietOdd, r.columnOf(Diet), text)
		return
	}
	row.Diet = string(mark)
}
