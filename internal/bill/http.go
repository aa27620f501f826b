package bill

import (
	"context"
	"net/http"
	"slices"
	"time"

	"kirana/internal/changes"
	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/limit"
	"kirana/internal/unicodetext"
)

// Handler serves the calls under /bills.
type Handler struct {
	Bills  *Service
	Limits *limit.Store // nil: no limits
}

// Routes registers every call of the feature.
func (h *Handler) Routes(r *httpapi.Router) {
	bills := httpapi.Route{
		Method: "GET", Path: "/bills", Access: httpapi.Authenticated, Scope: httpapi.ScopeOrders, Refuses: []int{http.StatusConflict},
		Summary: "List bills and credit notes, newest first; a shopper sees their own only",
	}
	httpapi.HandleBody(r, bills, h.list)
	httpapi.DocumentChanges[httpapi.Page[View], View](r, bills)
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/bills/{number}", Access: httpapi.Authenticated, Scope: httpapi.ScopeOrders,
		Summary: "Retrieve a bill or credit note as issued; a shopper can retrieve their own only",
	}, h.bill)
	httpapi.Handle(r, httpapi.Route{
		Method: "DELETE", Path: "/bills/{number}/link", Access: httpapi.Authenticated,
		Budget:  httpapi.Budget{Limits: []limit.Rule{replaceRule}, Rows: 2},
		Summary: "Replace the link of a bill or credit note; the former link expires. A shopper can replace the links of their own documents only",
	}, h.replaceLink)
}

// replaceRule limits how many links a user replaces.
var replaceRule = limit.Rule{Name: "bill.link", Max: 60, Window: time.Hour, Sentence: "You have ended many links within an hour."}

func (h *Handler) replaceLink(ctx context.Context, in *numberPath) (Ref, error) {
	if err := h.Limits.Limiter(replaceRule).Allow(ctx, httpapi.IdentityOf(ctx).UserID); err != nil {
		return Ref{}, err
	}
	return h.Bills.ReplaceLink(ctx, ownerFilter(ctx), in.Number)
}

// Filter selects documents.
type Filter struct {
	UserID   string // "": any
	Search   string // part of the document's number, or an order's number
	Mobile   string // of the customer
	Kind     Kind
	From, To time.Time // From inclusive, To exclusive; zero: unbounded
	IDs      []string  // only these; empty: all
	Page     int
	Limit    int
}

type listInput struct {
	httpapi.PageQuery
	httpapi.SinceQuery

	Q      string `query:"q" maxLength:"60" doc:"Part of the document number, or an order number."`
	Mobile string `query:"mobile" maxLength:"30" doc:"Mobile number of the customer. Staff only."`

	From string `query:"from" doc:"First day, as YYYY-MM-DD in India Standard Time."`
	To   string `query:"to" doc:"Last day, inclusive, as YYYY-MM-DD in India Standard Time."`
	Kind string `query:"kind" doc:"TAX_INVOICE, BILL_OF_SUPPLY, INVOICE_CUM_BILL_OF_SUPPLY, CASH_MEMO or CREDIT_NOTE."`
}

// defaultLimit is the default number of bills on a page.
const defaultLimit = 50

func (h *Handler) list(ctx context.Context, in *listInput) (any, error) {
	f := Filter{UserID: ownerFilter(ctx), Search: in.Q, Kind: Kind(in.Kind)}
	if f.Kind != "" && !slices.Contains(Kinds, f.Kind) {
		return nil, fault.InField("kind", "There is no such kind of bill.")
	}
	if in.Mobile != "" && f.UserID == "" {
		mobile, ok := unicodetext.Mobile(in.Mobile)
		if !ok {
			return nil, fault.InField("mobile", "Mobile number must have exactly 10 digits.")
		}
		f.Mobile = mobile
	}
	var err error
	if f.Page, f.Limit, err = in.Parse(defaultLimit); err != nil {
		return nil, err
	}
	if f.From, err = httpapi.ParseDay("from", in.From, 0); err != nil {
		return nil, err
	}
	if f.To, err = httpapi.ParseDay("to", in.To, 1); err != nil {
		return nil, err
	}
	if in.UpdatedSince != "" {
		if f.UserID != "" {
			return nil, httpapi.ErrForbidden // the change log contains all users' documents
		}
		page, found, err := h.Bills.ListChanged(ctx, in.UpdatedSince, f)
		return changes.Body(page, found), err
	}
	list, total, err := h.Bills.List(ctx, f)
	return httpapi.NewPage(list, total, f.Limit), err
}

// ownerFilter returns the user whose documents a caller may read; "" is all users.
func ownerFilter(ctx context.Context) string {
	caller := httpapi.IdentityOf(ctx)
	if caller.Admin {
		return ""
	}
	return caller.UserID
}

type numberPath struct {
	Number string `path:"number" maxLength:"60" doc:"Document number, with - in place of /."`
}

func (h *Handler) bill(ctx context.Context, in *numberPath) (View, error) {
	return h.Bills.ByNumber(ctx, ownerFilter(ctx), in.Number)
}
