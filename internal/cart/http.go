package cart

import (
	"context"
	"time"

	"kirana/internal/httpapi"
)

// Handler serves the calls about carts.
type Handler struct {
	Carts *Service
}

type cartAddition struct {
	ProductID httpapi.Ref  `json:"productId" label:"Product"`
	Quantity  httpapi.Int  `json:"quantity,omitempty" minimum:"1" maximum:"99" doc:"Quantity in pieces. 1 if absent."`
	Size      httpapi.Text `json:"size,omitempty" maxLength:"60"`
	Color     httpapi.Text `json:"color,omitempty" maxLength:"60"`
	CreatedAt httpapi.Text `json:"createdAt,omitempty" maxLength:"40" doc:"Original createdAt of a removed line that is added again, which restores its position in the cart."`
}

type cartQuantity struct {
	ID       httpapi.Ref `json:"_id"`
	Quantity httpapi.Int `json:"qty" label:"Quantity" minimum:"1" maximum:"99"`
}

type cartRemoval struct {
	ID httpapi.Ref `json:"_id"`
}

// CartRemoved has the id of a removed line.
type CartRemoved struct {
	ID string `json:"_id"`
}

// SchemaName returns the line's name in the API document.
func (Line) SchemaName() string { return "CartLine" }

// Routes registers every call of the feature.
func (h *Handler) Routes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/cart/get", Access: httpapi.Authenticated,
		Summary: "List the lines of the caller's cart in the order added; empty for an administrator",
	}, h.lines)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/cart/create", Access: httpapi.Shopper,
		Budget:  httpapi.Budget{Rows: 1, Bound: "the 100 lines of a cart"},
		Summary: "Add a product to the cart; an existing line stays unchanged", Message: "Added to cart!",
	}, h.add)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/cart/update-qty", Access: httpapi.Shopper,
		Summary: "Update the quantity of a line", Message: "Quantity updated!",
	}, h.setQuantity)
	httpapi.Handle(r, httpapi.Route{
		Method: "DELETE", Path: "/cart/deleteCartItem", Access: httpapi.Shopper,
		Summary: "Delete a line of the cart", Message: "Item removed from cart!",
	}, h.remove)
}

func (h *Handler) lines(ctx context.Context, _ *struct{}) ([]Line, error) {
	caller := httpapi.IdentityOf(ctx)
	if caller.Admin {
		return []Line{}, nil
	}
	return h.Carts.Lines(ctx, caller.UserID)
}

func (h *Handler) add(ctx context.Context, in *struct{ Body httpapi.Form[cartAddition] }) (Line, error) {
	form := in.Body.Value
	// Add replaces the zero time of an absent or invalid createdAt.
	createdAt, _ := time.Parse(time.RFC3339Nano, form.CreatedAt.Value)
	return h.Carts.Add(ctx, Line{
		UserID: httpapi.IdentityOf(ctx).UserID, ProductID: form.ProductID.Value,
		Quantity: max(form.Quantity.Value, 1), Size: form.Size.Value, Color: form.Color.Value, CreatedAt: createdAt.UTC(),
	})
}

func (h *Handler) setQuantity(ctx context.Context, in *struct{ Body httpapi.Form[cartQuantity] }) (Line, error) {
	form := in.Body.Value
	return h.Carts.SetQuantity(ctx, httpapi.IdentityOf(ctx).UserID, form.ID.Value, form.Quantity.Value)
}

func (h *Handler) remove(ctx context.Context, in *struct{ Body httpapi.Form[cartRemoval] }) (CartRemoved, error) {
	lineID := in.Body.Value.ID.Value
	return CartRemoved{ID: lineID}, h.Carts.Remove(ctx, httpapi.IdentityOf(ctx).UserID, lineID)
}
