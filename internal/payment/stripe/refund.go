package stripe

import (
	"context"
	"errors"
	"fmt"

	stripego "github.com/stripe/stripe-go/v85"

	"kirana/internal/payment"
)

// Refund refunds money. Stripe forgets idempotency keys after a day, so Refund also writes the key into
// the refund's metadata, and first searches there. It succeeds if the payment was already refunded in
// full, by the shop or at Stripe's dashboard.
func (p *Provider) Refund(ctx context.Context, r payment.RefundRequest) error {
	const action = "refund a payment"
	if !validID(r.PaymentRef) || r.Key == "" || r.Amount <= 0 {
		return fmt.Errorf("stripe: %s: %w (no payment, name or amount)", action, payment.ErrRefused)
	}
	refund, err := p.find(ctx, r)
	if err != nil {
		return failure(ctx, action, err, payment.ErrRefused)
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
	var stripeErr *stripego.Error
	switch {
	case errors.As(err, &stripeErr) && stripeErr.Code == stripego.ErrorCodeChargeAlreadyRefunded:
		return nil
	case err != nil:
		return failure(ctx, action, err, payment.ErrRefused)
	}
	switch refund.Status {
	case stripego.RefundStatusSucceeded, stripego.RefundStatusPending, stripego.RefundStatusRequiresAction:
		return nil
	case stripego.RefundStatusFailed, stripego.RefundStatusCanceled:
		return fmt.Errorf("stripe: %s: %w (the bank did not take it)", action, payment.ErrRefused)
	}
	return errUnreadable(action)
}

// find returns the refund with the key of r, or nil. It searches all refunds of the payment, newest
// first.
func (p *Provider) find(ctx context.Context, r payment.RefundRequest) (*stripego.Refund, error) {
	params := &stripego.RefundListParams{PaymentIntent: new(r.PaymentRef)}
	params.Limit = new(int64(100)) // per page
	for refund, err := range p.client.V1Refunds.List(ctx, params).All(ctx) {
		if err != nil {
			return nil, err
		}
		if refund != nil && refund.Metadata[refundKey] == r.Key {
			return refund, nil
		}
	}
	return nil, nil
}
