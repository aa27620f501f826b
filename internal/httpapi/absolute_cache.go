package httpapi

import (
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"kirana/internal/httpcache"
)

const (
	// maxAbsoluteBytes bounds the memory of the responses for other origins.
	maxAbsoluteBytes = 48 << 20
	// maxAbsoluteEntries bounds their number.
	maxAbsoluteEntries = 4096
)

// absoluteCache is an LRU of responses with absolute pictures, keyed by the ETag of the original
// response. It is safe for concurrent use.
type absoluteCache struct {
	mu      sync.Mutex
	size    int // bytes of all entries
	entries *simplelru.LRU[string, *httpcache.Response]
}

func newAbsoluteCache() *absoluteCache {
	c := &absoluteCache{}
	forget := func(_ string, response *httpcache.Response) { c.size -= response.Size() }
	c.entries, _ = simplelru.NewLRU(maxAbsoluteEntries, forget) // fails only for a size of 0
	return c
}

func (c *absoluteCache) get(etag string) (*httpcache.Response, bool) {
	if etag == "" {
		return nil, false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.entries.Get(etag)
}

func (c *absoluteCache) add(etag string, response *httpcache.Response) {
	if etag == "" || response.Size() > maxAbsoluteBytes {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.entries.Remove(etag)
	for c.size+response.Size() > maxAbsoluteBytes {
		c.entries.RemoveOldest()
	}
	c.entries.Add(etag, response)
	c.size += response.Size()
}
