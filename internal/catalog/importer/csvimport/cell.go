package csvimport

import (
	"regexp"
	"strings"

	"kirana/internal/catalog"
	"kirana/internal/language"
	"kirana/internal/unicodetext"
)

// asText matches how a program tells a spreadsheet that a number is a text: ="0012", =0012 or '0012.
var asText = regexp.MustCompile(`^(?:="([^"]*)"|=(\d+(?:\.\d+)?)|'(\d[^']*|[\d.,+-]+))$`)

// cellText returns a cell without what guards it from a spreadsheet.
func cellText(cell string) string {
	if cell == "" || cell[0] != '=' && cell[0] != '\'' {
		return cell
	}
	if found := asText.FindStringSubmatch(strings.TrimSpace(cell)); found != nil {
		return found[1] + found[2] + found[3]
	}
	return UnguardCell(cell)
}

// failed matches what a spreadsheet shows in place of a result.
var failed = regexp.MustCompile(`(?i)^(?:#(?:REF|VALUE|N/A|NAME|DIV/0|NULL|NUM|ERROR|SPILL|CALC|FIELD|BLOCKED|CONNECT|BUSY|UNKNOWN|GETTING_DATA|NV)[!?]?|#¡?\p{L}[\p{L}\p{M}\d/_.]*[!?]|#\p{L}/\p{L}(?: .*)?|Loading\.\.\.|Err:\d{3}|Error(?: \d{3})?|#{3,})$`)

// isFailed reports whether a cell is a spreadsheet's error or a formula without a result, and no text.
func isFailed(cell string) bool {
	cell = strings.TrimSpace(cell)
	if rest, marked := strings.CutPrefix(cell, "'"); marked && strings.HasPrefix(rest, "#") {
		cell = rest
	}
	if len(cell) > 1 && cell[0] == '=' {
		return !asText.MatchString(cell)
	}
	return cell != "" && (cell[0] == '#' || cell[0] == 'E' || cell[0] == 'e' || cell[0] == 'L' || cell[0] == 'l') && failed.MatchString(cell)
}

// lostWord matches letters that an encoding without them has turned into question marks.
var lostWord = regexp.MustCompile(`(?:^|\s)\?{2,}(?:\s|$)`)

// aroundBarcode matches what people write beside the number of a barcode: "EAN-13: 8901030865275", "*8901030865275*".
var aroundBarcode = regexp.MustCompile(`(?i)^(?:[\s*#+'’` + "`" + `:]|\(01\)|\][a-z]\d|(?:ean|upc|gtin|isbn|barcode)(?:-?(?:8|12|13|14|a)\b)?\b)*|(?:\.0+|[\s*;,])+$`)

// barcodeText is a cell that holds a barcode, without the signs, words and decimals that do not belong
// to its number.
func barcodeText(cell string) string {
	text := number(cell)
	bare := ungrouped(aroundBarcode.ReplaceAllString(text, ""))
	if code := catalog.BarcodeOf(bare); strings.Trim(code, "0123456789") == "" && code != "" {
		return code
	}
	if digits := hsnSigns.Replace(bare); len(digits) >= 12 && len(digits) <= 14 && strings.Trim(digits, "0123456789") == "" {
		return digits // with a check digit that is not right
	}
	return text
}

// letterDigits are the letters that are taken for digits.
var letterDigits = strings.NewReplacer("O", "0", "o", "0", "I", "1", "l", "1")

// longNumber matches the digits of an EAN or UPC within a code.
var longNumber = regexp.MustCompile(`\d{12}`)

// isMistyped reports whether a code has the length of an EAN or UPC and not its check digit, or more than its digits.
func isMistyped(code string) bool {
	digits := letterDigits.Replace(code)
	if strings.Trim(digits, "0123456789") != "" {
		return longNumber.MatchString(code)
	}
	isLong := len(code) == 8 || len(code) >= 12 && len(code) <= 14
	return isLong && (digits != code || !catalog.IsGTIN(code) && unicodetext.ExpandUPCE(code) == "")
}

// barcodes returns the barcodes in a cell: several where each is an article's number.
func barcodes(cell string) []string {
	parts := strings.FieldsFunc(number(cell), func(r rune) bool { return strings.ContainsRune(" ,;/|", r) })
	for i, part := range parts {
		if parts[i] = barcodeText(part); !catalog.IsGTIN(parts[i]) {
			return []string{barcodeText(cell)}
		}
	}
	return append(parts, "")[:max(1, len(parts))]
}

// numeric are the fields whose digits count, in whatever script.
var numeric = map[Field]bool{
	Price: true, SalePrice: true, Discount: true, DiscountPercent: true, Grams: true, Stock: true, SKU: true, Barcode: true, HSN: true, GSTRate: true, CGST: true, SGST: true, SaleFrom: true, SaleTo: true,
	ItemCode: true, Published: true, Availability: true,
}

// measured are the fields whose numbers have the measure of the heading: "Weight (kg)".
var measured = map[Field]bool{Unit: true, Stock: true}

// essential are the fields without which a product cannot be sold; a cell of another field that
// cannot be read is left out alone.
var essential = map[Field]bool{Name: true, Category: true, Price: true, SalePrice: true, ID: true}

// getter returns the cells of a row by their field; one that is no text for its field is "".
func (r *Reader) getter(row *Row, raw cells) (func(Field) string, error) {
	texts := map[Field]string{}
	for f, i := range r.columns.at {
		cell := raw.text[i]
		text := cellText(cell)
		switch {
		case !isFailed(cell):
		case essential[f]:
			row.Name = "" // the cell is not to be taken for it
			return nil, refuseCell(language.NewPhrase("The column %s holds an error of the spreadsheet: %s.", quoted(r.columns.names[i]), quoted(cell)).Store(), r.columns.names[i], cell)
		default:
			row.remark(NoteFailed, r.columns.names[i], cell)
			text = ""
		}
		if measured[f] {
			text = withMeasure(text, r.columns.names[i], f == Stock)
		}
		if numeric[f] {
			text = unicodetext.Digits(text)
		}
		texts[f] = text
	}
	return func(f Field) string { return texts[f] }, nil
}

// remark notes a decision that a cell needed.
func (row *Row) remark(note Note, column, cell string) {
	row.Notes = append(row.Notes, note)
	row.Remarks = append(row.Remarks, Remark{note, cutAtWord(line(column), maxSampleText), cutAtWord(line(cell), maxSampleText)})
}
