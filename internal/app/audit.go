package app

import (
	"context"
	"net/http"
	"time"

	"kirana/internal/audit"
	"kirana/internal/httpapi"
	"kirana/internal/limit"
)

// Limits of logged refusals per user, so that a page left open does not fill the activity log.
const (
	refusalsPerUser = 30
	refusalWindow   = time.Hour
)

// withActor makes the caller of a request the actor in the activity log.
func (f *features) withActor(ctx context.Context, caller httpapi.Identity, r *http.Request) context.Context {
	address := httpapi.ClientAddress(r, f.config.TrustedProxies)
	return audit.WithActor(ctx, audit.Actor{UserID: caller.UserID, Name: caller.Name, Address: address})
}

// recordForbidden returns a function that records refused calls of staff, up to refusalsPerUser each. It logs its
// errors.
func (f *features) recordForbidden() func(context.Context, httpapi.Identity, *http.Request) {
	perUser := f.limits.Limiter(limit.Rule{Name: "refusal.user", Max: refusalsPerUser, Window: refusalWindow})
	return func(ctx context.Context, caller httpapi.Identity, r *http.Request) {
		if !caller.Admin || perUser.Allow(ctx, caller.UserID) != nil {
			return
		}
		entry := audit.Entry{What: "access.refused", Object: r.Method + " " + r.URL.Path, Before: string(caller.StaffRole)}
		if err := f.audit.Record(f.withActor(ctx, caller, r), entry); err != nil {
			f.log.ErrorContext(ctx, "record a refusal", "error", err.Error())
		}
	}
}
