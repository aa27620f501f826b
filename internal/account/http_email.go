package account

import (
	"cmp"
	"context"
	"time"

	"kirana/internal/api"
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
	Code api.Text `json:"code" maxLength:"200" doc:"from the address of the mailed link"`
}

// Confirmed is the address that a mailed link confirms.
type Confirmed struct {
	Email string `json:"email"`
}

func (d *Door) emailRoutes(r *api.Router) {
	d.links = d.limiter(linksPerUser, linksWindow)
	d.letters = d.limiter(lettersPerAddress, lettersWindow)

	api.Handle(r, api.Call{
		Method: "POST", Path: "/user/verify-email", Who: api.Anyone,
		Summary: "Confirm the address that a link was mailed to", Message: "Email confirmed!",
	}, d.confirmEmail)
	api.HandleBody(r, api.Call{
		Method: "POST", Path: "/user/resend-verify-email", Who: api.Member,
		Summary: "Have the link mailed again that confirms the caller's address, or the new one",
	}, d.confirmAgain)
}

func (d *Door) confirmEmail(ctx context.Context, in *struct{ Body api.Form[codeForm] }) (Confirmed, error) {
	email, err := d.Accounts.ConfirmEmail(ctx, in.Body.V.Code.S)
	return Confirmed{Email: email}, err
}

func (d *Door) confirmAgain(ctx context.Context, _ *struct{}) (api.Answer[Confirmed], error) {
	userID := api.CallerOf(ctx).UserID
	user, err := d.Accounts.User(ctx, userID)
	if err != nil {
		return api.Answer[Confirmed]{}, err
	}
	to := cmp.Or(user.PendingEmail, user.Email)
	if err := d.takeLink(userID, to); err != nil {
		return api.Answer[Confirmed]{}, err
	}
	email, err := d.Accounts.ConfirmAgain(ctx, userID)
	if err != nil {
		d.links.GiveBack(userID)
		d.letters.GiveBack(to)
		return api.Answer[Confirmed]{}, err
	}
	return api.OK("We have sent the link to "+email+".", Confirmed{Email: email}), nil
}

// allowChange counts a patch that names a new address; the profile form always
// sends the address, mostly the one that is there.
func (d *Door) allowChange(ctx context.Context, userID string, patch Patch) error {
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
func (d *Door) takeLink(userID, email string) error {
	if err := d.links.Take(userID); err != nil {
		return err
	}
	err := d.letters.Take(email)
	if err != nil {
		d.links.GiveBack(userID)
	}
	return err
}
