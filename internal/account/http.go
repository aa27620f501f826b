package account

import (
	"context"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"kirana/internal/api"
	"kirana/internal/clock"
	"kirana/internal/fault"
)

// Limits of logging in: failures an account and an address may have in a window.
const (
	loginsPerAccount = 10
	loginsPerAddress = 60
	loginWindow      = 15 * time.Minute
)

// Limits of opening accounts, which costs a password's hash and a mail each.
const (
	registrationsPerAddress = 10
	registrationWindow      = time.Hour
)

// Limit of avatars that an account may have one after the other.
const (
	avatarsPerUser = 10
	avatarWindow   = time.Hour
)

// Door is how accounts are reached over HTTP.
type Door struct {
	Accounts *Service
	Clock    clock.Clock
	Proxies  []netip.Prefix // whose X-Forwarded-For is believed
	Limits   bool           // off only for load tests
	Secure   bool           // the shop is reached by https only
	// Picture keeps the picture of a multipart request's field and answers its URL.
	Picture func(r *http.Request, field string) (url string, err error)
	// Drop removes a picture that Picture kept and that has gone out of use.
	Drop func(ctx context.Context, url string)

	byAccount, byAddress, registrations *api.Limiter // logging in and registering
	otps, guesses                       *api.Limiter // see http_reset.go
	links, letters                      *api.Limiter // see http_email.go
	avatars                             *api.Limiter
}

type registration struct {
	Name     api.Text `json:"name" minLength:"1" maxLength:"100"`
	Email    api.Text `json:"email" maxLength:"254"`
	Password api.Text `json:"password" minLength:"8" maxLength:"128" trim:"no"`
}

type credentials struct {
	Email    api.Text `json:"email" maxLength:"254"`
	Password api.Text `json:"password" maxLength:"1000" trim:"no"`
}

type profile struct {
	Name   api.Text `json:"name,omitempty" maxLength:"100"`
	Email  api.Text `json:"email,omitempty" maxLength:"254"`
	Mobile api.Text `json:"mobile,omitempty" maxLength:"20" doc:"exactly 10 digits"`
}

// Registered is what registering answers.
type Registered struct {
	ID    string `json:"_id"`
	Name  string `json:"name"`
	Email string `json:"email"`
}

// AvatarChanged is what changing an avatar answers.
type AvatarChanged struct {
	ID     string `json:"_id"`
	Avatar string `json:"avatar"`
}

// Routes lists every call of the feature.
func (d *Door) Routes(r *api.Router) {
	d.byAccount = d.limiter(loginsPerAccount, loginWindow)
	d.byAddress = d.limiter(loginsPerAddress, loginWindow)
	d.registrations = d.limiter(registrationsPerAddress, registrationWindow)
	d.avatars = d.limiter(avatarsPerUser, avatarWindow)

	api.Handle(r, api.Call{
		Method: "POST", Path: "/user/register", Who: api.Anyone, Status: http.StatusCreated,
		Summary: "Open an account", Message: "Registration successful!",
	}, d.register)
	api.Handle(r, api.Call{
		Method: "POST", Path: "/user/login", Who: api.Anyone,
		Summary: "Log in", Message: "Login successful!",
	}, d.login)
	api.Handle(r, api.Call{
		Method: "POST", Path: "/user/refresh-token", Who: api.Anyone,
		Summary: "Spend a refresh token for a new pair of tokens", Message: "Token refreshed",
	}, d.refresh)
	api.Handle(r, api.Call{
		Method: "GET", Path: "/user/logout", Who: api.Member,
		Summary: "End this login", Message: "Logged out successfully",
	}, d.logout)
	api.Handle(r, api.Call{
		Method: "GET", Path: "/user/user-details", Who: api.Member,
		Summary: "The caller and what belongs to them",
	}, d.details)
	api.HandleBody(r, api.Call{
		Method: "PUT", Path: "/user/update-user", Who: api.Member,
		Summary: "Change name, email or mobile",
	}, d.update)
	api.Handle(r, api.Call{
		Method: "PUT", Path: "/user/upload-avatar", Who: api.Member, Upload: "avatar",
		Summary: "Change the avatar", Message: "Upload successful",
	}, d.uploadAvatar)
	d.resetRoutes(r)
	d.emailRoutes(r)
}

// limiter allows most events in a window, or any number where limits are off.
func (d *Door) limiter(most int, window time.Duration) *api.Limiter {
	if !d.Limits {
		most = 0
	}
	return api.NewLimiter(d.Clock, most, window)
}

// Caller finds out who a bearer token belongs to.
func (d *Door) Caller(ctx context.Context, token string) (api.Caller, error) {
	visitor, err := d.Accounts.Visitor(ctx, token)
	if err != nil {
		return api.Caller{}, err
	}
	return api.Caller{UserID: visitor.UserID, LoginID: visitor.LoginID, Admin: visitor.Role == Admin}, nil
}

func (d *Door) register(ctx context.Context, in *struct {
	api.Incoming
	Body api.Form[registration]
},
) (Registered, error) {
	address := api.AddressKey(in.Request(), d.Proxies)
	if err := d.registrations.Take(address); err != nil {
		return Registered{}, err
	}
	form := in.Body.V
	user, err := d.Accounts.Register(ctx, form.Name.S, form.Email.S, form.Password.S)
	if fault.Is(err, fault.Invalid) {
		d.registrations.GiveBack(address)
	}
	return Registered{ID: user.ID, Name: user.Name, Email: user.Email}, err
}

func (d *Door) login(ctx context.Context, in *struct {
	api.Incoming
	Body api.Form[credentials]
},
) (Tokens, error) {
	email, password := in.Body.V.Email.S, in.Body.V.Password.S
	account, address := email, api.AddressKey(in.Request(), d.Proxies)
	if normal, err := normalEmail(email); err == nil {
		account = normal
	}
	if err := d.byAccount.Check(account); err != nil {
		return Tokens{}, err
	}
	if err := d.byAddress.Check(address); err != nil {
		return Tokens{}, err
	}
	tokens, err := d.Accounts.Login(ctx, email, password)
	// Guesses sent all at once pass the first check together; here they come one
	// after the other, and even the right one is refused once too many were wrong.
	switch {
	case fault.Is(err, fault.Unknown):
		for limit, key := range map[*api.Limiter]string{d.byAccount: account, d.byAddress: address} {
			if refusal := limit.Take(key); refusal != nil {
				return Tokens{}, refusal
			}
		}
	case err == nil:
		for limit, key := range map[*api.Limiter]string{d.byAccount: account, d.byAddress: address} {
			if refusal := limit.Check(key); refusal != nil {
				return Tokens{}, refusal
			}
		}
		d.byAccount.Forget(account)
	}
	return tokens, err
}

func (d *Door) refresh(ctx context.Context, in *struct {
	Authorization string `header:"Authorization" doc:"Bearer and the refresh token"`
	Body          api.Form[struct {
		RefreshToken api.Text `json:"refreshToken,omitempty" maxLength:"200"`
	}]
},
) (Tokens, error) {
	token := in.Body.V.RefreshToken.S
	if token == "" {
		token = api.BearerToken(in.Authorization)
	}
	if token == "" {
		return Tokens{}, api.AuthenticationRequired
	}
	return d.Accounts.Refresh(ctx, token)
}

func (d *Door) logout(ctx context.Context, _ *struct{}) (struct{}, error) {
	return struct{}{}, d.Accounts.Logout(ctx, api.CallerOf(ctx).LoginID)
}

func (d *Door) details(ctx context.Context, _ *struct{}) (Details, error) {
	return d.Accounts.Details(ctx, api.CallerOf(ctx).UserID)
}

func (d *Door) update(ctx context.Context, in *struct{ Body api.Form[profile] }) (api.Answer[User], error) {
	var patch Patch
	var none api.Answer[User]
	form := &in.Body.V
	for _, field := range []struct {
		name, label string
		sent        *api.Text
		into        **string
	}{{"name", "Name", &form.Name, &patch.Name}, {"email", "Email", &form.Email, &patch.Email}, {"mobile", "Mobile", &form.Mobile, &patch.Mobile}} {
		// An empty mobile counts as left out, as the contract says.
		if !field.sent.Set || (field.name == "mobile" && field.sent.S == "") {
			continue
		}
		if field.sent.S == "" {
			return none, fault.InField(field.name, "%s is required.", field.label)
		}
		*field.into = &field.sent.S
	}
	userID := api.CallerOf(ctx).UserID
	if err := d.allowChange(ctx, userID, patch); err != nil {
		return none, err
	}
	updated, err := d.Accounts.Update(ctx, userID, patch)
	if err != nil {
		return none, err
	}
	message := "Updated successfully"
	if patch.Email != nil && updated.PendingEmail != "" && strings.EqualFold(*patch.Email, updated.PendingEmail) {
		message += ". Your new email counts once you open the link we have sent to it."
	}
	return api.OK(message, updated), nil
}

func (d *Door) uploadAvatar(ctx context.Context, in *struct{ api.Incoming }) (AvatarChanged, error) {
	userID := api.CallerOf(ctx).UserID
	if err := d.avatars.Take(userID); err != nil {
		return AvatarChanged{}, err
	}
	url, err := d.Picture(in.Request(), "avatar")
	if err != nil {
		d.avatars.GiveBack(userID)
		return AvatarChanged{}, err
	}
	former, err := d.Accounts.SetAvatar(ctx, userID, url)
	if err != nil {
		d.Drop(ctx, url)
		return AvatarChanged{}, err
	}
	if former != "" && former != url {
		d.Drop(ctx, former)
	}
	return AvatarChanged{ID: userID, Avatar: url}, nil
}
