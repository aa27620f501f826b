package app

import (
	"context"
	"fmt"
	"log/slog"
	"net"

	"kirana/internal/order"
	"kirana/internal/payment"
	"kirana/internal/payment/stripe"
	"kirana/internal/payment/testpay"
)

// Names under which the shop keeps what payments need to agree on.
const (
	shopKey    = "shop"
	testpayKey = "testpay"
)

// takePayments registers the payment providers that are configured, the one for
// new payments first. public is the shop's address, at the one that it listens on.
func (h *house) takePayments(ctx context.Context, public string, at net.Addr, log *slog.Logger) error {
	shopID, err := payment.Keep(ctx, h.db, shopKey, h.clock.Now())
	if err != nil {
		return err
	}
	till := order.Till{ShopID: shopID[:26], PublicURL: public, Log: log, Limits: h.settings.Limited()}
	var providers []payment.Provider
	if h.settings.Stripe() {
		account, err := stripe.New(stripe.Config{
			SecretKey: h.settings.StripeSecretKey, WebhookSecret: h.settings.StripeWebhookSecret, APIURL: h.settings.StripeAPIURL,
		})
		if err != nil {
			return fmt.Errorf("take payments: %w", err)
		}
		if h.settings.StripeWebhookSecret == "" {
			log.Warn("KIRANA_STRIPE_WEBHOOK_SECRET is empty: payments are noticed up to 90 seconds late")
		}
		providers = append(providers, account)
		till.PublishableKey = h.settings.StripePublishableKey
	}
	if h.settings.TestPayments() {
		key, err := payment.Keep(ctx, h.db, testpayKey, h.clock.Now())
		if err != nil {
			return err
		}
		built := testpay.New(h.db, h.clock, []byte(key), public, log)
		built.SendTo(h.jobs, func() string { return "http://" + reachable(at) })
		providers, h.testPages = append(providers, built), built.Handler()
		till.Test = !h.settings.Stripe()
	}
	till.Providers = payment.Register(providers...)
	h.orders.TakePayments(till)
	return nil
}

// reachable is where the program reaches itself.
func reachable(at net.Addr) string {
	host, port, err := net.SplitHostPort(at.String())
	if ip := net.ParseIP(host); err == nil && ip != nil && ip.IsUnspecified() {
		return net.JoinHostPort("127.0.0.1", port)
	}
	return at.String()
}
