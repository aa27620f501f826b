package order

import (
	"context"

	"kirana/internal/httpapi"
	"kirana/internal/limit"
)

// sharedBillRoute is the route that the page of a bill's link calls.
var sharedBillRoute = httpapi.Route{
	Method: "GET", Path: "/bills/shared/{token}", Access: httpapi.Public,
	Budget:  httpapi.Budget{Limits: []limit.Rule{sharedRule}},
	Summary: "Retrieve a bill by its link, without a login; 404 after the link has ended",
}

func (h *Handler) sharedBill(ctx context.Context, in *struct {
	Token string `path:"token" maxLength:"120" doc:"Token at the end of the link's address."`
},
) (SharedBill, error) {
	return h.Orders.SharedBill(ctx, in.Token)
}
