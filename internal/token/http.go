package token

import (
	"context"
	"net/http"

	"kirana/internal/fault"
	"kirana/internal/httpapi"
)

// Handler serves the calls that manage tokens of programs.
type Handler struct {
	Tokens  *Service
	Confirm Confirm
}

// Routes registers every call of the feature.
func (h *Handler) Routes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/tokens", Access: httpapi.Owner, Summary: "List tokens of programs, newest first, without their secrets",
	}, h.list)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/tokens", Access: httpapi.Owner, Status: http.StatusCreated,
		Refuses: []int{http.StatusTooManyRequests},
		Budget:  httpapi.Budget{Rows: 1, Bound: "50 tokens"},
		Summary: "Create a token for a program; only this response contains it", Message: "Copy the token now: it is not shown again.",
	}, h.create)
	httpapi.Handle(r, httpapi.Route{
		Method: "DELETE", Path: "/tokens", Access: httpapi.Owner,
		Summary: "Delete a token of a program; later calls with it are refused", Message: "Removed.",
	}, h.remove)
}

func (h *Handler) list(ctx context.Context, _ *struct{}) ([]Token, error) { return h.Tokens.List(ctx) }

// CreatedToken is a new token with its secret.
type CreatedToken struct {
	Token

	Secret string `json:"token" doc:"Bearer token. Stored as a hash, therefore returned only once."`
}

type tokenForm struct {
	Name      httpapi.Text `json:"name" minLength:"1" maxLength:"100" doc:"Name of the program, as shown in the activity log."`
	Scope     httpapi.Text `json:"scope" maxLength:"10" enum:"READ,CATALOG,ORDERS,ALL"`
	ExpiresAt httpapi.Text `json:"expiresAt,omitempty" label:"Time of expiry" maxLength:"40" doc:"Time of expiry, RFC 3339. Never if absent."`
	Password  httpapi.Text `json:"password,omitempty" maxLength:"1000" trim:"no" doc:"Password of the caller. May be absent within 15 minutes of a login with it."`
}

func (h *Handler) create(ctx context.Context, in *struct {
	Body httpapi.Form[tokenForm]
},
) (CreatedToken, error) {
	form := in.Body.Value
	wanted := NewToken{UserID: httpapi.IdentityOf(ctx).UserID, Name: form.Name.Value, Scope: httpapi.Scope(form.Scope.Value)}
	if form.ExpiresAt.Set && form.ExpiresAt.Value != "" {
		at, err := httpapi.ParseTime(form.ExpiresAt.Value)
		if err != nil {
			return CreatedToken{}, fault.InField("expiresAt", "Time of expiry must be a time such as 2027-03-31T18:30:00Z.")
		}
		at = at.UTC()
		wanted.ExpiresAt = &at
	}
	if err := h.Confirm(ctx, form.Password.Value); err != nil {
		return CreatedToken{}, err
	}
	created, secret, err := h.Tokens.Create(ctx, wanted)
	return CreatedToken{created, secret}, err
}

type tokenRef struct {
	ID httpapi.Ref `json:"_id"`
}

func (h *Handler) remove(ctx context.Context, in *struct {
	Body httpapi.Form[tokenRef]
},
) (struct{}, error) {
	return struct{}{}, h.Tokens.Remove(ctx, in.Body.Value.ID.Value)
}
