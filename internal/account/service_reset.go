package account

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/job"
	"kirana/internal/secret"
	"kirana/internal/unicodetext"
)

// PasswordReset is a request to set a new password.
type PasswordReset struct {
	Token    string // from VerifyOTP
	Email    string // optional
	Password string
	Confirm  string
}

// RequestOTP mails an OTP to a registered email, and voids the requester's previous one for the email. A requester is a
// network, or a known device of the email. It does the same work for an unknown email, so that its time does not show
// which emails are registered. It returns fault.Invalid for a malformed email, and fault.TooMany after a requester's 3
// requests in 15 minutes or 10 a day.
func (s *Service) RequestOTP(ctx context.Context, email, requester string) error {
	email, err := normalEmail(email)
	if err != nil {
		return err
	}
	otp, err := newOTP()
	if err != nil {
		return err
	}
	ciphertext, err := s.key.encrypt(otp)
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
		return job.Add(ctx, tx, now, MailOTPJob, MailPayload{Email: email, Code: ciphertext, Until: r.OTPExpiresAt})
	})
	if err != nil {
		return fmt.Errorf("ask for an OTP: %w", err)
	}
	return nil
}

// OTPGuess is an OTP as typed.
type OTPGuess struct{ Email, OTP, Requester string }

// VerifyOTP exchanges the right OTP for a token for ResetPassword. A wrong, expired or spent OTP and an unknown email
// look the same: fault.Invalid. A requester has five tries, for their own code or, without one, for the email's newest
// code. These tries do not use up those of other requesters.
func (s *Service) VerifyOTP(ctx context.Context, g OTPGuess) (token string, err error) {
	if g.Email, err = normalEmail(g.Email); err != nil {
		return "", errNoGuess
	}
	token = secret.New()
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
		// Unknown emails have codes, too, but guessing such a code has no effect.
		_, known, err := activeByEmail(ctx, tx, g.Email)
		if err != nil {
			return err
		}
		if right = own.guess(code.OTPHash, s.key.hashOTP(g.Email, unicodetext.Code(g.OTP))) && known; right {
			if err := spendOTP(ctx, tx, *code); err != nil {
				return err
			}
			own.grant(secret.Hash(token), now)
		}
		return saveReset(ctx, tx, own, now) // a wrong guess is committed, so that it counts
	})
	if err != nil {
		return "", fmt.Errorf("verify an OTP: %w", err)
	}
	if !right {
		return "", errInvalidOTP
	}
	return token, nil
}

// ResetPassword sets a new password with a token of VerifyOTP, ends all logins of the user, and mails them. It returns
// fault.Unauthenticated for a token that is unknown, spent, expired or of another email, and fault.Invalid for an
// unacceptable password, which does not spend the token.
func (s *Service) ResetPassword(ctx context.Context, r PasswordReset) (User, error) {
	tokenHash := secret.Hash(r.Token)
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
		// Only one of two concurrent calls spends the token.
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
		// Reading the mail has confirmed the address, too.
		return s.replacePassword(ctx, tx, user, hash, now)
	})
	if err != nil {
		return User{}, fmt.Errorf("reset a password: %w", err)
	}
	return user, nil
}

// replacePassword sets a password, marks the email as confirmed, ends all logins and other resets, and mails the user.
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
	// Cancel a pending change of email: a thief may have requested it in one of the ended logins.
	if err := deleteCodes(ctx, tx, user.ID); err != nil {
		return err
	}
	return job.Add(ctx, tx, now, MailPasswordChangedJob, MailPayload{Email: user.Email, Name: user.Name})
}

// validateNew returns an error for a password that differs from its repetition or is unacceptable.
func (s *Service) validateNew(ctx context.Context, r PasswordReset, user User) error {
	if r.Password == "" {
		return fault.InField("newPassword", "New password is required.")
	}
	if r.Password != r.Confirm {
		return fault.InField("confirmPassword", "Passwords do not match")
	}
	return s.validatePassword(ctx, "newPassword", r.Password, user)
}
