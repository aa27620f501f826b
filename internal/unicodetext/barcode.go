package unicodetext

import "strings"

const (
	shortestBarcode = 7  // an EAN-8 that lost its leading zero in a spreadsheet
	longestBarcode  = 14 // a GTIN-14
	upcDigits       = 12 // of a UPC-A
	upcEDigits      = 8  // of a UPC-E: number system, six digits, check digit
)

// Barcode returns the form of a barcode for comparisons: the first of Barcodes.
func Barcode(s string) string { return Barcodes(s)[0] }

// Barcodes returns all equivalent spellings of a barcode in lower case: an EAN or UPC with and without leading zeros, the
// shortest first, and its UPC-E. A UPC-A is an EAN-13 that begins with 0. A UPC-E is a UPC-A with zeros suppressed,
// unless its eight digits are an EAN-8 (ADR 0067). Any other text has one spelling.
func Barcodes(s string) []string {
	code := strings.ToLower(Digits(Visible(s)))
	digits := strings.TrimLeft(code, "0")
	if expanded := ExpandUPCE(code); expanded != "" && !HasCheckDigit(padded(code, upcEDigits)) {
		digits = strings.TrimLeft(expanded, "0")
	} else if len(code) > longestBarcode || len(digits) < shortestBarcode || strings.Trim(digits, "0123456789") != "" {
		return []string{code}
	}
	written := make([]string, 0, longestBarcode+1-len(digits))
	for text := digits; len(text) <= longestBarcode; text = "0" + text {
		written = append(written, text)
	}
	if short := compressUPCA(padded(digits, upcDigits)); short != "" && !HasCheckDigit(short) {
		written = append(written, short)
		if rest, zero := strings.CutPrefix(short, "0"); zero {
			written = append(written, rest)
		}
	}
	return written
}

// OtherBarcode returns the second reading of an ambiguous code. Eight digits that are both an EAN-8 and a UPC-E give the
// UPC-A, and this UPC-A gives the eight digits. It returns "" for other codes.
func OtherBarcode(s string) string {
	code := Digits(Visible(s))
	if expanded := ExpandUPCE(code); expanded != "" && HasCheckDigit(padded(code, upcEDigits)) {
		return expanded
	}
	if short := compressUPCA(padded(strings.TrimLeft(code, "0"), upcDigits)); short != "" && HasCheckDigit(short) {
		return short
	}
	return ""
}

// HasCheckDigit reports whether the last digit is a correct check digit: from the right, digits are weighted 1 and 3
// alternately. https://www.gs1.org/services/how-calculate-check-digit-manually
func HasCheckDigit(code string) bool {
	sum := 0
	for i := range len(code) {
		digit := int(code[len(code)-1-i]) - '0'
		if digit < 0 || digit > 9 {
			return false
		}
		if i%2 == 1 {
			digit *= 3
		}
		sum += digit
	}
	return sum%10 == 0
}

// ExpandUPCE returns the UPC-A for a UPC-E of eight digits, or of seven without the leading zero; "" for other texts and
// a wrong check digit. The eight digits may be an EAN-8 as well.
func ExpandUPCE(code string) string {
	code = Digits(Visible(code))
	if len(code) == upcEDigits-1 {
		code = "0" + code
	}
	if len(code) != upcEDigits || code[0] != '0' && code[0] != '1' {
		return ""
	}
	system, d, check := code[:1], code[1:7], code[7:]
	var full string
	switch d[5] {
	case '0', '1', '2':
		full = d[:2] + d[5:] + "0000" + d[2:5]
	case '3':
		full = d[:3] + "00000" + d[3:5]
	case '4':
		full = d[:4] + "00000" + d[4:5]
	default:
		full = d[:5] + "0000" + d[5:]
	}
	if expanded := system + full + check; HasCheckDigit(expanded) && strings.Trim(full, "0") != "" {
		return expanded
	}
	return ""
}

// compressUPCA returns the UPC-E of a UPC-A; "" if it has none.
func compressUPCA(code string) string {
	if len(code) != upcDigits {
		return ""
	}
	for _, d := range []string{
		code[1:3] + code[8:11] + code[3:4],
		code[1:4] + code[9:11] + "3",
		code[1:5] + code[10:11] + "4",
		code[1:6] + code[10:11],
	} {
		if short := code[:1] + d + code[11:]; ExpandUPCE(short) == code {
			return short
		}
	}
	return ""
}

// padded pads a number with leading zeros.
func padded(digits string, length int) string {
	return strings.Repeat("0", max(0, length-len(digits))) + digits
}
