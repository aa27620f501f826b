package media

import (
	"bytes"
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"kirana/internal/fault"
)

func canceled(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx
}

// gate replaces the decoders: each decoding waits for a value on open.
type gate struct {
	running, peak atomic.Int64
	open          chan struct{}
}

func (g *gate) render(ctx context.Context, u upload) (picture, error) {
	now := g.running.Add(1)
	defer g.running.Add(-1)
	for highest := g.peak.Load(); now > highest && !g.peak.CompareAndSwap(highest, now); {
		highest = g.peak.Load()
	}
	<-g.open
	return picture{extension: ".jpg", data: u.data}, ctx.Err()
}

func TestAccept_decodesTwoPicturesAtATime(t *testing.T) {
	t.Parallel()
	s, _ := newService(t)
	photo := asJPEG(t, plain(60, 40))
	synctest.Test(t, func(t *testing.T) {
		// given twelve uploads at once
		g := &gate{open: make(chan struct{})}
		s := withGate(s, g)
		done := make(chan error, 12)
		for range 12 {
			go func() {
				_, err := s.Accept(t.Context(), bytes.NewReader(photo))
				done <- err
			}()
		}
		// when each is let through in turn
		for left := 12; left > 0; left-- {
			synctest.Wait()
			if now := g.running.Load(); now != min(2, int64(left)) {
				t.Errorf("%d pictures are decoded with %d to go, want %d", now, left, min(2, left))
			}
			g.open <- struct{}{}
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
		// then there were never more than two
		if highest := g.peak.Load(); highest != 2 {
			t.Errorf("at most %d decodings ran at a time, want 2", highest)
		}
	})
}

func TestAccept_decodesNoMoreThanMemoryAllows(t *testing.T) {
	t.Parallel()
	s, _ := newService(t)
	large := pngHead(6000, 5000) // 146 MB
	synctest.Test(t, func(t *testing.T) {
		g := &gate{open: make(chan struct{})}
		s := withGate(s, g)
		done := make(chan error, 2)
		for range 2 {
			go func() {
				_, err := s.Accept(t.Context(), bytes.NewReader(large))
				done <- err
			}()
		}
		for range 2 {
			synctest.Wait()
			if now := g.running.Load(); now != 1 {
				t.Errorf("%d large pictures are decoded at a time, want 1", now)
			}
			g.open <- struct{}{}
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
	})
}

func TestAccept_stopsWaitingWhenTheCallerIsGone(t *testing.T) {
	t.Parallel()
	s, dir := newService(t)
	photo := asJPEG(t, plain(60, 40))
	synctest.Test(t, func(t *testing.T) {
		g := &gate{open: make(chan struct{})}
		s := withGate(s, g)
		ctx, leave := context.WithCancel(t.Context())
		done := make(chan error, 3)
		for range 3 {
			go func() {
				_, err := s.Accept(ctx, bytes.NewReader(photo))
				done <- err
			}()
		}
		synctest.Wait()
		leave()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("the canceled upload that waited returned %v, want context.Canceled", err)
		}
		close(g.open)
		for range 2 {
			if err := <-done; !errors.Is(err, context.Canceled) {
				t.Errorf("a canceled upload in decoding returned %v, want context.Canceled", err)
			}
		}
	})
	nothingKept(t, dir)
}

func TestAccept_stopsDecodingWhenTheCallerIsGone(t *testing.T) {
	t.Parallel()
	received, err := inspect(asJPEG(t, plain(60, 40)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := received.render(canceled(t)); err == nil {
		t.Error("decoded for nobody")
	}
}

func TestAccept_refusesAPictureThatMakesADecoderPanic(t *testing.T) {
	t.Parallel()
	received, err := inspect(asJPEG(t, plain(60, 40)))
	if err != nil {
		t.Fatal(err)
	}
	received.orientation = func([]byte) int { panic("index out of range") }
	_, err = received.render(t.Context())
	wantRefusal(t, err, fault.Invalid)
}

// withGate returns a copy of s that renders with g, with semaphores created in the test's synctest bubble.
func withGate(s *Service, g *gate) *Service {
	gated := New(s.store, s.log)
	gated.render = g.render
	return gated
}
