package order

import (
	"context"
	"encoding/json"
	"math"
	"reflect"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/idempotency"
	"kirana/internal/limit"
	"kirana/internal/money"
)

// Handler serves the calls under /order, and the bills that links show.
type Handler struct {
	Orders *Service
}

type checkoutForm struct {
	Items     []checkoutItem `json:"list_items" label:"The order" maxItems:"100" doc:"Lines of the cart. productId may be the whole product: only its _id is read."`
	TotalQty  httpapi.Int    `json:"totalQty,omitempty" label:"The total quantity" doc:"Sum of the quantities."`
	AddressID httpapi.Ref    `json:"addressId,omitempty" label:"The delivery address"`
	TotalAmt  amount         `json:"totalAmt,omitempty" doc:"Total shown to the shopper, in rupees. If it differs from the computed total, the order is refused with 409 (prices_changed)."`
	Buyer     BuyerForm      `json:"buyer,omitempty" doc:"Business to which the bill is issued."`
}

type checkoutItem struct {
	LineID    httpapi.Ref  `json:"_id,omitempty" doc:"ID of a line of the caller's cart. If absent, the item is ordered without a cart line."`
	ProductID httpapi.Ref  `json:"productId" label:"Product"`
	Quantity  httpapi.Int  `json:"quantity" minimum:"1" maximum:"99"`
	Size      httpapi.Text `json:"size,omitempty" maxLength:"60"`
	Color     httpapi.Text `json:"color,omitempty" maxLength:"60"`
	Wish      httpapi.Text `json:"wish,omitempty" maxLength:"20" enum:"CALL,REPLACE,REMOVE," doc:"Action if the product is out of stock: CALL calls the customer, REPLACE packs a similar product at no higher price, REMOVE drops the line. REMOVE if absent or empty."`
}

// amount is a sum in rupees, computed by the client. It may be a binary fraction, and is rounded to
// the nearest paisa.
type amount struct{ sent string }

// UnmarshalJSON never fails. It keeps a value that is not a string as raw JSON; paise refuses
// invalid values later and names the field.
func (a *amount) UnmarshalJSON(b []byte) error {
	if json.Unmarshal(b, &a.sent) != nil {
		a.sent = string(b)
	}
	return nil
}

// Schema documents a number, which may be sent as a string.
func (amount) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{OneOf: []*huma.Schema{{Type: huma.TypeNumber}, {Type: huma.TypeString}}}
}

// paise returns the amount in paise, or nil if none was sent. A value that is not a number, or too
// large, fails with fault.Invalid.
func (a amount) paise() (*money.Paise, error) {
	if a.sent == "" {
		return nil, nil
	}
	// The largest order is far below the sums at which a float64 loses a paisa.
	rupees, err := strconv.ParseFloat(a.sent, 64)
	if err != nil || math.IsNaN(rupees) || math.Abs(rupees) > MaxItems*99*float64(money.Max/100) {
		return nil, fault.InField("totalAmt", "The total must be an amount in rupees.")
	}
	paise := money.Paise(math.Round(rupees * 100))
	return &paise, nil
}

type deliveryForm struct {
	Status httpapi.Text `json:"delivery_status" maxLength:"20" enum:"PENDING,DELIVERED,CANCELED"`
}

// Schema documents a receipt as its lines.
func (Receipt) Schema(r huma.Registry) *huma.Schema {
	return r.Schema(reflect.TypeFor[[]LineView](), true, "Orders")
}

// SchemaName returns the name in the API document.
func (LineView) SchemaName() string { return "Order" }

// SchemaName returns the name in the API document.
func (Destination) SchemaName() string { return "DeliveryAddress" }

// Routes registers every call of the feature.
func (h *Handler) Routes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/order/cod", Access: httpapi.Shopper, MaxBody: httpapi.CheckoutBody,
		Budget:  httpapi.Budget{Limits: []limit.Rule{userRule, networkRule}, Rows: 500},
		Summary: "Place a cash-on-delivery order for all items or none", Message: "Order Successful",
	}, h.place)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/order/update-status/{orderId}", Access: httpapi.Administrator, Scope: httpapi.ScopeOrders,
		Refuses: endsPayment,
		Summary: "Set the delivery status of an order line and update the stock", Message: "Status updated successfully",
	}, h.setDelivery)
	h.paymentRoutes(r)
	h.orderRoutes(r)
}

// checkoutCall is the input of both checkout calls, cash on delivery and online.
type checkoutCall struct {
	Key  string `header:"Idempotency-Key" doc:"Idempotency key of up to 255 characters. A repeated request with the same key returns the first response for 24 hours."`
	Body httpapi.DeferredForm[checkoutForm]
}

func (h *Handler) place(ctx context.Context, in *checkoutCall) (Receipt, error) {
	userID := httpapi.IdentityOf(ctx).UserID
	request, err := in.request()
	if err != nil {
		return nil, h.Orders.refuseInvalid(ctx, userID, in.Key, err)
	}
	return h.Orders.Place(ctx, userID, in.Key, request)
}

func (c *checkoutCall) request() (Request, error) {
	if err := idempotency.CheckKey(c.Key); err != nil {
		return Request{}, err
	}
	if err := c.Body.Read(); err != nil {
		return Request{}, err
	}
	form := c.Body.Value
	if len(form.Items) > 0 && !form.TotalQty.Set {
		return Request{}, fault.InField("totalQty", "Total quantity is required.")
	}
	shown, err := form.TotalAmt.paise()
	if err != nil {
		return Request{}, err
	}
	request := Request{TotalQty: form.TotalQty.Value, AddressID: form.AddressID.Value, TotalAmt: shown, Buyer: form.Buyer.Buyer()}
	for _, item := range form.Items {
		request.Items = append(request.Items, Item{
			LineID: item.LineID.Value, ProductID: item.ProductID.Value, Quantity: item.Quantity.Value, Size: item.Size.Value, Color: item.Color.Value,
			Wish: Wish(item.Wish.Value),
		})
	}
	return request, nil
}

func (h *Handler) setDelivery(ctx context.Context, in *struct {
	Name string `path:"orderId" doc:"Number (ORD-…) or _id of the line."`
	Body httpapi.Form[deliveryForm]
},
) (LineView, error) {
	view, err := h.Orders.SetDelivery(ctx, httpapi.IdentityOf(ctx).UserID, in.Name, Delivery(in.Body.Value.Status.Value))
	return ViewerOf(ctx).line(view), err
}
