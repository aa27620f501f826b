package stripe

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"

	stripego "github.com/stripe/stripe-go/v85"

	"kirana/internal/payment"
)

// failure converts the error of a call. It drops Stripe's own text, which may not be safe to log.
// The result wraps missing if Stripe does not have the object.
func failure(ctx context.Context, action string, err, missing error) error {
	var stripeErr *stripego.Error
	if !errors.As(err, &stripeErr) {
		return noResponse(ctx, action, err)
	}
	kind, status := payment.ErrUnavailable, stripeErr.HTTPStatusCode
	switch {
	case status == http.StatusNotFound && stripeErr.Code == stripego.ErrorCodeResourceMissing:
		kind = missing
	case status == http.StatusBadRequest, status == http.StatusPaymentRequired:
		kind = payment.ErrRefused
	}
	if why := reason(stripeErr); why != "" {
		return fmt.Errorf("stripe: %s: %w (status %d: %s)", action, kind, status, why)
	}
	return fmt.Errorf("stripe: %s: %w (status %d)", action, kind, status)
}

// noResponse converts the error of a call that got no response or an unreadable one.
func noResponse(ctx context.Context, action string, err error) error {
	if ended := ctx.Err(); ended != nil {
		return fmt.Errorf("stripe: %s: %w: %w", action, payment.ErrUnavailable, ended)
	}
	var network net.Error
	switch {
	case errors.As(err, &network) && network.Timeout():
		return fmt.Errorf("stripe: %s: %w (no response in time)", action, payment.ErrUnavailable)
	case errors.As(err, &network):
		return fmt.Errorf("stripe: %s: %w (no connection)", action, payment.ErrUnavailable)
	}
	return errUnreadable(action)
}

// errUnreadable returns the error for a response without the requested object.
func errUnreadable(action string) error {
	return fmt.Errorf("stripe: %s: %w (a response that cannot be read)", action, payment.ErrUnavailable)
}

// reason explains an error to the operator. It returns "" if they can do nothing about it.
func reason(stripeErr *stripego.Error) string {
	switch {
	case stripeErr.HTTPStatusCode == http.StatusUnauthorized, stripeErr.HTTPStatusCode == http.StatusForbidden,
		stripeErr.Code == stripego.ErrorCodeAPIKeyExpired:
		return "the secret key is wrong or may not do this"
	case stripeErr.HTTPStatusCode == http.StatusTooManyRequests:
		return "too many calls"
	case stripeErr.Type == stripego.ErrorTypeIdempotency:
		return "the same name was used for something else"
	case stripeErr.Code == stripego.ErrorCodeAmountTooSmall:
		return "the amount is below what Stripe takes"
	case stripeErr.Code == stripego.ErrorCodeAmountTooLarge:
		return "the amount is above what Stripe takes"
	case stripeErr.Code == stripego.ErrorCodeEmailInvalid:
		return "Stripe does not take the shopper's email address"
	}
	return ""
}
