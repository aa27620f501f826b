package account

import (
	"bytes"
	"cmp"
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kirana/internal/account/secondfactor"
	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/limit"
)

// Limits of starting passkey logins, per network or known device, so that strangers in the same network cannot block
// them.
const (
	passkeysPerAddress = 120
	passkeysPerDevice  = 20
)

// signedCredential is the JSON of a device's PublicKeyCredential, parsed by the library.
type signedCredential struct{ json []byte }

// UnmarshalJSON stores the JSON.
func (c *signedCredential) UnmarshalJSON(b []byte) error {
	c.json = bytes.Clone(b)
	return nil
}

// Schema describes the credential in the API document.
func (signedCredential) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, Description: "PublicKeyCredential.toJSON()", AdditionalProperties: true}
}

// PasskeyForm is the request of a WebAuthn ceremony: a challenge, and the credential signed for it.
type PasskeyForm struct {
	Challenge  httpapi.Text     `json:"challenge,omitempty" maxLength:"200" doc:"Challenge from the call that created it."`
	Credential signedCredential `json:"credential,omitempty"`
}

func (f PasskeyForm) response() secondfactor.PasskeyResponse {
	return secondfactor.PasskeyResponse{Challenge: f.Challenge.Value, Credential: f.Credential.json}
}

type newPasskeyForm struct {
	PasskeyForm

	Name httpapi.Text `json:"name" minLength:"1" maxLength:"60" doc:"Display name of the passkey."`
}

func (h *Handler) passkeyRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/user/passkeys", Access: httpapi.Administrator,
		Summary: "List the caller's passkeys",
	}, h.listPasskeys)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/user/passkeys/begin", Access: httpapi.Administrator,
		Budget:  httpapi.Budget{Limits: []limit.Rule{ConfirmationRule, codeRule}},
		Summary: "Create a challenge for registering a passkey",
	}, h.beginPasskey)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/user/passkeys", Access: httpapi.Administrator, Status: http.StatusCreated,
		Summary: "Register a passkey; returns recovery codes to an account that has none", Message: "The passkey is added.",
	}, h.addPasskey)
	httpapi.Handle(r, httpapi.Route{
		Method: "DELETE", Path: "/user/passkeys/{id}", Access: httpapi.Administrator,
		Budget:  httpapi.Budget{Limits: []limit.Rule{ConfirmationRule, codeRule}},
		Summary: "Delete a passkey, with the password and a code or passkey", Message: "The passkey is removed.",
	}, h.removePasskey)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/user/passkey-login/begin", Access: httpapi.Public,
		Budget:  httpapi.Budget{Limits: []limit.Rule{passkeyRule, passkeyDeviceRule}},
		Summary: "Create a challenge for a login by passkey",
	}, h.beginPasskeyLogin)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/user/passkey-login", Access: httpapi.Public,
		Refuses: []int{http.StatusUnauthorized, http.StatusForbidden},
		Budget:  httpapi.Budget{Limits: []limit.Rule{loginNetworkRule, successRule, successNetworkRule}, Rows: 2},
		Summary: "Log in with a passkey that verifies its user, in place of password and code", Message: "Login successful!",
	}, h.passkeyLogin)
}

func (h *Handler) listPasskeys(ctx context.Context, _ *struct{}) (secondfactor.Passkeys, error) {
	return h.accounts.factors.Passkeys(ctx, httpapi.IdentityOf(ctx).UserID)
}

func (h *Handler) beginPasskey(ctx context.Context, in *struct {
	Body httpapi.Form[factorForm]
},
) (secondfactor.PasskeyChallenge, error) {
	if err := h.confirmFactor(ctx, in.Body.Value); err != nil {
		return secondfactor.PasskeyChallenge{}, err
	}
	return h.accounts.factors.BeginPasskey(ctx, httpapi.IdentityOf(ctx).UserID)
}

func (h *Handler) addPasskey(ctx context.Context, in *struct {
	Body httpapi.Form[newPasskeyForm]
},
) (secondfactor.NewPasskey, error) {
	form := in.Body.Value
	return h.accounts.factors.AddPasskey(ctx, httpapi.IdentityOf(ctx).UserID, form.Name.Value, form.response())
}

func (h *Handler) removePasskey(ctx context.Context, in *struct {
	ID   string `path:"id" maxLength:"60"`
	Body httpapi.Form[factorForm]
},
) (struct{}, error) {
	if err := h.confirmFactor(ctx, in.Body.Value); err != nil {
		return struct{}{}, err
	}
	return struct{}{}, h.accounts.factors.RemovePasskey(ctx, httpapi.IdentityOf(ctx).UserID, in.ID)
}

// SecondFactorNeed is the data of a refusal that requires the second factor.
type SecondFactorNeed struct {
	Passkey *secondfactor.PasskeyChallenge `json:"passkey,omitempty" doc:"Passkey challenge that can be signed in place of a code."`
}

// verifySecondFactor checks the code or passkey of a login with the right password. A user with a second factor who
// sends neither gets secondfactor.ErrRequired, with a passkey challenge if there are passkeys.
func (h *Handler) verifySecondFactor(ctx context.Context, user User, a loginAttempt) error {
	if len(a.passkey.Credential) > 0 {
		_, err := h.accounts.factors.VerifyPasskey(ctx, user.ID, a.passkey)
		return err
	}
	err := h.verifyCode(ctx, user.ID, a.code)
	if !secondfactor.IsRequired(err) {
		return err
	}
	challenge, failure := h.accounts.factors.BeginPasskeyCode(ctx, user.ID)
	if failure != nil {
		return failure
	}
	need := *secondfactor.ErrRequired
	need.Data = SecondFactorNeed{Passkey: challenge}
	return &need
}

func (h *Handler) beginPasskeyLogin(ctx context.Context, in *struct {
	httpapi.RawRequest
	Device string `cookie:"known_device" doc:"Device token from an earlier login."`
},
) (secondfactor.PasskeyChallenge, error) {
	var err error
	if device := parseDevice(h.accounts.key, in.Device); device.id != "" {
		err = h.passkeysByDevice.Allow(ctx, device.id)
	} else {
		err = h.passkeys.Allow(ctx, h.limitClient(in.Request()))
	}
	if err != nil {
		return secondfactor.PasskeyChallenge{}, err
	}
	return h.accounts.factors.BeginPasskeyLogin(ctx)
}

func (h *Handler) passkeyLogin(ctx context.Context, in *struct {
	httpapi.RawRequest
	Device string `cookie:"known_device" doc:"Device token from an earlier login."`
	Body   httpapi.Form[PasskeyForm]
},
) (LoginTokens, error) {
	attempt, err := h.newPasskeyAttempt(ctx, in.Request(), in.Body.Value.response(), in.Device)
	if err != nil {
		return LoginTokens{}, err
	}
	// Count before checking, as for every guess.
	if err := h.logins.takePasskey(ctx, attempt); err != nil {
		return LoginTokens{}, err
	}
	userID, err := h.accounts.factors.VerifyPasskey(ctx, "", attempt.passkey)
	if fault.Is(err, fault.Unauthenticated) {
		return LoginTokens{}, err
	}
	if err := cmp.Or(err, h.logins.cancelPasskey(ctx, attempt)); err != nil {
		return LoginTokens{}, err
	}
	user, err := h.accounts.User(ctx, userID)
	if err != nil {
		return LoginTokens{}, err
	}
	attempt.account = user.Email
	if err := h.logins.takeSuccess(ctx, attempt); err != nil {
		return LoginTokens{}, err
	}
	tokens, err := h.accounts.LoginByPasskey(ctx, user, attempt.client)
	if err != nil {
		return LoginTokens{}, err
	}
	return tokens, h.remember(ctx, &in.RawRequest, attempt, user)
}

// newPasskeyAttempt returns a passkey login. The device is known if the user in the response, not verified yet, has
// used it before.
func (h *Handler) newPasskeyAttempt(ctx context.Context, r *http.Request, response secondfactor.PasskeyResponse, device string) (loginAttempt, error) {
	a := loginAttempt{passkey: response, byPasskey: true, from: h.limitClient(r), client: h.client(r), device: parseDevice(h.accounts.key, device)}
	user, err := h.accounts.User(ctx, response.NamedUser())
	if fault.Is(err, fault.NotFound) {
		return a, nil
	}
	if err == nil {
		a.account, a.known = user.Email, a.device.matches(h.accounts.key, user)
	}
	return a, err
}

// takePasskey counts a passkey attempt as a failure, which cancelPasskey undoes. It returns an error above the limits.
func (l loginLimits) takePasskey(ctx context.Context, a loginAttempt) error {
	if a.known {
		return l.byDevice.Allow(ctx, a.deviceKey())
	}
	return l.byAddress.Allow(ctx, a.from)
}

func (l loginLimits) cancelPasskey(ctx context.Context, a loginAttempt) error {
	if a.known {
		return l.byDevice.Cancel(ctx, a.deviceKey())
	}
	return l.byAddress.Cancel(ctx, a.from)
}
