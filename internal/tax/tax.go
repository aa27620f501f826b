// Package tax knows India's goods and services tax (GST): rates by HSN, condition and day, the
// split of a price into value and tax, states, and the shape of the codes on a bill. It reads no
// database. The law is data with its source; it is not legal advice.
package tax

import (
	"strings"

	"kirana/internal/money"
)

// Percent is a rate in hundredths of a per cent: 500 is 5 %. In JSON it is a number of per cent.
type Percent int64

// MaxPercent is the highest rate that the shop accepts.
const MaxPercent Percent = 100_00

// ParsePercent reads "5", "0.25" or "5%".
func ParsePercent(s string) (Percent, error) {
	if n := len(s); n > 0 && s[n-1] == '%' {
		s = s[:n-1]
	}
	p, err := money.Parse(s)
	if err != nil || Percent(p) > MaxPercent {
		return 0, money.ErrFormat
	}
	return Percent(p), nil
}

// String is the rate as people write it, without the sign: "5", "0.25".
func (p Percent) String() string { return money.Paise(p).Number() }

// MarshalJSON writes per cent as a number.
func (p Percent) MarshalJSON() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalJSON reads per cent from a number or the text of one.
func (p *Percent) UnmarshalJSON(b []byte) error { return (*money.Paise)(p).UnmarshalJSON(b) }

// Treatment is the kind of tax that the law applies to goods.
type Treatment string

// The treatments. Every rate of 0 in the shipped table is an exemption by notification, which
// GSTR-1 keeps apart from goods that a schedule lists at 0.
const (
	Taxable Treatment = "TAXABLE"
	Exempt  Treatment = "EXEMPT"
)

// Base is the amount that holds the tax.
type Base string

// The bases.
const (
	ByPrice Base = "PRICE" // what the buyer pays
	ByMRP   Base = "MRP"   // the printed price, whatever the goods sell for: CGST rule 31D
)

// Split is an amount that includes tax, taken apart. Taxable and the four taxes add up to the amount.
type Split struct {
	Taxable money.Paise `json:"taxable" db:"taxable"`
	CGST    money.Paise `json:"cgst" db:"cgst"`
	SGST    money.Paise `json:"sgst" db:"sgst" doc:"in a union territory without a legislature it is called UTGST on paper"`
	IGST    money.Paise `json:"igst" db:"igst"`
	Cess    money.Paise `json:"cess" db:"cess"`
}

// Tax is the sum of the taxes.
func (s Split) Tax() money.Paise { return s.CGST + s.SGST + s.IGST + s.Cess }

// Total is the amount that was split.
func (s Split) Total() money.Paise { return s.Taxable + s.Tax() }

// Minus returns the split less a part of it.
func (s Split) Minus(part Split) Split {
	return Split{s.Taxable - part.Taxable, s.CGST - part.CGST, s.SGST - part.SGST, s.IGST - part.IGST, s.Cess - part.Cess}
}

// Plus returns the sum of two splits.
func (s Split) Plus(other Split) Split {
	return Split{s.Taxable + other.Taxable, s.CGST + other.CGST, s.SGST + other.SGST, s.IGST + other.IGST, s.Cess + other.Cess}
}

// SplitGross takes an amount of at most money.Max × 10,000 that includes tax apart (CGST rule 35),
// half up in integers. The two halves of the tax inside a state are equal; value takes the rest.
func SplitGross(gross money.Paise, rate, cess Percent, interState bool) Split {
	const whole = int64(100_00)
	t := divide(int64(gross)*whole, whole+int64(rate)+int64(cess))
	extra := money.Paise(divide(t*int64(cess), whole))
	if interState && rate > 0 {
		return Split{Taxable: money.Paise(t), IGST: gross - money.Paise(t) - extra, Cess: extra}
	}
	half := money.Paise(divide(t*int64(rate), 2*whole))
	return Split{Taxable: gross - 2*half - extra, CGST: half, SGST: half, Cess: extra}
}

// AddTo adds tax to an amount without it, half up in integers. The two halves of the tax inside a state
// are equal.
func AddTo(taxable money.Paise, rate, cess Percent, interState bool) Split {
	const whole = int64(100_00)
	s := Split{Taxable: taxable, Cess: money.Paise(divide(int64(taxable)*int64(cess), whole))}
	if interState {
		s.IGST = money.Paise(divide(int64(taxable)*int64(rate), whole))
		return s
	}
	s.CGST = money.Paise(divide(int64(taxable)*int64(rate), 2*whole))
	s.SGST = s.CGST
	return s
}

// divide returns a ÷ b rounded to the nearest whole number, half up; neither is negative.
func divide(a, b int64) int64 { return (2*a + b) / (2 * b) }

// RoundOff returns what is added to an amount to make it whole rupees, the nearest, half up.
func RoundOff(amount money.Paise) money.Paise {
	return money.Rupees(divide(int64(amount), 100)) - amount
}

// ValidHSN reports whether a code has the shape of an HSN: 4, 6 or 8 digits of a chapter from 01 to 97.
func ValidHSN(hsn string) bool {
	return len(hsn) >= 4 && len(hsn)%2 == 0 && ValidPrefix(hsn)
}

// ValidPrefix reports whether digits can begin an HSN: 2 to 8 of a chapter from 01 to 97.
func ValidPrefix(digits string) bool {
	if n := len(digits); n < 2 || n > 8 || strings.Trim(digits, "0123456789") != "" {
		return false
	}
	return digits[:2] != "00" && digits[:2] <= "97"
}
