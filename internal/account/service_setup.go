package account

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/id"
	"kirana/internal/secret"
)

// SetupPath is the path of the page that sets up a shop without an owner. Append the token.
const SetupPath = "/setup?token="

var errInvalidSetup = fault.New(fault.NotFound, "no_setup",
	"This link is not valid any more: it was used, or the shop was started again and printed a new one.")

// FirstOwner is the input of SetUp.
type FirstOwner struct {
	Token    string
	Name     string
	Email    string
	Password string
	Client   Client
}

// OpenSetup creates a setup token and voids the previous one. It returns "" if the shop has an owner.
func (s *Service) OpenSetup(ctx context.Context) (token string, err error) {
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		owned, err := hasOwner(ctx, tx)
		if err != nil || owned {
			token = ""
			return err
		}
		token = secret.New()
		return replaceSetupToken(ctx, tx, secret.Hash(token), s.clock.Now())
	})
	if err != nil {
		return "", fmt.Errorf("open the setup: %w", err)
	}
	return token, nil
}

// CheckSetup returns fault.NotFound for an invalid setup token.
func (s *Service) CheckSetup(ctx context.Context, token string) error {
	hash, err := setupTokenHash(ctx, s.db)
	if errors.Is(err, db.ErrNoRow) || (err == nil && subtle.ConstantTimeCompare([]byte(hash), []byte(secret.Hash(token))) != 1) {
		return errInvalidSetup
	}
	return err
}

// CheckOwner returns the error that SetUp would return for the token, email or password, but spends nothing.
func (s *Service) CheckOwner(ctx context.Context, o FirstOwner) error {
	if err := s.CheckSetup(ctx, o.Token); err != nil {
		return err
	}
	_, err := s.validateUser(ctx, o.user(), o.Password)
	return err
}

func (o FirstOwner) user() User {
	return User{Name: o.Name, Email: o.Email, Role: Admin, StaffRole: Owner, VerifyEmail: true}
}

// SetUp spends a setup token, creates the first owner and logs them in. It calls inSameTx in the same transaction, with
// the owner as the actor. It returns fault.NotFound for a spent, replaced or unknown token.
func (s *Service) SetUp(ctx context.Context, o FirstOwner, inSameTx func(context.Context, *db.Tx) error) (LoginTokens, error) {
	// Check before hashing the password: strangers must not cause that cost.
	if err := s.CheckSetup(ctx, o.Token); err != nil {
		return LoginTokens{}, err
	}
	user, err := s.newUser(ctx, o.user(), o.Password)
	if err != nil {
		return LoginTokens{}, err
	}
	spend := func(ctx context.Context, tx *db.Tx) error {
		spent, err := spendSetupToken(ctx, tx, secret.Hash(o.Token))
		if err == nil && !spent {
			err = errInvalidSetup
		}
		return err
	}
	tokens, err := s.createStaff(ctx, newStaff{user: user, client: o.Client, action: "staff.setup", spend: spend, inSameTx: inSameTx})
	if err != nil {
		return LoginTokens{}, fmt.Errorf("set up the shop: %w", err)
	}
	return tokens, nil
}

// newUser completes a user for insertion. It returns an error for a malformed email or an easily guessed password.
func (s *Service) newUser(ctx context.Context, user User, password string) (User, error) {
	user, err := s.validateUser(ctx, user, password)
	if err != nil {
		return User{}, err
	}
	hash, err := hashPassword(ctx, password, s.rules.PasswordCost)
	if err != nil {
		return User{}, err
	}
	now := s.clock.Now()
	user.ID, user.PasswordHash, user.Status = id.New(), hash, Active
	user.CreatedAt, user.UpdatedAt = now, now
	return user, nil
}

// validateUser returns a user with the normal form of the email, or the error of newUser.
func (s *Service) validateUser(ctx context.Context, user User, password string) (User, error) {
	email, err := newEmail(user.Email)
	if err != nil {
		return User{}, err
	}
	user.Email = email
	return user, s.validatePassword(ctx, "password", password, user)
}
