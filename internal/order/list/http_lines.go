package list

import (
	"context"
	"strconv"

	"kirana/internal/account"
	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/order"
)

// defaultLimit is the page size of lists of lines if the caller sets none.
const defaultLimit = 20

// Pages are the query parameters of a list's page. They are texts, because an empty parameter counts
// as missing.
type Pages struct {
	Page  string `query:"page" doc:"Page number, from 1."`
	Limit string `query:"limit" doc:"Page size, 1 to 100."`
}

func (h *Handler) listLinesForUser(ctx context.Context, in *Pages) (httpapi.Page[order.LineView], error) {
	var f LineFilter
	if err := in.apply(&f); err != nil {
		return httpapi.Page[order.LineView]{}, err
	}
	views, total, err := h.Lists.ListLinesForUser(ctx, httpapi.IdentityOf(ctx).UserID, f)
	return f.page(views, total), err
}

// countedPage is a page of the administrator's list of lines.
type countedPage struct {
	httpapi.Page[order.LineView]

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
	f := LineFilter{Delivery: order.Delivery(in.Status), Queue: Queue(in.Waits), Search: in.Q, NoEmail: order.ViewerOf(ctx).StaffRole == account.Packer}
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
	views, counts, err := h.Lists.ListLines(ctx, f)
	page := countedPage{Page: f.page(order.ViewerOf(ctx).Lines(views), counts.Of(f.Delivery))}
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
	views, counts, err := h.Lists.ListLinesByOrder(ctx, f)
	return countedPage{
		Page: f.page(order.ViewerOf(ctx).Lines(views), counts.Of(f.Delivery)), ByStatus: &counts.DeliveryCounts, All: &counts.All,
	}, err
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
func checkLineFilter(status order.Delivery, queue Queue) error {
	if status != "" && !status.Valid() {
		return fault.InField("status", "The value of status must be PENDING, DELIVERED or CANCELED.")
	}
	if queue != "" && queue.Condition() == "" {
		return fault.InField("waits", "The value of waits must be delivery, payment or refund.")
	}
	return nil
}

func (f LineFilter) page(views []order.LineView, total int) httpapi.Page[order.LineView] {
	if f.Limit == 0 {
		return httpapi.Unpaged(views)
	}
	return httpapi.NewPage(views, total, f.Limit)
}
