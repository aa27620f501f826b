package customer

import (
	"context"
	"net/http"

	"kirana/internal/account"
	"kirana/internal/address"
	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/money"
)

// unregisteredRoutes registers the calls about customers without a login.
func (h *Handler) unregisteredRoutes(r *httpapi.Router) {
	httpapi.HandleBody(r, httpapi.Route{
		Method: "POST", Path: "/customers", Access: httpapi.Administrator, Scope: httpapi.ScopeOrders, Status: http.StatusCreated, Or: http.StatusOK,
		Summary: "Retrieve the customer whom staff knows by a mobile number, or create one without a login (201)",
	}, h.add)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/customers/{id}/addresses", Access: httpapi.Administrator, Scope: httpapi.ScopeOrders, Status: http.StatusCreated,
		Summary: "Create an address for a customer", Message: "Address added successfully!",
	}, h.addAddress)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/customers/{id}/merge", Access: httpapi.Manager, Refuses: []int{http.StatusTooManyRequests},
		Summary: "Merge a customer into another one permanently; orders, bills, addresses and numbers are moved", Message: "The two are one customer now.",
	}, h.merge)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/customers/{id}/invite", Access: httpapi.Manager,
		Summary: "Create a one-time link by which a customer gets a login, valid for 14 days; an earlier link expires",
	}, h.invite)
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/customers/{id}/data", Access: httpapi.Owner,
		Summary: "Export all data about a customer, meant for one without a login",
	}, h.exportOf)
}

type newCustomerForm struct {
	Name   httpapi.Text `json:"name,omitempty" maxLength:"100" doc:"Name. Required if staff knows no customer by the number."`
	Mobile httpapi.Text `json:"mobile" maxLength:"30"`
}

// addedCustomer is the response with a customer who was found or created.
type addedCustomer struct {
	httpapi.Envelope[Profile]

	created bool
}

// SchemaName returns the name in the API document.
func (addedCustomer) SchemaName() string { return "AddedCustomer" }

// StatusCode returns 201 for a created customer, and 200 for one who was found.
func (a addedCustomer) StatusCode() int {
	if a.created {
		return http.StatusCreated
	}
	return http.StatusOK
}

func (h *Handler) add(ctx context.Context, in *struct {
	Body httpapi.Form[newCustomerForm]
},
) (addedCustomer, error) {
	user, created, err := h.Customers.Accounts.AddCustomer(ctx, in.Body.Value.Name.Value, in.Body.Value.Mobile.Value)
	if err != nil {
		return addedCustomer{}, err
	}
	profile, err := h.Customers.Profile(ctx, viewerOf(ctx), user.ID)
	return addedCustomer{httpapi.OK("", profile), created}, err
}

func (h *Handler) addAddress(ctx context.Context, in *struct {
	CustomerPath
	Body httpapi.Form[address.AddressForm]
},
) (address.Address, error) {
	customer, err := h.Customers.Profile(ctx, viewerOf(ctx), in.ID)
	if err != nil {
		return address.Address{}, err
	}
	return h.Customers.Addresses.Add(ctx, customer.ID, in.Body.Value.Postal())
}

type mergeForm struct {
	Into   httpapi.Ref    `json:"into" label:"The customer that stays"`
	Name   httpapi.Text   `json:"name,omitempty" maxLength:"100" doc:"Name: one of the two. The remaining customer's if absent."`
	Mobile httpapi.Text   `json:"mobile,omitempty" maxLength:"30" doc:"Primary mobile number: one of the two. The remaining customer's if absent. Both numbers find the customer."`
	Note   httpapi.Text   `json:"note,omitempty" maxLength:"2001" lines:"several" doc:"Staff note. Both notes if absent."`
	Limit  httpapi.Rupees `json:"limit,omitempty" doc:"Khata limit in rupees. Owners only. If absent, the remaining customer's limit, or else the merged customer's."`

	Password httpapi.Text `json:"password,omitempty" maxLength:"1000" trim:"no" doc:"Password of the caller, with limit. May be absent within 15 minutes of a login with it."`
}

var errOwnersLimit = fault.New(fault.Forbidden, "needs_owner", "Only the owner can change the limit of a khata.")

func (h *Handler) merge(ctx context.Context, in *struct {
	CustomerPath
	Body httpapi.Form[mergeForm]
},
) (Profile, error) {
	form := in.Body.Value
	m := account.Merge{From: in.ID, Into: form.Into.Value, Name: optionalText(form.Name), Mobile: optionalText(form.Mobile), Note: optionalText(form.Note)}
	var limit *money.Paise
	if form.Limit.Set {
		if viewerOf(ctx).StaffRole != account.Owner {
			return Profile{}, errOwnersLimit
		}
		if err := h.Confirm(ctx, form.Password.Value); err != nil {
			return Profile{}, err
		}
		limit = &form.Limit.Value
	}
	if err := h.Customers.Merge(ctx, m, limit); err != nil {
		return Profile{}, err
	}
	return h.Customers.Profile(ctx, viewerOf(ctx), m.Into)
}

// optionalText returns the text, or nil if the request does not contain it.
func optionalText(text httpapi.Text) *string {
	if !text.Set {
		return nil
	}
	return &text.Value
}

func (h *Handler) invite(ctx context.Context, in *CustomerPath) (account.CustomerInvitation, error) {
	return h.Customers.Accounts.InviteCustomer(ctx, in.ID)
}

func (h *Handler) exportOf(ctx context.Context, in *CustomerPath) (Export, error) {
	customer, err := h.Customers.Profile(ctx, viewerOf(ctx), in.ID)
	if err != nil {
		return Export{}, err
	}
	return h.Customers.Export(ctx, customer.ID, "")
}
