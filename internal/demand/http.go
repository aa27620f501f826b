package demand

import (
	"context"
	"net/netip"

	"kirana/internal/httpapi"
	"kirana/internal/limit"
)

// Handler serves the calls about requested products.
type Handler struct {
	Requests *Service
	Proxies  []netip.Prefix
}

// Routes registers every call of the feature.
func (h *Handler) Routes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/product-requests/create", Access: httpapi.Public,
		Budget:  httpapi.Budget{Limits: []limit.Rule{networkRule, onceRule}, Rows: 1},
		Summary: "Request a product that the shop does not have; a network counts once a day for each product", Message: "The shop has been asked.",
	}, h.ask)
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/product-requests", Access: httpapi.Manager, Scope: httpapi.ScopeCatalog, Summary: "List product requests by shoppers, most frequent first",
	}, h.list)
	httpapi.Handle(r, httpapi.Route{
		Method: "DELETE", Path: "/product-requests/{id}", Access: httpapi.Manager,
		Summary: "Delete a product request from the list", Message: "Off the list.",
	}, h.remove)
}

type requestForm struct {
	Text httpapi.Text `json:"text" maxLength:"80" label:"What you are looking for"`
}

func (h *Handler) ask(ctx context.Context, in *struct {
	httpapi.RawRequest
	Body httpapi.Form[requestForm]
},
) (struct{}, error) {
	return struct{}{}, h.Requests.Ask(ctx, httpapi.ClientAddress(in.Request(), h.Proxies), in.Body.Value.Text.Value)
}

func (h *Handler) list(ctx context.Context, _ *struct{}) ([]Request, error) {
	return h.Requests.List(ctx)
}

func (h *Handler) remove(ctx context.Context, in *struct {
	ID string `path:"id" maxLength:"60"`
},
) (struct{}, error) {
	return struct{}{}, h.Requests.Remove(ctx, in.ID)
}
