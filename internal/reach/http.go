package reach

import (
	"context"

	"kirana/internal/httpapi"
)

// Handler serves the call.
type Handler struct {
	Reach *Service
}

// SchemaName returns the name in the API document.
func (Result) SchemaName() string { return "Reach" }

// Routes registers the call.
func (h *Handler) Routes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/report/reach", Access: httpapi.Manager,
		Summary: "Check whether the shop responds at its public address",
	}, func(ctx context.Context, _ *struct{}) (Result, error) { return h.Reach.Check(ctx), nil })
}
