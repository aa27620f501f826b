package account

import (
	"cmp"
	"context"

	"kirana/internal/fault"
	"kirana/internal/httpapi"
)

type codeForm struct {
	Code httpapi.Text `json:"code" maxLength:"40" doc:"six digits that the app shows, or a recovery code"`
}

type passwordForm struct {
	Password httpapi.Text `json:"password,omitempty" maxLength:"1000" trim:"no" doc:"may be left out within 15 minutes of a login with it"`
}

// confirmedCodeForm confirms that nobody but the user switches the second factor on or off.
type confirmedCodeForm struct {
	passwordForm
	codeForm
}

func (h *Handler) secondFactorRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/user/second-factor", Access: httpapi.Administrator,
		Summary: "Whether the caller's logins ask for a code beside the password",
	}, h.secondFactor)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/user/second-factor", Access: httpapi.Administrator,
		Summary: "Begin a second factor: what an app on the phone needs to show codes",
	}, h.beginSecondFactor)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/user/second-factor", Access: httpapi.Administrator,
		Summary: "Switch the second factor on, with the first code that the app shows; returns the recovery codes", Message: "Your logins ask for a code from now on.",
	}, h.enableSecondFactor)
	httpapi.Handle(r, httpapi.Route{
		Method: "DELETE", Path: "/user/second-factor", Access: httpapi.Administrator,
		Summary: "Switch the second factor off", Message: "Your logins ask for no code any more.",
	}, h.disableSecondFactor)
}

func (h *Handler) secondFactor(ctx context.Context, _ *struct{}) (SecondFactor, error) {
	return h.accounts.SecondFactor(ctx, httpapi.IdentityOf(ctx).UserID)
}

func (h *Handler) beginSecondFactor(ctx context.Context, in *struct {
	Body httpapi.Form[passwordForm]
},
) (NewSecondFactor, error) {
	if err := h.ConfirmNow(ctx, in.Body.Value.Password.Value); err != nil {
		return NewSecondFactor{}, err
	}
	return h.accounts.BeginSecondFactor(ctx, httpapi.IdentityOf(ctx).UserID)
}

func (h *Handler) enableSecondFactor(ctx context.Context, in *struct {
	Body httpapi.Form[confirmedCodeForm]
},
) (RecoveryCodes, error) {
	userID, form := httpapi.IdentityOf(ctx).UserID, in.Body.Value
	if err := h.Confirm(ctx, form.Password.Value); err != nil {
		return RecoveryCodes{}, err
	}
	if err := h.codes.Allow(ctx, userID); err != nil {
		return RecoveryCodes{}, err
	}
	codes, err := h.accounts.EnableSecondFactor(ctx, userID, form.Code.Value)
	if fault.Is(err, fault.Invalid) {
		return RecoveryCodes{}, err
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
		if fault.Is(err, fault.Unauthenticated) {
			// 401 would have the client log out.
			err = fault.InField("code", "%s", errWrongCode.Message)
		}
		return struct{}{}, err
	}
	return struct{}{}, h.accounts.DisableSecondFactor(ctx, userID)
}

// verifyCode spends a code of a user's second factor. Wrong ones are counted by user:
// only who knows the password gets this far, and nobody may try all the digits.
func (h *Handler) verifyCode(ctx context.Context, userID, code string) error {
	// Counted before it is tried: many at once are not more than one after the other.
	if err := h.codes.Allow(ctx, userID); err != nil {
		return err
	}
	err := h.accounts.VerifyCode(ctx, userID, code)
	if f := fault.Of(err); f != nil && f.Code == errWrongCode.Code {
		return err
	}
	return cmp.Or(h.codes.Cancel(ctx, userID), err)
}
