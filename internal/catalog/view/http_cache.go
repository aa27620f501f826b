package view

import (
	"fmt"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"golang.org/x/sync/singleflight"

	"kirana/internal/clock"
	"kirana/internal/httpapi"
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
	clock   clock.Clock
	maxSize int // bytes

	preparing singleflight.Group

	mu      sync.Mutex
	version uint64 // of the snapshot that all entries were made from
	size    int    // bytes of all entries
	entries *simplelru.LRU[string, cacheEntry]
}

type cacheEntry struct {
	response     *httpapi.Prepared
	stockVersion uint64
	indexVersion uint64 // see prepare
	madeAt       time.Time
}

func newResponseCache(c clock.Clock, maxSize int) *responseCache {
	cache := &responseCache{clock: c, maxSize: maxSize}
	forget := func(key string, entry cacheEntry) { cache.size -= entrySize(key, entry) }
	// Bytes bound the cache, not entries: none is as small as its overhead.
	cache.entries, _ = simplelru.NewLRU(maxSize/entryOverhead+1, forget) // fails for a size of 0 only
	return cache
}

func entrySize(key string, entry cacheEntry) int {
	return entry.response.Size() + len(key) + entryOverhead
}

// bytes is how much memory the responses take.
func (c *responseCache) bytes() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.size
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
	if entry, found := c.lookup(s.version, key); found && entry.indexVersion == index && (entry.stockVersion == s.stockVersion || now.Sub(entry.madeAt) < maxStockAge) {
		return entry.response, nil
	}
	// With the versions in its key nobody joins a call that began before a change that
	// every response must show.
	response, err, _ := c.preparing.Do(fmt.Sprint(s.version, " ", index, " ", key), func() (any, error) {
		response, err := prepare()
		if err == nil {
			c.add(s.version, key, cacheEntry{response: response, stockVersion: s.stockVersion, indexVersion: index, madeAt: now})
		}
		return response, err
	})
	if err != nil {
		return nil, err
	}
	return response.(*httpapi.Prepared), nil
}

func (c *responseCache) lookup(version uint64, key string) (cacheEntry, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if version != c.version {
		return cacheEntry{}, false
	}
	return c.entries.Get(key)
}

func (c *responseCache) add(version uint64, key string, entry cacheEntry) {
	size := entrySize(key, entry)
	c.mu.Lock()
	defer c.mu.Unlock()
	if version < c.version || size > c.maxSize {
		return
	}
	if version > c.version {
		c.entries.Purge()
		c.version = version
	}
	c.entries.Remove(key)
	for c.size+size > c.maxSize {
		c.entries.RemoveOldest()
	}
	c.entries.Add(key, entry)
	c.size += size
}
