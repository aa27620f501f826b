package export

import (
	"context"
	"fmt"
	"io"
	"time"

	"kirana/internal/audit"
	"kirana/internal/catalog/view"
	"kirana/internal/clock"
	"kirana/internal/customer"
	"kirana/internal/db"
	"kirana/internal/export/sheet"
	"kirana/internal/fault"
	"kirana/internal/language"
	"kirana/internal/order/list"
)

// Service exports tables.
type Service struct {
	db    *db.DB
	clock clock.Clock
	view  *view.View
	audit *audit.Service
}

// New makes the service; v applies filters of products.
func New(d *db.DB, c clock.Clock, v *view.View, log *audit.Service) *Service {
	return &Service{db: d, clock: c, view: v, audit: log}
}

// Filter selects the records of a table; the zero value selects all except unpublished products.
type Filter struct {
	Products  view.Query
	Orders    list.ExportFilter
	Customers customer.Filter
	// Costs adds the products' costs.
	Costs bool
	// ProductID, and the times From and To, filter the ledger. From is inclusive, To exclusive; zero values do not
	// filter.
	ProductID string
	From, To  time.Time
}

// pageTimeout bounds the reading of one page.
const pageTimeout = 15 * time.Second

// Request describes an export.
type Request struct {
	Kind   Kind
	Format sheet.Format
	Filter Filter
}

// Write writes a table and returns the number of rows, without the header. The export is logged as
// an action before the first byte is written.
func (s *Service) Write(ctx context.Context, w io.Writer, r Request) (rows int, err error) {
	t, err := s.table(ctx, r.Kind, r.Filter)
	if err != nil {
		return 0, err
	}
	if err := s.audit.Record(ctx, audit.Entry{What: "export." + string(r.Kind), After: string(r.Format)}); err != nil {
		return 0, fmt.Errorf("record the export: %w", err)
	}
	if r.Kind != Products { // the columns of products are not translated: an import recognizes the shop's own table by them
		for i, name := range t.Header {
			t.Header[i] = language.Text(language.Of(ctx), name)
		}
	}
	return t.Write(db.WithTimeout(ctx, pageTimeout), w, r.Format)
}

func (s *Service) table(ctx context.Context, kind Kind, f Filter) (sheet.Table, error) {
	switch kind {
	case Products:
		return s.products(ctx, f)
	case Orders:
		rounded, err := list.HasRounded(ctx, s.db)
		return orders(s.db, f, rounded), err
	case OrderLines:
		return orderLines(s.db, f), nil
	case Customers:
		return customers(s.db, f), nil
	case Stock:
		return ledger(s.db, f), nil
	}
	return sheet.Table{}, fault.New(fault.Invalid, "unknown_table", "There is no such table: %s.", kind)
}

// FileName returns the file name of a table, with the current day in India.
func (s *Service) FileName(kind Kind, format sheet.Format) string {
	return string(kind) + "-" + s.clock.Now().In(clock.India).Format(time.DateOnly) + "." + string(format)
}
