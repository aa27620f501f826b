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
		Summary: "Return goods of a bill and refund them, with a credit note in the device's series; idempotent by key; packers those sold at the counter on the day only",
	}, h.takeBack)
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/counter/problems", Access: httpapi.Administrator,
		Summary: "List offline sales and returns that were refused, and products to count",
	}, h.problems)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/counter/problems/{id}", Access: httpapi.Manager,
		Summary: "Book a refused sale or return, with its own number or the next one, or dismiss it with a reason",
	}, h.settle)
}

type counterReturnForm struct {
	Device    httpapi.Text        `json:"device" maxLength:"60" doc:"Device ID."`
	Key       httpapi.Text        `json:"key" maxLength:"255" trim:"no" doc:"Idempotency key, kept permanently. A repeated request returns the same order."`
	Number    httpapi.Text        `json:"number,omitempty" maxLength:"16" doc:"Number of the credit note, assigned by the device. The next of its series if absent."`
	Bill      httpapi.Text        `json:"bill" maxLength:"60" doc:"Number of the bill."`
	Lines     []counterReturnLine `json:"lines" label:"What came back" minItems:"1" maxItems:"200" unit:"lines"`
	By        httpapi.Text        `json:"by" maxLength:"10" enum:"CASH,UPI,CARD,KHATA" doc:"Method of the refund. Goods on the khata are refunded there."`
	Reference httpapi.Text        `json:"reference,omitempty" maxLength:"60"`

	TimeForm
}

type counterReturnLine struct {
	ProductID httpapi.Ref  `json:"productId" label:"Product"`
	Quantity  httpapi.Int  `json:"quantity,omitempty" minimum:"1" maximum:"9999"`
	Grams     httpapi.Int  `json:"grams,omitempty" minimum:"1" maximum:"1000000" doc:"Weight of a product sold by weight, in grams."`
	Reason    httpapi.Text `json:"reason,omitempty" maxLength:"200" doc:"Reason, printed on the credit note."`
	Restock   httpapi.Flag `json:"restock,omitempty" doc:"true: the goods can be sold again and go back to the stock. false if absent."`
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
	Reason httpapi.Text `json:"reason,omitempty" maxLength:"300" doc:"Reason for the dismissal."`
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
