package order

import (
	"cmp"
	"context"
	"net/http"
	"time"

	"kirana/internal/account"
	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/language"
)

// endsPayment lists the additional error status of calls that may cancel an order: they first end
// an open payment at its provider.
var endsPayment = []int{http.StatusBadGateway}

// orderRoutes registers the calls with which staff handles orders and shoppers see, claim and
// cancel their own.
func (h *Handler) orderRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/order/checkout/{id}", Access: httpapi.Authenticated, Scope: httpapi.ScopeOrders,
		Summary: "Retrieve an order with its timeline by number or ID; a shopper can retrieve their own orders only",
	}, h.order)
	staff := func(method, path, summary string) httpapi.Route {
		return httpapi.Route{Method: method, Path: "/order/checkout/{id}" + path, Access: httpapi.Administrator, Scope: httpapi.ScopeOrders, Summary: summary}
	}
	httpapi.Handle(r, staff("PUT", "/stage", "Move an order to another stage; DONE delivers all pending lines"), h.setStage)
	httpapi.Handle(r, staff("PUT", "/promise", "Change the promised delivery time of an order"), h.setPromise)
	httpapi.Handle(r, staff("POST", "/undo", "Undo an action within ten seconds"), h.undo)
	canceling := func(route httpapi.Route) httpapi.Route {
		route.Refuses = endsPayment
		return route
	}
	httpapi.Handle(r, canceling(staff("PUT", "/refuse", "Cancel an order with a reason that is shown to the shopper")), h.refuse)
	httpapi.Handle(r, canceling(staff("PUT", "/status", "Set the delivery status of every line that is not canceled")), h.setDeliveryOfAll)
	httpapi.Handle(r, staff("PUT", "/take", "Assign the packing of an order to the caller"), h.take)
	httpapi.Handle(r, staff("PUT", "/note", "Set the staff note of an order; it is not shown to shoppers"), h.setNote)
	httpapi.Handle(r, staff("PUT", "/payment", "Set or correct the payment method of a cash order"), h.setPaidBy)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/order/checkout/{id}/claim", Access: httpapi.Authenticated,
		Budget:  httpapi.Budget{Rows: 3, Bound: "10 claims an order"},
		Summary: "Claim that the caller's own order is paid by UPI",
	}, h.claim)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/order/cancel/{id}", Access: httpapi.Authenticated,
		Budget:  httpapi.Budget{Rows: 500, Bound: "once an order"},
		Refuses: endsPayment,
		Summary: "Cancel the caller's own order while its stage is NEW",
	}, h.cancel)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/order/checkouts/stage", Access: httpapi.Administrator, Scope: httpapi.ScopeOrders,
		Summary: "Move several orders to a stage; orders that cannot be moved are listed in the response",
	}, h.setStages)
	h.billingRoutes(r)
	h.phoneRoutes(r)
	h.packingRoutes(r)
	h.editRoutes(r)
	h.reorderRoutes(r)
	h.givenBackRoutes(r)
	h.printingRoutes(r)
}

// ViewerOf returns the caller of a request as a reader of orders.
func ViewerOf(ctx context.Context) Viewer {
	caller := httpapi.IdentityOf(ctx)
	v := Viewer{UserID: caller.UserID}
	if caller.Admin {
		v.StaffRole = account.StaffRole(caller.StaffRole)
	}
	return v
}

func actorOf(ctx context.Context) Actor {
	caller := httpapi.IdentityOf(ctx)
	a := Actor{Kind: ByShopper, UserID: caller.UserID, Name: caller.Name}
	if caller.Admin {
		a.Kind, a.StaffRole = ByStaff, account.StaffRole(caller.StaffRole)
	}
	return a
}

// VersionForm is the version of the order that the caller saw; 0 if not sent.
type VersionForm struct {
	Version httpapi.Int `json:"version,omitempty" minimum:"1" maximum:"2000000000" doc:"Version of the order that was shown to the caller. If the order has changed since, the call is refused with 409 and the current order. Not checked if absent."`
}

// actor returns the caller as an actor with the version.
func (f VersionForm) actor(ctx context.Context) Actor {
	a := actorOf(ctx)
	a.Version = f.Version.Value
	return a
}

// Path is an order in the path of a call.
type Path struct {
	ID string `path:"id" maxLength:"60" doc:"Order number (1042) or _id."`
}

func (h *Handler) order(ctx context.Context, in *Path) (View, error) {
	return h.Orders.ByName(ctx, ViewerOf(ctx), in.ID)
}

// after returns the response of an action on an order, see afterAction.
func (h *Handler) after(ctx context.Context, id string, undo *Undo, err error) (View, error) {
	return h.Orders.afterAction(ctx, ViewerOf(ctx), id, undo, err)
}

// StageForm is a move from one stage to another.
type StageForm struct {
	From       httpapi.Text `json:"from" maxLength:"10"`
	To         httpapi.Text `json:"to" maxLength:"10"`
	PromisedAt httpapi.Text `json:"promisedAt,omitempty" maxLength:"40" doc:"Promised delivery time with stage PACKING, RFC 3339. If absent, it is computed from the shop's settings; an order moved back to PACKING keeps its own."`
	Rider      httpapi.Text `json:"rider,omitempty" maxLength:"60"`
	PaidBy     httpapi.Text `json:"paidBy,omitempty" maxLength:"10" enum:"CASH,UPI,KHATA" doc:"Payment method of a cash order, with stage DONE. If absent, CASH, unless the order is already paid."`
	Reference  httpapi.Text `json:"reference,omitempty" maxLength:"60" doc:"UPI reference of the payment."`

	KhataForm
}

// KhataForm has the details of a payment on the khata (paidBy KHATA).
type KhataForm struct {
	Taken    httpapi.Rupees `json:"taken,omitempty" doc:"Amount paid immediately for the part that exceeds the khata limit, in rupees."`
	TakenBy  httpapi.Text   `json:"takenBy,omitempty" maxLength:"10" enum:"CASH,UPI" doc:"Payment method of taken. CASH if absent."`
	Override httpapi.Flag   `json:"override,omitempty" doc:"true: the khata may exceed its limit. Owners only."`
}

func (f KhataForm) pay() KhataPay {
	return KhataPay{Taken: f.Taken.Value, TakenBy: cmp.Or(PaidBy(f.TakenBy.Value), ByCash), Override: f.Override.Value}
}

func (f StageForm) move() (Move, error) {
	m := Move{
		From: Stage(f.From.Value), To: Stage(f.To.Value), Rider: f.Rider.Value, PaidBy: PaidBy(f.PaidBy.Value), Reference: f.Reference.Value, Khata: f.pay(),
	}
	if f.PromisedAt.Value == "" {
		return m, nil
	}
	at, err := parsePromise(f.PromisedAt.Value)
	m.PromisedAt = &at
	return m, err
}

func parsePromise(text string) (time.Time, error) {
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return at, fault.InField("promisedAt", "The promised time must be a time as 2026-11-22T18:30:00Z.")
	}
	return at.UTC().Truncate(time.Microsecond), nil
}

// PromiseForm is a new promised time.
type PromiseForm struct {
	PromisedAt httpapi.Text `json:"promisedAt" label:"The promised time" maxLength:"40" doc:"Promised delivery time, RFC 3339."`
}

func (h *Handler) setPromise(ctx context.Context, in *struct {
	Path
	Body httpapi.Form[PromiseForm]
},
) (View, error) {
	at, err := parsePromise(in.Body.Value.PromisedAt.Value)
	if err != nil {
		return View{}, err
	}
	undo, err := h.Orders.SetPromise(ctx, actorOf(ctx), in.ID, at)
	return h.after(ctx, in.ID, undo, err)
}

func (h *Handler) setStage(ctx context.Context, in *struct {
	Path
	Body httpapi.Form[StageForm]
},
) (View, error) {
	m, err := in.Body.Value.move()
	if err != nil {
		return View{}, err
	}
	undo, err := h.Orders.SetStage(ctx, actorOf(ctx), in.ID, m)
	return h.after(ctx, in.ID, undo, err)
}

// StagesForm is a move of several orders.
type StagesForm struct {
	IDs []httpapi.Ref `json:"ids" minItems:"1" maxItems:"100" unit:"orders" each:"order"`

	StageForm
}

type stagesResult struct {
	Done    []View         `json:"done"`
	Refused []refusedStage `json:"refused"`
}

type refusedStage struct {
	ID      string `json:"_id"`
	Number  int64  `json:"number" doc:"Order number. 0 if the order does not exist."`
	Message string `json:"message" doc:"Reason for the refusal, as a sentence."`
}

func (h *Handler) setStages(ctx context.Context, in *struct {
	Body httpapi.Form[StagesForm]
},
) (stagesResult, error) {
	result := stagesResult{Done: []View{}, Refused: []refusedStage{}}
	m, err := in.Body.Value.move()
	if err != nil {
		return result, err
	}
	for _, ref := range in.Body.Value.IDs {
		undo, err := h.Orders.SetStage(ctx, actorOf(ctx), ref.Value, m)
		view, err := h.after(ctx, ref.Value, undo, err)
		switch refusal := fault.Of(err); {
		case fault.Is(err, fault.Unavailable): // the other orders would fail, too
			return result, err
		case refusal != nil:
			number, err := numberOf(ctx, h.Orders.db, ref.Value)
			if err != nil {
				return result, err
			}
			result.Refused = append(result.Refused, refusedStage{ID: ref.Value, Number: number, Message: refusal.Phrase().In(language.Of(ctx))})
		case err != nil:
			return result, err
		default:
			result.Done = append(result.Done, view)
		}
	}
	return result, nil
}

func (h *Handler) undo(ctx context.Context, in *struct {
	Path
	Body httpapi.Form[UndoForm]
},
) (View, error) {
	return h.after(ctx, in.ID, nil, h.Orders.Undo(ctx, actorOf(ctx), in.ID, in.Body.Value.Undo.Value))
}

func (h *Handler) refuse(ctx context.Context, in *struct {
	Path
	Body httpapi.Form[RefusalForm]
},
) (View, error) {
	undo, err := h.Orders.Refuse(ctx, in.Body.Value.actor(ctx), in.ID, in.Body.Value.refusal())
	return h.after(ctx, in.ID, undo, err)
}

func (h *Handler) setDeliveryOfAll(ctx context.Context, in *struct {
	Path
	Body httpapi.Form[allDeliveryForm]
},
) (View, error) {
	undo, err := h.Orders.SetDeliveryOfAll(ctx, in.Body.Value.actor(ctx), in.ID, Delivery(in.Body.Value.Status.Value))
	return h.after(ctx, in.ID, undo, err)
}

func (h *Handler) take(ctx context.Context, in *Path) (View, error) {
	return h.after(ctx, in.ID, nil, h.Orders.Take(ctx, actorOf(ctx), in.ID))
}

func (h *Handler) cancel(ctx context.Context, in *Path) (View, error) {
	return h.after(ctx, in.ID, nil, h.Orders.Cancel(ctx, actorOf(ctx), in.ID))
}

// UndoForm is the id of the action to undo.
type UndoForm struct {
	Undo httpapi.Text `json:"undo" maxLength:"40"`
}

// allDeliveryForm is a delivery status for all lines of an order.
type allDeliveryForm struct {
	VersionForm

	Status httpapi.Text `json:"delivery_status" maxLength:"20" enum:"PENDING,DELIVERED,CANCELED"`
}

// RefusalForm is the reason for canceling an order.
type RefusalForm struct {
	VersionForm

	Reason  httpapi.Text `json:"reason" maxLength:"300"`
	Restock httpapi.Flag `json:"restock,omitempty" doc:"false: the goods cannot be sold again and the stock stays unchanged. true if absent."`
}

func (f RefusalForm) refusal() Refusal {
	return Refusal{Reason: f.Reason.Value, KeepStock: f.Restock.Set && !f.Restock.Value}
}
