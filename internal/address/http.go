package address

import (
	"context"
	"net/http"

	"kirana/internal/httpapi"
)

// Handler serves the calls on addresses.
type Handler struct {
	Addresses *Service
}

// AddressForm is an address as it is typed.
type AddressForm struct {
	Line    httpapi.Text `json:"address_line" maxLength:"200"`
	City    httpapi.Text `json:"city" maxLength:"200"`
	State   httpapi.Text `json:"state" maxLength:"200"`
	Pincode httpapi.Text `json:"pincode" maxLength:"200"`
	Country httpapi.Text `json:"country" maxLength:"200"`
	Mobile  httpapi.Text `json:"mobile" maxLength:"200"`
}

func (f AddressForm) details() PostalAddress {
	return PostalAddress{
		Line: f.Line.Value, City: f.City.Value, State: f.State.Value,
		Pincode: f.Pincode.Value, Country: f.Country.Value, Mobile: f.Mobile.Value,
	}
}

type addressEdit struct {
	ID httpapi.Ref `json:"_id"`

	AddressForm
}

type addressRemoval struct {
	ID httpapi.Ref `json:"_id"`
}

// Routes lists every call of the feature.
func (h *Handler) Routes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/address/get", Access: httpapi.Authenticated,
		Summary: "The caller's addresses, the newest first",
	}, h.list)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/address/create", Access: httpapi.Authenticated, Status: http.StatusCreated,
		Summary: "Save a new address", Message: "Address added successfully!",
	}, h.create)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/address/update", Access: httpapi.Authenticated,
		Summary: "Change an address", Message: "Address updated successfully!",
	}, h.update)
	httpapi.Handle(r, httpapi.Route{
		Method: "DELETE", Path: "/address/disable", Access: httpapi.Authenticated,
		Summary: "Remove an address; orders sent there keep it", Message: "Address disabled successfully!",
	}, h.disable)
}

func (h *Handler) list(ctx context.Context, _ *struct{}) ([]Address, error) {
	return h.Addresses.List(ctx, httpapi.IdentityOf(ctx).UserID)
}

func (h *Handler) create(ctx context.Context, in *struct{ Body httpapi.Form[AddressForm] }) (Address, error) {
	return h.Addresses.Add(ctx, httpapi.IdentityOf(ctx).UserID, in.Body.Value.details())
}

func (h *Handler) update(ctx context.Context, in *struct{ Body httpapi.Form[addressEdit] }) (Address, error) {
	return h.Addresses.Update(ctx, httpapi.IdentityOf(ctx).UserID, in.Body.Value.ID.Value, in.Body.Value.details())
}

func (h *Handler) disable(ctx context.Context, in *struct{ Body httpapi.Form[addressRemoval] }) (Address, error) {
	return h.Addresses.Disable(ctx, httpapi.IdentityOf(ctx).UserID, in.Body.Value.ID.Value)
}
