package report

import (
	"context"

	"kirana/internal/httpapi"
)

// Handler is how reports are reached over HTTP.
type Handler struct {
	Reports *Service
}

// SchemaName is the name of today's figures in the API document.
func (Today) SchemaName() string { return "Dashboard" }

// Routes lists every call of the feature.
func (h *Handler) Routes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/report/today", Access: httpapi.Administrator,
		Summary: "Today's orders, what waits, what is running out, and 30 days for a chart; days are India's",
	}, h.today)
}

func (h *Handler) today(ctx context.Context, _ *struct{}) (Today, error) {
	return h.Reports.Today(ctx)
}
