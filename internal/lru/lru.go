// Package lru caches values within a bound of memory.
package lru

import (
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// Cache drops its least recently used entries when they exceed its maximum size. It is safe for concurrent use.
type Cache[K comparable, V any] struct {
	maxBytes int
	size     func(key K, value V) int // bytes of an entry

	mu      sync.Mutex
	bytes   int // of all entries
	entries *simplelru.LRU[K, V]
}

// New returns a cache of at most maxBytes, which must be above 0. size returns the bytes of an entry.
func New[K comparable, V any](maxBytes int, size func(key K, value V) int) *Cache[K, V] {
	c := &Cache[K, V]{maxBytes: maxBytes, size: size}
	onEvict := func(key K, value V) { c.bytes -= c.size(key, value) }
	c.entries, _ = simplelru.NewLRU(maxBytes, onEvict) // bytes bound the cache, not entries; fails only for 0
	return c
}

// Get returns the value of a key, if it is cached, and makes it the most recently used.
func (c *Cache[K, V]) Get(key K) (V, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.entries.Get(key)
}

// Put caches a value, unless it alone is larger than the cache, and drops the value cached under its key before.
func (c *Cache[K, V]) Put(key K, value V) {
	size := c.size(key, value)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.entries.Remove(key)
	if size > c.maxBytes {
		return
	}
	for c.bytes+size > c.maxBytes {
		c.entries.RemoveOldest()
	}
	c.entries.Add(key, value)
	c.bytes += size
}

// Remove drops the value of a key.
func (c *Cache[K, V]) Remove(key K) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.entries.Remove(key)
}

// Purge drops all entries.
func (c *Cache[K, V]) Purge() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.entries.Purge()
}

// Bytes returns the size of all entries in bytes.
func (c *Cache[K, V]) Bytes() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.bytes
}

// Len returns the number of entries.
func (c *Cache[K, V]) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.entries.Len()
}
