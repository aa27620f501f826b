package order

import (
	"context"

	"kirana/internal/httpapi"
)

// reorderRoutes registers the calls with which shoppers order again.
func (h *Handler) reorderRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/order/buyAgain", Access: httpapi.Authenticated,
		Summary: "What the caller buys, by how often and how long ago, and their newest order; an administrator buys nothing",
	}, h.buyAgain)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/order/checkout/{id}/reorder", Access: httpapi.Shopper,
		Budget:  httpapi.Budget{Rows: 100, Bound: "the 100 lines of a cart"},
		Summary: "Put what the caller ordered into the cart again; what is missing or dearer is named first, and confirmed",
	}, h.reorder)
}

// ReorderForm is the shopper's confirmation of the differences from the order.
type ReorderForm struct {
	Confirmed httpapi.Flag `json:"confirmed,omitempty" doc:"true: the changes are known; what can be ordered is put into the cart"`
}

func (h *Handler) buyAgain(ctx context.Context, _ *struct{}) (BuyAgain, error) {
	return h.Orders.BuyAgain(ctx, httpapi.IdentityOf(ctx).UserID)
}

func (h *Handler) reorder(ctx context.Context, in *struct {
	Path
	Body httpapi.Form[ReorderForm]
},
) (Reordered, error) {
	return h.Orders.Reorder(ctx, httpapi.IdentityOf(ctx).UserID, in.ID, in.Body.Value.Confirmed.Value)
}
