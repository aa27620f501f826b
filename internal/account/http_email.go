package account

import (
	"cmp"
	"context"
	"time"

	"kirana/internal/httpapi"
	"kirana/internal/limit"
)

// A change of address sends a link to anyone the caller names, and so does asking
// for it again: requests are limited by client, and mails by address.
const (
	mailsPerUser      = 5
	userMailWindow    = time.Hour
	mailsPerAddress   = 10
	addressMailWindow = 24 * time.Hour
	// changesPerUser bounds changes of an email, refused ones too: a refusal tells who is
	// registered.
	changesPerUser = 20
)

// linkLimits are the limiters of links that are mailed.
type linkLimits struct {
	byUser, byAddress *limit.Limiter
	changes           *limit.Limiter
}

func newLinkLimits(limits *limit.Store) linkLimits {
	return linkLimits{
		byUser:    limits.Limiter(limit.Rule{Name: "link.user", Max: mailsPerUser, Window: userMailWindow}),
		byAddress: limits.Limiter(limit.Rule{Name: "link.email", Max: mailsPerAddress, Window: addressMailWindow}),
		changes:   limits.Limiter(limit.Rule{Name: "email.user", Max: changesPerUser, Window: userMailWindow}),
	}
}

// countedMails are mails that are counted before it is known whether they are sent.
type countedMails []countedMail

type countedMail struct {
	limiter *limit.Limiter
	key     string
}

// count counts a mail, or refuses it.
func (m *countedMails) count(ctx context.Context, limiter *limit.Limiter, key string) error {
	if err := limiter.Allow(ctx, key); err != nil {
		return err
	}
	*m = append(*m, countedMail{limiter, key})
	return nil
}

// cancel counts the mails no more: none was sent.
func (m countedMails) cancel(ctx context.Context) error {
	for _, mail := range m {
		if err := mail.limiter.Cancel(ctx, mail.key); err != nil {
			return err
		}
	}
	return nil
}

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
	mails, err := h.limitLinkMails(ctx, userID, to)
	if err != nil {
		return httpapi.Envelope[ConfirmedEmail]{}, err
	}
	email, err := h.accounts.ResendConfirmation(ctx, userID)
	if err != nil {
		return httpapi.Envelope[ConfirmedEmail]{}, cmp.Or(mails.cancel(ctx), err)
	}
	return httpapi.OK("We have sent the link to "+email+".", ConfirmedEmail{Email: email}), nil
}

// checkEmailChange has a patch that names a new address confirmed by the password, and
// counts its mails; the profile form always sends the address, mostly the one that is there.
func (h *Handler) checkEmailChange(ctx context.Context, userID string, patch Patch, password string) (countedMails, error) {
	if patch.Email == nil {
		return nil, nil
	}
	user, err := h.accounts.User(ctx, userID)
	if err != nil {
		return nil, err
	}
	email, err := normalEmail(*patch.Email)
	if err != nil || email == user.Email {
		return nil, err
	}
	if err := h.Confirm(ctx, password); err != nil {
		return nil, err
	}
	if err := h.links.changes.Allow(ctx, userID); err != nil {
		return nil, err
	}
	to := []string{email}
	if user.VerifyEmail {
		to = append(to, user.Email) // which gets the link that takes the change back
	}
	return h.limitLinkMails(ctx, userID, to...)
}

// limitLinkMails counts a mailed link against its requester, and each of its recipients.
func (h *Handler) limitLinkMails(ctx context.Context, userID string, to ...string) (countedMails, error) {
	var mails countedMails
	err := mails.count(ctx, h.links.byUser, userID)
	for i := 0; i < len(to) && err == nil; i++ {
		err = mails.count(ctx, h.links.byAddress, to[i])
	}
	if err != nil {
		return nil, cmp.Or(mails.cancel(ctx), err)
	}
	return mails, nil
}
