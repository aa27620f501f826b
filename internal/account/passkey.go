package account

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"kirana/internal/fault"
)

const (
	maxPasskeys   = 10 // of one user
	challengeLife = 5 * time.Minute
)

// Passkey is a key of a member of staff that a device keeps. It stands in for the code of
// the second factor and, where the device knows whose it is, for the whole login.
type Passkey struct {
	ID         string     `db:"id" json:"_id"`
	Name       string     `db:"name" json:"name"`
	CopiedAt   *time.Time `db:"copied_at" json:"copiedAt,omitempty" doc:"its counter went back: it may be in two devices, and opens nothing any more"`
	LastUsedAt *time.Time `db:"last_used_at" json:"lastUsedAt,omitempty"`
	CreatedAt  time.Time  `db:"created_at" json:"createdAt"`
}

// Passkeys are those of one user.
type Passkeys struct {
	Available bool      `json:"available" doc:"browsers know passkeys at the shop's address: https, or localhost"`
	Passkeys  []Passkey `json:"passkeys"`
}

// NewPasskey is a passkey that was added, with the recovery codes of a user who had none.
type NewPasskey struct {
	Passkey

	Codes []string `json:"codes,omitempty" doc:"recovery codes, shown once: where there were none"`
}

// PasskeyChallenge has the options of a WebAuthn ceremony, as navigator.credentials takes them.
type PasskeyChallenge struct {
	Challenge string `json:"challenge" doc:"sent back with the device's response, within five minutes"`
	Options   any    `json:"options" doc:"publicKey of navigator.credentials.create or get, in its JSON form"`
}

// PasskeyResponse is the credential that a device returns for a challenge.
type PasskeyResponse struct {
	Challenge  string
	Credential []byte // PublicKeyCredential.toJSON
}

// challengePurpose says what a challenge is for: none serves for another.
type challengePurpose string

const (
	purposeAdd   challengePurpose = "ADD"
	purposeCode  challengePurpose = "CODE"  // in place of a code, after the password
	purposeLogin challengePurpose = "LOGIN" // in place of password and code
)

var (
	errNoPasskeys   = fault.New(fault.Conflict, "no_passkeys", "Passkeys need an address with https.")
	errPasskeyLimit = fault.New(fault.Conflict, "too_many_passkeys", "You have %d passkeys. Please remove one first.", maxPasskeys)
	errNoPasskey    = fault.New(fault.NotFound, "no_passkey", "This passkey is not there any more.")
	errSamePasskey  = fault.New(fault.Conflict, "same_passkey", "This device has a passkey of yours already.")
	errBadPasskey   = fault.New(fault.Invalid, "bad_passkey", "The device's response cannot be used. Please try again.")
	// errWrongPasskey is the refusal of a login.
	errWrongPasskey  = fault.New(fault.Unauthenticated, "wrong_passkey", "This passkey was not accepted. Please try again, or log in in another way.")
	errCopiedPasskey = fault.New(fault.Unauthenticated, "copied_passkey",
		"This passkey may be in two devices, so it opens nothing any more. Please log in in another way, and remove it.")
)

// relyingParty returns the library's side of a shop at an address: passkeys belong to its
// host. It is nil where browsers know none: without https (but on localhost), and at an
// address without a name. others are addresses of the same host from which pages may be.
func relyingParty(shopURL string, others ...string) (*webauthn.WebAuthn, error) {
	shop, err := url.Parse(shopURL)
	if err != nil {
		return nil, fmt.Errorf("read the shop's address: %w", err)
	}
	host := shop.Hostname()
	if net.ParseIP(host) != nil || (shop.Scheme != "https" && host != "localhost") {
		return nil, nil
	}
	origins := []string{shop.Scheme + "://" + shop.Host}
	for _, other := range others {
		u, err := url.Parse(other)
		if err == nil && u.Scheme == shop.Scheme && (u.Hostname() == host || strings.HasSuffix(u.Hostname(), "."+host)) {
			origins = append(origins, u.Scheme+"://"+u.Host)
		}
	}
	rp, err := webauthn.New(&webauthn.Config{
		RPID: host, RPDisplayName: productName, RPOrigins: origins,
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementPreferred, UserVerification: protocol.VerificationPreferred,
		},
	})
	if err != nil {
		return nil, fmt.Errorf("set passkeys up: %w", err)
	}
	return rp, nil
}

// passkeyUser is a user as the library wants one.
type passkeyUser struct {
	User

	passkeys []passkeyRow
}

// WebAuthnID is the user's id, by which a device says whose passkey it has.
func (u passkeyUser) WebAuthnID() []byte { return []byte(u.ID) }

// WebAuthnName returns the name by which a device lists the account.
func (u passkeyUser) WebAuthnName() string { return u.Email }

// WebAuthnDisplayName is the user's name.
func (u passkeyUser) WebAuthnDisplayName() string { return u.Name }

// WebAuthnCredentials are the user's passkeys but those that may have been copied.
func (u passkeyUser) WebAuthnCredentials() []webauthn.Credential {
	var all []webauthn.Credential
	for _, p := range u.passkeys {
		if p.CopiedAt == nil {
			all = append(all, p.Credential.Credential)
		}
	}
	return all
}

// descriptors names every passkey of the user, for a device that must not add a second one.
func (u passkeyUser) descriptors() []protocol.CredentialDescriptor {
	all := make([]protocol.CredentialDescriptor, len(u.passkeys))
	for i := range u.passkeys {
		all[i] = u.passkeys[i].Credential.Descriptor()
	}
	return all
}

// isRefusal reports whether the library has refused what a device sent.
func isRefusal(err error) bool {
	var refusal *protocol.Error
	return errors.As(err, &refusal)
}
