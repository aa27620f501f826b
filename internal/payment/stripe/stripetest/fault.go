package stripetest

import (
	"bytes"
	"net/http"
)

// Call is a call of Stripe's API that the shop makes.
type Call string

// The calls of the API.
const (
	Create         Call = "POST /v1/checkout/sessions"
	Retrieve       Call = "GET /v1/checkout/sessions/{id}"
	Expire         Call = "POST /v1/checkout/sessions/{id}/expire"
	Refund         Call = "POST /v1/refunds"
	ListRefunds    Call = "GET /v1/refunds"
	RetrieveIntent Call = "GET /v1/payment_intents/{id}"
	ListDisputes   Call = "GET /v1/disputes"
)

// Calls lists every Call.
func Calls() []Call {
	return []Call{Create, Retrieve, Expire, Refund, ListRefunds, RetrieveIntent, ListDisputes}
}

// Fault is a way in which a call fails.
type Fault int

// The faults. With a fault that "takes effect", the call does its work and then fails.
const (
	ServerError  Fault = iota + 1 // 500; Stripe stores it under the idempotency key and repeats it
	Declined                      // 402
	TooMany                       // 429
	Busy                          // 409: the same call is in progress
	WrongKey                      // 401
	BadGateway                    // 502 from a proxy
	Garbage                       // 200 without JSON
	OtherObject                   // 200 with the JSON of another object
	Endless                       // 200 with a body that does not end
	Elsewhere                     // 302 to another host
	Silence                       // no response until the caller gives up
	Hangup                        // the connection closes before the call has an effect
	LostResponse                  // takes effect; the connection closes before the response
	LateResponse                  // takes effect; no response until the caller gives up
	ScriptURL                     // takes effect; the session's URL is javascript:
)

// Faults lists every Fault.
func Faults() []Fault {
	faults := make([]Fault, 0, ScriptURL)
	for f := ServerError; f <= ScriptURL; f++ {
		faults = append(faults, f)
	}
	return faults
}

func (f Fault) takesEffect() bool { return f >= LostResponse }

// Fail makes the next calls of this kind fail, one fault for each call.
func (s *Stripe) Fail(call Call, faults ...Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults[call] = append(s.faults[call], faults...)
}

// Down makes all calls fail until Heal is called.
func (s *Stripe) Down(f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, call := range Calls() {
		s.down[call] = f
	}
}

// Heal clears the faults set by Fail and Down.
func (s *Stripe) Heal() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.faults)
	clear(s.down)
}

// nextFault returns the fault for this call, or 0. It removes a fault set by Fail from the queue.
func (s *Stripe) nextFault(call Call) Fault {
	if f, ok := s.down[call]; ok {
		return f
	}
	if queue := s.faults[call]; len(queue) > 0 {
		s.faults[call] = queue[1:]
		return queue[0]
	}
	return 0
}

// play writes the response of the fault.
func (f Fault) play(w http.ResponseWriter, r *http.Request) {
	switch f {
	case ServerError:
		write(w, refusal(http.StatusInternalServerError, "api_error", ""))
	case Declined:
		write(w, refusal(http.StatusPaymentRequired, "card_error", "card_declined"))
	case TooMany:
		write(w, refusal(http.StatusTooManyRequests, "invalid_request_error", "rate_limit"))
	case Busy:
		write(w, refusal(http.StatusConflict, "idempotency_error", "idempotency_key_in_use"))
	case WrongKey:
		write(w, refusal(http.StatusUnauthorized, "invalid_request_error", ""))
	case BadGateway:
		w.WriteHeader(http.StatusBadGateway)
		_, _ = w.Write([]byte("<html>" + Words + "</html>"))
	case Garbage:
		_, _ = w.Write([]byte("<html>" + Words + "</html>"))
	case OtherObject:
		write(w, response{http.StatusOK, object{"object": "balance", "id": Words, "status": Words, "url": ""}})
	case Endless:
		for line := bytes.Repeat([]byte(Words), 1000); ; {
			if _, err := w.Write(line); err != nil {
				return
			}
		}
	case Elsewhere:
		w.Header().Set("Location", "http://elsewhere.invalid/")
		w.WriteHeader(http.StatusFound)
	case Silence, LateResponse:
		<-r.Context().Done()
	case Hangup, LostResponse:
		panic(http.ErrAbortHandler)
	case ScriptURL:
		panic("stripetest: this fault is in the response itself")
	}
}
