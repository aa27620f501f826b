package app

import (
	"context"
	"encoding/hex"
	"fmt"
	"log/slog"
	"net"

	"kirana/internal/db/keyring"
	"kirana/internal/order"
	"kirana/internal/payment"
	"kirana/internal/payment/stripe"
	"kirana/internal/payment/testpay"
)

// Names of the keys that all nodes of a shop share.
const (
	shopKey    = "shop"
	testpayKey = "testpay"
)

// configurePayments registers the payment providers that are configured, the one
// for new payments first. publicURL is the shop's address as shoppers type it,
// listening the one that it listens on.
func (h *house) configurePayments(ctx context.Context, publicURL string, listening net.Addr, log *slog.Logger) error {
	shopSecret, err := keyring.LoadOrCreate(ctx, h.db, keyring.Key{Name: shopKey}, h.clock.Now())
	if err != nil {
		return err
	}
	payments := payment.Config{ShopID: hex.EncodeToString(shopSecret)[:26], PublicURL: publicURL, Log: log, LimitStarts: h.settings.Limited()}
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
		payments.PublishableKey = h.settings.StripePublishableKey
	}
	if h.settings.TestPayments() {
		key, err := keyring.LoadOrCreate(ctx, h.db, keyring.Key{Name: testpayKey}, h.clock.Now())
		if err != nil {
			return err
		}
		provider := testpay.New(h.db, h.clock, []byte(hex.EncodeToString(key)), publicURL, log)
		provider.SendTo(h.jobs, func() string { return "http://" + loopbackAddress(listening) })
		providers, h.testPages = append(providers, provider), provider.Handler()
		payments.Test = !h.settings.Stripe()
	}
	payments.Providers = payment.Register(providers...)
	h.takeOrders(payments)
	return nil
}

// takeOrders makes the services of payments and orders.
func (h *house) takeOrders(payments payment.Config) {
	h.payments = payment.New(h.db, h.clock, order.NewLedger(h.stock, h.carts), payments)
	h.orders = order.New(h.db, h.clock, order.Features{Stock: h.stock, Carts: h.carts, Addresses: h.addresses, Payments: h.payments})
}

// loopbackAddress is where the program reaches itself.
func loopbackAddress(listening net.Addr) string {
	host, port, err := net.SplitHostPort(listening.String())
	if ip := net.ParseIP(host); err == nil && ip != nil && ip.IsUnspecified() {
		return net.JoinHostPort("127.0.0.1", port)
	}
	return listening.String()
}
