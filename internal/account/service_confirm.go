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
	if err != nil && !errors.Is(err, db.ErrNoRow) {
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
// notifies them by mail; it returns the user with it. A password that cannot be used is
// fault.Invalid.
func (s *Service) ChangePassword(ctx context.Context, c PasswordChange) (User, error) {
	user, err := s.User(ctx, c.UserID)
	if err != nil {
		return User{}, err
	}
	r := PasswordReset{Password: c.Password, Confirm: c.Confirm}
	if err := s.validateNew(ctx, r, user); err != nil {
		return User{}, err
	}
	hash, err := hashPassword(ctx, c.Password, s.rules.PasswordCost)
	if err != nil {
		return User{}, err
	}
	now := s.clock.Now()
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		if err := updatePasswordHash(ctx, tx, user.ID, hash, now); err != nil {
			return err
		}
		if err := endOtherLogins(ctx, tx, user.ID, c.LoginID, now); err != nil {
			return err
		}
		// A new password that somebody else was granted by an OTP is not to come after this one.
		if err := voidResets(ctx, tx, user.Email); err != nil {
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
		return User{}, fmt.Errorf("change a password: %w", err)
	}
	user.PasswordHash = hash
	return user, nil
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

// Undone is an account whose change of email was taken back.
type Undone struct {
	Email      string // the former address, which the account has again
	ResetToken string // lets the caller set a new password once, within 10 minutes
}

// UndoEmailChange takes the code of a link that was mailed to a user's former address,
// once: the account has that address again, changes that came after it are void, and
// all logins end. So does the password, which whoever changed the email may know or have
// set, and a second factor that was switched on since. A code that is unknown, spent or
// over is fault.Invalid.
func (s *Service) UndoEmailChange(ctx context.Context, code string) (Undone, error) {
	token, err := newToken()
	if err != nil {
		return Undone{}, err
	}
	now, undone := s.clock.Now(), Undone{ResetToken: token}
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
		entry := audit.Entry{What: "email.undo", Object: user.Name, ObjectID: user.ID, Before: user.Email, After: undo.Email}
		undone.Email = undo.Email
		if err := voidResets(ctx, tx, user.Email); err != nil {
			return err
		}
		user.Email, user.VerifyEmail, user.UpdatedAt = undo.Email, true, now
		if err := saveUser(ctx, tx, user); err != nil {
			return err
		}
		if err := deleteUndosSince(ctx, tx, user.ID, undo.CreatedAt); err != nil {
			return err
		}
		if err := s.expelThief(ctx, tx, undo, now); err != nil {
			return err
		}
		if err := s.grantReset(ctx, tx, undo.Email, token, now); err != nil {
			return err
		}
		return audit.Write(ctx, tx, now, entry)
	})
	if db.IsDuplicate(err) {
		return Undone{}, errEmailTaken
	}
	if err != nil {
		return Undone{}, fmt.Errorf("take a change of email back: %w", err)
	}
	return undone, nil
}

// thiefLead is how long before a change of email that is taken back a second factor or a
// passkey counts as added by the same person: a thief may add it first.
const thiefLead = 24 * time.Hour

// expelThief ends everything by which whoever changed an email could come back.
func (s *Service) expelThief(ctx context.Context, tx *db.Tx, undo emailUndo, now time.Time) error {
	if err := deleteCodes(ctx, tx, undo.UserID); err != nil {
		return err
	}
	if err := deleteFactorsSince(ctx, tx, undo.UserID, undo.CreatedAt.Add(-thiefLead)); err != nil {
		return err
	}
	// No password has this hash: the next one is set with the token of grantReset, or by an OTP.
	if err := updatePasswordHash(ctx, tx, undo.UserID, dummyHash(s.rules.PasswordCost), now); err != nil {
		return err
	}
	return endLogins(ctx, tx, undo.UserID, now)
}

// grantReset gives whoever opened a link that was mailed to an address the right to set a
// new password, as an OTP does, in place of every other.
func (s *Service) grantReset(ctx context.Context, tx *db.Tx, email, token string, now time.Time) error {
	if err := voidResets(ctx, tx, email); err != nil {
		return err
	}
	reset, err := upsertReset(ctx, tx, resetKey{email, s.key.requesterHash("undo link")}, now)
	if err != nil {
		return err
	}
	reset.grant(hashToken(token), now)
	return saveReset(ctx, tx, reset, now)
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
