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

// Handler serves the calls under /order.
type Handler struct {
	Orders *Service
}

// defaultLimit is the page size of lists of lines if the caller sets none.
const defaultLimit = 20

type checkoutForm struct {
	Items     []checkoutItem `json:"list_items" label:"The order" maxItems:"100" doc:"lines of the cart; each may carry its whole product"`
	TotalQty  httpapi.Int    `json:"totalQty,omitempty" label:"The total quantity" doc:"the sum of the quantities"`
	AddressID httpapi.Ref    `json:"addressId,omitempty" label:"The delivery address"`
	TotalAmt  amount         `json:"totalAmt,omitempty" doc:"what the shopper was shown, in rupees; refused when it is not the shop's own sum"`
	Buyer     BuyerForm      `json:"buyer,omitempty" doc:"a business that needs the bill in its name"`
}

type checkoutItem struct {
	LineID    httpapi.Ref  `json:"_id,omitempty" doc:"a line of the caller's cart; left out, the item is ordered as it stands"`
	ProductID httpapi.Ref  `json:"productId" label:"Product"`
	Quantity  httpapi.Int  `json:"quantity" minimum:"1" maximum:"99"`
	Size      httpapi.Text `json:"size,omitempty" maxLength:"60"`
	Color     httpapi.Text `json:"color,omitempty" maxLength:"60"`
	Wish      httpapi.Text `json:"wish,omitempty" maxLength:"20" enum:"CALL,REPLACE,REMOVE," doc:"what to do when it is out of stock: call first, take something like it for at most its price, or leave it out, which it is unless said otherwise"`
}

// amount is a sum computed by the client. It may be a binary fraction, and is rounded to the nearest
// paisa.
type amount struct{ sent string }

// UnmarshalJSON never fails. It stores anything but a text as raw JSON, so that paise can refuse it
// with its field.
func (a *amount) UnmarshalJSON(b []byte) error {
	if json.Unmarshal(b, &a.sent) != nil {
		a.sent = string(b)
	}
	return nil
}

// Schema documents a number, which may be sent as text.
func (amount) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{OneOf: []*huma.Schema{{Type: huma.TypeNumber}, {Type: huma.TypeString}}}
}

// paise returns the amount, or nil if none was sent. Anything but a number is fault.Invalid.
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
		Summary: "Order items, all or none, to be paid in cash on delivery", Message: "Order Successful",
	}, h.place)
	httpapi.HandleBody(r, httpapi.Route{
		Method: "GET", Path: "/order/getOrderDetails", Access: httpapi.Authenticated,
		Summary: "The caller's order rows, the newest checkout first",
	}, h.listLinesForUser)
	httpapi.HandleBody(r, httpapi.Route{
		Method: "GET", Path: "/order/getAllOrderDetails", Access: httpapi.Administrator, Scope: httpapi.ScopeOrders,
		Summary: "All order rows with who ordered, the newest checkout first",
	}, h.listLines)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/order/update-status/{orderId}", Access: httpapi.Administrator, Scope: httpapi.ScopeOrders,
		Refuses: endsPayment,
		Summary: "Set an order's delivery status; the stock follows", Message: "Status updated successfully",
	}, h.setDelivery)
	h.paymentRoutes(r)
	h.orderRoutes(r)
}

// checkoutCall is the input of both checkout calls, cash on delivery and online.
type checkoutCall struct {
	Key  string `header:"Idempotency-Key" doc:"any value up to 255 characters; the same again within 24 hours returns the first response again"`
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

// Pages are the query parameters of a list's page. They are texts, because an empty parameter counts
// as missing.
type Pages struct {
	Page  string `query:"page" doc:"from 1"`
	Limit string `query:"limit" doc:"1 to 100"`
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

	ByStatus *DeliveryCounts `json:"byStatus,omitempty" doc:"how many rows there are of each delivery status, whichever is asked for; with a page only. With by=checkout how many orders have such a row"`
	All      *int            `json:"all,omitempty" doc:"with by=checkout: number of orders, with rows of any status"`
}

// SchemaName returns the name in the API document.
func (countedPage) SchemaName() string { return "OrderPageWithCounts" }

func (h *Handler) listLines(ctx context.Context, in *struct {
	Pages

	Status string `query:"status" enum:"PENDING,DELIVERED,CANCELED"`
	Waits  string `query:"waits" enum:"delivery,payment,refund" doc:"only rows that wait for it"`
	By     string `query:"by" doc:"checkout: pages of whole orders. limit counts orders then, each with all its rows; status, waits and q select those of which a row fits"`
	Q      string `query:"q" maxLength:"200" doc:"part of the order number, the product's name or the shopper's name, email or mobile, words of the address, or the whole short number; in all but the newest 2,000 orders numbers and products are found by the beginnings of their words; at most 2,000 rows"`
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

// listByOrder lists lines in pages of whole orders. Without a page in the request it returns the first
// one.
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
	Name string `path:"orderId" doc:"the order's number (ORD-…) or _id"`
	Body httpapi.Form[deliveryForm]
},
) (LineView, error) {
	view, err := h.Orders.SetDelivery(ctx, httpapi.IdentityOf(ctx).UserID, in.Name, Delivery(in.Body.Value.Status.Value))
	return viewerOf(ctx).line(view), err
}

// apply sets the page of the filter, if the request has either parameter.
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

// checkLineFilter refuses an unknown delivery status or queue. "" is any.
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
