package admin

import (
	"context"
	"fmt"
	"slices"

	"kirana/internal/catalog"
	"kirana/internal/catalog/view"
	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/id"
	"kirana/internal/idempotency"
)

func (h *Handler) bulkRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/product/bulk", Access: httpapi.Manager, Scope: httpapi.ScopeCatalog, MaxBody: httpapi.ProductBody,
		Summary: "Change one field of the products that match a filter or are listed by ID; dryRun returns a preview", Message: "Products updated successfully!",
	}, h.changeInBulk)
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/product/bulk-changes", Access: httpapi.Manager, Scope: httpapi.ScopeCatalog, Summary: "List the bulk changes of the last 7 days, which can be undone",
	}, func(ctx context.Context, _ *struct{}) ([]BulkRecord, error) { return h.service.RecentBulk(ctx) })
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/product/bulk/{id}/undo", Access: httpapi.Manager, Scope: httpapi.ScopeCatalog,
		Summary: "Undo a bulk change, except for products that were edited since", Message: "Undone.",
	}, h.undoBulk)
}

// BulkFilter is the filter of the administrator's product list.
type BulkFilter struct {
	Q           httpapi.Text `json:"q,omitempty" maxLength:"1000"`
	Category    httpapi.Ref  `json:"category,omitempty"`
	SubCategory httpapi.Ref  `json:"subCategory,omitempty" label:"Sub-category"`
	Stock       httpapi.Text `json:"stock,omitempty" maxLength:"10" enum:"out,low,some"`
	Publish     httpapi.Flag `json:"publish,omitempty"`
	Without     httpapi.Text `json:"without,omitempty" maxLength:"10" enum:"picture,unit,hsn,rate"`
	TaxRate     httpapi.Text `json:"taxRate,omitempty" label:"Tax rate" maxLength:"6" doc:"GST rate valid today, in per cent."`
}

type bulkForm struct {
	BulkFilter

	IDs *[]httpapi.Ref `json:"ids,omitempty" label:"Products" each:"The product" doc:"Product IDs, 1 to 1,000. Replaces the filter."`

	Field          httpapi.Text   `json:"field" maxLength:"15" enum:"price,sellingPrice,discount,stock,subCategory,publish,unit,tax" doc:"Changed field. price is the MRP; tax stands for hsn, taxCondition and gstRate, as sent."`
	Operation      httpapi.Text   `json:"operation,omitempty" maxLength:"10" enum:"set,raise,lower" doc:"Operation on price, sellingPrice, discount or stock."`
	Amount         httpapi.Rupees `json:"amount,omitempty" doc:"Amount in rupees, or in per cent if percent is true."`
	Pieces         httpapi.Int    `json:"pieces,omitempty" minimum:"0" maximum:"1000000" doc:"Number of pieces to set, add or subtract, for the field stock."`
	Percent        httpapi.Flag   `json:"percent,omitempty" doc:"true: amount is in per cent: of the value that is raised or lowered, or of the price for a discount that is set."`
	RaiseMRP       httpapi.Flag   `json:"raiseMrp,omitempty" doc:"true: a sellingPrice above the MRP raises the MRP, too. Otherwise such a product is refused."`
	Round          httpapi.Rupees `json:"round,omitempty" doc:"Rounding step: changed values are rounded to a multiple of this amount, in rupees. Not rounded if absent."`
	SetSubCategory httpapi.Ref    `json:"setSubCategory,omitempty" label:"Sub-category" doc:"ID of the new sub-category."`
	SetPublish     httpapi.Flag   `json:"setPublish,omitempty"`
	SetUnit        httpapi.Text   `json:"setUnit,omitempty" label:"Unit" maxLength:"60"`
	TaxFields
	DryRun httpapi.Flag `json:"dryRun,omitempty" doc:"true: returns a preview and changes nothing."`
	Digest httpapi.Text `json:"digest,omitempty" maxLength:"64" doc:"Digest of the preview. Required unless dryRun is true. If the change would differ from the preview, it is refused with 409."`
}

// maxBulkIDs limits the products that a bulk change can name by id.
const maxBulkIDs = 1000

func (h *Handler) changeInBulk(ctx context.Context, in *struct {
	Key  string `header:"Idempotency-Key" doc:"Idempotency key of up to 255 characters. A repeated request with the same key returns the first response for 24 hours."`
	Body httpapi.Form[bulkForm]
},
) (BulkReport, error) {
	if err := idempotency.CheckKey(in.Key); err != nil {
		return BulkReport{}, err
	}
	bulk, err := in.Body.Value.bulk()
	if err != nil {
		return BulkReport{}, err
	}
	return h.service.ChangeInBulk(ctx, idempotency.Key{UserID: httpapi.IdentityOf(ctx).UserID, Value: in.Key}, bulk)
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

func (f bulkForm) bulk() (BulkRequest, error) {
	change, err := f.change()
	if err != nil {
		return BulkRequest{}, err
	}
	b := BulkRequest{Query: f.query(), Change: change, DryRun: f.DryRun.Value, Digest: f.Digest.Value}
	if b.Query.TaxRate, err = view.ParseTaxRate(f.TaxRate.Value); err != nil {
		return b, err
	}
	if !b.Query.Without.Valid() {
		return b, fault.InField("without", "The value of without must be picture, unit, hsn or rate.")
	}
	if !b.Query.Stock.Valid() {
		return b, fault.InField("stock", "The value of stock must be out, low or some.")
	}
	if !b.DryRun && b.Digest == "" {
		return b, fault.InField("digest", "Please look at the preview first, and send its digest.")
	}
	if f.IDs == nil {
		return b, nil
	}
	b.IDs, err = bulkIDs(*f.IDs)
	return b, err
}

// bulkIDs returns the listed ids, sorted and without duplicates. It refuses an empty list. If the list is absent, the
// filter selects the products, and an empty filter matches all.
func bulkIDs(refs []httpapi.Ref) ([]string, error) {
	if len(refs) == 0 {
		return nil, fault.InField("ids", "Please choose at least one product.")
	}
	if len(refs) > maxBulkIDs {
		return nil, fault.InField("ids", "At most %d products can be named. Choose all that match instead.", maxBulkIDs)
	}
	ids := make([]string, len(refs))
	for i, ref := range refs {
		if !ref.Set {
			return nil, fault.InField(fmt.Sprintf("ids[%d]", i), "The product is required.")
		}
		ids[i] = ref.Value
	}
	slices.Sort(ids)
	return slices.Compact(ids), nil
}

func (f BulkFilter) query() view.Query {
	q := view.Query{
		Words: f.Q.Value, CategoryID: f.Category.Value, SubCategoryID: f.SubCategory.Value,
		Stock: view.StockLevel(f.Stock.Value), Without: view.MissingField(f.Without.Value), Unpublished: true,
	}
	if f.Publish.Set {
		q.Publish = &f.Publish.Value
	}
	return q
}

// change returns the change of a request. It refuses a request without the values that its field needs.
func (f bulkForm) change() (BulkEdit, error) {
	c := BulkEdit{
		Field: BulkField(f.Field.Value), Operation: BulkOperation(f.Operation.Value), Amount: f.Amount.Value, Percent: f.Percent.Value,
		Round: f.Round.Value, SubCategory: catalog.SubCategory{ID: f.SetSubCategory.Value}, Publish: f.SetPublish.Value, Unit: f.SetUnit.Value,
		Pieces: f.Pieces.Value, RaiseMRP: f.RaiseMRP.Value, Tax: f.Form(),
	}
	switch c.Field {
	case BulkPrice, BulkSelling, BulkDiscount:
		return c, f.checkAmount(c)
	case BulkStock:
		return c, f.checkPieces(c)
	case BulkSubCategory:
		if !f.SetSubCategory.Set {
			return c, fault.InField("setSubCategory", "Please choose a sub-category.")
		}
	case BulkPublish:
		if !f.SetPublish.Set {
			return c, fault.InField("setPublish", "Please choose whether shoppers see them.")
		}
	case BulkUnit:
		if c.Unit == "" {
			return c, fault.InField("setUnit", "Unit is required.")
		}
	case BulkTax:
		if c.Tax == (TaxForm{}) {
			return c, fault.InField("hsn", "Please give an HSN, a condition or a rate.")
		}
		return c, fault.Form(c.Tax.checkTexts())
	default:
		return c, fault.InField("field", "The field must be price, sellingPrice, discount, stock, subCategory, publish, unit or tax.")
	}
	return c, nil
}

// maxPercent limits an amount in hundredths of a percent: 1000 %.
const maxPercent = 1000_00

func (f bulkForm) checkAmount(c BulkEdit) error {
	switch {
	case !c.Operation.valid():
		return errOperation()
	case !f.Amount.Set || (c.Amount == 0 && (c.Operation != BulkSet || c.Field != BulkDiscount)):
		return fault.InField("amount", "Please type an amount above 0.")
	case c.Percent && c.Amount > maxPercent:
		return fault.InField("amount", "At most 1000 percent.")
	case c.Percent && c.Operation == BulkSet && c.Field != BulkDiscount:
		return fault.InField("amount", "A price is set in rupees.")
	}
	return nil
}

func (f bulkForm) checkPieces(c BulkEdit) error {
	switch {
	case !c.Operation.valid():
		return errOperation()
	case !f.Pieces.Set || (c.Pieces == 0 && c.Operation != BulkSet):
		return fault.InField("pieces", "Please type how many pieces.")
	}
	return nil
}

func (o BulkOperation) valid() bool { return o == BulkSet || o == BulkRaise || o == BulkLower }

func errOperation() error {
	return fault.InField("operation", "The operation must be set, raise or lower.")
}
