package customer

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"kirana/internal/account"
	"kirana/internal/address"
	"kirana/internal/audit"
	"kirana/internal/bill"
	"kirana/internal/cart"
	"kirana/internal/catalog/drawing"
	"kirana/internal/changes"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/khata"
	"kirana/internal/order"
	"kirana/internal/order/list"
)

// Features are the services of a customer's other data.
type Features struct {
	Accounts  *account.Service
	Addresses *address.Service
	Orders    *order.Service
	Lists     *list.Service
	Bills     *bill.Service
	Carts     *cart.Service
	Khata     *khata.Service
	Audit     *audit.Service
}

// Service reads, notes, suspends and merges customers, and exports and deletes their data.
type Service struct {
	Features

	db    *db.DB
	clock clock.Clock

	mu      sync.Mutex
	figures figures // cached for figuresAge in a large shop, else zero
}

// figures are totals over all customers, shown with every list.
type figures struct {
	at        time.Time // UTC; zero: nothing is cached
	thisMonth int
	areas     []string
}

// figuresAge is how long figures are cached in a shop with db.MaxCounted customers or more, because
// computing them reads all customers.
const figuresAge = time.Minute

// New returns a service.
func New(d *db.DB, c clock.Clock, f Features) *Service {
	return &Service{Features: f, db: d, clock: c}
}

// List is one page of customers.
type List struct {
	Customers []Customer
	Total     int      // in all pages; without a search at most db.MaxCounted, or the end of the next page if that is later
	ThisMonth int      // customers who ordered this month, in India, regardless of the filter; in a large shop up to figuresAge old, like Areas
	Areas     []string // pincodes of last orders, most frequent first
}

// ListChanged returns a page of changes after the position since, and the changed customers that
// match the filter, in any order.
func (s *Service) ListChanged(ctx context.Context, since string, f Filter) (changes.Page, []Customer, error) {
	if err := f.check(); err != nil {
		return changes.Page{}, nil, err
	}
	page, err := changes.Records(ctx, s.db, since, f.Limit, changes.CustomerChanged)
	if err != nil || len(page.IDs) == 0 {
		return page, nil, err
	}
	f.IDs, f.Page = page.IDs, 1
	customers, _, err := listCustomers(ctx, s.db, f)
	if err != nil {
		return page, nil, fmt.Errorf("read changed customers: %w", err)
	}
	if !f.Sums {
		hideSums(customers)
	}
	return page, customers, nil
}

func hideSums(customers []Customer) {
	for i := range customers {
		customers[i].hideSums()
	}
}

// List returns a page of customers.
func (s *Service) List(ctx context.Context, f Filter) (page List, err error) {
	if err := f.check(); err != nil {
		return List{}, err
	}
	if page.Customers, page.Total, err = listCustomers(ctx, s.db, f); err != nil {
		return page, fmt.Errorf("list customers: %w", err)
	}
	if !f.Sums {
		hideSums(page.Customers)
	}
	switch shown := len(page.Customers); {
	case page.Total > 0:
	case f.Page == 1 && shown < f.Limit:
		page.Total = shown // the first page is the whole list
	default:
		if page.Total, err = count(ctx, s.db, f); err != nil {
			return page, fmt.Errorf("count customers: %w", err)
		}
	}
	all, err := s.countAll(ctx)
	page.ThisMonth, page.Areas = all.thisMonth, all.areas
	return page, err
}

func (s *Service) countAll(ctx context.Context) (figures, error) {
	s.mu.Lock()
	cached := s.figures
	s.mu.Unlock()
	now := s.clock.Now()
	if now.Sub(cached.at) < figuresAge {
		return cached, nil
	}
	year, month, _ := now.In(clock.India).Date()
	all := figures{at: now}
	var err error
	if all.thisMonth, err = countOrdered(ctx, s.db, time.Date(year, month, 1, 0, 0, 0, 0, clock.India).UTC()); err != nil {
		return all, fmt.Errorf("count the customers of this month: %w", err)
	}
	if all.areas, err = areas(ctx, s.db); err != nil {
		return all, fmt.Errorf("read the areas of customers: %w", err)
	}
	customers, err := count(ctx, s.db, Filter{Page: 1, Limit: 1})
	if err != nil {
		return all, fmt.Errorf("count customers: %w", err)
	}
	if customers >= db.MaxCounted {
		s.mu.Lock()
		s.figures = all
		s.mu.Unlock()
	}
	return all, nil
}

// hideSums removes the fields that packers may not see.
func (c *Customer) hideSums() { c.Email, c.Orders, c.Spent = nil, nil, nil }

// recentOrders bounds the orders in a profile.
const recentOrders = 20

// CancelOpen cancels every open order of a customer, as order.Service.CancelOpen does. An unknown
// customer fails with fault.NotFound.
func (s *Service) CancelOpen(ctx context.Context, v order.Viewer, actor order.Actor, open order.CancelOpenRequest) (order.Cancellations, error) {
	_, err := profileByID(ctx, s.db, open.UserID)
	if errors.Is(err, db.ErrNoRow) {
		return order.Cancellations{}, account.ErrNoCustomer
	}
	if err != nil {
		return order.Cancellations{}, fmt.Errorf("read a customer: %w", err)
	}
	return s.Orders.CancelOpen(ctx, v, actor, open)
}

// Profile returns the customer, or the one they were merged into, as the viewer may see them. An
// unknown customer, or a member of staff, fails with fault.NotFound.
func (s *Service) Profile(ctx context.Context, v order.Viewer, userID string) (Profile, error) {
	if into, err := s.Accounts.MergedInto(ctx, userID); err == nil {
		userID = into
	} else if !errors.Is(err, db.ErrNoRow) {
		return Profile{}, fmt.Errorf("read whom a customer was joined to: %w", err)
	}
	p, err := profileByID(ctx, s.db, userID)
	if errors.Is(err, db.ErrNoRow) {
		return p, account.ErrNoCustomer
	}
	if err != nil {
		return p, fmt.Errorf("read a customer: %w", err)
	}
	if p.Mobiles, err = s.Accounts.Mobiles(ctx, userID); err != nil {
		return p, fmt.Errorf("read the numbers of a customer: %w", err)
	}
	if p.Khata, err = s.Khata.Account(ctx, userID); err != nil {
		return p, err
	}
	if v.StaffRole == account.Packer {
		p.hideSums()
		p.Khata = p.Khata.WithoutLimit()
	}
	if p.Addresses, err = s.Addresses.List(ctx, userID); err != nil {
		return p, fmt.Errorf("read the addresses of a customer: %w", err)
	}
	orders, err := s.Lists.List(ctx, v, list.Filter{UserID: userID, Page: 1, Limit: recentOrders})
	if err != nil {
		return p, err
	}
	p.NewestOrders = orders.Orders
	rows, err := favorites(ctx, s.db, userID)
	if err != nil {
		return p, fmt.Errorf("read what a customer buys most: %w", err)
	}
	p.BuysMost = make([]Favorite, len(rows))
	for i, row := range rows {
		p.BuysMost[i] = row.Favorite
		p.BuysMost[i].Picture = drawing.For(row.Images, drawing.Thing{Name: row.Name, Unit: row.Unit})
		if len(row.Images) > 0 {
			p.BuysMost[i].Image = row.Images[0]
		}
	}
	return p, nil
}

// Patch is a change of a customer; nil fields are not changed.
type Patch struct {
	Status *string // account.Active or account.Suspended
	Reason string  // of a suspension, shown to the customer
	Note   *string
}

// Update applies the patch. Note and status are changed and logged in separate transactions, the note
// first. Suspending ends the customer's logins.
func (s *Service) Update(ctx context.Context, userID string, p Patch) error {
	if p.Status != nil && *p.Status != account.Active && *p.Status != account.Suspended {
		return fault.InField("status", "The status must be Active or Suspended.")
	}
	if p.Note != nil {
		if err := s.Accounts.SetNote(ctx, userID, strings.TrimSpace(*p.Note)); err != nil {
			return err
		}
	}
	switch {
	case p.Status == nil:
		return nil
	case *p.Status == account.Suspended:
		return s.Accounts.Suspend(ctx, userID, strings.TrimSpace(p.Reason))
	}
	return s.Accounts.Activate(ctx, userID)
}
