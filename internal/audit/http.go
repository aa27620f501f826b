package audit

import (
	"context"

	"kirana/internal/httpapi"
)

// Handler serves the call that reads the activity log.
type Handler struct{ log *Service }

// NewHandler returns a handler.
func NewHandler(log *Service) *Handler { return &Handler{log: log} }

// Routes registers every call of the feature.
func (h *Handler) Routes(r *httpapi.Router) {
	httpapi.HandleBody(r, httpapi.Route{
		Method: "GET", Path: "/audit", Access: httpapi.Owner, Summary: "The activity log, newest first",
	}, h.list)
}

// defaultLimit is the page size unless the caller sets one.
const defaultLimit = 50

type listInput struct {
	httpapi.PageQuery

	Who  string `query:"who" doc:"a user's id, or a part of the name"`
	What string `query:"what" doc:"a code, or its first part with the dot"`
	Q    string `query:"q" maxLength:"200" doc:"part of what it was done to or of a value, in the newest 20,000 entries that the other filters leave; the whole of what it was done to, such as #1042, in all of them"`
	From string `query:"from" doc:"YYYY-MM-DD, a day in India"`
	To   string `query:"to" doc:"YYYY-MM-DD, a day in India, included"`
}

func (h *Handler) list(ctx context.Context, in *listInput) (httpapi.Page[Record], error) {
	f := Filter{Who: in.Who, What: in.What, Words: in.Q}
	var err error
	if f.Page, f.Limit, err = in.Parse(defaultLimit); err != nil {
		return httpapi.Page[Record]{}, err
	}
	if f.From, err = httpapi.ParseDay("from", in.From, 0); err != nil {
		return httpapi.Page[Record]{}, err
	}
	if f.To, err = httpapi.ParseDay("to", in.To, 1); err != nil {
		return httpapi.Page[Record]{}, err
	}
	page, err := h.log.List(ctx, f)
	if err != nil {
		return httpapi.Page[Record]{}, err
	}
	return httpapi.NewPage(page.Records, page.Total, f.Limit), nil
}
