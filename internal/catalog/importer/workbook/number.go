package workbook

import (
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Layouts of dates, with the month's name since 05/11 is ambiguous.
const (
	dayLayout   = "2 January 2006"
	monthLayout = "January 2006"
	timeLayout  = "15:04"
)

type numberFormat struct {
	layout         string // layout of a date or time; "" for a number
	percent        bool
	fixed          bool // numbers are rounded to decimals
	decimals       int
	width          int // digits before the point, with leading zeros
	prefix, suffix string
}

// builtInFormats are the format codes that workbooks refer to by number.
var builtInFormats = map[int]string{
	1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 14: "d/m/yyyy", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy",
	18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "d/m/yyyy h:mm", 37: "#,##0", 38: "#,##0", 39: "#,##0.00", 40: "#,##0.00",
	45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0",
}

// parseFormat parses the code of a number format ("0.00%", "dd/mm/yyyy", `0.000" kg"`).
func parseFormat(code string) numberFormat {
	var r formatReader
	if len(code) >= len(general) && strings.EqualFold(code[:len(general)], general) {
		r.digits, r.general, code = true, true, code[len(general):]
	}
	for rest := code; rest != "" && rest[0] != ';'; {
		rest = r.read(rest)
	}
	return r.result()
}

// general is the format code of a number with all its decimals.
const general = "general"

// formatReader parses the code of a number format.
type formatReader struct {
	format                    numberFormat
	digits, point, scientific bool
	general                   bool
	day, month, year, clock   bool
}

// literal adds literal text before or after the digits. A comma only groups them: ##\,##\,##0.
func (r *formatReader) literal(text string) {
	switch {
	case text == ",":
	case r.digits:
		r.format.suffix += text
	default:
		r.format.prefix += text
	}
}

// read parses the first character of a code, with the text that it quotes or escapes, and returns the rest.
func (r *formatReader) read(code string) (rest string) {
	sign, rest := code[0], code[1:]
	switch {
	case sign == '"':
		text, after, _ := strings.Cut(rest, `"`)
		r.literal(text)
		return after
	case sign == '\\' && rest != "":
		_, size := utf8.DecodeRuneInString(rest)
		r.literal(rest[:size])
		return rest[size:]
	case sign >= utf8.RuneSelf:
		_, size := utf8.DecodeRuneInString(code)
		r.literal(code[:size])
		return code[size:]
	case sign == ' ':
		r.literal(" ")
	case (sign == '_' || sign == '*') && rest != "":
		return rest[1:]
	case sign == '[':
		inside, after, _ := strings.Cut(rest, "]")
		if currency, found := strings.CutPrefix(inside, "$"); found {
			symbol, _, _ := strings.Cut(currency, "-")
			r.literal(symbol)
		}
		r.clock = r.clock || strings.Trim(strings.ToLower(inside), "hms") == "" && inside != ""
		return after
	case sign == '0' || sign == '#' || sign == '?':
		r.digit(sign)
	case sign == '.':
		r.point = true
	case sign == '%':
		r.format.percent = true
	case sign == '/' || sign == 'E' && r.digits:
		r.scientific = true
	default:
		r.letter(sign)
	}
	return rest
}

func (r *formatReader) digit(sign byte) {
	r.digits = true
	switch {
	case r.point:
		r.format.decimals++
	case sign == '0':
		r.format.width++
	}
}

// letter parses a date or time letter; other ASCII characters are dropped.
func (r *formatReader) letter(sign byte) {
	switch sign | 0x20 {
	case 'y', 'b':
		r.year = true
	case 'd':
		r.day = true
	case 'm':
		r.month = true
	case 'h', 's':
		r.clock = true
	}
}

func (r *formatReader) result() numberFormat {
	switch {
	case r.year && r.month && !r.day:
		return numberFormat{layout: monthLayout}
	case r.day || r.year || r.month && !r.clock:
		return numberFormat{layout: dayLayout}
	case r.clock:
		return numberFormat{layout: timeLayout}
	}
	r.format.fixed = r.digits && !r.scientific && !r.general
	r.format.prefix, r.format.suffix = strings.TrimLeft(r.format.prefix, " "), strings.TrimRight(r.format.suffix, " ")
	if r.scientific || !r.digits {
		r.format.prefix, r.format.suffix = "", ""
	}
	return r.format
}

// write formats a stored number.
func (f numberFormat) write(stored string, base time.Time) string {
	number, err := strconv.ParseFloat(stored, 64)
	if err != nil || math.IsInf(number, 0) || math.IsNaN(number) || math.Abs(number) > 1e18 {
		return stored
	}
	if f.layout != "" {
		return writeDate(number, f.layout, base, stored)
	}
	if f.percent {
		number *= 100
	}
	if !f.fixed {
		return f.prefix + plainNumber(number) + f.suffix
	}
	scale := math.Pow10(min(f.decimals, 10))
	text := plainNumber(math.Round(number*scale) / scale)
	if math.Abs(number) > 1e14 { // a barcode: no decimals to round
		text = plainNumber(number)
	}
	whole, _, _ := strings.Cut(text, ".")
	if f.width > 1 && len(whole) < f.width && number >= 0 {
		text = strings.Repeat("0", min(f.width, 30)-len(whole)) + text
	}
	text = f.prefix + text + f.suffix
	if f.percent {
		text += "%"
	}
	return text
}

// rounds reports whether the format hides decimals that change the number's value in paise.
func (f numberFormat) rounds(stored string) bool {
	number, err := strconv.ParseFloat(stored, 64)
	if err != nil || !f.fixed || f.percent || f.decimals > 1 || math.Abs(number) > 1e9 {
		return false
	}
	scale := math.Pow10(f.decimals)
	return math.Round(number*100) != math.Round(math.Round(number*scale)/scale*100)
}

// plainNumber formats a number without an exponent, to the 15 digits that spreadsheets keep.
func plainNumber(number float64) string {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(number, 'g', 15, 64), 64)
	if err != nil {
		rounded = number
	}
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}

// writeDate formats a date given in days since base. A number out of range is returned as stored.
func writeDate(days float64, layout string, base time.Time, stored string) string {
	if days < 0 || days > 2_958_465 { // the end of the year 9999
		return stored
	}
	whole := math.Floor(days)
	if layout == timeLayout && whole > 0 {
		layout = dayLayout // the number has a date as well
	}
	at := base.AddDate(0, 0, int(whole)).Add(time.Duration(math.Round((days-whole)*24*3600)) * time.Second)
	return at.Format(layout)
}

// writeISO formats a date stored as text (2026-11-05T00:00:00). Other text is returned as stored.
func writeISO(stored string) string {
	day, _, _ := strings.Cut(stored, "T")
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return stored
	}
	return at.Format(dayLayout)
}
