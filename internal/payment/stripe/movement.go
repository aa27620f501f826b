package stripe

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	stripego "github.com/stripe/stripe-go/v85"

	"kirana/internal/fault"
	"kirana/internal/money"
	"kirana/internal/payment"
)

// Movement returns the refunds and the newest dispute of a payment, including refunds made at
// Stripe's dashboard.
func (p *Provider) Movement(ctx context.Context, paymentRef string) (payment.Movement, error) {
	const action = "ask about the money of a payment"
	if !validID(paymentRef) {
		return payment.Movement{}, fmt.Errorf("stripe: %s: %w", action, payment.ErrUnknownSession)
	}
	params := &stripego.PaymentIntentRetrieveParams{Expand: []*string{new("latest_charge")}}
	intent, err := p.client.V1PaymentIntents.Retrieve(ctx, paymentRef, params)
	if err != nil {
		return payment.Movement{}, failure(ctx, action, err, payment.ErrUnknownSession)
	}
	if intent.ID != paymentRef || intent.LatestCharge == nil {
		return payment.Movement{}, errUnreadable(action)
	}
	charge := intent.LatestCharge
	m := payment.Movement{PaymentRef: paymentRef, GivenBack: new(money.Paise(charge.AmountRefunded))}
	if charge.Disputed {
		dispute, err := p.dispute(ctx, paymentRef)
		if err != nil {
			return payment.Movement{}, failure(ctx, action, err, payment.ErrUnknownSession)
		}
		if dispute == nil {
			return payment.Movement{}, errUnreadable(action)
		}
		m.Dispute, m.Disputed = disputeStatus(dispute), money.Paise(dispute.Amount)
	}
	return m, nil
}

// dispute returns the newest dispute of a payment, nil if Stripe lists none.
func (p *Provider) dispute(ctx context.Context, paymentRef string) (*stripego.Dispute, error) {
	params := &stripego.DisputeListParams{PaymentIntent: new(paymentRef)}
	params.Limit, params.Single = new(int64(1)), true
	for dispute, err := range p.client.V1Disputes.List(ctx, params).All(ctx) {
		return dispute, err
	}
	return nil, nil
}

// disputeStatus converts a dispute's status. Closed warnings and prevented disputes count as won:
// the shop keeps the money.
func disputeStatus(d *stripego.Dispute) payment.DisputeStatus {
	switch d.Status {
	case stripego.DisputeStatusWon, stripego.DisputeStatusWarningClosed, stripego.DisputeStatusPrevented:
		return payment.DisputeWon
	case stripego.DisputeStatusLost:
		return payment.DisputeLost
	default:
		return payment.DisputeOpen
	}
}

// movementOf parses an event about a refund or a dispute. isMovement is false for other events. m
// is nil if no money moved or the event names no payment.
func movementOf(event *stripego.Event) (m *payment.Movement, isMovement bool, err error) {
	switch event.Type {
	case stripego.EventTypeChargeRefunded:
		var charge stripego.Charge
		if err := unmarshal(event, &charge); err != nil || charge.PaymentIntent == nil {
			return nil, true, err
		}
		return &payment.Movement{PaymentRef: charge.PaymentIntent.ID, GivenBack: new(money.Paise(charge.AmountRefunded))}, true, nil
	case stripego.EventTypeRefundFailed, stripego.EventTypeRefundUpdated:
		var refund stripego.Refund
		if err := unmarshal(event, &refund); err != nil || refund.PaymentIntent == nil {
			return nil, true, err
		}
		if refund.Status != stripego.RefundStatusFailed && refund.Status != stripego.RefundStatusCanceled {
			return nil, true, nil
		}
		return &payment.Movement{PaymentRef: refund.PaymentIntent.ID, RefundFailed: money.Paise(refund.Amount)}, true, nil
	case stripego.EventTypeChargeDisputeCreated, stripego.EventTypeChargeDisputeUpdated, stripego.EventTypeChargeDisputeClosed,
		stripego.EventTypeChargeDisputeFundsWithdrawn, stripego.EventTypeChargeDisputeFundsReinstated:
		var dispute stripego.Dispute
		if err := unmarshal(event, &dispute); err != nil || dispute.PaymentIntent == nil {
			return nil, true, err
		}
		m := payment.Movement{PaymentRef: dispute.PaymentIntent.ID, Dispute: disputeStatus(&dispute), Disputed: money.Paise(dispute.Amount)}
		switch event.Type {
		case stripego.EventTypeChargeDisputeFundsWithdrawn:
			m.Dispute = payment.DisputeWithdrawn
		case stripego.EventTypeChargeDisputeFundsReinstated:
			m.Dispute = payment.DisputeReinstated
		default:
		}
		return &m, true, nil
	default:
		return nil, false, nil
	}
}

func unmarshal(event *stripego.Event, object any) error {
	if event.Data == nil || json.Unmarshal(event.Data.Raw, object) != nil {
		return notAnEvent()
	}
	return nil
}

// checkMode refuses a test event if the shop's key is live, and a live event if it is a test key: test
// money must not pay for goods. It accepts every event if the key does not say its mode.
func (p *Provider) checkMode(event *stripego.Event) error {
	if p.live == nil || *p.live == event.Livemode {
		return nil
	}
	return fault.New(fault.Invalid, "webhook_other_mode", "The event and the shop's Stripe key are of different modes, test and live.")
}

// modeOf reports whether a key moves real money, by its prefix; nil if the prefix does not say.
func modeOf(key string) *bool {
	_, kind, ok := strings.Cut(key, "_")
	switch {
	case ok && strings.HasPrefix(kind, "live_"):
		return new(true)
	case ok && strings.HasPrefix(kind, "test_"):
		return new(false)
	}
	return nil
}
