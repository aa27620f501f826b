package account

import (
	"context"
	"net/http"
	"net/netip"

	"kirana/internal/fault"
	"kirana/internal/httpapi"
)

type endLoginsForm struct {
	ID  httpapi.Ref  `json:"_id,omitempty"`
	All httpapi.Flag `json:"all,omitempty" doc:"true: ends every login except the current one."`
}

func (h *Handler) loginsRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/user/sessions", Access: httpapi.Authenticated,
		Summary: "List the caller's logins, most recently used first",
	}, h.listLogins)
	httpapi.Handle(r, httpapi.Route{
		Method: "DELETE", Path: "/user/sessions", Access: httpapi.Authenticated,
		Budget:  httpapi.Budget{Rows: 1, Bound: "100 logins, and those are limited"},
		Summary: "End a login, or all except the current one", Message: "Logged out there.",
	}, h.endLogins)
}

// ClientOf returns the client of a request. It trusts X-Forwarded-For from proxies only.
func ClientOf(r *http.Request, proxies []netip.Prefix) Client {
	return Client{Address: httpapi.ClientAddress(r, proxies), Device: deviceOf(r.UserAgent())}
}

func (h *Handler) client(r *http.Request) Client { return ClientOf(r, h.options.Proxies) }

func (h *Handler) listLogins(ctx context.Context, _ *struct{}) ([]Login, error) {
	caller := httpapi.IdentityOf(ctx)
	return h.accounts.Logins(ctx, caller.UserID, caller.LoginID)
}

func (h *Handler) endLogins(ctx context.Context, in *struct {
	Body httpapi.Form[endLoginsForm]
},
) (struct{}, error) {
	caller, form := httpapi.IdentityOf(ctx), in.Body.Value
	switch {
	case form.All.Value:
		return struct{}{}, h.accounts.EndOtherLogins(ctx, caller.UserID, caller.LoginID)
	case form.ID.Set:
		return struct{}{}, h.accounts.EndLogin(ctx, caller.UserID, form.ID.Value)
	}
	return struct{}{}, fault.InField("_id", "Please say which login to end.")
}
