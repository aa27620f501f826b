// Package token manages the tokens of programs: named credentials with a scope, shown once, stored as hashes, and valid
// while their creator is an owner of the shop.
package token

import (
	"context"
	"strings"
	"sync"
	"time"

	"kirana/internal/fault"
	"kirana/internal/httpapi"
)

// Prefix is the prefix of all tokens, by which scanners for leaked secrets recognize them.
const Prefix = "kt_"

// maxTokens bounds the tokens of a shop.
const maxTokens = 50

// Token is a program's credential without its secret.
type Token struct {
	ID         string        `db:"id" json:"_id"`
	Name       string        `db:"name" json:"name"`
	Scope      httpapi.Scope `db:"scope" json:"scope" enum:"READ,CATALOG,ORDERS,ALL"`
	MadeBy     string        `db:"made_by" json:"madeBy" doc:"Name of the owner who created the token."`
	CreatedAt  time.Time     `db:"created_at" json:"createdAt"`
	ExpiresAt  *time.Time    `db:"expires_at" json:"expiresAt"`
	LastUsedAt *time.Time    `db:"last_used_at" json:"lastUsedAt" doc:"Time of the last call, to the minute. Null: never used."`
	Active     bool          `db:"active" json:"active" doc:"false: the token has expired, or its creator is no longer an owner."`
}

var (
	errTooMany = fault.New(fault.Conflict, "too_many_tokens", "A shop may have %d programs. Remove one that is not used.", maxTokens)
	errNoToken = fault.New(fault.NotFound, "no_token", "This program has been removed already.")
)

// Is reports whether a bearer token belongs to a program.
func Is(bearer string) bool { return strings.HasPrefix(bearer, Prefix) }

const (
	// maxCalls bounds the calls of a token in a window, on each node.
	maxCalls = 600
	window   = time.Minute
)

// usage counts the calls of tokens per minute, and buffers the last uses, so that no request waits for a write.
type usage struct {
	mu      sync.Mutex
	windows map[string]countedWindow
	unsaved map[string]time.Time
}

type countedWindow struct {
	ends  time.Time
	calls int
}

// count counts a call of a token and returns its quota. Remaining is negative above the limit.
func (u *usage) count(tokenID string, now time.Time) httpapi.Quota {
	u.mu.Lock()
	defer u.mu.Unlock()
	current := u.windows[tokenID]
	if !now.Before(current.ends) {
		current = countedWindow{ends: now.Add(window)}
	}
	current.calls++
	if u.windows == nil {
		u.windows, u.unsaved = map[string]countedWindow{}, map[string]time.Time{}
	}
	u.windows[tokenID], u.unsaved[tokenID] = current, now
	return httpapi.Quota{Limit: maxCalls, Remaining: maxCalls - current.calls, Reset: current.ends.Sub(now)}
}

// take returns and clears the unsaved uses, and drops ended windows.
func (u *usage) take(now time.Time) map[string]time.Time {
	u.mu.Lock()
	defer u.mu.Unlock()
	for tokenID, w := range u.windows {
		if !now.Before(w.ends) {
			delete(u.windows, tokenID)
		}
	}
	uses := u.unsaved
	u.unsaved = map[string]time.Time{}
	return uses
}

// Confirm returns an error unless the password is the caller's, or empty shortly after the login was confirmed.
type Confirm func(ctx context.Context, password string) error
