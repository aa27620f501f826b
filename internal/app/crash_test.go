package app

import (
	"context"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kirana/internal/shoptest"
)

func TestServe_losesNoConfirmedOrderWhenKilledRepeatedly(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, databaseURL string) {
		kills, orders := shoptest.Rounds(3, 20), shoptest.Rounds(100, 5000)
		addr := freeAddress(t) // the same after each start
		data := whereDemo(t, databaseURL)
		start := func() *served {
			return serve(t, append(data, "--addr", addr, "--demo", "--rate-limits", "off", "--cors-origins", otherOrigin)...)
		}
		shop := start()
		buyers := newLoad(t, shop.base, 6)
		base := atomic.Pointer[string]{}
		base.Store(&shop.base)
		ctx, stop := context.WithCancel(t.Context())
		staff := client{t: t, base: shop.base, token: buyers.staff}
		staff.must("PUT", "/settings", record{"legal": record{"gst": "UNREGISTERED", "gstin": ""}, "bill": record{"prefix": "GK"}})
		wait := buyers.run(ctx, func() string { return *base.Load() })
		var desk sync.WaitGroup
		desk.Go(func() { buyers.sendOut(ctx, func() string { return *base.Load() }) })
		random := rand.New(rand.NewPCG(9, uint64(kills)))
		var slowest time.Duration
		for kill := range kills {
			buyers.reaches(t, orders*(kill+1)/(kills+1))
			pause(t, time.Duration(random.IntN(50))*time.Millisecond)
			if err := shop.cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			_ = shop.cmd.Wait()
			began := time.Now()
			shop = start()
			slowest = max(slowest, time.Since(began))
		}
		buyers.reaches(t, orders)
		stop()
		wait()
		desk.Wait()
		if code := shop.stops(t); code != 0 {
			t.Errorf("the shop ended with %d, want 0: %s", code, shop.errs)
		}
		t.Logf("%d kills; open again after %s at most", kills, slowest.Round(time.Millisecond))
		database := databaseOf(t, databaseURL, data[1])
		buyers.expectNothingLost(t, database)
		buyers.expectBills(t, database)
	})
}
