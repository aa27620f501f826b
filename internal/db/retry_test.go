package db

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

var errDeadlock = &pgconn.PgError{Code: pgDeadlock}

func TestRetry_pausesLongerAfterEachFailureAndStopsAfterMaxAttempts(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var starts []time.Time
		err := retry(t.Context(), func() error {
			starts = append(starts, time.Now())
			return errDeadlock
		})
		if !errors.Is(err, errDeadlock) || len(starts) != maxAttempts {
			t.Fatalf("%d attempts, then %v, want %d, then the deadlock", len(starts), err, maxAttempts)
		}
		for n := 1; n < len(starts); n++ {
			full := min(firstPause<<(n-1), maxPause)
			if pause := starts[n].Sub(starts[n-1]); pause < full/2 || pause >= full {
				t.Errorf("the pause after attempt %d is %s, want %s to %s", n, pause, full/2, full)
			}
		}
	})
}

func TestRetry_endsAtTheFirstSuccessOrOtherError(t *testing.T) {
	t.Parallel()
	errOther := errors.New("out of stock")
	for _, last := range []error{nil, errOther} {
		synctest.Test(t, func(t *testing.T) {
			attempts := 0
			err := retry(t.Context(), func() error {
				if attempts++; attempts < 3 {
					return errDeadlock
				}
				return last
			})
			if !errors.Is(err, last) || attempts != 3 {
				t.Errorf("%d attempts, then %v, want 3, then %v", attempts, err, last)
			}
		})
	}
}

func TestRetry_endsItsPauseWithTheContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		began := time.Now()
		attempts := 0
		err := retry(ctx, func() error {
			attempts++
			return errDeadlock
		})
		if !errors.Is(err, errDeadlock) || attempts != 1 || time.Since(began) != time.Millisecond {
			t.Errorf("%d attempts in %s, then %v, want one in 1 ms, then the deadlock", attempts, time.Since(began), err)
		}
	})
}

func TestBackoff_differsBetweenTransactions(t *testing.T) {
	t.Parallel()
	pauses := map[time.Duration]bool{}
	for range 20 {
		pauses[backoff(maxAttempts)] = true
	}
	if len(pauses) < 2 {
		t.Errorf("the pauses are %v, want them to differ", pauses)
	}
}
