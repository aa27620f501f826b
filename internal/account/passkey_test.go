package account_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/descope/virtualwebauthn"

	"kirana/internal/account"
	"kirana/internal/account/secondfactor"
	"kirana/internal/db"
	"kirana/internal/shoptest"
)

var shopParty = virtualwebauthn.RelyingParty{Name: "Kirana", ID: "shop.example", Origin: "https://shop.example"}

// device is a phone with one passkey.
type device struct {
	party      virtualwebauthn.RelyingParty
	options    virtualwebauthn.AuthenticatorOptions
	credential virtualwebauthn.Credential
}

func newDevice(user account.User) *device {
	return &device{
		party: shopParty, options: virtualwebauthn.AuthenticatorOptions{UserHandle: []byte(user.ID)},
		credential: newCredential(),
	}
}

// newCredential returns a credential whose public key has full-length coordinates: the library
// omits leading zeros, which no real device does and no server accepts.
func newCredential() virtualwebauthn.Credential {
	const coseKeyLength = 77 // of a P-256 key in COSE: RFC 9053, section 7.1.1
	for {
		credential := virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeEC2)
		if len(credential.Key.AttestationData()) == coseKeyLength {
			return credential
		}
	}
}

// challenge is the WebAuthn challenge in a response.
type challenge struct {
	Challenge string
	Options   json.RawMessage
}

// createCredential returns the JSON of the credential that the device creates for a challenge.
func (d *device) createCredential(t *testing.T, c challenge) string {
	t.Helper()
	options, err := virtualwebauthn.ParseAttestationOptions(string(c.Options))
	if err != nil {
		t.Fatalf("parse the options %s: %v", c.Options, err)
	}
	return virtualwebauthn.CreateAttestationResponse(d.party, virtualwebauthn.NewAuthenticatorWithOptions(d.options), d.credential, *options)
}

// signChallenge returns the JSON of the device's signature for a challenge, and increments its counter.
func (d *device) signChallenge(t *testing.T, c challenge) string {
	t.Helper()
	options, err := virtualwebauthn.ParseAssertionOptions(string(c.Options))
	if err != nil {
		t.Fatalf("parse the options %s: %v", c.Options, err)
	}
	d.credential.Counter++
	return virtualwebauthn.CreateAssertionResponse(d.party, virtualwebauthn.NewAuthenticatorWithOptions(d.options), d.credential, *options)
}

// passkeyServer is a server at an address where browsers support passkeys.
func passkeyServer(t *testing.T, d *db.DB) testServer {
	t.Helper()
	s := newServer(t, d)
	if err := s.accounts.UsePasskeys("https://shop.example", "https://api.shop.example"); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s testServer) beginPasskey(t *testing.T, token string) (c challenge) {
	t.Helper()
	s.request(t, token, "POST", "/user/passkeys/begin", `{"password":"seven mangoes"}`).Expect(t, http.StatusOK, "").Decode(t, &c)
	return c
}

func (s testServer) sendPasskey(t *testing.T, token string, c challenge, credential string) shoptest.Response {
	t.Helper()
	return s.request(t, token, "POST", "/user/passkeys", fmt.Sprintf(`{"name":"Phone","challenge":%q,"credential":%s}`, c.Challenge, credential))
}

// addPasskey adds the device's passkey to an account.
func (s testServer) addPasskey(t *testing.T, token string, d *device) (added secondfactor.NewPasskey) {
	t.Helper()
	c := s.beginPasskey(t, token)
	s.sendPasskey(t, token, c, d.createCredential(t, c)).Expect(t, http.StatusCreated, "The passkey is added.").Decode(t, &added)
	return added
}

// passkeyChallenge logs in with the password alone and returns the passkey challenge.
func (s testServer) passkeyChallenge(t *testing.T, email string) challenge {
	t.Helper()
	var need struct{ Passkey challenge }
	s.login(t, email, password).Expect(t, http.StatusUnauthorized, "Second factor required").Decode(t, &need)
	if need.Passkey.Challenge == "" {
		t.Fatal("the refused login returns no passkey challenge")
	}
	return need.Passkey
}

func (s testServer) loginAndSign(t *testing.T, email string, c challenge, credential string) shoptest.Response {
	t.Helper()
	return s.request(t, "", "POST", "/user/login", fmt.Sprintf(`{"email":%q,"password":%q,"passkey":{"challenge":%q,"credential":%s}}`, email, password, c.Challenge, credential))
}

func (s testServer) beginPasskeyLogin(t *testing.T) (c challenge) {
	t.Helper()
	s.request(t, "", "POST", "/user/passkey-login/begin", "").Expect(t, http.StatusOK, "").Decode(t, &c)
	return c
}

func (s testServer) passkeyLogin(t *testing.T, c challenge, credential string) shoptest.Response {
	t.Helper()
	return s.request(t, "", "POST", "/user/passkey-login", fmt.Sprintf(`{"challenge":%q,"credential":%s}`, c.Challenge, credential))
}

func TestPasskey_replacesTheCodeOrTheWholeLogin(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := passkeyServer(t, d)
		owner, token := s.owner(t, "sunita@example.in")
		phone := newDevice(owner)
		added := s.addPasskey(t, token, phone)
		if len(added.Codes) != 10 || added.Name != "Phone" {
			t.Errorf("the added passkey is %+v, want Phone with ten recovery codes", added)
		}
		s.newestMail(t, "account.passkey_added", "sunita@example.in")
		s.expectLogged(t, "Sunita|passkey.add|||Phone|192.0.2.1")

		// In place of the code.
		c := s.passkeyChallenge(t, "sunita@example.in")
		signed := phone.signChallenge(t, c)
		s.loginAndSign(t, "sunita@example.in", c, signed).Expect(t, http.StatusOK, "Login successful!")
		s.loginAndSign(t, "sunita@example.in", c, signed).Expect(t, http.StatusUnauthorized, "")
		// In place of the password and the code.
		c = s.beginPasskeyLogin(t)
		signed = phone.signChallenge(t, c)
		var tokens account.LoginTokens
		reply := s.passkeyLogin(t, c, signed).Expect(t, http.StatusOK, "Login successful!")
		reply.Decode(t, &tokens)
		if !s.authenticated(t, tokens.AccessToken) || deviceCookie(t, reply) == "" {
			t.Error("the tokens of the passkey login are invalid, or no device cookie is set")
		}
		s.expectLogged(t, "Sunita|login.ok|sunita@example.in||Another device, by passkey|192.0.2.1")
		s.passkeyLogin(t, c, signed).Expect(t, http.StatusUnauthorized, "")
		// A recovery code replaces a lost phone.
		s.loginWithCode(t, "sunita@example.in", added.Codes[0]).Expect(t, http.StatusOK, "")
		s.loginWithCode(t, "sunita@example.in", added.Codes[0]).Expect(t, http.StatusUnauthorized, "")
		s.loginWithCode(t, "sunita@example.in", "123456").Expect(t, http.StatusUnauthorized, "")

		var all secondfactor.Passkeys
		s.request(t, token, "GET", "/user/passkeys", "").Expect(t, http.StatusOK, "").Decode(t, &all)
		if !all.Available || len(all.Passkeys) != 1 || all.Passkeys[0].LastUsedAt == nil {
			t.Errorf("the passkeys are %+v, want one, used", all)
		}
	})
}

func TestPasskey_refusesOtherKeysChallengesPurposesAndOrigins(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := passkeyServer(t, d)
		sunita, token := s.owner(t, "sunita@example.in")
		asha, ashaToken := s.owner(t, "asha@example.in")
		phone, thief := newDevice(sunita), newDevice(asha)
		s.addPasskey(t, token, phone)
		s.addPasskey(t, ashaToken, thief)
		login := func(c challenge, signed string) {
			t.Helper()
			s.loginAndSign(t, "sunita@example.in", c, signed).Expect(t, http.StatusUnauthorized, "This passkey was not accepted. Please try again, or log in in another way.")
		}
		// Somebody else's passkey and challenge.
		c := s.passkeyChallenge(t, "sunita@example.in")
		login(c, thief.signChallenge(t, c))
		theirs := s.passkeyChallenge(t, "asha@example.in")
		login(theirs, phone.signChallenge(t, theirs))
		// A challenge for another purpose.
		whole := s.beginPasskeyLogin(t)
		login(whole, phone.signChallenge(t, whole))
		c = s.passkeyChallenge(t, "sunita@example.in")
		s.passkeyLogin(t, c, phone.signChallenge(t, c)).Expect(t, http.StatusUnauthorized, "")
		// A phishing page that relays the challenge.
		phishing := *phone
		phishing.party.Origin = "https://shop.example.evil.test"
		c = s.passkeyChallenge(t, "sunita@example.in")
		login(c, phishing.signChallenge(t, c))
		// Expired.
		c = s.passkeyChallenge(t, "sunita@example.in")
		s.clock.Advance(5 * time.Minute)
		login(c, phone.signChallenge(t, c))
		// Malformed.
		c = s.passkeyChallenge(t, "sunita@example.in")
		for _, credential := range []string{`{}`, `"x"`, `[]`, `{"id":"x","type":"public-key"}`} {
			login(c, credential)
		}
		// A passkey without user verification replaces the code, but not the password.
		phone.options.UserNotVerified = true
		whole = s.beginPasskeyLogin(t)
		s.passkeyLogin(t, whole, phone.signChallenge(t, whole)).Expect(t, http.StatusUnauthorized, "")
		c = s.passkeyChallenge(t, "sunita@example.in")
		s.loginAndSign(t, "sunita@example.in", c, phone.signChallenge(t, c)).Expect(t, http.StatusOK, "")
	})
}

func TestPasskey_copiedToAnotherDeviceIsRefused(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := passkeyServer(t, d)
		owner, token := s.owner(t, "sunita@example.in")
		phone := newDevice(owner)
		added := s.addPasskey(t, token, phone)
		copied := *phone
		for range 3 {
			c := s.beginPasskeyLogin(t)
			s.passkeyLogin(t, c, phone.signChallenge(t, c)).Expect(t, http.StatusOK, "")
		}
		c := s.beginPasskeyLogin(t)
		s.passkeyLogin(t, c, copied.signChallenge(t, c)).Expect(t, http.StatusUnauthorized,
			"This passkey may be in two devices, so it opens nothing any more. Please log in in another way, and remove it.")
		c = s.beginPasskeyLogin(t)
		s.passkeyLogin(t, c, phone.signChallenge(t, c)).Expect(t, http.StatusUnauthorized, "")
		s.expectLogged(t, "|passkey.copied|sunita@example.in|Phone||192.0.2.1")
		var all secondfactor.Passkeys
		s.request(t, token, "GET", "/user/passkeys", "").Decode(t, &all)
		if len(all.Passkeys) != 1 || all.Passkeys[0].CopiedAt == nil {
			t.Errorf("the passkeys are %+v, want one, marked as copied", all)
		}
		s.loginWithCode(t, "sunita@example.in", added.Codes[0]).Expect(t, http.StatusOK, "")
	})
}

func TestPasskey_isAddedAndRemovedByItsOwnerOnly(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := passkeyServer(t, d)
		owner, token := s.owner(t, "sunita@example.in")
		asha, theirs := s.owner(t, "asha@example.in")
		phone := newDevice(owner)
		c := s.beginPasskey(t, token)
		made := phone.createCredential(t, c)
		s.sendPasskey(t, theirs, c, made).Expect(t, http.StatusBadRequest, "The device's response cannot be used. Please try again.")
		s.sendPasskey(t, token, c, made).Expect(t, http.StatusCreated, "")
		s.sendPasskey(t, token, c, made).Expect(t, http.StatusBadRequest, "")
		c = s.beginPasskey(t, theirs)
		stolen := newDevice(asha)
		stolen.credential = phone.credential
		s.sendPasskey(t, theirs, c, stolen.createCredential(t, c)).Expect(t, http.StatusConflict, "This device has a passkey of yours already.")

		var all secondfactor.Passkeys
		s.request(t, token, "GET", "/user/passkeys", "").Decode(t, &all)
		path := "/user/passkeys/" + all.Passkeys[0].ID
		s.request(t, token, "DELETE", path, "").Expect(t, http.StatusForbidden, "Please confirm your password")
		s.request(t, theirs, "DELETE", path, `{"password":"seven mangoes"}`).Expect(t, http.StatusNotFound, "This passkey is not there any more.")
		s.clock.Advance(time.Hour)
		s.request(t, token, "POST", "/user/passkeys/begin", "").Expect(t, http.StatusForbidden, "Please confirm your password")
		c = s.expectCodeRequired(t, token, "DELETE", path)
		body := fmt.Sprintf(`{"password":"seven mangoes","passkey":{"challenge":%q,"credential":%s}}`, c.Challenge, phone.signChallenge(t, c))
		s.request(t, token, "DELETE", path, body).Expect(t, http.StatusOK, "The passkey is removed.")
		s.expectLogged(t, "Sunita|passkey.remove||Phone||192.0.2.1")
		s.mustLogin(t, "sunita@example.in")
		if n := s.count(t, `SELECT COUNT(*) FROM recovery_codes`); n != 0 {
			t.Errorf("%d recovery codes are stored without a second factor, want 0", n)
		}
	})
}

func TestPasskey_andAppCodeAreBothAccepted(t *testing.T) {
	t.Parallel()
	s := passkeyServer(t, shoptest.SQLite(t))
	owner, token := s.owner(t, "sunita@example.in")
	phone := newDevice(owner)
	added := s.addPasskey(t, token, phone)
	var state secondfactor.State
	s.request(t, token, "GET", "/user/second-factor", "").Expect(t, http.StatusOK, "").Decode(t, &state)
	if state.Enabled || state.RecoveryCodes != len(added.Codes) {
		t.Errorf("with a passkey alone the second factor is %+v, want it disabled with %d recovery codes", state, len(added.Codes))
	}
	secret, recovery := s.secondFactorConfirmed(t, token, fmt.Sprintf(`{"password":%q,"code":%q}`, password, added.Codes[0]))
	s.clock.Advance(time.Minute)
	s.loginWithCode(t, "sunita@example.in", s.codeOf(t, secret)).Expect(t, http.StatusOK, "")
	c := s.passkeyChallenge(t, "sunita@example.in")
	s.loginAndSign(t, "sunita@example.in", c, phone.signChallenge(t, c)).Expect(t, http.StatusOK, "")
	s.clock.Advance(time.Minute)
	s.request(t, token, "DELETE", "/user/second-factor", fmt.Sprintf(`{"code":%q}`, s.codeOf(t, secret))).Expect(t, http.StatusOK, "")
	s.loginWithCode(t, "sunita@example.in", recovery[1]).Expect(t, http.StatusOK, "")
	// A former staff member logs in like any shopper.
	second, _ := s.owner(t, "asha@example.in")
	_ = second
	if err := s.accounts.RemoveStaff(t.Context(), owner.ID); err != nil {
		t.Fatal(err)
	}
	s.mustLogin(t, "sunita@example.in")
	if n := s.count(t, `SELECT COUNT(*) FROM passkeys`); n != 0 {
		t.Error("the former staff member still has a passkey")
	}
}

func TestPasskeys_areAvailableAtAnHTTPSNameOrLocalhostOnly(t *testing.T) {
	t.Parallel()
	s := newServer(t, shoptest.SQLite(t))
	_, token := s.owner(t, "sunita@example.in")
	for address, want := range map[string]bool{
		"https://shop.example": true, "http://localhost:8080": true,
		"http://shop.example": false, "http://127.0.0.1:8080": false, "https://203.0.113.9": false,
	} {
		if err := s.accounts.UsePasskeys(address, address); err != nil {
			t.Fatalf("use passkeys at %s: %v", address, err)
		}
		var all secondfactor.Passkeys
		s.request(t, token, "GET", "/user/passkeys", "").Expect(t, http.StatusOK, "").Decode(t, &all)
		if all.Available != want {
			t.Errorf("%s: %t, want %t", address, all.Available, want)
		}
	}
	if err := s.accounts.UsePasskeys("http://127.0.0.1:8080", ""); err != nil {
		t.Fatal(err)
	}
	s.request(t, token, "POST", "/user/passkeys/begin", `{"password":"seven mangoes"}`).Expect(t, http.StatusConflict, "Passkeys need an address with https.")
	s.request(t, "", "POST", "/user/passkey-login/begin", "").Expect(t, http.StatusConflict, "Passkeys need an address with https.")
	s.request(t, "", "POST", "/user/passkey-login", `{"challenge":"x","credential":{}}`).Expect(t, http.StatusUnauthorized, "")
}

func TestUndoEmail_removesTheAttackersPasskeys(t *testing.T) {
	t.Parallel()
	s := newServerWith(t, shoptest.SQLite(t), true, account.Rules{ConfirmChange: true})
	if err := s.accounts.UsePasskeys("https://shop.example", ""); err != nil {
		t.Fatal(err)
	}
	owner, token := s.owner(t, "sunita@example.in")
	own, thief := newDevice(owner), newDevice(owner)
	s.addPasskey(t, token, own)
	s.clock.Advance(25 * time.Hour)
	// The thief knows the password, and adds a passkey with a login of the owner before changing the email.
	c := s.beginPasskeyLogin(t)
	var tokens account.LoginTokens
	s.passkeyLogin(t, c, own.signChallenge(t, c)).Expect(t, http.StatusOK, "").Decode(t, &tokens)
	// For adding the passkey, the thief uses the owner's unlocked device once.
	c = s.expectCodeRequired(t, tokens.AccessToken, "POST", "/user/passkeys/begin")
	body := fmt.Sprintf(`{"password":%q,"passkey":{"challenge":%q,"credential":%s}}`, password, c.Challenge, own.signChallenge(t, c))
	s.request(t, tokens.AccessToken, "POST", "/user/passkeys/begin", body).Expect(t, http.StatusOK, "").Decode(t, &c)
	s.sendPasskey(t, tokens.AccessToken, c, thief.createCredential(t, c)).Expect(t, http.StatusCreated, "")
	s.clock.Advance(time.Minute)
	s.changeEmail(t, tokens.AccessToken, "thief@example.in").Expect(t, http.StatusOK, "")
	s.undoEmail(t, s.undoCode(t, "account.change_asked", "sunita@example.in")).Expect(t, http.StatusOK, "")
	c = s.beginPasskeyLogin(t)
	s.passkeyLogin(t, c, thief.signChallenge(t, c)).Expect(t, http.StatusUnauthorized, "")
	c = s.beginPasskeyLogin(t)
	s.passkeyLogin(t, c, own.signChallenge(t, c)).Expect(t, http.StatusOK, "")
}
