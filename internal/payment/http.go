package payment

import (
	"context"
	"net/http"

	"kirana/internal/httpapi"
	"kirana/internal/language"
)

// Handler serves the calls under /payment. Row is the type of a line in the responses of package
// order.
type Handler[Row any] struct {
	Payments *Service
	// Rows lists the lines of an order as its shopper sees them.
	Rows func(ctx context.Context, orderID string) ([]Row, error)
}

// Routes registers the calls of the feature.
func (h *Handler[Row]) Routes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/payment/options", Access: httpapi.Public,
		Summary: "Retrieve the online payment provider, and whether it is available",
	}, h.options)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/payment/landed", Access: httpapi.Shopper,
		Refuses: []int{http.StatusBadGateway},
		Budget:  httpapi.Budget{Rows: 3, Bound: "the changes of a payment"},
		Summary: "Retrieve the payment status of the caller's own order from the provider",
	}, h.sync)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/payment/cancel", Access: httpapi.Shopper,
		Refuses: []int{http.StatusBadGateway},
		Budget:  httpapi.Budget{Rows: 300, Bound: "once a payment"},
		Summary: "End the payment of the caller's own order at once; a payment that has succeeded meanwhile stays valid",
	}, h.cancel)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/payment/{provider}/webhook", Access: httpapi.Public,
		Refuses: []int{http.StatusBadGateway},
		Budget:  httpapi.Budget{Rows: 300, Bound: "the events that the provider has signed"},
		Summary: "Receive an event signed by a payment provider",
	}, h.webhook)
}

func (h *Handler[Row]) options(ctx context.Context, _ *struct{}) (Options, error) {
	options := h.Payments.Options()
	if !options.Online {
		options.Reason = ErrNotConfigured.Phrase().In(language.Of(ctx))
	}
	return options, nil
}

type orderReference struct {
	OrderID httpapi.Ref `json:"checkoutId" label:"The checkout"`
}

type checkoutCall struct {
	Body httpapi.Form[orderReference]
}

// PaymentStatus is the payment status of an order, with its lines.
type PaymentStatus[Row any] struct {
	OrderStatus

	Rows []Row `json:"orders"`
}

// SchemaName returns the type's name in the API document.
func (PaymentStatus[Row]) SchemaName() string { return "PaymentStatus" }

// SchemaName returns the type's name in the API document.
func (History) SchemaName() string { return "PaymentHistory" }

// SchemaName returns the type's name in the API document.
func (Change) SchemaName() string { return "PaymentChange" }

// SchemaName returns the type's name in the API document.
func (Options) SchemaName() string { return "PaymentOptions" }

func (h *Handler[Row]) sync(ctx context.Context, in *checkoutCall) (PaymentStatus[Row], error) {
	status, err := h.Payments.Sync(ctx, httpapi.IdentityOf(ctx).UserID, in.Body.Value.OrderID.Value)
	return h.withRows(ctx, status, err)
}

func (h *Handler[Row]) cancel(ctx context.Context, in *checkoutCall) (PaymentStatus[Row], error) {
	status, err := h.Payments.Cancel(ctx, httpapi.IdentityOf(ctx).UserID, in.Body.Value.OrderID.Value)
	return h.withRows(ctx, status, err)
}

func (h *Handler[Row]) withRows(ctx context.Context, status OrderStatus, err error) (PaymentStatus[Row], error) {
	if err != nil {
		return PaymentStatus[Row]{}, err
	}
	rows, err := h.Rows(ctx, status.OrderID)
	return PaymentStatus[Row]{status, rows}, err
}

func (h *Handler[Row]) webhook(ctx context.Context, in *struct {
	httpapi.RawRequest

	Provider string `path:"provider" doc:"Name of the payment provider."`
	RawBody  []byte `contentType:"application/json"`
},
) (struct{}, error) {
	return struct{}{}, h.Payments.HandleWebhook(ctx, in.Provider, in.Request().Header, in.RawBody)
}
