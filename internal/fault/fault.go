// Package fault has the one error type with a message for people. Every other error is internal;
// its response says "Something went wrong".
package fault

import (
	"errors"
	"fmt"
	"time"
)

// Kind classifies a refusal; package httpapi maps it to a status code.
type Kind int

// The kinds, with their HTTP status.
const (
	Invalid         Kind = iota + 1 // 400: the input cannot be used
	Unauthenticated                 // 401: no login, or an ended one
	Forbidden                       // 403: the caller lacks the right
	NotFound                        // 404
	Conflict                        // 409: valid, but not in the current state
	TooLarge                        // 413
	WrongType                       // 415
	TooMany                         // 429; see RetryAfter
	Upstream                        // 502: a provider failed
	Unavailable                     // 503: not available now; RetryAfter is set if known
)

// Field is one invalid field of a form, by its name in the API.
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
	RetryAfter int   // seconds, with TooMany and Unavailable; 0: unknown
	Data       any   // sent as data, for the caller's decision
	Cause      error // for the operator: logged, never sent
}

func (e *Error) Error() string {
	if e.Cause != nil {
		return e.Code + ": " + e.Cause.Error()
	}
	return e.Code + ": " + e.Message
}

// Unwrap returns the cause, or nil.
func (e *Error) Unwrap() error { return e.Cause }

// New makes a refusal. code is stable snake_case; format gives one complete sentence that never
// repeats the rejected input.
func New(kind Kind, code, format string, args ...any) *Error {
	return &Error{Kind: kind, Code: code, Message: fmt.Sprintf(format, args...)}
}

// Form makes an Invalid refusal of fields; its message is the first one's. Without fields it
// returns nil.
func Form(fields []Field) error {
	if len(fields) == 0 {
		return nil
	}
	return &Error{Kind: Invalid, Code: "invalid_input", Message: fields[0].Message, Fields: fields}
}

// InField makes an Invalid refusal of one field.
func InField(field, format string, args ...any) *Error {
	message := fmt.Sprintf(format, args...)
	return &Error{Kind: Invalid, Code: "invalid_input", Message: message, Fields: []Field{{field, message}}}
}

// TryLater makes a TooMany refusal that says when to retry.
func TryLater(wait time.Duration) *Error { return TryLaterWith("Too many attempts.", wait) }

// TryLaterWith is TryLater with its own first sentence.
func TryLaterWith(sentence string, wait time.Duration) *Error {
	refusal := New(TooMany, "too_many", "%s Please try again in %s.", sentence, InWords(wait))
	refusal.RetryAfter = int(wait/time.Second) + 1
	return refusal
}

// InWords formats a wait for people. It rounds up, so that a retry after it is not too early.
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

// Of returns the refusal in err, or nil.
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
