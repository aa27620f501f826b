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

// failure says in our words what became of a call. What Stripe says of it is
// left out, since nobody knows what is in it. missing is what it means that
// Stripe has no object of the name it was given.
func failure(ctx context.Context, doing string, err, missing error) error {
	var answer *stripego.Error
	if !errors.As(err, &answer) {
		return silence(ctx, doing, err)
	}
	kind, status := payment.ErrUnavailable, answer.HTTPStatusCode
	switch {
	case status == http.StatusNotFound && answer.Code == stripego.ErrorCodeResourceMissing:
		kind = missing
	case status == http.StatusBadRequest, status == http.StatusPaymentRequired:
		kind = payment.ErrRefused
	}
	if why := reason(answer); why != "" {
		return fmt.Errorf("stripe: %s: %w (status %d: %s)", doing, kind, status, why)
	}
	return fmt.Errorf("stripe: %s: %w (status %d)", doing, kind, status)
}

// silence is a call without an answer of Stripe's: none came, or a stranger's.
func silence(ctx context.Context, doing string, err error) error {
	if ended := ctx.Err(); ended != nil {
		return fmt.Errorf("stripe: %s: %w: %w", doing, payment.ErrUnavailable, ended)
	}
	var network net.Error
	switch {
	case errors.As(err, &network) && network.Timeout():
		return fmt.Errorf("stripe: %s: %w (no answer in time)", doing, payment.ErrUnavailable)
	case errors.As(err, &network):
		return fmt.Errorf("stripe: %s: %w (no connection)", doing, payment.ErrUnavailable)
	}
	return unreadable(doing)
}

// unreadable is an answer that is not what was asked for.
func unreadable(doing string) error {
	return fmt.Errorf("stripe: %s: %w (an answer that makes no sense)", doing, payment.ErrUnavailable)
}

// reason tells an operator what to do about an answer, for the few that say so.
func reason(answer *stripego.Error) string {
	switch {
	case answer.HTTPStatusCode == http.StatusUnauthorized, answer.HTTPStatusCode == http.StatusForbidden,
		answer.Code == stripego.ErrorCodeAPIKeyExpired:
		return "the secret key is wrong or may not do this"
	case answer.HTTPStatusCode == http.StatusTooManyRequests:
		return "too many calls"
	case answer.Type == stripego.ErrorTypeIdempotency:
		return "the same name was used for something else"
	case answer.Code == stripego.ErrorCodeAmountTooSmall:
		return "the amount is below what Stripe takes"
	case answer.Code == stripego.ErrorCodeAmountTooLarge:
		return "the amount is above what Stripe takes"
	case answer.Code == stripego.ErrorCodeEmailInvalid:
		return "Stripe does not take the shopper's email address"
	}
	return ""
}
