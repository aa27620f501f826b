package order

import (
	"context"
	"errors"
	"fmt"

	"kirana/internal/account"
	"kirana/internal/address"
	"kirana/internal/audit"
	"kirana/internal/db"
	"kirana/internal/idempotency"
)

// PhoneCustomers finds at most ten customers by four or more digits of their mobile number, of a
// known number, or of a number in their addresses. Customers whose own number matches exactly come
// first.
func (s *Service) PhoneCustomers(ctx context.Context, mobile string) ([]PhoneCustomer, error) {
	digits, err := phoneDigits(mobile)
	if err != nil {
		return nil, err
	}
	customers, err := customersByMobile(ctx, s.db, digits)
	if err != nil {
		return nil, fmt.Errorf("find customers by mobile: %w", err)
	}
	ids := make([]string, len(customers))
	for i, c := range customers {
		ids[i] = c.ID
	}
	addresses, err := s.Addresses.ListOf(ctx, ids)
	if err != nil {
		return nil, err
	}
	for i, c := range customers {
		customers[i].Addresses = append([]address.Address{}, addresses[c.ID]...)
	}
	return customers, nil
}

// PlaceByPhone places a cash order for a customer, on behalf of staff, by the rules of Place but
// without its rate limits. A suspended customer fails with fault.Conflict; an unknown customer, or the
// address of another, fails with fault.NotFound. The key belongs to the member of staff.
func (s *Service) PlaceByPhone(ctx context.Context, staff Actor, key string, o PhoneOrder) (Receipt, error) {
	customer, err := customerByID(ctx, s.db, o.UserID)
	if errors.Is(err, db.ErrNoRow) {
		return nil, account.ErrNoCustomer
	}
	if err != nil {
		return nil, fmt.Errorf("read a customer: %w", err)
	}
	if err := customer.canOrder(); err != nil {
		return nil, err
	}
	p, err := s.newPlacement(ctx, COD, o.UserID, o.request())
	if err != nil {
		return nil, err
	}
	p.enteredBy, p.note = staff, o.Note
	if p.fingerprint, err = idempotency.Fingerprint(o); err != nil {
		return nil, err
	}
	receipt, err := s.placeOnce(ctx, idempotency.Key{UserID: staff.UserID, Value: key}, p)
	if errors.Is(err, errNoAddress) {
		return nil, address.ErrNotFound
	}
	return receipt, err
}

// auditEntered writes a phone order to the activity log. Shoppers' own orders are not logged there.
func (d *draft) auditEntered(ctx context.Context, tx *db.Tx) error {
	if d.enteredBy == (Actor{}) {
		return nil
	}
	return audit.Write(ctx, tx, d.order.CreatedAt, audit.Entry{What: "checkout.phone", Object: d.order.name(), ObjectID: d.order.UserID, After: d.shopper.Name})
}
