package csvimport

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"kirana/internal/unicodetext"
)

const dayLayout = "2 January 2006"

// dateLayouts are common date formats after dots and slashes became dashes. The day is before the month.
var dateLayouts = []string{
	"2006-1-2", "2-1-2006", "2-1-06", "2-Jan-2006", "2-Jan-06", "2-January-2006", "2-January-06", "Jan-2-2006", "January-2-2006", "20060102", "02012006",
}

// monthLayouts are common formats of a month with its year.
var monthLayouts = []string{"Jan-2006", "January-2006", "Jan-06", "January-06", "1-2006", "2006-1"}

var (
	dateSigns  = regexp.MustCompile(`[\s./,'’]+`)
	dateWords  = regexp.MustCompile(`(?i)^(?:exp(?:iry|\.)?(?: date)?|use by|best before|bb)[\s:-]+`)
	dateTime   = regexp.MustCompile(`(?i)(?:T|\s)\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s*[AP]M)?(?:Z|[+-]\d{2}:?\d{2})?$`)
	ordinal    = regexp.MustCompile(`(?i)\b(\d{1,2})(?:st|nd|rd|th)\b`)
	monthFirst = regexp.MustCompile(`^(\d{1,2})-(\d{1,2})-(\d{4}|\d{2})$`)
)

// serialDate matches a spreadsheet's day number from 2013 to 2036. The range excludes dates written without separators,
// such as 51126 for 5 November 2026.
var serialDate = regexp.MustCompile(`^(4(?:1[3-9]|[2-9]\d)\d\d)(?:\.\d+)?$`)

// serialEpoch is day 0 of spreadsheet day numbers.
var serialEpoch = time.Date(1899, time.December, 30, 0, 0, 0, 0, time.UTC)

// daysTo1904 is the day number of 1 January 1904.
const daysTo1904 = 1462

// from1904 converts a day number since 1904 to one since serialEpoch; other texts are unchanged.
func from1904(cell string) string {
	days, err := strconv.ParseFloat(strings.TrimSpace(cell), 64)
	if err != nil || !(days >= 10_000 && days < 100_000) {
		return cell
	}
	return strconv.FormatFloat(days+daysTo1904, 'f', -1, 64)
}

// parseDate parses a cell as a date; hasDay is false for a month without a day.
func parseDate(cell string) (at time.Time, hasDay, ok bool) {
	text := dateWords.ReplaceAllString(strings.TrimSpace(unicodetext.Digits(line(cell))), "")
	if !ascii([]byte(text)) {
		text = hindiMonths.Replace(text)
	}
	text = ordinal.ReplaceAllString(dateTime.ReplaceAllString(text, ""), "$1")
	if found := serialDate.FindStringSubmatch(text); found != nil {
		days, _ := strconv.Atoi(found[1])
		return serialEpoch.AddDate(0, 0, days), true, true
	}
	text = strings.Trim(dateSigns.ReplaceAllString(text, "-"), "-")
	if strings.Contains(strings.ToLower(text), "sept-") {
		text = strings.Replace(strings.ToLower(text), "sept-", "sep-", 1)
	}
	if len(text) < 4 || len(text) > 20 {
		return at, false, false
	}
	for _, layout := range dateLayouts {
		if at, err := time.Parse(layout, text); err == nil {
			return at, true, true
		}
	}
	// 11/25/2026 has the month first.
	if found := monthFirst.FindStringSubmatch(text); found != nil {
		return parseDate(found[2] + "-" + monthName(found[1]) + "-" + found[3])
	}
	for _, layout := range monthLayouts {
		if at, err := time.Parse(layout, text); err == nil {
			return at, false, true
		}
	}
	return at, false, false
}

func monthName(number string) string {
	n, _ := strconv.Atoi(number)
	if n < 1 || n > 12 {
		return "none"
	}
	return time.Month(n).String()
}

// dateText formats a date as "5 November 2026", a month as "November 2026"; any other text is unchanged.
func dateText(cell string) string {
	at, hasDay, ok := parseDate(cell)
	switch {
	case ok && hasDay:
		return at.Format(dayLayout)
	case ok:
		return at.Format("January 2006")
	}
	return cell
}

// SameDate reports whether two texts are the same date.
func SameDate(a, b string) bool {
	first, hasDayA, isDate := parseDate(a)
	second, hasDayB, isToo := parseDate(b)
	return isDate && isToo && hasDayA == hasDayB && first.Equal(second)
}

// ambiguousDate reports whether day and month of a cell can be swapped.
func ambiguousDate(cell string) bool { return dateOrder(cell) == EitherOrder }

// dateOrder returns the order of day and month in a date of numbers.
func dateOrder(cell string) DateOrder {
	found := monthFirst.FindStringSubmatch(dateSigns.ReplaceAllString(dateTime.ReplaceAllString(strings.TrimSpace(unicodetext.Digits(cell)), ""), "-"))
	if found == nil || found[1] == found[2] {
		return ""
	}
	first, _ := strconv.Atoi(found[1])
	second, _ := strconv.Atoi(found[2])
	switch {
	case first > 12:
		return DayFirst
	case second > 12:
		return MonthFirst
	}
	return EitherOrder
}

// sizeAsDate matches a size such as "1-2" or "1/2" that a spreadsheet converted to a date.
var sizeAsDate = regexp.MustCompile(`(?i)^(?:\d{1,2}[ -](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[ -](?:\d{1,2}|\d{4}))(?:[ -]\d{2,4})?$`)

// isSizeAsDate reports whether a spreadsheet converted a size to a date.
func isSizeAsDate(text string) bool {
	if !strings.ContainsFunc(text, unicode.IsDigit) {
		return false
	}
	_, hasDay, ok := parseDate(text)
	return sizeAsDate.MatchString(text) || ok && hasDay && strings.Trim(text, "0123456789.") != ""
}

// dateRange matches the separator of two dates in one cell: "20 Oct 2030 - 25 Oct 2030", "2030-10-20/2030-10-25".
var dateRange = regexp.MustCompile(`\s+(?:to|till|until|से|-)\s+|\s*[–—~/]\s*`)

// saleDates returns the first and last day of a sale price, splitting a cell that holds both.
func (r *Reader) saleDates(get func(Field) string) map[Field]string {
	from, to := saleCell(get(SaleFrom)), saleCell(get(SaleTo))
	if both := from + to; from == "" || to == "" {
		for _, between := range dateRange.FindAllStringIndex(both, -1) {
			first, last := both[:between[0]], both[between[1]:]
			_, _, isDate := parseDate(first)
			if _, _, isToo := parseDate(last); isDate && isToo {
				return map[Field]string{SaleFrom: first, SaleTo: last}
			}
		}
	}
	if _, hasDay, isDate := parseDate(from); to == "" && isDate && !hasDay && r.isPeriod(SaleFrom) {
		to = from // the whole month
	}
	return map[Field]string{SaleFrom: from, SaleTo: to}
}

// saleCell returns the text of a sale date. It keeps a spreadsheet error, which saleIsOn reports as an unreadable date.
func saleCell(cell string) string {
	if isFailed(cell) {
		return cell
	}
	return strings.TrimSuffix(value(cell), " तक")
}

// isPeriod reports whether the field's column is called a period: "Offer period", "Sale dates".
func (r *Reader) isPeriod(f Field) bool {
	i, ok := r.columns.at[f]
	return ok && (strings.HasSuffix(r.columns.plain[i], "period") || strings.HasSuffix(r.columns.plain[i], "dates"))
}

// shortYear matches a month with a number that may be its year or a day: "Oct 20".
var shortYear = regexp.MustCompile(`^\pL+[\s.-]+\d{1,2}$`)

// saleDay is the first or last day of a sale price.
type saleDay struct {
	at           time.Time
	column, cell string
	given, read  bool
}

func (r *Reader) saleDay(f Field, cell string) saleDay {
	day := saleDay{column: cmp.Or(r.columnOf(f), r.columnOf(SaleFrom), r.columnOf(SaleTo)), cell: cell, given: strings.Trim(cell, "0-: ") != ""}
	if !day.given {
		return day
	}
	var hasDay bool
	day.at, hasDay, day.read = parseDate(cell)
	day.read = day.read && !shortYear.MatchString(cell)
	if f == SaleTo && !hasDay {
		day.at = day.at.AddDate(0, 1, -1) // to the last day of the month
	}
	return day
}

// saleIsOn reports whether a sale price applies today. It adds a note if the price does not apply yet, has ended or will
// end, or if a date cannot be read or could be read in two ways.
func (r *Reader) saleIsOn(row *Row, get func(Field) string) bool {
	if r.today.IsZero() {
		return true
	}
	dates := r.saleDates(get)
	from, to := r.saleDay(SaleFrom, dates[SaleFrom]), r.saleDay(SaleTo, dates[SaleTo])
	on := true
	for _, day := range []saleDay{from, to} {
		if day.given && !day.read {
			row.remark(NoteSaleDateUnread, day.column, day.cell)
			on = false
		}
	}
	switch {
	case from.read && to.read && to.at.Before(from.at):
		row.remark(NoteSaleReversed, to.column, to.at.Format(dayLayout))
		return false
	case from.read && from.at.After(r.today):
		row.remark(NoteSaleLater, from.column, from.at.Format(dayLayout))
		return false
	case to.read && to.at.Before(r.today):
		row.remark(NoteSaleOver, to.column, to.at.Format(dayLayout))
		return false
	case !on:
		return false
	}
	if from.read && ambiguousDate(from.cell) && swapped(from.at).After(r.today) {
		row.remark(NoteDateGuessed, from.column, from.cell)
	}
	if to.read {
		row.remark(NoteSaleEnds, to.column, to.at.Format(dayLayout))
	}
	return true
}

// swapped returns a date with day and month exchanged.
func swapped(at time.Time) time.Time {
	return time.Date(at.Year(), time.Month(at.Day()), int(at.Month()), 0, 0, 0, 0, time.UTC)
}

// hindiMonths replaces Hindi and Marathi month names by English ones.
var hindiMonths = strings.NewReplacer(
	"जनवरी", "January", "जानेवारी", "January", "फरवरी", "February", "फ\u093cरवरी", "February", "फेब्रुवारी", "February", "मार्च", "March", "अप्रैल", "April", "एप्रिल", "April", "मई", "May", "मे", "May",
	"जून", "June", "जुलाई", "July", "जुलै", "July", "अगस्त", "August", "ऑगस्ट", "August", "सितंबर", "September", "सितम्बर", "September", "सप्टेंबर", "September",
	"अक्टूबर", "October", "अक्तूबर", "October", "ऑक्टोबर", "October", "नवंबर", "November", "नवम्बर", "November", "नोव्हेंबर", "November", "दिसंबर", "December", "दिसम्बर", "December", "डिसेंबर", "December",
)
