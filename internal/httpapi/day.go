package httpapi

import (
	"time"

	"kirana/internal/clock"
	"kirana/internal/fault"
)

// ParseDay parses the day (YYYY-MM-DD) of a query parameter. It returns the beginning in India, as UTC, of the day `later`
// days after it, or the zero time for "". An invalid day is a fault.Invalid with its field.
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
