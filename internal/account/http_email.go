package account

import (
	"cmp"
	"context"
	"time"

	"kirana/internal/httpapi"
)

// A change of address sends a link to anyone the caller names, and so does asking
// for it again: whoever asks is bounded, and so is what one address gets of all.
const (
	linksPerUser      = 5
	linksWindow       = time.Hour
	lettersPerAddress = 10
	lettersWindow     = 24 * time.Hour
)

type codeForm struct {
	Code httpapi.Text `json:"code" maxLength:"200" doc:"from the address of the mailed link"`
}

// Confirmed is the address that a mailed link confirms.
type Confirmed struct {
	Email string `json:"email"`
}

func (d *Handler) emailRoutes(r *httpapi.Router) {
	d.links = d.limiter(linksPerUser, linksWindow)
	d.letters = d.limiter(lettersPerAddress, lettersWindow)

	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/user/verify-email", Access: httpapi.Public,
		Summary: "Confirm the address that a link was mailed to", Message: "Email confirmed!",
	}, d.confirmEmail)
	httpapi.HandleBody(r, httpapi.Route{
		Method: "POST", Path: "/user/resend-verify-email", Access: httpapi.Authenticated,
		Summary: "Have the link mailed again that confirms the caller's address, or the new one",
	}, d.confirmAgain)
}

func (d *Handler) confirmEmail(ctx context.Context, in *struct{ Body httpapi.Form[codeForm] }) (Confirmed, error) {
	email, err := d.Accounts.ConfirmEmail(ctx, in.Body.Value.Code.Value)
	return Confirmed{Email: email}, err
}

func (d *Handler) confirmAgain(ctx context.Context, _ *struct{}) (httpapi.Envelope[Confirmed], error) {
	userID := httpapi.IdentityOf(ctx).UserID
	user, err := d.Accounts.User(ctx, userID)
	if err != nil {
		return httpapi.Envelope[Confirmed]{}, err
	}
	to := cmp.Or(user.PendingEmail, user.Email)
	if err := d.takeLink(userID, to); err != nil {
		return httpapi.Envelope[Confirmed]{}, err
	}
	email, err := d.Accounts.ConfirmAgain(ctx, userID)
	if err != nil {
		d.links.GiveBack(userID)
		d.letters.GiveBack(to)
		return httpapi.Envelope[Confirmed]{}, err
	}
	return httpapi.OK("We have sent the link to "+email+".", Confirmed{Email: email}), nil
}

// allowChange counts a patch that names a new address; the profile form always
// sends the address, mostly the one that is there.
func (d *Handler) allowChange(ctx context.Context, userID string, patch Patch) error {
	if patch.Email == nil {
		return nil
	}
	user, err := d.Accounts.User(ctx, userID)
	if err != nil {
		return err
	}
	email, err := normalEmail(*patch.Email)
	if err != nil || email == user.Email {
		return err
	}
	return d.takeLink(userID, email)
}

// takeLink counts a mailed link against who asks for it and who gets it.
func (d *Handler) takeLink(userID, email string) error {
	if err := d.links.Take(userID); err != nil {
		return err
	}
	err := d.letters.Take(email)
	if err != nil {
		d.links.GiveBack(userID)
	}
	return err
}
