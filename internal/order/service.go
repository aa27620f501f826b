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

// Service places and changes orders.
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

// Line returns one line as an administrator sees it. An unknown id fails with fault.NotFound.
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
// were ordered. An order without lines fails with fault.NotFound.
func (s *Service) Lines(ctx context.Context, orderID string) ([]LineView, error) {
	return s.lines(ctx, orderID, viewForAdminIn(ctx))
}

// LinesForUser is like Lines, but returns the lines as the shopper sees them.
func (s *Service) LinesForUser(ctx context.Context, orderID string) ([]LineView, error) {
	return s.lines(ctx, orderID, CurrentLine.view)
}

func (s *Service) lines(ctx context.Context, orderID string, show func(CurrentLine) LineView) ([]LineView, error) {
	lines, err := currentByOrder(ctx, s.db, orderID)
	if err != nil {
		return nil, fmt.Errorf("read an order: %w", err)
	}
	if len(lines) == 0 {
		return nil, errNoLine
	}
	return viewsOf(lines, show), nil
}

// ViewsForShopper returns the JSON of lines, as their shopper sees them.
func ViewsForShopper(lines []CurrentLine) []LineView { return viewsOf(lines, CurrentLine.view) }

// ViewsForStaff returns the JSON of lines with their customers and the bills of their orders, as an
// administrator sees them.
func (s *Service) ViewsForStaff(ctx context.Context, lines []CurrentLine) ([]LineView, error) {
	views := viewsOf(lines, viewForAdminIn(ctx))
	return views, s.addLineBills(ctx, views)
}

func viewsOf(lines []CurrentLine, show func(CurrentLine) LineView) []LineView {
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
// other text fails with fault.Invalid.
func normalizeName(numberOrID string) (string, error) {
	if number := strings.ToUpper(strings.TrimSpace(numberOrID)); numberPattern.MatchString(number) {
		return number, nil
	}
	if !id.Valid(numberOrID) {
		return "", fault.InField("orderId", "The order's number or id is not valid.")
	}
	return numberOrID, nil
}
