package order

import (
	"context"

	"kirana/internal/httpapi"
	"kirana/internal/limit"
)

// billingRoutes registers the calls about the bills of an order.
func (h *Handler) billingRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/order/checkout/{id}/bill", Access: httpapi.Administrator, Scope: httpapi.ScopeOrders,
		Summary: "Issue the bill of an order before it leaves, from PACKED on; 409 with the products that lack a tax rate",
	}, h.issueBill)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/order/checkout/{id}/bill/cancel", Access: httpapi.Administrator, Scope: httpapi.ScopeOrders,
		Summary: "Cancel the bill of an order before the goods leave; its number is not used again",
	}, h.cancelBill)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/order/checkout/{id}/buyer", Access: httpapi.Authenticated, Scope: httpapi.ScopeOrders,
		Budget:  httpapi.Budget{Limits: []limit.Rule{editRule}, Rows: 2},
		Summary: "Set the business to which the bill of an order is issued, until it is issued; without a name the buyer is a person",
	}, h.setBuyer)
	httpapi.Handle(r, sharedBillRoute, h.sharedBill)
}

func (h *Handler) issueBill(ctx context.Context, in *Path) (View, error) {
	return h.after(ctx, in.ID, nil, h.Orders.IssueBill(ctx, actorOf(ctx), in.ID))
}

// CancelBillForm is the reason for canceling a bill.
type CancelBillForm struct {
	Reason httpapi.Text `json:"reason" maxLength:"300"`
}

func (h *Handler) cancelBill(ctx context.Context, in *struct {
	Path
	Body httpapi.Form[CancelBillForm]
},
) (View, error) {
	return h.after(ctx, in.ID, nil, h.Orders.CancelBill(ctx, actorOf(ctx), in.ID, in.Body.Value.Reason.Value))
}

// BuyerForm is a business that buys.
type BuyerForm struct {
	Name  httpapi.Text `json:"name,omitempty" maxLength:"100"`
	GSTIN httpapi.Text `json:"gstin,omitempty" maxLength:"20" doc:"GSTIN of 15 characters. Empty for an unregistered business."`
}

// Buyer returns the business.
func (f BuyerForm) Buyer() Buyer { return Buyer{f.Name.Value, f.GSTIN.Value} }

func (h *Handler) setBuyer(ctx context.Context, in *struct {
	Path
	Body httpapi.Form[BuyerForm]
},
) (View, error) {
	return h.after(ctx, in.ID, nil, h.Orders.SetBuyer(ctx, actorOf(ctx), in.ID, in.Body.Value.Buyer()))
}
