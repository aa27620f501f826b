// Package list lists and finds orders and their lines for staff and shoppers, and reads them for
// exports and picking.
package list

import (
	"context"
	"fmt"
	"strings"

	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/order"
)

// Service lists orders and their lines.
type Service struct {
	db     *db.DB
	clock  clock.Clock
	orders *order.Service
}

// New returns a Service that lists the orders of d.
func New(d *db.DB, c clock.Clock, orders *order.Service) *Service {
	return &Service{db: d, clock: c, orders: orders}
}

// ListLinesForUser lists a shopper's lines, newest order first. total counts the lines of all pages,
// or is 0 if the filter has no pages.
func (s *Service) ListLinesForUser(ctx context.Context, userID string, f LineFilter) (views []order.LineView, total int, err error) {
	f.UserID = userID
	lines, counts, err := s.lines(ctx, f)
	return order.ViewsForShopper(lines), counts.Of(f.Delivery), err
}

// ListLines lists the lines of all shoppers, with their customers. counts covers all pages and every
// delivery status, or is zero if the filter has no pages.
func (s *Service) ListLines(ctx context.Context, f LineFilter) (views []order.LineView, counts DeliveryCounts, err error) {
	lines, counts, err := s.lines(ctx, f)
	if err != nil {
		return nil, counts, err
	}
	views, err = s.orders.ViewsForStaff(ctx, lines)
	return views, counts, err
}

func (s *Service) lines(ctx context.Context, f LineFilter) (lines []order.CurrentLine, counts DeliveryCounts, err error) {
	if strings.TrimSpace(f.Search) != "" {
		return s.search(ctx, f)
	}
	if f.Limit > 0 {
		if counts, err = countByDelivery(ctx, s.db, f); err != nil {
			return nil, DeliveryCounts{}, fmt.Errorf("count orders: %w", err)
		}
		if counts.Of(f.Delivery) == 0 {
			return nil, counts, nil
		}
	}
	if lines, err = listLines(ctx, s.db, f); err != nil {
		return nil, DeliveryCounts{}, fmt.Errorf("list orders: %w", err)
	}
	return lines, counts, nil
}

func (s *Service) search(ctx context.Context, f LineFilter) ([]order.CurrentLine, DeliveryCounts, error) {
	found, err := searchLines(ctx, s.db, f)
	if err != nil {
		return nil, DeliveryCounts{}, fmt.Errorf("search orders: %w", err)
	}
	ids, counts := pageOfFound(f, found)
	lines, err := currentByIDs(ctx, s.db, ids)
	if err != nil {
		return nil, DeliveryCounts{}, fmt.Errorf("read the orders of a search: %w", err)
	}
	return lines, counts, nil
}
