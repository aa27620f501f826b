package webhook

import (
	"context"
	"net/http"
	"time"

	"kirana/internal/httpapi"
	"kirana/internal/limit"
)

// Handler serves the calls that manage webhooks.
type Handler struct {
	Webhooks *Service
	Limits   *limit.Store // nil: no limits
	Confirm  func(ctx context.Context, password string) error
}

// testRule limits the tests of webhooks.
var testRule = limit.Rule{Name: "webhook.test", Max: 30, Window: time.Hour, Sentence: "You have sent many tests within an hour."}

// Routes registers every call of the feature.
func (h *Handler) Routes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/webhooks", Access: httpapi.Owner, Summary: "List webhooks, oldest first",
	}, h.list)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/webhooks", Access: httpapi.Owner, Status: http.StatusCreated,
		Refuses: []int{http.StatusTooManyRequests},
		Budget:  httpapi.Budget{Rows: 1, Bound: "20 webhooks"},
		Summary: "Create a webhook; only this response contains the secret of its signatures", Message: "Copy the secret now: it is not shown again.",
	}, h.create)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/webhooks/{id}", Access: httpapi.Owner,
		Summary: "Disable or enable a webhook; after it is enabled, missed events are sent",
	}, h.setActive)
	httpapi.Handle(r, httpapi.Route{
		Method: "DELETE", Path: "/webhooks", Access: httpapi.Owner, Summary: "Delete a webhook and its deliveries", Message: "Removed.",
	}, h.remove)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/webhooks/{id}/test", Access: httpapi.Owner,
		Budget:  httpapi.Budget{Limits: []limit.Rule{testRule}, Rows: 1},
		Summary: "Send the event 'test' at once and return the result",
	}, h.test)
	httpapi.HandleBody(r, httpapi.Route{
		Method: "GET", Path: "/webhooks/{id}/deliveries", Access: httpapi.Owner,
		Summary: "List the deliveries of a webhook, newest first; accepted ones: the last 500",
	}, h.deliveries)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/webhooks/{id}/deliveries/{delivery}/again", Access: httpapi.Owner,
		Summary: "Send a delivery again, with the same id and the current record",
	}, h.sendAgain)
}

func (h *Handler) list(ctx context.Context, _ *struct{}) ([]Webhook, error) {
	return h.Webhooks.List(ctx)
}

// CreatedWebhook is a new webhook with its secret.
type CreatedWebhook struct {
	Webhook

	Secret string `json:"secret" doc:"Secret that signs the requests. Returned only once."`
}

type webhookForm struct {
	URL      httpapi.Text   `json:"url" label:"Address" minLength:"1" maxLength:"500" doc:"HTTPS URL on the internet, or an address that the operator allows."`
	Events   []httpapi.Text `json:"events" each:"The event" minItems:"1" maxItems:"20" maxLength:"40" doc:"Events to send: order.placed, order.changed, order.stage, order.delivered, order.canceled, payment.changed, product.changed, stock.changed, customer.changed, bill.issued, khata.changed."`
	Password httpapi.Text   `json:"password,omitempty" maxLength:"1000" trim:"no" doc:"Password of the caller. May be absent within 15 minutes of a login with it."`
}

type webhookSwitch struct {
	Active httpapi.Flag `json:"active"`
}

type webhookRef struct {
	ID httpapi.Ref `json:"_id"`
}

// WebhookPath names a webhook.
type WebhookPath struct {
	ID string `path:"id" maxLength:"60"`
}

func (h *Handler) create(ctx context.Context, in *struct {
	Body httpapi.Form[webhookForm]
},
) (CreatedWebhook, error) {
	form := in.Body.Value
	if err := h.Confirm(ctx, form.Password.Value); err != nil {
		return CreatedWebhook{}, err
	}
	events := make([]string, len(form.Events))
	for i, event := range form.Events {
		events[i] = event.Value
	}
	created, secret, err := h.Webhooks.Create(ctx, form.URL.Value, events)
	return CreatedWebhook{created, secret}, err
}

func (h *Handler) setActive(ctx context.Context, in *struct {
	WebhookPath
	Body httpapi.Form[webhookSwitch]
},
) (Webhook, error) {
	return h.Webhooks.SetActive(ctx, in.ID, in.Body.Value.Active.Value)
}

func (h *Handler) remove(ctx context.Context, in *struct {
	Body httpapi.Form[webhookRef]
},
) (struct{}, error) {
	return struct{}{}, h.Webhooks.Remove(ctx, in.Body.Value.ID.Value)
}

func (h *Handler) test(ctx context.Context, in *WebhookPath) (TestResult, error) {
	if err := h.Limits.Limiter(testRule).Allow(ctx, in.ID); err != nil {
		return TestResult{}, err
	}
	return h.Webhooks.Test(ctx, in.ID)
}

// defaultLimit is the page size unless the caller sets one.
const defaultLimit = 50

func (h *Handler) deliveries(ctx context.Context, in *struct {
	WebhookPath
	httpapi.PageQuery
},
) (httpapi.Page[Delivery], error) {
	page, limit, err := in.Parse(defaultLimit)
	if err != nil {
		return httpapi.Page[Delivery]{}, err
	}
	found, total, err := h.Webhooks.Deliveries(ctx, in.ID, page, limit)
	return httpapi.NewPage(found, total, limit), err
}

func (h *Handler) sendAgain(ctx context.Context, in *struct {
	WebhookPath
	Delivery string `path:"delivery" maxLength:"60"`
},
) (struct{}, error) {
	return struct{}{}, h.Webhooks.SendAgain(ctx, in.ID, in.Delivery)
}
