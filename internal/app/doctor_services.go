package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"time"

	"kirana/internal/clock"
	"kirana/internal/copies"
	"kirana/internal/db"
	"kirana/internal/db/keyring"
	"kirana/internal/fault"
	"kirana/internal/id"
	"kirana/internal/mail"
	"kirana/internal/payment"
	"kirana/internal/payment/stripe"
	"kirana/internal/settings"
)

// checkSettings reports settings that no real shop should use.
func (e *examination) checkSettings(context.Context) {
	const about = "Settings"
	before := len(e.findings)
	s := e.settings
	if !s.RateLimits {
		e.fail(about, "KIRANA_RATE_LIMITS=off: passwords can be guessed without a bound", "Leave it out.")
	}
	if s.Demo {
		e.warn(about, "--demo: everyone knows its administrator's password", "Leave it out of a real shop.")
	}
	for _, warning := range s.Warnings() {
		e.warn(about, warning.Text, warning.Remedy)
	}
	if address := s.PublicAddress(nil); !s.HTTPS && !isLoopback(address) {
		e.warn(about, address+" is not encrypted: others can read passwords", "Set KIRANA_TLS_DOMAIN, or put a proxy with TLS before the shop and set KIRANA_PUBLIC_URL to its https:// address.")
	}
	if s.PublicURL == "" {
		e.warn(about, "KIRANA_PUBLIC_URL is not set: links in mails lead to "+s.PublicAddress(nil), "Set it to the address that shoppers type.")
	}
	if len(e.findings) == before {
		e.ok(about, "as a real shop has them")
	}
}

func isLoopback(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return u.Hostname() == "localhost" || (ip != nil && ip.IsLoopback())
}

// checkMail sends a mail to the shop's own address.
func (e *examination) checkMail(ctx context.Context) {
	const about = "Mail"
	from, err := mail.ParseFrom(e.settings.MailFrom, e.settings.PublicAddress(nil))
	if err != nil {
		e.fail(about, whyNot(err), "Correct KIRANA_MAIL_FROM.")
		return
	}
	if e.settings.SMTPURL == "" {
		e.warn(about, "there is no mail server: mails are kept as files and reach nobody", "Set KIRANA_SMTP_URL.")
		return
	}
	sender, err := mail.NewSMTP(e.settings.SMTPURL, from)
	if err != nil {
		e.fail(about, whyNot(err), "Correct KIRANA_SMTP_URL.")
		return
	}
	const text = "This mail was sent by `kirana doctor`: the shop's mails go out."
	err = sender.Send(ctx, mail.Message{
		ID: id.New(), At: e.now, To: from.Address, Shop: e.shopName(ctx), Subject: "The shop's mails go out", Text: text, HTML: "<p>" + text + "</p>",
	})
	if err != nil {
		e.fail(about, "a mail to "+from.Address+" was not taken: "+whyNot(err), "Look at KIRANA_SMTP_URL, KIRANA_MAIL_FROM and the mail server.")
		return
	}
	e.ok(about, "the server took a mail to "+from.Address+": look whether it has arrived")
}

// shopName returns the shop's name, or the default if it cannot be read.
func (e *examination) shopName(ctx context.Context) string {
	if e.db != nil {
		if shop, err := settings.New(e.db, clock.System{}, true).Get(ctx); err == nil {
			return shop.Name
		}
	}
	return settings.DefaultName
}

// checkPayments sends Stripe a request with the shop's key, and checks that all keys are live.
func (e *examination) checkPayments(ctx context.Context) {
	const about = "Payments"
	s := e.settings.Stripe
	if !s.Enabled() {
		if !e.settings.TestPayments {
			e.ok(about, "no account at Stripe: cash and UPI only")
		}
		return
	}
	account, err := stripe.New(stripe.Config{SecretKey: s.SecretKey, WebhookSecret: s.WebhookSecret, APIURL: s.APIURL})
	if err == nil {
		// Stripe reports an unknown session only to a valid key.
		if _, err = account.Fetch(ctx, "cs_doctor"); errors.Is(err, payment.ErrUnknownSession) {
			err = nil
		}
	}
	if err != nil {
		e.fail(about, whyNot(err), "Look at KIRANA_STRIPE_SECRET_KEY in Stripe's dashboard, and whether this machine reaches Stripe.")
		return
	}
	before := len(e.findings)
	if s.WebhookSecret == "" {
		e.warn(about, "KIRANA_STRIPE_WEBHOOK_SECRET is not set: payments are noticed up to 90 seconds late", "Make a webhook (docs/operating.md, Card payments).")
	}
	if isTest := strings.Contains(s.SecretKey, "_test_"); s.PublishableKey != "" && isTest != strings.Contains(s.PublishableKey, "_test_") {
		e.fail(about, "one of Stripe's keys is for tests, the other is not", "Take both from the same page of Stripe's dashboard.")
	} else if isTest {
		e.warn(about, "Stripe's key is for tests: no money moves", "Take the live keys.")
	}
	if len(e.findings) == before {
		e.ok(about, "Stripe takes the key")
	}
}

// checkCopies checks the continuous copies at their address.
func (e *examination) checkCopies(ctx context.Context) {
	const about = "Copies"
	address, err := copiesAddress(e.settings.ContinuousCopies)
	if err != nil {
		e.fail(about, sentence(err), "Correct it (docs/operating.md, Continuous copies).")
		return
	}
	for _, warning := range passphraseWarnings(e.settings.Copies) {
		e.warn(about, warning.Text, warning.Remedy)
	}
	if address == nil {
		e.warn(about, "the shop is copied nowhere", "Set KIRANA_BACKUP_URL, or run `kirana backup` each night and keep its files elsewhere.")
		return
	}
	if !address.Local() && e.settings.Passphrase == "" {
		e.warn(about, "the keys leave this machine unencrypted", "Set KIRANA_BACKUP_PASSPHRASE, and keep it elsewhere, too.")
	}
	if err := copies.Reach(ctx, *address); err != nil {
		e.fail(about, "the place of the copies cannot be written: "+whyNot(err), "Look at KIRANA_BACKUP_URL, and at AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY of a bucket.")
		return
	}
	if e.db == nil {
		return
	}
	secret, err := keyring.Load(ctx, e.db, keyring.Key{Name: shopKey})
	if errors.Is(err, keyring.ErrNoKey) {
		e.fail(about, "the shop has no key yet, and so no copies", "Start `kirana serve` with KIRANA_BACKUP_URL.")
		return
	}
	if err != nil {
		e.fail(about, whyNot(err), "Look at the database.")
		return
	}
	status, err := copies.Inspect(ctx, copies.Config{DB: e.db, Clock: fixedClock(e.now), ShopSecret: secret, Address: address})
	if err != nil {
		e.fail(about, whyNot(err), "Start `kirana serve` with KIRANA_BACKUP_URL.")
		return
	}
	if e.db.MultiNode() {
		e.checkTrial(ctx, about)
	}
	switch status.Trouble(e.now) {
	case copies.Late:
		e.fail(about, fmt.Sprintf("the newest is of %s %s", status.CopiedAt.Format(time.RFC3339), status.Failure), "Look whether `kirana serve` runs with KIRANA_BACKUP_URL, and at its log.")
	case copies.Unrestorable:
		e.fail(about, strings.TrimSpace("the newest was not restored: "+status.CheckFailure), "Run `kirana restore URL --data-dir` into a new folder and look what it says.")
	default:
		if status.CheckedAt.IsZero() {
			e.ok(about, "the newest is of "+status.CopiedAt.Format(time.RFC3339)+"; none was tried yet")
			return
		}
		e.ok(about, "the newest is of "+status.CopiedAt.Format(time.RFC3339)+"; one was restored and looked at on "+status.CheckedAt.Format(time.RFC3339))
	}
}

// checkTrial reports why the check of the copies cannot restore PostgreSQL's archives.
func (e *examination) checkTrial(ctx context.Context, about string) {
	switch err := e.db.CheckTrial(ctx); {
	case errors.Is(err, db.ErrNoScratch):
		e.warn(about, "archives are read, but not restored, to try them", fault.Of(err).Message)
	case err != nil:
		e.fail(about, whyNot(err), "Look at the database.")
	}
}

// fixedClock is a clock that always returns the same time.
type fixedClock time.Time

// Now returns the fixed time.
func (c fixedClock) Now() time.Time { return time.Time(c) }

// checkProxies reports a proxy that is not trusted, or that requests can bypass.
func (e *examination) checkProxies(context.Context) {
	const about = "Proxies"
	switch host, _, _ := net.SplitHostPort(e.settings.Addr); {
	case len(e.settings.TLS.Domains) > 0:
		e.ok(about, "none needed: the shop serves HTTPS by itself")
	case e.settings.HTTPS && len(e.settings.TrustedProxies) == 0:
		e.fail(about, "the shop is behind a proxy with TLS that is not trusted: all shoppers share one address, and one limit of failed logins",
			"Name the proxy's address in KIRANA_TRUSTED_PROXIES.")
	case e.settings.HTTPS && host != "127.0.0.1" && host != "localhost" && host != "::1":
		e.warn(about, "the shop can be reached beside its proxy, unencrypted, at "+e.settings.Addr, "Set KIRANA_ADDR to 127.0.0.1:8080 when the proxy is on this machine.")
	default:
		e.ok(about, fmt.Sprintf("%d trusted", len(e.settings.TrustedProxies)))
	}
}
