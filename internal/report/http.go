package report

import (
	"context"

	"kirana/internal/httpapi"
)

// Handler is how reports are reached over HTTP.
type Handler struct {
	Reports *Service
}

// Routes lists every call of the feature.
func (d *Handler) Routes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Call{
		Method: "GET", Path: "/report/today", Access: httpapi.Administrator,
		Summary: "Today's orders, what waits, what is running out, and 30 days for a chart; days are India's",
	}, d.today)
}

func (d *Handler) today(ctx context.Context, _ *struct{}) (Today, error) {
	return d.Reports.Today(ctx)
}
