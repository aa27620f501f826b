package importer

import (
	"strings"
	"unicode/utf16"

	"kirana/internal/catalog"
	"kirana/internal/catalog/importer/csvimport"
)

// noteDamaged is the reason that a text of the shop's own table was ignored.
const noteDamaged csvimport.Note = "a spreadsheet has changed the text, so the shop's stays"

// undamage takes out of a row of the shop's own table what a spreadsheet has changed by itself
// when it saved the file, and returns that: digits of a barcode, a date, letters that its
// encoding does not have.
func (r *Row) undamage(own catalog.Product) []FieldChange {
	var found []FieldChange
	for _, text := range []struct {
		name  string
		into  *string
		was   string
		equal func(was, is string) bool
	}{
		{"barcode", &r.Barcode, own.Barcode, digitsLost},
		{"sku", &r.SKU, own.SKU, digitsLost},
		{"best_before", &r.BestBefore, own.BestBefore, csvimport.SameDate},
		{nameField, &r.Name, own.Name, lettersLost},
		{unitField, &r.Unit, own.Unit, lettersLost},
		{"description", &r.Description, own.Description, lettersLost},
		{"maker", &r.Maker, own.Maker, lettersLost},
		{"origin", &r.Origin, own.Origin, lettersLost},
		{"consumer_care", &r.ConsumerCare, own.ConsumerCare, lettersLost},
	} {
		if is := *text.into; is != "" && is != text.was && text.equal(text.was, is) {
			found = append(found, FieldChange{text.name, text.was, is})
			*text.into = text.was
		}
	}
	return found
}

const (
	keptDigits  = 5  // the fewest significant digits of a rounded number, as 8.9012E+12
	exactDigits = 15 // the significant digits of a spreadsheet's number
)

// digitsLost reports whether a spreadsheet made one number of the other: without its leading zeros, or rounded,
// as 8901230000000 for 8.90123E+12. A barcode whose check digit is right was not rounded.
func digitsLost(was, is string) bool {
	kept := len(strings.TrimRight(is, "0"))
	zeros := len(is) - kept
	rounded := zeros >= 3 && kept >= keptDigits || zeros > 0 && kept >= exactDigits
	if rounded && len(is) == len(was) && strings.HasPrefix(was, is[:kept]) && strings.Trim(was, "0123456789") == "" {
		return !catalog.IsGTIN(is)
	}
	return strings.TrimLeft(was, "0") == strings.TrimLeft(is, "0")
}

// lettersLost reports whether a text is another of which an encoding has made question marks of
// some letters.
func lettersLost(was, is string) bool {
	before, after := utf16.Encode([]rune(was)), utf16.Encode([]rune(is))
	if len(before) != len(after) {
		return false
	}
	for i, unit := range after {
		if unit != before[i] && (unit != '?' || before[i] < 0x80) {
			return false
		}
	}
	return true
}
