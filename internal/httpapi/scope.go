package httpapi

import (
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// Scope limits a program's token to some calls. A route has the scope of its part of the shop: ScopeCatalog, ScopeOrders, or
// ScopeRead if programs may only read it.
type Scope string

// Scopes.
const (
	ScopeRead    Scope = "READ"    // reading of catalog and orders, reports and registers
	ScopeCatalog Scope = "CATALOG" // products, stock, prices, pictures
	ScopeOrders  Scope = "ORDERS"  // orders, customers, khata
	ScopeAll     Scope = "ALL"     // all of the above, but not staff, tokens, settings or a person's account
)

// Scopes lists the scopes of tokens, the narrowest first.
var Scopes = []Scope{ScopeRead, ScopeCatalog, ScopeOrders, ScopeAll}

// allows reports whether a token with the scope may make a call.
func (s Scope) allows(call Route) bool {
	switch {
	case call.Scope == "":
		return false
	case s == ScopeAll || s == call.Scope:
		return true
	}
	return s == ScopeRead && (call.Method == http.MethodGet || call.Access == Public)
}

// Quota limits the calls of a program's token.
type Quota struct {
	Limit     int
	Remaining int // below 0: the call exceeds the limit
	Reset     time.Duration
}

func (q *Quota) exceeded() bool { return q.Remaining < 0 }

// setHeaders sets the header fields of draft-ietf-httpapi-ratelimit-headers-06.
func (q *Quota) setHeaders(hc huma.Context) {
	hc.SetHeader("RateLimit-Limit", strconv.Itoa(q.Limit))
	hc.SetHeader("RateLimit-Remaining", strconv.Itoa(max(0, q.Remaining)))
	hc.SetHeader("RateLimit-Reset", strconv.Itoa(int((q.Reset+time.Second-1)/time.Second)))
}
