package stripetest

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

type response struct {
	status int
	body   object
}

// storedResponse is the stored response to a call with an idempotency key.
type storedResponse struct {
	call   string
	result response
}

// ServeHTTP responds as Stripe does.
func (s *Stripe) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	if err != nil {
		return
	}
	form, err := url.ParseQuery(r.URL.RawQuery + "&" + string(raw))
	if err != nil {
		write(w, refusal(http.StatusBadRequest, "invalid_request_error", ""))
		return
	}
	call, id, ok := route(r)
	if !ok {
		write(w, refusal(http.StatusNotFound, "invalid_request_error", ""))
		return
	}
	key := r.Header.Get("Idempotency-Key")

	s.mu.Lock()
	s.requests = append(s.requests, Request{
		Call: call, Path: r.URL.Path, Form: form, IdempotencyKey: key, Version: r.Header.Get("Stripe-Version"),
		UserAgents: strings.Join([]string{
			r.UserAgent(), r.Header.Get("X-Stripe-Client-User-Agent"), r.Header.Get("X-Stripe-Client-Telemetry"),
		}, " "),
	})
	fault := s.nextFault(call)
	var result response
	switch {
	case r.Header.Get("Authorization") != "Bearer "+SecretKey:
		result, fault = refusal(http.StatusUnauthorized, "invalid_request_error", ""), 0
	case fault == 0 || fault.takesEffect():
		result = s.doOnce(idempotentCall{call, id, key, r.URL.Path, form}, fault)
	case fault == ServerError && key != "":
		// Stripe stores its own failures, too.
		result, fault = s.doOnce(idempotentCall{call, id, key, r.URL.Path, form}, fault), 0
	}
	s.mu.Unlock()

	if fault == 0 || fault == ScriptURL {
		write(w, result)
		return
	}
	fault.play(w, r)
}

func route(r *http.Request) (call Call, id string, ok bool) {
	path := r.Method + " " + r.URL.Path
	if slices.Contains([]Call{Create, Refund, ListRefunds, ListDisputes}, Call(path)) {
		return Call(path), "", true
	}
	if id, ok = strings.CutPrefix(path, "GET /v1/checkout/sessions/"); ok && !strings.Contains(id, "/") {
		return Retrieve, id, true
	}
	if id, ok = strings.CutPrefix(path, "GET /v1/payment_intents/"); ok && !strings.Contains(id, "/") {
		return RetrieveIntent, id, true
	}
	if id, ok = strings.CutPrefix(path, "POST /v1/checkout/sessions/"); ok {
		id, ok = strings.CutSuffix(id, "/expire")
		return Expire, id, ok
	}
	return "", "", false
}

// idempotentCall is a call with its idempotency key.
type idempotentCall struct {
	call    Call
	id, key string
	path    string
	form    url.Values
}

// doOnce handles a call once for each idempotency key: the same request gets the same response, and
// another request with that key is refused. A refused request does not use up its key, unless a card
// was declined.
func (s *Stripe) doOnce(c idempotentCall, fault Fault) response {
	call, id, key, form := c.call, c.id, c.key, c.form
	request := c.path + "?" + form.Encode()
	if kept, ok := s.responses[key]; ok && key != "" {
		if kept.call != request {
			return refusal(http.StatusBadRequest, "idempotency_error", "")
		}
		return kept.result
	}
	var result response
	if fault == ServerError {
		result = refusal(http.StatusInternalServerError, "api_error", "")
	} else {
		result = s.do(call, id, form, fault)
	}
	if key != "" && (result.status < 400 || result.status >= 500 || result.status == http.StatusPaymentRequired) {
		s.responses[key] = &storedResponse{call: request, result: result}
	}
	return result
}

func (s *Stripe) do(call Call, id string, form url.Values, fault Fault) response {
	s.tick()
	switch call {
	case Create:
		return s.create(form, fault)
	case Refund:
		return s.createRefund(form)
	case ListRefunds:
		return s.listRefunds(form)
	case RetrieveIntent:
		return s.retrieveIntent(id, form)
	case ListDisputes:
		return s.listDisputes(form)
	case Retrieve, Expire:
	}
	session, ok := s.sessions[id]
	if !ok {
		return refusal(http.StatusNotFound, "invalid_request_error", "resource_missing")
	}
	if call == Expire {
		if session.status != "open" {
			return refusal(http.StatusBadRequest, "invalid_request_error", "")
		}
		session.status = "expired"
		s.record("checkout.session.expired", session)
	}
	return response{http.StatusOK, s.sessionObject(session, slices.Contains(form["expand[0]"], "payment_intent"))}
}

// refusal returns an error response of Stripe, with secrets that the shop must not repeat.
func refusal(status int, kind, code string) response {
	e := object{"type": kind, "message": Words + " " + SecretKey, "param": Words, "doc_url": "https://stripe.test/" + Words}
	if code != "" {
		e["code"] = code
	}
	return response{status, object{"error": e}}
}

func write(w http.ResponseWriter, a response) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Request-Id", "req_"+strings.ReplaceAll(Words, " ", "_"))
	w.WriteHeader(a.status)
	_ = json.NewEncoder(w).Encode(a.body)
}
