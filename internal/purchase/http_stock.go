package purchase

import (
	"cmp"
	"context"
	"strconv"

	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/idempotency"
	"kirana/internal/tax"
)

// stockRoutes registers the calls about expiring lots, reordering and the stock's value.
func (h *Handler) stockRoutes(r *httpapi.Router) {
	httpapi.HandleBody(r, httpapi.Route{
		Method: "GET", Path: "/stock/expiring", Access: httpapi.Manager, Scope: httpapi.ScopeRead, Summary: "List lots that expire within some days or have expired, earliest first",
	}, h.expiring)
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/stock/reorder", Access: httpapi.Manager, Scope: httpapi.ScopeRead, Summary: "List products to reorder, by their rate of sale or minimum stock, with the packs to order",
	}, func(ctx context.Context, _ *struct{}) ([]Reorder, error) { return h.Purchases.Reorder(ctx) })
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/stock/value", Access: httpapi.Manager, Scope: httpapi.ScopeRead, Summary: "Retrieve the cost of the stock, in total and by category",
	}, h.value)
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/stock/margin", Access: httpapi.Manager, Scope: httpapi.ScopeRead, Summary: "Retrieve the margin of sales without tax, by day, category and product",
	}, h.margin)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/stock/writeoff", Access: httpapi.Manager, Scope: httpapi.ScopeCatalog, Summary: "Write off pieces of a lot, with a reason", Message: "Written off.",
	}, h.writeOff)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/stock/markdown", Access: httpapi.Manager, Scope: httpapi.ScopeCatalog, Summary: "Mark down a product until a lot is out; the price is restored afterwards", Message: "Marked down.",
	}, h.markDown)
}

type expiringList struct {
	httpapi.Envelope[[]ExpiringLot]

	Sums []ExpirySum `json:"sums" doc:"Totals of lots that have expired (-1), or expire within 3, 7 and 30 days."`
}

// SchemaName returns the name of the list in the API document.
func (expiringList) SchemaName() string { return "ExpiringList" }

func (h *Handler) expiring(ctx context.Context, in *struct {
	Days string `query:"days" doc:"Number of days, 0 to 365. 7 if absent."`
},
) (expiringList, error) {
	days := defaultExpiringDays
	if in.Days != "" {
		var err error
		if days, err = strconv.Atoi(in.Days); err != nil || days < 0 || days > maxExpiringDays {
			return expiringList{}, fault.InField("days", "The value of days must be a whole number from 0 to %d.", maxExpiringDays)
		}
	}
	list, sums, err := h.Purchases.Expiring(ctx, days)
	return expiringList{httpapi.OK("", list), sums}, err
}

// stockValue is the response with the stock's value at cost.
type stockValue struct {
	Worth

	Categories []CategoryWorth `json:"shelves" doc:"Cost by category."`
}

// SchemaName returns the name in the API document.
func (stockValue) SchemaName() string { return "StockValue" }

func (h *Handler) value(ctx context.Context, _ *struct{}) (stockValue, error) {
	all, categories, err := h.Purchases.Value(ctx)
	return stockValue{all, categories}, err
}

func (h *Handler) margin(ctx context.Context, in *struct {
	From string `query:"from" maxLength:"10" doc:"First day, as YYYY-MM-DD in India Standard Time. Today if absent."`
	To   string `query:"to" maxLength:"10" doc:"Last day, inclusive, as YYYY-MM-DD in India Standard Time, at most 31 days. Today if absent."`
},
) (Margins, error) {
	today := tax.Day(h.Purchases.clock.Now())
	from, err := httpapi.ParseDay("from", cmp.Or(in.From, today), 0)
	if err != nil {
		return Margins{}, err
	}
	to, err := httpapi.ParseDay("to", cmp.Or(in.To, today), 1)
	if err != nil {
		return Margins{}, err
	}
	return h.Purchases.Margins(ctx, from, to)
}

type writeOffForm struct {
	Lot    httpapi.Ref  `json:"lot"`
	Pieces httpapi.Int  `json:"pieces,omitempty" minimum:"0"`
	Grams  httpapi.Int  `json:"grams,omitempty" minimum:"0" maximum:"100000000" doc:"Weight of a product sold by weight, in grams. Replaces pieces."`
	Reason httpapi.Text `json:"reason" maxLength:"200"`
	Key    httpapi.Text `json:"key,omitempty" maxLength:"255" trim:"no" doc:"Idempotency key. A repeated request with the same key within 24 hours writes nothing more off."`
}

func (h *Handler) writeOff(ctx context.Context, in *struct{ Body httpapi.Form[writeOffForm] }) (struct{}, error) {
	f := in.Body.Value
	if (f.Pieces.Value > 0) == (f.Grams.Value > 0) {
		return struct{}{}, fault.InField("pieces", "Please say how many pieces, or how many grams of goods sold by weight.")
	}
	key := idempotency.Key{UserID: httpapi.IdentityOf(ctx).UserID, Value: f.Key.Value}
	return struct{}{}, h.Purchases.WriteOff(ctx, key, WriteOffForm{f.Lot.Value, f.Pieces.Value, f.Grams.Value, f.Reason.Value})
}

type markDownForm struct {
	Lot   httpapi.Ref    `json:"lot"`
	Price httpapi.Rupees `json:"price" above:"0" doc:"Price of one piece until the lot is out, in rupees."`
}

func (h *Handler) markDown(ctx context.Context, in *struct{ Body httpapi.Form[markDownForm] }) (struct{}, error) {
	return struct{}{}, h.Purchases.MarkDown(ctx, in.Body.Value.Lot.Value, in.Body.Value.Price.Value)
}
