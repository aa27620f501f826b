package order

import (
	"context"

	"kirana/internal/httpapi"
)

// paymentRoutes lists the calls of online payment.
func (d *Handler) paymentRoutes(r *httpapi.Router) {
	httpapi.HandleBody(r, httpapi.Route{
		Method: "POST", Path: "/order/onlinePayment", Access: httpapi.Shopper, MaxBody: httpapi.CheckoutBody,
		Summary: "Order items, all or none, to be paid online: answers where to send the shopper",
	}, d.pay)
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/payment/options", Access: httpapi.Public,
		Summary: "Whether and with whom one can pay online",
	}, d.options)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/payment/landed", Access: httpapi.Shopper,
		Summary: "How far the payment of the caller's own checkout is, asked at the provider",
	}, d.landed)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/payment/cancel", Access: httpapi.Shopper,
		Summary: "End the payment of the caller's own checkout at once; one that was paid after all stays paid",
	}, d.cancel)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/payment/{provider}/webhook", Access: httpapi.Public,
		Summary: "Take an event that a payment provider has signed",
	}, d.event)
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/order/payments/{orderId}", Access: httpapi.Administrator,
		Summary: "Every change of an order's payment, the oldest first",
	}, d.payments)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/order/refund/{orderId}", Access: httpapi.Administrator,
		Summary: "Give the money of an order back to the shopper, once", Message: "Refunded successfully",
	}, d.refund)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/order/unflag/{orderId}", Access: httpapi.Administrator,
		Summary: "Take the flag off an order's payment",
	}, d.unflag)
}

// redirectAnswer is the envelope with the address at its top level as well.
type redirectAnswer struct {
	httpapi.Envelope[Redirect]

	URL string `json:"url" doc:"the payment provider's page"`
}

func (d *Handler) pay(ctx context.Context, in *checkoutCall) (redirectAnswer, error) {
	request, err := in.request()
	if err != nil {
		return redirectAnswer{}, err
	}
	redirect, err := d.Orders.Pay(ctx, httpapi.IdentityOf(ctx).UserID, in.Key, request)
	return redirectAnswer{httpapi.OK("Redirecting to payment", redirect), redirect.URL}, err
}

func (d *Handler) options(context.Context, *struct{}) (Options, error) {
	return d.Orders.Options(), nil
}

type checkoutName struct {
	CheckoutID httpapi.Ref `json:"checkoutId" label:"The checkout"`
}

func (d *Handler) landed(ctx context.Context, in *struct{ Body httpapi.Form[checkoutName] }) (Standing, error) {
	return d.Orders.Landed(ctx, httpapi.IdentityOf(ctx).UserID, in.Body.Value.CheckoutID.Value)
}

func (d *Handler) cancel(ctx context.Context, in *struct{ Body httpapi.Form[checkoutName] }) (Standing, error) {
	return d.Orders.Cancel(ctx, httpapi.IdentityOf(ctx).UserID, in.Body.Value.CheckoutID.Value)
}

func (d *Handler) event(ctx context.Context, in *struct {
	httpapi.RawRequest

	Provider string `path:"provider" doc:"the provider's name"`
	RawBody  []byte `contentType:"application/json"`
},
) (struct{}, error) {
	return struct{}{}, d.Orders.Event(ctx, in.Provider, in.Request().Header, in.RawBody)
}

// orderName is an order in the path of a call.
type orderName struct {
	Name string `path:"orderId" doc:"the order's number (ORD-…) or _id"`
}

func (d *Handler) payments(ctx context.Context, in *orderName) (Account, error) {
	return d.Orders.Payments(ctx, in.Name)
}

func (d *Handler) refund(ctx context.Context, in *orderName) (Row, error) {
	return d.Orders.Refund(ctx, httpapi.IdentityOf(ctx).UserID, in.Name)
}

func (d *Handler) unflag(ctx context.Context, in *orderName) (Row, error) {
	return d.Orders.Unflag(ctx, httpapi.IdentityOf(ctx).UserID, in.Name)
}
