package report

import (
	"context"
	"fmt"
	"time"

	"kirana/internal/catalog/view"
	"kirana/internal/clock"
	"kirana/internal/db"
)

// maxShortProducts is how many products a shortage names.
const maxShortProducts = 10

// Service reads reports; it changes nothing.
type Service struct {
	db      *db.DB
	clock   clock.Clock
	catalog *view.View
}

// New makes the service.
func New(d *db.DB, c clock.Clock, v *view.View) *Service {
	return &Service{db: d, clock: c, catalog: v}
}

// Today is the report of the shop's present day.
func (s *Service) Today(ctx context.Context) (Today, error) {
	today := dayOf(s.clock.Now())
	begins := make([]time.Time, Days+1) // of each day, and of tomorrow
	for i := range begins {
		begins[i] = today.AddDate(0, 0, i-Days+1).UTC()
	}
	sold, err := soldBetween(ctx, s.db, begins)
	if err != nil {
		return Today{}, fmt.Errorf("report the days: %w", err)
	}
	report := Today{Days: make([]Day, Days)}
	for i := range report.Days {
		report.Days[i] = Day{Date: begins[i].In(Zone).Format(time.DateOnly), Sold: sold[i]}
	}
	report.Day = report.Days[Days-1]
	if report.ByStatus, err = statusesSince(ctx, s.db, begins[Days-1]); err != nil {
		return Today{}, fmt.Errorf("report today's orders: %w", err)
	}
	if report.Waiting, err = waiting(ctx, s.db); err != nil {
		return Today{}, fmt.Errorf("report what waits: %w", err)
	}
	report.OutOfStock = s.short(view.OutOfStock, view.ByName)
	report.LowStock = s.short(view.LowOnStock, view.ByStock)
	return report, nil
}

func (s *Service) short(level view.StockLevel, order view.Sort) Shortage {
	found := s.catalog.Snapshot().Find(view.Query{Stock: level, Sort: order, Page: 1, Limit: maxShortProducts})
	shortage := Shortage{Count: found.Total, Products: make([]ScarceProduct, len(found.Products))}
	for i, p := range found.Products {
		shortage.Products[i] = ScarceProduct{ID: p.ID, Name: p.Name, Unit: p.Unit, Images: p.Images, Stock: p.Stock}
	}
	return shortage
}
