package account

import (
	"cmp"
	"context"

	"kirana/internal/account/secondfactor"
	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/limit"
)

// CodeForm is the code of a second factor.
type CodeForm struct {
	Code httpapi.Text `json:"code" maxLength:"40" doc:"Six-digit code of the authenticator app, or a recovery code."`
}

// PasswordForm confirms a change with the caller's password.
type PasswordForm struct {
	Password httpapi.Text `json:"password,omitempty" maxLength:"1000" trim:"no" doc:"Password. Optional within 15 minutes of a login with it."`
}

// confirmedCodeForm confirms switching the second factor on or off.
type confirmedCodeForm struct {
	PasswordForm
	CodeForm
}

func (h *Handler) secondFactorRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/user/second-factor", Access: httpapi.Administrator,
		Summary: "Retrieve the state of the caller's second factor",
	}, h.secondFactor)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/user/second-factor", Access: httpapi.Administrator,
		Budget:  httpapi.Budget{Limits: []limit.Rule{ConfirmationRule, codeRule}},
		Summary: "Create a secret for an authenticator app",
	}, h.beginSecondFactor)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/user/second-factor", Access: httpapi.Administrator,
		Budget:  httpapi.Budget{Limits: []limit.Rule{ConfirmationRule, codeRule}},
		Summary: "Enable the second factor with the first code of the app; returns the recovery codes", Message: "Your logins ask for a code from now on.",
	}, h.enableSecondFactor)
	httpapi.Handle(r, httpapi.Route{
		Method: "DELETE", Path: "/user/second-factor", Access: httpapi.Administrator,
		Budget:  httpapi.Budget{Limits: []limit.Rule{ConfirmationRule, codeRule}},
		Summary: "Disable the second factor", Message: "Your logins ask for no code any more.",
	}, h.disableSecondFactor)
}

func (h *Handler) secondFactor(ctx context.Context, _ *struct{}) (secondfactor.State, error) {
	return h.accounts.factors.State(ctx, httpapi.IdentityOf(ctx).UserID)
}

func (h *Handler) beginSecondFactor(ctx context.Context, in *struct {
	Body httpapi.Form[factorForm]
},
) (secondfactor.Enrollment, error) {
	userID, form := httpapi.IdentityOf(ctx).UserID, in.Body.Value
	if err := h.ConfirmNow(ctx, form.Password.Value); err != nil {
		return secondfactor.Enrollment{}, err
	}
	// Check this first, so that a refused request spends no code.
	if factor, err := h.accounts.factors.State(ctx, userID); err != nil || factor.Enabled {
		return secondfactor.Enrollment{}, cmp.Or(err, error(secondfactor.ErrOn))
	}
	if err := h.confirmCode(ctx, form); err != nil {
		return secondfactor.Enrollment{}, err
	}
	return h.accounts.factors.Begin(ctx, userID)
}

func (h *Handler) enableSecondFactor(ctx context.Context, in *struct {
	Body httpapi.Form[confirmedCodeForm]
},
) (secondfactor.RecoveryCodes, error) {
	userID, form := httpapi.IdentityOf(ctx).UserID, in.Body.Value
	if err := h.Confirm(ctx, form.Password.Value); err != nil {
		return secondfactor.RecoveryCodes{}, err
	}
	if err := h.codes.Allow(ctx, userID); err != nil {
		return secondfactor.RecoveryCodes{}, err
	}
	codes, err := h.accounts.factors.Enable(ctx, userID, form.Code.Value)
	if fault.Is(err, fault.Invalid) {
		return secondfactor.RecoveryCodes{}, err
	}
	return codes, cmp.Or(h.codes.Cancel(ctx, userID), err)
}

func (h *Handler) disableSecondFactor(ctx context.Context, in *struct {
	Body httpapi.Form[confirmedCodeForm]
},
) (struct{}, error) {
	userID, form := httpapi.IdentityOf(ctx).UserID, in.Body.Value
	if err := h.Confirm(ctx, form.Password.Value); err != nil {
		return struct{}{}, err
	}
	if err := h.verifyCode(ctx, userID, form.Code.Value); err != nil {
		return struct{}{}, loggedInRefusal(err)
	}
	return struct{}{}, h.accounts.factors.Disable(ctx, userID)
}

// verifyCode spends a code of a user's second factor. Wrong codes are limited by user: only callers with the right
// password get here, and they must not try all codes.
func (h *Handler) verifyCode(ctx context.Context, userID, code string) error {
	// Count before checking, so that concurrent guesses are limited, too.
	if err := h.codes.Allow(ctx, userID); err != nil {
		return err
	}
	err := h.accounts.factors.VerifyCode(ctx, userID, code)
	if secondfactor.IsWrongCode(err) {
		return err
	}
	return cmp.Or(h.codes.Cancel(ctx, userID), err)
}

// factorForm confirms a change of the second factor: with the password and, if the caller's logins require one, a code
// or passkey.
type factorForm struct {
	Password httpapi.Text `json:"password,omitempty" maxLength:"1000" trim:"no" doc:"Password. Required, even right after a login with it."`

	Code    httpapi.Text `json:"code,omitempty" maxLength:"40" doc:"Six-digit code of the authenticator app, or a recovery code. Required for an account with a second factor or passkey."`
	Passkey PasskeyForm  `json:"passkey,omitempty" doc:"Signed passkey challenge, in place of code."`
}

// errConfirmCode is returned for a change without a code or passkey.
var errConfirmCode = fault.New(fault.Forbidden, "confirm_code", "Please confirm with a code")

// confirmFactor requires the caller's password, and a code or passkey if logins do.
func (h *Handler) confirmFactor(ctx context.Context, form factorForm) error {
	if err := h.ConfirmNow(ctx, form.Password.Value); err != nil {
		return err
	}
	return h.confirmCode(ctx, form)
}

// confirmCode requires a code or passkey if the caller's logins do. A caller with a second factor who sends neither
// gets errConfirmCode, with a passkey challenge if there are passkeys.
func (h *Handler) confirmCode(ctx context.Context, form factorForm) error {
	user, err := h.accounts.User(ctx, httpapi.IdentityOf(ctx).UserID)
	if err != nil {
		return err
	}
	err = h.verifySecondFactor(ctx, user, loginAttempt{code: form.Code.Value, passkey: form.Passkey.response()})
	if secondfactor.IsRequired(err) {
		need := *errConfirmCode
		need.Data = fault.Of(err).Data
		return &need
	}
	return loggedInRefusal(err)
}

// loggedInRefusal returns fault.Invalid in place of the fault.Unauthenticated of a wrong code, because clients log out
// on status 401. It returns other errors unchanged.
func loggedInRefusal(err error) error {
	if f := fault.Of(err); f != nil && f.Kind == fault.Unauthenticated {
		return fault.InField("code", "%s", f.Phrase())
	}
	return err
}
