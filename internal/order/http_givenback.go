package order

import (
	"context"

	"kirana/internal/httpapi"
)

// givenBackRoutes registers the calls about refunds by hand and flags.
func (h *Handler) givenBackRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/order/checkout/{id}/refunded", Access: httpapi.Manager,
		Summary: "Record that the amount due back of a cash order was given back by hand",
	}, h.setGivenBack)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/order/checkout/{id}/unflag", Access: httpapi.Administrator,
		Summary: "Clear the flags of an order for its payment and for undeliverable mail; packers may clear the latter only",
	}, h.unflagAll)
}

// GivenBackForm is money that staff gave back by hand.
type GivenBackForm struct {
	VersionForm

	How       httpapi.Text `json:"how" maxLength:"10" enum:"UPI,CASH,CREDIT,KHATA"`
	Reference httpapi.Text `json:"reference,omitempty" maxLength:"60"`
}

func (h *Handler) setGivenBack(ctx context.Context, in *struct {
	Path
	Body httpapi.Form[GivenBackForm]
},
) (View, error) {
	g := GivenBack{How: in.Body.Value.How.Value, Reference: in.Body.Value.Reference.Value}
	return h.after(ctx, in.ID, nil, h.Orders.SetGivenBack(ctx, in.Body.Value.actor(ctx), in.ID, g))
}

func (h *Handler) unflagAll(ctx context.Context, in *Path) (View, error) {
	return h.after(ctx, in.ID, nil, h.Orders.UnflagAll(ctx, actorOf(ctx), in.ID))
}
