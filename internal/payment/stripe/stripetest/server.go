package stripetest

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

type answer struct {
	status int
	body   object
}

// keptAnswer is the stored response to a call with an idempotency key.
type keptAnswer struct {
	call    string
	written answer
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
	var written answer
	switch {
	case r.Header.Get("Authorization") != "Bearer "+SecretKey:
		written, fault = refusal(http.StatusUnauthorized, "invalid_request_error", ""), 0
	case fault == 0 || fault.takesEffect():
		written = s.named(namedCall{call, id, key, r.URL.Path, form}, fault)
	case fault == ServerError && key != "":
		// Stripe stores its own failures, too.
		written, fault = s.named(namedCall{call, id, key, r.URL.Path, form}, fault), 0
	}
	s.mu.Unlock()

	if fault == 0 || fault == ScriptURL {
		write(w, written)
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

// namedCall is a call with its idempotency key.
type namedCall struct {
	call    Call
	id, key string
	path    string
	form    url.Values
}

// named handles a call once for each idempotency key: the same request gets the same response, and
// another request with that key is refused. A refused request does not use up its key, unless a card
// was declined.
func (s *Stripe) named(c namedCall, fault Fault) answer {
	call, id, key, form := c.call, c.id, c.key, c.form
	request := c.path + "?" + form.Encode()
	if kept, ok := s.kept[key]; ok && key != "" {
		if kept.call != request {
			return refusal(http.StatusBadRequest, "idempotency_error", "")
		}
		return kept.written
	}
	var written answer
	if fault == ServerError {
		written = refusal(http.StatusInternalServerError, "api_error", "")
	} else {
		written = s.do(call, id, form, fault)
	}
	if key != "" && (written.status < 400 || written.status >= 500 || written.status == http.StatusPaymentRequired) {
		s.kept[key] = &keptAnswer{call: request, written: written}
	}
	return written
}

func (s *Stripe) do(call Call, id string, form url.Values, fault Fault) answer {
	s.tick()
	switch call {
	case Create:
		return s.create(form, fault)
	case Refund:
		return s.giveBack(form)
	case ListRefunds:
		return s.list(form)
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
	return answer{http.StatusOK, s.sessionObject(session, slices.Contains(form["expand[0]"], "payment_intent"))}
}

// refusal returns an error response of Stripe, with secrets that the shop must not repeat.
func refusal(status int, kind, code string) answer {
	e := object{"type": kind, "message": Words + " " + SecretKey, "param": Words, "doc_url": "https://stripe.test/" + Words}
	if code != "" {
		e["code"] = code
	}
	return answer{status, object{"error": e}}
}

func write(w http.ResponseWriter, a answer) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Request-Id", "req_"+strings.ReplaceAll(Words, " ", "_"))
	w.WriteHeader(a.status)
	_ = json.NewEncoder(w).Encode(a.body)
}
