package account

import (
	"cmp"
	"context"
	"net/http"
	"time"

	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/limit"
)

// Limits of logging in. A stranger who knows an email must not lock its owner out, so
// that failures are counted by account and network together, and those of a device that
// the owner has logged in with by the device.
const (
	loginsPerAccount = 10 // failures of one network, or of one known device
	loginsPerAddress = 60 // failures of one network, whatever the account
	loginWindow      = 15 * time.Minute

	// attackFailures is how many failures of an account, from whatever network, are an
	// attack: its logins from unknown devices are slowed down, and its owner is told.
	attackFailures = 30
	attackPause    = 2 * time.Second
	attackMails    = 24 * time.Hour // at most one in so long
)

// Limits of logins that succeed: each costs a password's hash, and a thief with the
// password would end all others by a hundred of their own.
const (
	successesPerAccount = 300 // from unknown devices, or from one known device
	successesPerAddress = 2000
	successWindow       = time.Hour
)

// deviceCookie holds a deviceToken. The login reads it, and the calls for a forgotten password.
const (
	deviceCookie     = "known_device"
	deviceCookiePath = "/api/user"
	deviceLife       = 400 * 24 * time.Hour // the longest that browsers keep a cookie
	// devicesPerAccount is how many devices an account makes known in deviceWindow: each has counters
	// of its own, so that whoever has the password must not have any number of them.
	devicesPerAccount = 10
	deviceWindow      = 24 * time.Hour
)

type loginForm struct {
	Email    httpapi.Text `json:"email" maxLength:"254"`
	Password httpapi.Text `json:"password" maxLength:"1000" trim:"no"`
	Code     httpapi.Text `json:"code,omitempty" maxLength:"40" doc:"of an account with a second factor: six digits that the app shows, or a recovery code"`
	Passkey  passkeyForm  `json:"passkey,omitempty" doc:"in place of a code: what a device has signed"`
}

// loginLimits are the limiters of logins.
type loginLimits struct {
	byAccount           *limit.NetworkLimiter // failures of an account from a network
	byDevice            *limit.Limiter        // failures of an account from a known device
	byAddress           *limit.NetworkLimiter // failures from a network
	attacks, attackMail *limit.Limiter
	successes           *limit.Limiter
	successesByAddress  *limit.NetworkLimiter
	devices             *limit.Limiter // devices that become known
}

func newLoginLimits(limits *limit.Store) loginLimits {
	rule := func(name string, most int, window time.Duration) limit.Rule {
		return limit.Rule{Name: name, Max: most, Window: window}
	}
	return loginLimits{
		byAccount:          limits.NetworkLimiter(rule("login.account", loginsPerAccount, loginWindow)),
		byDevice:           limits.Limiter(rule("login.device", loginsPerAccount, loginWindow)),
		byAddress:          limits.NetworkLimiter(rule("login.address", loginsPerAddress, loginWindow)),
		attacks:            limits.Limiter(rule("login.attack", attackFailures, loginWindow)),
		attackMail:         limits.Limiter(rule("mail.attack", 1, attackMails)),
		successes:          limits.Limiter(rule("login.success", successesPerAccount, successWindow)),
		successesByAddress: limits.NetworkLimiter(rule("login.success.address", successesPerAddress, successWindow)),
		devices:            limits.Limiter(rule("login.devices", devicesPerAccount, deviceWindow)),
	}
}

// check refuses an attempt of which too many have failed.
func (l loginLimits) check(ctx context.Context, a loginAttempt) error {
	if a.known {
		return l.byDevice.Check(ctx, a.deviceKey())
	}
	if err := l.byAccount.Check(ctx, a.fromAbout()); err != nil {
		return err
	}
	return l.byAddress.Check(ctx, a.from)
}

// take counts a failed attempt; it refuses one that the limits do not allow any more.
func (l loginLimits) take(ctx context.Context, a loginAttempt) error {
	if a.known {
		return l.byDevice.Allow(ctx, a.deviceKey())
	}
	if err := l.byAccount.Allow(ctx, a.fromAbout()); err != nil {
		return err
	}
	return l.byAddress.Allow(ctx, a.from)
}

// takeSuccess counts an attempt whose password or passkey is right; it refuses one too many.
func (l loginLimits) takeSuccess(ctx context.Context, a loginAttempt) error {
	key := a.account
	switch {
	case a.known:
		key = a.deviceKey()
	case a.byPasskey: // apart from those of whoever has the password
		key += " passkey"
	}
	if err := l.successes.Allow(ctx, key); err != nil {
		return err
	}
	return l.successesByAddress.Allow(ctx, a.from)
}

// forget clears the failures of somebody who has logged in.
func (l loginLimits) forget(ctx context.Context, a loginAttempt) error {
	if a.known {
		return l.byDevice.Forget(ctx, a.deviceKey())
	}
	return l.byAccount.Forget(ctx, a.fromAbout())
}

// loginAttempt is a login's email and password, with where it comes from.
type loginAttempt struct {
	email, password string
	code            string          // of the second factor; may be ""
	passkey         PasskeyResponse // in place of a code; may be empty
	account         string          // the email as it is counted
	client          Client
	from            limit.Client
	device          deviceToken
	known           bool // the account has been logged in to with the device
	byPasskey       bool // in place of the password, too
}

func (a loginAttempt) deviceKey() string { return a.device.id + " " + a.account }

// fromAbout is where the attempt comes from, with its account.
func (a loginAttempt) fromAbout() limit.Client {
	return limit.Client{Address: a.from.Address, About: a.account}
}

func (h *Handler) login(ctx context.Context, in *struct {
	httpapi.RawRequest
	Device string `cookie:"known_device" doc:"from an earlier login"`
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
	case isCodeMissing(err):
		return LoginTokens{}, err // the password was right: no failure
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

func isCodeMissing(err error) bool {
	f := fault.Of(err)
	return f != nil && f.Code == errSecondFactorRequired.Code
}

func (h *Handler) newAttempt(ctx context.Context, r *http.Request, form loginForm, device string) (loginAttempt, error) {
	a := loginAttempt{
		email: form.Email.Value, password: form.Password.Value, code: form.Code.Value, passkey: form.Passkey.response(), account: comparableEmail(form.Email.Value),
		client: h.client(r), from: h.from(r), device: parseDevice(h.accounts.key, device),
	}
	var err error
	a.known, err = h.accounts.knowsDevice(ctx, a.device, a.account)
	return a, err
}

// slowDown makes a login from an unknown device wait while its account is attacked,
// whether or not its password is right.
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

// countAttack counts a failure from an unknown device, and has the owner of an account
// that is attacked notified by mail, once a day.
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

// loginWithin makes a login unless the limits were used up while the password was
// being verified: guesses sent all at once pass the first check together. It checks
// before there are tokens, so that a refused login leaves none that work.
func (h *Handler) loginWithin(ctx context.Context, a loginAttempt) (User, LoginTokens, error) {
	user, err := h.accounts.VerifyPassword(ctx, a.email, a.password)
	if err != nil {
		return User{}, LoginTokens{}, err
	}
	if err := h.logins.check(ctx, a); err != nil {
		return User{}, LoginTokens{}, err
	}
	// Before the second factor: that it is asked for costs as much as a login.
	if err := h.logins.takeSuccess(ctx, a); err != nil {
		return User{}, LoginTokens{}, err
	}
	if err := h.verifySecondFactor(ctx, user, a); err != nil {
		return User{}, LoginTokens{}, err
	}
	tokens, err := h.accounts.Login(ctx, user, a.client)
	return user, tokens, err
}

// remember makes the device of a login a known one of its user, unless too many have become
// so lately: then it stays what it was.
func (h *Handler) remember(ctx context.Context, in *httpapi.RawRequest, a loginAttempt, user User) error {
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

// pause waits, or until the request is over.
func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
