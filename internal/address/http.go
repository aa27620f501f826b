package address

import (
	"context"
	"net/http"

	"kirana/internal/api"
)

// Door is how addresses are reached over HTTP.
type Door struct {
	Addresses *Service
}

// AddressForm is an address as it is typed.
type AddressForm struct {
	Line    api.Text `json:"address_line" maxLength:"200"`
	City    api.Text `json:"city" maxLength:"200"`
	State   api.Text `json:"state" maxLength:"200"`
	Pincode api.Text `json:"pincode" maxLength:"200"`
	Country api.Text `json:"country" maxLength:"200"`
	Mobile  api.Text `json:"mobile" maxLength:"200"`
}

func (f AddressForm) place() Place {
	return Place{
		Line: f.Line.S, City: f.City.S, State: f.State.S,
		Pincode: f.Pincode.S, Country: f.Country.S, Mobile: f.Mobile.S,
	}
}

type addressEdit struct {
	ID api.Ref `json:"_id"`

	AddressForm
}

type addressRemoval struct {
	ID api.Ref `json:"_id"`
}

// Routes lists every call of the feature.
func (d *Door) Routes(r *api.Router) {
	api.Handle(r, api.Call{
		Method: "GET", Path: "/address/get", Who: api.Member,
		Summary: "The caller's addresses, the newest first",
	}, d.list)
	api.Handle(r, api.Call{
		Method: "POST", Path: "/address/create", Who: api.Member, Status: http.StatusCreated,
		Summary: "Save a new address", Message: "Address added successfully!",
	}, d.create)
	api.Handle(r, api.Call{
		Method: "PUT", Path: "/address/update", Who: api.Member,
		Summary: "Change an address", Message: "Address updated successfully!",
	}, d.update)
	api.Handle(r, api.Call{
		Method: "DELETE", Path: "/address/disable", Who: api.Member,
		Summary: "Remove an address; orders sent there keep it", Message: "Address disabled successfully!",
	}, d.disable)
}

func (d *Door) list(ctx context.Context, _ *struct{}) ([]Address, error) {
	return d.Addresses.List(ctx, api.CallerOf(ctx).UserID)
}

func (d *Door) create(ctx context.Context, in *struct{ Body api.Form[AddressForm] }) (Address, error) {
	return d.Addresses.Add(ctx, api.CallerOf(ctx).UserID, in.Body.V.place())
}

func (d *Door) update(ctx context.Context, in *struct{ Body api.Form[addressEdit] }) (Address, error) {
	return d.Addresses.Update(ctx, api.CallerOf(ctx).UserID, in.Body.V.ID.ID, in.Body.V.place())
}

func (d *Door) disable(ctx context.Context, in *struct{ Body api.Form[addressRemoval] }) (Address, error) {
	return d.Addresses.Disable(ctx, api.CallerOf(ctx).UserID, in.Body.V.ID.ID)
}
