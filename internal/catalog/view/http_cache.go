package view

import (
	"fmt"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"

	"kirana/internal/clock"
	"kirana/internal/httpapi"
	"kirana/internal/lru"
)

const (
	// maxCacheBytes bounds the memory of cached responses.
	maxCacheBytes = 96 << 20
	// maxSearchBytes bounds the memory of cached searches: about 3,000 pages of products.
	maxSearchBytes = 16 << 20
	// entryOverhead is the approximate size of an entry in bytes, without response and key.
	entryOverhead = 700
	// maxStockAge is the maximum age of the stock shown by a cached response.
	maxStockAge = time.Second
)

// responseCache holds encoded responses of the current snapshot. It evicts the least recently used ones when it exceeds its
// size in bytes.
type responseCache struct {
	clock     clock.Clock
	preparing singleflight.Group
	entries   *lru.Cache[string, cacheEntry]
	version   atomic.Uint64 // newest version of a cached response
}

type cacheEntry struct {
	response     *httpapi.Prepared
	version      uint64 // of the snapshot
	stockVersion uint64
	indexVersion uint64 // see prepare
	madeAt       time.Time
}

func newResponseCache(c clock.Clock, maxBytes int) *responseCache {
	return &responseCache{clock: c, entries: lru.New(maxBytes, func(key string, entry cacheEntry) int {
		return entry.response.Size() + len(key) + entryOverhead
	})}
}

// get returns the response for a key and snapshot. Concurrent misses of one key encode it once.
func (c *responseCache) get(s *Snapshot, key string, body func() any) (*httpapi.Prepared, error) {
	return c.prepare(s, key, 0, func() (*httpapi.Prepared, error) { return httpapi.Prepare(body()) })
}

// prepare is get with a function that encodes the response. index is the version of the search index, which all snapshots
// share and which changes later than the snapshot; 0 without a search.
func (c *responseCache) prepare(s *Snapshot, key string, index uint64, prepare func() (*httpapi.Prepared, error)) (*httpapi.Prepared, error) {
	now := c.clock.Now()
	if entry, found := c.entries.Get(key); found && entry.version == s.version && entry.indexVersion == index && (entry.stockVersion == s.stockVersion || now.Sub(entry.madeAt) < maxStockAge) {
		return entry.response, nil
	}
	// The key has the versions, so that no call gets a response that was begun before a change.
	response, err, _ := c.preparing.Do(fmt.Sprint(s.version, " ", index, " ", key), func() (any, error) {
		response, err := prepare()
		if err == nil {
			if last := c.version.Load(); s.version > last && c.version.CompareAndSwap(last, s.version) {
				c.entries.Purge() // older versions are not read again
			}
			c.entries.Put(key, cacheEntry{response: response, version: s.version, stockVersion: s.stockVersion, indexVersion: index, madeAt: now})
		}
		return response, err
	})
	if err != nil {
		return nil, err
	}
	return response.(*httpapi.Prepared), nil
}
