package cart

import (
	"context"
	"time"

	"kirana/internal/api"
)

// Door is how carts are reached over HTTP.
type Door struct {
	Carts *Service
}

type cartAddition struct {
	ProductID api.Ref  `json:"productId" label:"Product"`
	Quantity  api.Int  `json:"quantity,omitempty" minimum:"1" maximum:"99" doc:"1 unless said otherwise"`
	Size      api.Text `json:"size,omitempty" maxLength:"60"`
	Color     api.Text `json:"color,omitempty" maxLength:"60"`
	CreatedAt api.Text `json:"createdAt,omitempty" maxLength:"40" doc:"of a line that was removed and is put back: it stands again where it stood"`
}

type cartQuantity struct {
	ID       api.Ref `json:"_id"`
	Quantity api.Int `json:"qty" label:"Quantity" minimum:"1" maximum:"99"`
}

type cartRemoval struct {
	ID api.Ref `json:"_id"`
}

// CartRemoved names the line that is gone.
type CartRemoved struct {
	ID string `json:"_id"`
}

// Routes lists every call of the feature.
func (d *Door) Routes(r *api.Router) {
	api.Handle(r, api.Call{
		Method: "GET", Path: "/cart/get", Who: api.Member,
		Summary: "The caller's cart, in the order added; an administrator has none",
	}, d.lines)
	api.Handle(r, api.Call{
		Method: "POST", Path: "/cart/create", Who: api.Shopper,
		Summary: "Put a product into the cart; a line that is there stays as it is", Message: "Added to cart!",
	}, d.add)
	api.Handle(r, api.Call{
		Method: "PUT", Path: "/cart/update-qty", Who: api.Shopper,
		Summary: "Change a line's quantity", Message: "Quantity updated!",
	}, d.setQuantity)
	api.Handle(r, api.Call{
		Method: "DELETE", Path: "/cart/deleteCartItem", Who: api.Shopper,
		Summary: "Take a line out of the cart", Message: "Item removed from cart!",
	}, d.remove)
}

func (d *Door) lines(ctx context.Context, _ *struct{}) ([]Line, error) {
	caller := api.CallerOf(ctx)
	if caller.Admin {
		return []Line{}, nil
	}
	return d.Carts.Lines(ctx, caller.UserID)
}

func (d *Door) add(ctx context.Context, in *struct{ Body api.Form[cartAddition] }) (Line, error) {
	form := in.Body.V
	// What is no time is a new line's.
	createdAt, _ := time.Parse(time.RFC3339Nano, form.CreatedAt.S)
	return d.Carts.Add(ctx, Line{
		UserID: api.CallerOf(ctx).UserID, ProductID: form.ProductID.ID,
		Quantity: max(form.Quantity.N, 1), Size: form.Size.S, Color: form.Color.S, CreatedAt: createdAt.UTC(),
	})
}

func (d *Door) setQuantity(ctx context.Context, in *struct{ Body api.Form[cartQuantity] }) (Line, error) {
	form := in.Body.V
	return d.Carts.SetQuantity(ctx, api.CallerOf(ctx).UserID, form.ID.ID, form.Quantity.N)
}

func (d *Door) remove(ctx context.Context, in *struct{ Body api.Form[cartRemoval] }) (CartRemoved, error) {
	lineID := in.Body.V.ID.ID
	return CartRemoved{ID: lineID}, d.Carts.Remove(ctx, api.CallerOf(ctx).UserID, lineID)
}
