package books

import (
	"context"
	"fmt"
	"time"

	"kirana/internal/audit"
	"kirana/internal/bill"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/language"
)

// ClosedMonth records the closing of a month of the books: its documents are final.
type ClosedMonth struct {
	Month string    `db:"month" json:"month" doc:"Month as YYYY-MM."`
	At    time.Time `db:"closed_at" json:"at"`
	By    string    `db:"name" json:"by" doc:"Name of the owner who closed the month, or Deleted account if the account was deleted."`
}

// SchemaName returns the name in the API document.
func (ClosedMonth) SchemaName() string { return "BooksClosing" }

const monthLayout = "2006-01"

// ParseMonth returns the days of a month given as YYYY-MM. Another text fails with fault.Invalid.
func ParseMonth(month string) (Days, error) {
	from, err := time.ParseInLocation(monthLayout, month, clock.India)
	if err != nil {
		return Days{}, fault.InField("month", "This must be a month as YYYY-MM.")
	}
	return Days{From: from.UTC(), To: from.AddDate(0, 1, 0).UTC()}, nil
}

// Close closes a month permanently. It returns fault.Conflict while the month has not ended, bills wait, sums differ, or
// numbers are missing in a series. If the month is already closed, Close returns its closing.
func (s *Service) Close(ctx context.Context, userID, month string) (ClosedMonth, error) {
	days, err := ParseMonth(month)
	if err != nil {
		return ClosedMonth{}, err
	}
	now := s.clock.Now()
	var closing ClosedMonth
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		if err := bill.LockSeries(ctx, tx); err != nil {
			return err
		}
		if err := bill.LockMonths(ctx, tx); err != nil {
			return err
		}
		list, err := closings(ctx, tx, days)
		if err != nil || len(list) > 0 {
			closing = firstOrZero(list)
			return err
		}
		state, err := computeState(ctx, tx, days, now)
		if err != nil {
			return err
		}
		if why := state.keepsOpen(days, now); why != nil {
			return why
		}
		if err := insertClosing(ctx, tx, ClosedMonth{Month: month, At: now, By: userID}, days); err != nil {
			return err
		}
		if list, err = closings(ctx, tx, days); err != nil {
			return err
		}
		closing = firstOrZero(list)
		total := state.sums.sales.WithTax + state.sums.notes.WithTax
		return audit.Write(ctx, tx, now, audit.Entry{What: "books.close", Object: string(language.Month(days.From.In(clock.India)).Store()), After: total.String()})
	})
	if err != nil {
		return ClosedMonth{}, fmt.Errorf("close a month: %w", err)
	}
	return closing, nil
}

func firstOrZero(list []ClosedMonth) (c ClosedMonth) {
	if len(list) > 0 {
		c = list[0]
	}
	return c
}

// state holds the figures of a range of days, and the obstacles to closing it.
type state struct {
	*sums

	waiting WaitingBills
	missing int
}

// computeState computes the figures of a range of days as of a time, and the obstacles to closing it.
func computeState(ctx context.Context, q db.Querier, days Days, at time.Time) (state, error) {
	s := state{sums: newSums()}
	err := each(ctx, q, days, at, s.add)
	if err != nil {
		return state{}, err
	}
	lost, err := lostNumbers(ctx, q, days)
	if err != nil {
		return state{}, err
	}
	for _, slot := range lost {
		s.addLost(slot)
	}
	if s.waiting, err = waiting(ctx, q, days.To); err != nil {
		return state{}, err
	}
	s.missing, err = missing(ctx, q, s.numberRanges())
	return s, err
}

// keepsOpen returns why a month cannot be closed, or nil.
func (s state) keepsOpen(days Days, now time.Time) *fault.Error {
	month := language.Word(days.From.In(clock.India).Month().String())
	check := s.check()
	switch {
	case now.Before(days.To):
		return fault.New(fault.Conflict, "month_not_over", "%s is not over. It can be closed from %s on.", month, language.DayOfYear(days.To.In(clock.India)))
	case s.waiting.Count == 1:
		return fault.New(fault.Conflict, "bills_wait", "1 bill waits for a rate. Give the rate first, then close.")
	case s.waiting.Count > 1:
		return fault.New(fault.Conflict, "bills_wait", "%d bills wait for a rate. Give the rates first, then close.", s.waiting.Count)
	case !check.Agrees:
		return fault.New(fault.Conflict, "sums_differ", "The sums do not agree: the boxes come to %s, the HSN summary to %s, bills less credit notes to %s. Ask your accountant before you close.", check.Boxes, check.HSN, check.Documents)
	case s.missing > 0:
		return fault.New(fault.Conflict, "numbers_missing", "%d numbers are missing in a series of bills. Ask your accountant before you close.", s.missing)
	}
	return nil
}

func closings(ctx context.Context, q db.Querier, days Days) ([]ClosedMonth, error) {
	return db.All[ClosedMonth](ctx, q, `
		SELECT c.month, c.closed_at, COALESCE(u.name, '') AS name
		FROM closed_months c
		LEFT JOIN users u ON u.id = c.closed_by
		WHERE c.begins >= $1 AND c.begins < $2
		ORDER BY c.month`, days.From, days.To)
}

func insertClosing(ctx context.Context, tx *db.Tx, c ClosedMonth, days Days) error {
	return db.Exec(ctx, tx, `INSERT INTO closed_months (month, begins, ends, closed_at, closed_by) VALUES ($1, $2, $3, $4, $5)`, c.Month, days.From, days.To, c.At, c.By)
}
