package account

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kirana/internal/audit"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/language"
)

// Logins returns the open logins of a user, most recently used first, with devices in the context's language.
func (s *Service) Logins(ctx context.Context, userID, currentLoginID string) ([]Login, error) {
	if err := s.SaveLoginUses(ctx); err != nil {
		return nil, err
	}
	logins, err := loginsOf(ctx, s.db, userID, s.clock.Now())
	if err != nil {
		return nil, fmt.Errorf("read the logins of a user: %w", err)
	}
	for i := range logins {
		logins[i].Current = logins[i].ID == currentLoginID
		logins[i].Device = language.Stored(logins[i].Device).In(language.Of(ctx))
	}
	return logins, nil
}

// EndLogin ends one login of a user. It returns fault.NotFound for another user's login.
func (s *Service) EndLogin(ctx context.Context, userID, loginID string) error {
	return s.db.Tx(ctx, func(tx *db.Tx) error {
		now := s.clock.Now()
		n, err := endLoginOf(ctx, tx, userID, loginID, now)
		if err != nil {
			return err
		}
		if n == 0 {
			return fault.New(fault.NotFound, "no_session", "This login has ended already.")
		}
		return audit.Write(ctx, tx, now, audit.Entry{What: "session.end"})
	})
}

// EndOtherLogins ends all logins of a user except the current one.
func (s *Service) EndOtherLogins(ctx context.Context, userID, currentLoginID string) error {
	return s.db.Tx(ctx, func(tx *db.Tx) error {
		now := s.clock.Now()
		if err := endOtherLogins(ctx, tx, userID, currentLoginID, now); err != nil {
			return err
		}
		return audit.Write(ctx, tx, now, audit.Entry{What: "session.end", After: string(language.Word("all others").Store())})
	})
}

// Run saves the last uses of logins about once a minute, until ctx ends. It drops uses that cannot be saved, because
// only the list of logins needs them.
func (s *Service) Run(ctx context.Context) {
	ticker := time.NewTicker(seenInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			_ = s.SaveLoginUses(ctx)
		}
	}
}

// SaveLoginUses saves the buffered uses of logins.
func (s *Service) SaveLoginUses(ctx context.Context) error {
	uses := s.loginUses.take()
	if len(uses) == 0 {
		return nil
	}
	err := s.db.Tx(ctx, func(tx *db.Tx) error { return saveLoginUses(ctx, tx, uses) })
	if err != nil {
		return fmt.Errorf("write the uses of logins: %w", err)
	}
	return nil
}

// Suspend ends all logins of a customer and prevents new ones. The customer sees the reason on the next attempt. An
// unknown customer or a member of staff fails with fault.NotFound.
func (s *Service) Suspend(ctx context.Context, userID, reason string) error {
	return s.setStatus(ctx, userID, Suspended, reason)
}

// Activate lets a suspended customer log in again.
func (s *Service) Activate(ctx context.Context, userID string) error {
	return s.setStatus(ctx, userID, Active, "")
}

func (s *Service) setStatus(ctx context.Context, userID, status, reason string) error {
	return s.changeCustomer(ctx, userID, func(tx *db.Tx, user User, now time.Time) (audit.Entry, error) {
		action := "customer.activate"
		if status == Suspended {
			action = "customer.suspend"
			if err := endLogins(ctx, tx, user.ID, now); err != nil {
				return audit.Entry{}, err
			}
		}
		entry := audit.Entry{What: action, Object: user.Name, ObjectID: user.ID, Before: user.Status, After: status}
		if reason != "" {
			entry.After += ": " + reason
		}
		return entry, updateStatus(ctx, tx, user.ID, accountStatus{status, reason}, now)
	})
}

// SetNote saves staff's note about a customer, who never sees it.
func (s *Service) SetNote(ctx context.Context, userID, note string) error {
	return s.changeCustomer(ctx, userID, func(tx *db.Tx, user User, now time.Time) (audit.Entry, error) {
		previous, err := replaceNote(ctx, tx, user.ID, note, now)
		return audit.Entry{What: "customer.note", Object: user.Name, ObjectID: user.ID, Before: previous, After: note}, err
	})
}

// changeCustomer locks a customer, changes them in a transaction and logs the change.
func (s *Service) changeCustomer(ctx context.Context, userID string, change func(*db.Tx, User, time.Time) (audit.Entry, error)) error {
	return s.db.Tx(ctx, func(tx *db.Tx) error {
		user, err := selectUserForUpdate(ctx, tx, userID)
		if errors.Is(err, db.ErrNoRow) || err == nil && (user.StaffRole != "" || user.MergedInto != "" || user.isDeleted()) {
			return ErrNoCustomer
		}
		if err != nil {
			return err
		}
		now := s.clock.Now()
		entry, err := change(tx, user, now)
		if err != nil {
			return err
		}
		return audit.Write(ctx, tx, now, entry)
	})
}
