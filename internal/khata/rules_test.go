package khata

import (
	"testing"
	"time"

	"kirana/internal/fault"
	"kirana/internal/money"
)

func TestOldestOpen_paymentsSettleTheOldestFirst(t *testing.T) {
	t.Parallel()
	day := func(n int) time.Time { return time.Date(2026, 11, n, 6, 0, 0, 0, time.UTC) }
	for name, c := range map[string]struct {
		entries []Entry
		since   int // day of November; 0: nothing is owed
		open    money.Paise
	}{
		"nothing":                      {nil, 0, 0},
		"one sale":                     {[]Entry{{At: day(2), Amount: 450}}, 2, 450},
		"paid":                         {[]Entry{{At: day(2), Amount: 450}, {At: day(3), Amount: -450}}, 0, 0},
		"paid in part":                 {[]Entry{{At: day(2), Amount: 450}, {At: day(8), Amount: 100}, {At: day(9), Amount: -449}}, 2, 1},
		"the next is open":             {[]Entry{{At: day(2), Amount: 450}, {At: day(8), Amount: 1427}, {At: day(9), Amount: -49}, {At: day(14), Amount: -1000}}, 8, 828},
		"two of the same day":          {[]Entry{{At: day(2), Amount: 100}, {At: day(2), Amount: 50}, {At: day(3), Amount: 7}}, 2, 150},
		"paid in advance":              {[]Entry{{At: day(1), Amount: -500}, {At: day(2), Amount: 450}}, 0, 0},
		"more than paid in advance":    {[]Entry{{At: day(1), Amount: -500}, {At: day(2), Amount: 450}, {At: day(5), Amount: 100}}, 5, 50},
		"a payment before its sale":    {[]Entry{{At: day(2), Amount: 100}, {At: day(3), Amount: -150}, {At: day(4), Amount: 70}}, 4, 20},
		"a correction lowers, too":     {[]Entry{{At: day(2), Amount: 100}, {At: day(3), Amount: 70}, {At: day(4), Amount: -100}}, 3, 70},
		"entries on two days in India": {[]Entry{{At: time.Date(2026, 11, 2, 18, 29, 0, 0, time.UTC), Amount: 1}, {At: time.Date(2026, 11, 2, 18, 31, 0, 0, time.UTC), Amount: 5}}, 2, 1},
	} {
		since, open := oldestOpen(c.entries)
		if got := since; (got == nil) != (c.since == 0) || got != nil && got.Day() != c.since || open != c.open {
			t.Errorf("%s: %v open since %v, want %v since %d", name, open, got, c.open, c.since)
		}
	}
}

func TestAgeOf_countsDaysInIndia(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 20, 0, 0, 0, time.UTC) // 01:30 on the 22nd in India
	for day, want := range map[string]Age{
		"2026-11-22T00:00:00+05:30": AgeNew, "2026-10-23T00:00:00+05:30": AgeNew, "2026-10-22T23:59:59+05:30": AgeMid,
		"2026-09-23T00:00:00+05:30": AgeMid, "2026-09-22T23:59:59+05:30": AgeOld,
	} {
		since, err := time.Parse(time.RFC3339, day)
		if err != nil {
			t.Fatal(err)
		}
		if got := ageOf(&since, now); got != want {
			t.Errorf("since %s it is %s, want %s", day, got, want)
		}
	}
	if got := ageOf(nil, now); got != "" {
		t.Errorf("ageOf(nil, now) = %q, want none", got)
	}
}

func TestRefuseOver_offersTheSplitFirst(t *testing.T) {
	t.Parallel()
	for want, c := range map[string][3]int64{
		"Take ₹523 now, ₹180 on the khata. Mahesh owes ₹4,820 of ₹5,000.": {4820, 5000, 703},
		"Take ₹703 now. Mahesh owes ₹5,000 of ₹5,000.":                    {5000, 5000, 703},
		"Take ₹703 now. Mahesh owes ₹6,000 of ₹5,000.":                    {6000, 5000, 703},
		"Take ₹3 now, ₹700 on the khata. Mahesh owes ₹0 of ₹500.":         {-200, 500, 703},
		"Take ₹703 now. Mahesh owes ₹0 of ₹0.":                            {0, 0, 703},
	} {
		err := fault.Of(refuseOver("Mahesh", money.Rupees(c[0]), money.Rupees(c[1]), money.Rupees(c[2])))
		split, _ := err.Data.(LimitSplit)
		if err.Message != want || err.Code != "khata_limit" || split.Now+split.OnKhata != money.Rupees(c[2]) {
			t.Errorf("the refusal is %q, split %+v, want %q", err.Message, split, want)
		}
	}
}
