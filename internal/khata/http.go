package khata

import (
	"context"
	"net/http"
	"strings"

	"kirana/internal/catalog/importer"
	"kirana/internal/changes"
	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/money"
	"kirana/internal/unicodetext"
)

// Handler serves the calls about customers' accounts.
type Handler struct {
	Khata *Service
	// PublicURL is the shop's address in messages to customers.
	PublicURL string
	// Confirm refuses a change without the caller's password.
	Confirm func(ctx context.Context, password string) error
}

// Routes registers every call of the feature.
func (h *Handler) Routes(r *httpapi.Router) {
	accounts := httpapi.Route{
		Method: "GET", Path: "/khata", Access: httpapi.Administrator, Scope: httpapi.ScopeOrders, Refuses: []int{http.StatusConflict},
		Summary: "List khata accounts with their balances, longest open first",
	}
	httpapi.HandleBody(r, accounts, h.list)
	httpapi.DocumentChanges[accountPage, Account](r, accounts)
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/khata/mine", Access: httpapi.Shopper, Summary: "Retrieve the caller's khata",
	}, h.mine)
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/khata/{customer}", Access: httpapi.Administrator, Scope: httpapi.ScopeOrders, Summary: "Retrieve a customer's khata with its entries",
	}, h.statement)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/khata/{customer}", Access: httpapi.Administrator, Scope: httpapi.ScopeOrders,
		Summary: "Add a payment or a correction to a khata; packers may add payments only, by UPI or card with a reference, to be confirmed by a manager",
	}, h.add)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/khata/{customer}/entries/{entry}/confirmed", Access: httpapi.Manager,
		Summary: "Confirm a payment by UPI or card that a packer recorded",
	}, h.confirm)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/khata/{customer}/limit", Access: httpapi.Owner, Refuses: []int{http.StatusTooManyRequests},
		Summary: "Set the khata limit of a customer; null applies the shop's limit", Message: "Limit changed.",
	}, h.setLimit)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/khata/{customer}/reminder", Access: httpapi.Administrator, Scope: httpapi.ScopeOrders,
		Summary: "Create a reminder with the secret address of the customer's khata page; marks the customer as reminded",
	}, h.remind)
	httpapi.Handle(r, httpapi.Route{
		Method: "DELETE", Path: "/khata/{customer}/reminder", Access: httpapi.Manager,
		Summary: "Expire every secret address of a customer's khata page", Message: "The addresses do not work any more.",
	}, h.revoke)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/khata/import", Access: httpapi.Manager, Upload: "file", Budget: httpapi.Budget{Memory: importer.MaxTableMemory},
		Summary: "Import opening balances from a CSV or XLSX file of name, mobile and balance; invalid rows are listed in the response", Message: "The list is read.",
	}, h.importList)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/khata/page", Access: httpapi.Public, Summary: "Retrieve a khata by its secret address, without a login",
	}, h.page)
}

type accountPage struct {
	httpapi.Page[Account]

	Ages []AgeSum `json:"ages" doc:"Totals of all accounts by age, oldest first."`
}

// SchemaName returns the name of the list in the API document.
func (accountPage) SchemaName() string { return "KhataAccountPage" }

type listInput struct {
	httpapi.PageQuery
	httpapi.SinceQuery

	Q    string `query:"q" maxLength:"100" doc:"Search text: parts of name or mobile."`
	Age  string `query:"age" maxLength:"10" doc:"Age of the oldest open entry in days: 0-30, 31-60 or 61+."`
	Over string `query:"over" maxLength:"5" doc:"true: accounts above their limit only. Not for packers, who may not read limits."`
}

// defaultLimit is the page size unless the caller sets one.
const defaultLimit = 50

func (h *Handler) list(ctx context.Context, in *listInput) (any, error) {
	f := Filter{Search: in.Q, Age: Age(in.Age), Over: in.Over == "true"}
	var err error
	if f.Page, f.Limit, err = in.Parse(defaultLimit); err != nil {
		return nil, err
	}
	if f.Over && isPacker(ctx) {
		return nil, httpapi.ErrForbidden
	}
	if in.UpdatedSince != "" {
		page, accounts, err := h.Khata.ListChanged(ctx, in.UpdatedSince, f)
		hideLimits(ctx, accounts)
		return changes.Body(page, changes.ByID(accounts, func(a Account) string { return a.Customer.ID })), err
	}
	list, err := h.Khata.List(ctx, f)
	hideLimits(ctx, list.Accounts)
	return accountPage{Page: httpapi.NewPage(list.Accounts, list.Total, f.Limit), Ages: list.Ages}, err
}

func (h *Handler) mine(ctx context.Context, _ *struct{}) (Statement, error) {
	statement, err := h.Khata.Statement(ctx, httpapi.IdentityOf(ctx).UserID)
	return statement.ForCustomer(), err
}

// CustomerPath names a customer.
type CustomerPath struct {
	Customer string `path:"customer" maxLength:"60"`
}

func (h *Handler) statement(ctx context.Context, in *CustomerPath) (Statement, error) {
	st, err := h.Khata.Statement(ctx, in.Customer)
	return forCaller(ctx, st), err
}

func isPacker(ctx context.Context) bool {
	return httpapi.IdentityOf(ctx).StaffRole == httpapi.RolePacker
}

// hideLimits removes the limits from accounts that a packer reads.
func hideLimits(ctx context.Context, accounts []Account) {
	for i := range accounts {
		if isPacker(ctx) {
			accounts[i] = accounts[i].WithoutLimit()
		}
	}
}

// forCaller returns the statement as the caller may read it: for a packer, without the limit.
func forCaller(ctx context.Context, st Statement) Statement {
	if isPacker(ctx) {
		st.Account = st.WithoutLimit()
	}
	return st
}

type lineForm struct {
	Kind      httpapi.Text `json:"kind" maxLength:"20" enum:"PAYMENT,CORRECTION"`
	Amount    httpapi.Text `json:"amount" maxLength:"20" doc:"Amount in rupees. A negative correction lowers the balance."`
	By        httpapi.Text `json:"by,omitempty" maxLength:"10" doc:"Payment method: CASH, UPI or CARD."`
	Reason    httpapi.Text `json:"reason,omitempty" maxLength:"200" doc:"Reason for a correction."`
	Reference httpapi.Text `json:"reference,omitempty" maxLength:"60"`
	Key       httpapi.Text `json:"key,omitempty" maxLength:"255" trim:"no" doc:"Idempotency key. A repeated request with the same key within 24 hours adds nothing."`
}

func staffOf(ctx context.Context) Staff {
	caller := httpapi.IdentityOf(ctx)
	return Staff{caller.UserID, caller.Name}
}

// refuse returns fault.Forbidden for an entry that a packer may not add.
func (l Line) refuse(role httpapi.StaffRole) error {
	switch {
	case role != httpapi.RolePacker:
		return nil
	case l.Kind == Correction:
		return httpapi.ErrForbidden
	case (l.By == "UPI" || l.By == "CARD") && l.Reference == "":
		return ErrNeedsReference
	}
	return nil
}

func (h *Handler) add(ctx context.Context, in *struct {
	CustomerPath
	Body httpapi.Form[lineForm]
},
) (Statement, error) {
	form := in.Body.Value
	amount, err := money.ParseSigned(unicodetext.Digits(form.Amount.Value))
	if err != nil {
		return Statement{}, fault.InField("amount", "The amount must be in rupees, with at most two decimals.")
	}
	l := Line{UserID: in.Customer, Kind: Kind(form.Kind.Value), Amount: amount, By: form.By.Value, Reason: form.Reason.Value, Reference: form.Reference.Value}
	if err := l.refuse(httpapi.IdentityOf(ctx).StaffRole); err != nil {
		return Statement{}, err
	}
	l.Unconfirmed = isPacker(ctx) && l.By != "CASH"
	st, err := h.Khata.Add(ctx, staffOf(ctx), form.Key.Value, l)
	return forCaller(ctx, st), err
}

func (h *Handler) confirm(ctx context.Context, in *struct {
	CustomerPath

	Entry string `path:"entry" maxLength:"60"`
},
) (Statement, error) {
	return h.Khata.Confirm(ctx, in.Customer, in.Entry)
}

type limitForm struct {
	Limit httpapi.Rupees `json:"limit,omitempty" doc:"Limit in rupees. Null: the shop's limit applies."`

	Password httpapi.Text `json:"password,omitempty" maxLength:"1000" trim:"no" doc:"Password of the caller. May be absent within 15 minutes of a login with it."`
}

func (h *Handler) setLimit(ctx context.Context, in *struct {
	CustomerPath
	Body httpapi.Form[limitForm]
},
) (Statement, error) {
	form := in.Body.Value
	if err := h.Confirm(ctx, form.Password.Value); err != nil {
		return Statement{}, err
	}
	var limit *money.Paise
	if form.Limit.Set {
		limit = &form.Limit.Value
	}
	return h.Khata.SetLimit(ctx, in.Customer, limit)
}

func (h *Handler) remind(ctx context.Context, in *CustomerPath) (Reminder, error) {
	return h.Khata.Remind(ctx, in.Customer, strings.TrimSuffix(h.PublicURL, "/"))
}

func (h *Handler) revoke(ctx context.Context, in *CustomerPath) (struct{}, error) {
	return struct{}{}, h.Khata.RevokePages(ctx, in.Customer)
}

func (h *Handler) importList(ctx context.Context, in *struct {
	httpapi.RawRequest

	Sheet string `query:"sheet" maxLength:"100" doc:"Sheet of a workbook. If absent, the only one with name, mobile and balance; several are refused with sheet_unknown and their names."`
},
) (result ImportResult, err error) {
	err = importer.ReadUpload(in.RawRequest, func(path, _ string) error {
		result, err = h.Khata.Import(ctx, staffOf(ctx), path, in.Sheet)
		return err
	})
	return result, err
}

type pageForm struct {
	Token httpapi.Text `json:"token" maxLength:"100" doc:"Token in the address of the page."`
}

func (h *Handler) page(ctx context.Context, in *struct{ Body httpapi.Form[pageForm] }) (Page, error) {
	return h.Khata.Page(ctx, in.Body.Value.Token.Value)
}
