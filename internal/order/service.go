package order

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"

	"kirana/internal/address"
	"kirana/internal/bill"
	"kirana/internal/cart"
	"kirana/internal/catalog/stock"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/id"
	"kirana/internal/limit"
	"kirana/internal/payment"
	"kirana/internal/settings"
)

// Features are the services that package order calls, and its options.
type Features struct {
	Stock     *stock.Service
	Carts     *cart.Service
	Addresses *address.Service
	Payments  *payment.Service
	Settings  *settings.Service
	Bills     *bill.Service
	Limits    *limit.Store // nil: no rate limits
	Unlimited bool         // no limit of open cash orders; for load tests
	// TakesOrders returns an error while the shop takes no orders. nil: always open.
	TakesOrders func() error
}

// Service places, lists and changes orders.
type Service struct {
	Features

	db       *db.DB
	clock    clock.Clock
	number   func() string // returns a new number of a line
	rates    rates
	rankings *lru.Cache[string, ranking] // by user id
}

// New returns a Service that stores orders in d.
func New(d *db.DB, c clock.Clock, features Features) *Service {
	return &Service{
		db: d, clock: c, Features: features, number: newNumber, rates: newRates(features.Limits), rankings: newRankings(),
	}
}

// ListLinesForUser lists a shopper's lines, newest order first. total counts the lines of all
// pages, or is 0 if the filter has neither page nor search.
func (s *Service) ListLinesForUser(ctx context.Context, userID string, f LineFilter) (views []LineView, total int, err error) {
	f.UserID = userID
	views, counts, err := s.listLines(ctx, f, currentLine.view)
	return views, counts.Of(f.Delivery), err
}

// ListLines lists the lines of all shoppers, with their customers. counts covers all pages and
// every delivery status, or is zero if the filter has neither page nor search.
func (s *Service) ListLines(ctx context.Context, f LineFilter) (views []LineView, counts DeliveryCounts, err error) {
	views, counts, err = s.listLines(ctx, f, viewForAdminIn(ctx))
	if err == nil {
		err = s.addLineBills(ctx, views)
	}
	return views, counts, err
}

func (s *Service) listLines(ctx context.Context, f LineFilter, show func(currentLine) LineView) (views []LineView, counts DeliveryCounts, err error) {
	if strings.TrimSpace(f.Search) != "" {
		return s.search(ctx, f, show)
	}
	if f.Limit > 0 {
		if counts, err = countByDelivery(ctx, s.db, f); err != nil {
			return nil, DeliveryCounts{}, fmt.Errorf("count orders: %w", err)
		}
		if counts.Of(f.Delivery) == 0 {
			return []LineView{}, counts, nil
		}
	}
	lines, err := listLines(ctx, s.db, f)
	if err != nil {
		return nil, DeliveryCounts{}, fmt.Errorf("list orders: %w", err)
	}
	return viewsOf(lines, show), counts, nil
}

func (s *Service) search(ctx context.Context, f LineFilter, show func(currentLine) LineView) ([]LineView, DeliveryCounts, error) {
	found, err := searchLines(ctx, s.db, f)
	if err != nil {
		return nil, DeliveryCounts{}, fmt.Errorf("search orders: %w", err)
	}
	ids, counts := pageOfFound(f, found)
	lines, err := currentByIDs(ctx, s.db, ids)
	if err != nil {
		return nil, DeliveryCounts{}, fmt.Errorf("read the orders of a search: %w", err)
	}
	return viewsOf(lines, show), counts, nil
}

// Line returns one line as an administrator sees it. An unknown id is fault.NotFound.
func (s *Service) Line(ctx context.Context, lineID string) (LineView, error) {
	l, err := currentByID(ctx, s.db, lineID)
	if errors.Is(err, db.ErrNoRow) {
		return LineView{}, errNoLine
	}
	if err != nil {
		return LineView{}, fmt.Errorf("read an order: %w", err)
	}
	return viewForAdminIn(ctx)(l), nil
}

// Lines returns the lines of an order as an administrator sees them, in the order in which they
// were ordered. An order without lines is fault.NotFound.
func (s *Service) Lines(ctx context.Context, orderID string) ([]LineView, error) {
	return s.lines(ctx, orderID, viewForAdminIn(ctx))
}

// LinesForUser is like Lines, but returns the lines as the shopper sees them.
func (s *Service) LinesForUser(ctx context.Context, orderID string) ([]LineView, error) {
	return s.lines(ctx, orderID, currentLine.view)
}

func (s *Service) lines(ctx context.Context, orderID string, show func(currentLine) LineView) ([]LineView, error) {
	lines, err := currentByOrder(ctx, s.db, orderID)
	if err != nil {
		return nil, fmt.Errorf("read an order: %w", err)
	}
	if len(lines) == 0 {
		return nil, errNoLine
	}
	return viewsOf(lines, show), nil
}

func viewsOf(lines []currentLine, show func(currentLine) LineView) []LineView {
	views := make([]LineView, len(lines))
	for i, l := range lines {
		views[i] = show(l)
	}
	return views
}

// numberPattern matches the numbers of lines: those of newNumber, and those of orders imported from
// another shop.
var numberPattern = regexp.MustCompile(`^ORD-[0-9A-Z][0-9A-Z-]{0,39}$`)

// normalizeName returns a line's number or id as it is stored. A number may be in lower case. Any
// other text is fault.Invalid.
func normalizeName(numberOrID string) (string, error) {
	if number := strings.ToUpper(strings.TrimSpace(numberOrID)); numberPattern.MatchString(number) {
		return number, nil
	}
	if !id.Valid(numberOrID) {
		return "", fault.InField("orderId", "The order's number or id is not valid.")
	}
	return numberOrID, nil
}
