package account

import (
	"cmp"
	"context"
	"time"

	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/limit"
)

// Limits of wrong passwords per login when confirming a change. They keep the thief of a token from guessing the
// password, and do not lock the owner's own login out.
const (
	confirmationsPerLogin = 10
	confirmationWindow    = 15 * time.Minute
)

type changePasswordForm struct {
	Password httpapi.Text `json:"password,omitempty" maxLength:"1000" trim:"no" doc:"Current password."`
	New      httpapi.Text `json:"newPassword,omitempty" maxLength:"1000" trim:"no" doc:"New password of 8 to 128 characters."`
	Confirm  httpapi.Text `json:"confirmPassword,omitempty" maxLength:"1000" trim:"no"`
}

func (h *Handler) confirmRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/user/change-password", Access: httpapi.Authenticated,
		Budget:  httpapi.Budget{Limits: []limit.Rule{ConfirmationRule}, Rows: 1},
		Summary: "Change the caller's password and end all other logins", Message: "Password changed successfully!",
	}, h.changePassword)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/user/undo-email", Access: httpapi.Public,
		Budget:  httpapi.Budget{Rows: 1, Bound: "a link holds once"},
		Summary: "Undo a change of email by the link mailed to the former address; ends all logins and invalidates the password", Message: "Your email is as it was. Please choose a new password.",
	}, h.undoEmailChange)
}

// Confirm checks the password that confirms a change. It may be empty if the password was typed in this login within
// the last 15 minutes.
func (h *Handler) Confirm(ctx context.Context, password string) error {
	caller := httpapi.IdentityOf(ctx)
	if password == "" {
		return h.accounts.CheckConfirmed(ctx, caller.LoginID)
	}
	// Count before checking, so that concurrent guesses are limited, too.
	if err := h.confirmations.Allow(ctx, caller.LoginID); err != nil {
		return err
	}
	err := h.accounts.ConfirmPassword(ctx, caller.UserID, caller.LoginID, password)
	if fault.Is(err, fault.Invalid) {
		return err
	}
	return cmp.Or(h.confirmations.Cancel(ctx, caller.LoginID), err)
}

// ConfirmNow is like Confirm but always requires the password. Use it for changes that would let the thief of a token
// take over the account.
func (h *Handler) ConfirmNow(ctx context.Context, password string) error {
	if password == "" {
		return errConfirmPassword
	}
	return h.Confirm(ctx, password)
}

func (h *Handler) changePassword(ctx context.Context, in *struct {
	httpapi.RawRequest
	Device string `cookie:"known_device" doc:"Device token from an earlier login."`
	Body   httpapi.Form[changePasswordForm]
},
) (struct{}, error) {
	caller, form := httpapi.IdentityOf(ctx), in.Body.Value
	if err := h.ConfirmNow(ctx, form.Password.Value); err != nil {
		return struct{}{}, err
	}
	before, err := h.accounts.User(ctx, caller.UserID)
	if err != nil {
		return struct{}{}, err
	}
	after, err := h.accounts.ChangePassword(ctx, PasswordChange{
		UserID: caller.UserID, LoginID: caller.LoginID, Password: form.New.Value, Confirm: form.Confirm.Value,
	})
	if err != nil {
		return struct{}{}, err
	}
	// The change makes all devices unknown except this one.
	if device := parseDevice(h.accounts.key, in.Device); device.matches(h.accounts.key, before) {
		in.SetCookie(h.deviceCookie(device.with(h.accounts.key, after)))
	}
	return struct{}{}, nil
}

// UndoneEmail is the response to undoing an email change.
type UndoneEmail struct {
	Email      string `json:"email"`
	ResetToken string `json:"resetToken" doc:"Reset token for reset-password. Valid once, for 10 minutes; also set as a cookie."`
}

func (h *Handler) undoEmailChange(ctx context.Context, in *struct {
	httpapi.RawRequest
	Body httpapi.Form[confirmEmailForm]
},
) (UndoneEmail, error) {
	undone, err := h.accounts.UndoEmailChange(ctx, in.Body.Value.Code.Value)
	if err != nil {
		return UndoneEmail{}, err
	}
	in.SetCookie(h.cookie(undone.ResetToken, resetLife))
	return UndoneEmail(undone), nil
}
