package app

import (
	"context"
	"encoding/hex"
	"fmt"
	"log/slog"
	"net"

	"kirana/internal/bill"
	"kirana/internal/db/keyring"
	"kirana/internal/notify"
	"kirana/internal/order"
	"kirana/internal/order/list"
	"kirana/internal/payment"
	"kirana/internal/payment/stripe"
	"kirana/internal/payment/testpay"
)

// Names of the keys that all nodes of a shop share.
const (
	shopKey    = "shop"
	testpayKey = "testpay"
	pushKey    = "push"
)

// configurePayments registers the configured payment providers, the one for new payments first, and builds the services
// that depend on them. publicURL is the shop's address as shoppers type it; listening is the address of the listener.
func (f *features) configurePayments(ctx context.Context, publicURL string, listening net.Addr, log *slog.Logger) error {
	shopSecret, err := keyring.LoadOrCreate(ctx, f.db, keyring.Key{Name: shopKey}, f.clock.Now())
	if err != nil {
		return err
	}
	payments := payment.Config{ShopID: hex.EncodeToString(shopSecret)[:26], PublicURL: publicURL, APIURL: f.config.APIAddress(listening), Log: log, LimitStarts: f.config.RateLimits}
	var providers []payment.Provider
	if f.config.Stripe.Enabled() {
		account, err := stripe.New(stripe.Config{
			SecretKey: f.config.Stripe.SecretKey, WebhookSecret: f.config.Stripe.WebhookSecret, APIURL: f.config.Stripe.APIURL,
		})
		if err != nil {
			return fmt.Errorf("take payments: %w", err)
		}
		if f.config.Stripe.WebhookSecret == "" {
			log.Warn("KIRANA_STRIPE_WEBHOOK_SECRET is empty: payments are noticed up to 90 seconds late")
		}
		providers = append(providers, account)
		payments.PublishableKey = f.config.Stripe.PublishableKey
	}
	if f.config.TestPayments {
		key, err := keyring.LoadOrCreate(ctx, f.db, keyring.Key{Name: testpayKey}, f.clock.Now())
		if err != nil {
			return err
		}
		addresses := testpay.Addresses{Page: f.config.APIAddress(listening), Shop: publicURL}
		provider := testpay.New(f.db, f.clock, []byte(hex.EncodeToString(key)), addresses, log)
		provider.SendTo(f.jobs, func() string { return "http://" + loopbackAddress(listening) })
		providers, f.testPages = append(providers, provider), provider.Handler()
		payments.Test = !f.config.Stripe.Enabled()
	}
	payments.Providers = payment.Register(providers...)
	f.takeOrders(payments)
	return nil
}

// configurePushes creates the pusher and registers its jobs.
func (f *features) configurePushes(ctx context.Context, publicURL string) error {
	secret, err := keyring.LoadOrCreate(ctx, f.db, keyring.Key{Name: pushKey}, f.clock.Now())
	if err != nil {
		return err
	}
	if f.pusher, err = notify.NewPusher(f.db, f.clock, secret, publicURL); err != nil {
		return err
	}
	f.pusher.Handle(f.pushJobs)
	return nil
}

// takeOrders builds the services of payments, bills and orders, once the payment providers are known. A command that
// only lists the calls passes an empty configuration.
func (f *features) takeOrders(payments payment.Config) {
	f.payments = payment.New(f.db, f.clock, order.NewLedger(f.stock, f.carts), payments)
	f.reports.PaymentsOutage = f.payments.Outage
	f.bills = bill.New(f.db, f.clock, bill.NewLinks(f.linkKey, payments.PublicURL))
	f.orders = order.New(f.db, f.clock, order.Features{
		Stock: f.stock, Carts: f.carts, Addresses: f.addresses, Payments: f.payments, Settings: f.settings, Bills: f.bills,
		Limits: f.limits, Unlimited: !f.config.RateLimits, TakesOrders: f.health.TakesOrders,
	})
	f.lists = list.New(f.db, f.clock, f.orders)
}

// loopbackAddress returns the host and port at which the program reaches itself.
func loopbackAddress(listening net.Addr) string {
	host, port, err := net.SplitHostPort(listening.String())
	if ip := net.ParseIP(host); err == nil && ip != nil && ip.IsUnspecified() {
		return net.JoinHostPort("127.0.0.1", port)
	}
	return listening.String()
}
