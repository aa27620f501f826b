// Package money holds rupees as whole paise. It parses, formats and encodes amounts, and averages
// costs.
package money

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strconv"
	"strings"
)

// Paise is an amount of money: 100 paise are one rupee. In JSON it is a number of rupees with at
// most two decimals (49.5, 1249).
type Paise int64

// Max is the largest amount accepted anywhere: one crore rupees. Sums of an order (100 lines of
// 99 pieces) stay far from overflow.
const Max Paise = 1_00_00_000 * 100

// Adjustment is an amount that is added to another, and may be below zero.
type Adjustment int64

// Paise returns the adjustment as an amount.
func (a Adjustment) Paise() Paise { return Paise(a) }

// MarshalJSON encodes rupees as a number.
func (a Adjustment) MarshalJSON() ([]byte, error) { return a.Paise().MarshalJSON() }

// UnmarshalJSON decodes the format of MarshalJSON.
func (a *Adjustment) UnmarshalJSON(b []byte) error {
	text, negative := strings.CutPrefix(string(b), "-")
	var amount Paise
	err := amount.UnmarshalJSON([]byte(text))
	if negative {
		amount = -amount
	}
	*a = Adjustment(amount)
	return err
}

// ErrFormat is returned by Parse for a text that is not an amount.
var ErrFormat = errors.New("money: not an amount in rupees with at most two decimals")

// Rupees returns an amount of whole rupees.
func Rupees(n int64) Paise { return Paise(n * 100) }

// Parse parses rupees as typed: "49", "49.5", "49.50". Surrounding blanks and trailing zeros are
// ignored. A sign, an exponent, more than two decimals or an amount above Max is ErrFormat.
func Parse(s string) (Paise, error) {
	whole, fraction, dotted := strings.Cut(strings.TrimSpace(s), ".")
	if whole == "" || len(whole) > 10 || !digits(whole) {
		return 0, ErrFormat
	}
	if dotted && (fraction == "" || !digits(fraction)) {
		return 0, ErrFormat
	}
	fraction = strings.TrimRight(fraction, "0")
	if len(fraction) > 2 {
		return 0, ErrFormat
	}
	rupees, err := strconv.ParseInt(whole, 10, 64)
	if err != nil {
		return 0, ErrFormat
	}
	var paise int64
	if fraction != "" {
		if paise, err = strconv.ParseInt((fraction + "0")[:2], 10, 64); err != nil {
			return 0, ErrFormat
		}
	}
	total := Paise(rupees*100 + paise)
	if total > Max {
		return 0, ErrFormat
	}
	return total, nil
}

// ParseSigned is Parse for rupees with an optional sign in front.
func ParseSigned(s string) (Paise, error) {
	unsigned, negative := strings.CutPrefix(strings.TrimSpace(s), "-")
	amount, err := Parse(strings.TrimPrefix(unsigned, "+"))
	if negative {
		amount = -amount
	}
	return amount, err
}

// ParseRounded is Parse, but rounds fractions of a paisa half up: computed columns of price lists
// contain them.
func ParseRounded(s string) (Paise, error) {
	s = strings.TrimSpace(s)
	whole, fraction, dotted := strings.Cut(s, ".")
	if !dotted || len(fraction) <= 2 || !digits(fraction) {
		return Parse(s)
	}
	total, err := Parse(whole + "." + fraction[:2])
	if err != nil {
		return 0, err
	}
	if fraction[2] >= '5' {
		total++
	}
	return total, nil
}

// Times returns n times the amount.
func (p Paise) Times(n int) Paise { return p * Paise(n) }

// Number formats the amount for JSON and spreadsheets: "49.5", "1249".
func (p Paise) Number() string {
	sign := ""
	v := uint64(p) //nolint:gosec // G115: negative amounts take the branch below
	if p < 0 {
		sign, v = "-", uint64(-(p+1))+1 //nolint:gosec // G115: -(p+1) cannot overflow
	}
	text := sign + strconv.FormatUint(v/100, 10)
	rest := v % 100
	switch {
	case rest == 0:
		return text
	case rest%10 == 0:
		return text + "." + strconv.FormatUint(rest/10, 10)
	case rest < 10:
		return text + ".0" + strconv.FormatUint(rest, 10)
	}
	return text + "." + strconv.FormatUint(rest, 10)
}

// String formats the amount for people, with Indian grouping: "₹1,00,000", "₹49.50", "−₹5" with U+2212. Paise are
// shown with two digits, and only if there are any.
func (p Paise) String() string {
	number, negative := strings.CutPrefix(p.Number(), "-")
	whole, fraction, dotted := strings.Cut(number, ".")
	text := "₹" + group(whole)
	if dotted {
		text += "." + (fraction + "0")[:2]
	}
	if negative {
		return "−" + text
	}
	return text
}

// MarshalJSON encodes rupees as a number.
func (p Paise) MarshalJSON() ([]byte, error) { return []byte(p.Number()), nil }

// UnmarshalJSON decodes rupees from a number or its text. An empty text is 0, and null changes
// nothing. Anything else is a *json.UnmarshalTypeError, to which encoding/json adds the field.
func (p *Paise) UnmarshalJSON(b []byte) error {
	text := strings.Trim(string(b), `"`)
	if text == "null" {
		return nil
	}
	if text == "" {
		*p = 0
		return nil
	}
	parsed, err := Parse(text)
	if err != nil {
		return &json.UnmarshalTypeError{Value: "amount", Type: reflect.TypeFor[Paise]()}
	}
	*p = parsed
	return nil
}

// FromFloat converts a decoded JSON number of rupees. An infinite or negative amount, one above Max,
// or one with a fraction of a paisa is ErrFormat.
func FromFloat(f float64) (Paise, error) {
	if math.IsNaN(f) || f < 0 || f > float64(Max)/100 {
		return 0, ErrFormat
	}
	return Parse(strconv.FormatFloat(f, 'f', -1, 64))
}

// group inserts commas in the Indian style: after the last three digits, then in pairs.
func group(whole string) string {
	if len(whole) <= 3 {
		return whole
	}
	head, tail := whole[:len(whole)-3], whole[len(whole)-3:]
	for len(head) > 2 {
		tail = head[len(head)-2:] + "," + tail
		head = head[:len(head)-2]
	}
	return head + "," + tail
}

func digits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}
