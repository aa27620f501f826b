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
	"kirana/internal/secret"
)

// codeLife is the validity of a confirmation link.
const codeLife = 24 * time.Hour

var (
	errInvalidCode = fault.InField("code", "This link is not valid any more.")
	errConfirmed   = fault.New(fault.Conflict, "email_confirmed", "Your email is confirmed already.")
)

// recipient is a user, the address that the link is mailed to, and the account's language.
type recipient struct{ userID, email, language string }

// enqueueCodeMail mails a link that confirms an address, and voids the user's older links. The mail omits the user's
// name: with it, anyone could send any text to any address.
func (s *Service) enqueueCodeMail(ctx context.Context, tx *db.Tx, now time.Time, kind job.Kind[MailPayload], to recipient) error {
	code := secret.New()
	ciphertext, err := s.key.encrypt(code)
	if err != nil {
		return err
	}
	if err := deleteCodes(ctx, tx, to.userID); err != nil {
		return err
	}
	row := emailCode{Hash: secret.Hash(code), UserID: to.userID, Email: to.email, ExpiresAt: now.Add(codeLife)}
	if err := insertCode(ctx, tx, row); err != nil {
		return err
	}
	return job.Add(ctx, tx, now, kind, MailPayload{Email: to.email, Language: to.language, Code: ciphertext, Until: row.ExpiresAt})
}

// changeEmail changes the user's email immediately or, if the shop sends mail, when the mailed link is opened. In both
// cases a confirmed old address gets a mail.
func (s *Service) changeEmail(ctx context.Context, tx *db.Tx, user *User, email string, now time.Time) error {
	if err := refuseReserved(ctx, tx, email, user.ID, now); err != nil {
		return err
	}
	if err := audit.Write(ctx, tx, now, audit.Entry{What: "email.change", Object: user.Name, Before: user.Email, After: email}); err != nil {
		return err
	}
	if !s.rules.ConfirmChange {
		if err := s.enqueueUndoMail(ctx, tx, now, MailEmailChangedJob, *user); err != nil {
			return err
		}
		user.Email, user.VerifyEmail = email, false
		return s.enqueueCodeMail(ctx, tx, now, MailConfirmJob, recipient{user.ID, email, user.Language})
	}
	// The unique index refuses a taken address when the link is opened. This check refuses it early.
	if _, err := userByEmail(ctx, tx, email); !errors.Is(err, db.ErrNoRow) {
		if err == nil {
			err = errEmailTaken
		}
		return err
	}
	if err := s.enqueueUndoMail(ctx, tx, now, MailChangeRequestedJob, *user); err != nil {
		return err
	}
	return s.enqueueCodeMail(ctx, tx, now, MailConfirmChangeJob, recipient{user.ID, email, user.Language})
}

// ConfirmEmail spends the code of a mailed link. It confirms the user's address or makes the new one current, and
// returns it. It returns fault.Invalid for an unknown, spent or expired code, and fault.Conflict for an address that
// another account has taken.
func (s *Service) ConfirmEmail(ctx context.Context, code string) (email string, err error) {
	now := s.clock.Now()
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		row, err := spendCode(ctx, tx, secret.Hash(code), now)
		if errors.Is(err, db.ErrNoRow) {
			return errInvalidCode
		}
		if err != nil {
			return err
		}
		user, err := selectUserForUpdate(ctx, tx, row.UserID)
		if err != nil {
			return err
		}
		if old := user.Email; old != row.Email {
			if err := refuseReserved(ctx, tx, row.Email, user.ID, now); err != nil {
				return err
			}
			if err := s.enqueueUndoMail(ctx, tx, now, MailEmailChangedJob, user); err != nil {
				return err
			}
		}
		email = row.Email
		user.Email, user.VerifyEmail, user.UpdatedAt = row.Email, true, now
		return saveUser(ctx, tx, user)
	})
	if db.IsDuplicate(err) {
		return "", errEmailTaken
	}
	if err != nil {
		return "", fmt.Errorf("confirm an email: %w", err)
	}
	return email, nil
}

// Reader reports whether an email is the confirmed one of an account, and returns the account's language or "".
func (s *Service) Reader(ctx context.Context, email string) (confirmed bool, lang string, err error) {
	user, err := userByEmail(ctx, s.db, email)
	if errors.Is(err, db.ErrNoRow) {
		return false, "", nil
	}
	if err != nil {
		return false, "", fmt.Errorf("read the reader of a mail: %w", err)
	}
	return user.VerifyEmail, user.Language, nil
}

// ResendConfirmation mails a new link for the user's address or pending change, voids the previous one, and returns the
// address. It returns fault.Conflict if there is nothing to confirm.
func (s *Service) ResendConfirmation(ctx context.Context, userID string) (email string, err error) {
	now := s.clock.Now()
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		user, err := selectUserForUpdate(ctx, tx, userID)
		if err != nil {
			return err
		}
		if email, err = pendingEmail(ctx, tx, user, now); err != nil {
			return err
		}
		if email != "" {
			return s.enqueueCodeMail(ctx, tx, now, MailConfirmChangeJob, recipient{userID, email, user.Language})
		}
		if user.VerifyEmail {
			return errConfirmed
		}
		email = user.Email
		return s.enqueueCodeMail(ctx, tx, now, MailConfirmJob, recipient{userID, email, user.Language})
	})
	if err != nil {
		return "", fmt.Errorf("mail a link again: %w", err)
	}
	return email, nil
}
