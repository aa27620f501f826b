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
		Method: "GET", Path: "/audit", Access: httpapi.Owner, Summary: "List the activity log, newest first",
	}, h.list)
}

const defaultLimit = 50

type listInput struct {
	httpapi.PageQuery

	Who  string `query:"who" doc:"Filters by user ID, or by part of the user's name."`
	What string `query:"what" doc:"Filters by code, or by the first part of a code with its dot."`
	Q    string `query:"q" maxLength:"200" doc:"Search text: part of the object or of a value, within the newest 20,000 entries that match the other filters. The complete object, such as #1042, is found in all entries."`
	From string `query:"from" doc:"First day, as YYYY-MM-DD in India Standard Time."`
	To   string `query:"to" doc:"Last day, inclusive, as YYYY-MM-DD in India Standard Time."`
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
