package order

import (
	"context"

	"kirana/internal/httpapi"
	"kirana/internal/limit"
)

// sharedBillRoute is the call of a link's page.
var sharedBillRoute = httpapi.Route{
	Method: "GET", Path: "/bills/shared/{token}", Access: httpapi.Public,
	Budget:  httpapi.Budget{Limits: []limit.Rule{sharedRule}},
	Summary: "The bill that a link opens without a login: 404 once the link has ended",
}

func (h *Handler) sharedBill(ctx context.Context, in *struct {
	Token string `path:"token" maxLength:"120" doc:"what the address of the link ends with"`
},
) (SharedBill, error) {
	return h.Orders.SharedBill(ctx, in.Token)
}
