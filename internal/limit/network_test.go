package limit_test

import (
	"fmt"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/limit"
	"kirana/internal/shoptest"
)

func TestNetworkOf_countsANetworkOfIPv6AsOne(t *testing.T) {
	t.Parallel()
	for address, want := range map[string][2]string{
		"203.0.113.9":          {"203.0.113.9", ""},
		"::ffff:203.0.113.9":   {"203.0.113.9", ""},
		"2001:db8:1:2:3:4:5:6": {"2001:db8:1:2::/64", "2001:db8:1::/48"},
		"2001:db8:1:2::7%eth0": {"2001:db8:1:2::/64", "2001:db8:1::/48"},
		"unix":                 {"unix", ""},
	} {
		if got := [2]string{limit.NetworkOf(address), limit.WideNetworkOf(address)}; got != want {
			t.Errorf("%s counts as %q, want %q", address, got, want)
		}
	}
}

func TestNetworkLimiter_limitsTheWideNetworkOfIPv6(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		limiter := limit.New(d, shoptest.Clock()).NetworkLimiter(limit.Rule{Name: "test", Max: 2, Window: time.Hour})
		from := func(network int, about string) limit.Client {
			return limit.Client{Address: fmt.Sprintf("2001:db8:1:%x::7", network), About: about}
		}
		for network := range 8 {
			for range 2 {
				must(t, limiter.Allow(t.Context(), from(network, "ravi")))
			}
			if !fault.Is(limiter.Check(t.Context(), from(network, "ravi")), fault.TooMany) {
				t.Errorf("network %d may have a third event, want it refused", network)
			}
		}
		if !fault.Is(limiter.Allow(t.Context(), from(9, "ravi")), fault.TooMany) {
			t.Error("a ninth network of one owner is counted separately")
		}
		must(t, limiter.Allow(t.Context(), from(9, "asha")))
		must(t, limiter.Allow(t.Context(), limit.Client{Address: "2001:db8:2::7", About: "ravi"}))
		must(t, limiter.Cancel(t.Context(), from(7, "ravi")))
		must(t, limiter.Allow(t.Context(), from(10, "ravi")))
		// A client who authenticates clears only their own network.
		must(t, limiter.Forget(t.Context(), from(3, "ravi")))
		if !fault.Is(limiter.Check(t.Context(), from(3, "ravi")), fault.TooMany) {
			t.Error("the wider network was cleared, too")
		}
	})
}
