package importer

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf16"

	"kirana/internal/catalog"
	"kirana/internal/catalog/importer/csvimport"
)

// noteDamaged reports that a text was ignored because a spreadsheet had changed it.
const noteDamaged csvimport.Note = "a spreadsheet has changed the text, so the shop's stays"

// undamage reverts the automatic changes of a spreadsheet that saved the shop's exported table: to digits of codes, to
// dates, and to letters that the encoding lacks. It returns the reverted fields, except additional barcodes.
func (r *Row) undamage(own catalog.Product) []FieldChange {
	found := r.undamageCodes(own)
	if was := strings.Join(own.MoreBarcodes, " "); len(r.MoreBarcodes) == 1 && digitsLost(was, r.MoreBarcodes[0]) {
		r.MoreBarcodes = own.MoreBarcodes
	}
	texts := []damage{
		{nameField, &r.Name, own.Name, lettersLost},
		{unitField, &r.Unit, own.Unit, lettersLost},
		{"description", &r.Description, own.Description, lettersLost},
	}
	for _, label := range catalog.LabelTexts {
		equal := lettersLost
		if csvimport.Field(label.Name) == csvimport.BestBefore {
			equal = csvimport.SameDate
		}
		texts = append(texts, damage{label.Name, label.Of(&r.Facts), *label.Of(&own.Facts), equal})
	}
	return append(found, r.keep(texts)...)
}

// undamageCodes is undamage for barcode, SKU and tile code only. It is safe for any list.
func (r *Row) undamageCodes(own catalog.Product) []FieldChange {
	return r.keep([]damage{{"barcode", &r.Barcode, own.Barcode, digitsLost}, {"sku", &r.SKU, own.SKU, digitsLost}, {"item_code", &r.ItemCode, own.ItemCode, digitsLost}})
}

// damage holds a text of a row, the shop's text, and a function that reports whether a spreadsheet can have changed the
// shop's text into the row's.
type damage struct {
	name  string
	into  *string
	was   string
	equal func(was, is string) bool
}

// keep replaces each damaged text with the shop's and returns the replaced fields.
func (r *Row) keep(texts []damage) []FieldChange {
	var found []FieldChange
	for _, text := range texts {
		if is := *text.into; is != "" && is != text.was && text.equal(text.was, is) {
			found = append(found, FieldChange{text.name, text.was, is})
			*text.into = text.was
		}
	}
	return found
}

const (
	keptDigits  = 5  // significant digits that rounding keeps at least, as in 8.9012E+12
	exactDigits = 15 // significant digits of a spreadsheet's number
)

// digitsLost reports whether a spreadsheet turned a code into a number: it dropped leading zeros, added decimals, rounded
// 8901234567890 to 8.90123E+12, or expanded 12E5. A GTIN with a correct check digit counts as undamaged.
func digitsLost(was, is string) bool {
	if whole, decimals, dotted := strings.Cut(is, "."); dotted && decimals != "" && strings.Trim(decimals, "0") == "" {
		if is = whole; is == was {
			return true
		}
	}
	if strings.Trim(is, "0123456789") != "" || catalog.IsGTIN(is) {
		return false
	}
	if power.MatchString(was) {
		before, err := strconv.ParseFloat(was, 64)
		after, errAfter := strconv.ParseFloat(is, 64)
		return err == nil && errAfter == nil && before == after
	}
	if strings.Trim(was, "0123456789") != "" {
		return false
	}
	before, err := strconv.ParseUint(was, 10, 64)
	after, errAfter := strconv.ParseUint(is, 10, 64)
	if err != nil || errAfter != nil {
		return false
	}
	kept := len(strings.TrimRight(is, "0"))
	zeros := len(is) - kept
	if len(is) == len(was) && (zeros >= 3 && kept >= keptDigits || zeros > 0 && kept >= exactDigits) {
		return max(before, after)-min(before, after) < uint64(math.Pow10(zeros))
	}
	return before == after && len(is) < len(was)
}

// power matches a code that a spreadsheet reads as a number with an exponent.
var power = regexp.MustCompile(`^\d+[eE]\d+$`)

// lettersLost reports whether a text (is) differs from the shop's (was) only by question marks in place of letters
// outside ASCII. An encoding that lacks a letter writes a question mark for each of its UTF-16 units.
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
