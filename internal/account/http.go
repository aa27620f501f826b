package account

import (
	"cmp"
	"context"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/language"
	"kirana/internal/limit"
	"kirana/internal/unicodetext"
)

// Limits of registrations. Each costs a password hash and a mail.
const (
	registrationsPerAddress = 10
	registrationWindow      = time.Hour
)

// Limits of avatar uploads per account.
const (
	avatarsPerUser = 10
	avatarWindow   = time.Hour
)

// ConfirmationRule limits the wrong passwords that one login may send to confirm changes.
var ConfirmationRule = limit.Rule{Name: "password.login", Max: confirmationsPerLogin, Window: confirmationWindow}

// The rules of the handler's other limiters.
var (
	registrationRule  = limit.Rule{Name: "register.address", Max: registrationsPerAddress, Window: registrationWindow}
	codeRule          = limit.Rule{Name: "code.user", Max: loginsPerAccount, Window: loginWindow}
	avatarRule        = limit.Rule{Name: "avatar.user", Max: avatarsPerUser, Window: avatarWindow}
	passkeyRule       = limit.Rule{Name: "passkey.address", Max: passkeysPerAddress, Window: loginWindow}
	passkeyDeviceRule = limit.Rule{Name: "passkey.device", Max: passkeysPerDevice, Window: loginWindow}
)

// pictureMemory is the memory in bytes for decoding a picture; see package media.
const pictureMemory = 192 << 20

// Handler serves the account calls.
type Handler struct {
	accounts *Service
	options  Options

	logins        loginLimits           // see http_login.go
	refreshes     refreshLimits         // see http_refresh.go
	codes         *limit.Limiter        // see http_second_factor.go
	passkeys      *limit.NetworkLimiter // see http_passkey.go
	registrations *limit.NetworkLimiter
	otps          otpLimits      // see http_reset.go
	links         linkLimits     // see http_email.go
	confirmations *limit.Limiter // see http_confirm.go
	avatars       *limit.Limiter

	passkeysByDevice *limit.Limiter // see http_passkey.go
}

// Options are the settings of a Handler, and its access to pictures.
type Options struct {
	Proxies []netip.Prefix // trusted to set X-Forwarded-For
	Limits  *limit.Store   // nil only in load tests
	Secure  bool           // the shop uses https only
	// Pause delays a login to an account under attack. nil sleeps.
	Pause func(ctx context.Context, d time.Duration)
	// Picture stores the picture in a multipart field and returns its URL.
	Picture func(r *http.Request, field string) (url string, err error)
	// Drop removes a picture of Picture that is not used.
	Drop func(ctx context.Context, url string)
}

// NewHandler returns a Handler.
func NewHandler(accounts *Service, o Options) *Handler {
	if o.Pause == nil {
		o.Pause = pause
	}
	h := &Handler{
		accounts: accounts, options: o,
		logins:        newLoginLimits(o.Limits),
		refreshes:     newRefreshLimits(o.Limits),
		otps:          newOTPLimits(o.Limits),
		links:         newLinkLimits(o.Limits),
		registrations: o.Limits.NetworkLimiter(registrationRule),
		confirmations: o.Limits.Limiter(ConfirmationRule),
		codes:         o.Limits.Limiter(codeRule),
		passkeys:      o.Limits.NetworkLimiter(passkeyRule),
		avatars:       o.Limits.Limiter(avatarRule),

		passkeysByDevice: o.Limits.Limiter(passkeyDeviceRule),
	}
	return h
}

type registrationForm struct {
	Name     httpapi.Text `json:"name" minLength:"1" maxLength:"100"`
	Email    httpapi.Text `json:"email" maxLength:"254"`
	Password httpapi.Text `json:"password" minLength:"8" maxLength:"128" trim:"no"`
}

type profileForm struct {
	Name   httpapi.Text `json:"name,omitempty" maxLength:"100"`
	Email  httpapi.Text `json:"email,omitempty" maxLength:"254"`
	Mobile httpapi.Text `json:"mobile,omitempty" maxLength:"20" doc:"Mobile number of exactly 10 digits."`

	Password httpapi.Text `json:"password,omitempty" maxLength:"1000" trim:"no" doc:"Password, required to change the email. Optional within 15 minutes of a login with it."`
}

// RegisteredUser is the response to a registration.
type RegisteredUser struct {
	ID    string `json:"_id"`
	Name  string `json:"name"`
	Email string `json:"email"`
}

// AvatarResult is the response to a change of avatar.
type AvatarResult struct {
	ID     string `json:"_id"`
	Avatar string `json:"avatar"`
}

// Routes registers all calls of the feature.
func (h *Handler) Routes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/user/register", Access: httpapi.Public, Status: http.StatusCreated,
		Budget:  httpapi.Budget{Limits: []limit.Rule{registrationRule}, Rows: 4},
		Summary: "Register an account", Message: "Registration successful!",
	}, h.register)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/user/login", Access: httpapi.Public,
		Refuses: []int{http.StatusUnauthorized, http.StatusForbidden},
		Budget:  httpapi.Budget{Limits: []limit.Rule{loginRule, loginDeviceRule, loginNetworkRule, successRule, successNetworkRule}, Rows: 2},
		Summary: "Log in", Message: "Login successful!",
	}, h.login)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/user/refresh-token", Access: httpapi.Public,
		Refuses: []int{http.StatusUnauthorized, http.StatusForbidden},
		Budget:  httpapi.Budget{Limits: []limit.Rule{refreshRule, refreshNetworkRule}},
		Summary: "Exchange a refresh token for a new pair of tokens", Message: "Token refreshed",
	}, h.refresh)
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/user/logout", Access: httpapi.Authenticated,
		Budget:  httpapi.Budget{Rows: 1, Bound: "one row of the activity log, of staff only: the login is over then"},
		Summary: "End the current login", Message: "Logged out successfully",
	}, h.logout)
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/user/user-details", Access: httpapi.Authenticated,
		Summary: "Retrieve the caller's account, with their cart, addresses and orders",
	}, h.details)
	httpapi.HandleBody(r, httpapi.Route{
		Method: "PUT", Path: "/user/update-user", Access: httpapi.Authenticated,
		Budget:  httpapi.Budget{Limits: []limit.Rule{emailRule, linkRule}, Rows: 2},
		Summary: "Update the caller's name, email or mobile",
	}, h.update)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/user/upload-avatar", Access: httpapi.Authenticated, Upload: "avatar",
		Budget:  httpapi.Budget{Limits: []limit.Rule{avatarRule}, Memory: pictureMemory},
		Summary: "Replace the caller's avatar", Message: "Upload successful",
	}, h.uploadAvatar)
	h.resetRoutes(r)
	h.emailRoutes(r)
	h.confirmRoutes(r)
	h.secondFactorRoutes(r)
	h.passkeyRoutes(r)
	h.loginsRoutes(r)
	h.staffRoutes(r)
	h.invitedRoutes(r)
}

// Identify returns the owner of a bearer token.
func (h *Handler) Identify(ctx context.Context, token string) (httpapi.Identity, error) {
	identity, err := h.accounts.Authenticate(ctx, token)
	if err != nil {
		return httpapi.Identity{}, err
	}
	return httpapi.Identity{UserID: identity.UserID, LoginID: identity.LoginID, Name: identity.Name, Admin: identity.Role == Admin, StaffRole: httpapi.StaffRole(identity.StaffRole)}, nil
}

func (h *Handler) register(ctx context.Context, in *struct {
	httpapi.RawRequest
	Body httpapi.Form[registrationForm]
},
) (RegisteredUser, error) {
	from, form := h.limitClient(in.Request()), in.Body.Value
	if err := h.registrations.Allow(ctx, from); err != nil {
		return RegisteredUser{}, err
	}
	// The confirmation mail counts like any mailed link. If strangers have used up the address's limit, create the account
	// without a mail; its owner can request the link later.
	var mails countedMails
	err := mails.countStranger(ctx, h.links, from, comparableEmail(form.Email.Value))
	silent := fault.Is(err, fault.TooMany)
	if silent || err != nil {
		failure := mails.cancel(ctx)
		mails = nil
		if !silent || failure != nil {
			return RegisteredUser{}, cmp.Or(failure, h.registrations.Cancel(ctx, from), err)
		}
	}
	user, err := h.accounts.Register(ctx, Registration{Name: form.Name.Value, Email: form.Email.Value, Password: form.Password.Value, Language: language.Preferred(ctx), Silent: silent})
	if err != nil {
		err = cmp.Or(mails.cancel(ctx), err)
	}
	if fault.Is(err, fault.Invalid) {
		err = cmp.Or(h.registrations.Cancel(ctx, from), err)
	}
	return RegisteredUser{ID: user.ID, Name: user.Name, Email: user.Email}, err
}

// limitClient returns the request's client, for rate limits.
func (h *Handler) limitClient(r *http.Request) limit.Client {
	return limit.Client{Address: httpapi.ClientAddress(r, h.options.Proxies)}
}

// comparableEmail returns the key of an email in limits. The text may be no valid email.
func comparableEmail(text string) string {
	email, _ := unicodetext.Email(text)
	return email
}

func (h *Handler) logout(ctx context.Context, _ *struct{}) (struct{}, error) {
	return struct{}{}, h.accounts.Logout(ctx, httpapi.IdentityOf(ctx).LoginID)
}

func (h *Handler) details(ctx context.Context, _ *struct{}) (UserDetails, error) {
	user, err := h.accounts.Details(ctx, httpapi.IdentityOf(ctx).UserID)
	// The web app calls this after the user has chosen a language.
	if lang := language.FromCookie(ctx); err == nil && lang != "" && lang != user.Language {
		user.Language = lang
		err = h.accounts.SetLanguage(ctx, user.ID, lang)
	}
	return user, err
}

func (h *Handler) update(ctx context.Context, in *struct {
	httpapi.RawRequest
	Body httpapi.Form[profileForm]
},
) (httpapi.Envelope[User], error) {
	var patch Patch
	var none httpapi.Envelope[User]
	form := &in.Body.Value
	for _, field := range []struct {
		name, label string
		sent        *httpapi.Text
		into        **string
	}{{"name", "Name", &form.Name, &patch.Name}, {"email", "Email", &form.Email, &patch.Email}, {"mobile", "Mobile", &form.Mobile, &patch.Mobile}} {
		// An empty mobile counts as absent, as the specification requires.
		if !field.sent.Set || (field.name == "mobile" && field.sent.Value == "") {
			continue
		}
		if field.sent.Value == "" {
			return none, fault.InField(field.name, "%s is required.", language.Word(field.label))
		}
		*field.into = &field.sent.Value
	}
	userID := httpapi.IdentityOf(ctx).UserID
	mails, err := h.checkEmailChange(ctx, h.limitClient(in.Request()), patch, form.Password.Value)
	if err != nil {
		return none, err
	}
	updated, err := h.accounts.Update(ctx, userID, patch)
	if err != nil {
		return none, cmp.Or(mails.cancel(ctx), err)
	}
	message := language.Word("Updated successfully")
	if patch.Email != nil && updated.PendingEmail != "" && strings.EqualFold(*patch.Email, updated.PendingEmail) {
		message = language.Word("Updated successfully. Your new email counts once you open the link we have sent to it.")
	}
	return httpapi.OK(message.In(language.Of(ctx)), updated), nil
}

func (h *Handler) uploadAvatar(ctx context.Context, in *struct{ httpapi.RawRequest }) (AvatarResult, error) {
	userID := httpapi.IdentityOf(ctx).UserID
	if err := h.avatars.Allow(ctx, userID); err != nil {
		return AvatarResult{}, err
	}
	url, err := h.options.Picture(in.Request(), "avatar")
	if err != nil {
		return AvatarResult{}, cmp.Or(h.avatars.Cancel(ctx, userID), err)
	}
	previous, err := h.accounts.SetAvatar(ctx, userID, url)
	if err != nil {
		// After fault.Unavailable the change may be committed, so the account may use the picture.
		if !fault.Is(err, fault.Unavailable) {
			h.options.Drop(ctx, url)
		}
		return AvatarResult{}, err
	}
	if previous != "" && previous != url {
		h.options.Drop(ctx, previous)
	}
	return AvatarResult{ID: userID, Avatar: url}, nil
}
