// Package fault is the shop's one error type for what a person can understand.
// Everything else is an ordinary error; its response says "Something went wrong".
package fault

import (
	"errors"
	"fmt"
	"time"
)

// Kind says whose fault it is; the api package turns it into a status code.
type Kind int

// The kinds, each with the HTTP status it becomes.
const (
	Invalid         Kind = iota + 1 // 400: the input cannot be used
	Unauthenticated                 // 401: no login, or one that has ended
	Forbidden                       // 403: this caller may not
	NotFound                        // 404
	Conflict                        // 409: right in itself, but not in the present state
	TooLarge                        // 413
	WrongType                       // 415
	TooMany                         // 429; RetryAfter says when again
	Upstream                        // 502: a provider failed
	Unavailable                     // 503: not offered now; RetryAfter says when again, if it is known
)

// Field names one wrong field of a form by its name in the API.
type Field struct {
	Field   string `json:"field" doc:"name of the field in the request"`
	Message string `json:"message" doc:"one sentence for the person who filled it in"`
}

// Error is a refusal in one sentence for people, with a stable code for programs.
type Error struct {
	Kind       Kind
	Code       string
	Message    string
	Fields     []Field
	RetryAfter int   // seconds, with TooMany and Unavailable; 0 says nothing
	Data       any   // what the caller needs to decide, sent as data
	Cause      error // what an operator should know; it is logged and never shown
}

func (e *Error) Error() string {
	if e.Cause != nil {
		return e.Code + ": " + e.Cause.Error()
	}
	return e.Code + ": " + e.Message
}

// Unwrap returns the cause, or nil.
func (e *Error) Unwrap() error { return e.Cause }

// New makes a refusal. code is stable snake_case; the rest is a format for one
// complete sentence that never repeats what was rejected.
func New(kind Kind, code, format string, args ...any) *Error {
	return &Error{Kind: kind, Code: code, Message: fmt.Sprintf(format, args...)}
}

// Form makes an Invalid refusal about fields; its message is the first one's.
// It returns nil when there is nothing to refuse.
func Form(fields []Field) error {
	if len(fields) == 0 {
		return nil
	}
	return &Error{Kind: Invalid, Code: "invalid_input", Message: fields[0].Message, Fields: fields}
}

// InField makes an Invalid refusal about one field.
func InField(field, format string, args ...any) *Error {
	message := fmt.Sprintf(format, args...)
	return &Error{Kind: Invalid, Code: "invalid_input", Message: message, Fields: []Field{{field, message}}}
}

// TryLater makes a TooMany refusal that says when to come back.
func TryLater(wait time.Duration) *Error { return TryLaterWith("Too many attempts.", wait) }

// TryLaterWith is TryLater with a sentence that says what there was too much of.
func TryLaterWith(sentence string, wait time.Duration) *Error {
	refusal := New(TooMany, "too_many", "%s Please try again in %s.", sentence, InWords(wait))
	refusal.RetryAfter = int(wait/time.Second) + 1
	return refusal
}

// InWords returns a time as people say it. It rounds up, so that who waits as long as it says is not too early.
func InWords(wait time.Duration) string {
	unit, name := time.Second, "second"
	switch {
	case wait >= 2*time.Hour:
		unit, name = time.Hour, "hour"
	case wait >= time.Minute:
		unit, name = time.Minute, "minute"
	}
	n := max(1, int((wait+unit-1)/unit))
	if n != 1 {
		name += "s"
	}
	return fmt.Sprintf("%d %s", n, name)
}

// Of finds the refusal in err, or returns nil.
func Of(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return nil
}

// Is reports whether err is a refusal of this kind.
func Is(err error, kind Kind) bool {
	e := Of(err)
	return e != nil && e.Kind == kind
}
