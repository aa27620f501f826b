package media

import (
	"bytes"
	"io"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"kirana/internal/lru"
)

const (
	// maxCacheBytes bounds the pictures in memory: about two thousand of a card's size.
	maxCacheBytes = 32 << 20
	// maxCacheAge bounds the time a node may serve a picture removed by another.
	maxCacheAge = 10 * time.Minute
	// entryOverhead is the memory of an entry besides its picture, in bytes.
	entryOverhead = 256
)

// entry is a picture in memory.
type entry struct {
	data   []byte
	readAt time.Time // UTC
}

func (e entry) open() (*Object, error) {
	return &Object{ReadSeekCloser: reader{bytes.NewReader(e.data)}}, nil
}

// reader reads from memory.
type reader struct{ *bytes.Reader }

// Close does nothing.
func (reader) Close() error { return nil }

var _ io.ReadSeekCloser = reader{}

func newCache() *lru.Cache[string, entry] {
	return lru.New(maxCacheBytes, func(_ string, e entry) int { return len(e.data) + entryOverhead })
}

// maxFacts bounds the known names: about two megabytes.
const maxFacts = 16_384

// fact records whether a picture was in the bucket.
type fact struct {
	exists bool
	at     time.Time // UTC
}

// facts caches which pictures are in the bucket, and which of their sizes are not. Invented names
// leave nothing here.
type facts struct {
	mu      sync.Mutex
	entries *simplelru.LRU[string, fact]
}

func newFacts() *facts {
	f := &facts{}
	f.entries, _ = simplelru.NewLRU[string, fact](maxFacts, nil) // fails only for a size of 0
	return f
}

// get returns whether a picture is in the bucket; known is false if no fact of the last maxCacheAge is cached.
func (f *facts) get(name string, now time.Time) (exists, known bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	e, found := f.entries.Get(name)
	return e.exists, found && now.Sub(e.at) < maxCacheAge
}

func (f *facts) put(name string, exists bool, now time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.entries.Add(name, fact{exists, now})
}

func (f *facts) forget(name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.entries.Remove(name)
}
