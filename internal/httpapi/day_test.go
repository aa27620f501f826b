package httpapi_test

import (
	"testing"
	"time"

	"kirana/internal/fault"
	"kirana/internal/httpapi"
)

func TestParseDay_returnsMidnightInIndia(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]time.Time{
		"":           {},
		"2026-11-22": time.Date(2026, time.November, 22, 18, 30, 0, 0, time.UTC),
		"2026-12-31": time.Date(2026, time.December, 31, 18, 30, 0, 0, time.UTC),
	} {
		if at, err := httpapi.ParseDay("to", text, 1); err != nil || !at.Equal(want) {
			t.Errorf("a day after %q begins %v, %v, want %v", text, at, err, want)
		}
	}
	for _, text := range []string{"22-11-2026", "2026-02-30", "today", "2026-11-22T10:00:00Z"} {
		_, err := httpapi.ParseDay("to", text, 0)
		if refusal := fault.Of(err); refusal == nil || refusal.Fields[0].Field != "to" {
			t.Errorf("parse the day %q: %v, want the field to refused", text, err)
		}
	}
}

func TestParseTime_refusesYearsThatJSONCannotEncode(t *testing.T) {
	t.Parallel()
	for text, valid := range map[string]bool{
		"2027-03-31T18:30:00Z": true, "2027-03-31T18:30:00.5+05:30": true, "9999-12-31T23:59:59Z": true, "0000-01-01T00:00:00Z": true,
		"9999-12-31T23:59:59-05:30": false, "0000-01-01T00:00:00+05:30": false, "10000-01-01T00:00:00Z": false, "2027-03-31": false,
	} {
		at, err := httpapi.ParseTime(text)
		if (err == nil) != valid {
			t.Errorf("parse the time %s: %v, %v, want it valid: %t", text, at, err, valid)
		}
		if _, failure := at.UTC().MarshalJSON(); valid && failure != nil {
			t.Errorf("encode the time %s: %v", text, failure)
		}
	}
}
