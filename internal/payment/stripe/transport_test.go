package stripe_test

import (
	"bytes"
	"errors"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"kirana/internal/payment"
	"kirana/internal/payment/stripe"
)

func TestCalls_stopReadingAnEndlessResponse(t *testing.T) {
	t.Parallel()
	var sent atomic.Int64
	endless := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for chunk := bytes.Repeat([]byte(" "), 64<<10); ; {
			n, err := w.Write(chunk)
			sent.Add(int64(n))
			if err != nil {
				return
			}
		}
	}))
	p := provider(t, stripe.Config{SecretKey: "sk_test_1", APIURL: endless.URL})

	_, err := p.Fetch(t.Context(), "cs_test_1")

	endless.Close() // returns when every handler has returned
	if !errors.Is(err, payment.ErrUnavailable) {
		t.Errorf("fetch an endless response: %v, want ErrUnavailable", err)
	}
	// The kernel buffers some more than the 4 MiB that the client reads.
	if got := sent.Load(); got > 16<<20 {
		t.Errorf("%d MiB were sent, want at most 16", got>>20)
	}
}

func TestCalls_followNoRedirect(t *testing.T) {
	t.Parallel()
	var visits atomic.Int64
	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		visits.Add(1)
		_, _ = w.Write([]byte(`{"id":"cs_test_1","object":"checkout.session","status":"open","url":"https://elsewhere.test"}`))
	}))
	t.Cleanup(elsewhere.Close)
	here := httptest.NewServer(http.RedirectHandler(elsewhere.URL, http.StatusTemporaryRedirect))
	t.Cleanup(here.Close)
	p := provider(t, stripe.Config{SecretKey: "sk_test_1", APIURL: here.URL})

	_, started := p.Start(t.Context(), attempt("a1"))
	_, fetched := p.Fetch(t.Context(), "cs_test_1")

	if !errors.Is(started, payment.ErrUnavailable) || !errors.Is(fetched, payment.ErrUnavailable) || visits.Load() != 0 {
		t.Errorf("Start %v, Fetch %v, %d calls elsewhere; want none", started, fetched, visits.Load())
	}
}
