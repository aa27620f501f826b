package report

import (
	"context"
	"fmt"
	"time"

	"kirana/internal/catalog/view"
	"kirana/internal/clock"
	"kirana/internal/copies"
	"kirana/internal/db"
	"kirana/internal/khata"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/order/list"
)

// maxShortProducts bounds the products named in a shortage.
const maxShortProducts = 10

// Service reads reports, and stores day closes.
type Service struct {
	// PaymentsOutage returns whether and since when the payment provider does not respond; nil without online payment.
	PaymentsOutage func() (since time.Time, ongoing bool)
	// PicturesOutage returns whether and since when this node cannot reach the pictures; nil in commands.
	PicturesOutage func() (since time.Time, ongoing bool)

	db      *db.DB
	clock   clock.Clock
	catalog *view.View
	copies  func(ctx context.Context) (copies.Status, error) // nil in commands
}

// New makes the service.
func New(d *db.DB, c clock.Clock, v *view.View) *Service {
	return &Service{db: d, clock: c, catalog: v}
}

// lacksSecondFactor reports whether a user logs in with the password alone.
func (s *Service) lacksSecondFactor(ctx context.Context, userID string) (bool, error) {
	enabled, err := db.Get[bool](ctx, s.db, `SELECT EXISTS (SELECT 1 FROM second_factors WHERE user_id = $1 AND enabled_at IS NOT NULL) OR EXISTS (SELECT 1 FROM passkeys WHERE user_id = $1)`, userID)
	if err != nil {
		return false, fmt.Errorf("report the second factor: %w", err)
	}
	return !enabled, nil
}

// WatchCopies makes reports include problems of the shop's copies.
func (s *Service) WatchCopies(status func(ctx context.Context) (copies.Status, error)) {
	s.copies = status
}

// Today returns the report of the current day. Without sums, for packers, amounts are left out or 0.
func (s *Service) Today(ctx context.Context, withSums bool) (Today, error) {
	now := s.clock.Now()
	today := dayOf(now)
	begins := make([]time.Time, Days+1) // start of each day, and of tomorrow
	for i := range begins {
		begins[i] = today.AddDate(0, 0, i-Days+1).UTC()
	}
	report, err := statistics(ctx, s.db, begins)
	if err != nil {
		return Today{}, err
	}
	var sums TodaySums
	if withSums {
		if sums, err = todaySums(ctx, s.db, begins[Days-1]); err != nil {
			return Today{}, err
		}
	}
	if !withSums {
		for i := range report.Days {
			report.Days[i].Revenue = 0
		}
	}
	report.Day = report.Days[Days-1]
	if report.Waiting, err = waiting(ctx, s.db); err != nil {
		return Today{}, fmt.Errorf("report what waits: %w", err)
	}
	var collect money.Paise
	if report.Counts, collect, err = list.CountByStage(ctx, s.db, now); err != nil {
		return Today{}, fmt.Errorf("count orders by stage: %w", err)
	}
	if report.Needs, err = s.needs(ctx, now, report.Counts, withSums); err != nil {
		return Today{}, err
	}
	if withSums {
		sums.ToCollect = collect
		report.TodaySums = &sums
	}
	report.OutOfStock = s.short(view.OutOfStock, view.ByName)
	report.LowStock = s.short(view.LowOnStock, view.ByStock)
	return report, nil
}

// Sweep folds the daily sales of each day into one row.
func (s *Service) Sweep(ctx context.Context) error {
	if err := s.db.Tx(ctx, func(tx *db.Tx) error { return foldDays(ctx, tx) }); err != nil {
		return fmt.Errorf("fold the days: %w", err)
	}
	return nil
}

// statistics reads the sales of the last days, and today's order counts and bestsellers.
func statistics(ctx context.Context, q db.Querier, begins []time.Time) (Today, error) {
	report := Today{Days: make([]Day, Days)}
	sold, err := soldByDay(ctx, q, begins[0].In(clock.India).Format(time.DateOnly))
	if err != nil {
		return report, fmt.Errorf("report the days: %w", err)
	}
	for i := range report.Days {
		date := begins[i].In(clock.India).Format(time.DateOnly)
		report.Days[i] = Day{Date: date, Sold: sold[date]}
	}
	if report.ByStatus, err = statusesSince(ctx, q, begins[Days-1]); err != nil {
		return report, fmt.Errorf("report today's orders: %w", err)
	}
	if report.SoldMost, err = soldMostSince(ctx, q, begins[Days-1]); err != nil {
		return report, fmt.Errorf("report what sold most: %w", err)
	}
	return report, nil
}

func todaySums(ctx context.Context, q db.Querier, begin time.Time) (TodaySums, error) {
	receipts, err := totalsByMethod(ctx, q, begin, begin.AddDate(0, 0, 1))
	if err != nil {
		return TodaySums{}, fmt.Errorf("report what was taken today: %w", err)
	}
	var sums TodaySums
	for _, r := range receipts {
		switch {
		case r.PaidBy == order.ByKhata:
			sums.Khata += r.Amount
		case r.PaidBy == asCredit:
			sums.Credit += r.Amount
		case r.Method == order.Online || r.PaidBy == "CARD":
			sums.Card += r.Amount
		case r.PaidBy == order.ByUPI:
			sums.UPI += r.Amount
		default:
			sums.Cash += r.Amount
		}
	}
	owed, err := khata.SumOwed(ctx, q)
	if err != nil {
		return TodaySums{}, fmt.Errorf("report the khata: %w", err)
	}
	sums.KhataOwed = owed.Amount
	return sums, nil
}

func (s *Service) short(level view.StockLevel, sort view.Sort) Shortage {
	found := s.catalog.Snapshot().Find(view.Query{Stock: level, Sort: sort, Page: 1, Limit: maxShortProducts})
	shortage := Shortage{Count: found.Total, Products: make([]ScarceProduct, len(found.Products))}
	for i, p := range found.Products {
		shortage.Products[i] = ScarceProduct{ID: p.ID, Name: p.Name, Unit: p.Unit, Images: p.Images, Picture: p.Picture, Stock: p.Stock}
	}
	return shortage
}
