package httpapi_test

import (
	"net/http/httptest"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/shoptest"
)

func TestLimiter_refusesUntilTheOldestEventLeavesTheWindow(t *testing.T) {
	t.Parallel()
	clock := shoptest.Clock()
	limiter := httpapi.NewLimiter(clock, 3, 15*time.Minute)
	for range 3 {
		if err := limiter.Check("ravi"); err != nil {
			t.Fatalf("refused within the limit: %v", err)
		}
		limiter.Count("ravi")
		clock.Advance(time.Minute)
	}
	refusal := fault.Of(limiter.Check("ravi"))
	if refusal == nil || refusal.Kind != fault.TooMany {
		t.Fatalf("the fourth was let through: %v", refusal)
	}
	if refusal.RetryAfter != 12*60+1 && refusal.RetryAfter != 12*60 {
		t.Errorf("asks to wait %d s, the first event leaves in 720 s", refusal.RetryAfter)
	}
	if err := limiter.Check("asha"); err != nil {
		t.Errorf("refused another key: %v", err)
	}
	clock.Advance(time.Duration(refusal.RetryAfter) * time.Second)
	if err := limiter.Check("ravi"); err != nil {
		t.Errorf("refused after the wait it asked for: %v", err)
	}
	limiter.Count("ravi")
	if limiter.Check("ravi") == nil {
		t.Error("the window does not slide: one place was free, two were given")
	}
	limiter.Forget("ravi")
	if err := limiter.Check("ravi"); err != nil {
		t.Errorf("refused what was forgotten: %v", err)
	}
}

func TestLimiter_ofNothingAllowsEverything(t *testing.T) {
	t.Parallel()
	limiter := httpapi.NewLimiter(shoptest.Clock(), 0, time.Minute)
	for range 1000 {
		limiter.Count("ravi")
	}
	if err := limiter.Check("ravi"); err != nil {
		t.Error(err)
	}
}

func TestLimiter_countsEveryEventOfManyAtOnce(t *testing.T) {
	t.Parallel()
	limiter := httpapi.NewLimiter(shoptest.Clock(), 100, time.Minute)
	var all sync.WaitGroup
	for range 100 {
		all.Go(func() { limiter.Count("ravi") })
	}
	all.Wait()
	if limiter.Check("ravi") == nil {
		t.Error("100 events at once are fewer than 100")
	}
}

func TestClientAddress_believesTrustedProxiesOnly(t *testing.T) {
	t.Parallel()
	proxies := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}
	for _, c := range []struct {
		remote    string
		forwarded []string
		want      string
	}{
		{"203.0.113.9:4711", nil, "203.0.113.9"},
		{"203.0.113.9:4711", []string{"198.51.100.1"}, "203.0.113.9"}, // a shopper who makes up a header
		{"10.1.2.3:80", []string{"198.51.100.1"}, "198.51.100.1"},
		{"[::ffff:10.1.2.3]:80", []string{"198.51.100.1"}, "198.51.100.1"},
		{"[fd00::1]:80", []string{"2001:db8::7"}, "2001:db8::7"},
		{"10.1.2.3:80", []string{"1.1.1.1, 198.51.100.1"}, "198.51.100.1"}, // the first was sent by the shopper
		{"10.1.2.3:80", []string{"1.1.1.1", "198.51.100.1"}, "198.51.100.1"},
		{"10.1.2.3:80", []string{"198.51.100.1, 10.9.9.9"}, "198.51.100.1"},
		{"10.1.2.3:80", []string{"10.8.8.8, 10.9.9.9"}, "10.8.8.8"},
		{"10.1.2.3:80", []string{"198.51.100.1, rubbish"}, "10.1.2.3"},
		{"10.1.2.3:80", []string{""}, "10.1.2.3"},
		{"10.1.2.3:80", nil, "10.1.2.3"},
	} {
		r := httptest.NewRequestWithContext(t.Context(), "GET", "/", nil)
		r.RemoteAddr = c.remote
		for _, value := range c.forwarded {
			r.Header.Add("X-Forwarded-For", value)
		}
		if got := httpapi.ClientAddress(r, proxies); got != c.want {
			t.Errorf("from %s with %q: %s, want %s", c.remote, c.forwarded, got, c.want)
		}
		if got := httpapi.ClientAddress(r, nil); !strings.Contains(c.remote, got) {
			t.Errorf("from %s with %q and no trusted proxy: %s", c.remote, c.forwarded, got)
		}
	}
}

func TestLimiter_takesNoMoreThanTheLimitOfManyAtOnce(t *testing.T) {
	t.Parallel()
	limiter := httpapi.NewLimiter(shoptest.Clock(), 10, time.Hour)
	var taken atomic.Int64
	var all sync.WaitGroup
	for range 100 {
		all.Go(func() {
			if limiter.Allow("203.0.113.9") == nil {
				taken.Add(1)
			}
		})
	}
	all.Wait()
	if taken.Load() != 10 {
		t.Errorf("%d were let through, want 10", taken.Load())
	}
	limiter.Cancel("203.0.113.9")
	if limiter.Allow("203.0.113.9") != nil || limiter.Allow("203.0.113.9") == nil {
		t.Error("what was given back was not one place")
	}
}

func TestLimiter_keepsABoundedNumberOfKeys(t *testing.T) {
	t.Parallel()
	limiter := httpapi.NewLimiter(shoptest.Clock(), 1, time.Hour)
	const keys = 60_000
	for i := range keys {
		limiter.Count(strconv.Itoa(i))
	}
	kept := 0
	for i := range keys {
		if limiter.Check(strconv.Itoa(i)) != nil {
			kept++
		}
	}
	if kept > 50_000 || kept < 40_000 {
		t.Errorf("%d keys are kept, want at most 50,000 and most of them", kept)
	}
}

func TestAddressKey_countsANetworkOfIPv6AsOne(t *testing.T) {
	t.Parallel()
	for remote, want := range map[string]string{
		"203.0.113.9:4711":            "203.0.113.9",
		"[::ffff:203.0.113.9]:4711":   "::ffff:203.0.113.9",
		"[2001:db8:1:2:3:4:5:6]:4711": "2001:db8:1:2::/64",
		"[2001:db8:1:2::7%eth0]:4711": "2001:db8:1:2::/64",
	} {
		r := httptest.NewRequestWithContext(t.Context(), "GET", "/", nil)
		r.RemoteAddr = remote
		if got := httpapi.AddressKey(r, nil); got != want {
			t.Errorf("%s counts as %s, want %s", remote, got, want)
		}
	}
}
