package customer

import (
	"context"
	"fmt"
	"time"

	"kirana/internal/account"
	"kirana/internal/address"
	"kirana/internal/audit"
	"kirana/internal/bill"
	"kirana/internal/cart"
	"kirana/internal/complaint"
	"kirana/internal/db"
	"kirana/internal/khata"
	"kirana/internal/order"
	"kirana/internal/payment"
)

// retention is how long the data of a deleted account is kept: the books of a year must name the
// customers of the orders.
const retention = 365 * 24 * time.Hour

// maxErasedPerSweep is the maximum number of accounts that one sweep erases.
const maxErasedPerSweep = 100

// DeleteAccount deletes a user's account: it hides the account immediately, empties its cart and ends
// the links of its bills. Sweep erases the account 365 days later; its orders keep the user's id.
// DeleteAccount returns the URL of the account's picture, now unused, or "". A user with an open order
// or khata, or on the staff, fails with fault.Conflict; a deleted user fails with fault.NotFound.
func (s *Service) DeleteAccount(ctx context.Context, userID string) (avatar string, err error) {
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		now := s.clock.Now()
		if err := account.LockUser(ctx, tx, userID); err != nil {
			return err
		}
		if err := order.RefuseOpen(ctx, tx, userID); err != nil {
			return err
		}
		if err := khata.RefuseOpen(ctx, tx, userID); err != nil {
			return err
		}
		if err := address.DisableAll(ctx, tx, userID, now); err != nil {
			return err
		}
		if err := cart.Clear(ctx, tx, userID); err != nil {
			return err
		}
		if err := bill.EndLinks(ctx, tx, userID, now); err != nil {
			return err
		}
		avatar, err = s.Accounts.Delete(ctx, tx, userID, now)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("delete an account: %w", err)
	}
	return avatar, nil
}

// Sweep erases accounts deleted more than 365 days ago: the person's data in the account, its
// addresses, complaints, orders and payments, and in the activity log. Orders and the log keep the id.
func (s *Service) Sweep(ctx context.Context) error {
	accounts, err := s.Accounts.DeletedBefore(ctx, s.clock.Now().Add(-retention), maxErasedPerSweep)
	if err != nil {
		return fmt.Errorf("find accounts to erase: %w", err)
	}
	for _, deleted := range accounts {
		if err := s.db.Tx(ctx, func(tx *db.Tx) error { return s.erase(ctx, tx, deleted) }); err != nil {
			return fmt.Errorf("erase an account: %w", err)
		}
	}
	return nil
}

func (s *Service) erase(ctx context.Context, tx *db.Tx, deleted account.Deleted) error {
	if err := order.ErasePerson(ctx, tx, deleted.UserID); err != nil {
		return err
	}
	if err := payment.ErasePerson(ctx, tx, deleted.UserID); err != nil {
		return err
	}
	if err := complaint.EraseAll(ctx, tx, deleted.UserID); err != nil {
		return err
	}
	if err := address.EraseAll(ctx, tx, deleted.UserID); err != nil {
		return err
	}
	people, err := account.MergedOf(ctx, tx, deleted.UserID)
	if err != nil {
		return err
	}
	for _, userID := range append(people, deleted.UserID) {
		person := audit.Person{UserID: userID, Until: deleted.DeletedAt}
		if userID == deleted.UserID {
			person.Email = deleted.Email
		}
		if err := audit.ErasePerson(ctx, tx, person); err != nil {
			return err
		}
	}
	return s.Accounts.EraseDeleted(ctx, tx, deleted.UserID)
}
