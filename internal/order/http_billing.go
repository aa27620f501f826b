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
		Summary: "Name the buyer for the bill of an order, until it is issued: a business, or a person; without a name the buyer is the customer. A bill that waits for the name is issued",
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

// BuyerForm is the buyer to whom a bill is issued.
type BuyerForm struct {
	Name    httpapi.Text `json:"name,omitempty" maxLength:"100"`
	GSTIN   httpapi.Text `json:"gstin,omitempty" maxLength:"20" doc:"GSTIN of 15 characters. Empty for an unregistered buyer."`
	Address httpapi.Text `json:"address,omitempty" maxLength:"200" doc:"Address of the buyer of a sale at the counter: a bill of ₹50,000 or more needs it. Other orders have a delivery address."`
}

// Buyer returns the buyer.
func (f BuyerForm) Buyer() Buyer { return Buyer{f.Name.Value, f.GSTIN.Value, f.Address.Value} }

func (h *Handler) setBuyer(ctx context.Context, in *struct {
	Path
	Body httpapi.Form[BuyerForm]
},
) (View, error) {
	return h.after(ctx, in.ID, nil, h.Orders.SetBuyer(ctx, actorOf(ctx), in.ID, in.Body.Value.Buyer()))
}
