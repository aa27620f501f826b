package account

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kirana/internal/audit"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/job"
)

// confirmedFor is how long after typing the password a login may change what only its
// owner should: a token that is stolen later cannot.
const confirmedFor = 15 * time.Minute

var (
	errConfirmPassword = fault.New(fault.Forbidden, "confirm_password", "Please confirm your password")
	errWrongPassword   = &fault.Error{
		Kind: fault.Invalid, Code: "wrong_password", Message: "This is not your password.",
		Fields: []fault.Field{{Field: "password", Message: "This is not your password."}},
	}
)

// CheckConfirmed refuses, as fault.Forbidden, a login in which the password was not
// typed within the last 15 minutes.
func (s *Service) CheckConfirmed(ctx context.Context, loginID string) error {
	at, err := confirmedAt(ctx, s.db, loginID)
	if err != nil {
		return fmt.Errorf("read when a login was confirmed: %w", err)
	}
	if at == nil || !s.clock.Now().Before(at.Add(confirmedFor)) {
		return errConfirmPassword
	}
	return nil
}

// ConfirmPassword marks the user's login as confirmed by their password; another
// password is fault.Invalid.
func (s *Service) ConfirmPassword(ctx context.Context, userID, loginID, password string) error {
	user, err := s.User(ctx, userID)
	if err != nil {
		return err
	}
	right, err := verifyPassword(ctx, user.PasswordHash, password)
	if err != nil {
		return fmt.Errorf("confirm a password: %w", err)
	}
	if !right {
		return errWrongPassword
	}
	return s.db.Tx(ctx, func(tx *db.Tx) error { return confirmLogin(ctx, tx, loginID, s.clock.Now()) })
}

// PasswordChange is a new password of somebody who is logged in.
type PasswordChange struct {
	UserID, LoginID   string
	Password, Confirm string // the new one, twice
}

// ChangePassword sets the user's own new password, ends all their other logins and
// notifies them by mail. A password that cannot be used is fault.Invalid.
func (s *Service) ChangePassword(ctx context.Context, c PasswordChange) error {
	user, err := s.User(ctx, c.UserID)
	if err != nil {
		return err
	}
	r := PasswordReset{Password: c.Password, Confirm: c.Confirm}
	if err := s.validateNew(ctx, r, user); err != nil {
		return err
	}
	hash, err := hashPassword(ctx, c.Password, s.rules.PasswordCost)
	if err != nil {
		return err
	}
	now := s.clock.Now()
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		if err := updatePasswordHash(ctx, tx, user.ID, hash, now); err != nil {
			return err
		}
		if err := endOtherLogins(ctx, tx, user.ID, c.LoginID, now); err != nil {
			return err
		}
		// A change of email that somebody else began ends with their login.
		if err := deleteCodes(ctx, tx, user.ID); err != nil {
			return err
		}
		if err := audit.Write(ctx, tx, now, audit.Entry{What: "password.change", Object: user.Email}); err != nil {
			return err
		}
		return job.Add(ctx, tx, now, MailPasswordChangedJob, MailPayload{Email: user.Email, Name: user.Name})
	})
	if err != nil {
		return fmt.Errorf("change a password: %w", err)
	}
	return nil
}

// undoLife is how long the link to take a change of email back can be opened.
const undoLife = 7 * 24 * time.Hour

// enqueueUndoMail mails the address that a user has, or had until now, that it is
// changed, with a link that takes the change back. An address that was never confirmed
// may be a stranger's: it gets neither the link, which leads into the account, nor a mail.
func (s *Service) enqueueUndoMail(ctx context.Context, tx *db.Tx, now time.Time, kind job.Kind[MailPayload], user User) error {
	if !user.VerifyEmail {
		return nil
	}
	code, err := newToken()
	if err != nil {
		return err
	}
	sealed, err := s.key.encrypt(code)
	if err != nil {
		return err
	}
	undo := emailUndo{Hash: hashToken(code), UserID: user.ID, Email: user.Email, ExpiresAt: now.Add(undoLife), CreatedAt: now}
	if err := insertUndo(ctx, tx, undo); err != nil {
		return err
	}
	return job.Add(ctx, tx, now, kind, MailPayload{Email: user.Email, Name: user.Name, Code: sealed, Until: undo.ExpiresAt})
}

// UndoEmailChange takes the code of a link that was mailed to a user's former address,
// once: the account has that address again, changes that came after it are void, and
// all logins end. It returns the address. A code that is unknown, spent or over is
// fault.Invalid.
func (s *Service) UndoEmailChange(ctx context.Context, code string) (email string, err error) {
	now := s.clock.Now()
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		undo, err := spendUndo(ctx, tx, hashToken(code), now)
		if errors.Is(err, db.ErrNoRow) {
			return errInvalidCode
		}
		if err != nil {
			return err
		}
		user, err := selectUserForUpdate(ctx, tx, undo.UserID)
		if err != nil {
			return err
		}
		entry := audit.Entry{What: "email.undo", Object: user.Name, Before: user.Email, After: undo.Email}
		email = undo.Email
		user.Email, user.VerifyEmail, user.UpdatedAt = undo.Email, true, now
		if err := saveUser(ctx, tx, user); err != nil {
			return err
		}
		if err := deleteUndosSince(ctx, tx, user.ID, undo.CreatedAt); err != nil {
			return err
		}
		if err := deleteCodes(ctx, tx, user.ID); err != nil {
			return err
		}
		if err := endLogins(ctx, tx, user.ID, now); err != nil {
			return err
		}
		return audit.Write(ctx, tx, now, entry)
	})
	if db.IsDuplicate(err) {
		return "", errEmailTaken
	}
	if err != nil {
		return "", fmt.Errorf("take a change of email back: %w", err)
	}
	return email, nil
}

// UndoCode decrypts the code of a mail to a former address. It returns "" when it has
// been spent or is over, or when the mail has none.
func (s *Service) UndoCode(ctx context.Context, n MailPayload) (string, error) {
	if len(n.Code) == 0 {
		return "", nil
	}
	code, err := s.key.decrypt(n.Code)
	if err != nil {
		return "", err
	}
	valid, err := isUndoValid(ctx, s.db, hashToken(code), s.clock.Now())
	if err != nil || !valid {
		return "", err
	}
	return code, nil
}
