package fault_test

import (
	"testing"
	"time"

	"kirana/internal/fault"
)

func TestTryLater_saysHowLongInWords(t *testing.T) {
	t.Parallel()
	for wait, want := range map[time.Duration]string{
		0:                              "1 second",
		1500 * time.Millisecond:        "2 seconds",
		time.Minute:                    "1 minute",
		14*time.Minute + time.Second:   "15 minutes",
		time.Hour:                      "60 minutes",
		23*time.Hour + 10*time.Minute:  "24 hours",
		time.Minute - time.Millisecond: "60 seconds",
	} {
		refusal := fault.TryLater(wait)
		if refusal.Message != "Too many attempts. Please try again in "+want+"." {
			t.Errorf("%s: %q, want %s", wait, refusal.Message, want)
		}
		if refusal.Kind != fault.TooMany || time.Duration(refusal.RetryAfter)*time.Second < wait {
			t.Errorf("%s: %v, retry after %d s, want fault.TooMany and at least the wait", wait, refusal.Kind, refusal.RetryAfter)
		}
	}
}
