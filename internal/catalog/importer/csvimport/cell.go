package csvimport

import (
	"regexp"
	"strings"

	"kirana/internal/catalog"
	"kirana/internal/language"
	"kirana/internal/unicodetext"
)

// asText matches text that a program marked as text for spreadsheets: ="0012", =0012, '0012 or 'Salt. Text in quotes ('Best' dal) does not match.
var asText = regexp.MustCompile(`^(?:="([^"]*)"|=(\d+(?:\.\d+)?)|'([\d\p{L}][^']*|[\d.,+-]+))$`)

// dittoMark matches a cell that repeats the one above.
var dittoMark = regexp.MustCompile(`(?i)^\s*(?:["”〃]|''|-*\s*(?:"|do|ditto)\.?\s*-*)\s*$`)

// cellText returns a cell without its text marker or formula guard.
func cellText(cell string) string {
	if cell == "" || cell[0] != '=' && cell[0] != '\'' {
		return cell
	}
	if found := asText.FindStringSubmatch(strings.TrimSpace(cell)); found != nil {
		return found[1] + found[2] + found[3]
	}
	return UnguardCell(cell)
}

// errorValue matches an error value of a spreadsheet: "#REF!", "Err:502", "####".
var errorValue = regexp.MustCompile(`(?i)^(?:#(?:REF|VALUE|N/A|NAME|DIV/0|NULL|NUM|ERROR|SPILL|CALC|FIELD|BLOCKED|CONNECT|BUSY|UNKNOWN|GETTING_DATA|NV)[!?]?|#¡?\p{L}[\p{L}\p{M}\d/_.]*[!?]|#\p{L}/\p{L}(?: .*)?|Loading\.\.\.|Err:\d{3}|Error(?: \d{3})?|#{3,})$`)

// isFailed reports whether a cell is a spreadsheet's error value or a formula without a result.
func isFailed(cell string) bool {
	cell = strings.TrimSpace(cell)
	if rest, marked := strings.CutPrefix(cell, "'"); marked && strings.HasPrefix(rest, "#") {
		cell = rest
	}
	if len(cell) > 1 && cell[0] == '=' && cell[1] != '=' && !strings.HasSuffix(cell, "=") { // "== Spices ==" is a heading
		return !asText.MatchString(cell)
	}
	return cell != "" && (cell[0] == '#' || cell[0] == 'E' || cell[0] == 'e' || cell[0] == 'L' || cell[0] == 'l') && errorValue.MatchString(cell)
}

// lostWord matches a word whose letters are lost: question marks, from an encoding that lacks the letters, or Latin-1
// and box-drawing characters, from decoding with the wrong encoding.
var lostWord = regexp.MustCompile(`(?:^|\s)(?:\?{2,}|[\x{80}-\x{ff}\x{2500}-\x{259f}]{3,})(?:\s|$)`)

// aroundBarcode matches text around a barcode's number: "EAN-13: 8901030865275", "*8901030865275*".
var aroundBarcode = regexp.MustCompile(`(?i)^(?:[\s*#+'’` + "`" + `:]|\(01\)|\][a-z]\d|(?:ean|upc|gtin|isbn|barcode)(?:-?(?:8|12|13|14|a)\b)?\b)*|(?:\.0+|[\s*;,])+$`)

// barcodeText returns a barcode cell without signs, words and decimals around its number.
func barcodeText(cell string) string {
	text := number(cell)
	bare := unicodetext.RemoveGrouping(aroundBarcode.ReplaceAllString(text, ""))
	if code := catalog.BarcodeOf(bare); strings.Trim(code, "0123456789") == "" && code != "" {
		return code
	}
	if digits := hsnCleaner.Replace(bare); len(digits) >= 12 && len(digits) <= 14 && strings.Trim(digits, "0123456789") == "" {
		return digits // with a wrong check digit
	}
	return text
}

// letterDigits replaces letters that are typed for similar digits.
var letterDigits = strings.NewReplacer("O", "0", "o", "0", "I", "1", "l", "1")

// longNumber matches twelve digits in a row, which an EAN or UPC has.
var longNumber = regexp.MustCompile(`\d{12}`)

// isMistyped reports whether a code looks like an EAN or UPC but has a wrong check digit or characters besides its
// digits.
func isMistyped(code string) bool {
	digits := letterDigits.Replace(code)
	if strings.Trim(digits, "0123456789") != "" {
		return longNumber.MatchString(code)
	}
	isLong := len(code) == 8 || len(code) >= 12 && len(code) <= 14
	return isLong && (digits != code || !catalog.IsGTIN(code) && unicodetext.ExpandUPCE(code) == "")
}

const maxGTIN = 14

// barcodes returns the barcodes in a cell: several only if each is a valid GTIN, otherwise one, "" for an empty cell.
func barcodes(cell string) []string {
	parts := strings.FieldsFunc(number(cell), func(r rune) bool { return strings.ContainsRune(" ,;/|", r) })
	for i, part := range parts {
		if parts[i] = barcodeText(part); !catalog.IsGTIN(parts[i]) {
			code := barcodeText(cell)
			if len(parts) > 1 && len(code) > maxGTIN {
				code = value(cell) // several codes, of which one is invalid
			}
			return []string{code}
		}
	}
	return append(parts, "")[:max(1, len(parts))]
}

// numeric lists the fields whose cells are converted to ASCII digits from any script.
var numeric = map[Field]bool{
	Price: true, SalePrice: true, Discount: true, DiscountPercent: true, Grams: true, Stock: true, SKU: true, Barcode: true, HSN: true, GSTRate: true, CGST: true, SGST: true, SaleFrom: true, SaleTo: true,
	ItemCode: true, Published: true, Availability: true,
}

// dated lists the fields whose cells may be the day numbers of a workbook.
var dated = map[Field]bool{BestBefore: true, SaleFrom: true, SaleTo: true}

// measured lists the fields whose numbers take the measure of the heading: "Weight (kg)".
var measured = map[Field]bool{Unit: true, Stock: true}

// essential lists the fields whose spreadsheet errors refuse the row; errors in other fields are ignored with a remark.
var essential = map[Field]bool{Name: true, Category: true, Price: true, SalePrice: true, ID: true}

// getter returns a function from fields to a row's cells. A spreadsheet's error value becomes "".
func (r *Reader) getter(row *Row, raw cells) (func(Field) string, error) {
	texts := map[Field]string{}
	for f, i := range r.columns.at {
		cell := raw.text[i]
		if f == Stock && len(r.columns.stocks) > 1 {
			cell = r.stockOf(row, raw)
		}
		text := cellText(cell)
		switch {
		case !isFailed(cell):
		case f == SaleFrom || f == SaleTo: // saleIsOn leaves the sale price out
		case essential[f]:
			row.Name = "" // an error value must not be reported as the name
			return nil, refuseCell(language.NewPhrase("The column %s holds an error of the spreadsheet: %s.", quoted(r.columns.names[i]), quoted(cell)).Store(), r.columns.names[i], cell)
		default:
			row.remark(NoteFailed, r.columns.names[i], cell)
			text = ""
		}
		if measured[f] {
			text = withMeasure(text, r.columns.names[i], f == Stock)
		}
		if f == Stock {
			text = withPack(text, r.columns.names[i], r.stockUnit(raw))
		}
		if numeric[f] {
			text = unicodetext.Digits(text)
		}
		if dated[f] && r.date1904 {
			text = from1904(text)
		}
		texts[f] = text
	}
	return nameParts(func(f Field) string { return texts[f] }), nil
}

// remark adds a note with the column and cell that caused it.
func (row *Row) remark(note Note, column, cell string) {
	row.Notes = append(row.Notes, note)
	row.Remarks = append(row.Remarks, Remark{note, cutAtWord(line(column), maxSampleText), cutAtWord(line(cell), maxSampleText)})
}
