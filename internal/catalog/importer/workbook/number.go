package workbook

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// The layouts of a date as it is written: the month's name, since 05/11 is read in two ways.
const (
	dayLayout   = "2 January 2006"
	monthLayout = "January 2006"
	timeLayout  = "15:04"
)

// numberFormat says how a number is shown.
type numberFormat struct {
	layout         string // of a date or time; "" for a number
	percent        bool
	fixed          bool // decimals counts
	decimals       int
	width          int // digits before the point, zeros in front included
	prefix, suffix string
}

// builtInFormats are the codes that workbooks name by number only.
var builtInFormats = map[int]string{
	1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 14: "d/m/yyyy", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy",
	18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "d/m/yyyy h:mm", 37: "#,##0", 38: "#,##0", 39: "#,##0.00", 40: "#,##0.00",
	45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0",
}

// parseFormat reads the code of a number format ("0.00%", "dd/mm/yyyy", `0.000" kg"`).
func parseFormat(code string) numberFormat {
	var f numberFormat
	var digits, point, scientific bool
	var date, month, clock bool
	literal := func(text string) {
		if digits {
			f.suffix += text
		} else {
			f.prefix += text
		}
	}
	if strings.EqualFold(code, "general") {
		return f
	}
	for rest := code; rest != "" && rest[0] != ';'; {
		sign := rest[0]
		rest = rest[1:]
		switch {
		case sign == '"':
			text, after, _ := strings.Cut(rest, `"`)
			literal(text)
			rest = after
		case sign == '\\' && rest != "":
			literal(rest[:1])
			rest = rest[1:]
		case (sign == '_' || sign == '*') && rest != "":
			rest = rest[1:]
		case sign == '[':
			inside, after, _ := strings.Cut(rest, "]")
			rest = after
			if currency, is := strings.CutPrefix(inside, "$"); is {
				symbol, _, _ := strings.Cut(currency, "-")
				literal(symbol)
			}
			clock = clock || strings.Trim(strings.ToLower(inside), "hms") == "" && inside != ""
		case sign == '0' || sign == '#' || sign == '?':
			digits = true
			switch {
			case point:
				f.decimals++
			case sign == '0':
				f.width++
			}
		case sign == '.':
			point = true
		case sign == '%':
			f.percent = true
		case sign == '/' || sign == 'E' && digits:
			scientific = true
		default:
			switch sign | 0x20 {
			case 'y', 'd', 'b':
				date = true
				f.layout += string(sign | 0x20)
			case 'm':
				month = true
			case 'h', 's':
				clock = true
			case ' ' | 0x20, ',' | 0x20, '(' | 0x20, ')' | 0x20, '-' | 0x20, '@' | 0x20:
			default:
				if sign >= 0x80 { // a letter beyond ASCII, as ₹
					literal(string(sign))
				}
			}
		}
	}
	days, years := strings.Contains(f.layout, "d"), strings.Contains(f.layout, "y")
	f.layout = ""
	switch {
	case date && years && !days && month:
		return numberFormat{layout: monthLayout}
	case date || month && !clock:
		return numberFormat{layout: dayLayout}
	case clock:
		return numberFormat{layout: timeLayout}
	}
	f.fixed = digits && !scientific
	return f
}

// write returns a stored number as it is shown.
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
		return plainNumber(number)
	}
	scale := math.Pow10(min(f.decimals, 10))
	text := plainNumber(math.Round(number*scale) / scale)
	if math.Abs(number) > 1e14 { // a barcode has no decimals to lose
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

// plainNumber writes a number without an exponent, to the 15 digits that a spreadsheet keeps.
func plainNumber(number float64) string {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(number, 'g', 15, 64), 64)
	if err != nil {
		rounded = number
	}
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}

// writeDate returns the date that is so many days after the base; a number that is none stays.
func writeDate(days float64, layout string, base time.Time, stored string) string {
	if days < 0 || days > 2_958_465 { // the end of the year 9999
		return stored
	}
	whole := math.Floor(days)
	at := base.AddDate(0, 0, int(whole)).Add(time.Duration(math.Round((days-whole)*24*3600)) * time.Second)
	return at.Format(layout)
}

// writeISO returns a date that is stored as text (2026-11-05T00:00:00); another text stays.
func writeISO(stored string) string {
	day, _, _ := strings.Cut(stored, "T")
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return stored
	}
	return at.Format(dayLayout)
}
