package db

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"kirana/internal/fault"
)

// select chooses any ready channel, so try many times.
func TestAwait_returnsAKnownOutcomeAfterItsContextEnded(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	w := newWriter(nil)
	errFull := errors.New("no space")
	for _, want := range []error{nil, errFull} {
		g := &group{done: make(chan struct{}), err: want}
		close(g.done)
		for range 100 {
			called := false
			err := w.await(ctx, g, func() error { called = true; return nil })
			if !errors.Is(err, want) || called != (want == nil) {
				t.Fatalf("await returned %v, called back: %t, want %v, and a call only without an error", err, called, want)
			}
		}
	}
}

func TestClassify_returnsUnavailableForARepeatedlyLostGroup(t *testing.T) {
	t.Parallel()
	d := &DB{dialect: sqliteDialect}
	err := d.classify(t.Context(), fmt.Errorf("transaction given up after %d attempts: %w", maxAttempts, errGroupLost))
	if !fault.Is(err, fault.Unavailable) || ReasonOf(err) != Locked {
		t.Errorf("a transaction given up is classified as %v, want unavailable as locked", err)
	}
}
