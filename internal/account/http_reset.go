package account

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/limit"
)

// resetCookie is the cookie with the reset token. Browsers send it to one call only.
const (
	resetCookie     = "kirana_reset"
	resetCookiePath = "/api/user/reset-password"
)

// Limits of a client's address. The service also limits OTPs and guesses by email and requester.
const (
	otpsPerAddress    = 20
	guessesPerAddress = 60
	otpWindow         = 15 * time.Minute
)

// Limits of an email over all requesters except its known devices, so that strangers do not lock the owner out. There
// are 900,000 codes.
const (
	otpsPerEmail    = 20
	guessesPerEmail = 100
	emailWindow     = 24 * time.Hour
	// otpsPerKnownDevices limits the OTPs of all known devices of an email together, because a thief with the password can
	// make devices known.
	otpsPerKnownDevices = 40
)

type otpLimits struct {
	requests, guesses               *limit.NetworkLimiter
	requestsByEmail, guessesByEmail *limit.Limiter
	requestsByKnown                 *limit.Limiter
}

var (
	otpNetworkRule   = limit.Rule{Name: "otp.address", Max: otpsPerAddress, Window: otpWindow}
	guessNetworkRule = limit.Rule{Name: "otp.guess", Max: guessesPerAddress, Window: otpWindow}
	otpRule          = limit.Rule{Name: "otp.email", Max: otpsPerEmail, Window: emailWindow}
	guessRule        = limit.Rule{Name: "otp.guess.email", Max: guessesPerEmail, Window: emailWindow}
	otpKnownRule     = limit.Rule{Name: "otp.known", Max: otpsPerKnownDevices, Window: emailWindow}
)

func newOTPLimits(limits *limit.Store) otpLimits {
	return otpLimits{
		requests:        limits.NetworkLimiter(otpNetworkRule),
		guesses:         limits.NetworkLimiter(guessNetworkRule),
		requestsByEmail: limits.Limiter(otpRule),
		guessesByEmail:  limits.Limiter(guessRule),
		requestsByKnown: limits.Limiter(otpKnownRule),
	}
}

// otpRequester is the client that requests or types an OTP.
type otpRequester struct {
	name   string // the network, or the known device
	known  bool   // the device is known
	email  string // as a limit key
	client limit.Client
}

func (h *Handler) otpRequester(ctx context.Context, r *http.Request, device, email string) (otpRequester, error) {
	requester := otpRequester{email: comparableEmail(email), client: h.limitClient(r)}
	d := parseDevice(h.accounts.key, device)
	known, err := h.accounts.knowsDevice(ctx, d, requester.email)
	requester.name, requester.known = "network "+limit.NetworkOf(requester.client.Address), known
	if known {
		requester.name = "device " + d.id
	}
	return requester, err
}

type otpRequestForm struct {
	Email httpapi.Text `json:"email" maxLength:"254"`
}

type verifyOTPForm struct {
	Email httpapi.Text `json:"email" maxLength:"254"`
	OTP   httpapi.Text `json:"otp" label:"OTP" maxLength:"20" doc:"Six-digit OTP from the mail."`
}

// resetPasswordForm accepts any password: the service validates it after the token, so that a call without a valid
// token learns nothing.
type resetPasswordForm struct {
	ResetToken httpapi.Text `json:"resetToken,omitempty" maxLength:"200" doc:"Reset token from verify-forgot-password-otp, for clients without its cookie."`
	Email      httpapi.Text `json:"email,omitempty" maxLength:"254" doc:"Verified email. Must match if present."`
	Password   httpapi.Text `json:"newPassword,omitempty" maxLength:"1000" trim:"no" doc:"New password of 8 to 128 characters."`
	Confirm    httpapi.Text `json:"confirmPassword,omitempty" maxLength:"1000" trim:"no"`
}

// ResetGrant is the response to a correct OTP.
type ResetGrant struct {
	ResetToken string `json:"resetToken" doc:"Reset token for reset-password. Valid once, for 10 minutes; also set as a cookie."`
}

func (h *Handler) resetRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/user/forgot-password", Access: httpapi.Public,
		Budget:  httpapi.Budget{Limits: []limit.Rule{otpNetworkRule, otpRule, otpKnownRule}, Rows: 1},
		Summary: "Mail an OTP if the email is registered", Message: "otp sent to your email!",
	}, h.requestOTP)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/user/verify-forgot-password-otp", Access: httpapi.Public,
		Budget:  httpapi.Budget{Limits: []limit.Rule{guessNetworkRule, guessRule}},
		Summary: "Exchange an OTP for a reset token", Message: "OTP Verified!",
	}, h.verifyOTP)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/user/reset-password", Access: httpapi.Public,
		Refuses: []int{http.StatusUnauthorized, http.StatusTooManyRequests},
		Budget:  httpapi.Budget{Rows: 1, Bound: "a reset token can be used once"},
		Summary: "Set a new password by a reset token and end all logins", Message: "Password reset successfully!",
	}, h.resetPassword)
}

func (h *Handler) requestOTP(ctx context.Context, in *struct {
	httpapi.RawRequest
	Device string `cookie:"known_device" doc:"Device token from an earlier login."`
	Body   httpapi.Form[otpRequestForm]
},
) (struct{}, error) {
	email := in.Body.Value.Email.Value
	requester, err := h.otpRequester(ctx, in.Request(), in.Device, email)
	if err != nil {
		return struct{}{}, err
	}
	if err := h.otps.requests.Allow(ctx, requester.client); err != nil {
		return struct{}{}, err
	}
	byEmail := h.otps.requestsByEmail
	if requester.known {
		byEmail = h.otps.requestsByKnown
	}
	if err := byEmail.Allow(ctx, requester.email); err != nil {
		return struct{}{}, err
	}
	if err = h.accounts.RequestOTP(ctx, email, requester.name); err != nil {
		err = cmp.Or(byEmail.Cancel(ctx, requester.email), err)
	}
	return struct{}{}, err
}

func (h *Handler) verifyOTP(ctx context.Context, in *struct {
	httpapi.RawRequest
	Device string `cookie:"known_device" doc:"Device token from an earlier login."`
	Body   httpapi.Form[verifyOTPForm]
},
) (ResetGrant, error) {
	form := in.Body.Value
	requester, err := h.otpRequester(ctx, in.Request(), in.Device, form.Email.Value)
	if err != nil {
		return ResetGrant{}, err
	}
	// Count before checking, so that concurrent guesses are limited, too.
	if err := h.allowGuess(ctx, requester); err != nil {
		return ResetGrant{}, err
	}
	// People type six digits with a gap in the middle.
	otp := strings.Join(strings.Fields(form.OTP.Value), "")
	token, err := h.accounts.VerifyOTP(ctx, OTPGuess{Email: form.Email.Value, OTP: otp, Requester: requester.name})
	if err := cmp.Or(h.cancelGuess(ctx, requester, err), err); err != nil {
		return ResetGrant{}, err
	}
	in.SetCookie(h.cookie(token, resetLife))
	return ResetGrant{ResetToken: token}, nil
}

// allowGuess counts a guess, or returns an error above the limits. A known device has only the limit of five tries per
// code.
func (h *Handler) allowGuess(ctx context.Context, requester otpRequester) error {
	if requester.known {
		return nil
	}
	if err := h.otps.guesses.Allow(ctx, requester.client); err != nil {
		return err
	}
	return h.otps.guessesByEmail.Allow(ctx, requester.email)
}

// cancelGuess undoes the counts of a guess that was right or could not be checked. A guess without a code to compare it
// with counts for the network only, so that strangers cannot use up the limit of an email.
func (h *Handler) cancelGuess(ctx context.Context, requester otpRequester, outcome error) error {
	if requester.known || errors.Is(outcome, errInvalidOTP) {
		return nil
	}
	if err := h.otps.guessesByEmail.Cancel(ctx, requester.email); err != nil || fault.Is(outcome, fault.Invalid) {
		return err
	}
	return h.otps.guesses.Cancel(ctx, requester.client)
}

func (h *Handler) resetPassword(ctx context.Context, in *struct {
	httpapi.RawRequest
	Cookie string `cookie:"kirana_reset" doc:"Reset token from verify-forgot-password-otp."`
	Body   httpapi.Form[resetPasswordForm]
},
) (struct{}, error) {
	form := in.Body.Value
	token := form.ResetToken.Value
	if token == "" {
		token = in.Cookie
	}
	user, err := h.accounts.ResetPassword(ctx, PasswordReset{
		Token: token, Email: form.Email.Value, Password: form.Password.Value, Confirm: form.Confirm.Value,
	})
	if err != nil {
		return struct{}{}, err
	}
	in.SetCookie(h.cookie("", -time.Second))
	// Failed logins with the old password do not count against the new one.
	from := h.limitClient(in.Request())
	from.About = user.Email
	return struct{}{}, h.logins.byAccount.Forget(ctx, from)
}

// cookie returns a cookie that scripts and other sites cannot read. A negative life removes it.
func (h *Handler) cookie(token string, life time.Duration) *http.Cookie {
	return &http.Cookie{ //nolint:gosec // G124: Secure follows the shop's address; on plain http a browser would drop it
		Name: resetCookie, Value: token, Path: resetCookiePath, MaxAge: int(life / time.Second),
		HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: h.options.Secure,
	}
}
