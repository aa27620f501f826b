package limit_test

import (
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/limit"
	"kirana/internal/shoptest"
)

func TestMain(m *testing.M) { shoptest.Main(m) }

func TestLimiter_refusesUntilTheOldestEventLeavesTheWindow(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := shoptest.Clock()
		limiter := limit.New(d, c).Limiter(limit.Rule{Name: "test", Max: 3, Window: 15 * time.Minute})
		for range 3 {
			must(t, limiter.Check(t.Context(), "ravi"))
			must(t, limiter.Count(t.Context(), "ravi"))
			c.Advance(time.Minute)
		}
		refusal := fault.Of(limiter.Check(t.Context(), "ravi"))
		if refusal == nil || refusal.Kind != fault.TooMany {
			t.Fatalf("the fourth event: %v, want it refused as too many", refusal)
		}
		if refusal.RetryAfter != 12*60+1 {
			t.Errorf("asks to wait %d s, the first event leaves in 720 s, want %d", refusal.RetryAfter, 12*60+1)
		}
		must(t, limiter.Check(t.Context(), "asha"))
		c.Advance(time.Duration(refusal.RetryAfter) * time.Second)
		must(t, limiter.Allow(t.Context(), "ravi"))
		if limiter.Allow(t.Context(), "ravi") == nil {
			t.Error("the window does not slide: one place was free, two were given")
		}
		must(t, limiter.Forget(t.Context(), "ravi"))
		must(t, limiter.Check(t.Context(), "ravi"))
	})
}

func TestLimiter_countsForAllNodesAndAcrossARestart(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := shoptest.Clock()
		rule := limit.Rule{Name: "test", Max: 2, Window: time.Hour}
		for range 2 {
			must(t, limit.New(d, c).Limiter(rule).Allow(t.Context(), "ravi"))
		}
		if !fault.Is(limit.New(d, c).Limiter(rule).Allow(t.Context(), "ravi"), fault.TooMany) {
			t.Error("events counted by another process do not count")
		}
		rule.Name = "other"
		must(t, limit.New(d, c).Limiter(rule).Allow(t.Context(), "ravi"))
	})
}

func TestLimiter_allowsNoMoreThanMaxConcurrently(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		limiter := limit.New(d, shoptest.Clock()).Limiter(limit.Rule{Name: "test", Max: 10, Window: time.Hour})
		var taken atomic.Int64
		var all sync.WaitGroup
		for range 40 {
			all.Go(func() {
				switch err := limiter.Allow(t.Context(), "203.0.113.9"); {
				case err == nil:
					taken.Add(1)
				case !fault.Is(err, fault.TooMany):
					t.Error(err)
				}
			})
		}
		all.Wait()
		if taken.Load() != 10 {
			t.Errorf("%d were let through, want 10", taken.Load())
		}
		must(t, limiter.Cancel(t.Context(), "203.0.113.9"))
		must(t, limiter.Allow(t.Context(), "203.0.113.9"))
		if limiter.Allow(t.Context(), "203.0.113.9") == nil {
			t.Error("returning a place did not free exactly one")
		}
	})
}

func TestLimiter_countsCommittedTransactionsOnly(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		limiter := limit.New(d, shoptest.Clock()).Limiter(limit.Rule{Name: "test", Max: 1, Window: time.Hour, Sentence: "You have ordered twice."})
		failure := fault.New(fault.Conflict, "sold_out", "Sold out.")
		for range 3 {
			err := d.Tx(t.Context(), func(tx *db.Tx) error {
				if err := limiter.AllowTx(t.Context(), tx, "ravi"); err != nil {
					return err
				}
				return failure
			})
			if !fault.Is(err, fault.Conflict) {
				t.Fatalf("a transaction that fails: %v, want its conflict, as it does not count", err)
			}
		}
		allow := func(tx *db.Tx) error { return limiter.AllowTx(t.Context(), tx, "ravi") }
		must(t, d.Tx(t.Context(), allow))
		refusal := fault.Of(d.Tx(t.Context(), allow))
		if refusal == nil || refusal.Message != "You have ordered twice. Please try again in 60 minutes." {
			t.Errorf("the second transaction: %v, want it refused for 60 minutes", refusal)
		}
	})
}

func TestLimiter_ofAShopWithoutLimitsAllowsEverything(t *testing.T) {
	t.Parallel()
	var none *limit.Store
	limiter := none.Limiter(limit.Rule{Name: "test", Max: 1, Window: time.Hour})
	for range 3 {
		must(t, limiter.Allow(t.Context(), "ravi"))
		must(t, limiter.Count(t.Context(), "ravi"))
	}
	must(t, limiter.Cancel(t.Context(), "ravi"))
	must(t, limiter.Forget(t.Context(), "ravi"))
	must(t, none.Sweep(t.Context()))
}

func TestSweep_deletesExpiredCounts(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := shoptest.Clock()
		store := limit.New(d, c)
		limiter := store.Limiter(limit.Rule{Name: "test", Max: 1, Window: time.Hour})
		for i := range 20 {
			must(t, limiter.Count(t.Context(), "old "+strconv.Itoa(i)))
		}
		c.Advance(59 * time.Minute)
		must(t, limiter.Count(t.Context(), "ravi"))
		c.Advance(time.Minute)
		must(t, store.Sweep(t.Context()))
		if n, err := db.Get[int](t.Context(), d, `SELECT COUNT(*) FROM limits`); err != nil || n != 1 {
			t.Errorf("%d keys are kept, %v, want the one that counts", n, err)
		}
		if limiter.Check(t.Context(), "ravi") == nil {
			t.Error("the sweep forgot what still counts")
		}
	})
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
