package lru_test

import (
	"testing"

	"kirana/internal/lru"
)

// newTextCache returns a cache of texts in which an entry has the bytes of its key and value.
func newTextCache(maxBytes int) *lru.Cache[string, string] {
	return lru.New(maxBytes, func(key, value string) int { return len(key) + len(value) })
}

func TestCache_dropsTheLeastRecentlyUsedAboveMaxBytes(t *testing.T) {
	t.Parallel()
	c := newTextCache(30)
	for _, key := range []string{"a", "b", "c"} {
		c.Put(key, "123456789")
	}
	c.Get("a")
	c.Put("d", "123456789")
	for key, want := range map[string]bool{"a": true, "b": false, "c": true, "d": true} {
		if _, found := c.Get(key); found != want {
			t.Errorf("%s is cached: %t, want %t", key, found, want)
		}
	}
	if c.Bytes() != 30 || c.Len() != 3 {
		t.Errorf("%d entries take %d bytes, want 3 and 30", c.Len(), c.Bytes())
	}
	c.Put("e", "1234567890123456789") // room for two
	if c.Len() != 2 || c.Bytes() != 30 {
		t.Errorf("%d entries take %d bytes after a large one, want 2 and 30", c.Len(), c.Bytes())
	}
}

func TestCache_replacesAndRemoves(t *testing.T) {
	t.Parallel()
	c := newTextCache(30)
	c.Put("a", "old")
	c.Put("a", "newer")
	if value, _ := c.Get("a"); value != "newer" || c.Bytes() != 6 {
		t.Errorf("%q takes %d bytes, want newer and 6", value, c.Bytes())
	}
	c.Put("a", "larger than the whole cache is allowed to be")
	if _, found := c.Get("a"); found || c.Bytes() != 0 {
		t.Errorf("an entry larger than the cache: found %t, %d bytes, want false and 0", found, c.Bytes())
	}
	c.Put("b", "1")
	c.Remove("b")
	expectEmpty := func(after string) {
		t.Helper()
		if c.Len() != 0 || c.Bytes() != 0 {
			t.Errorf("%d entries take %d bytes after %s, want 0 and 0", c.Len(), c.Bytes(), after)
		}
	}
	expectEmpty("removing all")
	c.Put("c", "1")
	c.Purge()
	expectEmpty("purging")
}
