package counter

import (
	"context"
	"net/http"

	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/order"
)

// returnRoutes registers the calls for returned goods and for refused sales and returns.
func (h *Handler) returnRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/counter/returns", Access: httpapi.Administrator, Status: http.StatusCreated,
		Summary: "Take goods of a bill back and give the money back, with a credit note in the device's series; once under its key",
	}, h.takeBack)
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/counter/problems", Access: httpapi.Administrator,
		Summary: "What was made without the network and refused when it arrived, and products to count",
	}, h.problems)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/counter/problems/{id}", Access: httpapi.Manager,
		Summary: "Book what was refused, with its own number or the next of its device, or dismiss it for a reason",
	}, h.settle)
}

type counterReturnForm struct {
	Device    httpapi.Text        `json:"device" maxLength:"60" doc:"the id of the device"`
	Key       httpapi.Text        `json:"key" maxLength:"255" trim:"no" doc:"of this return, for good: the same again returns the same order"`
	Number    httpapi.Text        `json:"number,omitempty" maxLength:"16" doc:"that the device gave the credit note; left out: the next of its series"`
	Bill      httpapi.Text        `json:"bill" maxLength:"60" doc:"number of the bill"`
	Lines     []counterReturnLine `json:"lines" label:"What came back" minItems:"1" maxItems:"200" unit:"lines"`
	By        httpapi.Text        `json:"by" maxLength:"10" enum:"CASH,UPI,CARD,KHATA" doc:"how the money goes back; what is on the khata goes back there"`
	Reference httpapi.Text        `json:"reference,omitempty" maxLength:"60"`

	TimeForm
}

type counterReturnLine struct {
	ProductID httpapi.Ref  `json:"productId" label:"Product"`
	Quantity  httpapi.Int  `json:"quantity,omitempty" minimum:"1" maximum:"9999"`
	Grams     httpapi.Int  `json:"grams,omitempty" minimum:"1" maximum:"1000000" doc:"of goods sold by weight"`
	Reason    httpapi.Text `json:"reason,omitempty" maxLength:"200" doc:"stands on the credit note"`
	Restock   httpapi.Flag `json:"restock,omitempty" doc:"true: it can be sold again"`
}

func (h *Handler) takeBack(ctx context.Context, in *struct {
	Body httpapi.Form[counterReturnForm]
},
) (order.View, error) {
	f := in.Body.Value
	r := Return{DeviceID: f.Device.Value, Key: f.Key.Value, Number: f.Number.Value, Bill: f.Bill.Value, By: order.PaidBy(f.By.Value), Reference: f.Reference.Value}
	var err error
	if r.Time, err = f.time(h.Counter.clock.Now()); err != nil {
		return order.View{}, err
	}
	for i, line := range f.Lines {
		if err := oneAmount(i, line.Quantity.Set, line.Grams.Set); err != nil {
			return order.View{}, err
		}
		r.Lines = append(r.Lines, order.CounterReturnLine{ProductID: line.ProductID.Value, Quantity: line.Quantity.Value, Grams: line.Grams.Value, Reason: line.Reason.Value, Restock: line.Restock.Value})
	}
	caller := callerOf(ctx)
	orderID, err := h.Counter.TakeBack(ctx, caller, r)
	return h.order(ctx, caller, orderID, err)
}

func (h *Handler) problems(ctx context.Context, _ *struct{}) (Problems, error) {
	return h.Counter.Problems(ctx)
}

type counterSettleForm struct {
	Action httpapi.Text `json:"action" maxLength:"10" enum:"BOOK,DISMISS"`
	Reason httpapi.Text `json:"reason,omitempty" maxLength:"300" doc:"why it is dismissed"`
}

// RefusalPath has the id of a refusal.
type RefusalPath struct {
	ID string `path:"id" maxLength:"60"`
}

func (h *Handler) settle(ctx context.Context, in *struct {
	RefusalPath
	Body httpapi.Form[counterSettleForm]
},
) (Problems, error) {
	var err error
	switch in.Body.Value.Action.Value {
	case "BOOK":
		err = h.Counter.Book(ctx, callerOf(ctx), in.ID)
	case "DISMISS":
		err = h.Counter.Dismiss(ctx, in.ID, in.Body.Value.Reason.Value)
	default:
		err = fault.InField("action", "It must be BOOK or DISMISS.")
	}
	if err != nil {
		return Problems{}, err
	}
	return h.Counter.Problems(ctx)
}
