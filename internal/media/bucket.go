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
	"kirana/internal/lru"
	"kirana/internal/objects"
)

const (
	// readTimeout and writeTimeout bound one call of the bucket. A slow bucket must not block the page.
	readTimeout  = 3 * time.Second
	writeTimeout = 10 * time.Second
	// outagePause is how long the bucket is not read after it was unreachable: a browser loads a few
	// pictures at a time, and a slow picture delays the rest of the page.
	outagePause = 5 * time.Second
	// maxStored bounds a picture read from the bucket, in bytes; ours are far smaller.
	maxStored = 32 << 20
	// maxReads bounds concurrent reads of the bucket.
	maxReads = 16
	// maxFailures is the number of consecutive failures after which the bucket counts as unreachable:
	// a single failure may be due to its picture, or the network.
	maxFailures = 3
)

var (
	// errUnreachable is returned while the bucket counts as unreachable.
	errUnreachable = errors.New("the bucket did not respond a moment ago")
	// errBusy is returned when too many reads are in progress.
	errBusy = errors.New("too many pictures are read from the bucket at once")
)

// Bucket is the Store in an S3 bucket, which several nodes share. Popular pictures are cached in
// memory, and served from there while the bucket is unreachable.
type Bucket struct {
	store objects.Store
	clock clock.Clock
	cache *lru.Cache[string, entry]
	facts *facts

	reading singleflight.Group
	slots   chan struct{} // one for each read

	readTimeout, writeTimeout time.Duration

	mu               sync.Mutex
	unreachableUntil time.Time
	failures         int // consecutive failed calls
}

// OpenBucket returns the store of pictures in a bucket, without connecting yet.
func OpenBucket(store objects.Store, c clock.Clock) *Bucket {
	return &Bucket{
		store: store, clock: c, cache: newCache(), facts: newFacts(), slots: make(chan struct{}, maxReads),
		readTimeout: readTimeout, writeTimeout: writeTimeout,
	}
}

// Close does nothing: a bucket has nothing to close.
func (b *Bucket) Close() error { return nil }

// Put stores a picture, all or nothing, as S3 guarantees.
func (b *Bucket) Put(ctx context.Context, name, _ string, data []byte) error {
	ctx, cancel := context.WithTimeout(ctx, b.writeTimeout)
	defer cancel()
	// No lock between the two calls, for the reason given in Files.Put.
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
	b.cache.Remove(name)
	b.facts.forget(name)
}

// Open returns a picture from memory, or from the bucket if it is not cached or was cached longer
// than maxCacheAge ago. Concurrent requests share one read.
func (b *Bucket) Open(ctx context.Context, name string) (*Object, error) {
	now := b.clock.Now()
	kept, cached := b.cache.Get(name)
	if cached && now.Sub(kept.readAt) < maxCacheAge {
		return kept.open()
	}
	if exists, known := b.facts.get(name, now); known && !exists {
		return nil, ErrNotFound
	}
	// The read continues for the other callers if the first one leaves.
	reading := b.reading.DoChan(name, func() (any, error) {
		// Another call may have read it meanwhile.
		if fresh, cached := b.cache.Get(name); cached && now.Sub(fresh.readAt) < maxCacheAge {
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
			b.cache.Remove(name)
		case cached: // serve the stale picture
			return kept.open()
		}
		return nil, result.Err
	}
}

// read fetches a picture and caches it. A size is requested only if the picture itself exists,
// because anybody can invent names. The absence of a size is cached, because sizes are stored before
// their picture.
func (b *Bucket) read(ctx context.Context, name string, now time.Time) (entry, error) {
	if b.isUnreachable(now) {
		return entry{}, errUnreachable
	}
	ctx, cancel := context.WithTimeout(ctx, b.readTimeout)
	defer cancel()
	select {
	case b.slots <- struct{}{}:
		defer func() { <-b.slots }()
	case <-ctx.Done():
		return entry{}, errBusy
	}
	whole := wholeOf(name)
	if exists, known := b.facts.get(whole, now); whole != name && (!known || !exists) {
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
	b.cache.Put(name, fresh)
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

// Remove deletes a picture. Other nodes may serve it from memory for maxCacheAge.
func (b *Bucket) Remove(ctx context.Context, name string) error {
	ctx, cancel := context.WithTimeout(ctx, b.writeTimeout)
	defer cancel()
	b.forget(name)
	return b.store.Remove(ctx, pathOf(name))
}

// readyProbe is a name that no picture has.
const readyProbe = "ready"

// Ready asks the bucket for a file; it writes nothing, because each write costs money.
func (b *Bucket) Ready(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, b.readTimeout)
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

// note counts consecutive failed calls, and marks the bucket as unreachable after maxFailures. A call
// for a missing file has not failed.
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
