package secondfactor

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"kirana/internal/audit"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/id"
	"kirana/internal/secret"
)

// UsePasskeys enables passkeys for the shop's address if browsers support them there. apiURL is this server's URL as
// other origins see it. Call it before the first request.
func (s *Service) UsePasskeys(shopURL, apiURL string) (err error) {
	s.relyingParty, err = relyingParty(shopURL, apiURL)
	return err
}

// Passkeys returns a user's passkeys, oldest first.
func (s *Service) Passkeys(ctx context.Context, userID string) (Passkeys, error) {
	rows, err := passkeysOf(ctx, s.DB, userID)
	if err != nil {
		return Passkeys{}, fmt.Errorf("list the passkeys of a user: %w", err)
	}
	all := Passkeys{Available: s.relyingParty != nil, Passkeys: make([]Passkey, len(rows))}
	for i, row := range rows {
		all.Passkeys[i] = row.Passkey
	}
	return all, nil
}

// BeginPasskey returns the challenge for creating a passkey of the user.
func (s *Service) BeginPasskey(ctx context.Context, userID string) (PasskeyChallenge, error) {
	if s.relyingParty == nil {
		return PasskeyChallenge{}, errNoPasskeys
	}
	user, err := s.passkeyUser(ctx, s.DB, userID)
	if err != nil {
		return PasskeyChallenge{}, err
	}
	if len(user.passkeys) >= maxPasskeys {
		return PasskeyChallenge{}, errPasskeyLimit
	}
	shop, err := s.ShopName(ctx)
	if err != nil {
		return PasskeyChallenge{}, err
	}
	creation, session, err := s.relyingParty.BeginRegistration(user,
		webauthn.WithExclusions(user.descriptors()), webauthn.WithRegistrationRelyingPartyName(shop))
	if err != nil {
		return PasskeyChallenge{}, fmt.Errorf("begin a passkey: %w", err)
	}
	return s.newChallenge(ctx, challengeRow{Purpose: purposeAdd, UserID: userID, Session: db.JSON[webauthn.SessionData]{V: *session}}, creation.Response)
}

// newChallenge stores a challenge and returns it with the options for the browser.
func (s *Service) newChallenge(ctx context.Context, row challengeRow, options any) (PasskeyChallenge, error) {
	token := secret.New()
	row.Hash, row.ExpiresAt = secret.Hash(token), s.Clock.Now().Add(challengeLife)
	err := s.DB.Tx(ctx, func(tx *db.Tx) error { return insertChallenge(ctx, tx, row) })
	if err != nil {
		return PasskeyChallenge{}, fmt.Errorf("keep a challenge: %w", err)
	}
	return PasskeyChallenge{Challenge: token, Options: options}, nil
}

func (s *Service) passkeyUser(ctx context.Context, q db.Querier, userID string) (passkeyUser, error) {
	user, err := s.Users.User(ctx, q, userID)
	if err != nil {
		return passkeyUser{}, err
	}
	rows, err := passkeysOf(ctx, q, userID)
	return passkeyUser{user, rows}, err
}

// AddPasskey stores a device's response to BeginPasskey as a passkey, and mails the user. A user without recovery codes
// gets some, because logins require a second factor from now on. An invalid response fails with fault.Invalid.
func (s *Service) AddPasskey(ctx context.Context, userID, name string, r PasskeyResponse) (NewPasskey, error) {
	if s.relyingParty == nil {
		return NewPasskey{}, errNoPasskeys
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(r.Credential)
	if err != nil {
		return NewPasskey{}, errBadPasskey
	}
	now := s.Clock.Now()
	added := NewPasskey{Passkey: Passkey{ID: id.New(), Name: name, CreatedAt: now}}
	err = s.DB.Tx(ctx, func(tx *db.Tx) error {
		// Lock the user, so that concurrent calls cannot exceed maxPasskeys.
		if err := s.Users.Lock(ctx, tx, userID); err != nil {
			return err
		}
		challenge, err := spendChallenge(ctx, tx, challengeRow{Hash: secret.Hash(r.Challenge), Purpose: purposeAdd, UserID: userID}, now)
		if errors.Is(err, db.ErrNoRow) {
			return errBadPasskey
		}
		if err != nil {
			return err
		}
		user, err := s.passkeyUser(ctx, tx, userID)
		if err != nil {
			return err
		}
		if len(user.passkeys) >= maxPasskeys {
			return errPasskeyLimit
		}
		credential, err := s.relyingParty.CreateCredential(user, challenge.Session.V, parsed)
		if err != nil {
			return refusedAs(err, errBadPasskey)
		}
		row := passkeyRow{Passkey: added.Passkey, UserID: userID, CredentialID: credentialID(credential.ID), Credential: db.JSON[webauthn.Credential]{V: *credential}}
		if err := insertPasskey(ctx, tx, row); err != nil {
			return err
		}
		added.Codes, err = s.firstRecoveryCodes(ctx, tx, user)
		if err != nil {
			return err
		}
		if err := audit.Write(ctx, tx, now, audit.Entry{What: "passkey.add", After: name}); err != nil {
			return err
		}
		return s.Users.PasskeyAdded(ctx, tx, now, user.User)
	})
	if db.IsDuplicate(err) {
		return NewPasskey{}, errSamePasskey
	}
	if err != nil {
		return NewPasskey{}, fmt.Errorf("add a passkey: %w", err)
	}
	return added, nil
}

// refusedAs returns refusal if err is the library's refusal of a response. It returns other errors unchanged.
func refusedAs(err, refusal error) error {
	if isRefusal(err) {
		return refusal
	}
	return err
}

// firstRecoveryCodes creates recovery codes for a user who has none, and returns nil otherwise.
func (s *Service) firstRecoveryCodes(ctx context.Context, tx *db.Tx, user passkeyUser) ([]string, error) {
	left, err := countRecoveryCodes(ctx, tx, user.ID)
	if err != nil || left > 0 {
		return nil, err
	}
	codes := newRecoveryCodes()
	return codes, insertRecoveryCodes(ctx, tx, user.ID, codes)
}

// RemovePasskey removes a passkey and, if the user has no other factor, the recovery codes.
func (s *Service) RemovePasskey(ctx context.Context, userID, passkeyID string) error {
	err := s.DB.Tx(ctx, func(tx *db.Tx) error {
		name, err := deletePasskey(ctx, tx, userID, passkeyID)
		if errors.Is(err, db.ErrNoRow) {
			return errNoPasskey
		}
		if err != nil {
			return err
		}
		if err := deleteUselessCodes(ctx, tx, userID); err != nil {
			return err
		}
		return audit.Write(ctx, tx, s.Clock.Now(), audit.Entry{What: "passkey.remove", Before: name})
	})
	if err != nil {
		return fmt.Errorf("remove a passkey: %w", err)
	}
	return nil
}

// BeginPasskeyCode returns the challenge for a passkey instead of a code, or nil if the user has no usable passkey.
func (s *Service) BeginPasskeyCode(ctx context.Context, userID string) (*PasskeyChallenge, error) {
	if s.relyingParty == nil {
		return nil, nil
	}
	user, err := s.passkeyUser(ctx, s.DB, userID)
	if err != nil || len(user.WebAuthnCredentials()) == 0 {
		return nil, err
	}
	assertion, session, err := s.relyingParty.BeginLogin(user)
	if err != nil {
		return nil, fmt.Errorf("ask for a passkey: %w", err)
	}
	challenge, err := s.newChallenge(ctx, challengeRow{Purpose: purposeCode, UserID: userID, Session: db.JSON[webauthn.SessionData]{V: *session}}, assertion.Response)
	return &challenge, err
}

// BeginPasskeyLogin returns the challenge for a passkey instead of password and code. The device must verify its user.
func (s *Service) BeginPasskeyLogin(ctx context.Context) (PasskeyChallenge, error) {
	if s.relyingParty == nil {
		return PasskeyChallenge{}, errNoPasskeys
	}
	assertion, session, err := s.relyingParty.BeginDiscoverableLogin(webauthn.WithUserVerification(protocol.VerificationRequired))
	if err != nil {
		return PasskeyChallenge{}, fmt.Errorf("ask for a passkey: %w", err)
	}
	return s.newChallenge(ctx, challengeRow{Purpose: purposeLogin, Session: db.JSON[webauthn.SessionData]{V: *session}}, assertion.Response)
}

// VerifyPasskey checks a signed challenge and returns the id of the passkey's user. With a userID, the passkey replaces
// a code; with "", the whole login. An invalid response or a copied passkey fails with fault.Unauthenticated.
func (s *Service) VerifyPasskey(ctx context.Context, userID string, r PasskeyResponse) (string, error) {
	parsed, err := protocol.ParseCredentialRequestResponseBytes(r.Credential)
	if s.relyingParty == nil || err != nil {
		return "", errWrongPasskey
	}
	want := challengeRow{Hash: secret.Hash(r.Challenge), Purpose: purposeLogin, UserID: userID}
	if userID != "" {
		want.Purpose = purposeCode
	}
	now := s.Clock.Now()
	var user passkeyUser
	copied := false
	err = s.DB.Tx(ctx, func(tx *db.Tx) error {
		copied = false
		challenge, err := spendChallenge(ctx, tx, want, now)
		if errors.Is(err, db.ErrNoRow) {
			return errWrongPasskey
		}
		if err != nil {
			return err
		}
		var credential *webauthn.Credential
		if user, credential, err = s.validate(ctx, tx, challenge, parsed); err != nil {
			return refusedAs(err, errWrongPasskey)
		}
		copied, err = recordUse(ctx, tx, user, credential, now) // do not return errCopiedPasskey here: the mark must be committed
		return err
	})
	if err == nil && copied {
		err = errCopiedPasskey
	}
	return user.ID, err
}

// NamedUser returns the user id in a login response, which is not verified, or "".
func (r PasskeyResponse) NamedUser() string {
	parsed, err := protocol.ParseCredentialRequestResponseBytes(r.Credential)
	if err != nil {
		return "" // VerifyPasskey refuses the response
	}
	return string(parsed.Response.UserHandle)
}

func (s *Service) validate(ctx context.Context, tx *db.Tx, c challengeRow, parsed *protocol.ParsedCredentialAssertionData) (passkeyUser, *webauthn.Credential, error) {
	if c.UserID != "" {
		user, err := s.passkeyUser(ctx, tx, c.UserID)
		if err != nil {
			return passkeyUser{}, nil, err
		}
		credential, err := s.relyingParty.ValidateLogin(user, c.Session.V, parsed)
		return user, credential, err
	}
	var user passkeyUser
	find := func(_, handle []byte) (webauthn.User, error) {
		var err error
		if user, err = s.passkeyUser(ctx, tx, string(handle)); fault.Is(err, fault.NotFound) {
			return nil, protocol.ErrBadRequest
		}
		return user, err
	}
	_, credential, err := s.relyingParty.ValidatePasskeyLogin(find, c.Session.V, parsed)
	return user, credential, err
}

// recordUse stores the counter of a used passkey. It disables a passkey whose counter has not increased, and reports
// that it was copied.
func recordUse(ctx context.Context, tx *db.Tx, user passkeyUser, credential *webauthn.Credential, now time.Time) (copied bool, err error) {
	for _, row := range user.passkeys {
		if row.CredentialID != credentialID(credential.ID) {
			continue
		}
		if !credential.Authenticator.CloneWarning {
			return false, usePasskey(ctx, tx, row.ID, db.JSON[webauthn.Credential]{V: *credential}, now)
		}
		if err := markCopied(ctx, tx, row.ID, now); err != nil {
			return true, err
		}
		return true, audit.Write(ctx, tx, now, audit.Entry{What: "passkey.copied", Object: user.Email, ObjectID: user.ID, Before: row.Name})
	}
	return false, errWrongPasskey
}
