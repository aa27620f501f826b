package secondfactor

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
	maxPasskeys   = 10 // per user
	challengeLife = 5 * time.Minute
)

// Passkey is a staff member's WebAuthn key on a device. It replaces the code of the second factor
// and, for a discoverable key, the whole login.
type Passkey struct {
	ID         string     `db:"id" json:"_id"`
	Name       string     `db:"name" json:"name"`
	CopiedAt   *time.Time `db:"copied_at" json:"copiedAt,omitempty" doc:"Time at which the passkey's counter did not increase, which indicates a copy. It is refused from then on."`
	LastUsedAt *time.Time `db:"last_used_at" json:"lastUsedAt,omitempty"`
	CreatedAt  time.Time  `db:"created_at" json:"createdAt"`
}

// Passkeys lists a user's passkeys.
type Passkeys struct {
	Available bool      `json:"available" doc:"true: passkeys work at the shop's address: https, or localhost."`
	Passkeys  []Passkey `json:"passkeys"`
}

// NewPasskey is an added passkey, with recovery codes if the user had none.
type NewPasskey struct {
	Passkey

	Codes []string `json:"codes,omitempty" doc:"Recovery codes, if there were none before. Returned only once."`
}

// PasskeyChallenge holds the options of a WebAuthn ceremony, as navigator.credentials takes them.
type PasskeyChallenge struct {
	Challenge string `json:"challenge" doc:"Challenge, to be sent back with the device's response within five minutes."`
	Options   any    `json:"options" doc:"Options for the publicKey of navigator.credentials.create or get, as JSON."`
}

// PasskeyResponse is a device's response to a challenge.
type PasskeyResponse struct {
	Challenge  string
	Credential []byte // PublicKeyCredential.toJSON
}

// challengePurpose limits a challenge to one use.
type challengePurpose string

const (
	purposeAdd   challengePurpose = "ADD"
	purposeCode  challengePurpose = "CODE"  // instead of a code, after the password
	purposeLogin challengePurpose = "LOGIN" // instead of password and code
)

var (
	errNoPasskeys   = fault.New(fault.Conflict, "no_passkeys", "Passkeys need an address with https.")
	errPasskeyLimit = fault.New(fault.Conflict, "too_many_passkeys", "You have %d passkeys. Please remove one first.", maxPasskeys)
	errNoPasskey    = fault.New(fault.NotFound, "no_passkey", "This passkey is not there any more.")
	errSamePasskey  = fault.New(fault.Conflict, "same_passkey", "This device has a passkey of yours already.")
	errBadPasskey   = fault.New(fault.Invalid, "bad_passkey", "The device's response cannot be used. Please try again.")
	// errWrongPasskey is returned for an invalid response to the challenge of a login.
	errWrongPasskey  = fault.New(fault.Unauthenticated, "wrong_passkey", "This passkey was not accepted. Please try again, or log in in another way.")
	errCopiedPasskey = fault.New(fault.Unauthenticated, "copied_passkey",
		"This passkey may be in two devices, so it opens nothing any more. Please log in in another way, and remove it.")
)

// relyingParty returns the WebAuthn relying party of a shop's address; passkeys are bound to the address's host. It
// returns nil if browsers support no passkeys there: without https, except on localhost, and for an IP address.
// alternates are further origins; only those with the same scheme, on the host or a subdomain of it, are used.
func relyingParty(shopURL string, alternates ...string) (*webauthn.WebAuthn, error) {
	shop, err := url.Parse(shopURL)
	if err != nil {
		return nil, fmt.Errorf("read the shop's address: %w", err)
	}
	host := shop.Hostname()
	if net.ParseIP(host) != nil || (shop.Scheme != "https" && host != "localhost") {
		return nil, nil
	}
	origins := []string{shop.Scheme + "://" + shop.Host}
	for _, alternate := range alternates {
		u, err := url.Parse(alternate)
		if err == nil && u.Scheme == shop.Scheme && (u.Hostname() == host || strings.HasSuffix(u.Hostname(), "."+host)) {
			origins = append(origins, u.Scheme+"://"+u.Host)
		}
	}
	rp, err := webauthn.New(&webauthn.Config{
		RPID: host, RPDisplayName: host, RPOrigins: origins,
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

// passkeyUser implements webauthn.User.
type passkeyUser struct {
	User

	passkeys []passkeyRow
}

// WebAuthnID returns the user's id, which a discoverable passkey reveals.
func (u passkeyUser) WebAuthnID() []byte { return []byte(u.ID) }

// WebAuthnName returns the name under which a device lists the account.
func (u passkeyUser) WebAuthnName() string { return u.Email }

// WebAuthnDisplayName returns the user's name.
func (u passkeyUser) WebAuthnDisplayName() string { return u.Name }

// WebAuthnCredentials returns the user's passkeys except copied ones.
func (u passkeyUser) WebAuthnCredentials() []webauthn.Credential {
	var all []webauthn.Credential
	for _, p := range u.passkeys {
		if p.CopiedAt == nil {
			all = append(all, p.Credential.V)
		}
	}
	return all
}

// descriptors returns all passkeys of the user, so that a device does not add a second one.
func (u passkeyUser) descriptors() []protocol.CredentialDescriptor {
	all := make([]protocol.CredentialDescriptor, len(u.passkeys))
	for i := range u.passkeys {
		all[i] = u.passkeys[i].Credential.V.Descriptor()
	}
	return all
}

// isRefusal reports whether err is the library's refusal of a device's response.
func isRefusal(err error) bool {
	var refusal *protocol.Error
	return errors.As(err, &refusal)
}
