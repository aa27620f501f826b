package stripetest

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"kirana/internal/money"
)

// parameters matches the parameters that the shop sends to create a session. The fake refuses others,
// as Stripe refuses unknown ones.
var parameters = regexp.MustCompile(`^(mode|client_reference_id|expires_at|success_url|cancel_url|customer_email|` +
	`adaptive_pricing\[enabled\]|metadata\[\w{1,40}\]|payment_intent_data\[metadata\]\[\w{1,40}\]|` +
	`line_items\[\d+\]\[quantity\]|line_items\[\d+\]\[price_data\]\[(currency|unit_amount)\]|` +
	`line_items\[\d+\]\[price_data\]\[product_data\]\[name\])$`)

// The smallest and the largest amount that Stripe accepts, in paise.
const (
	minAmount money.Paise = 50
	maxAmount money.Paise = 99_999_999
)

func (s *Stripe) create(form url.Values, fault Fault) response {
	wrong := func(code string) response {
		return refusal(http.StatusBadRequest, "invalid_request_error", code)
	}
	for parameter, values := range form {
		text := strings.HasPrefix(parameter, "metadata[") || strings.HasPrefix(parameter, "payment_intent_data[metadata]")
		if !parameters.MatchString(parameter) || len(values) != 1 || values[0] == "" || (text && len(values[0]) > 500) {
			return wrong("parameter_unknown")
		}
	}
	if email := form.Get("customer_email"); email != "" && !regexp.MustCompile(`^[^@\s]+@[^@\s]+\.[^@\s]+$`).MatchString(email) {
		return wrong("email_invalid")
	}
	for _, name := range []string{"success_url", "cancel_url"} {
		if u, err := url.Parse(form.Get(name)); err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
			return wrong("url_invalid")
		}
	}
	now := s.clock.Now()
	until, ok := number(form.Get("expires_at"))
	expires := time.Unix(until, 0).UTC()
	if !ok || expires.Before(now.Add(30*time.Minute)) || expires.After(now.Add(24*time.Hour)) {
		return wrong("")
	}
	amount, ok := total(form)
	switch {
	case !ok || form.Get("mode") != "payment":
		return wrong("parameter_invalid_integer")
	case amount < minAmount:
		return wrong("amount_too_small")
	case amount > maxAmount:
		return wrong("amount_too_large")
	}

	made := &session{
		id: s.newID("cs"), form: form, created: now, expires: expires,
		status: "open", paid: "unpaid", amount: amount, currency: form.Get("line_items[0][price_data][currency]"),
	}
	if fault == ScriptURL {
		made.scriptedURL = "javascript:alert(document.domain)"
	}
	s.sessions[made.id] = made
	s.order = append(s.order, made.id)
	return response{http.StatusOK, s.sessionObject(made, false)}
}

// total returns the sum of the lines; false if there are none, more than 100, or one is malformed.
func total(form url.Values) (sum money.Paise, ok bool) {
	for i := 0; ; i++ {
		line := "line_items[" + strconv.Itoa(i) + "]"
		if !form.Has(line + "[quantity]") {
			return sum, i > 0 && i <= 100
		}
		quantity, whole := number(form.Get(line + "[quantity]"))
		price, exact := number(form.Get(line + "[price_data][unit_amount]"))
		if !whole || !exact || quantity < 1 || price < 0 || form.Get(line+"[price_data][currency]") != "inr" ||
			form.Get(line+"[price_data][product_data][name]") == "" {
			return 0, false
		}
		sum += money.Paise(quantity * price)
	}
}

func (s *Stripe) createRefund(form url.Values) response {
	for parameter := range form {
		if !slices.Contains([]string{"payment_intent", "amount"}, parameter) && !strings.HasPrefix(parameter, "metadata[") {
			return refusal(http.StatusBadRequest, "invalid_request_error", "parameter_unknown")
		}
	}
	from, ok := s.intents[form.Get("payment_intent")]
	if !ok {
		return refusal(http.StatusNotFound, "invalid_request_error", "resource_missing")
	}
	n, whole := number(form.Get("amount"))
	amount := money.Paise(n)
	switch {
	case from.status == "succeeded" && from.refunded == from.amount:
		return refusal(http.StatusBadRequest, "invalid_request_error", "charge_already_refunded")
	case !whole || amount < 1 || from.status != "succeeded" || amount > from.amount-from.refunded:
		return refusal(http.StatusBadRequest, "invalid_request_error", "")
	}
	from.refunded += amount
	made := &refund{
		id: s.newID("re"), intent: from.id, status: "succeeded", amount: amount, currency: from.currency,
		metadata: nested(form, "metadata"), created: s.clock.Now(),
	}
	s.refunds = append(s.refunds, made)
	return response{http.StatusOK, refundObject(made)}
}

func (s *Stripe) listRefunds(form url.Values) response {
	found := []object{}
	for _, made := range slices.Backward(s.refunds) {
		if made.intent == form.Get("payment_intent") {
			found = append(found, refundObject(made))
		}
	}
	return page("/v1/refunds", found, form)
}

// page returns the part of a list, newest object first, that limit and starting_after select. Stripe
// returns 10 objects unless asked, and at most 100.
func page(path string, found []object, form url.Values) response {
	limit := int64(10)
	if form.Has("limit") {
		var whole bool
		if limit, whole = number(form.Get("limit")); !whole || limit < 1 || limit > 100 {
			return refusal(http.StatusBadRequest, "invalid_request_error", "parameter_invalid_integer")
		}
	}
	if after := form.Get("starting_after"); after != "" {
		i := slices.IndexFunc(found, func(o object) bool { return o["id"] == after })
		if i < 0 {
			return refusal(http.StatusBadRequest, "invalid_request_error", "resource_missing")
		}
		found = found[i+1:]
	}
	n := min(int(limit), len(found))
	return response{http.StatusOK, object{"object": "list", "url": path, "has_more": n < len(found), "data": found[:n]}}
}
