package account

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"kirana/internal/audit"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/id"
	"kirana/internal/job"
)

const (
	// accessLife is long because a client written for the specification knows no
	// refresh; a token is looked up on every call, so it can still end at once.
	accessLife  = 12 * time.Hour
	refreshLife = 30 * 24 * time.Hour
	// loginLife ends a login however often it is refreshed.
	loginLife = 90 * 24 * time.Hour
	// maxLogins is how many logins of one account are open at once; the oldest end.
	maxLogins = 100
	// refreshGrace lets two tabs that wake together both refresh.
	refreshGrace = 10 * time.Second
)

var (
	errBadLogin     = fault.New(fault.Unauthenticated, "bad_login", "Email or password is incorrect.")
	errInactive     = fault.New(fault.Forbidden, "inactive", "This account is not active. Please contact the shop.")
	errLoginRefused = fault.New(fault.Unauthenticated, "authentication_required", "Authentication required")
)

// Identity is the user behind an access token.
type Identity struct {
	UserID  string `db:"user_id"`
	LoginID string `db:"login_id"`
	Name    string `db:"name"`
	Role    Role   `db:"role"`
	// StaffRole is an administrator's; "" of a shopper.
	StaffRole StaffRole `db:"staff_role"`
}

// VerifyPassword returns the user with this email when the password is theirs. An
// unknown email and a wrong password are one refusal, fault.Unauthenticated, and
// take the same time; an inactive account is fault.Forbidden only to a caller who
// knows its password.
func (s *Service) VerifyPassword(ctx context.Context, email, password string) (User, error) {
	user, err := userByTypedEmail(ctx, s.db, email)
	known := err == nil
	if err != nil && !errors.Is(err, db.ErrNoRow) {
		return User{}, err
	}
	if !known {
		user.PasswordHash = dummyHash(s.rules.PasswordCost)
	}
	right, err := verifyPassword(ctx, user.PasswordHash, password)
	switch {
	case err != nil:
		return User{}, err
	case !right || !known:
		return User{}, errBadLogin
	case user.Status != Active:
		return User{}, s.inactive(ctx, user)
	}
	return user, nil
}

// inactive is the refusal of a user who may not log in, with the reason they were given.
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

// Login makes the tokens of a new login for a user that VerifyPassword returned. A
// password that was changed since is the refusal of a wrong one.
func (s *Service) Login(ctx context.Context, user User, client Client) (LoginTokens, error) {
	now := s.clock.Now()
	ctx = audit.WithActor(ctx, audit.Actor{UserID: user.ID, Name: user.Name, Address: client.Address})
	var tokens LoginTokens
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		// First, so that a login with the old password cannot follow a reset.
		unchanged, err := recordLogin(ctx, tx, user.ID, user.PasswordHash, now)
		if err != nil {
			return err
		}
		if !unchanged {
			return errBadLogin
		}
		if err := audit.Write(ctx, tx, now, audit.Entry{What: "login.ok", Object: user.Email, After: client.words()}); err != nil {
			return err
		}
		tokens, err = s.beginLogin(ctx, tx, user, client, now)
		return err
	})
	return tokens, err
}

// beginLogin makes a login of a user with its first tokens.
func (s *Service) beginLogin(ctx context.Context, tx *db.Tx, user User, client Client, now time.Time) (LoginTokens, error) {
	login := loginRow{ID: id.New(), UserID: user.ID, CreatedAt: now, ConfirmedAt: now, Device: client.Device, Address: client.Address}
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

// RecordRefusedLogin records that somebody tried to log in with an email and was
// refused; what is no email is left out.
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

// MailAttack has whoever has an email notified that somebody tries to log in as them.
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

// Authenticate finds who an access token belongs to. A token that is unknown,
// expired or ended, or whose user is no longer active, is fault.Unauthenticated.
func (s *Service) Authenticate(ctx context.Context, token string) (Identity, error) {
	identity, err := identityByToken(ctx, s.db, hashToken(token), s.clock.Now())
	if errors.Is(err, db.ErrNoRow) {
		return Identity{}, errLoginRefused
	}
	if err == nil {
		s.loginUses.add(identity.LoginID, s.clock.Now())
	}
	return identity, err
}

// Logout ends a login: all its tokens are refused from now on.
func (s *Service) Logout(ctx context.Context, loginID string) error {
	return s.db.Tx(ctx, func(tx *db.Tx) error {
		now := s.clock.Now()
		if err := endLogin(ctx, tx, loginID, now); err != nil {
			return err
		}
		return audit.Write(ctx, tx, now, audit.Entry{What: "logout"})
	})
}

// LoginOfRefreshToken returns the login that a refresh token was issued in, whether or not
// the token can still be used. An unknown one is fault.Unauthenticated.
func (s *Service) LoginOfRefreshToken(ctx context.Context, refreshToken string) (loginID string, err error) {
	loginID, err = loginOfToken(ctx, s.db, hashToken(refreshToken))
	if errors.Is(err, db.ErrNoRow) {
		return "", errLoginRefused
	}
	return loginID, err
}

// Refresh spends a refresh token for a new pair. A token presented again after
// the grace has been copied: the whole login ends. So does that of two tokens that
// were issued for one within the grace, and are both used: one browser has one of them.
func (s *Service) Refresh(ctx context.Context, refreshToken string) (LoginTokens, error) {
	now := s.clock.Now()
	var tokens LoginTokens
	reused := false
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		reused = false
		token, err := lockToken(ctx, tx, hashToken(refreshToken))
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
			return endLogin(ctx, tx, token.LoginID, now) // which is committed
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

// isCopied reports whether a refresh token is in two hands.
func isCopied(ctx context.Context, tx *db.Tx, token presentedToken, now time.Time) (bool, error) {
	if token.SpentAt != nil {
		return now.Sub(*token.SpentAt) > refreshGrace, nil
	}
	return isSiblingSpent(ctx, tx, token.tokenRow, now.Add(-refreshGrace))
}

// issue has the login for which new tokens are issued, and the token that they replace.
type issue struct {
	loginID  string
	parent   string    // hash of the refresh token that is spent for them; "" at a login's begin
	loginEnd time.Time // no token outlives it
}

func (i issue) expiry(at time.Time) time.Time {
	if at.After(i.loginEnd) {
		return i.loginEnd
	}
	return at
}

// issueTokens makes the two tokens of a login and keeps their hashes.
func issueTokens(ctx context.Context, tx *db.Tx, i issue, now time.Time) (LoginTokens, error) {
	access, err := newToken()
	if err != nil {
		return LoginTokens{}, err
	}
	refresh, err := newToken()
	if err != nil {
		return LoginTokens{}, err
	}
	rows := []tokenRow{
		{Hash: hashToken(access), LoginID: i.loginID, Kind: "access", Parent: i.parent, ExpiresAt: i.expiry(now.Add(accessLife))},
		{Hash: hashToken(refresh), LoginID: i.loginID, Kind: "refresh", Parent: i.parent, ExpiresAt: i.expiry(now.Add(refreshLife))},
	}
	if err := insertTokens(ctx, tx, rows); err != nil {
		return LoginTokens{}, err
	}
	return LoginTokens{AccessToken: access, RefreshToken: refresh}, nil
}

// newToken is 256 bits from the system's source of randomness.
func newToken() (string, error) {
	var b [32]byte
	if _, err := rand.Read(b[:]); err != nil {
		return "", fmt.Errorf("make a token: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(b[:]), nil
}

func hashToken(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
