// Package id makes and checks the shop's identifiers.
package id

import (
	"crypto/rand"
	"strings"
	"sync"
	"time"

	"github.com/oklog/ulid/v2"
)

var source = struct {
	sync.Mutex
	entropy *ulid.MonotonicEntropy
}{entropy: ulid.Monotonic(rand.Reader, 0)}

// New returns an id: 26 characters of [0-9a-z] that sort by creation time (a lower-case ULID,
// https://github.com/ulid/spec).
func New() string {
	source.Lock()
	defer source.Unlock()
	return strings.ToLower(ulid.MustNew(ulid.Timestamp(time.Now()), source.entropy).String())
}

// Valid reports whether s has the form of an id: 12 to 40 characters of [0-9a-z], including the ids
// of imported shops (24 hex digits).
func Valid(s string) bool {
	if len(s) < 12 || len(s) > 40 {
		return false
	}
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return true
}
