package taxes

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"kirana/internal/catalog/admin"
	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/id"
	"kirana/internal/tax"
	"kirana/internal/tax/rates"
	"kirana/internal/unicodetext"
)

// Handler serves the calls under /tax.
type Handler struct{ Taxes *Service }

// Routes registers every call of the feature.
func (h *Handler) Routes(r *httpapi.Router) {
	httpapi.HandleBody(r, httpapi.Route{
		Method: "GET", Path: "/tax/rates", Access: httpapi.Manager, Scope: httpapi.ScopeRead,
		Summary: "List the GST rates: built-in rows with their source, and the owner's rows; all of them without page and limit",
	}, h.rates)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/tax/rates", Access: httpapi.Manager, Refuses: []int{http.StatusConflict},
		Summary: "Add a tax rate, which may start on a later day; dryRun returns the affected products and changes nothing",
		Budget:  httpapi.Budget{Rows: 1, Bound: "one for an HSN, a condition and a day, by staff"},
	}, h.addRate)
	httpapi.Handle(r, httpapi.Route{
		Method: "DELETE", Path: "/tax/rates/{id}", Access: httpapi.Manager, Refuses: []int{http.StatusNotFound, http.StatusConflict},
		Summary: "Delete a tax rate, unless it has started and a bill has used it", Message: "The row is taken back.",
	}, h.removeRate)
	httpapi.HandleBody(r, httpapi.Route{
		Method: "GET", Path: "/tax/missing", Access: httpapi.Manager, Scope: httpapi.ScopeCatalog,
		Summary: "List products without an HSN, condition or rate, each with a proposal",
	}, h.missing)
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/tax/proposals", Access: httpapi.Manager, Scope: httpapi.ScopeCatalog,
		Summary: "Count products without an HSN, condition or rate by kind of proposal",
	}, h.proposals)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/tax/assign", Access: httpapi.Manager, Scope: httpapi.ScopeCatalog, MaxBody: httpapi.ProductBody, Refuses: []int{http.StatusConflict},
		Summary: "Set the HSN, condition and rate of many products, all or none", Message: "The products have their tax.",
	}, h.assign)
}

func (h *Handler) rates(ctx context.Context, in *httpapi.PageQuery) (httpapi.Page[TaxRate], error) {
	list, err := h.Taxes.Rates(ctx)
	if err != nil || !in.IsSet() {
		return httpapi.Unpaged(list), err
	}
	page, limit, err := in.Parse(defaultLimit)
	if err != nil {
		return httpapi.Page[TaxRate]{}, err
	}
	from := min(len(list), (page-1)*limit)
	return httpapi.NewPage(list[from:min(len(list), from+limit)], len(list), limit), nil
}

// defaultLimit is the number of entries on a page if the caller sets none.
const defaultLimit = 50

type rateForm struct {
	HSN       httpapi.Text `json:"hsn" label:"HSN" maxLength:"12" doc:"First 2 to 8 digits of the HSN."`
	Condition httpapi.Text `json:"condition,omitempty" maxLength:"30" doc:"PREPACKED, LOOSE or another condition. Empty: the default rate of the HSN."`
	Rate      httpapi.Text `json:"rate" maxLength:"6" doc:"GST rate in per cent, the sum of CGST and SGST."`
	Cess      httpapi.Text `json:"cess,omitempty" maxLength:"6" doc:"Cess in per cent. 0 if absent."`
	Treatment httpapi.Text `json:"treatment,omitempty" maxLength:"10" enum:"TAXABLE,EXEMPT" doc:"Treatment. If absent, EXEMPT for a rate of 0 and TAXABLE otherwise."`
	Base      httpapi.Text `json:"base,omitempty" maxLength:"10" enum:"PRICE,MRP" doc:"Base of the tax. PRICE if absent."`
	From      httpapi.Text `json:"from" label:"First day" maxLength:"10" doc:"First day of the rate, as YYYY-MM-DD in India Standard Time."`
	DryRun    httpapi.Flag `json:"dryRun,omitempty" doc:"true: returns the affected products and changes nothing."`
}

// firstDay is the day on which India's GST began.
const firstDay = "2017-07-01"

// row returns the row of a form, or fault.Invalid with its invalid fields.
func (f rateForm) row() (rates.Row, error) {
	row := rates.Row{
		HSN: strings.ReplaceAll(unicodetext.Digits(f.HSN.Value), " ", ""), Condition: strings.ToUpper(f.Condition.Value),
		Treatment: tax.Treatment(f.Treatment.Value), Base: tax.Base(f.Base.Value), From: unicodetext.Digits(f.From.Value),
	}
	var wrong []fault.Field
	require := func(ok bool, field, sentence string) {
		if !ok {
			wrong = append(wrong, fault.Field{Field: field, Message: sentence})
		}
	}
	var rateErr, cessErr error
	row.Rate, rateErr = tax.ParsePercent(unicodetext.Digits(f.Rate.Value))
	if f.Cess.Value != "" {
		row.Cess, cessErr = tax.ParsePercent(unicodetext.Digits(f.Cess.Value))
	}
	if row.Treatment == "" {
		if row.Treatment = tax.Taxable; row.Rate == 0 && row.Cess == 0 {
			row.Treatment = tax.Exempt
		}
	}
	if row.Base == "" {
		row.Base = tax.ByPrice
	}
	_, dayErr := time.Parse(time.DateOnly, row.From)
	require(tax.ValidPrefix(row.HSN), "hsn", "The HSN begins with 2 to 8 digits of a chapter from 01 to 97.")
	require(strings.Trim(row.Condition, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-") == "", "condition", "A condition is one word, such as PREPACKED or LOOSE.")
	require(rateErr == nil, "rate", "A GST rate is a number of per cent from 0 to 100, such as 5 or 18.")
	require(cessErr == nil, "cess", "A cess is a number of per cent from 0 to 100.")
	require(slices.Contains([]tax.Treatment{tax.Taxable, tax.Exempt}, row.Treatment), "treatment", "The treatment must be TAXABLE or EXEMPT.")
	require(slices.Contains([]tax.Base{tax.ByPrice, tax.ByMRP}, row.Base), "base", "The base must be PRICE or MRP.")
	require(row.Treatment != tax.Exempt || row.Rate == 0 && row.Cess == 0, "treatment", "Exempt goods have a rate of 0.")
	require(row.Treatment != tax.Taxable || rateErr != nil || row.Rate > 0 || row.Cess > 0, "treatment", "Goods with a rate of 0 are exempt.")
	require(dayErr == nil && row.From >= firstDay, "from", "The first day must be a day from 2017-07-01 on, as YYYY-MM-DD.")
	return row, fault.Form(wrong)
}

func (h *Handler) addRate(ctx context.Context, in *struct{ Body httpapi.Form[rateForm] }) (Change, error) {
	row, err := in.Body.Value.row()
	if err != nil {
		return Change{}, err
	}
	return h.Taxes.AddRate(ctx, row, in.Body.Value.DryRun.Value)
}

func (h *Handler) removeRate(ctx context.Context, in *struct {
	ID string `path:"id" maxLength:"60"`
},
) (struct{}, error) {
	if !id.Valid(in.ID) {
		return struct{}{}, rates.ErrNoRow
	}
	return struct{}{}, h.Taxes.RemoveRate(ctx, in.ID)
}

func (h *Handler) missing(_ context.Context, in *struct {
	httpapi.PageQuery

	Kind string `query:"kind" maxLength:"60" doc:"Key of a kind from GET tax/proposals. none: products without a proposal."`
},
) (httpapi.Page[MissingTax], error) {
	page, limit, err := in.Parse(defaultLimit)
	if err != nil {
		return httpapi.Page[MissingTax]{}, err
	}
	list, total := h.Taxes.ListMissing(in.Kind, page, limit)
	return httpapi.NewPage(list, total, limit), nil
}

func (h *Handler) proposals(ctx context.Context, _ *struct{}) (Summary, error) {
	return h.Taxes.Proposals(ctx)
}

type assignForm struct {
	Products []assignedProduct `json:"products,omitempty" each:"product" maxItems:"10000" unit:"products"`
	Kinds    []takenKind       `json:"kinds,omitempty" each:"kind" maxItems:"1000" unit:"kinds" doc:"Kinds from GET tax/proposals whose proposals are applied, except to the products listed in products."`
}

type assignedProduct struct {
	ID httpapi.Ref `json:"_id"`

	admin.TaxFields
}

type takenKind struct {
	Key      httpapi.Text `json:"key" maxLength:"60"`
	Products httpapi.Int  `json:"products" minimum:"1" doc:"Number of products of the kind, as returned by GET tax/proposals. If it has changed, the call is refused with 409."`
}

// AssignedTaxes is the number of products that were changed.
type AssignedTaxes struct {
	Products int `json:"products"`
}

// SchemaName returns the name in the API document.
func (AssignedTaxes) SchemaName() string { return "AssignedTaxes" }

func (h *Handler) assign(ctx context.Context, in *struct{ Body httpapi.Form[assignForm] }) (AssignedTaxes, error) {
	form := in.Body.Value
	var named []admin.TaxChange
	for i, p := range form.Products {
		named = append(named, admin.TaxChange{ProductID: p.ID.Value, Tax: p.Form(), Field: fmt.Sprintf("products[%d]", i)})
	}
	var kinds []KindChoice
	for _, k := range form.Kinds {
		kinds = append(kinds, KindChoice{k.Key.Value, k.Products.Value})
	}
	if len(named)+len(kinds) == 0 {
		return AssignedTaxes{}, fault.InField("products", "Please choose at least one product.")
	}
	n, err := h.Taxes.Assign(ctx, named, kinds)
	return AssignedTaxes{n}, err
}
