package payment

import (
	"testing"
	"time"

	"kirana/internal/language"
)

const testShop = "theshop"

// opened returns an attempt whose shopper was redirected to the provider's page.
func opened(now time.Time) Attempt {
	ref, due := "session", now
	return Attempt{
		ID: "attempt", UserID: "ravi", OrderID: "checkout", State: AttemptOpen, Amount: 18000, Currency: Currency,
		Ref: &ref, URL: "https://bank.test/pay", DueAt: &due, Tries: 3, ExpiresAt: now.Add(attemptLifetime), CreatedAt: now,
	}
}

func paid(changes ...func(*Result)) Result {
	r := Result{Ref: "session", AttemptID: "attempt", ShopID: testShop, State: SessionPaid, Amount: 18000, Currency: Currency, PaymentRef: "money"}
	for _, change := range changes {
		change(&r)
	}
	return r
}

func TestSettle_mapsResultsToOutcomes(t *testing.T) {
	t.Parallel()
	type want struct {
		state      AttemptState
		status     Status // "" keeps the status of the lines
		flag, note string
		processing bool
		due        bool // the provider is polled again
	}
	in := func(state AttemptState) func(*Attempt) { return func(a *Attempt) { a.State = state } }
	unopened := func(a *Attempt) { a.URL, a.Ref = "", nil }
	result := func(state SessionState) Result { return Result{Ref: "session", State: state} }
	const warned = "A warning."
	for name, c := range map[string]struct {
		attempt func(*Attempt)
		result  Result
		warning language.Stored
		want    want
	}{
		"an open session stays open":                   {result: result(SessionOpen), want: want{state: AttemptOpen, due: true}},
		"a processing payment stays open":              {result: result(SessionProcessing), want: want{state: AttemptOpen, processing: true, due: true}},
		"a payment that matches is paid":               {result: paid(), want: want{state: AttemptPaid, status: Paid}},
		"an expired session ends the attempt":          {result: result(SessionExpired), want: want{state: AttemptExpired, status: Expired}},
		"a failed payment ends the attempt":            {result: result(SessionFailed), want: want{state: AttemptFailed, status: Failed}},
		"a refused start is polled again":              {attempt: unopened, result: Result{State: SessionFailed}, want: want{state: AttemptFailed, status: Failed, note: noteNotOpened.In(language.English), due: true}},
		"an unopened session that expires":             {attempt: unopened, result: result(SessionExpired), want: want{state: AttemptExpired, status: Expired, note: noteNotOpened.In(language.English)}},
		"an unopened session that is paid":             {attempt: unopened, result: paid(), want: want{state: AttemptPaid, status: Paid}},
		"a warning flags an open payment":              {result: result(SessionOpen), warning: warned, want: want{state: AttemptOpen, flag: warned, note: warned, due: true}},
		"a warning flags an attempt that ends":         {result: result(SessionExpired), warning: warned, want: want{state: AttemptExpired, status: Expired, flag: warned, note: warned}},
		"a payment that matches drops the warning":     {result: paid(), warning: warned, want: want{state: AttemptPaid, status: Paid}},
		"too little money must be refunded":            {result: paid(func(r *Result) { r.Amount-- }), want: want{state: AttemptMismatch, status: RefundDue, flag: "₹179.99 was paid instead of ₹180.", note: "₹179.99 was paid instead of ₹180."}},
		"too much money must be refunded":              {result: paid(func(r *Result) { r.Amount++ }), want: want{state: AttemptMismatch, status: RefundDue, flag: "₹180.01 was paid instead of ₹180.", note: "₹180.01 was paid instead of ₹180."}},
		"another currency must be refunded":            {result: paid(func(r *Result) { r.Currency = "USD" }), want: want{state: AttemptMismatch, status: RefundDue, flag: "The payment came in another currency.", note: "The payment came in another currency."}},
		"a payment for another shop must be refunded":  {result: paid(func(r *Result) { r.ShopID = "another" }), want: want{state: AttemptMismatch, status: RefundDue, flag: "A payment came in for another shop.", note: "A payment came in for another shop."}},
		"a payment for another order must be refunded": {result: paid(func(r *Result) { r.AttemptID = "another" }), want: want{state: AttemptMismatch, status: RefundDue, flag: "A payment came in for another order.", note: "A payment came in for another order."}},
		"a payment after expiry counts":                {attempt: in(AttemptExpired), result: paid(), want: want{state: AttemptPaid, status: Paid}},
		"a payment after a failure counts":             {attempt: in(AttemptFailed), result: paid(), want: want{state: AttemptPaid, status: Paid}},
		"paid stays paid when paid again":              {attempt: in(AttemptPaid), result: paid(), want: want{state: AttemptPaid}},
		"paid stays paid when it expires":              {attempt: in(AttemptPaid), result: result(SessionExpired), want: want{state: AttemptPaid}},
		"paid stays paid when the amount grows":        {attempt: in(AttemptPaid), result: paid(func(r *Result) { r.Amount++ }), want: want{state: AttemptPaid}},
		"expired stays expired when it fails":          {attempt: in(AttemptExpired), result: result(SessionFailed), want: want{state: AttemptExpired}},
		"expired stays expired when processing":        {attempt: in(AttemptExpired), result: result(SessionProcessing), want: want{state: AttemptExpired, due: true}},
		"a mismatch stays a mismatch":                  {attempt: in(AttemptMismatch), result: paid(), want: want{state: AttemptMismatch}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			created := time.Date(2026, 1, 16, 9, 0, 0, 0, time.UTC)
			now := created.Add(time.Minute)
			a := opened(created)
			if c.attempt != nil {
				c.attempt(&a)
			}
			actor := Actor{Kind: ByEvent, EventID: "event"}
			o := settle(settlement{attempt: a, result: c.result, actor: actor, warning: c.warning, shopID: testShop, now: now})
			got := want{o.Attempt.State, o.Status, o.Flag.In(language.English), o.Note.In(language.English), o.Attempt.Processing, o.Attempt.DueAt != nil}
			if got != c.want {
				t.Errorf("the outcome is %+v, want %+v", got, c.want)
			}
			if o.Previous != a.State || o.Late() != (a.State != AttemptOpen) || o.Actor != actor || o.At != now || o.Attempt.UpdatedAt != now || o.Attempt.Tries != 0 {
				t.Errorf("the outcome is %+v, want the previous state %s, the actor %v, the time %v and no tries", o, a.State, actor, now)
			}
			if o.affectsOrders() != (o.Status != "" || o.Flag != "") {
				t.Errorf("the outcome affects orders: %t, want true only with a status or a flag: %+v", o.affectsOrders(), o)
			}
			if due := o.Attempt.DueAt; due != nil && !due.Equal(now.Add(pollInterval)) {
				t.Errorf("the attempt is due at %v, want %v", due, now.Add(pollInterval))
			}
			var want Attempt
			if o.Status != "" && c.result.State == SessionPaid {
				want.Taken, want.TakenCurrency, want.PaymentRef = c.result.Amount, c.result.Currency, "money"
			}
			if got := o.Attempt; got.Taken != want.Taken || got.TakenCurrency != want.TakenCurrency || got.PaymentRef != want.PaymentRef {
				t.Errorf("the attempt has taken %v %q by %q, want %v, %q and %q",
					got.Taken, got.TakenCurrency, got.PaymentRef, want.Taken, want.TakenCurrency, want.PaymentRef)
			}
			if a.UpdatedAt == now || (c.result.Ref != "" && *o.Attempt.Ref != "session") {
				t.Error("the attempt was changed in place, or its session is unknown")
			}
		})
	}
}

func TestReleaseUnopened_schedulesASweepUnlessTheProviderRefused(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 16, 9, 0, 0, 0, time.UTC)
	for _, refused := range []bool{false, true} {
		o := releaseUnopened(opened(now), refused, now)
		if o.Attempt.State != AttemptFailed || o.Previous != AttemptOpen || o.Status != Failed || o.Flag != "" || o.Note != noteNotOpened || o.Late() {
			t.Errorf("the outcome is %+v, want OPEN to FAILED, not late, with the note that it was not opened", o)
		}
		if due := o.Attempt.DueAt; (due == nil) != refused || (due != nil && !due.Equal(now.Add(minBackoff))) {
			t.Errorf("refused %t: the attempt is due at %v, want never if refused, otherwise %v", refused, due, now.Add(minBackoff))
		}
	}
}

func TestBackoff_doublesUpToAMinute(t *testing.T) {
	t.Parallel()
	for tries, want := range map[int]time.Duration{
		1: 5 * time.Second, 2: 10 * time.Second, 3: 20 * time.Second, 4: 40 * time.Second, 5: time.Minute, 6: time.Minute, 1000: time.Minute,
	} {
		if got := backoff(tries); got != want {
			t.Errorf("after %d tries it waits %v, want %v", tries, got, want)
		}
	}
}

func TestAttempt_isOverdueAfterItsExpiryAndTheGrace(t *testing.T) {
	t.Parallel()
	created := time.Date(2026, 1, 16, 9, 0, 0, 0, time.UTC)
	a := opened(created)
	end := created.Add(attemptLifetime + expiryGrace)
	if a.overdue(end) {
		t.Error("it is overdue while a clock that is behind may still let the shopper pay")
	}
	if !a.overdue(end.Add(time.Millisecond)) {
		t.Error("it is not overdue after that")
	}
}
