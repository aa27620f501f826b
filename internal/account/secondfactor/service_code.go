package secondfactor

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kirana/internal/audit"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/unicodetext"
)

var (
	// ErrRequired is returned if a code is required and missing.
	ErrRequired  = fault.New(fault.Unauthenticated, "second_factor_required", "Second factor required")
	errWrongCode = &fault.Error{
		Kind: fault.Unauthenticated, Code: "wrong_code", Message: "This code is not right. Please type the one that the app shows now.",
		Fields: []fault.Field{{Field: "code", Message: "This code is not right. Please type the one that the app shows now."}},
	}
	// errLostFactor is returned instead of errWrongCode if the app's secret was encrypted with another key.
	errLostFactor = &fault.Error{
		Kind: fault.Unauthenticated, Code: "second_factor_lost", Message: lostFactorSentence,
		Fields: []fault.Field{{Field: "code", Message: lostFactorSentence}},
	}
	// ErrOn is returned by Begin and Enable if an authenticator app is enabled.
	ErrOn             = fault.New(fault.Conflict, "second_factor_on", "Your second factor is switched on already.")
	errNoSecondFactor = fault.New(fault.Conflict, "no_second_factor", "There is no second factor to switch on. Please begin again.")
)

const lostFactorSentence = "The shop's keys were replaced, so codes of the app do not work any more. Please type a recovery code, " +
	"or ask whoever runs the shop's machine for a new password (kirana admin reset-password)."

// State reports whether the user's authenticator app is enabled, and how many recovery codes are unused.
func (s *Service) State(ctx context.Context, userID string) (State, error) {
	factor, err := factorOf(ctx, s.DB, userID)
	if err != nil && !errors.Is(err, db.ErrNoRow) {
		return State{}, fmt.Errorf("read a second factor: %w", err)
	}
	enabled := err == nil && factor.EnabledAt != nil
	left, err := countRecoveryCodes(ctx, s.DB, userID)
	return State{Enabled: enabled, RecoveryCodes: left}, err
}

// Begin creates a secret for an authenticator app, and replaces one that was never enabled. Logins require codes only
// after Enable. Begin returns ErrOn if an app is enabled.
func (s *Service) Begin(ctx context.Context, userID string) (Enrollment, error) {
	user, err := s.Users.User(ctx, s.DB, userID)
	if err != nil {
		return Enrollment{}, err
	}
	shop, err := s.ShopName(ctx)
	if err != nil {
		return Enrollment{}, err
	}
	enrollment := enroll(shop, user.Email)
	ciphertext, err := s.Key.Encrypt(enrollment.Secret)
	if err != nil {
		return Enrollment{}, err
	}
	err = s.DB.Tx(ctx, func(tx *db.Tx) error {
		n, err := upsertFactor(ctx, tx, secondFactor{UserID: userID, Secret: ciphertext, CreatedAt: s.Clock.Now()})
		if err == nil && n == 0 {
			err = ErrOn
		}
		return err
	})
	if err != nil {
		return Enrollment{}, fmt.Errorf("begin a second factor: %w", err)
	}
	return enrollment, nil
}

// Enable checks a code from the app, and makes the user's logins require one. It returns new recovery codes, which
// replace earlier ones. A wrong code fails with fault.Invalid.
func (s *Service) Enable(ctx context.Context, userID, code string) (RecoveryCodes, error) {
	codes, now := newRecoveryCodes(), s.Clock.Now()
	err := s.DB.Tx(ctx, func(tx *db.Tx) error {
		factor, err := lockFactor(ctx, tx, userID)
		if errors.Is(err, db.ErrNoRow) {
			return errNoSecondFactor
		}
		if err != nil {
			return err
		}
		if factor.EnabledAt != nil {
			return ErrOn
		}
		step, err := s.stepOf(factor, code, now)
		if err != nil { // encrypted with another key
			return errNoSecondFactor
		}
		if step == 0 {
			return fault.InField("code", "%s", errWrongCode.Phrase())
		}
		if err := enableFactor(ctx, tx, userID, step, now); err != nil {
			return err
		}
		if err := deleteRecoveryCodes(ctx, tx, userID); err != nil { // created with a passkey
			return err
		}
		if err := insertRecoveryCodes(ctx, tx, userID, codes); err != nil {
			return err
		}
		return audit.Write(ctx, tx, now, audit.Entry{What: "second_factor.on"})
	})
	if err != nil {
		return RecoveryCodes{}, fmt.Errorf("switch a second factor on: %w", err)
	}
	return RecoveryCodes{codes}, nil
}

// Disable removes the user's authenticator app. Passkeys stay; without any, the recovery codes are removed, too.
func (s *Service) Disable(ctx context.Context, userID string) error {
	return s.DB.Tx(ctx, func(tx *db.Tx) error {
		if err := deleteFactor(ctx, tx, userID); err != nil {
			return err
		}
		return audit.Write(ctx, tx, s.Clock.Now(), audit.Entry{What: "second_factor.off"})
	})
}

// VerifyCode spends a code from the app or a recovery code. A user with an app or a passkey needs a code: a missing or
// wrong one fails with fault.Unauthenticated. After a change of the shop's key, only recovery codes work. VerifyCode
// returns nil for a user without a factor.
func (s *Service) VerifyCode(ctx context.Context, userID, code string) error {
	now := s.Clock.Now()
	return s.DB.Tx(ctx, func(tx *db.Tx) error {
		factor, err := lockFactor(ctx, tx, userID)
		if err != nil && !errors.Is(err, db.ErrNoRow) {
			return fmt.Errorf("read a second factor: %w", err)
		}
		enabled := err == nil && factor.EnabledAt != nil
		if !enabled {
			if n, err := countPasskeys(ctx, tx, userID); err != nil || n == 0 {
				return err
			}
		}
		if code == "" {
			return ErrRequired
		}
		wrong := errWrongCode
		if enabled {
			step, err := s.stepOf(factor, code, now)
			if err != nil {
				wrong = errLostFactor
			}
			// Accept a code only once: someone may have seen it.
			if step > factor.LastStep {
				return enableFactor(ctx, tx, userID, step, *factor.EnabledAt)
			}
		}
		spent, err := spendRecoveryCode(ctx, tx, userID, code)
		if err == nil && !spent {
			err = wrong
		}
		return err
	})
}

// stepOf returns the period of a code, or 0 for a wrong code. It fails if the secret was encrypted with another key.
func (s *Service) stepOf(factor secondFactor, code string, now time.Time) (int64, error) {
	secret, err := s.Key.Decrypt(factor.Secret)
	if err != nil {
		return 0, fmt.Errorf("decrypt a second factor: %w", err)
	}
	return stepOf(unicodetext.Code(code), secret, now), nil
}

// IsWrongCode reports whether err refuses a wrong code.
func IsWrongCode(err error) bool {
	f := fault.Of(err)
	return f != nil && (f.Code == errWrongCode.Code || f.Code == errLostFactor.Code)
}

// IsRequired reports whether err is ErrRequired, even wrapped.
func IsRequired(err error) bool {
	f := fault.Of(err)
	return f != nil && f.Code == ErrRequired.Code
}
