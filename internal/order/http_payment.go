package order

import (
	"context"
	"net/http"

	"kirana/internal/httpapi"
	"kirana/internal/language"
	"kirana/internal/limit"
	"kirana/internal/payment"
)

// paymentRoutes registers the calls about the payment of an order.
func (h *Handler) paymentRoutes(r *httpapi.Router) {
	httpapi.HandleBody(r, httpapi.Route{
		Method: "POST", Path: "/order/onlinePayment", Access: httpapi.Shopper, MaxBody: httpapi.CheckoutBody,
		Refuses: []int{http.StatusBadGateway, http.StatusTooManyRequests},
		Budget:  httpapi.Budget{Limits: []limit.Rule{userRule, networkRule}, Rows: 500},
		Summary: "Place an order for all items or none, to be paid online; returns the address of the payment page",
	}, h.pay)
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/order/payments/{orderId}", Access: httpapi.Administrator, Scope: httpapi.ScopeOrders,
		Summary: "List every change of the payment of an order line, oldest first",
	}, h.paymentHistory)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/order/refund/{orderId}", Access: httpapi.Manager,
		Refuses: []int{http.StatusBadGateway},
		Summary: "Refund an order line with payment status REFUND DUE; a repeated call refunds nothing more", Message: "Refunded successfully",
	}, h.refund)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/order/unflag/{orderId}", Access: httpapi.Manager,
		Summary: "Clear the payment flag of an order line",
	}, h.unflag)
}

// redirectResponse is the envelope of a Redirect, with the URL at the top level as well.
type redirectResponse struct {
	httpapi.Envelope[Redirect]

	URL string `json:"url" doc:"Address of the payment provider's page."`
}

// SchemaName returns the name in the API document.
func (Redirect) SchemaName() string { return "PaymentRedirect" }

// SchemaName returns the name in the API document.
func (redirectResponse) SchemaName() string { return "PaymentRedirectResponse" }

func (h *Handler) pay(ctx context.Context, in *checkoutCall) (redirectResponse, error) {
	userID := httpapi.IdentityOf(ctx).UserID
	request, err := in.request()
	if err != nil {
		return redirectResponse{}, h.Orders.refuseInvalid(ctx, userID, in.Key, err)
	}
	redirect, err := h.Orders.Pay(ctx, userID, in.Key, request)
	return redirectResponse{httpapi.OK(language.Text(language.Of(ctx), "Redirecting to payment"), redirect), redirect.URL}, err
}

// linePath is a line, by number or id, in the path of a call.
type linePath struct {
	Name string `path:"orderId" doc:"Number (ORD-…) or _id of the line."`
}

func (h *Handler) paymentHistory(ctx context.Context, in *linePath) (payment.History, error) {
	return h.Orders.PaymentHistory(ctx, in.Name)
}

func (h *Handler) refund(ctx context.Context, in *linePath) (LineView, error) {
	return h.Orders.Refund(ctx, httpapi.IdentityOf(ctx).UserID, in.Name)
}

func (h *Handler) unflag(ctx context.Context, in *linePath) (LineView, error) {
	view, err := h.Orders.Unflag(ctx, httpapi.IdentityOf(ctx).UserID, in.Name)
	return ViewerOf(ctx).line(view), err
}
