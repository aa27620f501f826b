package admin

import (
	"context"
	"fmt"

	"kirana/internal/catalog"
	"kirana/internal/catalog/view"
	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/id"
	"kirana/internal/money"
)

// bulkRoutes registers the calls that change many products at once.
func (h *Handler) bulkRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/product/bulk", Access: httpapi.Manager, MaxBody: httpapi.ProductBody,
		Summary: "Change one field of all products that a filter finds, or of those that are named; dryRun shows what would change", Message: "Products updated successfully!",
	}, h.changeInBulk)
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/product/bulk-changes", Access: httpapi.Manager, Summary: "The bulk changes of the last 7 days, which can be undone",
	}, func(ctx context.Context, _ *struct{}) ([]BulkRecord, error) { return h.service.RecentBulk(ctx) })
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/product/bulk/{id}/undo", Access: httpapi.Manager,
		Summary: "Undo a bulk change, except where somebody has edited since", Message: "Undone.",
	}, h.undoBulk)
}

// bulkFilter is the filter of the administrator's list.
type bulkFilter struct {
	Q           httpapi.Text `json:"q,omitempty" maxLength:"1000"`
	Category    httpapi.Ref  `json:"category,omitempty"`
	SubCategory httpapi.Ref  `json:"subCategory,omitempty" label:"Sub-category"`
	Stock       httpapi.Text `json:"stock,omitempty" maxLength:"10" doc:"out, low or some"`
	Publish     httpapi.Flag `json:"publish,omitempty"`
	Without     httpapi.Text `json:"without,omitempty" maxLength:"10" doc:"picture or unit"`
}

type bulkForm struct {
	bulkFilter

	IDs []httpapi.Ref `json:"ids,omitempty" label:"Products" each:"The product" doc:"these products, whatever the filter; at most 1000"`

	Field       httpapi.Text   `json:"field" maxLength:"10" doc:"price, discount, shelf, publish or unit"`
	Operation   httpapi.Text   `json:"operation,omitempty" maxLength:"10" doc:"of a price or discount: set, raise or lower"`
	Amount      httpapi.Rupees `json:"amount,omitempty" doc:"rupees, or per cent"`
	Percent     httpapi.Flag   `json:"percent,omitempty" doc:"the amount is per cent: of what is raised or lowered, of the price for a discount that is set"`
	Round       httpapi.Rupees `json:"round,omitempty" doc:"round to a multiple of this many rupees"`
	Shelf       httpapi.Ref    `json:"shelf,omitempty" doc:"the sub-category to move to"`
	SetPublish  httpapi.Flag   `json:"setPublish,omitempty"`
	SetUnit     httpapi.Text   `json:"setUnit,omitempty" label:"Unit" maxLength:"60"`
	DryRun      httpapi.Flag   `json:"dryRun,omitempty" doc:"change nothing"`
	ChangedFrom httpapi.Int    `json:"changedFrom,omitempty" doc:"how many products a preview said would change: another number is refused with 409"`
}

// maxBulkIDs is how many products a bulk change can name one by one.
const maxBulkIDs = 1000

// BulkReport is what a bulk change did, or would do.
type BulkReport struct {
	ID        string        `json:"_id" doc:"by which it can be undone; empty when nothing was changed"`
	Matched   int           `json:"matched"`
	Changed   int           `json:"changed"`
	Unchanged int           `json:"unchanged" doc:"products that were so already"`
	Refused   int           `json:"refused" doc:"products that cannot be changed so"`
	Lines     []BulkPreview `json:"lines" doc:"the first 100 that change or are refused, by name"`
}

// BulkPreview is a product before and after a bulk change.
type BulkPreview struct {
	ProductID string      `json:"_id"`
	Name      string      `json:"name"`
	Unit      string      `json:"unit"`
	Before    BulkValues  `json:"before"`
	After     *BulkValues `json:"after,omitempty" doc:"left out where it is refused"`
	Refusal   string      `json:"refusal,omitempty" doc:"why it stays as it is"`
}

// BulkValues are the values that a bulk change can set.
type BulkValues struct {
	Price    money.Paise `json:"price"`
	Discount money.Paise `json:"discount"`
	Shelf    string      `json:"shelf" doc:"category, sub-category"`
	Publish  bool        `json:"publish"`
	Unit     string      `json:"unit"`
}

func (h *Handler) changeInBulk(ctx context.Context, in *struct{ Body httpapi.Form[bulkForm] }) (BulkReport, error) {
	bulk, err := in.Body.Value.bulk()
	if err != nil {
		return BulkReport{}, err
	}
	result, err := h.service.ChangeInBulk(ctx, bulk)
	if err != nil {
		return BulkReport{}, err
	}
	return h.bulkReport(result), nil
}

func (h *Handler) undoBulk(ctx context.Context, in *struct {
	ID string `path:"id"`
},
) (BulkUndone, error) {
	if !id.Valid(in.ID) {
		return BulkUndone{}, fault.InField("id", "The id is not valid.")
	}
	return h.service.UndoBulk(ctx, in.ID)
}

func (f bulkForm) bulk() (Bulk, error) {
	change, err := f.change()
	if err != nil {
		return Bulk{}, err
	}
	b := Bulk{Query: f.query(), Change: change, DryRun: f.DryRun.Value}
	if b.Query.Without != "" && b.Query.Without != view.WithoutPicture && b.Query.Without != view.WithoutUnit {
		return b, fault.InField("without", "The value of without must be picture or unit.")
	}
	if !b.Query.Stock.Valid() {
		return b, fault.InField("stock", "The value of stock must be out, low or some.")
	}
	if f.ChangedFrom.Set {
		b.Expected = &f.ChangedFrom.Value
	}
	if len(f.IDs) > maxBulkIDs {
		return b, fault.InField("ids", "At most %d products can be named. Choose all that match instead.", maxBulkIDs)
	}
	for i, ref := range f.IDs {
		if !ref.Set {
			return b, fault.InField(fmt.Sprintf("ids[%d]", i), "The product is required.")
		}
		b.IDs = append(b.IDs, ref.Value)
	}
	return b, nil
}

func (f bulkFilter) query() view.Query {
	q := view.Query{
		Words: f.Q.Value, CategoryID: f.Category.Value, SubCategoryID: f.SubCategory.Value,
		Stock: view.StockLevel(f.Stock.Value), Without: view.Lack(f.Without.Value), Unpublished: true,
	}
	if f.Publish.Set {
		q.Publish = &f.Publish.Value
	}
	return q
}

// change reads what is to be done; what its field needs must be there.
func (f bulkForm) change() (BulkChange, error) {
	c := BulkChange{
		Field: BulkField(f.Field.Value), Operation: BulkOperation(f.Operation.Value), Amount: f.Amount.Value, Percent: f.Percent.Value,
		Round: f.Round.Value, Shelf: catalog.SubCategory{ID: f.Shelf.Value}, Publish: f.SetPublish.Value, Unit: f.SetUnit.Value,
	}
	switch c.Field {
	case BulkPrice, BulkDiscount:
		return c, f.checkAmount(c)
	case BulkShelf:
		if !f.Shelf.Set {
			return c, fault.InField("shelf", "Please choose a sub-category.")
		}
	case BulkPublish:
		if !f.SetPublish.Set {
			return c, fault.InField("setPublish", "Please choose whether shoppers see them.")
		}
	case BulkUnit:
		if c.Unit == "" {
			return c, fault.InField("setUnit", "Unit is required.")
		}
	default:
		return c, fault.InField("field", "The field must be price, discount, shelf, publish or unit.")
	}
	return c, nil
}

// maxPercent bounds an amount that is per cent.
const maxPercent = 1000_00

func (f bulkForm) checkAmount(c BulkChange) error {
	switch {
	case c.Operation != BulkSet && c.Operation != BulkRaise && c.Operation != BulkLower:
		return fault.InField("operation", "The operation must be set, raise or lower.")
	case !f.Amount.Set || (c.Amount == 0 && (c.Operation != BulkSet || c.Field == BulkPrice)):
		return fault.InField("amount", "Please type an amount above 0.")
	case c.Percent && c.Amount > maxPercent:
		return fault.InField("amount", "At most 1000 per cent.")
	case c.Percent && c.Operation == BulkSet && c.Field == BulkPrice:
		return fault.InField("amount", "A price is set in rupees.")
	}
	return nil
}

func (h *Handler) bulkReport(result BulkResult) BulkReport {
	snapshot := h.service.view.Snapshot()
	values := func(p catalog.Product) BulkValues {
		placed := snapshot.InPlace(p)
		return BulkValues{Price: p.Price, Discount: p.Discount, Shelf: placed.Category.Name + ", " + placed.SubCategory.Name, Publish: p.Publish, Unit: p.Unit}
	}
	report := BulkReport{
		ID: result.ID, Matched: result.Matched, Changed: result.Changed, Unchanged: result.Unchanged, Refused: result.Refused,
		Lines: make([]BulkPreview, len(result.Lines)),
	}
	for i, line := range result.Lines {
		preview := BulkPreview{ProductID: line.Before.ID, Name: line.Before.Name, Unit: line.Before.Unit, Before: values(line.Before), Refusal: line.Refusal}
		if line.Refusal == "" {
			after := values(line.After)
			preview.After = &after
		}
		report.Lines[i] = preview
	}
	return report
}
