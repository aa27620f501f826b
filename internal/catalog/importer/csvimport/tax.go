package csvimport

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"kirana/internal/tax"
)

// maxCondition is the maximum length of a tax condition in characters, as in the shop's form.
const maxCondition = 30

// setTax sets the fields that determine the product's tax. Unreadable cells are ignored with a remark.
func (r *Reader) setTax(row *Row, get func(Field) string) {
	row.TaxCondition = strings.ToUpper(cutAtWord(value(get(TaxCondition)), maxCondition))
	r.setHSN(row, value(get(HSN)))
	rate, column := rateValue(get(GSTRate)), GSTRate
	halves := bothHalves(rateValue(get(CGST)), rateValue(get(SGST)))
	both, hasBoth := gstRate(halves)
	whole, isRate := gstRate(rate)
	switch isZero := isRate && whole == 0; {
	case rate == "" || isZero && hasBoth && both > 0: // no IGST within a state
		rate, column, whole, isRate = halves, CGST, both, hasBoth
	case isRate && hasBoth && both > 0 && both != whole:
		row.remark(NoteRatesDiffer, r.columnOf(GSTRate), rate)
	}
	switch {
	case rate == "":
	case !isRate:
		row.remark(NoteRateInvalid, r.columnOf(column), rate)
	default:
		if row.GSTRate = &whole; !isKnownRate(whole) {
			row.remark(NoteRateUnusual, r.columnOf(column), rate)
		}
	}
}

var hsnCleaner = strings.NewReplacer(" ", "", ".", "", "-", "", ":", "", "HSN", "", "hsn", "")

func (r *Reader) setHSN(row *Row, cell string) {
	if cell == "" || strings.Trim(cell, "0") == "" {
		return // programs write 0 for an empty code
	}
	code := hsnCleaner.Replace(strings.TrimSuffix(strings.TrimSuffix(cell, ".00"), ".0"))
	switch mended := "0" + code; {
	case tax.ValidHSN(code):
		row.HSN = code
	case isHeading(mended):
		row.HSN = mended
		row.remark(NoteHSNPadded, r.columnOf(HSN), cell)
	default:
		row.remark(NoteHSNInvalid, r.columnOf(HSN), cell)
	}
}

// lastHeadings are the last headings of chapters 01 to 09 in the First Schedule of the Customs Tariff Act, 1975: 0106,
// 0210 and so on.
var lastHeadings = map[string]string{"01": "06", "02": "10", "03": "09", "04": "10", "05": "11", "06": "04", "07": "14", "08": "14", "09": "10"}

// isHeading reports whether a code is in an existing heading of chapters 01 to 09. setHSN uses it to recognize a number
// that lost its leading 0.
func isHeading(code string) bool {
	return tax.ValidHSN(code) && code[2:4] >= "01" && code[2:4] <= lastHeadings[code[:2]]
}

// rateCell matches a rate in percent: 5, 5%, GST@18%, IGST 5 %, 18 percent.
var rateCell = regexp.MustCompile(`(?i)^(?:(?:[ics]?gst|utgst|tax)[\s@:_-]*)?(\d+(?:\.\d+)?)\s*(%|percent|per cent|pct)?\s*(?:[ics]?gst)?$`)

// exemptWords are the words for no tax.
var exemptWords = []string{"exempt", "exempted", "nil", "nilrated", "zerorated", "taxfree", "nongst", "exemptgst", "gstexempt"}

// slabs are the past and current GST rates above 1 %, in hundredths of a percent. They identify a fraction: spreadsheets
// write 18 % as 0.18.
var slabs = []tax.Percent{150, 300, 500, 600, 750, 1200, 1400, 1800, 2800, 4000}

// isKnownRate reports whether GST has or had a rate.
func isKnownRate(rate tax.Percent) bool {
	return rate == 0 || rate == 10 || rate == 25 || rate == 100 || isSlab(rate)
}

func isSlab(rate tax.Percent) bool { return slices.Contains(slabs, rate) }

// rateValue is value for a rate, but keeps "nil", which means 0 %.
func rateValue(cell string) string {
	if cell = strings.TrimSpace(cell); strings.EqualFold(cell, "nil") {
		return cell
	}
	return value(cell)
}

// gstRate parses a rate in percent, or one of exemptWords.
func gstRate(cell string) (tax.Percent, bool) {
	if slices.Contains(exemptWords, plainName(cell)) {
		return 0, true
	}
	number, sign, ok := parseRate(cell)
	if !ok || number > 100 {
		return 0, false
	}
	if fraction := tax.Percent(math.Round(number * 100_00)); sign == "" && isSlab(fraction) {
		return fraction, true
	}
	hundredths := number * 100
	return tax.Percent(math.Round(hundredths)), math.Abs(hundredths-math.Round(hundredths)) < 1e-6
}

func parseRate(cell string) (number float64, sign string, ok bool) {
	found := rateCell.FindStringSubmatch(cell)
	if found == nil {
		return 0, "", false
	}
	number, err := strconv.ParseFloat(found[1], 64)
	return number, found[2], err == nil
}

// bothHalves returns the whole rate of CGST and SGST. An empty one equals the other; "" means that both are empty. It
// returns a text that gstRate refuses for different rates.
func bothHalves(central, state string) string {
	if central == "" || state == "" {
		central, state = central+state, central+state
	}
	number, sign, ok := parseRate(central)
	stateNumber, _, _ := parseRate(state)
	switch {
	case central == "":
		return ""
	case !ok && central == state:
		return central // a word such as "exempt"
	case number != stateNumber:
		return central + " and " + state
	}
	return strconv.FormatFloat(2*number, 'f', -1, 64) + sign
}
