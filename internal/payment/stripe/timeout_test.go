package stripe

import (
	"errors"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"kirana/internal/payment"
)

// mute is an http.RoundTripper that does not respond for two minutes. It records how long each try
// waited.
type mute struct{ listened []time.Duration }

func (m *mute) RoundTrip(r *http.Request) (*http.Response, error) {
	began := time.Now()
	select {
	case <-r.Context().Done():
	case <-time.After(2 * time.Minute):
	}
	m.listened = append(m.listened, time.Since(began))
	return nil, r.Context().Err()
}

func TestCalls_waitEightSecondsAndTryOnceMore(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		silence := &mute{}
		client := httpClient(0)
		client.Transport = silence
		p, err := newWithClient(Config{SecretKey: "sk_test_1"}, client)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Fetch(t.Context(), "cs_test_1"); !errors.Is(err, payment.ErrUnavailable) {
			t.Errorf("two minutes of silence are %v, want ErrUnavailable", err)
		}
		if got := silence.listened; len(got) != 2 || got[0] != 8*time.Second || got[1] != 8*time.Second {
			t.Errorf("Stripe was listened to for %v, want twice eight seconds", got)
		}
	})
}
