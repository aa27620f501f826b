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
		Summary: "Order items, all or none, to be paid online: returns where to send the shopper",
	}, h.pay)
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/order/payments/{orderId}", Access: httpapi.Administrator, Scope: httpapi.ScopeOrders,
		Summary: "Every change of an order's payment, the oldest first",
	}, h.paymentHistory)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/order/refund/{orderId}", Access: httpapi.Manager,
		Refuses: []int{http.StatusBadGateway},
		Summary: "Give the money of an order back to the shopper, once", Message: "Refunded successfully",
	}, h.refund)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/order/unflag/{orderId}", Access: httpapi.Manager,
		Summary: "Take the flag off an order's payment",
	}, h.unflag)
}

// redirectResponse is the envelope, with the URL at the top level as well.
type redirectResponse struct {
	httpapi.Envelope[Redirect]

	URL string `json:"url" doc:"the payment provider's page"`
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

// orderName is a line, by number or id, in the path of a call.
type orderName struct {
	Name string `path:"orderId" doc:"the order's number (ORD-…) or _id"`
}

func (h *Handler) paymentHistory(ctx context.Context, in *orderName) (payment.History, error) {
	return h.Orders.PaymentHistory(ctx, in.Name)
}

func (h *Handler) refund(ctx context.Context, in *orderName) (LineView, error) {
	return h.Orders.Refund(ctx, httpapi.IdentityOf(ctx).UserID, in.Name)
}

func (h *Handler) unflag(ctx context.Context, in *orderName) (LineView, error) {
	view, err := h.Orders.Unflag(ctx, httpapi.IdentityOf(ctx).UserID, in.Name)
	return viewerOf(ctx).line(view), err
}
