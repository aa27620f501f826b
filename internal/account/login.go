package account

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kirana/internal/audit"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/id"
	"kirana/internal/job"
	"kirana/internal/secret"
)

const (
	// accessLife is long because clients written for the specification do not refresh. Each call looks up its token, so
	// a login can still be ended immediately.
	accessLife  = 12 * time.Hour
	refreshLife = 30 * 24 * time.Hour
	// loginLife ends a login however often it is refreshed.
	loginLife = 90 * 24 * time.Hour
	// maxLogins limits the open logins of an account. The oldest ones end.
	maxLogins = 100
	// refreshGrace lets two tabs refresh at the same time.
	refreshGrace = 10 * time.Second
)

var (
	errBadLogin     = fault.New(fault.Unauthenticated, "bad_login", "Email or password is incorrect.")
	errInactive     = fault.New(fault.Forbidden, "inactive", "This account is not active. Please contact the shop.")
	errLoginRefused = fault.New(fault.Unauthenticated, "authentication_required", "Authentication required")
)

// Identity is the user of an access token.
type Identity struct {
	UserID  string `db:"user_id"`
	LoginID string `db:"login_id"`
	Name    string `db:"name"`
	Role    Role   `db:"role"`
	// StaffRole is an administrator's role; "" for a shopper.
	StaffRole StaffRole `db:"staff_role"`
}

// VerifyPassword returns the user with this email and password. It returns the same fault.Unauthenticated, after the
// same time, for an unknown email and a wrong password. It returns fault.Forbidden for an inactive account with the
// right password.
func (s *Service) VerifyPassword(ctx context.Context, email, password string) (User, error) {
	user, err := userByTypedEmail(ctx, s.db, email)
	known := err == nil
	if err != nil && !errors.Is(err, db.ErrNoRow) {
		return User{}, err
	}
	if !known {
		user.PasswordHash = dummyHash(s.rules.PasswordCost)
	}
	matches, err := verifyPassword(ctx, user.PasswordHash, password)
	switch {
	case err != nil:
		return User{}, err
	case !matches || !known:
		return User{}, errBadLogin
	case user.Status != Active:
		return User{}, s.inactive(ctx, user)
	}
	return user, nil
}

// inactive returns the error for a user who may not log in, with the reason of a suspension.
func (s *Service) inactive(ctx context.Context, user User) error {
	reason, err := suspendedReason(ctx, s.db, user.ID)
	if err != nil {
		return err
	}
	if reason == "" {
		return errInactive
	}
	return fault.New(fault.Forbidden, "suspended", "This account is suspended: %s", reason)
}

// Login issues the tokens of a new login, for a user whose password or passkey was verified. It returns the error of a
// wrong password if the password has changed meanwhile.
func (s *Service) Login(ctx context.Context, user User, client Client) (LoginTokens, error) {
	now := s.clock.Now()
	ctx = audit.WithActor(ctx, audit.Actor{UserID: user.ID, Name: user.Name, Address: client.Address})
	var tokens LoginTokens
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		// Update the user first: this waits for a concurrent reset, after which the old password is refused.
		unchanged, err := recordLogin(ctx, tx, user.ID, user.PasswordHash, now)
		if err != nil {
			return err
		}
		if !unchanged {
			return errBadLogin
		}
		if err := audit.Write(ctx, tx, now, audit.Entry{What: "login.ok", Object: user.Email, After: client.description()}); err != nil {
			return err
		}
		tokens, err = s.beginLogin(ctx, tx, user, client, now)
		return err
	})
	return tokens, err
}

// beginLogin creates a login with its first tokens.
func (s *Service) beginLogin(ctx context.Context, tx *db.Tx, user User, client Client, now time.Time) (LoginTokens, error) {
	login := loginRow{ID: id.New(), UserID: user.ID, CreatedAt: now, ConfirmedAt: now, Device: string(client.Device.Store()), Address: client.Address}
	if err := insertLogin(ctx, tx, login); err != nil {
		return LoginTokens{}, err
	}
	if err := endOldestLogins(ctx, tx, user.ID, now); err != nil {
		return LoginTokens{}, err
	}
	tokens, err := issueTokens(ctx, tx, issue{loginID: login.ID, loginEnd: now.Add(loginLife)}, now)
	tokens.Role = user.Role
	return tokens, err
}

// RecordRefusedLogin records a refused login in the activity log. It omits a text that is not an email.
func (s *Service) RecordRefusedLogin(ctx context.Context, email, address string, refusal error) error {
	normal, err := normalEmail(email)
	if err != nil {
		normal = ""
	}
	entry := audit.Entry{What: "login.failed", Object: normal}
	if f := fault.Of(refusal); f != nil {
		entry.After = f.Code
	}
	ctx = audit.WithActor(ctx, audit.Actor{Address: address})
	return s.db.Tx(ctx, func(tx *db.Tx) error { return audit.Write(ctx, tx, s.clock.Now(), entry) })
}

// MailAttack warns the user of this email, if any, that somebody is guessing the password.
func (s *Service) MailAttack(ctx context.Context, email string) error {
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		user, found, err := activeByEmail(ctx, tx, email)
		if err != nil || !found {
			return err
		}
		now := s.clock.Now()
		if err := audit.Write(ctx, tx, now, audit.Entry{What: "login.attack", Object: user.Email}); err != nil {
			return err
		}
		return job.Add(ctx, tx, now, MailAttackJob, MailPayload{Email: user.Email, Name: user.Name})
	})
	if err != nil {
		return fmt.Errorf("warn of an attack: %w", err)
	}
	return nil
}

// Authenticate returns the user of an access token, and records the use of the login. It returns fault.Unauthenticated
// for an unknown or expired token, an ended login and an inactive user.
func (s *Service) Authenticate(ctx context.Context, token string) (Identity, error) {
	identity, err := identityByToken(ctx, s.db, secret.Hash(token), s.clock.Now())
	if errors.Is(err, db.ErrNoRow) {
		return Identity{}, errLoginRefused
	}
	if err == nil {
		s.loginUses.add(identity.LoginID, s.clock.Now())
	}
	return identity, err
}

// Logout ends a login and all its tokens.
func (s *Service) Logout(ctx context.Context, loginID string) error {
	return s.db.Tx(ctx, func(tx *db.Tx) error {
		now := s.clock.Now()
		if err := endLogin(ctx, tx, loginID, now); err != nil {
			return err
		}
		return audit.Write(ctx, tx, now, audit.Entry{What: "logout"})
	})
}

// LoginOfRefreshToken returns the login of a refresh token, which may be expired or spent. It returns
// fault.Unauthenticated for an unknown token.
func (s *Service) LoginOfRefreshToken(ctx context.Context, refreshToken string) (loginID string, err error) {
	loginID, err = loginOfToken(ctx, s.db, secret.Hash(refreshToken))
	if errors.Is(err, db.ErrNoRow) {
		return "", errLoginRefused
	}
	return loginID, err
}

// Refresh exchanges a refresh token for a new pair of tokens. Two tabs may exchange the same token within refreshGrace,
// and get two pairs. Use of a token after that, or of both refresh tokens of two such pairs, ends the whole login: the
// token was copied, because a browser keeps only one pair.
func (s *Service) Refresh(ctx context.Context, refreshToken string) (LoginTokens, error) {
	now := s.clock.Now()
	var tokens LoginTokens
	reused := false
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		reused = false
		token, err := lockToken(ctx, tx, secret.Hash(refreshToken))
		if errors.Is(err, db.ErrNoRow) {
			return errLoginRefused
		}
		if err != nil {
			return err
		}
		loginEnd := token.LoginAt.Add(loginLife)
		if token.EndedAt != nil || !token.ExpiresAt.After(now) || !loginEnd.After(now) || token.Status != Active {
			return errLoginRefused
		}
		if reused, err = isCopied(ctx, tx, token, now); err != nil {
			return err
		}
		if reused {
			return endLogin(ctx, tx, token.LoginID, now) // commit this; the refusal follows below
		}
		if token.SpentAt == nil {
			if err := spendToken(ctx, tx, token.Hash, now); err != nil {
				return err
			}
		}
		tokens, err = issueTokens(ctx, tx, issue{loginID: token.LoginID, parent: token.Hash, loginEnd: loginEnd}, now)
		return err
	})
	if err != nil {
		return LoginTokens{}, err
	}
	if reused {
		return LoginTokens{}, errLoginRefused
	}
	return tokens, nil
}

// isCopied reports whether a refresh token is used in two places.
func isCopied(ctx context.Context, tx *db.Tx, token presentedToken, now time.Time) (bool, error) {
	if token.SpentAt != nil {
		return now.Sub(*token.SpentAt) > refreshGrace, nil
	}
	return isSiblingSpent(ctx, tx, token.tokenRow, now.Add(-refreshGrace))
}

// issue describes a pair of tokens to issue: the login, and the refresh token that the pair replaces.
type issue struct {
	loginID  string
	parent   string    // hash of the spent refresh token; "" for a new login
	loginEnd time.Time // maximum expiry of the tokens
}

func (i issue) expiry(at time.Time) time.Time {
	if at.After(i.loginEnd) {
		return i.loginEnd
	}
	return at
}

// issueTokens creates the two tokens of a login and stores their hashes.
func issueTokens(ctx context.Context, tx *db.Tx, i issue, now time.Time) (LoginTokens, error) {
	access := secret.New()
	refresh := secret.New()
	rows := []tokenRow{
		{Hash: secret.Hash(access), LoginID: i.loginID, Kind: "access", Parent: i.parent, ExpiresAt: i.expiry(now.Add(accessLife))},
		{Hash: secret.Hash(refresh), LoginID: i.loginID, Kind: "refresh", Parent: i.parent, ExpiresAt: i.expiry(now.Add(refreshLife))},
	}
	if err := insertTokens(ctx, tx, rows); err != nil {
		return LoginTokens{}, err
	}
	return LoginTokens{AccessToken: access, RefreshToken: refresh}, nil
}
