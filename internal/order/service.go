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

// Features are the services that orders need.
type Features struct {
	Stock     *stock.Service
	Carts     *cart.Service
	Addresses *address.Service
	Payments  *payment.Service
	Settings  *settings.Service
	Bills     *bill.Service
	Limits    *limit.Store // nil: checkouts are not counted
	Unlimited bool         // no bound of open cash orders: for load tests
	// TakesOrders returns why no order can be taken now, or nil.
	TakesOrders func() error
}

// Service places, lists and changes orders.
type Service struct {
	Features

	db       *db.DB
	clock    clock.Clock
	number   func() string // makes an order number
	rates    rates
	rankings *lru.Cache[string, ranking] // by shopper id
}

// New returns the service on a database.
func New(d *db.DB, c clock.Clock, features Features) *Service {
	return &Service{
		db: d, clock: c, Features: features, number: newNumber, rates: newRates(features.Limits), rankings: newRankings(),
	}
}

// ListForUser lists a shopper's rows, newest checkout first. total counts the rows of all pages; it
// is 0 if the filter has no pages.
func (s *Service) ListForUser(ctx context.Context, userID string, f Filter) (rows []Row, total int, err error) {
	f.UserID = userID
	rows, counts, err := s.list(ctx, f, currentOrder.row)
	return rows, counts.Of(f.Delivery), err
}

// List lists the rows of all shoppers, with their customers. counts covers all pages and every
// delivery status; it is zero if the filter has no pages.
func (s *Service) List(ctx context.Context, f Filter) (rows []Row, counts DeliveryCounts, err error) {
	rows, counts, err = s.list(ctx, f, currentOrder.rowForAdmin)
	if err == nil {
		err = s.addRowBills(ctx, rows)
	}
	return rows, counts, err
}

func (s *Service) list(ctx context.Context, f Filter, show func(currentOrder) Row) (rows []Row, counts DeliveryCounts, err error) {
	if strings.TrimSpace(f.Search) != "" {
		return s.search(ctx, f, show)
	}
	if f.Limit > 0 {
		if counts, err = countByDelivery(ctx, s.db, f); err != nil {
			return nil, DeliveryCounts{}, fmt.Errorf("count orders: %w", err)
		}
		if counts.Of(f.Delivery) == 0 {
			return []Row{}, counts, nil
		}
	}
	orders, err := list(ctx, s.db, f)
	if err != nil {
		return nil, DeliveryCounts{}, fmt.Errorf("list orders: %w", err)
	}
	return rowsOf(orders, show), counts, nil
}

func (s *Service) search(ctx context.Context, f Filter, show func(currentOrder) Row) ([]Row, DeliveryCounts, error) {
	found, err := searchRows(ctx, s.db, f)
	if err != nil {
		return nil, DeliveryCounts{}, fmt.Errorf("search orders: %w", err)
	}
	ids, counts := pageOfFound(f, found)
	orders, err := currentByIDs(ctx, s.db, ids)
	if err != nil {
		return nil, DeliveryCounts{}, fmt.Errorf("read the orders of a search: %w", err)
	}
	return rowsOf(orders, show), counts, nil
}

// Order returns one row as an administrator sees it, or fault.NotFound.
func (s *Service) Order(ctx context.Context, orderID string) (Row, error) {
	o, err := currentByID(ctx, s.db, orderID)
	if errors.Is(err, db.ErrNoRow) {
		return Row{}, errNoOrder
	}
	if err != nil {
		return Row{}, fmt.Errorf("read an order: %w", err)
	}
	return o.rowForAdmin(), nil
}

// Checkout returns the rows of a checkout as an administrator sees them, in the cart's order, or
// fault.NotFound.
func (s *Service) Checkout(ctx context.Context, checkoutID string) ([]Row, error) {
	return s.checkout(ctx, checkoutID, currentOrder.rowForAdmin)
}

// CheckoutForUser returns the rows of a checkout as its shopper sees them.
func (s *Service) CheckoutForUser(ctx context.Context, checkoutID string) ([]Row, error) {
	return s.checkout(ctx, checkoutID, currentOrder.row)
}

func (s *Service) checkout(ctx context.Context, checkoutID string, show func(currentOrder) Row) ([]Row, error) {
	orders, err := currentByCheckout(ctx, s.db, checkoutID)
	if err != nil {
		return nil, fmt.Errorf("read a checkout: %w", err)
	}
	if len(orders) == 0 {
		return nil, errNoOrder
	}
	return rowsOf(orders, show), nil
}

func rowsOf(orders []currentOrder, show func(currentOrder) Row) []Row {
	rows := make([]Row, len(orders))
	for i, o := range orders {
		rows[i] = show(o)
	}
	return rows
}

// numberPattern matches our own numbers and those of an imported shop.
var numberPattern = regexp.MustCompile(`^ORD-[0-9A-Z][0-9A-Z-]{0,39}$`)

// normalizeName returns the stored form of an order's number or id; numbers may be typed in lower
// case.
func normalizeName(numberOrID string) (string, error) {
	if number := strings.ToUpper(strings.TrimSpace(numberOrID)); numberPattern.MatchString(number) {
		return number, nil
	}
	if !id.Valid(numberOrID) {
		return "", fault.InField("orderId", "The order's number or id is not valid.")
	}
	return numberOrID, nil
}
