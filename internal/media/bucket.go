package media

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"kirana/internal/clock"
	"kirana/internal/objects"
)

const (
	// readTimeout and writeTimeout bound one call of the bucket: a page shows without its
	// pictures sooner than a shopper gives up on it.
	readTimeout  = 3 * time.Second
	writeTimeout = 10 * time.Second
	// outagePause is how long a bucket that did not respond is not asked again: a browser
	// waits for a few pictures at a time, and everything else of the page behind them.
	outagePause = 5 * time.Second
	// maxStored bounds a picture of the bucket, in bytes; our own are far below it.
	maxStored = 32 << 20
	// maxReads is how many pictures are read from the bucket at once, whoever asks.
	maxReads = 16
	// maxFailures is how many calls in a row fail until the bucket counts as unreachable: one may be
	// the fault of its picture, or of the network.
	maxFailures = 3
)

var (
	// errUnreachable is returned for a bucket that did not respond a moment ago.
	errUnreachable = errors.New("the bucket did not respond a moment ago")
	// errBusy is returned when too many read from the bucket.
	errBusy = errors.New("too many pictures are read from the bucket at once")
)

// Bucket is the Store in a bucket that speaks S3, which several nodes share. What is shown
// often is in memory, for a while even when the bucket is unreachable.
type Bucket struct {
	store objects.Store
	clock clock.Clock
	cache *cache
	facts *facts

	reading singleflight.Group
	slots   chan struct{} // one for each read

	mu               sync.Mutex
	unreachableUntil time.Time
	failures         int // calls in a row that failed
}

// OpenBucket makes the store of pictures on a bucket. It reaches for nothing yet.
func OpenBucket(store objects.Store, c clock.Clock) *Bucket {
	return &Bucket{store: store, clock: c, cache: newCache(), facts: newFacts(), slots: make(chan struct{}, maxReads)}
}

// Close does nothing: a bucket has nothing to close.
func (b *Bucket) Close() error { return nil }

// Put stores a picture whole or not at all, as S3 has it.
func (b *Bucket) Put(ctx context.Context, name, _ string, data []byte) error {
	ctx, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	// No lock between the two calls, for the reason that Files.Put gives.
	switch _, err := b.store.Stat(ctx, pathOf(name)); {
	case err == nil:
		return ErrTaken
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	b.forget(name)
	return b.store.Put(ctx, pathOf(name), bytes.NewReader(data))
}

func (b *Bucket) forget(name string) {
	b.cache.forget(name)
	b.facts.forget(name)
}

// Open returns a picture from memory, and reads it from the bucket when it is not there
// or has been there for long. Of many who ask at once one reads it.
func (b *Bucket) Open(ctx context.Context, name string) (*Object, error) {
	now := b.clock.Now()
	kept, cached := b.cache.get(name)
	if cached && now.Sub(kept.readAt) < maxCacheAge {
		return kept.open()
	}
	if there, known := b.facts.get(name, now); known && !there {
		return nil, ErrNotFound
	}
	// The others wait for it when the first one goes away.
	reading := b.reading.DoChan(name, func() (any, error) {
		// Another call may have read it between the look into the cache and this one.
		if fresh, cached := b.cache.get(name); cached && now.Sub(fresh.readAt) < maxCacheAge {
			return fresh, nil
		}
		return b.read(context.WithoutCancel(ctx), name, now)
	})
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case result := <-reading:
		switch {
		case result.Err == nil:
			return result.Val.(entry).open()
		case errors.Is(result.Err, ErrNotFound):
			b.cache.forget(name)
		case cached: // better an old one than none
			return kept.open()
		}
		return nil, result.Err
	}
}

// read fetches a picture and keeps it. A size is asked for once the picture itself is known to be
// there, for anybody can make up names; that it has none is kept, since sizes are stored before
// the picture is known to anybody.
func (b *Bucket) read(ctx context.Context, name string, now time.Time) (entry, error) {
	if b.isUnreachable(now) {
		return entry{}, errUnreachable
	}
	ctx, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	select {
	case b.slots <- struct{}{}:
		defer func() { <-b.slots }()
	case <-ctx.Done():
		return entry{}, errBusy
	}
	whole := wholeOf(name)
	if there, known := b.facts.get(whole, now); whole != name && (!known || !there) {
		_, err := b.store.Stat(ctx, pathOf(whole))
		b.note(err, now)
		if errors.Is(err, fs.ErrNotExist) {
			return entry{}, errNoSize
		}
		if err != nil {
			return entry{}, err
		}
		b.facts.put(whole, true, now)
	}
	data, err := b.fetch(ctx, name)
	b.note(err, now)
	switch {
	case errors.Is(err, fs.ErrNotExist) && whole != name:
		b.facts.put(name, false, now)
		return entry{}, ErrNotFound
	case errors.Is(err, fs.ErrNotExist):
		b.facts.forget(name)
		return entry{}, ErrNotFound
	case err != nil:
		return entry{}, err
	}
	fresh := entry{data: data, readAt: now}
	b.cache.put(name, fresh)
	return fresh, nil
}

func (b *Bucket) fetch(ctx context.Context, name string) ([]byte, error) {
	content, err := b.store.Get(ctx, pathOf(name))
	if err != nil {
		return nil, err
	}
	defer func() { _ = content.Close() }()
	data, err := io.ReadAll(io.LimitReader(content, maxStored+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("read picture: %w", err)
	case len(data) > maxStored:
		return nil, fmt.Errorf("picture %s is too large", name)
	}
	return data, nil
}

// Remove deletes a picture. Other nodes may show it from memory until maxCacheAge.
func (b *Bucket) Remove(ctx context.Context, name string) error {
	ctx, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	b.forget(name)
	return b.store.Remove(ctx, pathOf(name))
}

// readyProbe is a name that no picture has: whether it is there is asked, not what it holds.
const readyProbe = "ready"

// Ready asks the bucket for a file: it writes nothing, since each write costs money.
func (b *Bucket) Ready(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	_, err := b.store.Stat(ctx, readyProbe)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		b.setUnreachable(b.clock.Now().Add(outagePause))
		return fmt.Errorf("the bucket of the pictures cannot be reached: %w", err)
	}
	b.setUnreachable(time.Time{})
	return nil
}

func (b *Bucket) isUnreachable(now time.Time) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return now.Before(b.unreachableUntil)
}

// note counts the calls in a row that fail. That a file is not there is no failure.
func (b *Bucket) note(err error, now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		b.failures = 0
		return
	}
	if b.failures++; b.failures >= maxFailures {
		b.unreachableUntil = now.Add(outagePause)
	}
}

func (b *Bucket) setUnreachable(until time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.unreachableUntil = until
}
