package account

import (
	"cmp"
	"context"
	"time"

	"kirana/internal/httpapi"
)

// A change of address sends a link to anyone the caller names, and so does asking
// for it again: requests are limited by client, and mails by address.
const (
	mailsPerUser      = 5
	userMailWindow    = time.Hour
	mailsPerAddress   = 10
	addressMailWindow = 24 * time.Hour
)

type confirmEmailForm struct {
	Code httpapi.Text `json:"code" maxLength:"200" doc:"from the address of the mailed link"`
}

// ConfirmedEmail is the address that a mailed link confirms.
type ConfirmedEmail struct {
	Email string `json:"email"`
}

func (h *Handler) emailRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/user/verify-email", Access: httpapi.Public,
		Summary: "Confirm the address that a link was mailed to", Message: "Email confirmed!",
	}, h.confirmEmail)
	httpapi.HandleBody(r, httpapi.Route{
		Method: "POST", Path: "/user/resend-verify-email", Access: httpapi.Authenticated,
		Summary: "Have the link mailed again that confirms the caller's address, or the new one",
	}, h.resendConfirmation)
}

func (h *Handler) confirmEmail(ctx context.Context, in *struct {
	Body httpapi.Form[confirmEmailForm]
},
) (ConfirmedEmail, error) {
	email, err := h.accounts.ConfirmEmail(ctx, in.Body.Value.Code.Value)
	return ConfirmedEmail{Email: email}, err
}

func (h *Handler) resendConfirmation(ctx context.Context, _ *struct{}) (httpapi.Envelope[ConfirmedEmail], error) {
	userID := httpapi.IdentityOf(ctx).UserID
	user, err := h.accounts.User(ctx, userID)
	if err != nil {
		return httpapi.Envelope[ConfirmedEmail]{}, err
	}
	to := cmp.Or(user.PendingEmail, user.Email)
	if err := h.limitCodeMail(ctx, userID, to); err != nil {
		return httpapi.Envelope[ConfirmedEmail]{}, err
	}
	email, err := h.accounts.ResendConfirmation(ctx, userID)
	if err != nil {
		return httpapi.Envelope[ConfirmedEmail]{}, cmp.Or(h.mailsByUser.Cancel(ctx, userID), h.mailsByAddress.Cancel(ctx, to), err)
	}
	return httpapi.OK("We have sent the link to "+email+".", ConfirmedEmail{Email: email}), nil
}

// checkEmailChange has a patch that names a new address confirmed by the password, and
// counts it; the profile form always sends the address, mostly the one that is there.
func (h *Handler) checkEmailChange(ctx context.Context, userID string, patch Patch, password string) error {
	if patch.Email == nil {
		return nil
	}
	user, err := h.accounts.User(ctx, userID)
	if err != nil {
		return err
	}
	email, err := normalEmail(*patch.Email)
	if err != nil || email == user.Email {
		return err
	}
	if err := h.Confirm(ctx, password); err != nil {
		return err
	}
	// The present address gets a mail, too, and may be a stranger's.
	if err := h.mailsByAddress.Allow(ctx, user.Email); err != nil {
		return err
	}
	return h.limitCodeMail(ctx, userID, email)
}

// limitCodeMail counts a mailed link against its requester and its recipient.
func (h *Handler) limitCodeMail(ctx context.Context, userID, email string) error {
	if err := h.mailsByUser.Allow(ctx, userID); err != nil {
		return err
	}
	err := h.mailsByAddress.Allow(ctx, email)
	if err != nil {
		err = cmp.Or(h.mailsByUser.Cancel(ctx, userID), err)
	}
	return err
}
