package report

import (
	"context"

	"kirana/internal/api"
)

// Door is how reports are reached over HTTP.
type Door struct {
	Reports *Service
}

// Routes lists every call of the feature.
func (d *Door) Routes(r *api.Router) {
	api.Handle(r, api.Call{
		Method: "GET", Path: "/report/today", Who: api.Administrator,
		Summary: "Today's orders, what waits, what is running out, and 30 days for a chart; days are India's",
	}, d.today)
}

func (d *Door) today(ctx context.Context, _ *struct{}) (Today, error) {
	return d.Reports.Today(ctx)
}
