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

// Stripe counts the 30 minutes that a session must last at least on its own
// clock, from the moment it hears of it. Its page therefore closes this much
// after the attempt's end, so that an attempt of 30 minutes is not refused. The
// time of the call is left out of it: the same attempt must read the same again.
const lateness = time.Minute

// currency is the only one whose smallest unit the shop's amounts are in.
const currency = "INR"

// What the shop writes on a session, a payment and a refund at Stripe.
const (
	shopKey     = "kirana_shop"
	attemptKey  = "kirana_attempt"
	checkoutKey = "kirana_checkout"
	refundKey   = "kirana_refund"
)

// Start opens a session for the attempt, or answers the one that it has: Stripe
// keeps an attempt's first answer for a day. The attempt must last 30 minutes or
// more, in rupees, its lines adding up to its amount.
func (p *Provider) Start(ctx context.Context, a payment.SessionRequest) (payment.Session, error) {
	const doing = "start a payment"
	if err := check(a); err != nil {
		return payment.Session{}, fmt.Errorf("stripe: %s: %w (%w)", doing, payment.ErrRefused, err)
	}
	session, err := p.client.V1CheckoutSessions.Create(ctx, opening(a))
	if err != nil {
		return payment.Session{}, failure(ctx, doing, err, payment.ErrRefused)
	}
	if !named(session.ID) || session.URL == "" {
		return payment.Session{}, unreadable(doing)
	}
	return payment.Session{Ref: session.ID, URL: session.URL}, nil
}

// Fetch asks what the session is now.
func (p *Provider) Fetch(ctx context.Context, ref string) (payment.Result, error) {
	const doing = "ask about a payment"
	if !named(ref) {
		return payment.Result{}, fmt.Errorf("stripe: %s: %w", doing, payment.ErrUnknownSession)
	}
	// The payment itself tells money that is under way from money that bounced.
	question := &stripego.CheckoutSessionRetrieveParams{Expand: []*string{new("payment_intent")}}
	session, err := p.client.V1CheckoutSessions.Retrieve(ctx, ref, question)
	if err != nil {
		err = failure(ctx, doing, err, payment.ErrUnknownSession)
		if errors.Is(err, payment.ErrRefused) {
			// Nothing follows from a question that was not understood.
			return payment.Result{}, unreadable(doing)
		}
		return payment.Result{}, err
	}
	return reading(doing, ref, session)
}

// Expire closes Stripe's page. A session that is no longer open is answered as
// it is.
func (p *Provider) Expire(ctx context.Context, ref string) (payment.Result, error) {
	const doing = "end a payment"
	if !named(ref) {
		return payment.Result{}, fmt.Errorf("stripe: %s: %w", doing, payment.ErrUnknownSession)
	}
	session, err := p.client.V1CheckoutSessions.Expire(ctx, ref, nil)
	if err == nil {
		return reading(doing, ref, session)
	}
	err = failure(ctx, doing, err, payment.ErrUnknownSession)
	if !errors.Is(err, payment.ErrRefused) {
		return payment.Result{}, err
	}
	// Stripe ends open sessions only, and does not say what this one is.
	result, err := p.Fetch(ctx, ref)
	if err != nil {
		return payment.Result{}, err
	}
	if result.State == payment.SessionOpen {
		return payment.Result{}, fmt.Errorf("stripe: %s: %w (still open)", doing, payment.ErrUnavailable)
	}
	return result, nil
}

// check refuses what must not be asked of Stripe: there an amount is the sum of
// its lines, and rounding or another unit would take the wrong money.
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

// opening is the attempt in Stripe's words, the same each time it is asked for.
func opening(a payment.SessionRequest) *stripego.CheckoutSessionCreateParams {
	marks := map[string]string{shopKey: a.ShopID, attemptKey: a.ID, checkoutKey: a.CheckoutID}
	params := &stripego.CheckoutSessionCreateParams{
		Mode:              new(string(stripego.CheckoutSessionModePayment)),
		ClientReferenceID: new(a.ID),
		ExpiresAt:         new(a.ExpiresAt.Add(lateness).Unix()),
		SuccessURL:        new(a.SuccessURL),
		CancelURL:         new(a.CancelURL),
		Metadata:          marks,
		PaymentIntentData: &stripego.CheckoutSessionCreatePaymentIntentDataParams{Metadata: marks},
		// The shopper pays the rupees they were shown, not a converted amount.
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

// reading turns the answer about the session ref into ours.
func reading(doing, ref string, session *stripego.CheckoutSession) (payment.Result, error) {
	result, ok := resultOf(session)
	if !ok || result.Ref != ref {
		return payment.Result{}, unreadable(doing)
	}
	return result, nil
}

// resultOf reads a session; false when it is in no state that a session can be in.
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
	paidForNothing := state == payment.SessionPaid && result.PaymentRef == ""
	return result, state != "" && !paidForNothing
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
			// The shop opens no session in which there is nothing to pay.
		}
	}
	return ""
}

// unpaid is a session whose shopper is done and whose money is not there: it
// comes later, from a bank, or bounced.
func unpaid(intent *stripego.PaymentIntent) payment.SessionState {
	if intent != nil && (intent.Status == stripego.PaymentIntentStatusRequiresPaymentMethod ||
		intent.Status == stripego.PaymentIntentStatusCanceled) {
		return payment.SessionFailed
	}
	return payment.SessionProcessing
}

// named tells whether ref can be the name of anything at Stripe. It stands in
// the path of calls, where other characters would ask something else.
func named(ref string) bool {
	if ref == "" || len(ref) > 255 {
		return false
	}
	return !strings.ContainsFunc(ref, func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && r != '_'
	})
}
