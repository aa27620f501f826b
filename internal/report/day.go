package report

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"kirana/internal/audit"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/order"
)

// DayClose is a day's cash: expected and counted. Counting freezes the expected sums; later changes of the day's orders
// do not affect them.
type DayClose struct {
	Day string `json:"day" doc:"Day in India Standard Time, as YYYY-MM-DD."`

	DaySums

	ByRiderNow   []RiderAmount  `json:"byRiderNow" doc:"Cash collected by each rider, computed from the current state of the day's orders, for a new count."`
	CounterNow   []DrawerAmount `json:"counterNow" doc:"Cash taken at the counter, computed from the current state of the day's sales, for a new count."`
	Counted      *money.Paise   `json:"counted" doc:"Counted cash in rupees. Null before the count."`
	Difference   *money.Paise   `json:"difference" doc:"Counted less expected cash in rupees. Negative: cash is missing. Null before the count."`
	ChangedSince money.Paise    `json:"changedSince" doc:"Change of the expected cash since the count, in rupees. Negative: less is expected. Caused by orders changed or delivered later."`
	Note         string         `json:"note"`
	ClosedBy     string         `json:"closedBy,omitempty" doc:"Name of the member of staff who counted."`
	ClosedAt     *time.Time     `json:"closedAt" doc:"Time of the count or of its last correction. Null before the count."`
}

// DaySums are the parts of a day's cash.
type DaySums struct {
	Expected  money.Paise      `json:"expected" doc:"Cash taken on that day less cash given back and paid to suppliers, in rupees, at the time of the count."`
	ByRider   []RiderAmount    `json:"byRider" doc:"Cash collected by each rider, on delivery and as khata payments. Cash without a rider is in the row without a name."`
	Counter   []DrawerAmount   `json:"counter" doc:"Cash taken at each device of the counter by each member of staff. Included in expected."`
	GivenBack money.Paise      `json:"givenBack" doc:"Cash given back on that day except at the counter, in rupees."`
	Suppliers money.Paise      `json:"suppliers" doc:"Cash paid to suppliers on that day, in rupees."`
	Khata     money.Adjustment `json:"khata" doc:"Amount of that day's orders put on the khata less khata payments of that day, in rupees. Negative: payments exceed it."`
	Credit    money.Paise      `json:"credit" doc:"Refunds of that day given as credit for the customer's next order, in rupees. They change no cash."`
	RoundOff  money.Adjustment `json:"roundOff" doc:"Round-off included in the cash taken except at the counter, in rupees. Negative: less was taken than the goods cost."`
}

// DrawerAmount is the cash that one person took at one device of the counter.
type DrawerAmount struct {
	Device    string      `db:"device_id" json:"device"`
	Name      string      `db:"name" json:"name" doc:"Name of the device."`
	WhoID     string      `db:"staff_id" json:"whoId" doc:"User ID of the member of staff. Empty in older counts."`
	Who       string      `db:"staff_name" json:"who" doc:"Name of the member of staff."`
	Email     string      `db:"email" json:"email" doc:"Email of the member of staff if others of the same name sold at the counter on that day, else empty."`
	Orders    int         `db:"orders" json:"orders"`
	Cash      money.Paise `db:"cash" json:"cash" doc:"Cash taken less change, in rupees."`
	Change    money.Paise `db:"change" json:"change" doc:"Change handed out in rupees, for sales whose cash given was recorded."`
	GivenBack money.Paise `db:"given_back" json:"givenBack" doc:"Cash given back for returned goods, in rupees."`

	Opening    *money.Paise `db:"-" json:"opening" doc:"Cash in the drawer at the start of the day, in rupees. Null before a count by drawer."`
	Counted    *money.Paise `db:"-" json:"counted" doc:"Cash in the drawer at the end of the day including the opening amount, in rupees. Null before a count by drawer."`
	Difference *money.Paise `db:"-" json:"difference" doc:"Counted less expected cash in rupees. Negative: cash is missing. Null before a count by drawer."`
}

// RiderAmount is the cash collected by one person.
type RiderAmount struct {
	Rider  string      `json:"rider" doc:"Name of the rider, as in the orders. Empty: no name."`
	Amount money.Paise `json:"amount" doc:"Amount in rupees."`
	Orders int         `json:"orders"`

	Counted    *money.Paise `json:"counted" doc:"Cash handed in by this person, in rupees. Null before a count by person."`
	Difference *money.Paise `json:"difference" doc:"Cash handed in less the amount, in rupees. Negative: cash is missing. Cash given back or paid to suppliers is deducted from what the row without a name should hand in. Null before a count by person."`
}

var errNotCounted = fault.InField("counted", "Please enter what was counted.")

// maxDayNote bounds a note on a day's cash, in characters.
const maxDayNote = 500

// Count is the cash counted at the end of a day, in paise.
type Count struct {
	Day     string      // YYYY-MM-DD; "" means today
	Counted money.Paise // total
	ByRider []RiderCount
	Counter []DrawerCount
	Note    string
}

// DrawerCount is the cash counted in one counter drawer, in paise.
type DrawerCount struct {
	Device  string
	WhoID   string      // of the member of staff; "": the one named Who
	Who     string      // name, if WhoID is ""
	Opening money.Paise // cash in the morning
	Counted money.Paise // including Opening
}

// RiderCount is the cash handed in by one person, in paise.
type RiderCount struct {
	Rider   string // "" for cash collected without a name
	Counted money.Paise
}

// Day returns a day's cash; "" means today.
func (s *Service) Day(ctx context.Context, day string) (DayClose, error) {
	begin, err := s.parseDay(day)
	if err != nil {
		return DayClose{}, err
	}
	return s.dayClose(ctx, s.db, begin)
}

// Close stores the counted cash of a day. Closing again corrects it; the activity log keeps the previous count.
func (s *Service) Close(ctx context.Context, userID string, c Count) (DayClose, error) {
	note := strings.TrimSpace(c.Note)
	if len([]rune(note)) > maxDayNote {
		return DayClose{}, fault.InField("note", "A note can have at most %d characters.", maxDayNote)
	}
	begin, err := s.parseDay(c.Day)
	if err != nil {
		return DayClose{}, err
	}
	var after DayClose
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		before, err := s.dayClose(ctx, tx, begin)
		if err != nil {
			return err
		}
		sums, err := sumsOf(ctx, tx, begin)
		if err != nil {
			return err
		}
		for _, count := range c.ByRider {
			sums.count(count)
		}
		for _, count := range c.Counter {
			if err := sums.countDrawer(count); err != nil {
				return err
			}
		}
		stored := sums
		stored.Expected = 0 // stored in its own column: it may be negative, which JSON amounts cannot be
		text, err := json.Marshal(stored)
		if err != nil {
			return err
		}
		now := s.clock.Now()
		if err := saveClose(ctx, tx, closeRow{before.Day, sums.Expected, c.Counted, note, string(text), userID, now}); err != nil {
			return err
		}
		if after, err = s.dayClose(ctx, tx, begin); err != nil {
			return err
		}
		return audit.Write(ctx, tx, now, audit.Entry{What: "day.close", Object: before.Day, Before: before.summary(), After: after.summary()})
	})
	if err != nil && fault.Of(err) == nil {
		err = fmt.Errorf("close a day: %w", err)
	}
	return after, err
}

// parseDay returns the start of a day; "" means today. A future day is refused.
func (s *Service) parseDay(day string) (time.Time, error) {
	today := dayOf(s.clock.Now())
	if day == "" {
		return today, nil
	}
	begin, err := time.ParseInLocation(time.DateOnly, day, clock.India)
	switch {
	case err != nil:
		return begin, fault.InField("day", "The day must be written as 2026-01-31.")
	case begin.After(today):
		return begin, fault.InField("day", "This day has not begun yet.")
	}
	return begin, nil
}

func (s *Service) dayClose(ctx context.Context, q db.Querier, begin time.Time) (DayClose, error) {
	day := DayClose{Day: begin.Format(time.DateOnly)}
	sums, err := sumsOf(ctx, q, begin)
	if err != nil {
		return day, err
	}
	// Clone: decoding the stored sums below would overwrite the slices.
	day.DaySums, day.ByRiderNow, day.CounterNow = sums, slices.Clone(sums.ByRider), slices.Clone(sums.Counter)
	record, err := closeOf(ctx, q, day.Day)
	if errors.Is(err, db.ErrNoRow) {
		return day, nil
	}
	if err != nil {
		return day, fmt.Errorf("read how a day was closed: %w", err)
	}
	if record.Sums != "" {
		if err := json.Unmarshal([]byte(record.Sums), &day.DaySums); err != nil {
			return day, fmt.Errorf("read the sums of a closed day: %w", err)
		}
		day.compare()
	}
	day.Expected, day.ChangedSince = record.Expected, sums.Expected-record.Expected
	difference := record.Counted - record.Expected
	day.Counted, day.Difference, day.Note = &record.Counted, &difference, record.Note
	day.ClosedBy, day.ClosedAt = record.Name, &record.At
	return day, nil
}

// sumsOf returns the current sums of the day that starts at begin.
func sumsOf(ctx context.Context, q db.Querier, begin time.Time) (DaySums, error) {
	sums := DaySums{ByRider: []RiderAmount{}, Counter: []DrawerAmount{}}
	receipts, err := receiptsBetween(ctx, q, begin.UTC(), begin.AddDate(0, 0, 1).UTC())
	if err != nil {
		return sums, fmt.Errorf("read a day's cash: %w", err)
	}
	for _, r := range receipts {
		if r.PaidBy == order.ByKhata {
			sums.Khata += money.Adjustment(r.Amount)
		}
		if r.PaidBy == asCredit {
			sums.Credit += r.Amount
		}
		if r.Method != order.COD || r.PaidBy != order.ByCash {
			continue
		}
		sums.Expected, sums.RoundOff = sums.Expected+r.Amount, sums.RoundOff+r.RoundOff
		if r.Amount < 0 {
			sums.GivenBack -= r.Amount
			continue
		}
		if n := len(sums.ByRider); n > 0 && sums.ByRider[n-1].Rider == r.Rider { // a khata payment taken by the same rider
			sums.ByRider[n-1].Amount += r.Amount
			sums.ByRider[n-1].Orders += r.Orders
			continue
		}
		sums.ByRider = append(sums.ByRider, RiderAmount{Rider: r.Rider, Amount: r.Amount, Orders: r.Orders})
	}
	drawers, err := drawersBetween(ctx, q, begin.UTC(), begin.AddDate(0, 0, 1).UTC())
	if err != nil {
		return sums, fmt.Errorf("read the cash of the counter: %w", err)
	}
	for i, d := range drawers {
		sums.Expected += d.Cash - d.GivenBack
		ofSameName := func(o DrawerAmount) bool { return o.Who == d.Who && o.WhoID != d.WhoID }
		if !slices.ContainsFunc(drawers, ofSameName) {
			drawers[i].Email = ""
		}
	}
	sums.Counter = append(sums.Counter, drawers...)
	if sums.Suppliers, err = paidToSuppliers(ctx, q, begin.UTC(), begin.AddDate(0, 0, 1).UTC()); err != nil {
		return sums, fmt.Errorf("read the cash paid to suppliers: %w", err)
	}
	sums.Expected -= sums.Suppliers
	return sums, nil
}

// count stores the cash handed in by one person.
func (s *DaySums) count(c RiderCount) {
	i := slices.IndexFunc(s.ByRider, func(r RiderAmount) bool { return r.Rider == c.Rider })
	if i < 0 {
		i = len(s.ByRider)
		s.ByRider = append(s.ByRider, RiderAmount{Rider: c.Rider})
	}
	s.ByRider[i].Counted = &c.Counted
}

var (
	errNoDrawer       = fault.InField("counter", "Nobody has sold at this device that day.")
	errSeveralDrawers = fault.InField("counter", "Several people of this name sold at this device. Please say whose drawer it is.")
)

// countDrawer stores the cash counted in one drawer.
func (s *DaySums) countDrawer(c DrawerCount) error {
	counted := func(d DrawerAmount) bool {
		return d.Device == c.Device && (d.WhoID == c.WhoID || (c.WhoID == "" && d.Who == c.Who))
	}
	i := slices.IndexFunc(s.Counter, counted)
	switch {
	case i < 0:
		return errNoDrawer
	case slices.ContainsFunc(s.Counter[i+1:], counted):
		return errSeveralDrawers
	}
	s.Counter[i].Opening, s.Counter[i].Counted = &c.Opening, &c.Counted
	return nil
}

// person returns the name of the member of staff, with the email if others have the same name.
func (d DrawerAmount) person() string {
	if d.Email == "" {
		return d.Who
	}
	return fmt.Sprintf("%s (%s)", d.Who, d.Email)
}

// compare sets the differences between counted and expected cash, by rider and by drawer.
func (s *DaySums) compare() {
	for i, r := range s.ByRider {
		if r.Counted == nil {
			continue
		}
		difference := *r.Counted - r.Amount
		if r.Rider == "" {
			difference += s.GivenBack + s.Suppliers
		}
		s.ByRider[i].Difference = &difference
	}
	for i, d := range s.Counter {
		if d.Counted == nil || d.Opening == nil {
			continue
		}
		difference := *d.Counted - *d.Opening - d.Cash + d.GivenBack
		s.Counter[i].Difference = &difference
	}
}

// summary formats the close for the activity log.
func (d DayClose) summary() string {
	if d.Counted == nil {
		return ""
	}
	texts := []language.Phrase{language.NewPhrase("%s counted, %s expected", *d.Counted, d.Expected)}
	for _, r := range d.ByRider {
		if r.Counted != nil && r.Rider != "" {
			texts = append(texts, language.NewPhrase("%s %s of %s", r.Rider, *r.Counted, r.Amount))
		}
	}
	for _, drawer := range d.Counter {
		if drawer.Counted != nil {
			texts = append(texts, language.NewPhrase("%s at %s %s, %s of it in the morning", drawer.person(), drawer.Name, *drawer.Counted, *drawer.Opening))
		}
	}
	text := language.Join("; ", texts...)
	if d.Note != "" {
		text = language.NewPhrase("%s: %s", text, d.Note)
	}
	return string(text.Store())
}

// closeRow is a row of day_closes.
type closeRow struct {
	Day      string      `db:"day"`
	Expected money.Paise `db:"expected"`
	Counted  money.Paise `db:"counted"`
	Note     string      `db:"note"`
	Sums     string      `db:"sums"` // JSON of DaySums; "" in older rows
	UserID   string      `db:"user_id"`
	At       time.Time   `db:"created_at"`
}

func saveClose(ctx context.Context, tx *db.Tx, row closeRow) error {
	return db.Insert(ctx, tx, `
		INSERT INTO day_closes (day, expected, counted, note, sums, user_id, created_at)
		VALUES (:day, :expected, :counted, :note, :sums, :user_id, :created_at)
		ON CONFLICT (day) DO UPDATE SET expected = excluded.expected, counted = excluded.counted, note = excluded.note, sums = excluded.sums,
			user_id = excluded.user_id, created_at = excluded.created_at`, row)
}

// closed is a stored close with the name of the person who counted.
type closed struct {
	closeRow

	Name string `db:"name"`
}

func closeOf(ctx context.Context, q db.Querier, day string) (closed, error) {
	return db.Get[closed](ctx, q, `
		SELECT d.day, d.expected, d.counted, d.note, d.sums, d.user_id, d.created_at, u.name
		FROM day_closes d
		JOIN users u ON u.id = d.user_id
		WHERE d.day = $1`, day)
}
