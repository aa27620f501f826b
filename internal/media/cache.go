package media

import (
	"bytes"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

const (
	// maxCacheBytes bounds the pictures in memory: about two thousand of the size of a card.
	maxCacheBytes = 32 << 20
	// maxCacheAge is how long a node may show a picture that another one has removed.
	maxCacheAge = 10 * time.Minute
	// entryOverhead is what an entry costs beside its picture, in bytes.
	entryOverhead = 256
)

// entry is a picture in memory, or the fact that there is none.
type entry struct {
	data    []byte
	missing bool
	readAt  time.Time // UTC
}

func (e entry) open() (*Object, error) {
	if e.missing {
		return nil, ErrNotFound
	}
	return &Object{ReadSeekCloser: reader{bytes.NewReader(e.data)}}, nil
}

// reader reads from memory, where there is nothing to close.
type reader struct{ *bytes.Reader }

// Close does nothing.
func (reader) Close() error { return nil }

var _ io.ReadSeekCloser = reader{}

// cache keeps the pictures that were shown last, within maxCacheBytes.
type cache struct {
	mu      sync.Mutex
	size    int // bytes of all entries
	entries *simplelru.LRU[string, entry]
}

func newCache() *cache {
	c := &cache{}
	forget := func(_ string, e entry) { c.size -= len(e.data) + entryOverhead }
	c.entries, _ = simplelru.NewLRU(maxCacheBytes/entryOverhead, forget) // fails for a size of 0 only
	return c
}

func (c *cache) get(name string) (entry, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.entries.Get(name)
}

// put keeps an entry. That a picture is missing is kept for sizes only: those are stored
// before the picture itself is known to anybody, so one that is not there never comes.
func (c *cache) put(name string, e entry) {
	size := len(e.data) + entryOverhead
	c.mu.Lock()
	defer c.mu.Unlock()
	c.entries.Remove(name)
	if size > maxCacheBytes || (e.missing && !strings.Contains(name, "-")) {
		return
	}
	for c.size+size > maxCacheBytes {
		c.entries.RemoveOldest()
	}
	c.entries.Add(name, e)
	c.size += size
}

func (c *cache) forget(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.entries.Remove(name)
}
