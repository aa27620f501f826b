package app

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"

	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/payment/stripe/stripetest"
)

// payer is the demo's shopper, paying over HTTP.
type payer struct {
	t        *testing.T
	base     string
	token    string
	lastBody string      // the last response body
	signed   http.Header // added to requests
}

func (p *payer) send(method, path string, body, into any) int {
	p.t.Helper()
	raw, sent := body.([]byte)
	if !sent {
		var err error
		if raw, err = json.Marshal(body); err != nil {
			p.t.Fatal(err)
		}
	}
	request, err := http.NewRequestWithContext(p.t.Context(), method, p.base+path, bytes.NewReader(raw))
	if err != nil {
		p.t.Fatal(err)
	}
	request.Host = "another.shop" // a forged Host header
	maps.Copy(request.Header, p.signed)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+p.token)
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(request)
	if err != nil {
		p.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	raw, err = io.ReadAll(response.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	p.lastBody = string(raw)
	if into != nil {
		if err := json.Unmarshal(raw, into); err != nil {
			p.t.Fatalf("decode the response of %s %s, %d %s: %v", method, path, response.StatusCode, raw, err)
		}
	}
	return response.StatusCode
}

func (p *payer) login(email, password string) {
	p.t.Helper()
	var tokens struct{ Data struct{ AccessToken string } }
	p.send("POST", "/api/user/login", map[string]string{"email": email, "password": password}, &tokens)
	p.token = tokens.Data.AccessToken
}

// orderOnline orders one piece of the nth product for payment online.
func (p *payer) orderOnline(n int) (url, orderID string) {
	p.t.Helper()
	status, url, orderID := p.tryOrderOnline(n)
	if status != http.StatusOK {
		p.t.Fatalf("beginning to pay returned %d %s, want %d", status, p.lastBody, http.StatusOK)
	}
	return url, orderID
}

// tryOrderOnline tries to order one piece of the nth product for payment online, and returns the response's status.
func (p *payer) tryOrderOnline(n int) (status int, url, orderID string) {
	p.t.Helper()
	var products, addresses struct {
		Data []struct {
			ID    string `json:"_id"`
			Stock int
		}
	}
	p.send("GET", "/api/product/getAll", nil, &products)
	addressForm := map[string]string{"address_line": "1", "city": "Pune", "state": "MH", "pincode": "411001", "country": "India", "mobile": "9876543210"}
	p.send("POST", "/api/address/create", addressForm, nil)
	p.send("GET", "/api/address/get", nil, &addresses)
	var redirect struct {
		URL  string
		Data struct{ CheckoutID string }
	}
	status = p.send("POST", "/api/order/onlinePayment", map[string]any{
		"list_items": []any{map[string]any{"productId": products.Data[n].ID, "quantity": 1}}, "totalQty": 1, "addressId": addresses.Data[0].ID,
	}, &redirect)
	return status, redirect.URL, redirect.Data.CheckoutID
}

// awaitPaymentStatus waits until the newest order has the given payment status.
func (p *payer) awaitPaymentStatus(want string) {
	p.t.Helper()
	var orders struct {
		Data []struct {
			Payment string `json:"payment_status"`
		}
	}
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if p.send("GET", "/api/order/getOrderDetails", nil, &orders); orders.Data[0].Payment == want {
			return
		}
	}
	p.t.Errorf("the order is still %s", orders.Data[0].Payment)
}

func TestServe_paysOnTheBuiltInPageAndSurvivesBeingKilled(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	copyDemo(t, dir)
	s := serve(t, "--data-dir", dir, "--demo")
	p := &payer{t: t, base: s.base}
	p.login(demoShopperEmail, demoShopperPassword)
	var options struct{ Data map[string]any }
	p.send("GET", "/api/payment/options", nil, &options)
	if options.Data["online"] != true || options.Data["provider"] != "testpay" || options.Data["test"] != true {
		t.Errorf("the payment options are %v, want testpay, online and test", options.Data)
	}
	// The event of the button on the test page arrives over HTTP.
	url, _ := p.orderOnline(0)
	if page := strings.TrimPrefix(url, s.base); p.send("POST", page+"/pay", nil, nil) != http.StatusSeeOther {
		t.Errorf("the test page at %s refuses the payment, want %d", url, http.StatusSeeOther)
	}
	p.awaitPaymentStatus("PAID")
	// when the program is killed while a payment is open
	url, orderID := p.orderOnline(1)
	if err := s.cmd.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	_ = s.cmd.Wait()
	again := serve(t, "--data-dir", dir, "--testpay", "on")
	p.base = again.base
	// then its page and the order still exist
	_, ref, _ := strings.Cut(url, "/testpay/")
	page := "/testpay/" + ref
	if p.send("POST", page+"/later", nil, nil) != http.StatusSeeOther || p.send("POST", page+"/arrive", nil, nil) != http.StatusSeeOther {
		t.Error("the page does not take the payment")
	}
	var payment struct {
		Data struct {
			Payment string `json:"payment_status"`
		}
	}
	if p.send("POST", "/api/payment/landed", map[string]string{"checkoutId": orderID}, &payment); payment.Data.Payment != "PAID" {
		t.Errorf("the landing page says %+v, want PAID", payment)
	}
	p.awaitPaymentStatus("PAID")
}

func TestServe_pollsAfterALostEvent(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, databaseURL string) {
		settings := whereDemo(t, databaseURL)
		s := serve(t, append(settings, "--demo")...)
		p := &payer{t: t, base: s.base}
		p.login(demoShopperEmail, demoShopperPassword)
		url, _ := p.orderOnline(0)
		if err := s.cmd.Process.Signal(syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		_ = s.cmd.Wait()
		// when the payment succeeds while no node runs, and the next poll is due
		_, ref, _ := strings.Cut(url, "/testpay/")
		d, err := db.Open(t.Context(), databaseURL, settings[1])
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(d.Tx(t.Context(), func(tx *db.Tx) error {
			paid := db.Exec(t.Context(), tx, `UPDATE testpay_sessions SET state = 'paid' WHERE ref = $1`, ref)
			due := db.Exec(t.Context(), tx, `UPDATE payment_attempts SET due_at = created_at`)
			return errors.Join(paid, due)
		}), d.Close()); err != nil {
			t.Fatal(err)
		}
		// then any node finds it, and only one acts
		p.base = serve(t, append(settings, "--testpay", "on")...).base
		if databaseURL != "" {
			serve(t, append(databaseFlags(t, databaseURL), "--testpay", "on")...)
		}
		p.awaitPaymentStatus("PAID")
		var orders struct{ Data []struct{ OrderID string } }
		p.send("GET", "/api/order/getOrderDetails", nil, &orders)
		p.login(demoAdminEmail, demoAdminPassword)
		if p.send("GET", "/api/order/payments/"+orders.Data[0].OrderID, nil, nil); strings.Count(p.lastBody, `"source":"sweeper"`) != 1 {
			t.Errorf("the payment's changes are %s, want one by the sweeper", p.lastBody)
		}
	})
}

func TestServe_withStripeReceivesAPaymentAndShowsNoTextOfStripe(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, databaseURL string) {
		account := stripetest.New(t, clock.System{})
		s := serve(t, append(whereDemo(t, databaseURL), "--demo", "--stripe-secret-key", stripetest.SecretKey,
			"--stripe-webhook-secret", stripetest.WebhookSecret, "--stripe-api-url", account.URL)...)
		p := &payer{t: t, base: s.base}
		p.login(demoShopperEmail, demoShopperPassword)
		responses := ""
		for _, f := range []stripetest.Fault{stripetest.ServerError, stripetest.Declined, stripetest.TooMany, stripetest.Garbage, stripetest.ScriptURL} {
			account.Down(f)
			if status, _, _ := p.tryOrderOnline(0); status != http.StatusBadGateway || !strings.Contains(p.lastBody, `"Failed to redirect to payment."`) {
				t.Errorf("fault %d of Stripe: %d %s, want 502 and \"Failed to redirect to payment.\"", f, status, p.lastBody)
			}
			responses += p.lastBody
		}
		account.Heal()
		// The refused call placed no order, so none is listed.
		if p.send("GET", "/api/user/user-details", nil, nil); !strings.Contains(p.lastBody, `"orderHistory":[]`) {
			t.Errorf("the shopper is %s, want an empty order history", p.lastBody)
		}
		p.orderOnline(0)
		// The shopper is sent back to the shop's configured address, not to the request's Host.
		form := account.Requests()[len(account.Requests())-1].Form
		for _, name := range []string{"success_url", "cancel_url"} {
			if !strings.HasPrefix(form.Get(name), s.base+"/") {
				t.Errorf("%s is %s, want it below %s", name, form.Get(name), s.base)
			}
		}
		refs := account.Sessions()
		event, err := account.Pay(refs[len(refs)-1])
		if err != nil {
			t.Fatal(err)
		}
		p.signed = event.Header(time.Now())
		if status := p.send("POST", "/api/payment/stripe/webhook", event.Raw, nil); status != http.StatusOK {
			t.Errorf("the event returned %d %s, want %d", status, p.lastBody, http.StatusOK)
		}
		p.awaitPaymentStatus("PAID")
		p.login(demoAdminEmail, demoAdminPassword)
		if p.send("GET", "/api/report/today", nil, nil); !strings.Contains(p.lastBody, `"CANCELED":0`) {
			t.Errorf("the report of today is %s, want no order canceled", p.lastBody)
		}
		if code := s.stops(t); code != 0 {
			t.Errorf("the shop ended with %d, want 0", code)
		}
		for _, secret := range []string{stripetest.SecretKey, stripetest.WebhookSecret, stripetest.Words} {
			if strings.Contains(responses+s.errs.String(), secret) {
				t.Errorf("responses or log contain the secret %q: %s\n%s", secret, responses, s.errs)
			}
		}
	})
}

func TestServe_offersNoPaymentUnlessConfigured(t *testing.T) {
	t.Parallel()
	s := serve(t, "--data-dir", t.TempDir())
	p := &payer{t: t, base: s.base}
	var options struct{ Data map[string]any }
	p.send("GET", "/api/payment/options", nil, &options)
	if options.Data["online"] != false || options.Data["reason"] == "" {
		t.Errorf("the payment options are %v, want no online payment, and the reason", options.Data)
	}
	if status := p.send("POST", "/testpay/x/pay", nil, nil); status == http.StatusSeeOther {
		t.Error("the test payment page is served")
	}
}

func TestServe_withStripeRevealsNoSecretKey(t *testing.T) {
	t.Parallel()
	s := serve(t, "--data-dir", t.TempDir(), "--stripe-secret-key", "sk_test_canary1", "--stripe-publishable-key", "pk_test_known",
		"--stripe-webhook-secret", "whsec_canary2", "--stripe-api-url", "http://127.0.0.1:1")
	p := &payer{t: t, base: s.base}
	var options struct{ Data map[string]any }
	p.send("GET", "/api/payment/options", nil, &options)
	if options.Data["provider"] != "stripe" || options.Data["publishableKey"] != "pk_test_known" || options.Data["test"] != false {
		t.Errorf("the payment options are %v, want Stripe's, with the key pk_test_known, and no test", options.Data)
	}
	response, err := http.Get(s.base + "/")
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	if policy := response.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "script-src 'self' https://js.stripe.com") {
		t.Errorf("the Content-Security-Policy is %s, want scripts of js.stripe.com allowed", policy)
	}
	if status := p.send("POST", "/api/payment/stripe/webhook", nil, nil); status != http.StatusBadRequest {
		t.Errorf("an unsigned event returned %d, want %d", status, http.StatusBadRequest)
	}
	_ = s.cmd.Process.Signal(syscall.SIGTERM)
	_ = s.cmd.Wait()
	if strings.Contains(s.errs.String(), "canary") {
		t.Errorf("the log holds a secret: %s", s.errs)
	}
	if code, _, errs := run(t, "", "serve", "--data-dir", t.TempDir(), "--stripe-secret-key", "sk canary 3"); code != 1 || strings.Contains(errs, "canary") {
		t.Errorf("serve with a malformed Stripe key ended with %d, want 1 without the key: %s", code, errs)
	}
}
