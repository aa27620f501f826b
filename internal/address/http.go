package address

import (
	"context"
	"net/http"
	"time"

	"kirana/internal/httpapi"
	"kirana/internal/limit"
	"kirana/internal/unicodetext"
)

// Handler serves the calls about addresses.
type Handler struct {
	Addresses *Service
	Limits    *limit.Store
}

// Limit of a user's changes of addresses. MaxAddresses alone would not limit the rows, because
// removed addresses are kept for 400 days.
const (
	changesPerUser = 100
	changeWindow   = time.Hour
)

var changeRule = limit.Rule{
	Name: "address.user", Max: changesPerUser, Window: changeWindow, Sentence: "You have changed your addresses many times within an hour.",
}

func (h *Handler) changes() *limit.Limiter { return h.Limits.Limiter(changeRule) }

// AddressForm is an address in a request.
type AddressForm struct {
	Line    httpapi.Text `json:"address_line" maxLength:"200"`
	City    httpapi.Text `json:"city" maxLength:"200"`
	State   httpapi.Text `json:"state" maxLength:"200"`
	Pincode httpapi.Text `json:"pincode" maxLength:"200"`
	Country httpapi.Text `json:"country" maxLength:"200"`
	Mobile  httpapi.Text `json:"mobile" maxLength:"200"`

	Receiver httpapi.Text `json:"receiver,omitempty" maxLength:"200" doc:"Person who receives the order, if not the shopper."`
	Landmark httpapi.Text `json:"landmark,omitempty" maxLength:"200" doc:"Landmark near the address, for the rider."`
}

// Postal returns the form as an address.
func (f AddressForm) Postal() PostalAddress {
	var postal PostalAddress
	f.apply(&postal)
	return postal
}

// apply copies the form into an address, with an Indian pincode and mobile reduced to their digits.
// A receiver or landmark that the request does not contain stays unchanged.
func (f AddressForm) apply(postal *PostalAddress) {
	postal.Line, postal.City, postal.State = f.Line.Value, f.City.Value, f.State.Value
	postal.Country = f.Country.Value
	postal.Pincode, _ = unicodetext.Pincode(f.Pincode.Value)
	postal.Mobile, _ = unicodetext.Mobile(f.Mobile.Value)
	if f.Receiver.Set {
		postal.Receiver = f.Receiver.Value
	}
	if f.Landmark.Set {
		postal.Landmark = f.Landmark.Value
	}
}

type addressEdit struct {
	ID httpapi.Ref `json:"_id"`

	AddressForm
}

type addressRemoval struct {
	ID httpapi.Ref `json:"_id"`
}

// Routes registers every call of the feature.
func (h *Handler) Routes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/address/get", Access: httpapi.Authenticated,
		Summary: "List the caller's addresses, newest first",
	}, h.list)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/address/create", Access: httpapi.Authenticated, Status: http.StatusCreated,
		Budget:  httpapi.Budget{Limits: []limit.Rule{changeRule}, Rows: 1},
		Summary: "Create an address", Message: "Address added successfully!",
	}, h.create)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/address/update", Access: httpapi.Authenticated,
		Budget:  httpapi.Budget{Limits: []limit.Rule{changeRule}},
		Summary: "Update an address", Message: "Address updated successfully!",
	}, h.update)
	httpapi.Handle(r, httpapi.Route{
		Method: "DELETE", Path: "/address/disable", Access: httpapi.Authenticated,
		Budget:  httpapi.Budget{Limits: []limit.Rule{changeRule}},
		Summary: "Delete an address; orders keep their copy", Message: "Address disabled successfully!",
	}, h.disable)
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/address/pincode/{pincode}", Access: httpapi.Public,
		Summary: "Retrieve the city and state of a pincode; both are empty if it is unknown",
	}, h.place)
}

func (h *Handler) list(ctx context.Context, _ *struct{}) ([]Address, error) {
	return h.Addresses.List(ctx, httpapi.IdentityOf(ctx).UserID)
}

func (h *Handler) create(ctx context.Context, in *struct{ Body httpapi.Form[AddressForm] }) (Address, error) {
	if err := h.changes().Allow(ctx, httpapi.IdentityOf(ctx).UserID); err != nil {
		return Address{}, err
	}
	return h.Addresses.Add(ctx, httpapi.IdentityOf(ctx).UserID, in.Body.Value.Postal())
}

func (h *Handler) update(ctx context.Context, in *struct{ Body httpapi.Form[addressEdit] }) (Address, error) {
	if err := h.changes().Allow(ctx, httpapi.IdentityOf(ctx).UserID); err != nil {
		return Address{}, err
	}
	return h.Addresses.Update(ctx, httpapi.IdentityOf(ctx).UserID, in.Body.Value.ID.Value, in.Body.Value.apply)
}

func (h *Handler) disable(ctx context.Context, in *struct{ Body httpapi.Form[addressRemoval] }) (Address, error) {
	if err := h.changes().Allow(ctx, httpapi.IdentityOf(ctx).UserID); err != nil {
		return Address{}, err
	}
	return h.Addresses.Disable(ctx, httpapi.IdentityOf(ctx).UserID, in.Body.Value.ID.Value)
}

func (h *Handler) place(_ context.Context, in *struct {
	Pincode string `path:"pincode" maxLength:"20"`
},
) (Place, error) {
	return PlaceOf(in.Pincode), nil
}
