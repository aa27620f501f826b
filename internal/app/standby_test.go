package app

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"kirana/internal/shoptest"
)

// servePair serves a shop on a primary with a synchronous standby.
func servePair(t *testing.T) (*shoptest.Pair, *served) {
	t.Helper()
	pair := shoptest.NewPair(t)
	return pair, serve(t, "--data-dir", t.TempDir(), "--database-url", pair.URL(), "--cors-origins", otherOrigin, "--demo", "--rate-limits", "off")
}

func TestStandby_thatIsPromotedHasEveryConfirmedOrder(t *testing.T) {
	t.Parallel()
	pair, shop := servePair(t)
	buyers := newLoad(t, shop.base, 6)
	ctx, stop := context.WithCancel(t.Context())
	wait := buyers.run(ctx, func() string { return shop.base })
	enough := shoptest.Rounds(50, 2000)
	for n := 50; n <= enough; n += 50 { // a busy machine is slow
		until(t, "orders", func() bool { return buyers.confirmed() > n })
	}
	pair.KillPrimary()
	died := time.Now()
	pause(t, loadDuration(200*time.Millisecond, 10*time.Second))
	pair.Promote()
	promoted, before := time.Now(), buyers.confirmed()
	until(t, "an order after the promotion", func() bool { return buyers.confirmed() > before })
	t.Logf("%d orders were confirmed before; the first after the promotion came %s after it, %s after the primary had died",
		before, time.Since(promoted).Round(time.Millisecond), time.Since(died).Round(time.Millisecond))
	until(t, "more orders", func() bool { return buyers.confirmed() > before+50 })
	stop()
	wait()
	until(t, "a shop that is ready", func() bool {
		status, _ := get(t, shop.base+"/readyz")
		return status == http.StatusOK
	})
	buyers.expectNothingLost(t, databaseOf(t, pair.URL(), ""))
}

// The calls of this test wait until their deadlines, so it has only a long form. In make test,
// TestTx_isRefusedWhileTheStandbyDoesNotConfirmIt of package db and the outages of package order check the same.
func TestStandby_unreachableRefusesOrdersAndNoneIsPlacedTwice(t *testing.T) {
	if !shoptest.Long() {
		t.Skip("only in the long form")
	}
	t.Parallel()
	pair, shop := servePair(t)
	buyers := newLoad(t, shop.base, 3)
	ctx, stop := context.WithCancel(t.Context())
	wait := buyers.run(ctx, func() string { return shop.base })
	until(t, "orders", func() bool { return buyers.confirmed() > 20 })
	pair.FreezeStandby()
	before := buyers.confirmed()
	t.Logf("/readyz says so after %s", until(t, "a shop that is not ready", func() bool {
		status, body := get(t, shop.base+"/readyz")
		return status == http.StatusServiceUnavailable && strings.Contains(body, "does not respond in time")
	}).Round(time.Millisecond))
	refused := func() int {
		buyers.mu.Lock()
		defer buyers.mu.Unlock()
		return buyers.refused[http.StatusServiceUnavailable]
	}
	// Wait long enough that orders are repeated whose keys the primary already has.
	until(t, "refused orders", func() bool { return refused() > 3*len(buyers.buyers) })
	// Orders that were being confirmed when the standby froze may be counted after that.
	if n := buyers.confirmed() - before; n > len(buyers.buyers) {
		t.Errorf("%d confirmed orders are missing on the standby, want at most one per buyer, %d", n, len(buyers.buyers))
	}
	if status, _ := get(t, shop.base+"/api/product/home"); status != http.StatusOK {
		t.Errorf("the home page returned %d, want %d", status, http.StatusOK)
	}
	pair.ThawStandby()
	before = buyers.confirmed()
	until(t, "orders again", func() bool { return buyers.confirmed() > before+20 })
	stop()
	wait()
	buyers.expectNothingLost(t, databaseOf(t, pair.URL(), ""))
}
