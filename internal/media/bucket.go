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

	"kirana/internal/clock"
	"kirana/internal/objects"
)

const (
	// readTimeout and writeTimeout bound one call of the bucket: a page shows without its
	// pictures sooner than a shopper gives up on it.
	readTimeout  = 3 * time.Second
	writeTimeout = 10 * time.Second
	// awayTime is how long a bucket that did not respond is not asked again: a browser
	// waits for a few pictures at a time, and everything else of the page behind them.
	awayTime = 5 * time.Second
	// maxStored bounds a picture of the bucket, in bytes; our own are far below it.
	maxStored = 32 << 20
)

// errAway is returned for a bucket that did not respond a moment ago.
var errAway = errors.New("the bucket did not respond a moment ago")

// Bucket is the Store in a bucket that speaks S3, which several nodes share. What is shown
// often is in memory, for a while even when the bucket is away.
type Bucket struct {
	store objects.Store
	clock clock.Clock
	cache *cache

	mu        sync.Mutex
	awayUntil time.Time
}

// OpenBucket makes the store of pictures on a bucket. It reaches for nothing yet.
func OpenBucket(store objects.Store, c clock.Clock) *Bucket {
	return &Bucket{store: store, clock: c, cache: newCache()}
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
	b.cache.forget(name)
	return b.store.Put(ctx, pathOf(name), bytes.NewReader(data))
}

// Open returns a picture from memory, and reads it from the bucket when it is not there
// or has been there for long.
func (b *Bucket) Open(ctx context.Context, name string) (*Object, error) {
	now := b.clock.Now()
	known, cached := b.cache.get(name)
	if cached && now.Sub(known.readAt) < maxCacheAge {
		return known.open()
	}
	fresh, err := b.read(ctx, name, now)
	switch {
	case err == nil:
		b.cache.put(name, fresh)
		return fresh.open()
	case cached: // better an old one than none
		return known.open()
	}
	return nil, err
}

// read fetches a picture, or the fact that there is none.
func (b *Bucket) read(ctx context.Context, name string, now time.Time) (entry, error) {
	if b.isAway(now) {
		return entry{}, errAway
	}
	bounded, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	data, err := b.fetch(bounded, name)
	if errors.Is(err, fs.ErrNotExist) {
		return entry{missing: true, readAt: now}, nil
	}
	if err != nil {
		if ctx.Err() == nil { // else the caller went away, not the bucket
			b.setAway(now.Add(awayTime))
		}
		return entry{}, err
	}
	return entry{data: data, readAt: now}, nil
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
	b.cache.forget(name)
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
		b.setAway(b.clock.Now().Add(awayTime))
		return fmt.Errorf("the bucket of the pictures cannot be reached: %w", err)
	}
	b.setAway(time.Time{})
	return nil
}

func (b *Bucket) isAway(now time.Time) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return now.Before(b.awayUntil)
}

func (b *Bucket) setAway(until time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.awayUntil = until
}
