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
		Summary: "At most ten customers with a mobile number of these digits, with their addresses",
	}, h.phoneCustomers)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/order/phone", Access: httpapi.Administrator, Scope: httpapi.ScopeOrders, MaxBody: httpapi.CheckoutBody,
		Summary: "Order items for a customer on the phone, all or none, to be paid in cash on delivery", Message: "Order Successful",
	}, h.placeByPhone)
}

func (h *Handler) phoneCustomers(ctx context.Context, in *struct {
	Mobile string `query:"mobile" maxLength:"30" doc:"four digits or more, anywhere in the number"`
},
) ([]PhoneCustomer, error) {
	return h.Orders.PhoneCustomers(ctx, in.Mobile)
}

type phoneForm struct {
	UserID    httpapi.Ref  `json:"userId" label:"The customer"`
	AddressID httpapi.Ref  `json:"addressId,omitempty" label:"The delivery address" doc:"one of the customer's; without it the order is refused"`
	Items     []phoneItem  `json:"list_items" label:"The order" maxItems:"100"`
	Note      httpapi.Text `json:"note,omitempty" maxLength:"1000" lines:"several" doc:"no customer reads it"`
	Buyer     BuyerForm    `json:"buyer,omitempty" doc:"a business that needs the bill in its name"`
	TotalAmt  amount       `json:"totalAmt,omitempty" doc:"what staff was shown, in rupees; refused when it is not the shop's own sum"`
}

type phoneItem struct {
	ProductID httpapi.Ref `json:"productId" label:"Product"`
	Quantity  httpapi.Int `json:"quantity" minimum:"1" maximum:"99"`

	Wish httpapi.Text `json:"wish,omitempty" maxLength:"20" enum:"CALL,REPLACE,REMOVE," doc:"what to do when it is out of stock; REMOVE unless said otherwise"`
}

func (h *Handler) placeByPhone(ctx context.Context, in *struct {
	Key  string `header:"Idempotency-Key" doc:"any value up to 255 characters; the same again within 24 hours returns the first response again"`
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
