package account

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kirana/internal/audit"
	"kirana/internal/db"
	"kirana/internal/fault"
)

var (
	errSecondFactorRequired = fault.New(fault.Unauthenticated, "second_factor_required", "Second factor required")
	errWrongCode            = &fault.Error{
		Kind: fault.Unauthenticated, Code: "wrong_code", Message: "This code is not right. Please type the one that the app shows now.",
		Fields: []fault.Field{{Field: "code", Message: "This code is not right. Please type the one that the app shows now."}},
	}
	// errLostFactor refuses an app's code whose secret was encrypted with a lost key.
	errLostFactor = &fault.Error{
		Kind: fault.Unauthenticated, Code: "second_factor_lost", Message: lostFactorSentence,
		Fields: []fault.Field{{Field: "code", Message: lostFactorSentence}},
	}
	errSecondFactorOn = fault.New(fault.Conflict, "second_factor_on", "Your second factor is switched on already.")
	errNoSecondFactor = fault.New(fault.Conflict, "no_second_factor", "There is no second factor to switch on. Please begin again.")
)

const lostFactorSentence = "The shop's keys were replaced, so codes of the app do not work any more. Please type a recovery code, " +
	"or ask whoever runs the shop's machine for a new password (kirana admin reset-password)."

// SecondFactor returns whether the user's logins ask for a code.
func (s *Service) SecondFactor(ctx context.Context, userID string) (SecondFactor, error) {
	factor, err := factorOf(ctx, s.db, userID)
	if errors.Is(err, db.ErrNoRow) || (err == nil && factor.EnabledAt == nil) {
		return SecondFactor{}, nil
	}
	if err != nil {
		return SecondFactor{}, fmt.Errorf("read a second factor: %w", err)
	}
	left, err := countRecoveryCodes(ctx, s.db, userID)
	return SecondFactor{Enabled: true, RecoveryCodes: left}, err
}

// BeginSecondFactor creates a secret for an app, replacing one that was never enabled. Logins ask
// for it only after EnableSecondFactor. An enabled factor is a fault.Conflict.
func (s *Service) BeginSecondFactor(ctx context.Context, userID string) (NewSecondFactor, error) {
	user, err := s.User(ctx, userID)
	if err != nil {
		return NewSecondFactor{}, err
	}
	shop, err := s.shopName(ctx)
	if err != nil {
		return NewSecondFactor{}, err
	}
	if shop == "" {
		shop = productName
	}
	made, err := newSecondFactor(shop, user.Email)
	if err != nil {
		return NewSecondFactor{}, err
	}
	sealed, err := s.key.encrypt(made.Secret)
	if err != nil {
		return NewSecondFactor{}, err
	}
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		n, err := upsertFactor(ctx, tx, secondFactor{UserID: userID, Secret: sealed, CreatedAt: s.clock.Now()})
		if err == nil && n == 0 {
			err = errSecondFactorOn
		}
		return err
	})
	if err != nil {
		return NewSecondFactor{}, fmt.Errorf("begin a second factor: %w", err)
	}
	return made, nil
}

// EnableSecondFactor makes the user's logins ask for a code from now on, after checking one from
// the app. It returns the recovery codes.
func (s *Service) EnableSecondFactor(ctx context.Context, userID, code string) (RecoveryCodes, error) {
	codes, err := newRecoveryCodes()
	if err != nil {
		return RecoveryCodes{}, err
	}
	now := s.clock.Now()
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		factor, err := lockFactor(ctx, tx, userID)
		if errors.Is(err, db.ErrNoRow) {
			return errNoSecondFactor
		}
		if err != nil {
			return err
		}
		if factor.EnabledAt != nil {
			return errSecondFactorOn
		}
		step, err := s.stepOf(factor, code, now)
		if errors.Is(err, ErrWrongKey) {
			return errNoSecondFactor
		}
		if err != nil {
			return err
		}
		if step == 0 {
			return fault.InField("code", "%s", errWrongCode.Message)
		}
		if err := enableFactor(ctx, tx, userID, step, now); err != nil {
			return err
		}
		if err := deleteRecoveryCodes(ctx, tx, userID); err != nil { // those of passkeys
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

// DisableSecondFactor removes the second factor from the user's logins.
func (s *Service) DisableSecondFactor(ctx context.Context, userID string) error {
	return s.db.Tx(ctx, func(tx *db.Tx) error {
		if err := deleteFactor(ctx, tx, userID); err != nil {
			return err
		}
		return audit.Write(ctx, tx, s.clock.Now(), audit.Entry{What: "second_factor.off"})
	})
}

// VerifyCode spends a code of the user's second factor, from the app or a recovery code. A wrong
// code, or none where one is needed (even beside a passkey), is fault.Unauthenticated. After a
// change of the shop's key only recovery codes work.
func (s *Service) VerifyCode(ctx context.Context, userID, code string) error {
	now := s.clock.Now()
	return s.db.Tx(ctx, func(tx *db.Tx) error {
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
			return errSecondFactorRequired
		}
		wrong := errWrongCode
		if enabled {
			step, err := s.stepOf(factor, code, now)
			if errors.Is(err, ErrWrongKey) {
				step, wrong = 0, errLostFactor
			} else if err != nil {
				return err
			}
			// A code works once, so an observed one is useless.
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

func (s *Service) stepOf(factor secondFactor, code string, now time.Time) (int64, error) {
	secret, err := s.key.decrypt(factor.Secret)
	if err != nil {
		return 0, fmt.Errorf("decrypt a second factor: %w", err)
	}
	return stepOf(normalCode(code), secret, now), nil
}
