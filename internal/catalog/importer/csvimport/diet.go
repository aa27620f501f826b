package csvimport

import (
	"slices"

	"kirana/internal/catalog/diet"
)

// vegNames are headings of columns in which yes means vegetarian, and no means non-vegetarian.
var vegNames = []string{"veg", "isveg", "vegetarian", "isvegetarian", "शाकाहारी", "वेज"}

// setDiet sets the veg mark. It also accepts yes and no in a column of vegNames.
func (r *Reader) setDiet(row *Row, get func(Field) string) {
	text := value(get(Diet))
	if value(get(ID)) != "" {
		text = line(get(Diet)) // NONE is a mark in the shop's own table; value reads it as an empty cell
	}
	mark, ok := diet.Parse(text)
	if opposite := notWords[fold(text)]; opposite != "" && slices.Contains(vegNames, plainName(r.columnOf(Diet))) {
		if mark, ok = diet.NonVeg, true; opposite == "no" {
			mark = diet.Veg
		}
	}
	if !ok {
		row.remark(NoteDietInvalid, r.columnOf(Diet), text)
		return
	}
	row.Diet = string(mark)
}
