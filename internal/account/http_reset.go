package account

import (
	"cmp"
	"context"
	"net/http"
	"strings"
	"time"

	"kirana/internal/fault"
	"kirana/internal/httpapi"
)

// resetCookie carries the reset token for browsers, which send it to one call only.
const (
	resetCookie     = "kirana_reset"
	resetCookiePath = "/api/user/reset-password"
)

// Limits of an address; the service bounds OTPs by email as well.
const (
	otpsPerAddress    = 20
	guessesPerAddress = 60
	otpWindow         = 15 * time.Minute
)

type otpRequestForm struct {
	Email httpapi.Text `json:"email" maxLength:"254"`
}

type verifyOTPForm struct {
	Email httpapi.Text `json:"email" maxLength:"254"`
	OTP   httpapi.Text `json:"otp" label:"OTP" maxLength:"20" doc:"the six digits that were mailed"`
}

// A password is validated after the token, so that a call without
// one learns nothing else.
type resetPasswordForm struct {
	ResetToken httpapi.Text `json:"resetToken,omitempty" maxLength:"200" doc:"from verify-forgot-password-otp, for clients without its cookie"`
	Email      httpapi.Text `json:"email,omitempty" maxLength:"254" doc:"when it is given, the email that was verified"`
	Password   httpapi.Text `json:"newPassword,omitempty" maxLength:"1000" trim:"no" doc:"8 to 128 characters"`
	Confirm    httpapi.Text `json:"confirmPassword,omitempty" maxLength:"1000" trim:"no"`
}

// ResetGrant is the response to a correct OTP.
type ResetGrant struct {
	ResetToken string `json:"resetToken" doc:"for reset-password, once, within 10 minutes; the answer's cookie holds it too"`
}

func (h *Handler) resetRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/user/forgot-password", Access: httpapi.Public,
		Summary: "Have an OTP mailed, if the email is registered", Message: "otp sent to your email!",
	}, h.requestOTP)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/user/verify-forgot-password-otp", Access: httpapi.Public,
		Summary: "Exchange the OTP for the right to set a new password", Message: "OTP Verified!",
	}, h.verifyOTP)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/user/reset-password", Access: httpapi.Public,
		Summary: "Set a new password and end all logins", Message: "Password reset successfully!",
	}, h.resetPassword)
}

func (h *Handler) requestOTP(ctx context.Context, in *struct {
	httpapi.RawRequest
	Body httpapi.Form[otpRequestForm]
},
) (struct{}, error) {
	if err := h.otps.Allow(ctx, httpapi.AddressKey(in.Request(), h.options.Proxies)); err != nil {
		return struct{}{}, err
	}
	return struct{}{}, h.accounts.RequestOTP(ctx, in.Body.Value.Email.Value)
}

func (h *Handler) verifyOTP(ctx context.Context, in *struct {
	httpapi.RawRequest
	Body httpapi.Form[verifyOTPForm]
},
) (ResetGrant, error) {
	address := httpapi.AddressKey(in.Request(), h.options.Proxies)
	if err := h.otpGuesses.Check(ctx, address); err != nil {
		return ResetGrant{}, err
	}
	// People type the six digits with a gap in the middle.
	otp := strings.Join(strings.Fields(in.Body.Value.OTP.Value), "")
	token, err := h.accounts.VerifyOTP(ctx, in.Body.Value.Email.Value, otp)
	if err != nil {
		if fault.Is(err, fault.Invalid) {
			err = cmp.Or(h.otpGuesses.Count(ctx, address), err)
		}
		return ResetGrant{}, err
	}
	in.SetCookie(h.cookie(token, resetLife))
	return ResetGrant{ResetToken: token}, nil
}

func (h *Handler) resetPassword(ctx context.Context, in *struct {
	httpapi.RawRequest
	Cookie string `cookie:"kirana_reset" doc:"from verify-forgot-password-otp"`
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
	// The failures were with the old password.
	return struct{}{}, h.loginsByAccount.Forget(ctx, networkKey(user.Email, httpapi.AddressKey(in.Request(), h.options.Proxies)))
}

// cookie keeps the token from scripts and from other sites. A life below zero
// removes it.
func (h *Handler) cookie(token string, life time.Duration) *http.Cookie {
	return &http.Cookie{ //nolint:gosec // G124: Secure follows the shop's address; on plain http a browser would drop it
		Name: resetCookie, Value: token, Path: resetCookiePath, MaxAge: int(life / time.Second),
		HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: h.options.Secure,
	}
}
