package httpapi

import (
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"kirana/internal/fault"
)

// Identity is the caller of a request, looked up for each request.
type Identity struct {
	UserID    string
	LoginID   string
	Name      string
	Admin     bool
	StaffRole StaffRole // of an administrator; "" for a shopper
	Scope     Scope     // of a program's token; "" for a person
	Quota     *Quota    // of a program's limited token
}

// StaffRole decides which calls a member of staff may make.
type StaffRole string

// Staff roles.
const (
	RoleOwner   StaffRole = "OWNER"
	RoleManager StaffRole = "MANAGER" // everything except staff, settings and refunds above a limit
	RolePacker  StaffRole = "PACKER"  // orders only
)

// may reports whether the caller may make a call: a person by its access, a program by its scope.
func (i Identity) may(call Route) bool {
	if i.Scope != "" {
		return i.Scope.allows(call)
	}
	return i.has(call.Access)
}

// SeesCosts reports whether the caller may see what goods cost: the owner, managers, and programs with the scope READ or ALL.
func (i Identity) SeesCosts() bool {
	if i.Scope != "" {
		return i.Scope == ScopeRead || i.Scope == ScopeAll
	}
	return i.Admin && (i.StaffRole == RoleOwner || i.StaffRole == RoleManager)
}

// has reports whether a person has an access.
func (i Identity) has(access Access) bool {
	switch access {
	case Public:
		return true
	case Authenticated:
		return i.UserID != ""
	case Shopper:
		return i.UserID != "" && !i.Admin
	case Administrator:
		return i.Admin
	case Manager:
		return i.Admin && (i.StaffRole == RoleManager || i.StaffRole == RoleOwner)
	case Owner:
		return i.Admin && i.StaffRole == RoleOwner
	}
	return false
}

type identityKey struct{}

// IdentityOf returns the caller of a request, or the zero Identity without a login.
func IdentityOf(ctx context.Context) Identity {
	caller, _ := ctx.Value(identityKey{}).(Identity)
	return caller
}

// ErrUnauthenticated and ErrForbidden are returned for callers without access to a call.
var (
	ErrUnauthenticated = fault.New(fault.Unauthenticated, "authentication_required", "Authentication required")
	ErrForbidden       = fault.New(fault.Forbidden, "no_permission", "Do not have Permission")
)

// guard refuses callers without access, and programs above their quota, before the body is read.
func (r *Router) guard(call Route) func(huma.Context, func(huma.Context)) {
	return func(hc huma.Context, next func(huma.Context)) {
		caller, err := r.caller(hc)
		// Neither a stale token nor an unreachable database prevents a public call: the catalog is in memory.
		if err != nil && (call.Access != Public || !fault.Is(err, fault.Unauthenticated) && !fault.Is(err, fault.Unavailable)) {
			r.writeRefusal(hc, err)
			return
		}
		if caller.Quota != nil {
			caller.Quota.setHeaders(hc)
			if caller.Quota.exceeded() {
				noteCaller(hc.Context(), caller.UserID)
				r.writeRefusal(hc, fault.TryLaterWith("This program calls too often.", caller.Quota.Reset))
				return
			}
		}
		switch {
		case caller.may(call):
		case call.Access == Public:
			caller = Identity{} // a program without the scope
		case caller.UserID == "":
			r.writeRefusal(hc, ErrUnauthenticated)
			return
		default:
			noteCaller(hc.Context(), caller.UserID)
			if r.onForbidden != nil {
				req, _ := humago.Unwrap(hc)
				r.onForbidden(hc.Context(), caller, req)
			}
			r.writeRefusal(hc, ErrForbidden)
			return
		}
		noteCaller(hc.Context(), caller.UserID)
		ctx := context.WithValue(hc.Context(), identityKey{}, caller)
		if r.withIdentity != nil {
			req, _ := humago.Unwrap(hc)
			ctx = r.withIdentity(ctx, caller, req)
		}
		next(huma.WithContext(hc, ctx))
	}
}

func (r *Router) caller(hc huma.Context) (Identity, error) {
	token := BearerToken(hc.Header("Authorization"))
	if token == "" {
		return Identity{}, nil
	}
	return r.identify(hc.Context(), token)
}

// BearerToken returns the token of an Authorization header, or "".
func BearerToken(header string) string {
	scheme, token, ok := strings.Cut(strings.TrimSpace(header), " ")
	if !ok || !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

func (r *Router) writeRefusal(hc huma.Context, err error) {
	var refusal *Refusal
	noteRefusal(hc.Context(), codeInternal)
	if f := fault.Of(err); f != nil {
		noteRefusal(hc.Context(), f.Code)
		r.logCause(hc.Context(), f)
		refusal = refusalOf(hc.Context(), f)
		if after := retryAfter(f); after != "" {
			hc.SetHeader("Retry-After", after)
		}
	} else {
		r.log.ErrorContext(hc.Context(), "find the caller", "error", err.Error())
		refusal = internalRefusal(hc.Context(), http.StatusInternalServerError)
	}
	if refusal.status == http.StatusUnauthorized {
		hc.SetHeader("WWW-Authenticate", "Bearer")
	}
	hc.SetHeader("Content-Type", "application/json")
	hc.SetStatus(refusal.status)
	_ = writeJSON(hc.BodyWriter(), refusal)
}
