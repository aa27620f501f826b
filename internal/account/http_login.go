package account

import (
	"cmp"
	"context"
	"net/http"
	"time"

	"kirana/internal/account/secondfactor"
	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/language"
	"kirana/internal/limit"
)

// Limits of failed logins. Failures are counted per account and network, so that a stranger who knows an email does not
// lock its owner out. On a device that the owner has used before, they are counted per device.
const (
	loginsPerAccount = 10 // failures from one network or one known device
	loginsPerAddress = 60 // failures from one network, for any account
	loginWindow      = 15 * time.Minute

	// attackFailures is the number of failures of an account, from all networks, that counts as an attack: logins from
	// unknown devices are delayed, and the owner is notified.
	attackFailures = 30
	attackPause    = 2 * time.Second
	attackMails    = 24 * time.Hour // at most one mail in this time
)

// Limits of successful logins. Each costs a password hash, and ends the oldest login above maxLogins.
const (
	successesPerAccount = 300 // from unknown devices, or from one known device
	successesPerAddress = 2000
	successWindow       = time.Hour
)

// deviceCookie is the cookie of a deviceToken, for logins and password resets.
const (
	deviceCookie     = "known_device"
	deviceCookiePath = "/api/user"
	deviceLife       = 400 * 24 * time.Hour // the longest that browsers accept
	// devicesPerAccount limits the devices that become known in deviceWindow. Each has its own counters, so a thief with
	// the password must not get many.
	devicesPerAccount = 10
	deviceWindow      = 24 * time.Hour
)

type loginForm struct {
	Email    httpapi.Text `json:"email" maxLength:"254"`
	Password httpapi.Text `json:"password" maxLength:"1000" trim:"no"`
	Code     httpapi.Text `json:"code,omitempty" maxLength:"40" doc:"Six-digit code of the authenticator app, or a recovery code. Required for an account with a second factor."`
	Passkey  PasskeyForm  `json:"passkey,omitempty" doc:"Signed passkey challenge, in place of code."`
}

type loginLimits struct {
	byAccount           *limit.NetworkLimiter // failures of an account from a network
	byDevice            *limit.Limiter        // failures of an account from a known device
	byAddress           *limit.NetworkLimiter // failures from a network
	attacks, attackMail *limit.Limiter
	successes           *limit.Limiter
	successesByAddress  *limit.NetworkLimiter
	devices             *limit.Limiter // devices that become known
}

var (
	loginRule          = limit.Rule{Name: "login.account", Max: loginsPerAccount, Window: loginWindow}
	loginDeviceRule    = limit.Rule{Name: "login.device", Max: loginsPerAccount, Window: loginWindow}
	loginNetworkRule   = limit.Rule{Name: "login.address", Max: loginsPerAddress, Window: loginWindow}
	attackRule         = limit.Rule{Name: "login.attack", Max: attackFailures, Window: loginWindow}
	attackMailRule     = limit.Rule{Name: "mail.attack", Max: 1, Window: attackMails}
	successRule        = limit.Rule{Name: "login.success", Max: successesPerAccount, Window: successWindow}
	successNetworkRule = limit.Rule{Name: "login.success.address", Max: successesPerAddress, Window: successWindow}
	deviceRule         = limit.Rule{Name: "login.devices", Max: devicesPerAccount, Window: deviceWindow}
)

func newLoginLimits(limits *limit.Store) loginLimits {
	return loginLimits{
		byAccount:          limits.NetworkLimiter(loginRule),
		byDevice:           limits.Limiter(loginDeviceRule),
		byAddress:          limits.NetworkLimiter(loginNetworkRule),
		attacks:            limits.Limiter(attackRule),
		attackMail:         limits.Limiter(attackMailRule),
		successes:          limits.Limiter(successRule),
		successesByAddress: limits.NetworkLimiter(successNetworkRule),
		devices:            limits.Limiter(deviceRule),
	}
}

// check returns an error after too many failures. It counts nothing.
func (l loginLimits) check(ctx context.Context, a loginAttempt) error {
	if a.known {
		return l.byDevice.Check(ctx, a.deviceKey())
	}
	if err := l.byAccount.Check(ctx, a.accountClient()); err != nil {
		return err
	}
	return l.byAddress.Check(ctx, a.from)
}

// take counts a failure, or returns an error above the limits.
func (l loginLimits) take(ctx context.Context, a loginAttempt) error {
	if a.known {
		return l.byDevice.Allow(ctx, a.deviceKey())
	}
	if err := l.byAccount.Allow(ctx, a.accountClient()); err != nil {
		return err
	}
	return l.byAddress.Allow(ctx, a.from)
}

// takeSuccess counts an attempt with the right password or passkey, or returns an error above the limits.
func (l loginLimits) takeSuccess(ctx context.Context, a loginAttempt) error {
	key := a.account
	switch {
	case a.known:
		key = a.deviceKey()
	case a.byPasskey: // separate from password logins, which a thief could use up
		key += " passkey"
	}
	if err := l.successes.Allow(ctx, key); err != nil {
		return err
	}
	return l.successesByAddress.Allow(ctx, a.from)
}

// forget resets the failures of the account from this network or known device after a login.
func (l loginLimits) forget(ctx context.Context, a loginAttempt) error {
	if a.known {
		return l.byDevice.Forget(ctx, a.deviceKey())
	}
	return l.byAccount.Forget(ctx, a.accountClient())
}

type loginAttempt struct {
	email, password string
	code            string                       // of the second factor, or ""
	passkey         secondfactor.PasskeyResponse // instead of a code, or empty
	account         string                       // the email as a limit key
	client          Client
	from            limit.Client
	device          deviceToken
	known           bool // the account has logged in with this device before
	byPasskey       bool // the passkey replaces the password, too
}

func (a loginAttempt) deviceKey() string { return a.device.id + " " + a.account }

// accountClient returns the key under which byAccount counts the attempt.
func (a loginAttempt) accountClient() limit.Client {
	return limit.Client{Address: a.from.Address, About: a.account}
}

func (h *Handler) login(ctx context.Context, in *struct {
	httpapi.RawRequest
	Device string `cookie:"known_device" doc:"Device token from an earlier login."`
	Body   httpapi.Form[loginForm]
},
) (LoginTokens, error) {
	form := in.Body.Value
	a, err := h.newAttempt(ctx, in.Request(), form, in.Device)
	if err != nil {
		return LoginTokens{}, err
	}
	if err := h.logins.check(ctx, a); err != nil {
		return LoginTokens{}, err
	}
	if err := h.slowDown(ctx, a); err != nil {
		return LoginTokens{}, err
	}
	user, tokens, err := h.loginWithin(ctx, a)
	switch {
	case secondfactor.IsRequired(err):
		return LoginTokens{}, err // the password was right: not a failure
	case fault.Is(err, fault.Unauthenticated):
		if refusal := cmp.Or(h.logins.take(ctx, a), h.countAttack(ctx, a)); refusal != nil {
			return LoginTokens{}, refusal
		}
	case err == nil:
		return tokens, cmp.Or(h.remember(ctx, &in.RawRequest, a, user), h.logins.forget(ctx, a))
	}
	if fault.Is(err, fault.Unauthenticated) || fault.Is(err, fault.Forbidden) {
		err = cmp.Or(h.accounts.RecordRefusedLogin(ctx, a.email, a.client.Address, err), err)
	}
	return tokens, err
}

func (h *Handler) newAttempt(ctx context.Context, r *http.Request, form loginForm, device string) (loginAttempt, error) {
	a := loginAttempt{
		email: form.Email.Value, password: form.Password.Value, code: form.Code.Value, passkey: form.Passkey.response(), account: comparableEmail(form.Email.Value),
		client: h.client(r), from: h.limitClient(r), device: parseDevice(h.accounts.key, device),
	}
	var err error
	a.known, err = h.accounts.knowsDevice(ctx, a.device, a.account)
	return a, err
}

// slowDown delays a login from an unknown device while its account is under attack, whether or not the password is
// right.
func (h *Handler) slowDown(ctx context.Context, a loginAttempt) error {
	err := h.logins.attacks.Check(ctx, a.account)
	if !fault.Is(err, fault.TooMany) {
		return err
	}
	if !a.known {
		h.options.Pause(ctx, attackPause)
	}
	return nil
}

// countAttack counts a failure from an unknown device, and mails the owner of an account under attack once a day.
func (h *Handler) countAttack(ctx context.Context, a loginAttempt) error {
	if a.known {
		return nil
	}
	if err := h.logins.attacks.Count(ctx, a.account); err != nil {
		return err
	}
	err := h.logins.attacks.Check(ctx, a.account)
	if !fault.Is(err, fault.TooMany) {
		return err
	}
	err = h.logins.attackMail.Allow(ctx, a.account)
	if fault.Is(err, fault.TooMany) {
		return nil
	}
	return cmp.Or(err, h.accounts.MailAttack(ctx, a.account))
}

// loginWithin logs in unless a limit is reached while the password is verified: concurrent guesses all pass the first
// check. It checks again before it issues tokens, so that a refused login leaves no valid tokens.
func (h *Handler) loginWithin(ctx context.Context, a loginAttempt) (User, LoginTokens, error) {
	user, err := h.accounts.VerifyPassword(ctx, a.email, a.password)
	if err != nil {
		return User{}, LoginTokens{}, err
	}
	if err := h.logins.check(ctx, a); err != nil {
		return User{}, LoginTokens{}, err
	}
	// Count before the second factor: a request for it costs as much as a login.
	if err := h.logins.takeSuccess(ctx, a); err != nil {
		return User{}, LoginTokens{}, err
	}
	if err := h.verifySecondFactor(ctx, user, a); err != nil {
		return User{}, LoginTokens{}, err
	}
	tokens, err := h.accounts.Login(ctx, user, a.client)
	return user, tokens, err
}

// remember sets the device's language to the user's unless another was chosen there. It makes the device known unless
// too many became known recently.
func (h *Handler) remember(ctx context.Context, in *httpapi.RawRequest, a loginAttempt, user User) error {
	if user.Language != "" && language.FromCookie(ctx) == "" {
		in.SetCookie(language.NewCookie(user.Language, h.options.Secure))
	}
	if !a.known {
		err := h.logins.devices.Allow(ctx, user.ID)
		if fault.Is(err, fault.TooMany) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	in.SetCookie(h.deviceCookie(a.device.with(h.accounts.key, user)))
	return nil
}

func (h *Handler) deviceCookie(device deviceToken) *http.Cookie {
	return &http.Cookie{ //nolint:gosec // G124: Secure follows the shop's address; on plain http a browser would drop it
		Name: deviceCookie, Value: device.text(h.accounts.key), Path: deviceCookiePath, MaxAge: int(deviceLife / time.Second),
		HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: h.options.Secure,
	}
}

// pause sleeps for d or until ctx ends.
func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
