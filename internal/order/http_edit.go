package order

import (
	"context"

	"kirana/internal/httpapi"
	"kirana/internal/idempotency"
	"kirana/internal/limit"
)

// editRoutes registers the call that edits a shopper's own order.
func (h *Handler) editRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/order/checkout/{id}/my-lines", Access: httpapi.Authenticated,
		Budget:  httpapi.Budget{Limits: []limit.Rule{editRule}, Rows: 500},
		Summary: "Edit the caller's own order while its stage is NEW; existing lines keep their price, added products have the current price",
	}, h.edit)
}

// EditForm is a shopper's edit of an order.
type EditForm struct {
	Version  httpapi.Int    `json:"version" minimum:"1" maximum:"1000000000" doc:"Version of the order that was shown to the shopper."`
	Lines    []EditLineForm `json:"rows,omitempty" maxItems:"100" unit:"lines" each:"line" doc:"Changed lines only."`
	Added    []AdditionForm `json:"added,omitempty" maxItems:"100" unit:"products" each:"product"`
	TotalAmt amount         `json:"totalAmt,omitempty" doc:"New total shown to the shopper, in rupees. If it differs from the computed total, the edit is refused with 409 (prices_changed)."`
}

// EditLineForm is the wanted number of pieces of a line.
type EditLineForm struct {
	ID       httpapi.Ref `json:"_id"`
	Quantity httpapi.Int `json:"quantity" minimum:"0" maximum:"99" doc:"New quantity in pieces. 0 cancels the line."`
}

func (f EditForm) edit() (Edit, error) {
	shown, err := f.TotalAmt.paise()
	e := Edit{Version: f.Version.Value, Total: shown}
	for _, line := range f.Lines {
		e.Lines = append(e.Lines, Pack{LineID: line.ID.Value, Quantity: line.Quantity.Value})
	}
	for _, a := range f.Added {
		e.Added = append(e.Added, Addition{ProductID: a.ProductID.Value, Quantity: a.Quantity.Value})
	}
	return e, err
}

func (h *Handler) edit(ctx context.Context, in *struct {
	Path
	Key  string `header:"Idempotency-Key" doc:"Idempotency key of up to 255 characters. A repeated request with the same key within 24 hours changes nothing more."`
	Body httpapi.Form[EditForm]
},
) (View, error) {
	if err := idempotency.CheckKey(in.Key); err != nil {
		return View{}, err
	}
	e, err := in.Body.Value.edit()
	if err != nil {
		return View{}, err
	}
	actor := actorOf(ctx)
	actor.Kind = ByShopper
	return h.after(ctx, in.ID, nil, h.Orders.Edit(ctx, actor, in.Key, in.ID, e))
}
