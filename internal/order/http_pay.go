package order

import (
	"context"

	"kirana/internal/api"
)

// paymentRoutes lists the calls of online payment.
func (d *Door) paymentRoutes(r *api.Router) {
	api.HandleBody(r, api.Call{
		Method: "POST", Path: "/order/onlinePayment", Who: api.Shopper, MaxBody: api.CheckoutBody,
		Summary: "Order items, all or none, to be paid online: answers where to send the shopper",
	}, d.pay)
	api.Handle(r, api.Call{
		Method: "GET", Path: "/payment/options", Who: api.Anyone,
		Summary: "Whether and with whom one can pay online",
	}, d.options)
	api.Handle(r, api.Call{
		Method: "POST", Path: "/payment/landed", Who: api.Shopper,
		Summary: "How far the payment of the caller's own checkout is, asked at the provider",
	}, d.landed)
	api.Handle(r, api.Call{
		Method: "POST", Path: "/payment/cancel", Who: api.Shopper,
		Summary: "End the payment of the caller's own checkout at once; one that was paid after all stays paid",
	}, d.cancel)
	api.Handle(r, api.Call{
		Method: "POST", Path: "/payment/{provider}/webhook", Who: api.Anyone,
		Summary: "Take an event that a payment provider has signed",
	}, d.event)
	api.Handle(r, api.Call{
		Method: "GET", Path: "/order/payments/{orderId}", Who: api.Administrator,
		Summary: "Every change of an order's payment, the oldest first",
	}, d.payments)
	api.Handle(r, api.Call{
		Method: "POST", Path: "/order/refund/{orderId}", Who: api.Administrator,
		Summary: "Give the money of an order back to the shopper, once", Message: "Refunded successfully",
	}, d.refund)
	api.Handle(r, api.Call{
		Method: "PUT", Path: "/order/unflag/{orderId}", Who: api.Administrator,
		Summary: "Take the flag off an order's payment",
	}, d.unflag)
}

// redirectAnswer is the envelope with the address at its top level as well.
type redirectAnswer struct {
	api.Answer[Redirect]

	URL string `json:"url" doc:"the payment provider's page"`
}

func (d *Door) pay(ctx context.Context, in *checkoutCall) (redirectAnswer, error) {
	request, err := in.request()
	if err != nil {
		return redirectAnswer{}, err
	}
	redirect, err := d.Orders.Pay(ctx, api.CallerOf(ctx).UserID, in.Key, request)
	return redirectAnswer{api.OK("Redirecting to payment", redirect), redirect.URL}, err
}

func (d *Door) options(context.Context, *struct{}) (Options, error) { return d.Orders.Options(), nil }

type checkoutName struct {
	CheckoutID api.Ref `json:"checkoutId" label:"The checkout"`
}

func (d *Door) landed(ctx context.Context, in *struct{ Body api.Form[checkoutName] }) (Standing, error) {
	return d.Orders.Landed(ctx, api.CallerOf(ctx).UserID, in.Body.V.CheckoutID.ID)
}

func (d *Door) cancel(ctx context.Context, in *struct{ Body api.Form[checkoutName] }) (Standing, error) {
	return d.Orders.Cancel(ctx, api.CallerOf(ctx).UserID, in.Body.V.CheckoutID.ID)
}

func (d *Door) event(ctx context.Context, in *struct {
	api.Incoming

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

func (d *Door) payments(ctx context.Context, in *orderName) (Account, error) {
	return d.Orders.Payments(ctx, in.Name)
}

func (d *Door) refund(ctx context.Context, in *orderName) (Row, error) {
	return d.Orders.Refund(ctx, api.CallerOf(ctx).UserID, in.Name)
}

func (d *Door) unflag(ctx context.Context, in *orderName) (Row, error) {
	return d.Orders.Unflag(ctx, api.CallerOf(ctx).UserID, in.Name)
}
