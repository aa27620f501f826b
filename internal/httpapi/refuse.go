package httpapi

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"kirana/internal/fault"
	"kirana/internal/language"
)

var statuses = map[fault.Kind]int{
	fault.Invalid:         http.StatusBadRequest,
	fault.Unauthenticated: http.StatusUnauthorized,
	fault.Forbidden:       http.StatusForbidden,
	fault.NotFound:        http.StatusNotFound,
	fault.Conflict:        http.StatusConflict,
	fault.TooLarge:        http.StatusRequestEntityTooLarge,
	fault.WrongType:       http.StatusUnsupportedMediaType,
	fault.TooMany:         http.StatusTooManyRequests,
	fault.Upstream:        http.StatusBadGateway,
	fault.Unavailable:     http.StatusServiceUnavailable,
}

// codeInternal and msgInternal are the response to an internal error, without details.
const (
	codeInternal = "internal"
	msgInternal  = "Something went wrong"
)

// refuse converts an error to a response. It logs an error that is not a fault, unless the client is gone, and sends none of
// its text.
func (r *Router) refuse(ctx context.Context, err error) error {
	if f := fault.Of(err); f != nil {
		refusal := refusalOf(ctx, f)
		noteRefusal(ctx, f.Code)
		r.logCause(ctx, f)
		if after := retryAfter(f); after != "" {
			return huma.ErrorWithHeaders(refusal, http.Header{"Retry-After": {after}})
		}
		return refusal
	}
	if ctx.Err() != nil {
		noteRefusal(ctx, "client_gone")
		// The client does not read this response.
		return internalRefusal(ctx, http.StatusServiceUnavailable)
	}
	noteRefusal(ctx, codeInternal)
	r.log.ErrorContext(ctx, "call failed", "error", err.Error())
	return internalRefusal(ctx, http.StatusInternalServerError)
}

func internalRefusal(ctx context.Context, status int) *Refusal {
	return &Refusal{Failed: true, Message: language.Text(language.Of(ctx), msgInternal), Code: codeInternal, status: status}
}

// logCause logs the cause of a fault, which the response does not contain.
func (r *Router) logCause(ctx context.Context, f *fault.Error) {
	if f.Cause != nil {
		r.log.ErrorContext(ctx, "call refused", "error", f.Cause.Error())
	}
}

// retryAfter returns the Retry-After header of a refusal in seconds, or "".
func retryAfter(f *fault.Error) string {
	if f.Kind != fault.TooMany && f.RetryAfter == 0 {
		return ""
	}
	return strconv.Itoa(max(1, f.RetryAfter))
}

// refusalOf returns the response for a fault, in the language of the request.
func refusalOf(ctx context.Context, f *fault.Error) *Refusal {
	message, fields := f.In(language.Of(ctx))
	return &Refusal{Failed: true, Message: message, Code: f.Code, Data: f.Data, Errors: fields, status: statuses[f.Kind]}
}

// newError returns the error with which Huma refuses a request: an error of a Form or of reading the body. A wrong content
// type comes first: the body was not read, so a Form would report all fields as missing.
func newError(hc huma.Context, status int, _ string, errs ...error) huma.StatusError {
	ctx := context.Background()
	if hc != nil {
		ctx = hc.Context()
	}
	for _, err := range errs {
		if _, unread := errors.AsType[*huma.ErrorDetail](err); unread {
			return refusalOf(ctx, errNotJSONType)
		}
	}
	for _, err := range errs {
		if f := fault.Of(err); f != nil {
			noteRefusal(ctx, f.Code)
			return refusalOf(ctx, f)
		}
	}
	switch status {
	case http.StatusRequestEntityTooLarge:
		return &Refusal{Failed: true, Message: language.Text(language.Of(ctx), "The request is too large."), Code: "request_too_large", status: status}
	case http.StatusRequestTimeout:
		return &Refusal{Failed: true, Message: language.Text(language.Of(ctx), "The request took too long to arrive."), Code: "request_too_slow", status: status}
	}
	return refusalOf(ctx, errNotJSONType)
}

// Error returns the message for people.
func (r *Refusal) Error() string { return r.Message }

// GetStatus returns the HTTP status. Huma calls it.
func (r *Refusal) GetStatus() int { return r.status }
