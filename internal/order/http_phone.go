package order

import (
	"context"

	"kirana/internal/httpapi"
	"kirana/internal/idempotency"
)

// phoneRoutes registers the calls with which staff enters phone orders.
func (h *Handler) phoneRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/order/phone", Access: httpapi.Administrator, Scope: httpapi.ScopeOrders,
		Summary: "Find at most ten customers by digits of their mobile number, with their addresses",
	}, h.phoneCustomers)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/order/phone", Access: httpapi.Administrator, Scope: httpapi.ScopeOrders, MaxBody: httpapi.CheckoutBody,
		Summary: "Place a cash-on-delivery order for a customer on the phone, for all items or none", Message: "Order Successful",
	}, h.placeByPhone)
}

func (h *Handler) phoneCustomers(ctx context.Context, in *struct {
	Mobile string `query:"mobile" maxLength:"30" doc:"Four or more consecutive digits of the mobile number."`
},
) ([]PhoneCustomer, error) {
	return h.Orders.PhoneCustomers(ctx, in.Mobile)
}

type phoneForm struct {
	UserID    httpapi.Ref  `json:"userId" label:"The customer"`
	AddressID httpapi.Ref  `json:"addressId,omitempty" label:"The delivery address" doc:"ID of one of the customer's addresses. The order is refused without it."`
	Items     []phoneItem  `json:"list_items" label:"The order" maxItems:"100"`
	Note      httpapi.Text `json:"note,omitempty" maxLength:"1000" lines:"several" doc:"Staff note, not visible to customers."`
	Buyer     BuyerForm    `json:"buyer,omitempty" doc:"Business to which the bill is issued."`
	TotalAmt  amount       `json:"totalAmt,omitempty" doc:"Total shown to staff, in rupees. If it differs from the computed total, the order is refused with 409 (prices_changed)."`
}

type phoneItem struct {
	ProductID httpapi.Ref `json:"productId" label:"Product"`
	Quantity  httpapi.Int `json:"quantity" minimum:"1" maximum:"99"`

	Wish httpapi.Text `json:"wish,omitempty" maxLength:"20" enum:"CALL,REPLACE,REMOVE," doc:"Action if the product is out of stock. REMOVE if absent or empty."`
}

func (h *Handler) placeByPhone(ctx context.Context, in *struct {
	Key  string `header:"Idempotency-Key" doc:"Idempotency key of up to 255 characters. A repeated request with the same key returns the first response for 24 hours."`
	Body httpapi.Form[phoneForm]
},
) (Receipt, error) {
	if err := idempotency.CheckKey(in.Key); err != nil {
		return nil, err
	}
	form := in.Body.Value
	shown, err := form.TotalAmt.paise()
	if err != nil {
		return nil, err
	}
	o := PhoneOrder{UserID: form.UserID.Value, AddressID: form.AddressID.Value, Note: form.Note.Value, TotalAmt: shown, Buyer: form.Buyer.Buyer()}
	for _, item := range form.Items {
		o.Items = append(o.Items, Item{ProductID: item.ProductID.Value, Quantity: item.Quantity.Value, Wish: Wish(item.Wish.Value)})
	}
	return h.Orders.PlaceByPhone(ctx, actorOf(ctx), in.Key, o)
}
