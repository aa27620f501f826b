package language

import (
	"fmt"
	"strconv"
	"time"
)

// Hour returns a time of day: "7 am", "7:30 pm".
func Hour(at time.Time) Phrase {
	clock := at.Format("3")
	if at.Minute() != 0 {
		clock = at.Format("3:04")
	}
	return Phrase{Format: "%s " + at.Format("pm"), Args: []any{clock}, Case: strconv.Itoa(at.Hour())}
}

// Minute returns a time of day with its minutes: "7:00 am".
func Minute(at time.Time) Phrase {
	return Phrase{Format: "%s " + at.Format("pm"), Args: []any{at.Format("3:04")}, Case: strconv.Itoa(at.Hour())}
}

// RelativeTime returns a time that is `days` days from today on the shop's clock: "at 7 am", "tomorrow at 7:30 am",
// "Sunday at 8 am", "on 25 December at 8 am".
func RelativeTime(at time.Time, days int) Phrase {
	const daysOfWeek = 7
	switch {
	case days == 0:
		return Phrase{Format: "at %s", Args: []any{Hour(at)}}
	case days == 1:
		return Phrase{Format: "tomorrow at %s", Args: []any{Hour(at)}}
	case days < daysOfWeek:
		return Phrase{Format: "%s at %s", Args: []any{Word(at.Weekday().String()), Hour(at)}}
	}
	return Phrase{Format: "on %s at %s", Args: []any{DayOfYear(at), Hour(at)}}
}

// DayOfYear returns a day without its year: "25 December".
func DayOfYear(at time.Time) Phrase {
	return Phrase{Format: "%d %s", Args: []any{at.Day(), Word(at.Month().String())}}
}

// Month returns a month with its year: "October 2026".
func Month(at time.Time) Phrase {
	return Phrase{Format: "%s %d", Args: []any{Word(at.Month().String()), at.Year()}}
}

// Wait returns a duration in seconds, minutes or hours, rounded up, so that a retry after it is not too early.
func Wait(wait time.Duration) Phrase {
	unit, name := time.Second, "second"
	switch {
	case wait >= 2*time.Hour:
		unit, name = time.Hour, "hour"
	case wait >= time.Minute:
		unit, name = time.Minute, "minute"
	}
	n := max(1, int((wait+unit-1)/unit))
	if n == 1 {
		return Word("1 " + name)
	}
	return Phrase{Format: fmt.Sprintf("%%d %ss", name), Args: []any{n}}
}
