package testpay_test

import (
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/id"
	"kirana/internal/job"
	"kirana/internal/money"
	"kirana/internal/payment"
	"kirana/internal/payment/testpay"
	"kirana/internal/shoptest"
)

func TestMain(m *testing.M) { shoptest.Main(m) }

const shop = "http://shop.test"

var quiet = slog.New(slog.DiscardHandler)

func provider(d *db.DB, c clock.Clock) *testpay.Provider {
	return testpay.New(d, c, []byte("key"), testpay.Addresses{Page: shop, Shop: shop}, quiet)
}

func attempt(c clock.Clock) payment.SessionRequest {
	return payment.SessionRequest{
		ID: id.New(), OrderID: id.New(), ShopID: "theshop", Email: "ravi@kirana.test", Amount: 28050, Currency: "INR",
		Lines:     []payment.Line{{Name: `Dal <b>"best"</b>`, Quantity: 2, UnitAmount: 14000}, {Name: "Salt", Quantity: 1, UnitAmount: 50}},
		ExpiresAt: c.Now().Add(30 * time.Minute), SuccessURL: shop + "/success?checkout=1", CancelURL: shop + "/cancel?checkout=1",
	}
}

func start(t *testing.T, p *testpay.Provider, a payment.SessionRequest) payment.Session {
	t.Helper()
	session, err := p.Start(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	return session
}

func request(t *testing.T, p *testpay.Provider, method, path string) *http.Response {
	t.Helper()
	recorder := httptest.NewRecorder()
	p.Handler().ServeHTTP(recorder, httptest.NewRequestWithContext(t.Context(), method, path, nil))
	return recorder.Result()
}

func read(t *testing.T, r *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func state(t *testing.T, p *testpay.Provider, ref string) payment.SessionState {
	t.Helper()
	result, err := p.Fetch(t.Context(), ref)
	if err != nil {
		t.Fatal(err)
	}
	return result.State
}

func TestStart_opensOneSessionForEachAttempt(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := shoptest.Clock()
		p, a := provider(d, c), attempt(c)
		first := start(t, p, a)
		if again := start(t, p, a); again != first || first.URL != shop+"/testpay/"+first.Ref {
			t.Errorf("the second start returned %v, the first %v, want the same, at its page", again, first)
		}
		if other := start(t, p, attempt(c)); other.Ref == first.Ref {
			t.Error("two attempts share a session")
		}
		result, err := provider(d, c).Fetch(t.Context(), first.Ref) // on another node, or after a restart
		want := payment.Result{Ref: first.Ref, AttemptID: a.ID, ShopID: "theshop", State: payment.SessionOpen, Amount: 28050, Currency: "INR"}
		if err != nil || result != want {
			t.Errorf("the session on another node is %+v, %v, want %+v", result, err, want)
		}
		a.ID, a.ExpiresAt = id.New(), c.Now()
		if _, err := p.Start(t.Context(), a); !errors.Is(err, payment.ErrRefused) {
			t.Errorf("start an attempt that is over: %v, want ErrRefused", err)
		}
		if _, err := p.Fetch(t.Context(), "nobody"); !errors.Is(err, payment.ErrUnknownSession) {
			t.Errorf("fetch nobody's session: %v, want ErrUnknownSession", err)
		}
		if _, err := p.Expire(t.Context(), "nobody"); !errors.Is(err, payment.ErrUnknownSession) {
			t.Errorf("expire nobody's session: %v, want ErrUnknownSession", err)
		}
	})
}

func TestPage_showsTheLinesAndThatItIsATest(t *testing.T) {
	t.Parallel()
	d, c := shoptest.SQLite(t), shoptest.Clock()
	p := provider(d, c)
	session := start(t, p, attempt(c))
	response := request(t, p, "GET", "/testpay/"+session.Ref)
	page := read(t, response)
	for _, text := range []string{
		"Test payment", "₹280.50", "Dal &lt;b&gt;&#34;best&#34;&lt;/b&gt;", "₹280", "₹0.50", "Pay ₹280.50", "Pay later", "Decline", "Cancel",
		`action="/testpay/` + session.Ref + `/pay"`,
	} {
		if !strings.Contains(page, text) {
			t.Errorf("the page lacks %s", text)
		}
	}
	// The content security policy blocks inline code, and the shop may have any name.
	for _, text := range []string{"<script", "<style", "style=", "onclick", "javascript:", "http://", "https://", "Kirana"} {
		if strings.Contains(page, text) {
			t.Errorf("the page has %s, which its policy blocks", text)
		}
	}
	if response.Header.Get("Cache-Control") != "no-store" || response.StatusCode != http.StatusOK {
		t.Errorf("the page returned %d %v, want 200 and no-store", response.StatusCode, response.Header)
	}
	if css := request(t, p, "GET", "/testpay/page.css"); css.StatusCode != http.StatusOK || !strings.HasPrefix(css.Header.Get("Content-Type"), "text/css") {
		t.Errorf("the style sheet returned %d %s, want 200 text/css", css.StatusCode, css.Header.Get("Content-Type"))
	}
	for _, path := range []string{"/testpay/nobody", "/testpay/", "/testpay/" + session.Ref + "/pay"} {
		if got := request(t, p, "GET", path).StatusCode; got != 404 && got != 405 {
			t.Errorf("GET %s returned %d, want 404 or 405", path, got)
		}
	}
	for _, path := range []string{"/testpay/nobody/pay", "/testpay/" + session.Ref + "/steal"} {
		if got := request(t, p, "POST", path).StatusCode; got != 404 {
			t.Errorf("POST %s returned %d, want 404", path, got)
		}
	}
}

func TestPage_buttonsChangeTheSessionAndRedirect(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := shoptest.Clock()
		p := provider(d, c)
		const success, cancel = "/success?checkout=1", "/cancel?checkout=1"
		for _, walk := range []struct {
			presses []string
			to      string // where the last button leads; "page" means back to the page
			state   payment.SessionState
		}{
			{[]string{"pay"}, success, payment.SessionPaid},
			{[]string{"pay", "pay"}, "page", payment.SessionPaid},
			{[]string{"pay", "decline"}, "page", payment.SessionPaid},
			{[]string{"decline"}, cancel, payment.SessionFailed},
			{[]string{"decline", "pay"}, "page", payment.SessionFailed},
			{[]string{"cancel"}, cancel, payment.SessionOpen},
			{[]string{"cancel", "pay"}, success, payment.SessionPaid},
			{[]string{"later"}, success, payment.SessionProcessing},
			{[]string{"later", "pay"}, "page", payment.SessionProcessing},
			{[]string{"later", "arrive"}, success, payment.SessionPaid},
			{[]string{"later", "bounce"}, cancel, payment.SessionFailed},
			{[]string{"arrive"}, "page", payment.SessionOpen},
		} {
			session := start(t, p, attempt(c))
			location := ""
			for _, action := range walk.presses {
				response := request(t, p, "POST", "/testpay/"+session.Ref+"/"+action)
				if location = response.Header.Get("Location"); response.StatusCode != http.StatusSeeOther {
					t.Errorf("%s returned %d, want %d", action, response.StatusCode, http.StatusSeeOther)
				}
			}
			want := walk.to
			if want == "page" {
				want = "/testpay/" + session.Ref
			}
			if now := state(t, p, session.Ref); location != want || now != walk.state {
				t.Errorf("%v redirects to %s in %s, want %s in %s", walk.presses, location, now, want, walk.state)
			}
			if page := read(t, request(t, p, "GET", "/testpay/"+session.Ref)); strings.Contains(page, "Decline") != (walk.state == payment.SessionOpen) {
				t.Errorf("in state %s the page offers to decline only if open; it shows\n%s", walk.state, page)
			}
		}
	})
}

func TestPage_onItsOwnServerLeadsBackToTheShop(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := shoptest.Clock()
		p := testpay.New(d, c, []byte("key"), testpay.Addresses{Page: "http://api.test", Shop: shop}, quiet)
		session := start(t, p, attempt(c))
		if want := "http://api.test/testpay/" + session.Ref; session.URL != want {
			t.Errorf("the page is at %s, want %s", session.URL, want)
		}
		left := request(t, p, "POST", "/testpay/"+session.Ref+"/cancel")
		if location := left.Header.Get("Location"); location != shop+"/cancel?checkout=1" {
			t.Errorf("leaving redirects to %s, want %s", location, shop+"/cancel?checkout=1")
		}
		paid := request(t, p, "POST", "/testpay/"+session.Ref+"/pay")
		if location := paid.Header.Get("Location"); location != shop+"/success?checkout=1" {
			t.Errorf("paying redirects to %s, want %s", location, shop+"/success?checkout=1")
		}
	})
}

func TestSession_expiresAndReceivesDelayedMoneyOnTime(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := shoptest.Clock()
		p := provider(d, c)
		left, delayed := start(t, p, attempt(c)), start(t, p, attempt(c))
		request(t, p, "POST", "/testpay/"+delayed.Ref+"/later")
		c.Advance(2*time.Minute - time.Second)
		if state(t, p, delayed.Ref) != payment.SessionProcessing {
			t.Error("the money arrived too early")
		}
		c.Advance(time.Second)
		if state(t, p, delayed.Ref) != payment.SessionPaid {
			t.Error("the money did not come")
		}
		c.Advance(28 * time.Minute)
		if state(t, p, left.Ref) != payment.SessionExpired {
			t.Error("it is still open")
		}
		if request(t, p, "POST", "/testpay/"+left.Ref+"/pay"); state(t, p, left.Ref) != payment.SessionExpired {
			t.Error("it was paid after its end")
		}
		for ref, want := range map[string]payment.SessionState{left.Ref: payment.SessionExpired, delayed.Ref: payment.SessionPaid} {
			if result, err := p.Expire(t.Context(), ref); err != nil || result.State != want {
				t.Errorf("expire a session that has ended: %+v, %v, want %s", result, err, want)
			}
		}
	})
}

func TestRefund_isMadeOncePerKeyAndNeverAboveThePayment(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := shoptest.Clock()
		p := provider(d, c)
		session := start(t, p, attempt(c))
		refund := func(key string, amount money.Paise) error {
			return p.Refund(t.Context(), payment.RefundRequest{PaymentRef: "paid-" + session.Ref, Amount: amount, Key: key})
		}
		if err := refund("early", 1); !errors.Is(err, payment.ErrRefused) {
			t.Errorf("refund before it was paid: %v, want ErrRefused", err)
		}
		request(t, p, "POST", "/testpay/"+session.Ref+"/pay")
		for range 3 {
			if err := refund("one", 28000); err != nil {
				t.Fatal(err)
			}
		}
		for amount, want := range map[money.Paise]bool{51: false, 0: false, -1: false} {
			if err := refund("two", amount); (err == nil) != want {
				t.Errorf("refund another %d paise of 50 left: %v, want it refused", amount, err)
			}
		}
		if err := refund("two", 50); err != nil {
			t.Errorf("refund the rest: %v", err)
		}
		if err := p.Refund(t.Context(), payment.RefundRequest{PaymentRef: "paid-nobody", Amount: 1, Key: "x"}); !errors.Is(err, payment.ErrRefused) {
			t.Errorf("refund nobody's payment: %v, want ErrRefused", err)
		}
	})
}

func TestEvents_areSentOverHTTPUntilTheShopAcceptsThem(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := shoptest.Clock()
		p := provider(d, c)
		session := start(t, p, attempt(c))
		var hints []payment.Hint
		var down atomic.Bool
		down.Store(true)
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if down.Load() {
				w.WriteHeader(http.StatusInternalServerError)
				return
			}
			raw, err := io.ReadAll(r.Body)
			if err != nil || r.URL.Path != "/api/payment/testpay/webhook" || r.Method != http.MethodPost {
				t.Errorf("the event was sent to %s %s, %v, want POST /api/payment/testpay/webhook", r.Method, r.URL.Path, err)
			}
			hint, err := p.ParseWebhook(r.Header, raw, c.Now())
			if err != nil {
				t.Error(err)
			}
			hints = append(hints, hint)
		}))
		t.Cleanup(server.Close)
		w := job.NewWorker(d, c, quiet)
		p.SendTo(w, func() string { return server.URL })
		work := func() {
			t.Helper()
			for {
				if worked, err := w.Work(t.Context()); err != nil || !worked {
					return
				}
			}
		}
		request(t, p, "POST", "/testpay/"+session.Ref+"/later")
		work()
		request(t, p, "POST", "/testpay/"+session.Ref+"/arrive")
		down.Store(false)
		c.Advance(time.Minute)
		work()
		if len(hints) != 2 || hints[0].EventID == hints[1].EventID {
			t.Fatalf("the shop received %+v, want two events with IDs of their own", hints)
		}
		states := map[payment.SessionState]bool{}
		for _, hint := range hints {
			states[hint.Result.State] = true
			if hint.Ref != session.Ref || hint.Result.Amount != 28050 || hint.Result.ShopID != "theshop" || hint.Result.Currency != "INR" {
				t.Errorf("the shop received %+v, want ₹280.50 of its session", hint.Result)
			}
		}
		if !states[payment.SessionProcessing] || !states[payment.SessionPaid] {
			t.Errorf("the shop received the states %v, want processing and paid", states)
		}
	})
}

func TestParseWebhook_acceptsRecentSignaturesOnly(t *testing.T) {
	t.Parallel()
	c := shoptest.Clock()
	p, now := provider(nil, c), c.Now()
	raw, err := json.Marshal(testpay.Event{ID: "e", Ref: "tpx", State: payment.SessionPaid, Paise: 100, Currency: "INR", PaymentRef: "paid-tpx"})
	if err != nil {
		t.Fatal(err)
	}
	for age, good := range map[time.Duration]bool{
		0: true, 300 * time.Second: true, -30 * time.Second: true, 301 * time.Second: false, -31 * time.Second: false, -24 * time.Hour: false,
	} {
		if _, err := p.ParseWebhook(p.Sign(raw, now.Add(-age)), raw, now); (err == nil) != good {
			t.Errorf("an event signed %v ago: %v, want it accepted: %t", age, err, good)
		}
	}
	stranger := testpay.New(nil, c, []byte("another"), testpay.Addresses{Page: shop, Shop: shop}, quiet)
	header := p.Sign(raw, now)
	for name, sent := range map[string]struct {
		header http.Header
		raw    []byte
	}{
		"unsigned":             {http.Header{}, raw},
		"forged":               {stranger.Sign(raw, now), raw},
		"changed":              {header, append([]byte(" "), raw...)},
		"signed, but no event": {p.Sign([]byte("x"), now), []byte("x")},
		"half a header":        {http.Header{"Kirana-Testpay-Signature": {"t=1"}}, raw},
	} {
		if _, err := p.ParseWebhook(sent.header, sent.raw, now); !fault.Is(err, fault.Invalid) {
			t.Errorf("an event that is %s: %v, want it invalid", name, err)
		}
	}
}
