package bill

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"kirana/internal/db"
	"kirana/internal/fault"
)

// Slot is a number in the series of a counter device, which assigns its numbers itself. The zero Slot belongs to no
// device.
type Slot struct {
	Prefix string `db:"prefix"`
	Year   string `db:"year"`   // April to March: "26-27"
	Serial int64  `db:"serial"` // 0: the next one
}

// String returns the number as it is printed: "C1/2627/0087".
func (s Slot) String() string {
	return fmt.Sprintf("%s/%s/%04d", s.Prefix, strings.ReplaceAll(s.Year, "-", ""), s.Serial)
}

// IsCreditNote reports whether the number belongs to a credit note.
func (s Slot) IsCreditNote() bool { return strings.HasSuffix(s.Prefix, "C") }

var slotPattern = regexp.MustCompile(`^(C[0-9]{1,2}C?)/([0-9]{2})([0-9]{2})/([0-9]{4,6})$`)

// ParseSlot parses the format of String.
func ParseSlot(number string) (Slot, bool) {
	parts := slotPattern.FindStringSubmatch(number)
	if parts == nil {
		return Slot{}, false
	}
	serial, err := strconv.ParseInt(parts[4], 10, 64)
	s := Slot{parts[1], parts[2] + "-" + parts[3], serial}
	return s, err == nil && serial > 0 && s.String() == number
}

// NextNumber is the data of a refused number: the next number of the device's series.
type NextNumber struct {
	Next string `json:"next"`
}

// refuse returns the refusal of a number, with the next valid number as its data.
func (s Slot) refuse(refusal *fault.Error, next int64) error {
	s.Serial = next
	refusal.Data = NextNumber{s.String()}
	return refusal
}

// Claim takes a number of a device's series for a document of the same transaction; with Serial 0, the next number. A
// number after the next (number_gap) or a taken one (number_taken) fails with fault.Conflict with NextNumber. A number declared
// lost in an open month can be claimed.
func Claim(ctx context.Context, tx *db.Tx, s Slot) (Slot, error) {
	if err := beginSeries(ctx, tx, s.Prefix, s.Year, 1); err != nil {
		return s, err
	}
	next, err := db.Get[int64](ctx, tx, `SELECT next FROM bill_series WHERE prefix = $1 AND year = $2`+tx.ForUpdate(), s.Prefix, s.Year)
	if err != nil {
		return s, err
	}
	switch {
	case s.Serial == 0:
		s.Serial = next
	case s.Serial > next:
		return s, s.refuse(fault.New(fault.Conflict, "number_gap", "%s is not the next number: the bills before it have to be sent first.", s), next)
	case s.Serial < next:
		return s, takeLost(ctx, tx, s, next)
	}
	return s, db.Exec(ctx, tx, `UPDATE bill_series SET next = $3 WHERE prefix = $1 AND year = $2`, s.Prefix, s.Year, s.Serial+1)
}

// Lock keeps open months open until the transaction ends: closing a month locks every series.
func (s Slot) Lock(ctx context.Context, tx *db.Tx) error {
	return db.Exec(ctx, tx, `UPDATE bill_series SET next = next WHERE prefix = $1 AND year = $2`, s.Prefix, s.Year)
}

// DeclareLost claims a number whose bill will not arrive. The number counts as canceled; until its month is closed,
// Claim can still take it.
func DeclareLost(ctx context.Context, tx *db.Tx, s Slot, at time.Time) error {
	if _, err := Claim(ctx, tx, s); err != nil {
		return err
	}
	return db.Exec(ctx, tx, `INSERT INTO counter_lost_numbers (prefix, year, serial, declared_at) VALUES ($1, $2, $3, $4)`, s.Prefix, s.Year, s.Serial, at)
}

// lostInOpenMonth is SQL that finds a lost number that can be claimed. A number declared lost in a closed month stays
// canceled.
const lostInOpenMonth = `
	FROM counter_lost_numbers
	WHERE prefix = $1 AND year = $2 AND serial = $3 AND NOT EXISTS (SELECT 1 FROM closed_months WHERE begins <= declared_at AND ends > declared_at)`

// IsLost reports whether a number was declared lost and can be claimed.
func IsLost(ctx context.Context, q db.Querier, s Slot) (bool, error) {
	return db.Get[bool](ctx, q, `SELECT EXISTS (SELECT 1`+lostInOpenMonth+`)`, s.Prefix, s.Year, s.Serial)
}

// takeLost takes a lost number, or refuses it as taken.
func takeLost(ctx context.Context, tx *db.Tx, s Slot, next int64) error {
	lost, err := db.ExecRows(ctx, tx, `DELETE`+lostInOpenMonth, s.Prefix, s.Year, s.Serial)
	if err != nil || lost == 1 {
		return err
	}
	return s.refuse(fault.New(fault.Conflict, "number_taken", "%s is the number of another bill, or it was canceled in a month that is closed.", s), next)
}

// NextOf returns the next number of a device's series; 1 for a series that does not exist yet.
func NextOf(ctx context.Context, q db.Querier, prefix, year string) (int64, error) {
	next, err := db.Get[int64](ctx, q, `SELECT next FROM bill_series WHERE prefix = $1 AND year = $2`, prefix, year)
	if errors.Is(err, db.ErrNoRow) {
		return 1, nil
	}
	return next, err
}

// NextByPrefix returns the next numbers of a year's existing series, by prefix.
func NextByPrefix(ctx context.Context, q db.Querier, year string) (map[string]int64, error) {
	series, err := db.All[struct {
		Prefix string `db:"prefix"`
		Next   int64  `db:"next"`
	}](ctx, q, `SELECT prefix, next FROM bill_series WHERE year = $1`, year)
	next := make(map[string]int64, len(series))
	for _, s := range series {
		next[s.Prefix] = s.Next
	}
	return next, err
}

// insertAt stores a document under a claimed number.
func insertAt(ctx context.Context, tx *db.Tx, b Bill, s Slot) (Bill, error) {
	b.Number, b.Prefix, b.Year, b.Serial = s.String(), s.Prefix, s.Year, s.Serial
	b.PathNumber = strings.ReplaceAll(b.Number, "/", "-")
	return b, db.Insert(ctx, tx, `
		INSERT INTO bills (`+columns+`)
		VALUES (:`+strings.ReplaceAll(strings.Join(strings.Fields(columns), " "), ", ", ", :")+`)`, b)
}
