package purchase

import (
	"context"
	"net/http"
	"strconv"

	"kirana/internal/catalog/importer"
	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/money"
	"kirana/internal/tax"
)

// Handler serves the calls about purchases.
type Handler struct{ Purchases *Service }

// Routes registers every call of the feature.
func (h *Handler) Routes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/suppliers", Access: httpapi.Manager, Scope: httpapi.ScopeRead, Summary: "List all suppliers by name, with the amount due to each",
	}, func(ctx context.Context, _ *struct{}) ([]Supplier, error) { return h.Purchases.Suppliers(ctx) })
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/suppliers", Access: httpapi.Manager, Status: http.StatusCreated, Summary: "Add a supplier", Message: "Supplier added.",
	}, h.addSupplier)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/suppliers/{id}", Access: httpapi.Manager, Summary: "Update a supplier; fields that are not sent stay unchanged", Message: "Supplier changed.",
	}, h.changeSupplier)
	httpapi.HandleBody(r, httpapi.Route{
		Method: "GET", Path: "/purchases", Access: httpapi.Manager, Scope: httpapi.ScopeRead, Summary: "List purchases and returns, drafts and unpaid ones first",
	}, h.list)
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/purchases/{id}", Access: httpapi.Manager, Scope: httpapi.ScopeRead, Summary: "Retrieve a purchase with its lines, payments and returns",
	}, func(ctx context.Context, in *Path) (Purchase, error) { return h.Purchases.Purchase(ctx, in.ID) })
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/purchases", Access: httpapi.Manager, Status: http.StatusCreated, MaxBody: httpapi.ProductBody,
		Summary: "Create a draft; a bill number that the supplier has used in the same financial year is refused with 409", Refuses: []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct{ Body httpapi.Form[form] }) (Purchase, error) {
		return h.save(ctx, "", in.Body.Value)
	})
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/purchases/{id}", Access: httpapi.Manager, MaxBody: httpapi.ProductBody,
		Summary: "Replace a draft; fields that are not sent are emptied", Refuses: []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		Path
		Body httpapi.Form[form]
	},
	) (Purchase, error) {
		return h.save(ctx, in.ID, in.Body.Value)
	})
	httpapi.Handle(r, httpapi.Route{
		Method: "DELETE", Path: "/purchases/{id}", Access: httpapi.Manager, Summary: "Delete a draft", Message: "The draft is deleted.", Refuses: []int{http.StatusConflict},
	}, func(ctx context.Context, in *Path) (struct{}, error) {
		return struct{}{}, h.Purchases.Delete(ctx, in.ID)
	})
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/purchases/import", Access: httpapi.Manager, Status: http.StatusCreated, Upload: "file", Budget: httpapi.Budget{Memory: importer.MaxTableMemory},
		Summary: "Import a supplier's bill as CSV or XLSX: returns a draft with the recognized lines, and the lines to check", Message: "The file is read.",
	}, h.importFile)
	h.bookedRoutes(r)
	h.stockRoutes(r)
}

// Path names a purchase or a supplier.
type Path struct {
	ID string `path:"id" maxLength:"60"`
}

func (h *Handler) bookedRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/purchases/{id}/book", Access: httpapi.Manager, Message: "The purchase is booked.", Refuses: []int{http.StatusConflict},
		Summary: "Book a draft: updates stock, costs and prices in one transaction; a booked purchase cannot be changed",
	}, h.book)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/purchases/{id}/return", Access: httpapi.Manager, Message: "The goods are sent back.", Refuses: []int{http.StatusConflict},
		Summary: "Return pieces of a booked purchase to the supplier",
	}, h.sendBack)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/purchases/{id}/pay", Access: httpapi.Manager, Message: "The payment is recorded.", Refuses: []int{http.StatusConflict},
		Summary: "Record a payment for a booked purchase",
	}, h.pay)
}

type supplierForm struct {
	Name      httpapi.Text `json:"name,omitempty" maxLength:"100"`
	Mobile    httpapi.Text `json:"mobile,omitempty" maxLength:"20" null:"empty"`
	GSTIN     httpapi.Text `json:"gstin,omitempty" label:"GSTIN" maxLength:"20" null:"empty" doc:"GSTIN, checked for format, check digit and state. Empty: the supplier charges no tax."`
	State     httpapi.Text `json:"state,omitempty" maxLength:"60" null:"empty" doc:"Name or code of the state. Derived from the GSTIN if absent."`
	DaysToPay httpapi.Int  `json:"daysToPay,omitempty" minimum:"0" maximum:"365" empty:"0"`
}

// SchemaName returns the name in the API document.
func (supplierForm) SchemaName() string { return "SupplierForm" }

func text(t httpapi.Text) *string {
	if !t.Set {
		return nil
	}
	return &t.Value
}

func (f supplierForm) patch() SupplierForm {
	p := SupplierForm{Name: text(f.Name), Mobile: text(f.Mobile), GSTIN: text(f.GSTIN), State: text(f.State)}
	if f.DaysToPay.Set {
		p.DaysToPay = &f.DaysToPay.Value
	}
	return p
}

func (h *Handler) addSupplier(ctx context.Context, in *struct{ Body httpapi.Form[supplierForm] }) (Supplier, error) {
	return h.Purchases.SaveSupplier(ctx, "", in.Body.Value.patch())
}

func (h *Handler) changeSupplier(ctx context.Context, in *struct {
	Path
	Body httpapi.Form[supplierForm]
},
) (Supplier, error) {
	return h.Purchases.SaveSupplier(ctx, in.ID, in.Body.Value.patch())
}

type listInput struct {
	httpapi.PageQuery

	Q        string `query:"q" maxLength:"100" doc:"Search text: parts of the supplier's name or the bill number."`
	Supplier string `query:"supplier" maxLength:"60"`
	State    string `query:"state" maxLength:"20" doc:"DRAFT, DUE, LATE, PAID or SENT_BACK."`
}

type purchasePage struct {
	httpapi.Page[Purchase]

	Sums Sums `json:"sums"`
}

// SchemaName returns the name of the list in the API document.
func (purchasePage) SchemaName() string { return "PurchasePage" }

const defaultLimit = 50

func (h *Handler) list(ctx context.Context, in *listInput) (purchasePage, error) {
	f := Filter{Search: in.Q, SupplierID: in.Supplier, State: in.State}
	var err error
	if f.Page, f.Limit, err = in.Parse(defaultLimit); err != nil {
		return purchasePage{}, err
	}
	page, err := h.Purchases.List(ctx, f)
	return purchasePage{httpapi.NewPage(page.Purchases, page.Total, f.Limit), page.Sums}, err
}

type form struct {
	Supplier   httpapi.Ref    `json:"supplier"`
	Bill       httpapi.Text   `json:"bill,omitempty" maxLength:"40" doc:"Bill number on the paper."`
	Date       httpapi.Text   `json:"date,omitempty" maxLength:"10" doc:"Day of the bill, as YYYY-MM-DD. Today if absent."`
	DueAt      httpapi.Text   `json:"dueAt,omitempty" maxLength:"10" doc:"Due day, as YYYY-MM-DD. Derived from the supplier's days to pay if absent."`
	PaperTotal httpapi.Rupees `json:"paperTotal,omitempty" doc:"Total on the paper bill, in rupees."`
	RoundOff   httpapi.Text   `json:"roundOff,omitempty" maxLength:"20" doc:"Round-off in rupees, may be negative. If absent, the round-off to the nearest rupee, if that gives the paper's total."`
	Discount   httpapi.Rupees `json:"discount,omitempty" doc:"Discount on all lines, in rupees."`
	Lines      []lineForm     `json:"lines,omitempty" maxItems:"500" unit:"lines"`
}

type lineForm struct {
	ProductID  httpapi.Ref    `json:"productId"`
	Pieces     httpapi.Int    `json:"pieces,omitempty" minimum:"0" maximum:"100000"`
	Grams      httpapi.Int    `json:"grams,omitempty" minimum:"0" maximum:"100000000" doc:"Weight of a product sold by weight, in grams. Replaces pieces."`
	StepGrams  httpapi.Int    `json:"stepGrams,omitempty" minimum:"0" maximum:"1000000" doc:"Weight of the unit to which pieces, mrp and price refer, in grams. The product's if absent."`
	Free       httpapi.Int    `json:"free,omitempty" minimum:"0" maximum:"100000000" doc:"Free quantity in pieces, or in grams for a line in grams."`
	Cost       httpapi.Rupees `json:"cost,omitempty" doc:"Cost of one piece in rupees, or of a kilogram for a line in grams."`
	WithTax    httpapi.Flag   `json:"costIncludesTax,omitempty"`
	Rate       httpapi.Text   `json:"rate,omitempty" maxLength:"10" doc:"GST rate in per cent. The product's if absent."`
	MRP        httpapi.Rupees `json:"mrp,omitempty" label:"MRP" doc:"New MRP in rupees. Unchanged if absent."`
	Price      httpapi.Rupees `json:"price,omitempty" doc:"New payable price in rupees. Unchanged if absent."`
	BestBefore httpapi.Text   `json:"bestBefore,omitempty" maxLength:"10" doc:"Best-before day, as YYYY-MM-DD."`
	Words      httpapi.Text   `json:"words,omitempty" maxLength:"300" doc:"Name in the supplier's file, stored for later imports."`
	Unit       httpapi.Text   `json:"unit,omitempty" maxLength:"60" doc:"Unit in the supplier's file, stored with pack for later imports. Absent: pieces."`
	Pack       httpapi.Int    `json:"pack,omitempty" minimum:"1" maximum:"10000" doc:"Pieces in one unit of the file, stored for later imports."`
}

// SchemaName returns the name in the API document.
func (form) SchemaName() string { return "PurchaseForm" }

// SchemaName returns the name in the API document.
func (lineForm) SchemaName() string { return "PurchaseLineForm" }

func rupees(r httpapi.Rupees) *money.Paise {
	if !r.Set {
		return nil
	}
	return &r.Value
}

func (h *Handler) save(ctx context.Context, purchaseID string, f form) (Purchase, error) {
	draft := Form{
		SupplierID: f.Supplier.Value, Bill: f.Bill.Value, Day: f.Date.Value, DueDay: f.DueAt.Value, PaperTotal: rupees(f.PaperTotal), Discount: f.Discount.Value,
		Lines: make([]Line, len(f.Lines)),
	}
	if f.RoundOff.Value != "" {
		amount, err := money.ParseSigned(f.RoundOff.Value)
		if err != nil {
			return Purchase{}, fault.InField("roundOff", "The round-off must be in rupees, with at most two decimals.")
		}
		adjustment := money.Adjustment(amount)
		draft.RoundOff = &adjustment
	}
	for i, l := range f.Lines {
		line := Line{
			ProductID: l.ProductID.Value, Pieces: l.Pieces.Value, StepGrams: l.StepGrams.Value, Free: l.Free.Value, Cost: rupees(l.Cost), WithTax: l.WithTax.Value,
			MRP: rupees(l.MRP), Price: rupees(l.Price), BestBefore: l.BestBefore.Value, Words: l.Words.Value, Unit: l.Unit.Value, Pack: l.Pack.Value,
		}
		switch {
		case l.Grams.Set && l.Pieces.Value > 0:
			return Purchase{}, fault.InField("lines["+strconv.Itoa(i)+"].grams", "Please say either how many pieces or how many grams came.")
		case l.Grams.Set:
			line.Grams = &l.Grams.Value
		case l.Free.Value > maxPieces:
			return Purchase{}, fault.InField("lines["+strconv.Itoa(i)+"].free", "At most %d pieces can be free.", maxPieces)
		}
		if l.Rate.Value != "" {
			rate, err := tax.ParsePercent(l.Rate.Value)
			if err != nil {
				return Purchase{}, fault.InField("lines["+strconv.Itoa(i)+"].rate", "The GST rate must be per cent from 0 to 100.")
			}
			line.Rate = &rate
		}
		draft.Lines[i] = line
	}
	return h.Purchases.Save(ctx, purchaseID, draft)
}

func staffOf(ctx context.Context) Staff {
	caller := httpapi.IdentityOf(ctx)
	return Staff{caller.UserID, caller.Name}
}

type bookForm struct {
	AcceptDifference httpapi.Flag `json:"acceptDifference,omitempty" doc:"true: books although the sum of the lines differs from the paper's total, or the day of the bill is in the future."`
}

func (h *Handler) book(ctx context.Context, in *struct {
	Path
	Body httpapi.Form[bookForm]
},
) (Purchase, error) {
	return h.Purchases.Book(ctx, staffOf(ctx), in.ID, in.Body.Value.AcceptDifference.Value)
}

type returnLineForm struct {
	ID     httpapi.Ref `json:"_id" label:"Line"`
	Pieces httpapi.Int `json:"pieces,omitempty" minimum:"0"`
	Grams  httpapi.Int `json:"grams,omitempty" minimum:"0" maximum:"100000000" doc:"Weight of a line in grams. Replaces pieces."`
}

type returnForm struct {
	Lines  []returnLineForm `json:"lines" minItems:"1" maxItems:"500" unit:"lines"`
	Reason httpapi.Text     `json:"reason" maxLength:"200"`
	Key    httpapi.Text     `json:"key,omitempty" maxLength:"255" trim:"no" doc:"Idempotency key. A repeated request with the same key within 24 hours sends nothing more back."`
}

// SchemaName returns the name in the API document.
func (returnForm) SchemaName() string { return "PurchaseReturnForm" }

func (h *Handler) sendBack(ctx context.Context, in *struct {
	Path
	Body httpapi.Form[returnForm]
},
) (Purchase, error) {
	f := in.Body.Value
	form := ReturnForm{Reason: f.Reason.Value}
	for _, l := range f.Lines {
		form.Lines = append(form.Lines, ReturnLine{l.ID.Value, l.Pieces.Value, l.Grams.Value})
	}
	return h.Purchases.Return(ctx, staffOf(ctx), f.Key.Value, in.ID, form)
}

type payForm struct {
	Amount    httpapi.Rupees `json:"amount" above:"0"`
	By        httpapi.Text   `json:"by" maxLength:"10" enum:"CASH,UPI,CARD,BANK"`
	Reference httpapi.Text   `json:"reference,omitempty" maxLength:"60"`
	Key       httpapi.Text   `json:"key,omitempty" maxLength:"255" trim:"no" doc:"Idempotency key. A repeated request with the same key within 24 hours pays nothing more."`
}

func (h *Handler) pay(ctx context.Context, in *struct {
	Path
	Body httpapi.Form[payForm]
},
) (Purchase, error) {
	f := in.Body.Value
	switch f.By.Value {
	case "CASH", "UPI", "CARD", "BANK":
	default:
		return Purchase{}, fault.InField("by", "It must be CASH, UPI, CARD or BANK.")
	}
	return h.Purchases.Pay(ctx, staffOf(ctx), f.Key.Value, in.ID, PaymentForm{f.Amount.Value, f.By.Value, f.Reference.Value})
}
