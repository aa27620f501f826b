package search

import (
	"slices"
	"strings"
	"sync"
	"unsafe"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

const (
	// maxNearBytes bounds the memory of the cached candidates.
	maxNearBytes = 4 << 20
	// nearOverhead is about what an entry takes in bytes beside its candidates and its word.
	nearOverhead = 200
)

// nearCache keeps what typed words are if they are misspelled: a query that nobody has typed before has words that others
// have typed, and to compare one with all words of the shop takes longer than all else that finding needs. It is safe for
// concurrent use.
type nearCache struct {
	mu      sync.Mutex
	version uint64 // of the index that all entries were made from
	size    int    // bytes of all
	entries *simplelru.LRU[nearKey, []candidate]
}

type nearKey struct {
	text string
	last bool
}

func newNearCache() *nearCache {
	c := &nearCache{}
	onEvict := func(key nearKey, candidates []candidate) { c.size -= nearSize(key, candidates) }
	c.entries, _ = simplelru.NewLRU(maxNearBytes/nearOverhead, onEvict) // fails for a size of 0 only
	return c
}

func nearSize(key nearKey, candidates []candidate) int {
	return nearOverhead + len(key.text) + len(candidates)*int(unsafe.Sizeof(candidate{})+unsafe.Sizeof(&term{}))
}

func (c *nearCache) get(version uint64, key nearKey) ([]candidate, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if version != c.version {
		return nil, false
	}
	return c.entries.Get(key)
}

func (c *nearCache) add(version uint64, key nearKey, candidates []candidate) {
	key.text = strings.Clone(key.text) // not the whole query
	size := nearSize(key, candidates)
	c.mu.Lock()
	defer c.mu.Unlock()
	if version < c.version || size > maxNearBytes {
		return
	}
	if version > c.version {
		c.entries.Purge()
		c.version = version
	}
	c.entries.Remove(key)
	for c.size+size > maxNearBytes {
		c.entries.RemoveOldest()
	}
	c.entries.Add(key, candidates)
	c.size += size
}

// fuzzy returns what a word is if it is misspelled. The caller holds x.mu.
func (x *Index) fuzzy(w word) []candidate {
	key := nearKey{w.text, w.last}
	if candidates, found := x.near.get(x.version, key); found {
		return candidates
	}
	candidates := slices.Clip(x.contents.fuzzy(w))
	x.near.add(x.version, key, candidates)
	return candidates
}
