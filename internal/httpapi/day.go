package httpapi

import (
	"errors"
	"time"

	"kirana/internal/clock"
	"kirana/internal/fault"
)

// ParseDay parses the day (YYYY-MM-DD) of a query parameter and adds `later` days. It returns the beginning of that day in
// India, as UTC, or the zero time for "". An invalid day is a fault.Invalid with its field.
func ParseDay(field, text string, later int) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	at, err := time.ParseInLocation(time.DateOnly, text, clock.India)
	if err != nil {
		return time.Time{}, fault.InField(field, "This must be a day as YYYY-MM-DD.")
	}
	return at.AddDate(0, 0, later).UTC(), nil
}

// ParseTime parses a time as RFC 3339. It refuses a year that does not have four digits in UTC: JSON cannot encode such a time,
// so storing one would break every list that contains it.
func ParseTime(text string) (time.Time, error) {
	at, err := time.Parse(time.RFC3339, text)
	if year := at.UTC().Year(); err == nil && (year < 0 || year > maxYear) {
		err = errYear
	}
	return at, err
}

// maxYear is the last year of four digits.
const maxYear = 9999

var errYear = errors.New("the year has not four digits")
