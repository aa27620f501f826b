package address

import (
	"context"
	"errors"
	"fmt"

	"kirana/internal/account"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/id"
)

// Service manages shoppers' addresses. For a user, addresses of other users do not exist.
type Service struct {
	db    *db.DB
	clock clock.Clock
}

// New returns a service.
func New(d *db.DB, c clock.Clock) *Service { return &Service{db: d, clock: c} }

// List returns the user's addresses, newest first, without removed ones.
func (s *Service) List(ctx context.Context, userID string) ([]Address, error) {
	return active(ctx, s.db, userID)
}

// ListOf returns the addresses of several users by user id, in the order of List. A user without
// addresses has no entry.
func (s *Service) ListOf(ctx context.Context, userIDs []string) (map[string][]Address, error) {
	addresses, err := activeOf(ctx, s.db, userIDs)
	if err != nil {
		return nil, fmt.Errorf("list addresses: %w", err)
	}
	byUser := map[string][]Address{}
	for _, address := range addresses {
		byUser[address.UserID] = append(byUser[address.UserID], address)
	}
	return byUser, nil
}

// Add saves a new address. More than MaxAddresses fail with fault.Conflict.
func (s *Service) Add(ctx context.Context, userID string, postal PostalAddress) (Address, error) {
	now := s.clock.Now()
	address := Address{ID: id.New(), UserID: userID, PostalAddress: postal, Status: true, CreatedAt: now, UpdatedAt: now}
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		// Without the lock, two concurrent requests could both add the last allowed address.
		if err := account.LockUser(ctx, tx, userID); err != nil {
			return err
		}
		n, err := countActive(ctx, tx, userID)
		if err != nil {
			return err
		}
		if n >= MaxAddresses {
			return errTooMany
		}
		return insert(ctx, tx, address)
	})
	if err != nil {
		return Address{}, fmt.Errorf("add an address: %w", err)
	}
	return address, nil
}

// Update changes an address with apply, or returns ErrNotFound. Existing orders keep the old
// address.
func (s *Service) Update(ctx context.Context, userID, addressID string, apply func(*PostalAddress)) (Address, error) {
	return s.change(ctx, func(tx *db.Tx) (Address, error) {
		address, err := activeByID(ctx, tx, userID, addressID)
		if err != nil {
			return Address{}, err
		}
		apply(&address.PostalAddress)
		return update(ctx, tx, addressKey{userID, addressID}, address.PostalAddress, s.clock.Now())
	})
}

// Disable removes an address, or returns ErrNotFound. The returned address has Status false.
func (s *Service) Disable(ctx context.Context, userID, addressID string) (Address, error) {
	return s.change(ctx, func(tx *db.Tx) (Address, error) {
		return disable(ctx, tx, addressKey{userID, addressID}, s.clock.Now())
	})
}

// Active reads an address of the user. It returns ErrNotFound for a removed address and for another
// user's.
func (s *Service) Active(ctx context.Context, tx *db.Tx, userID, addressID string) (Address, error) {
	address, err := activeByID(ctx, tx, userID, addressID)
	if errors.Is(err, db.ErrNoRow) {
		return Address{}, ErrNotFound
	}
	return address, err
}

func (s *Service) change(ctx context.Context, write func(*db.Tx) (Address, error)) (Address, error) {
	var address Address
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		var err error
		address, err = write(tx)
		return err
	})
	if errors.Is(err, db.ErrNoRow) {
		return Address{}, ErrNotFound
	}
	return address, err
}
