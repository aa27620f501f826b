package account

import (
	"cmp"
	"context"
	"net/http"

	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/limit"
)

type invitedForm struct {
	Token    httpapi.Text `json:"token" maxLength:"200" doc:"Token in the address of the invitation's link."`
	Email    httpapi.Text `json:"email" maxLength:"254"`
	Password httpapi.Text `json:"password" minLength:"8" maxLength:"128" trim:"no"`
}

func (h *Handler) invitedRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/user/invited", Access: httpapi.Public,
		Refuses: []int{http.StatusUnauthorized, http.StatusForbidden},
		Budget:  httpapi.Budget{Limits: []limit.Rule{registrationRule}, Rows: 4},
		Summary: "Accept a customer's invitation: create a login for an existing customer", Message: "Welcome! Your orders are here.",
	}, h.acceptCustomerInvite)
}

func (h *Handler) acceptCustomerInvite(ctx context.Context, in *struct {
	httpapi.RawRequest
	Body httpapi.Form[invitedForm]
},
) (LoginTokens, error) {
	from := h.limitClient(in.Request())
	if err := h.registrations.Allow(ctx, from); err != nil {
		return LoginTokens{}, err
	}
	form := in.Body.Value
	tokens, err := h.accounts.AcceptCustomerInvite(ctx, CustomerAcceptance{
		Token: form.Token.Value, Email: form.Email.Value, Password: form.Password.Value, Client: h.client(in.Request()),
	})
	if fault.Is(err, fault.Invalid) {
		err = cmp.Or(h.registrations.Cancel(ctx, from), err)
	}
	return tokens, err
}
