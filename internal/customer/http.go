package customer

import (
	"context"
	"net/http"

	"kirana/internal/account"
	"kirana/internal/changes"
	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/limit"
	"kirana/internal/order"
	"kirana/internal/unicodetext"
)

// Handler serves staff's calls about customers, and users' calls about their own data.
type Handler struct {
	Customers *Service
	// Confirm refuses a change without the caller's password.
	Confirm func(ctx context.Context, password string) error
	// Drop removes an unused picture from the picture store.
	Drop func(ctx context.Context, url string)
}

// Routes registers every call of the feature.
func (h *Handler) Routes(r *httpapi.Router) {
	customers := httpapi.Route{
		Method: "GET", Path: "/customers", Access: httpapi.Administrator, Scope: httpapi.ScopeOrders, Refuses: []int{http.StatusConflict},
		Summary: "List customers with their order statistics; without email and statistics for packers",
	}
	httpapi.HandleBody(r, customers, h.list)
	httpapi.DocumentChanges[customerPage, Customer](r, customers)
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/customers/{id}", Access: httpapi.Administrator, Scope: httpapi.ScopeOrders,
		Summary: "Retrieve a customer with their newest orders and addresses; without email and statistics for packers",
	}, h.profile)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/customers/{id}", Access: httpapi.Manager,
		Summary: "Suspend or activate a customer, or set the staff note; a suspension ends all their logins",
	}, h.update)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/customers/{id}/cancel-open", Access: httpapi.Manager,
		Summary: "Cancel every open order of a customer; orders that cannot be canceled are listed in the response",
	}, h.cancelOpen)
	httpapi.Handle(r, httpapi.Route{
		Method: "DELETE", Path: "/customers/{id}", Access: httpapi.Owner,
		Budget:  httpapi.Budget{Limits: []limit.Rule{account.ConfirmationRule}},
		Summary: "Delete a customer's account; it is hidden at once and erased after 365 days", Message: "The account is deleted.",
	}, h.deleteCustomer)
	h.personRoutes(r)
	h.unregisteredRoutes(r)
}

type customerPage struct {
	httpapi.Page[Customer]

	ThisMonth int      `json:"thisMonth" doc:"Number of customers who ordered in the current month, in India Standard Time."`
	Areas     []string `json:"areas" doc:"Pincodes of last orders, most frequent first."`
}

// SchemaName returns the name of the list in the API document.
func (customerPage) SchemaName() string { return "CustomerPageWithAreas" }

type listInput struct {
	httpapi.PageQuery
	httpapi.SinceQuery

	Q      string `query:"q" maxLength:"200" doc:"Search text: parts of name, mobile, email or address."`
	Sort   string `query:"sort" enum:"last,spent,orders,name" doc:"Sort order. last: most recent order first."`
	Mobile string `query:"mobile" maxLength:"30" doc:"Mobile number. Matches numbers known to staff, of the account and of addresses."`
	Area   string `query:"area" maxLength:"20" doc:"Pincode of the last order."`
}

// defaultLimit is the page size unless the caller sets one.
const defaultLimit = 50

func (h *Handler) list(ctx context.Context, in *listInput) (any, error) {
	area, _ := unicodetext.Pincode(in.Area)
	f := Filter{Search: in.Q, Sort: Sort(in.Sort), Pincode: area, Sums: viewerOf(ctx).StaffRole != account.Packer}
	if in.Mobile != "" {
		mobile, ok := unicodetext.Mobile(in.Mobile)
		if !ok {
			return nil, fault.InField("mobile", "Mobile number must have exactly 10 digits.")
		}
		f.Mobile = mobile
	}
	var err error
	if f.Page, f.Limit, err = in.Parse(defaultLimit); err != nil {
		return nil, err
	}
	if in.UpdatedSince != "" {
		page, customers, err := h.Customers.ListChanged(ctx, in.UpdatedSince, f)
		return changes.Body(page, changes.ByID(customers, func(c Customer) string { return c.ID })), err
	}
	list, err := h.Customers.List(ctx, f)
	return customerPage{Page: httpapi.NewPage(list.Customers, list.Total, f.Limit), ThisMonth: list.ThisMonth, Areas: list.Areas}, err
}

func viewerOf(ctx context.Context) order.Viewer {
	caller := httpapi.IdentityOf(ctx)
	return order.Viewer{UserID: caller.UserID, StaffRole: account.StaffRole(caller.StaffRole)}
}

// CustomerPath is the path with a customer's id.
type CustomerPath struct {
	ID string `path:"id" maxLength:"60"`
}

func (h *Handler) profile(ctx context.Context, in *CustomerPath) (Profile, error) {
	return h.Customers.Profile(ctx, viewerOf(ctx), in.ID)
}

type customerForm struct {
	Status httpapi.Text `json:"status,omitempty" maxLength:"20" doc:"Active or Suspended."`
	Reason httpapi.Text `json:"reason,omitempty" maxLength:"300" doc:"Reason for the suspension, shown to the customer at login."`
	Note   httpapi.Text `json:"note,omitempty" maxLength:"1000" lines:"several" doc:"Staff note, not visible to the customer."`
}

func (h *Handler) update(ctx context.Context, in *struct {
	CustomerPath
	Body httpapi.Form[customerForm]
},
) (Profile, error) {
	form, patch := in.Body.Value, Patch{Reason: in.Body.Value.Reason.Value}
	if form.Status.Set {
		patch.Status = &form.Status.Value
	}
	if form.Note.Set {
		patch.Note = &form.Note.Value
	}
	if err := h.Customers.Update(ctx, in.ID, patch); err != nil {
		return Profile{}, err
	}
	return h.Customers.Profile(ctx, viewerOf(ctx), in.ID)
}

type cancelForm struct {
	Reason httpapi.Text `json:"reason,omitempty" maxLength:"300" doc:"Reason, shown to the customer."`
}

func (h *Handler) cancelOpen(ctx context.Context, in *struct {
	CustomerPath
	Body httpapi.Form[cancelForm]
},
) (order.Cancellations, error) {
	caller := httpapi.IdentityOf(ctx)
	open := order.CancelOpenRequest{UserID: in.ID, Reason: in.Body.Value.Reason.Value}
	actor := order.Actor{Kind: order.ByStaff, UserID: caller.UserID, Name: caller.Name, StaffRole: viewerOf(ctx).StaffRole}
	return h.Customers.CancelOpen(ctx, viewerOf(ctx), actor, open)
}
