package account

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kirana/internal/account/secondfactor"
	"kirana/internal/audit"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/job"
	"kirana/internal/secret"
)

// confirmedFor is how long a login may make protected changes after its password was typed. A token stolen later does
// not suffice for them.
const confirmedFor = 15 * time.Minute

var (
	errConfirmPassword = fault.New(fault.Forbidden, "confirm_password", "Please confirm your password")
	errWrongPassword   = &fault.Error{
		Kind: fault.Invalid, Code: "wrong_password", Message: "This is not your password.",
		Fields: []fault.Field{{Field: "password", Message: "This is not your password."}},
	}
)

// CheckConfirmed returns fault.Forbidden if the login's password was not typed within the last 15 minutes.
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

// ConfirmPassword marks a login as confirmed. It returns fault.Invalid for a wrong password.
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

// PasswordChange is a new password of a logged-in user.
type PasswordChange struct {
	UserID, LoginID   string
	Password, Confirm string // the new password, twice
}

// ChangePassword sets a new password, ends all other logins of the user, and mails them. It returns the changed user,
// or fault.Invalid for an unacceptable password.
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
		// Void all resets: one may have been granted to a thief, who could change the password again.
		if err := voidResets(ctx, tx, user.Email); err != nil {
			return err
		}
		// Cancel a pending change of email: a thief may have requested it in one of the ended logins.
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

// undoLife is the validity of the link that undoes a change of email.
const undoLife = 7 * 24 * time.Hour

// enqueueUndoMail mails a link that undoes a change of email to user.Email, the address before the change. An
// unconfirmed address gets no mail, because it may be a stranger's and the link gives access to the account.
func (s *Service) enqueueUndoMail(ctx context.Context, tx *db.Tx, now time.Time, kind job.Kind[MailPayload], user User) error {
	if !user.VerifyEmail {
		return nil
	}
	code := secret.New()
	ciphertext, err := s.key.encrypt(code)
	if err != nil {
		return err
	}
	undo := emailUndo{Hash: secret.Hash(code), UserID: user.ID, Email: user.Email, ExpiresAt: now.Add(undoLife), CreatedAt: now}
	if err := insertUndo(ctx, tx, undo); err != nil {
		return err
	}
	return job.Add(ctx, tx, now, kind, MailPayload{Email: user.Email, Name: user.Name, Language: user.Language, Code: ciphertext, Until: undo.ExpiresAt})
}

// Undone is the result of UndoEmailChange.
type Undone struct {
	Email      string // the former address, now restored
	ResetToken string // allows one new password within 10 minutes
}

// UndoEmailChange spends the code of a link mailed to a user's former address. It restores that address and voids later
// changes. Because a thief may know or have set the password, UndoEmailChange also ends all logins, invalidates the
// password, and removes the second factors added from thiefLead before the change on. An unknown, spent or expired code
// fails with fault.Invalid.
func (s *Service) UndoEmailChange(ctx context.Context, code string) (Undone, error) {
	token := secret.New()
	now, undone := s.clock.Now(), Undone{ResetToken: token}
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		undo, err := spendUndo(ctx, tx, secret.Hash(code), now)
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
		if err := s.revokeAccess(ctx, tx, undo, now); err != nil {
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

// thiefLead is the time before an undone change of email within which an added second factor counts as the thief's.
const thiefLead = 24 * time.Hour

// revokeAccess revokes the codes, recent second factors, password and logins of an account whose email was changed by a
// thief.
func (s *Service) revokeAccess(ctx context.Context, tx *db.Tx, undo emailUndo, now time.Time) error {
	if err := deleteCodes(ctx, tx, undo.UserID); err != nil {
		return err
	}
	if err := secondfactor.DeleteSince(ctx, tx, undo.UserID, undo.CreatedAt.Add(-thiefLead)); err != nil {
		return err
	}
	// No password matches this hash. The user sets the next one with the token of grantReset or by an OTP.
	if err := updatePasswordHash(ctx, tx, undo.UserID, dummyHash(s.rules.PasswordCost), now); err != nil {
		return err
	}
	return endLogins(ctx, tx, undo.UserID, now)
}

// grantReset lets the reader of a mailed link set a new password, like an OTP, and voids all other grants.
func (s *Service) grantReset(ctx context.Context, tx *db.Tx, email, token string, now time.Time) error {
	if err := voidResets(ctx, tx, email); err != nil {
		return err
	}
	reset, err := upsertReset(ctx, tx, resetKey{email, s.key.requesterHash("undo link")}, now)
	if err != nil {
		return err
	}
	reset.grant(secret.Hash(token), now)
	return saveReset(ctx, tx, reset, now)
}

// UndoCode decrypts the code of a mail to a former address. It returns "" if the code is spent or expired, or the mail
// has none.
func (s *Service) UndoCode(ctx context.Context, n MailPayload) (string, error) {
	if len(n.Code) == 0 {
		return "", nil
	}
	code, err := s.key.decrypt(n.Code)
	if err != nil {
		return "", err
	}
	valid, err := isUndoValid(ctx, s.db, secret.Hash(code), s.clock.Now())
	if err != nil || !valid {
		return "", err
	}
	return code, nil
}
