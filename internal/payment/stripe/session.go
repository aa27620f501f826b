package stripe

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	stripego "github.com/stripe/stripe-go/v85"

	"kirana/internal/money"
	"kirana/internal/payment"
)

// expiryMargin is how much later than its attempt a session expires. Stripe requires at least 30
// minutes from creation, by its own clock. The expiry must not depend on the time of the call,
// because a retry must send the same parameters.
const expiryMargin = time.Minute

// currency is the only supported currency. Its smallest unit is the paisa, in which the shop counts.
const currency = "INR"

// The metadata keys of a session, a payment and a refund at Stripe.
const (
	shopKey     = "kirana_shop"
	attemptKey  = "kirana_attempt"
	checkoutKey = "kirana_checkout"
	refundKey   = "kirana_refund"
)

// Start creates a session for the attempt, or returns the existing one: Stripe keeps the response to
// an idempotency key for a day. It returns ErrRefused unless the attempt is in rupees and its lines add
// up to its amount. Stripe refuses a session that expires in less than 30 minutes.
func (p *Provider) Start(ctx context.Context, a payment.SessionRequest) (payment.Session, error) {
	const action = "start a payment"
	if err := check(a); err != nil {
		return payment.Session{}, fmt.Errorf("stripe: %s: %w (%w)", action, payment.ErrRefused, err)
	}
	session, err := p.client.V1CheckoutSessions.Create(ctx, createParams(a))
	if err != nil {
		return payment.Session{}, failure(ctx, action, err, payment.ErrRefused)
	}
	if !validID(session.ID) || session.URL == "" {
		return payment.Session{}, errUnreadable(action)
	}
	return payment.Session{Ref: session.ID, URL: session.URL}, nil
}

// Fetch returns the current state of the session.
func (p *Provider) Fetch(ctx context.Context, ref string) (payment.Result, error) {
	const action = "ask about a payment"
	if !validID(ref) {
		return payment.Result{}, fmt.Errorf("stripe: %s: %w", action, payment.ErrUnknownSession)
	}
	// Only the payment's status distinguishes a delayed payment from a refused one.
	params := &stripego.CheckoutSessionRetrieveParams{Expand: []*string{new("payment_intent")}}
	session, err := p.client.V1CheckoutSessions.Retrieve(ctx, ref, params)
	if err != nil {
		err = failure(ctx, action, err, payment.ErrUnknownSession)
		if errors.Is(err, payment.ErrRefused) {
			// A refused read says nothing about the session.
			return payment.Result{}, errUnreadable(action)
		}
		return payment.Result{}, err
	}
	return checkedResult(action, ref, session)
}

// Expire ends the session. It returns the state of a session that ended before, and ErrUnavailable if
// the session stays open.
func (p *Provider) Expire(ctx context.Context, ref string) (payment.Result, error) {
	const action = "end a payment"
	if !validID(ref) {
		return payment.Result{}, fmt.Errorf("stripe: %s: %w", action, payment.ErrUnknownSession)
	}
	session, err := p.client.V1CheckoutSessions.Expire(ctx, ref, nil)
	if err == nil {
		return checkedResult(action, ref, session)
	}
	err = failure(ctx, action, err, payment.ErrUnknownSession)
	if !errors.Is(err, payment.ErrRefused) {
		return payment.Result{}, err
	}
	// Stripe expires only open sessions, and this error does not carry the session's state.
	result, err := p.Fetch(ctx, ref)
	if err != nil {
		return payment.Result{}, err
	}
	if result.State == payment.SessionOpen {
		return payment.Result{}, fmt.Errorf("stripe: %s: %w (still open)", action, payment.ErrUnavailable)
	}
	return result, nil
}

// check returns an error unless Stripe would charge the amount of the request in rupees: Stripe charges
// the sum of the lines, in the currency of the request.
func check(a payment.SessionRequest) error {
	if a.Currency != currency {
		return errors.New("not in rupees")
	}
	var sum money.Paise
	for _, line := range a.Lines {
		if line.Quantity < 1 || line.UnitAmount < 0 {
			return errors.New("a line without quantity or below zero")
		}
		sum += line.UnitAmount.Times(line.Quantity)
	}
	if a.Amount <= 0 || sum != a.Amount {
		return errors.New("the lines do not add up to the amount")
	}
	return nil
}

// createParams returns the parameters of the attempt's session. They are equal for every call, as
// Stripe requires for one idempotency key.
func createParams(a payment.SessionRequest) *stripego.CheckoutSessionCreateParams {
	metadata := map[string]string{shopKey: a.ShopID, attemptKey: a.ID, checkoutKey: a.OrderID}
	params := &stripego.CheckoutSessionCreateParams{
		Mode:              new(string(stripego.CheckoutSessionModePayment)),
		ClientReferenceID: new(a.ID),
		ExpiresAt:         new(a.ExpiresAt.Add(expiryMargin).Unix()),
		SuccessURL:        new(a.SuccessURL),
		CancelURL:         new(a.CancelURL),
		Metadata:          metadata,
		PaymentIntentData: &stripego.CheckoutSessionCreatePaymentIntentDataParams{Metadata: metadata},
		// Charge the rupees that the shopper was shown, not a converted amount.
		AdaptivePricing: &stripego.CheckoutSessionCreateAdaptivePricingParams{Enabled: new(false)},
	}
	if a.Email != "" {
		params.CustomerEmail = new(a.Email)
	}
	for _, line := range a.Lines {
		params.LineItems = append(params.LineItems, &stripego.CheckoutSessionCreateLineItemParams{
			Quantity: new(int64(line.Quantity)),
			PriceData: &stripego.CheckoutSessionCreateLineItemPriceDataParams{
				Currency:    new(strings.ToLower(a.Currency)),
				UnitAmount:  new(int64(line.UnitAmount)),
				ProductData: &stripego.CheckoutSessionCreateLineItemPriceDataProductDataParams{Name: new(line.Name)},
			},
		})
	}
	params.SetIdempotencyKey("attempt-" + a.ID)
	return params
}

// checkedResult converts a session, and refuses one with another ID.
func checkedResult(action, ref string, session *stripego.CheckoutSession) (payment.Result, error) {
	result, ok := resultOf(session)
	if !ok || result.Ref != ref {
		return payment.Result{}, errUnreadable(action)
	}
	return result, nil
}

// resultOf converts a session. It returns false if the session's state is unknown, or if it is paid
// but has no payment.
func resultOf(s *stripego.CheckoutSession) (payment.Result, bool) {
	state := stateOf(s)
	result := payment.Result{
		Ref:       s.ID,
		AttemptID: s.Metadata[attemptKey],
		ShopID:    s.Metadata[shopKey],
		State:     state,
		Amount:    money.Paise(s.AmountTotal),
		Currency:  strings.ToUpper(string(s.Currency)),
	}
	if s.PaymentIntent != nil {
		result.PaymentRef = s.PaymentIntent.ID
	}
	paidWithoutPayment := state == payment.SessionPaid && result.PaymentRef == ""
	return result, state != "" && !paidWithoutPayment
}

func stateOf(s *stripego.CheckoutSession) payment.SessionState {
	switch s.Status {
	case stripego.CheckoutSessionStatusOpen:
		return payment.SessionOpen
	case stripego.CheckoutSessionStatusExpired:
		return payment.SessionExpired
	case stripego.CheckoutSessionStatusComplete:
		switch s.PaymentStatus {
		case stripego.CheckoutSessionPaymentStatusPaid:
			return payment.SessionPaid
		case stripego.CheckoutSessionPaymentStatusUnpaid:
			return unpaid(s.PaymentIntent)
		case stripego.CheckoutSessionPaymentStatusNoPaymentRequired:
			// The shop creates no session without an amount.
		}
	}
	return ""
}

// unpaid returns the state of a completed session whose money has not arrived: failed if the payment
// was refused or canceled, otherwise processing.
func unpaid(intent *stripego.PaymentIntent) payment.SessionState {
	if intent != nil && (intent.Status == stripego.PaymentIntentStatusRequiresPaymentMethod ||
		intent.Status == stripego.PaymentIntentStatusCanceled) {
		return payment.SessionFailed
	}
	return payment.SessionProcessing
}

// validID reports whether ref can be an ID at Stripe. IDs become part of a request's path, which other
// characters could change.
func validID(ref string) bool {
	if ref == "" || len(ref) > 255 {
		return false
	}
	return !strings.ContainsFunc(ref, func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && r != '_'
	})
}
