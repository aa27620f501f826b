package order

import (
	"context"

	"kirana/internal/httpapi"
)

// printingRoutes registers the call that records printouts.
func (h *Handler) printingRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/order/checkouts/printed", Access: httpapi.Administrator, Scope: httpapi.ScopeOrders,
		Summary: "Record in the timelines of orders that a paper was printed; the status does not change",
	}, h.recordPrint)
}

// PrintForm names the printed orders, and the kind of printout.
type PrintForm struct {
	IDs  []httpapi.Ref `json:"ids" minItems:"1" maxItems:"100" unit:"orders" each:"order"`
	Kind httpapi.Text  `json:"kind" maxLength:"10" enum:"slip,bill,riders"`
}

// printResult is the number of orders whose timelines record the printout.
type printResult struct {
	Printed int `json:"printed"`
}

func (h *Handler) recordPrint(ctx context.Context, in *struct {
	Body httpapi.Form[PrintForm]
},
) (printResult, error) {
	ids := make([]string, len(in.Body.Value.IDs))
	for i, ref := range in.Body.Value.IDs {
		ids[i] = ref.Value
	}
	err := h.Orders.RecordPrint(ctx, actorOf(ctx), ids, Paper(in.Body.Value.Kind.Value))
	return printResult{Printed: len(ids)}, err
}
