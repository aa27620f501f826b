package order

import (
	"context"

	"kirana/internal/httpapi"
)

// reorderRoutes registers the calls with which shoppers order again.
func (h *Handler) reorderRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/order/buyAgain", Access: httpapi.Authenticated,
		Summary: "List the products that the caller buys, ranked by how often and how recently, and the caller's newest order; empty for administrators",
	}, h.buyAgain)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/order/checkout/{id}/reorder", Access: httpapi.Shopper,
		Budget:  httpapi.Budget{Rows: 100, Bound: "the 100 lines of a cart"},
		Summary: "Add the products of an earlier order to the cart; missing and dearer products are listed first and have to be confirmed",
	}, h.reorder)
}

// ReorderForm is the shopper's confirmation of the differences from the order.
type ReorderForm struct {
	Confirmed httpapi.Flag `json:"confirmed,omitempty" doc:"true: accepts the changes and adds the available products to the cart."`
}

func (h *Handler) buyAgain(ctx context.Context, _ *struct{}) (BuyAgain, error) {
	return h.Orders.BuyAgain(ctx, httpapi.IdentityOf(ctx).UserID)
}

func (h *Handler) reorder(ctx context.Context, in *struct {
	Path
	Body httpapi.Form[ReorderForm]
},
) (ReorderResult, error) {
	return h.Orders.Reorder(ctx, httpapi.IdentityOf(ctx).UserID, in.ID, in.Body.Value.Confirmed.Value)
}
