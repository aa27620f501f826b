package complaint

import (
	"context"
	"net/http"

	"kirana/internal/httpapi"
)

// Handler serves the calls about complaints.
type Handler struct{ Complaints *Service }

// Routes registers every call of the feature.
func (h *Handler) Routes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/complaints/create", Access: httpapi.Shopper, Status: http.StatusCreated,
		Budget:  httpapi.Budget{Rows: 2, Bound: "the complaints that are open at a time"},
		Summary: "Create a complaint; returns its ticket number", Message: "Your complaint is with the shop.",
	}, h.file)
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/complaints/mine", Access: httpapi.Shopper, Summary: "List the caller's complaints, newest first",
	}, h.mine)
	httpapi.HandleBody(r, httpapi.Route{
		Method: "GET", Path: "/complaints", Access: httpapi.Manager, Scope: httpapi.ScopeOrders, Summary: "List open complaints, oldest first, or settled ones",
	}, h.list)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/complaints/{id}", Access: httpapi.Manager, Scope: httpapi.ScopeOrders,
		Summary: "Acknowledge, reply to or settle a complaint; the customer is notified by mail",
	}, h.answer)
}

type complaintForm struct {
	Order httpapi.Text `json:"order,omitempty" maxLength:"40" doc:"Number of the order concerned."`
	Text  httpapi.Text `json:"text" maxLength:"2000" lines:"several" label:"What is wrong"`
	Key   httpapi.Text `json:"key,omitempty" maxLength:"255" trim:"no" doc:"Idempotency key. A repeated request with the same key within 24 hours returns the first complaint."`
}

func (h *Handler) file(ctx context.Context, in *struct{ Body httpapi.Form[complaintForm] }) (Complaint, error) {
	f := in.Body.Value
	return h.Complaints.File(ctx, httpapi.IdentityOf(ctx).UserID, f.Key.Value, f.Order.Value, f.Text.Value)
}

func (h *Handler) mine(ctx context.Context, _ *struct{}) ([]Complaint, error) {
	return h.Complaints.Mine(ctx, httpapi.IdentityOf(ctx).UserID)
}

type listInput struct {
	httpapi.PageQuery

	Settled string `query:"settled" doc:"true: settled complaints, newest first. Otherwise open ones, oldest first."`
}

// defaultLimit is the page size unless the caller sets one.
const defaultLimit = 20

func (h *Handler) list(ctx context.Context, in *listInput) (httpapi.Page[FromCustomer], error) {
	f := Filter{Settled: in.Settled == "true"}
	var err error
	if f.Page, f.Limit, err = in.Parse(defaultLimit); err != nil {
		return httpapi.Page[FromCustomer]{}, err
	}
	list, total, err := h.Complaints.List(ctx, f)
	return httpapi.NewPage(list, total, f.Limit), err
}

type answerForm struct {
	Reply   httpapi.Text `json:"reply,omitempty" maxLength:"2000" lines:"several" doc:"Reply shown to the customer."`
	Settled httpapi.Flag `json:"settled,omitempty" doc:"true: settles the complaint. Requires a reply."`
}

func (h *Handler) answer(ctx context.Context, in *struct {
	ID   string `path:"id" maxLength:"60"`
	Body httpapi.Form[answerForm]
},
) (Complaint, error) {
	return h.Complaints.Answer(ctx, in.ID, Answer{Reply: in.Body.Value.Reply.Value, Settled: in.Body.Value.Settled.Value})
}
