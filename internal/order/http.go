package order

import (
	"context"
	"encoding/json"
	"math"
	"reflect"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"kirana/internal/account"
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

// defaultLimit is the page size of lists of lines if the caller sets none.
const defaultLimit = 20

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

// UnmarshalJSON never fails. It keeps everything but strings as raw JSON, so that paise can refuse
// an invalid value with its field.
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

// paise returns the amount in paise, or nil if none was sent. A value that is no number, or too
// large, is fault.Invalid.
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
	httpapi.HandleBody(r, httpapi.Route{
		Method: "GET", Path: "/order/getOrderDetails", Access: httpapi.Authenticated,
		Summary: "List the caller's order lines, newest order first",
	}, h.listLinesForUser)
	httpapi.HandleBody(r, httpapi.Route{
		Method: "GET", Path: "/order/getAllOrderDetails", Access: httpapi.Administrator, Scope: httpapi.ScopeOrders,
		Summary: "List all order lines with their customers, newest order first",
	}, h.listLines)
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

// Pages are the query parameters page and limit of a list. They are strings, because an empty
// parameter counts as missing.
type Pages struct {
	Page  string `query:"page" doc:"Page number, from 1."`
	Limit string `query:"limit" doc:"Page size, 1 to 100."`
}

func (h *Handler) listLinesForUser(ctx context.Context, in *Pages) (httpapi.Page[LineView], error) {
	var f LineFilter
	if err := in.apply(&f); err != nil {
		return httpapi.Page[LineView]{}, err
	}
	views, total, err := h.Orders.ListLinesForUser(ctx, httpapi.IdentityOf(ctx).UserID, f)
	return f.page(views, total), err
}

// countedPage is a page of the administrator's list of lines.
type countedPage struct {
	httpapi.Page[LineView]

	ByStatus *DeliveryCounts `json:"byStatus,omitempty" doc:"Number of lines by delivery status, regardless of the status filter; only with pagination. With by=checkout: number of orders that have such a line."`
	All      *int            `json:"all,omitempty" doc:"Number of orders, regardless of the status filter; only with by=checkout."`
}

// SchemaName returns the name in the API document.
func (countedPage) SchemaName() string { return "OrderPageWithCounts" }

func (h *Handler) listLines(ctx context.Context, in *struct {
	Pages

	Status string `query:"status" enum:"PENDING,DELIVERED,CANCELED"`
	Waits  string `query:"waits" enum:"delivery,payment,refund" doc:"Filters by lines that wait for delivery, payment or a refund."`
	By     string `query:"by" doc:"checkout: paginates by order. limit counts orders, each with all its lines; status, waits and q select orders with a matching line."`
	Q      string `query:"q" maxLength:"200" doc:"Search text: part of a line's number (ORD-…), product name, customer name, email or mobile; words of the address or of the rider's name; or the whole order number. Beyond the newest 2,000 orders, numbers and product names match by the beginnings of their words. Matches at most 2,000 lines."`
},
) (countedPage, error) {
	f := LineFilter{Delivery: Delivery(in.Status), Queue: Queue(in.Waits), Search: in.Q, NoEmail: viewerOf(ctx).StaffRole == account.Packer}
	if err := checkLineFilter(f.Delivery, f.Queue); err != nil {
		return countedPage{}, err
	}
	if in.By != "" && in.By != "checkout" {
		return countedPage{}, fault.InField("by", "The value of by must be checkout.")
	}
	if err := in.apply(&f); err != nil {
		return countedPage{}, err
	}
	if in.By != "" {
		return h.listByOrder(ctx, f)
	}
	views, counts, err := h.Orders.ListLines(ctx, f)
	page := countedPage{Page: f.page(viewerOf(ctx).lines(views), counts.Of(f.Delivery))}
	if f.Limit > 0 {
		page.ByStatus = &counts
	}
	return page, err
}

// listByOrder lists lines in pages of whole orders. Without page and limit it returns the first
// page.
func (h *Handler) listByOrder(ctx context.Context, f LineFilter) (countedPage, error) {
	if f.Limit == 0 {
		f.Page, f.Limit = 1, defaultLimit
	}
	views, counts, err := h.Orders.ListLinesByOrder(ctx, f)
	return countedPage{
		Page: f.page(viewerOf(ctx).lines(views), counts.Of(f.Delivery)), ByStatus: &counts.DeliveryCounts, All: &counts.All,
	}, err
}

func (h *Handler) setDelivery(ctx context.Context, in *struct {
	Name string `path:"orderId" doc:"Number (ORD-…) or _id of the line."`
	Body httpapi.Form[deliveryForm]
},
) (LineView, error) {
	view, err := h.Orders.SetDelivery(ctx, httpapi.IdentityOf(ctx).UserID, in.Name, Delivery(in.Body.Value.Status.Value))
	return viewerOf(ctx).line(view), err
}

// apply sets the page of the filter, if the request has a page or a limit.
func (p Pages) apply(f *LineFilter) error {
	if p.Page == "" && p.Limit == "" {
		return nil
	}
	f.Page, f.Limit = 1, defaultLimit
	var wrong []fault.Field
	for _, number := range []struct {
		name, text string
		maximum    int
		into       *int
	}{{"page", p.Page, 1_000_000, &f.Page}, {"limit", p.Limit, 100, &f.Limit}} {
		if number.text == "" {
			continue
		}
		n, err := strconv.Atoi(number.text)
		if err != nil || n < 1 || n > number.maximum {
			wrong = append(wrong, fault.InvalidField(number.name, "The value of %s must be a whole number from 1 to %d.", number.name, number.maximum))
			continue
		}
		*number.into = n
	}
	return fault.Form(wrong)
}

// checkLineFilter refuses an unknown delivery status or queue. "" stands for all.
func checkLineFilter(status Delivery, queue Queue) error {
	if status != "" && !status.Valid() {
		return fault.InField("status", "The value of status must be PENDING, DELIVERED or CANCELED.")
	}
	if queue != "" && queue.Condition() == "" {
		return fault.InField("waits", "The value of waits must be delivery, payment or refund.")
	}
	return nil
}

func (f LineFilter) page(views []LineView, total int) httpapi.Page[LineView] {
	if f.Limit == 0 {
		return httpapi.Unpaged(views)
	}
	return httpapi.NewPage(views, total, f.Limit)
}
