package order

import (
	"context"

	"kirana/internal/fault"
	"kirana/internal/httpapi"
)

// packingRoutes registers the calls that change the contents of an order.
func (h *Handler) packingRoutes(r *httpapi.Router) {
	staff := func(method, path, summary string) httpapi.Route {
		return httpapi.Route{Method: method, Path: "/order/checkout/{id}" + path, Access: httpapi.Administrator, Scope: httpapi.ScopeOrders, Summary: summary}
	}
	httpapi.Handle(r, staff("PUT", "/lines", "Set the packed quantities of lines, at most the ordered ones; 0 cancels a line"), h.setLines)
	httpapi.Handle(r, staff("PUT", "/tick", "Tick lines while packing"), h.tick)
	httpapi.Handle(r, staff("PUT", "/return", "Return pieces of an order that has left the shop; the amount paid for them is due back or given back immediately"), h.takeBack)
	httpapi.Handle(r, staff("POST", "/add", "Add a product at its current price"), h.add)
	httpapi.Handle(r, staff("PUT", "/replace", "Replace a line by another product, at the lower of both prices"), h.replace)
}

// PackForm is the packed quantity of one line, and its weight if it was weighed.
type PackForm struct {
	ID          httpapi.Ref `json:"_id"`
	Quantity    httpapi.Int `json:"quantity" minimum:"0" maximum:"99"`
	WeightGrams httpapi.Int `json:"weightGrams,omitempty" minimum:"1" maximum:"1000000" doc:"Packed weight of a weighed product, in grams."`
}

func (h *Handler) setLines(ctx context.Context, in *struct {
	Path
	Body httpapi.Form[LinesForm]
},
) (View, error) {
	packs := make([]Pack, len(in.Body.Value.Lines))
	for i, line := range in.Body.Value.Lines {
		packs[i] = Pack{LineID: line.ID.Value, Quantity: line.Quantity.Value}
		if line.WeightGrams.Set {
			packs[i].WeightGrams = &line.WeightGrams.Value
		}
	}
	undo, err := h.Orders.SetLines(ctx, in.Body.Value.actor(ctx), in.ID, packs)
	return h.after(ctx, in.ID, undo, err)
}

// TickForm ticks a line, or removes its tick.
type TickForm struct {
	ID     httpapi.Ref  `json:"_id"`
	Picked httpapi.Flag `json:"picked"`
}

func (h *Handler) tick(ctx context.Context, in *struct {
	Path
	Body httpapi.Form[TicksForm]
},
) (View, error) {
	ticks := Ticks{}
	for _, line := range in.Body.Value.Lines {
		ticks[line.ID.Value] = line.Picked.Value
	}
	return h.after(ctx, in.ID, nil, h.Orders.Tick(ctx, actorOf(ctx), in.ID, ticks))
}

var errGivesBack = fault.New(fault.Forbidden, "forbidden", "Only the owner or a manager can give money back.")

// ReturnForm is the returned pieces of one line.
type ReturnForm struct {
	ID       httpapi.Ref  `json:"_id"`
	Quantity httpapi.Int  `json:"quantity" minimum:"1" maximum:"99"`
	Restock  httpapi.Flag `json:"restock,omitempty" doc:"true: the pieces can be sold again and go back to the stock. false if absent."`
}

// ReturnsForm is the returned pieces of an order.
type ReturnsForm struct {
	// Required, unlike in VersionForm: a repeated call would take the same pieces back again.
	Version   httpapi.Int  `json:"version" minimum:"1" maximum:"1000000000" doc:"Version of the order that was shown to the caller."`
	Lines     []ReturnForm `json:"rows" minItems:"1" maxItems:"200" unit:"lines" each:"line"`
	How       httpapi.Text `json:"how,omitempty" maxLength:"10" enum:"UPI,CASH,CREDIT,KHATA" doc:"Method by which the whole amount due back of a cash order was given back. If absent, the amount stays due. Managers and owners only."`
	Reference httpapi.Text `json:"reference,omitempty" maxLength:"60"`
}

func (h *Handler) takeBack(ctx context.Context, in *struct {
	Path
	Body httpapi.Form[ReturnsForm]
},
) (View, error) {
	form := in.Body.Value
	if form.How.Value != "" && httpapi.IdentityOf(ctx).StaffRole == httpapi.RolePacker {
		return View{}, errGivesBack
	}
	returns := Returns{Lines: make([]Return, len(form.Lines)), GivenBack: GivenBack{How: form.How.Value, Reference: form.Reference.Value}}
	for i, line := range form.Lines {
		returns.Lines[i] = Return{LineID: line.ID.Value, Quantity: line.Quantity.Value, Restock: line.Restock.Value}
	}
	undo, err := h.Orders.Return(ctx, VersionForm{form.Version}.actor(ctx), in.ID, returns)
	return h.after(ctx, in.ID, undo, err)
}

// AdditionForm is a product to add.
type AdditionForm struct {
	VersionForm

	ProductID httpapi.Ref `json:"productId"`
	Quantity  httpapi.Int `json:"quantity" minimum:"1" maximum:"99"`
}

func (h *Handler) add(ctx context.Context, in *struct {
	Path
	Body httpapi.Form[AdditionForm]
},
) (View, error) {
	form := in.Body.Value
	undo, err := h.Orders.Add(ctx, form.actor(ctx), in.ID, Addition{ProductID: form.ProductID.Value, Quantity: form.Quantity.Value})
	return h.after(ctx, in.ID, undo, err)
}

// ReplacementForm is a product that replaces a line.
type ReplacementForm struct {
	Line httpapi.Ref `json:"row" doc:"ID of the line to replace."`

	AdditionForm

	Agreed httpapi.Flag `json:"agreed,omitempty" doc:"true: the shopper has agreed to the replacement."`
}

func (h *Handler) replace(ctx context.Context, in *struct {
	Path
	Body httpapi.Form[ReplacementForm]
},
) (View, error) {
	form := in.Body.Value
	undo, err := h.Orders.Add(ctx, form.actor(ctx), in.ID, Addition{
		ProductID: form.ProductID.Value, Quantity: form.Quantity.Value, Replaces: form.Line.Value, Agreed: form.Agreed.Value,
	})
	return h.after(ctx, in.ID, undo, err)
}

func (h *Handler) setNote(ctx context.Context, in *struct {
	Path
	Body httpapi.Form[StaffNoteForm]
},
) (View, error) {
	return h.after(ctx, in.ID, nil, h.Orders.SetNote(ctx, actorOf(ctx), in.ID, in.Body.Value.Note.Value))
}

func (h *Handler) claim(ctx context.Context, in *struct {
	Path
	Body httpapi.Form[ClaimForm]
},
) (View, error) {
	return h.after(ctx, in.ID, nil, h.Orders.Claim(ctx, actorOf(ctx), in.ID, in.Body.Value.Reference.Value))
}

func (h *Handler) setPaidBy(ctx context.Context, in *struct {
	Path
	Body httpapi.Form[PaidByForm]
},
) (View, error) {
	form := in.Body.Value
	undo, err := h.Orders.SetPaidBy(ctx, form.actor(ctx), in.ID, PaidBy(form.PaidBy.Value), form.Reference.Value)
	return h.after(ctx, in.ID, undo, err)
}

// LinesForm lists the packed quantities of lines.
type LinesForm struct {
	VersionForm

	Lines []PackForm `json:"rows" minItems:"1" maxItems:"200" unit:"lines" each:"line"`
}

// TicksForm lists the lines that were ticked or unticked.
type TicksForm struct {
	Lines []TickForm `json:"rows" minItems:"1" maxItems:"200" unit:"lines" each:"line"`
}

// StaffNoteForm is a note of staff.
type StaffNoteForm struct {
	Note httpapi.Text `json:"staffNote,omitempty" maxLength:"1000" lines:"several"`
}

// ClaimForm is the reference of a UPI payment.
type ClaimForm struct {
	Reference httpapi.Text `json:"reference,omitempty" maxLength:"60"`
}

// PaidByForm is the payment method of a cash order.
type PaidByForm struct {
	VersionForm

	PaidBy    httpapi.Text `json:"paidBy,omitempty" maxLength:"10" enum:"CASH,UPI,KHATA," doc:"Payment method. Empty: the order is marked as unpaid."`
	Reference httpapi.Text `json:"reference,omitempty" maxLength:"60"`
}
