package csvimport

import (
	"cmp"
	"errors"
	"hash/maphash"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"kirana/internal/unicodetext"
)

// identify sets the row's key: from the product id of a table exported by the shop, else the --key column, else SKU,
// else barcode, else brand, name and unit with sizes normalized ("1kg" equals "1 kg"). Tabs separate the parts of a
// key.
func (r *Reader) identify(row *Row, raw cells, get func(Field) string) error {
	if r.setExported(row, get) {
		return nil
	}
	if r.key {
		rowKey := fold(value(raw.text[r.columns.key]))
		if rowKey == "" {
			return refuse("The column of --key is empty here.")
		}
		row.Key = "key\t" + rowKey
		return nil
	}
	for _, field := range []Field{SKU, Barcode} {
		key, lost := codeKey(field, get(field)), lostNote(field, get(field))
		switch {
		case key == "" && value(get(field)) != "":
			row.remark(NotePlaceholder, r.columnOf(field), get(field))
		case key == "":
		case lost != "":
			row.remark(lost, r.columnOf(field), get(field))
			row.CodeLost = true
			row.FormerKey = cmp.Or(row.FormerKey, key) // key of imports before rounded codes were detected
		case r.shared[key]:
			row.FormerKey = key
			row.remark(NoteSharedKey, r.columnOf(field), get(field))
		default:
			row.Key = key
			if former := formerCodeKey(field, get(field)); former != key {
				row.FormerKey = former
			}
			return nil
		}
	}
	row.Key = r.nameKey(raw, get, keyPart)
	for _, part := range []func(string) string{unsizedKeyPart, formerKeyPart} {
		if former := r.nameKey(raw, get, part); former != row.Key && row.FormerKey == "" {
			row.FormerKey = former
		}
	}
	return nil
}

// placeholders are texts typed instead of a code, such as "N/A", normalized by plainName.
var placeholders = []string{
	"test", "tbd", "tba", "sku", "nosku", "code", "nocode", "na", "notavailable", "notapplicable", "notassigned", "unknown", "tobeadded", "pending", "new", "no", "yes",
	"true", "false", "blank", "empty", "dummy", "default", "temp", "misc", "loose", "नहीं", "कोईनहीं", "लागूनहीं", "नाही", "सुटे", "खुला",
}

// decimalCode matches a code of digits that a program made a number: "12345.0".
var decimalCode = regexp.MustCompile(`^(\d+)\.0+$`)

// codeText returns a cell with a code of the shop.
func codeText(cell string) string { return decimalCode.ReplaceAllString(value(cell), "$1") }

// formerCodeKey returns the key of earlier imports, which included the text around a barcode and the decimals of a SKU.
func formerCodeKey(f Field, cell string) string {
	if f == Barcode {
		return string(f) + "\t" + unicodetext.Barcode(number(cell))
	}
	return string(f) + "\t" + fold(value(cell))
}

// codeKey returns the key of a code; "" for an empty cell or a placeholder.
func codeKey(f Field, cell string) string {
	code := fold(codeText(cell))
	if f == Barcode {
		code = unicodetext.Barcode(barcodes(cell)[0])
	}
	if plain := plainName(code); strings.Trim(plain, "0") == "" || strings.Trim(plain, "x") == "" || slices.Contains(placeholders, plain) {
		return ""
	}
	return string(f) + "\t" + code
}

const byNamePrefix = "name\t"

// nameKey returns a row's key by brand, name and unit.
func (r *Reader) nameKey(raw cells, get func(Field) string, part func(cell string) string) string {
	unit := get(Unit)
	if size := r.amountBeside(raw); size != "" {
		unit = size + " " + unit
	}
	if isNull(strings.TrimSpace(unit)) {
		unit = get(Grams)
	}
	return byNamePrefix + part(get(Brand)) + "\t" + part(get(Name)) + "\t" + squeezedUnit(part(unit))
}

// BrandOfKey returns the brand in a key by brand, name and unit; false for a key of another kind.
func BrandOfKey(key string) (brand string, byName bool) {
	rest, byName := strings.CutPrefix(key, byNamePrefix)
	brand, _, _ = strings.Cut(rest, "\t")
	return brand, byName
}

// SharedKeys reads the file to its end and returns the code keys that occur with different names or sizes.
func (r *Reader) SharedKeys() (map[string]bool, error) {
	shared, names := map[string]bool{}, map[uint64]uint64{}
	seed := maphash.MakeSeed()
	if r.key {
		return shared, nil
	}
	for {
		raw, err := r.nextOfProfile()
		if errors.Is(err, io.EOF) {
			return shared, nil
		}
		if err != nil {
			return nil, err
		}
		if raw.reason != "" {
			continue
		}
		get := nameParts(func(f Field) string {
			if i, ok := r.columns.at[f]; ok {
				return unicodetext.Digits(cellText(raw.text[i]))
			}
			return ""
		})
		keys := sharableKeys(get)
		if len(keys) == 0 || value(get(Name)) == "" {
			continue
		}
		name := maphash.String(seed, plainName(r.nameKey(raw, get, keyPart)))
		for _, key := range keys {
			hash := maphash.String(seed, key)
			if first, known := names[hash]; !known {
				names[hash] = name
			} else if first != name {
				shared[key] = true
			}
		}
	}
}

// sharableKeys returns the keys of a row's product id and codes.
func sharableKeys(get func(Field) string) (keys []string) {
	if id := strings.TrimSpace(get(ID)); id != "" {
		keys = append(keys, IDKey(id)) // a row that was copied in the shop's exported table
	}
	for _, f := range []Field{SKU, Barcode} {
		if key := codeKey(f, get(f)); key != "" && lostNote(f, get(f)) == "" {
			keys = append(keys, key)
		}
	}
	return keys
}

// keyPart normalizes a cell for a key: it repairs letters, and normalizes the text like a name, and its sizes.
func keyPart(cell string) string { return SizeKey(unsizedKeyPart(cell)) }

// unsizedKeyPart normalizes a cell as keys did before sizes were normalized.
func unsizedKeyPart(cell string) string { return unicodetext.Key(spaceControls(repair(cell))) }

// SizeKey normalizes the sizes in a text for comparison: "salt (1kg)" becomes "salt 1 kg"; "½ kg" and "500 gms" become
// "500 g".
func SizeKey(key string) string {
	if key = strings.ToLower(writeQuantities(strings.ReplaceAll(key, "⁄", "/"))); !strings.ContainsAny(key, digits) {
		return key
	}
	key = aroundSize.ReplaceAllString(key, " $1")
	return numberWithUnit.ReplaceAllStringFunc(key, func(size string) string {
		parts := numberWithUnit.FindStringSubmatch(size)
		amount, err := strconv.ParseFloat(parts[1], 64)
		measure := strings.ToLower(spelling[parts[2]])
		less, more := smaller[measure], larger[measure]
		switch {
		case err != nil || measure == "":
			return size
		case less != "" && amount < 1:
			amount, measure = amount*1000, less
		case more != "" && amount >= 1000:
			amount, measure = amount/1000, more
		}
		return numberText(strconv.FormatFloat(amount, 'f', 6, 64)) + " " + measure
	})
}

// Measures a thousand times smaller and a thousand times larger.
var (
	smaller = map[string]string{"kg": "g", "l": "ml"}
	larger  = map[string]string{"g": "kg", "ml": "l"}
)

// aroundSize matches a size with the signs around it: "(250 g)", "- 250 g".
var aroundSize = regexp.MustCompile(`[\s([,-]+(\d+(?:\.\d+)? (?:kg|g|mg|l|ml|pcs?))(?:[)\]]+|$|\b)`)

// formerKeyPart normalizes a cell as the oldest versions did, keeping inner spaces, joiners and full-width letters.
func formerKeyPart(cell string) string {
	return fold(spaceControls(unicodetext.Compose(repair(cell))))
}

// spaceControls replaces control characters by spaces: PostgreSQL stores no NUL.
func spaceControls(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, s)
}

// squeezedUnit returns a unit in lower case without blanks.
func squeezedUnit(unit string) string {
	return strings.Join(strings.Fields(strings.ToLower(unit)), "")
}
