package list

import (
	"context"
	"net/http"
	"strings"

	"kirana/internal/changes"
	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/unicodetext"
)

// Handler serves the calls under /order that list.
type Handler struct {
	Lists *Service
}

// Routes registers the calls that list.
func (h *Handler) Routes(r *httpapi.Router) {
	httpapi.HandleBody(r, httpapi.Route{
		Method: "GET", Path: "/order/getOrderDetails", Access: httpapi.Authenticated,
		Summary: "List the caller's order lines, newest order first",
	}, h.listLinesForUser)
	httpapi.HandleBody(r, httpapi.Route{
		Method: "GET", Path: "/order/getAllOrderDetails", Access: httpapi.Administrator, Scope: httpapi.ScopeOrders,
		Summary: "List all order lines with their customers, newest order first",
	}, h.listLines)
	orders := httpapi.Route{
		Method: "GET", Path: "/order/checkouts", Access: httpapi.Administrator, Scope: httpapi.ScopeOrders, Refuses: []int{http.StatusConflict},
		Summary: "List orders, with counts by stage",
	}
	httpapi.HandleBody(r, orders, h.listOrders)
	httpapi.DocumentChanges[orderPage, order.View](r, orders)
	httpapi.HandleBody(r, httpapi.Route{
		Method: "GET", Path: "/order/mine", Access: httpapi.Authenticated,
		Summary: "List the caller's orders, newest first",
	}, h.ownOrders)
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/order/picklist", Access: httpapi.Administrator, Scope: httpapi.ScopeOrders,
		Summary: "Retrieve the pick list of several orders: the total quantity of each product, and the quantity for each order",
	}, h.pickList)
}

// orderPage is a page of orders, with the counts of the desk.
type orderPage struct {
	httpapi.Page[order.View]

	Counts  StageCounts `json:"counts"`
	Collect money.Paise `json:"collect" doc:"Amount still to be collected on delivery for all open orders, in rupees."`
}

// SchemaName returns the name in the API document.
func (orderPage) SchemaName() string { return "CheckoutPageWithCounts" }

// Query holds the query parameters that select orders.
type Query struct {
	httpapi.PageQuery

	Stage    string `query:"stage" enum:"NEW,PACKING,PACKED,OUT,DONE,OPEN" doc:"Filters by stage. OPEN: every stage before DONE."`
	Problems string `query:"problems" doc:"true: orders with a problem only."`
	Unpaid   string `query:"unpaid" doc:"true: includes orders whose online payment has not succeeded."`
	IDs      string `query:"ids" maxLength:"3000" doc:"Order IDs (_id), separated by commas; at most 100."`
	Q        string `query:"q" maxLength:"200" doc:"Search by the beginnings of words: line number, order number, customer name, four digits of the mobile, address, product, rider. If every word occurs in more than 3,000 orders, only the newest 5,000 orders are searched. Matches at most 1,000 orders."`
	Area     string `query:"area" maxLength:"20" doc:"Filters by pincode."`
	Rider    string `query:"rider" maxLength:"60" doc:"Filters by rider: the exact name in the orders."`
	Payment  string `query:"payment" enum:"COD,ONLINE"`
	Channel  string `query:"channel" enum:"ONLINE,PHONE,COUNTER" doc:"Filters by the channel on which orders were placed."`
	From     string `query:"from" doc:"First day on which orders were placed, as YYYY-MM-DD in India Standard Time."`
	To       string `query:"to" doc:"Last day on which orders were placed, inclusive, as YYYY-MM-DD in India Standard Time."`

	FinishedFrom string `query:"finishedFrom" doc:"First day on which orders were done, as YYYY-MM-DD in India Standard Time. Excludes orders that are canceled as a whole."`
	FinishedTo   string `query:"finishedTo" doc:"Last day on which orders were done, inclusive, as YYYY-MM-DD in India Standard Time."`
}

// ordersPerPage is the page size of lists of orders if the caller sets none.
const ordersPerPage = 50

// maxListed bounds the orders that a call can name.
const maxListed = 100

// isSeparator reports whether r separates two ids of a list.
func isSeparator(r rune) bool { return r == ',' || r == ' ' }

// Filter parses the query. An invalid value fails with fault.Invalid, with its field.
func (q Query) Filter() (Filter, error) {
	area, _ := unicodetext.Pincode(q.Area)
	f := Filter{
		Stage: order.Stage(q.Stage), Problems: q.Problems == "true", Unpaid: q.Unpaid == "true", Search: q.Q, Pincode: area, Rider: q.Rider, Method: order.Method(q.Payment), Channel: order.Channel(q.Channel),
	}
	if f.Stage != "" && f.Stage != Open && !f.Stage.Valid() {
		return f, fault.InField("stage", "The value of stage must be NEW, PACKING, PACKED, OUT, DONE or OPEN.")
	}
	if f.IDs = strings.FieldsFunc(q.IDs, isSeparator); len(f.IDs) > maxListed {
		return f, fault.InField("ids", "At most %d orders can be named at once.", maxListed)
	}
	var err error
	if f.Page, f.Limit, err = q.Parse(ordersPerPage); err != nil {
		return f, err
	}
	if f.From, err = httpapi.ParseDay("from", q.From, 0); err != nil {
		return f, err
	}
	if f.To, err = httpapi.ParseDay("to", q.To, 1); err != nil {
		return f, err
	}
	if f.FinishedFrom, err = httpapi.ParseDay("finishedFrom", q.FinishedFrom, 0); err != nil {
		return f, err
	}
	f.FinishedTo, err = httpapi.ParseDay("finishedTo", q.FinishedTo, 1)
	return f, err
}

func (h *Handler) listOrders(ctx context.Context, in *struct {
	Query
	httpapi.SinceQuery
},
) (any, error) {
	f, err := in.Filter()
	if err != nil {
		return nil, err
	}
	if in.UpdatedSince != "" {
		page, views, err := h.Lists.ListChanged(ctx, order.ViewerOf(ctx), in.UpdatedSince, f)
		return changes.Body(page, changes.ByID(views, func(v order.View) string { return v.ID })), err
	}
	list, err := h.Lists.List(ctx, order.ViewerOf(ctx), f)
	return orderPage{Page: httpapi.NewPage(list.Orders, list.Total, f.Limit), Counts: list.Counts, Collect: list.Collect}, err
}

func (h *Handler) ownOrders(ctx context.Context, in *httpapi.PageQuery) (httpapi.Page[order.View], error) {
	f := Filter{UserID: httpapi.IdentityOf(ctx).UserID}
	var err error
	if f.Page, f.Limit, err = in.Parse(ordersPerPage); err != nil {
		return httpapi.Page[order.View]{}, err
	}
	list, err := h.Lists.List(ctx, order.Viewer{UserID: f.UserID}, f)
	return httpapi.NewPage(list.Orders, list.Total, f.Limit), err
}

func (h *Handler) pickList(ctx context.Context, in *struct {
	IDs string `query:"ids" doc:"Order IDs (_id), separated by commas; at most 100."`
},
) (PickList, error) {
	ids := strings.FieldsFunc(in.IDs, isSeparator)
	if len(ids) > maxListed {
		return PickList{}, fault.InField("ids", "A pick list can have at most %d orders.", maxListed)
	}
	return h.Lists.PickList(ctx, ids)
}
