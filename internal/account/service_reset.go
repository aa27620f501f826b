package account

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/job"
)

// PasswordReset is a request to set a new password.
type PasswordReset struct {
	Token    string // from VerifyOTP
	Email    string // may be left out
	Password string
	Confirm  string
}

// RequestOTP has an OTP mailed to the email, if anyone has it, in place of an older
// one of the same requester: a network, or a device that has logged in under the email.
// It does the same work and returns the same whether or not anyone has the email.
// It refuses a malformed email, and with fault.TooMany more than 3 of a requester in
// 15 minutes or 10 a day.
func (s *Service) RequestOTP(ctx context.Context, email, requester string) error {
	email, err := normalEmail(email)
	if err != nil {
		return err
	}
	otp, err := newOTP()
	if err != nil {
		return err
	}
	sealed, err := s.key.encrypt(otp)
	if err != nil {
		return err
	}
	now := s.clock.Now()
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		r, err := upsertReset(ctx, tx, resetKey{email, s.key.requesterHash(requester)}, now)
		if err != nil {
			return err
		}
		if err := r.request(s.key.hashOTP(email, otp), now, s.rules.Unlimited); err != nil {
			return err
		}
		if err := saveReset(ctx, tx, r, now); err != nil {
			return err
		}
		return job.Add(ctx, tx, now, MailOTPJob, MailPayload{Email: email, Code: sealed, Until: r.OTPExpiresAt})
	})
	if err != nil {
		return fmt.Errorf("ask for an OTP: %w", err)
	}
	return nil
}

// OTPGuess is an OTP as somebody has typed it.
type OTPGuess struct{ Email, OTP, Requester string }

// VerifyOTP spends the right OTP for a token that ResetPassword takes. A wrong,
// expired or spent OTP and an unknown email are one refusal. A requester has five tries
// for the code that they asked for, or else for the newest one of the email: nobody uses
// up the tries of others.
func (s *Service) VerifyOTP(ctx context.Context, g OTPGuess) (token string, err error) {
	if g.Email, err = normalEmail(g.Email); err != nil {
		return "", errNoGuess
	}
	if token, err = newToken(); err != nil {
		return "", err
	}
	key := resetKey{g.Email, s.key.requesterHash(g.Requester)}
	now, right := s.clock.Now(), false
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		right = false
		resets, err := lockResets(ctx, tx, g.Email)
		if err != nil {
			return err
		}
		code := codeFor(resets, key.requester, now)
		if code == nil {
			return errNoGuess
		}
		own, err := upsertReset(ctx, tx, key, now)
		if err != nil {
			return err
		}
		if own.Tries >= otpTries {
			return errNoGuess
		}
		// A code exists for emails that nobody has, too; guessing it opens nothing.
		_, known, err := activeByEmail(ctx, tx, g.Email)
		if err != nil {
			return err
		}
		if right = own.guess(code.OTPHash, s.key.hashOTP(g.Email, normalCode(g.OTP))) && known; right {
			if err := spendOTP(ctx, tx, *code); err != nil {
				return err
			}
			own.grant(hashToken(token), now)
		}
		return saveReset(ctx, tx, own, now) // a wrong guess is committed: it counts
	})
	if err != nil {
		return "", fmt.Errorf("verify an OTP: %w", err)
	}
	if !right {
		return "", errInvalidOTP
	}
	return token, nil
}

// ResetPassword sets a new password for who verified an OTP, ends all their
// logins and notifies them by mail. A token that is unknown, spent, over, or not of
// the given email is fault.Unauthenticated. A password that cannot be used is
// fault.Invalid and leaves the token as it is.
func (s *Service) ResetPassword(ctx context.Context, r PasswordReset) (User, error) {
	tokenHash := hashToken(r.Token)
	granted, err := resetByToken(ctx, s.db, tokenHash, s.clock.Now())
	if errors.Is(err, db.ErrNoRow) {
		return User{}, errResetRefused
	}
	if err != nil {
		return User{}, err
	}
	if r.Email != "" {
		if email, err := normalEmail(r.Email); err != nil || email != granted.Email {
			return User{}, errResetRefused
		}
	}
	user, _, err := activeByEmail(ctx, s.db, granted.Email)
	if err != nil {
		return User{}, err
	}
	if err := s.validateNew(ctx, r, user); err != nil {
		return User{}, err
	}
	hash, err := hashPassword(ctx, r.Password, s.rules.PasswordCost)
	if err != nil {
		return User{}, err
	}
	now := s.clock.Now()
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		if _, err := lockResets(ctx, tx, granted.Email); err != nil {
			return err
		}
		// Who spends the token sets the password: of two at once, one.
		spent, err := spendReset(ctx, tx, tokenHash, now)
		if err != nil {
			return err
		}
		var known bool
		if user, known, err = activeByEmail(ctx, tx, granted.Email); err != nil {
			return err
		}
		if !spent || !known {
			return errResetRefused
		}
		// Reading the mail has proved the address, too.
		return s.replacePassword(ctx, tx, user, hash, now)
	})
	if err != nil {
		return User{}, fmt.Errorf("reset a password: %w", err)
	}
	return user, nil
}

// replacePassword sets a password, ends all logins and every other reset of it, and
// notifies the user by mail.
func (s *Service) replacePassword(ctx context.Context, tx *db.Tx, user User, hash string, now time.Time) error {
	if err := voidResets(ctx, tx, user.Email); err != nil {
		return err
	}
	if err := setPassword(ctx, tx, user.ID, hash, now); err != nil {
		return err
	}
	if err := endLogins(ctx, tx, user.ID, now); err != nil {
		return err
	}
	// A change of email that somebody else began in one of those logins ends with it.
	if err := deleteCodes(ctx, tx, user.ID); err != nil {
		return err
	}
	return job.Add(ctx, tx, now, MailPasswordChangedJob, MailPayload{Email: user.Email, Name: user.Name})
}

// validateNew refuses a new password that was not typed twice, or cannot be used.
func (s *Service) validateNew(ctx context.Context, r PasswordReset, user User) error {
	if r.Password == "" {
		return fault.InField("newPassword", "New password is required.")
	}
	if r.Password != r.Confirm {
		return fault.InField("confirmPassword", "Passwords do not match")
	}
	return s.validatePassword(ctx, "newPassword", r.Password, user)
}
