package stripe

import (
	"context"
	"errors"
	"fmt"

	stripego "github.com/stripe/stripe-go/v85"

	"kirana/internal/payment"
)

// Refund gives money back. Stripe forgets the names of calls after a day, so
// the refund's name is also written on the refund, and looked for first. A
// payment that was already given back whole, by anyone, is given back.
func (p *Provider) Refund(ctx context.Context, r payment.RefundRequest) error {
	const doing = "refund a payment"
	if !named(r.PaymentRef) || r.Key == "" || r.Amount <= 0 {
		return fmt.Errorf("stripe: %s: %w (no payment, name or amount)", doing, payment.ErrRefused)
	}
	refund, err := p.find(ctx, r)
	if err != nil {
		return failure(ctx, doing, err, payment.ErrRefused)
	}
	if refund == nil {
		params := &stripego.RefundCreateParams{
			PaymentIntent: new(r.PaymentRef),
			Amount:        new(int64(r.Amount)),
			Metadata:      map[string]string{refundKey: r.Key},
		}
		params.SetIdempotencyKey("refund-" + r.Key)
		refund, err = p.client.V1Refunds.Create(ctx, params)
	}
	var answer *stripego.Error
	switch {
	case errors.As(err, &answer) && answer.Code == stripego.ErrorCodeChargeAlreadyRefunded:
		return nil
	case err != nil:
		return failure(ctx, doing, err, payment.ErrRefused)
	}
	switch refund.Status {
	case stripego.RefundStatusSucceeded, stripego.RefundStatusPending, stripego.RefundStatusRequiresAction:
		return nil
	case stripego.RefundStatusFailed, stripego.RefundStatusCanceled:
		return fmt.Errorf("stripe: %s: %w (the bank did not take it)", doing, payment.ErrRefused)
	}
	return unreadable(doing)
}

// find answers the refund of this name that Stripe has, or nil. It looks at the
// latest hundred of the payment: an order has no more rows.
func (p *Provider) find(ctx context.Context, r payment.RefundRequest) (*stripego.Refund, error) {
	question := &stripego.RefundListParams{PaymentIntent: new(r.PaymentRef)}
	question.Limit, question.Single = new(int64(100)), true
	for refund, err := range p.client.V1Refunds.List(ctx, question).All(ctx) {
		if err != nil {
			return nil, err
		}
		if refund != nil && refund.Metadata[refundKey] == r.Key {
			return refund, nil
		}
	}
	return nil, nil
}
