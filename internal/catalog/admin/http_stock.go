package admin

import (
	"context"
	"strconv"

	"kirana/internal/catalog/stock"
	"kirana/internal/catalog/view"
	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/idempotency"
	"kirana/internal/language"
)

// stockRoutes registers the calls for the stock of products.
func (h *Handler) stockRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/product/stock/{id}", Access: httpapi.Manager, Scope: httpapi.ScopeCatalog,
		Summary: "Adjust the stock of a product by a number of pieces, or set it to a count", Message: "Stock updated successfully!",
	}, h.adjustStock)
	h.moveRoutes(r)
	httpapi.HandleBody(r, httpapi.Route{
		Method: "GET", Path: "/product/{id}/movements", Access: httpapi.Manager, Scope: httpapi.ScopeCatalog,
		Summary: "List the ledger of a product's stock, newest first",
	}, h.movements)
	httpapi.HandleBody(r, httpapi.Route{
		Method: "GET", Path: "/product/running-out", Access: httpapi.Manager, Scope: httpapi.ScopeCatalog,
		Summary: "List published products that will sell out within some days at the rate of the last 28 days, soonest first",
	}, h.runningOut)
}

// defaultLedgerLimit is the default page size of the ledger and of the products that are running out.
const defaultLedgerLimit = 20

func (h *Handler) movements(ctx context.Context, in *struct {
	httpapi.PageQuery

	ID string `path:"id"`
},
) (httpapi.Page[stock.Movement], error) {
	if err := checkID(in.ID); err != nil {
		return httpapi.Page[stock.Movement]{}, err
	}
	page, limit, err := in.Parse(defaultLedgerLimit)
	if err != nil {
		return httpapi.Page[stock.Movement]{}, err
	}
	movements, total, err := stock.LedgerPage(ctx, h.service.db, in.ID, page, limit)
	if err == nil && total == 0 { // the product never had stock, or does not exist
		err = h.service.checkKnown(ctx, in.ID)
	}
	if err != nil {
		return httpapi.Page[stock.Movement]{}, err
	}
	for i := range movements {
		movements[i].Note = stock.NotePhrase(movements[i].Note).In(language.Of(ctx))
	}
	return httpapi.NewPage(movements, total, limit), nil
}

const (
	defaultDaysLeft = 7
	maxDaysLeft     = 90
)

func (h *Handler) runningOut(ctx context.Context, in *struct {
	httpapi.PageQuery

	Days string `query:"days" doc:"Number of days, 1 to 90. 7 if absent."`
},
) (httpapi.Page[view.RunningOut], error) {
	page, limit, err := in.Parse(defaultLedgerLimit)
	if err != nil {
		return httpapi.Page[view.RunningOut]{}, err
	}
	days := defaultDaysLeft
	if in.Days != "" {
		if days, err = strconv.Atoi(in.Days); err != nil || days < 1 || days > maxDaysLeft {
			return httpapi.Page[view.RunningOut]{}, fault.InField("days", "The value of days must be a whole number from 1 to %d.", maxDaysLeft)
		}
	}
	running, err := h.service.view.RunningOut(ctx, days)
	if err != nil {
		return httpapi.Page[view.RunningOut]{}, err
	}
	from := min((page-1)*limit, len(running))
	shown := running[from:min(from+limit, len(running))]
	for i := range shown {
		shown[i].Product = seenBy(ctx, shown[i].Product)
	}
	return httpapi.NewPage(shown, len(running), limit), nil
}

type stockForm struct {
	Change httpapi.Int  `json:"change,omitempty" minimum:"-1000000" maximum:"1000000" doc:"Change of the stock in pieces, negative for a decrease. Exactly one of change and count is required."`
	Count  httpapi.Int  `json:"count,omitempty" minimum:"0" maximum:"1000000" doc:"New stock in pieces. With reason counted: pieces on the shelf, including those reserved for orders."`
	Reason httpapi.Text `json:"reason,omitempty" maxLength:"20" enum:"received,damaged,counted" doc:"Reason for the adjustment. An edit if absent."`

	ChangeGrams httpapi.Int `json:"changeGrams,omitempty" minimum:"-100000000" maximum:"100000000" doc:"Change of the stock of a product sold by weight, in grams. Replaces change."`
	CountGrams  httpapi.Int `json:"countGrams,omitempty" minimum:"0" maximum:"100000000" doc:"New stock of a product sold by weight, in grams. Replaces count."`

	Note httpapi.Text `json:"note,omitempty" maxLength:"200" doc:"Note on the adjustment."`
}

func (h *Handler) adjustStock(ctx context.Context, in *struct {
	ID   string `path:"id"`
	Key  string `header:"Idempotency-Key" doc:"Idempotency key of up to 255 characters. A repeated request with the same key within 24 hours changes nothing more."`
	Body httpapi.Form[stockForm]
},
) (AdjustedProduct, error) {
	if err := checkID(in.ID); err != nil {
		return AdjustedProduct{}, err
	}
	if err := idempotency.CheckKey(in.Key); err != nil {
		return AdjustedProduct{}, err
	}
	adjustment, err := in.Body.Value.adjustment()
	if err != nil {
		return AdjustedProduct{}, err
	}
	adjustment.ProductID = in.ID
	return h.service.AdjustStock(ctx, idempotency.Key{UserID: httpapi.IdentityOf(ctx).UserID, Value: in.Key}, adjustment)
}

// adjustment returns the adjustment of a request. It refuses a change whose sign contradicts the reason.
func (f stockForm) adjustment() (stock.Adjustment, error) {
	a := stock.Adjustment{Reason: stock.Reason(f.Reason.Value), Note: f.Note.Value}
	if f.Reason.Value == "" {
		a.Reason = stock.Edit
	}
	change, count := f.Change, f.Count
	if f.ChangeGrams.Set || f.CountGrams.Set {
		if change.Set || count.Set {
			return a, fault.InField("change", "Send either pieces or grams.")
		}
		a.InGrams, change, count = true, f.ChangeGrams, f.CountGrams
	}
	a.Change, a.Count = change.Value, number(count)
	if change.Set == count.Set {
		return a, fault.InField("change", "Send either a change or a count.")
	}
	switch a.Reason {
	case stock.Edit:
	case stock.Received:
		if a.Change <= 0 {
			return a, fault.InField("change", "How many pieces came in must be more than 0.")
		}
	case stock.Damaged:
		if a.Change >= 0 {
			return a, fault.InField("change", "How many pieces are gone must be less than 0.")
		}
	case stock.Counted:
		if a.Count == nil {
			return a, fault.InField("count", "How many pieces were counted is required.")
		}
	default:
		return a, fault.InField("reason", "The reason must be received, damaged or counted.")
	}
	if a.Count == nil && a.Change == 0 {
		return a, fault.InField("change", "The change must not be 0.")
	}
	return a, nil
}
