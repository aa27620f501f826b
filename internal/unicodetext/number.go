package unicodetext

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// Digits converts the digits of every script, full-width signs, the minus sign and the Arabic point and comma to ASCII,
// and leaves everything else.
func Digits(s string) string {
	if ascii(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r < 0x80:
			return r
		case unicode.Is(unicode.Nd, r):
			return '0' + digitValue(r)
		case r == 0x66b:
			return '.'
		case r == 0x66c:
			return ','
		case r == 0x2212:
			return '-'
		}
		if narrow := width.LookupRune(r).Narrow(); narrow != 0 && narrow < 0x80 {
			return narrow
		}
		return r
	}, s)
}

// groupedNumber matches a number with commas between its thousands at the beginning of a text: "1,200 kg", "-1,00,000.50".
var groupedNumber = regexp.MustCompile(`^[-+]?\d{1,3}(?:,\d{2,3})*,\d{3}(?:[^\d,]|$)`)

// RemoveGrouping removes the commas between thousands of the number at the beginning of a text, but no others: "12,5" stays.
func RemoveGrouping(s string) string {
	group := groupedNumber.FindString(s)
	return strings.ReplaceAll(group, ",", "") + s[len(group):]
}

// digitValue returns the value of a decimal digit. The ten digits of a script are consecutive, and a range of several
// scripts begins with a zero.
func digitValue(r rune) rune {
	for _, t := range unicode.Nd.R16 {
		if lo := rune(t.Lo); lo <= r && r <= rune(t.Hi) {
			return (r - lo) % 10
		}
	}
	for _, t := range unicode.Nd.R32 {
		if lo := rune(t.Lo); lo <= r && r <= rune(t.Hi) { //nolint:gosec // G115: the table has runes
			return (r - lo) % 10
		}
	}
	return 0
}

// onlyDigits returns a text's digits in ASCII, and whether the text has no letters.
func onlyDigits(s string) (digits string, ok bool) {
	ok = true
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		ok = ok && !unicode.IsLetter(r)
		return -1
	}, Digits(s)), ok
}

const (
	pincodeDigits = 6
	mobileDigits  = 10
	countryCode   = "91"
)

// Pincode returns the six digits of an Indian pincode, in any spacing and with any words around them ("PIN 400 001").
// For any other text, ok is false, and the text is returned trimmed and with ASCII digits.
func Pincode(s string) (pincode string, ok bool) {
	digits, _ := onlyDigits(s)
	if len(digits) != pincodeDigits || digits[0] == '0' {
		return Digits(Visible(s)), false
	}
	return digits, true
}

// decimals matches the empty decimals that a spreadsheet writes behind a number kept as a floating-point one.
var decimals = regexp.MustCompile(`^(\d+)\.00?$`)

// Mobile returns the ten digits of an Indian mobile number, in any grouping and with or without +91 or 0. For any other
// text, ok is false, and the text is returned trimmed and with ASCII digits.
func Mobile(s string) (mobile string, ok bool) {
	text := Digits(Visible(s))
	digits, ok := onlyDigits(decimals.ReplaceAllString(text, "$1"))
	national := digits
	if strings.HasPrefix(text, "+") || strings.HasPrefix(digits, "00") {
		national, ok = cutPrefix(strings.TrimPrefix(digits, "00"), countryCode, ok)
	} else if len(digits) > mobileDigits {
		national = strings.TrimPrefix(digits, countryCode)
	}
	if len(national) > mobileDigits {
		national = strings.TrimPrefix(national, "0")
	}
	if !ok || len(national) != mobileDigits {
		return text, false
	}
	return national, true
}

// SearchText returns a search in lower case and trimmed; an email or a mobile number in its stored form.
func SearchText(search string) string {
	if mobile, ok := Mobile(search); ok {
		return mobile
	}
	if email, ok := Email(search); ok {
		return email
	}
	return strings.ToLower(Visible(search))
}

func cutPrefix(s, prefix string, ok bool) (string, bool) {
	rest, found := strings.CutPrefix(s, prefix)
	return rest, found && ok
}

// Code normalizes a code of letters and digits: it removes blanks and dashes, and converts to lower case and ASCII
// digits.
func Code(s string) string {
	return strings.ToLower(strings.NewReplacer(" ", "", "-", "").Replace(Digits(Visible(s))))
}
