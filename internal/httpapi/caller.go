package httpapi

import (
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"kirana/internal/fault"
)

// Caller is who is calling, found out anew for each request.
type Caller struct {
	UserID  string
	LoginID string
	Admin   bool
}

type callerKey struct{}

// CallerOf is the caller of a request; the zero Caller when there is no login.
func CallerOf(ctx context.Context) Caller {
	caller, _ := ctx.Value(callerKey{}).(Caller)
	return caller
}

// AuthenticationRequired and NoPermission are the two refusals of the route table.
var (
	AuthenticationRequired = fault.New(fault.Unauthenticated, "authentication_required", "Authentication required")
	NoPermission           = fault.New(fault.Forbidden, "no_permission", "Do not have Permission")
)

// guard lets a call's callers through and refuses the others before a byte of
// the body is read.
func (r *Router) guard(who Access) func(huma.Context, func(huma.Context)) {
	return func(hc huma.Context, next func(huma.Context)) {
		caller, err := r.caller(hc)
		// A stale token must not keep anyone from what needs none.
		if err != nil && (!fault.Is(err, fault.Unauthenticated) || who != Public) {
			r.writeRefusal(hc, err)
			return
		}
		switch {
		case who == Public:
		case caller.UserID == "":
			r.writeRefusal(hc, AuthenticationRequired)
			return
		case who == Administrator && !caller.Admin, who == Shopper && caller.Admin:
			r.writeRefusal(hc, NoPermission)
			return
		}
		next(huma.WithValue(hc, callerKey{}, caller))
	}
}

func (r *Router) caller(hc huma.Context) (Caller, error) {
	token := BearerToken(hc.Header("Authorization"))
	if token == "" {
		return Caller{}, nil
	}
	return r.callers(hc.Context(), token)
}

// BearerToken is the token of an Authorization header, or "".
func BearerToken(header string) string {
	scheme, token, ok := strings.Cut(strings.TrimSpace(header), " ")
	if !ok || !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

func (r *Router) writeRefusal(hc huma.Context, err error) {
	var refusal *Refusal
	if f := fault.Of(err); f != nil {
		refusal = refusalOf(f)
	} else {
		r.log.ErrorContext(hc.Context(), "find the caller", "error", err.Error())
		refusal = &Refusal{Failed: true, Message: errWent, status: http.StatusInternalServerError}
	}
	if refusal.status == http.StatusUnauthorized {
		hc.SetHeader("WWW-Authenticate", "Bearer")
	}
	hc.SetHeader("Content-Type", "application/json")
	hc.SetStatus(refusal.status)
	_ = writeJSON(hc.BodyWriter(), refusal)
}
