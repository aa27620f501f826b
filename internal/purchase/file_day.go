package purchase

import (
	"regexp"
	"strings"
	"time"

	"kirana/internal/catalog/importer/csvimport"
	"kirana/internal/language"
)

// maxShelfLife is the number of years after which a best-before day is doubtful.
const maxShelfLife = 10

// dayColumn describes the order of day and month in the dates of a column.
type dayColumn struct {
	dayFirst, monthFirst bool // the column has dates that are valid in this order only
	exchanged            bool // a spreadsheet may have exchanged day and month of the dates that are valid in both orders
}

// namedDay matches a date of a workbook as it is read: "5 June 2027".
var namedDay = regexp.MustCompile(`^(\d{1,2}) [A-Z][a-z]+ \d{4}$`)

// dayColumn finds the order of day and month in the column of best-before days.
func (r lineReader) dayColumn() (days dayColumn) {
	isNamed := false // the spreadsheet has stored a text of the column as a date
	isLate := false  // such a date is after the 12th of its month
	for _, row := range r.table.Rows {
		cell := r.get(row, fieldBestBefore)
		day, order := r.table.Day(cell)
		switch {
		case order == csvimport.DayFirst:
			days.dayFirst = true
		case order == csvimport.MonthFirst:
			days.monthFirst = true
		case day != "" && namedDay.MatchString(cell):
			isNamed = true
			isLate = isLate || day[len("2006-01-"):] > "12"
		}
	}
	days.exchanged = isNamed && !isLate && days.dayFirst
	return days
}

// readDay sets the best-before day.
func (r lineReader) readDay(l *FileLine, cell string) {
	if strings.Trim(cell, "0-/.: ") == "" {
		return
	}
	day, order := r.table.Day(cell)
	if day == "" {
		l.note("The best-before day %s cannot be read, so it was left out.", quoted(cell))
		return
	}
	switch l.BestBefore = day; {
	case order == csvimport.EitherOrder && r.days.monthFirst && !r.days.dayFirst:
		l.BestBefore = day[:len("2006-")] + day[len("2006-01-"):] + "-" + day[len("2006-"):len("2006-01")]
		l.note("The best-before day %s was read as %s: other days of the column have the month first.", quoted(cell), writtenDay(l.BestBefore))
	case order == csvimport.EitherOrder && (r.days.monthFirst || !r.days.dayFirst):
		l.note("The best-before day %s was read as %s, with the day first: please check it.", quoted(cell), writtenDay(day))
	case r.days.exchanged && namedDay.MatchString(cell):
		l.note("The spreadsheet may have exchanged day and month of the best-before day %s: please check it.", writtenDay(day))
	}
	switch today, _ := time.Parse(time.DateOnly, r.today); {
	case l.BestBefore < r.today:
		l.note("The best-before day %s has passed.", writtenDay(l.BestBefore))
	case l.BestBefore > today.AddDate(maxShelfLife, 0, 0).Format(time.DateOnly):
		l.note("The best-before day %s is more than %d years away: please check it.", writtenDay(l.BestBefore), maxShelfLife)
	}
}

// writtenDay returns a day with the month's name and the year.
func writtenDay(day string) language.Phrase {
	at, _ := time.Parse(time.DateOnly, day)
	return language.NewPhrase("%s %d", language.DayOfYear(at), at.Year())
}
