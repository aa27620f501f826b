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
	// maxCacheBytes bounds the memory of the cached responses.
	maxCacheBytes = 96 << 20
	// maxSearchBytes bounds that of the cached searches: some 3,000 pages of products.
	maxSearchBytes = 16 << 20
	// entryOverhead is about what an entry takes beside its response and its key.
	entryOverhead = 700
	// maxStockAge is how old the number of pieces in a cached response may be.
	maxStockAge = time.Second
)

// responseCache keeps encoded responses until the snapshot's version changes, and
// forgets the least recently used ones when they outgrow its memory.
type responseCache struct {
	clock     clock.Clock
	preparing singleflight.Group
	entries   *lru.Cache[string, cacheEntry]
	version   atomic.Uint64 // of the newest snapshot that an entry was made from
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

// get returns the response under a key as the snapshot shows it. Of many who miss
// at once one prepares it and the others wait.
func (c *responseCache) get(s *Snapshot, key string, body func() any) (*httpapi.Prepared, error) {
	return c.prepare(s, key, 0, func() (*httpapi.Prepared, error) { return httpapi.Prepare(body()) })
}

// prepare is get of a response that is prepared by the caller, for a search with the version of the index, which all
// snapshots share and which changes after the next one is there; 0 for what is not searched.
func (c *responseCache) prepare(s *Snapshot, key string, index uint64, prepare func() (*httpapi.Prepared, error)) (*httpapi.Prepared, error) {
	now := c.clock.Now()
	if entry, found := c.entries.Get(key); found && entry.version == s.version && entry.indexVersion == index && (entry.stockVersion == s.stockVersion || now.Sub(entry.madeAt) < maxStockAge) {
		return entry.response, nil
	}
	// With the versions in its key nobody joins a call that began before a change that
	// every response must show.
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
