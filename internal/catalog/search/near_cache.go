package search

import (
	"slices"
	"strings"
	"unsafe"

	"kirana/internal/lru"
)

const (
	// maxNearBytes bounds the memory of the cached candidates.
	maxNearBytes = 4 << 20
	// nearOverhead is the approximate size of an entry in bytes, without its candidates and text.
	nearOverhead = 200
)

// nearCache holds the corrections of typed words. Comparing a word with the whole vocabulary takes longer than the rest
// of a query, and new queries mostly consist of words that were typed before.
type nearCache = lru.Cache[nearKey, []candidate]

type nearKey struct {
	version uint64 // of the index
	text    string
	last    bool
}

func newNearCache() *nearCache { return lru.New(maxNearBytes, nearSize) }

func nearSize(key nearKey, candidates []candidate) int {
	return nearOverhead + len(key.text) + len(candidates)*int(unsafe.Sizeof(candidate{})+unsafe.Sizeof(&term{}))
}

// fuzzy returns the corrections of a word. The caller holds x.mu.
func (x *Index) fuzzy(w word) []candidate {
	key := nearKey{x.version, w.text, w.last}
	if candidates, found := x.near.Get(key); found {
		return candidates
	}
	candidates := slices.Clip(x.contents.fuzzy(w))
	key.text = strings.Clone(key.text) // do not keep the whole query in memory
	x.near.Put(key, candidates)
	return candidates
}
