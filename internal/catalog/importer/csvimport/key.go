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

// identify sets the key: the column of --key, else SKU, else barcode, else brand, name and unit, with sizes written one way,
// so that "1 kg" and "1kg" are one. A tab separates the parts, which contain none.
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
	for _, code := range []struct {
		field Field
		lost  Note
	}{{SKU, NoteSKULost}, {Barcode, NoteBarcodeLost}} {
		key := codeKey(code.field, get(code.field))
		switch {
		case key == "" && value(get(code.field)) != "":
			row.remark(NotePlaceholder, r.columnOf(code.field), get(code.field))
		case key == "":
		case lostCode(value(get(code.field))):
			row.remark(code.lost, r.columnOf(code.field), get(code.field))
			row.CodeLost = true
			row.FormerKey = cmp.Or(row.FormerKey, key) // of a list that was imported before such numbers were known
		case r.shared[key]:
			row.FormerKey = key
			row.remark(NoteSharedKey, r.columnOf(code.field), get(code.field))
		default:
			row.Key = key
			// An earlier import compared barcodes with what stands beside their number.
			if former := string(Barcode) + "\t" + unicodetext.Barcode(number(get(code.field))); code.field == Barcode && former != key {
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

// placeholders are texts in place of a missing code, such as "N/A", normalized by plainName.
var placeholders = []string{
	"test", "tbd", "tba", "sku", "nosku", "code", "nocode", "na", "notavailable", "notapplicable", "notassigned", "unknown", "tobeadded", "pending", "new", "no", "yes",
	"true", "false", "blank", "empty", "dummy", "default", "temp", "misc", "loose", "नहीं", "कोईनहीं", "लागूनहीं", "नाही", "सुटे", "खुला",
}

// codeKey is the key of a code; "" of a cell that holds none.
func codeKey(f Field, cell string) string {
	code := fold(value(cell))
	if f == Barcode {
		code = unicodetext.Barcode(barcodes(cell)[0])
	}
	if plain := plainName(code); strings.Trim(plain, "0") == "" || strings.Trim(plain, "x") == "" || slices.Contains(placeholders, plain) {
		return ""
	}
	return string(f) + "\t" + code
}

// nameKey is the key of a row by brand, name and unit, sizes written one way.
func (r *Reader) nameKey(raw cells, get func(Field) string, part func(cell string) string) string {
	unit := get(Unit)
	if size := r.amountBeside(raw); size != "" {
		unit = size + " " + unit
	}
	if isNull(strings.TrimSpace(unit)) {
		unit = get(Grams)
	}
	return "name\t" + part(get(Brand)) + "\t" + part(get(Name)) + "\t" + squeezedUnit(part(unit))
}

// SharedKeys reads the file to its end and returns the keys of codes that stand beside different
// names or sizes.
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
		get := func(f Field) string {
			if i, ok := r.columns.at[f]; ok {
				return unicodetext.Digits(cellText(raw.text[i]))
			}
			return ""
		}
		if get(ID) != "" {
			continue
		}
		var name uint64
		for _, f := range []Field{SKU, Barcode} {
			key := codeKey(f, get(f))
			if key == "" || value(get(Name)) == "" || lostCode(value(get(f))) {
				continue
			}
			if name == 0 {
				name = maphash.String(seed, plainName(r.nameKey(raw, get, keyPart)))
			}
			hash := maphash.String(seed, key)
			if first, known := names[hash]; !known {
				names[hash] = name
			} else if first != name {
				shared[key] = true
			}
		}
	}
}

// keyPart is a cell as part of a key: letters repaired, and compared as all names are, with sizes written one way.
func keyPart(cell string) string { return SizeKey(unsizedKeyPart(cell)) }

// unsizedKeyPart is the part in keys of products that were imported before sizes were written one way.
func unsizedKeyPart(cell string) string { return unicodetext.Key(repair(cell)) }

// SizeKey returns a text for comparisons with its sizes written one way: "salt (1kg)" is "salt 1 kg", "½ kg" and "500 gms" are "500 g".
func SizeKey(key string) string {
	if key = strings.ToLower(writeQuantities(strings.ReplaceAll(key, "⁄", "/"))); !strings.ContainsAny(key, "0123456789") {
		return key
	}
	key = aroundSize.ReplaceAllString(key, " $1")
	return written.ReplaceAllStringFunc(key, func(size string) string {
		parts := written.FindStringSubmatch(size)
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

// Measures a thousandth and a thousand times as large.
var (
	smaller = map[string]string{"kg": "g", "l": "ml"}
	larger  = map[string]string{"g": "kg", "ml": "l"}
)

// aroundSize matches the signs that set a size apart: "(250 g)", "- 250 g".
var aroundSize = regexp.MustCompile(`[\s([,-]+(\d+(?:\.\d+)? (?:kg|g|mg|l|ml|pcs?))(?:[)\]]+|$|\b)`)

// formerKeyPart is the part in keys of products that older versions imported: with its spaces, joiners and full-width letters.
func formerKeyPart(cell string) string {
	return fold(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, unicodetext.Composed(repair(cell))))
}

// squeezedUnit is a unit without regard to case and blanks.
func squeezedUnit(unit string) string {
	return strings.Join(strings.Fields(strings.ToLower(unit)), "")
}
