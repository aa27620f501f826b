package account

import (
	"cmp"
	"context"
	"time"

	"kirana/internal/httpapi"
	"kirana/internal/language"
	"kirana/internal/limit"
)

// Registering, changing an email and requesting a link send mail to an address that the caller chooses. So mails are
// limited by the user or network that causes them, and by address. For an address, mails caused by strangers, by its
// own account and by invitations are counted separately, so that strangers cannot use up the account's limit.
const (
	mailsPerUser      = 5
	userMailWindow    = time.Hour
	mailsPerAddress   = 10
	addressMailWindow = 24 * time.Hour
	// mailsPerNetwork limits the mails to an address that one network causes.
	mailsPerNetwork = 3
	// changesPerUser limits changes of email, including refused ones, because a refusal reveals that an address is
	// registered.
	changesPerUser = 20
)

type linkLimits struct {
	byUser       *limit.Limiter
	byAddress    *limit.Limiter // by strangers
	byNetwork    *limit.NetworkLimiter
	ownByAddress *limit.Limiter // by the address's own account
	invitations  *limit.Limiter
	changes      *limit.Limiter
}

var (
	linkRule        = limit.Rule{Name: "link.user", Max: mailsPerUser, Window: userMailWindow}
	linkNetworkRule = limit.Rule{Name: "link.network", Max: mailsPerNetwork, Window: addressMailWindow}
	emailRule       = limit.Rule{Name: "email.user", Max: changesPerUser, Window: userMailWindow}
	linkAddressRule = limit.Rule{Name: "link.email", Max: mailsPerAddress, Window: addressMailWindow}
	linkOwnRule     = limit.Rule{Name: "link.own", Max: mailsPerAddress, Window: addressMailWindow}
	inviteRule      = limit.Rule{Name: "link.invite", Max: mailsPerAddress, Window: addressMailWindow}
)

func newLinkLimits(limits *limit.Store) linkLimits {
	return linkLimits{
		byUser:       limits.Limiter(linkRule),
		byAddress:    limits.Limiter(linkAddressRule),
		byNetwork:    limits.NetworkLimiter(linkNetworkRule),
		ownByAddress: limits.Limiter(linkOwnRule),
		invitations:  limits.Limiter(inviteRule),
		changes:      limits.Limiter(emailRule),
	}
}

// countedMails holds functions that undo the counts of mails not sent yet.
type countedMails []func(ctx context.Context) error

// count counts a mail, or returns the error of an exceeded limit.
func (m *countedMails) count(ctx context.Context, limiter *limit.Limiter, key string) error {
	if err := limiter.Allow(ctx, key); err != nil {
		return err
	}
	*m = append(*m, func(ctx context.Context) error { return limiter.Cancel(ctx, key) })
	return nil
}

// countStranger counts a mail that a network causes to somebody else's address, or returns the error of an exceeded
// limit.
func (m *countedMails) countStranger(ctx context.Context, links linkLimits, from limit.Client, email string) error {
	from.About = email
	if err := links.byNetwork.Allow(ctx, from); err != nil {
		return err
	}
	*m = append(*m, func(ctx context.Context) error { return links.byNetwork.Cancel(ctx, from) })
	return m.count(ctx, links.byAddress, email)
}

// cancel undoes the counts, for mails that were not sent.
func (m countedMails) cancel(ctx context.Context) error {
	for _, cancel := range m {
		if err := cancel(ctx); err != nil {
			return err
		}
	}
	return nil
}

type confirmEmailForm struct {
	Code httpapi.Text `json:"code" maxLength:"200" doc:"Code in the address of the mailed link."`
}

// ConfirmedEmail is the response to a confirmed address.
type ConfirmedEmail struct {
	Email string `json:"email"`
}

func (h *Handler) emailRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/user/verify-email", Access: httpapi.Public,
		Budget:  httpapi.Budget{Rows: 1, Bound: "a link can be used once"},
		Summary: "Confirm an email address by the mailed link", Message: "Email confirmed!",
	}, h.confirmEmail)
	httpapi.HandleBody(r, httpapi.Route{
		Method: "POST", Path: "/user/resend-verify-email", Access: httpapi.Authenticated,
		Budget:  httpapi.Budget{Limits: []limit.Rule{linkRule, linkAddressRule, linkOwnRule, linkNetworkRule}, Rows: 1},
		Summary: "Resend the confirmation link of the caller's pending email address, or of the current one",
	}, h.resendConfirmation)
}

func (h *Handler) confirmEmail(ctx context.Context, in *struct {
	Body httpapi.Form[confirmEmailForm]
},
) (ConfirmedEmail, error) {
	email, err := h.accounts.ConfirmEmail(ctx, in.Body.Value.Code.Value)
	return ConfirmedEmail{Email: email}, err
}

func (h *Handler) resendConfirmation(ctx context.Context, in *struct{ httpapi.RawRequest }) (httpapi.Envelope[ConfirmedEmail], error) {
	userID := httpapi.IdentityOf(ctx).UserID
	user, err := h.accounts.profile(ctx, userID)
	if err != nil {
		return httpapi.Envelope[ConfirmedEmail]{}, err
	}
	mails, err := h.limitLinkMails(ctx, linkRequest{user: user, from: h.limitClient(in.Request())}, cmp.Or(user.PendingEmail, user.Email))
	if err != nil {
		return httpapi.Envelope[ConfirmedEmail]{}, err
	}
	email, err := h.accounts.ResendConfirmation(ctx, userID)
	if err != nil {
		return httpapi.Envelope[ConfirmedEmail]{}, cmp.Or(mails.cancel(ctx), err)
	}
	return httpapi.OK(language.Text(language.Of(ctx), "We have sent the link to %s.", email), ConfirmedEmail{Email: email}), nil
}

// checkEmailChange requires the password for a new email, and counts its mails. The profile form always sends an email,
// usually the current one.
func (h *Handler) checkEmailChange(ctx context.Context, from limit.Client, patch Patch, password string) (countedMails, error) {
	if patch.Email == nil {
		return nil, nil
	}
	user, err := h.accounts.User(ctx, httpapi.IdentityOf(ctx).UserID)
	if err != nil {
		return nil, err
	}
	if user.hasEmail(*patch.Email) {
		return nil, nil
	}
	email, err := newEmail(*patch.Email)
	if err != nil {
		return nil, err
	}
	if err := h.Confirm(ctx, password); err != nil {
		return nil, err
	}
	if err := h.links.changes.Allow(ctx, user.ID); err != nil {
		return nil, err
	}
	to := []string{email}
	if user.VerifyEmail {
		to = append(to, user.Email) // gets the undo link
	}
	return h.limitLinkMails(ctx, linkRequest{user, from}, to...)
}

// linkRequest has the user who requests mailed links, and the user's network.
type linkRequest struct {
	user User
	from limit.Client
}

// limitLinkMails counts a mailed link for its requester and a mail for each recipient, or returns the error of an
// exceeded limit.
func (h *Handler) limitLinkMails(ctx context.Context, r linkRequest, to ...string) (countedMails, error) {
	var mails countedMails
	err := mails.count(ctx, h.links.byUser, r.user.ID)
	for i := 0; i < len(to) && err == nil; i++ {
		if to[i] == r.user.Email {
			err = mails.count(ctx, h.links.ownByAddress, to[i])
		} else {
			err = mails.countStranger(ctx, h.links, r.from, to[i])
		}
	}
	if err != nil {
		return nil, cmp.Or(mails.cancel(ctx), err)
	}
	return mails, nil
}
