package account

import (
	"context"
	"net/http"
	"strings"
	"time"

	"kirana/internal/api"
	"kirana/internal/fault"
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

type askForm struct {
	Email api.Text `json:"email" maxLength:"254"`
}

type otpForm struct {
	Email api.Text `json:"email" maxLength:"254"`
	OTP   api.Text `json:"otp" label:"OTP" maxLength:"20" doc:"the six digits that were mailed"`
}

// What is wrong with a password is said after the token, so that a call without
// one learns nothing else.
type resetForm struct {
	ResetToken api.Text `json:"resetToken,omitempty" maxLength:"200" doc:"from verify-forgot-password-otp, for clients without its cookie"`
	Email      api.Text `json:"email,omitempty" maxLength:"254" doc:"when it is given, the email that was verified"`
	Password   api.Text `json:"newPassword,omitempty" maxLength:"1000" trim:"no" doc:"8 to 128 characters"`
	Confirm    api.Text `json:"confirmPassword,omitempty" maxLength:"1000" trim:"no"`
}

// Verified is what the right OTP is exchanged for.
type Verified struct {
	ResetToken string `json:"resetToken" doc:"for reset-password, once, within 10 minutes; the answer's cookie holds it too"`
}

func (d *Door) resetRoutes(r *api.Router) {
	d.otps = d.limiter(otpsPerAddress, otpWindow)
	d.guesses = d.limiter(guessesPerAddress, otpWindow)

	api.Handle(r, api.Call{
		Method: "PUT", Path: "/user/forgot-password", Who: api.Anyone,
		Summary: "Have an OTP mailed, if the email is registered", Message: "otp sent to your email!",
	}, d.askOTP)
	api.Handle(r, api.Call{
		Method: "PUT", Path: "/user/verify-forgot-password-otp", Who: api.Anyone,
		Summary: "Exchange the OTP for the right to set a new password", Message: "OTP Verified!",
	}, d.verifyOTP)
	api.Handle(r, api.Call{
		Method: "PUT", Path: "/user/reset-password", Who: api.Anyone,
		Summary: "Set a new password and end all logins", Message: "Password reset successfully!",
	}, d.resetPassword)
}

func (d *Door) askOTP(ctx context.Context, in *struct {
	api.Incoming
	Body api.Form[askForm]
},
) (struct{}, error) {
	if err := d.otps.Take(api.AddressKey(in.Request(), d.Proxies)); err != nil {
		return struct{}{}, err
	}
	return struct{}{}, d.Accounts.AskOTP(ctx, in.Body.V.Email.S)
}

func (d *Door) verifyOTP(ctx context.Context, in *struct {
	api.Incoming
	Body api.Form[otpForm]
},
) (Verified, error) {
	address := api.AddressKey(in.Request(), d.Proxies)
	if err := d.guesses.Check(address); err != nil {
		return Verified{}, err
	}
	// People type the six digits with a gap in the middle.
	otp := strings.Join(strings.Fields(in.Body.V.OTP.S), "")
	token, err := d.Accounts.VerifyOTP(ctx, in.Body.V.Email.S, otp)
	if err != nil {
		if fault.Is(err, fault.Invalid) {
			d.guesses.Count(address)
		}
		return Verified{}, err
	}
	in.SetCookie(d.cookie(token, resetLife))
	return Verified{ResetToken: token}, nil
}

func (d *Door) resetPassword(ctx context.Context, in *struct {
	api.Incoming
	Cookie string `cookie:"kirana_reset" doc:"from verify-forgot-password-otp"`
	Body   api.Form[resetForm]
},
) (struct{}, error) {
	form := in.Body.V
	token := form.ResetToken.S
	if token == "" {
		token = in.Cookie
	}
	user, err := d.Accounts.ResetPassword(ctx, Reset{
		Token: token, Email: form.Email.S, Password: form.Password.S, Confirm: form.Confirm.S,
	})
	if err != nil {
		return struct{}{}, err
	}
	in.SetCookie(d.cookie("", -time.Second))
	d.byAccount.Forget(user.Email) // the failures were with the old password
	return struct{}{}, nil
}

// cookie keeps the token from scripts and from other sites. A life below zero
// removes it.
func (d *Door) cookie(token string, life time.Duration) *http.Cookie {
	return &http.Cookie{ //nolint:gosec // G124: Secure follows the shop's address; on plain http a browser would drop it
		Name: resetCookie, Value: token, Path: resetCookiePath, MaxAge: int(life / time.Second),
		HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: d.Secure,
	}
}
