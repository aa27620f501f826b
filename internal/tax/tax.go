// Package tax implements India's goods and services tax (GST): rates by HSN, condition and day, the split of a price into
// value and tax, states, and the format of codes on bills. It uses no database. The law is data with its source; it is
// not legal advice.
package tax

import (
	"strings"

	"kirana/internal/money"
)

// Percent is a rate in hundredths of a percent: 500 is 5 %. In JSON it is a number in percent.
type Percent int64

// MaxPercent is the maximum rate that the shop accepts.
const MaxPercent Percent = 100_00

// ParsePercent parses "5", "0.25" or "5%", from 0 to MaxPercent. The error is money.ErrFormat.
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

// String returns the rate without a percent sign: "5", "0.25".
func (p Percent) String() string { return money.Paise(p).Number() }

// MarshalJSON encodes the rate as a number in percent.
func (p Percent) MarshalJSON() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalJSON decodes a number in percent, or its text.
func (p *Percent) UnmarshalJSON(b []byte) error { return (*money.Paise)(p).UnmarshalJSON(b) }

// Treatment is the kind of tax that the law applies to goods.
type Treatment string

// Treatments. Every rate of 0 in the shipped table is an exemption by notification, which GSTR-1 separates from goods
// listed at 0 in a schedule.
const (
	Taxable Treatment = "TAXABLE"
	Exempt  Treatment = "EXEMPT"
)

// Base is the amount that includes the tax.
type Base string

// The bases.
const (
	ByPrice Base = "PRICE" // the price paid
	ByMRP   Base = "MRP"   // the printed price, whatever the price paid: CGST rule 31D
)

// Split is an amount split into taxable value and taxes, which add up to it.
type Split struct {
	Taxable money.Paise `json:"taxable" db:"taxable"`
	CGST    money.Paise `json:"cgst" db:"cgst"`
	SGST    money.Paise `json:"sgst" db:"sgst" doc:"State GST in rupees. Called UTGST on bills of a union territory without a legislature."`
	IGST    money.Paise `json:"igst" db:"igst"`
	Cess    money.Paise `json:"cess" db:"cess"`
}

// Tax returns the sum of the taxes.
func (s Split) Tax() money.Paise { return s.CGST + s.SGST + s.IGST + s.Cess }

// Total returns the amount that was split.
func (s Split) Total() money.Paise { return s.Taxable + s.Tax() }

// Minus returns the split less a part of it.
func (s Split) Minus(part Split) Split {
	return Split{s.Taxable - part.Taxable, s.CGST - part.CGST, s.SGST - part.SGST, s.IGST - part.IGST, s.Cess - part.Cess}
}

// Plus returns the sum of two splits.
func (s Split) Plus(other Split) Split {
	return Split{s.Taxable + other.Taxable, s.CGST + other.CGST, s.SGST + other.SGST, s.IGST + other.IGST, s.Cess + other.Cess}
}

// SplitGross splits an amount of at most money.Max × 10,000 that includes tax (CGST rule 35), rounded half up. Within a
// state, CGST and SGST are equal and the taxable value is the remainder; between states, IGST is the remainder.
func SplitGross(gross money.Paise, rate, cess Percent, interState bool) Split {
	const hundredPercent = int64(100_00)
	t := divide(int64(gross)*hundredPercent, hundredPercent+int64(rate)+int64(cess))
	extra := money.Paise(divide(t*int64(cess), hundredPercent))
	if interState && rate > 0 {
		return Split{Taxable: money.Paise(t), IGST: gross - money.Paise(t) - extra, Cess: extra}
	}
	half := money.Paise(divide(t*int64(rate), 2*hundredPercent))
	return Split{Taxable: gross - 2*half - extra, CGST: half, SGST: half, Cess: extra}
}

// AddTo adds tax to an amount without tax, rounded half up: equal CGST and SGST within a state, IGST between states.
func AddTo(taxable money.Paise, rate, cess Percent, interState bool) Split {
	const hundredPercent = int64(100_00)
	s := Split{Taxable: taxable, Cess: money.Paise(divide(int64(taxable)*int64(cess), hundredPercent))}
	if interState {
		s.IGST = money.Paise(divide(int64(taxable)*int64(rate), hundredPercent))
		return s
	}
	s.CGST = money.Paise(divide(int64(taxable)*int64(rate), 2*hundredPercent))
	s.SGST = s.CGST
	return s
}

// divide returns a ÷ b rounded half up; neither is negative.
func divide(a, b int64) int64 { return (2*a + b) / (2 * b) }

// RoundOff returns the amount to add to reach the nearest whole rupee, half up.
func RoundOff(amount money.Paise) money.Paise {
	return money.Rupees(divide(int64(amount), 100)) - amount
}

// ValidHSN reports whether a code has the format of an HSN: 4, 6 or 8 digits of a chapter from 01 to 97.
func ValidHSN(hsn string) bool {
	return len(hsn) >= 4 && len(hsn)%2 == 0 && ValidPrefix(hsn)
}

// ValidPrefix reports whether digits can begin an HSN: 2 to 8 digits of a chapter from 01 to 97.
func ValidPrefix(digits string) bool {
	if n := len(digits); n < 2 || n > 8 || strings.Trim(digits, "0123456789") != "" {
		return false
	}
	return digits[:2] != "00" && digits[:2] <= "97"
}
