package order

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"

	"kirana/internal/address"
	"kirana/internal/cart"
	"kirana/internal/catalog/stock"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/id"
)

// Service is what people do with orders.
type Service struct {
	db        *db.DB
	clock     clock.Clock
	stock     *stock.Service
	carts     *cart.Service
	addresses *address.Service
	number    func() string
	till      Till
	wait      time.Duration      // for another request with the same key
	failpoint func(point string) // in tests only: what happens when the program gets here
}

// New makes the service.
func New(d *db.DB, c clock.Clock, pieces *stock.Service, carts *cart.Service, addresses *address.Service) *Service {
	return &Service{db: d, clock: c, stock: pieces, carts: carts, addresses: addresses, number: newNumber, wait: startGrace}
}

// TakePayments opens the till. Until then online payment is off. It is called once,
// before anybody else calls the service.
func (s *Service) TakePayments(till Till) { s.till = till }

// reach marks a step between which and the next the program may die; tests make
// it do so.
func (s *Service) reach(point string) {
	if s.failpoint != nil {
		s.failpoint(point)
	}
}

// Mine lists a shopper's rows, the newest checkout first. total counts the rows
// of all pages; it is 0 when the filter has no pages.
func (s *Service) Mine(ctx context.Context, userID string, f Filter) (rows []Row, total int, err error) {
	f.UserID = userID
	rows, counts, err := s.list(ctx, f, shownOrder.row)
	return rows, counts.Of(f.Delivery), err
}

// All lists the rows of every shopper, with who ordered. counts is of all pages,
// whichever delivery status the filter asks for; it is zero when the filter has no pages.
func (s *Service) All(ctx context.Context, f Filter) (rows []Row, counts Statuses, err error) {
	return s.list(ctx, f, shownOrder.rowForAdmin)
}

func (s *Service) list(ctx context.Context, f Filter, show func(shownOrder) Row) (rows []Row, counts Statuses, err error) {
	if f.Limit > 0 {
		if counts, err = countRows(ctx, s.db, f); err != nil {
			return nil, Statuses{}, fmt.Errorf("count orders: %w", err)
		}
		if counts.Of(f.Delivery) == 0 {
			return []Row{}, counts, nil
		}
	}
	found, err := list(ctx, s.db, f)
	if err != nil {
		return nil, Statuses{}, fmt.Errorf("list orders: %w", err)
	}
	rows = make([]Row, len(found))
	for i, one := range found {
		rows[i] = show(one)
	}
	return rows, counts, nil
}

// numberShape is that of our own numbers and of an imported shop's.
var numberShape = regexp.MustCompile(`^ORD-[0-9A-Z][0-9A-Z-]{0,39}$`)

// normalName is an order's number or id as it is kept; numbers may be typed in
// lower case.
func normalName(numberOrID string) (string, error) {
	if number := strings.ToUpper(strings.TrimSpace(numberOrID)); numberShape.MatchString(number) {
		return number, nil
	}
	if !id.Valid(numberOrID) {
		return "", fault.InField("orderId", "The order's number or id is not valid.")
	}
	return numberOrID, nil
}

// Sweep forgets idempotency keys and payment events that have had their day.
func (s *Service) Sweep(ctx context.Context) error {
	return s.db.Tx(ctx, func(tx *db.Tx) error {
		now := s.clock.Now()
		if err := dropEvents(ctx, tx, now.Add(-eventsLive)); err != nil {
			return err
		}
		return dropKeys(ctx, tx, now.Add(-keysLive))
	})
}
