// Package fault has the one error type with a message for people. Every other error is internal;
// its response says "Something went wrong".
package fault

import (
	"errors"
	"slices"
	"time"

	"kirana/internal/language"
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
	Field   string `json:"field" doc:"Name of the field in the request."`
	Message string `json:"message" doc:"Reason for the refusal of the value, as a sentence for the user."`

	Phrase *language.Phrase `json:"-"` // message before formatting; nil if it has no arguments
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

	phrase language.Phrase // message before formatting; the zero Phrase if it has no arguments
}

// In returns the message and the fields' messages in a language.
func (e *Error) In(lang string) (message string, fields []Field) {
	fields = slices.Clone(e.Fields)
	for i, field := range fields {
		fields[i].Message = field.Sentence().In(lang)
	}
	return e.Phrase().In(lang), fields
}

// Sentence returns the unformatted message, for use in another message.
func (f Field) Sentence() language.Phrase { return phraseOf(f.Message, f.Phrase) }

// phraseOf returns the phrase of a message, or the message itself if it was changed after it was formatted.
func phraseOf(message string, phrase *language.Phrase) language.Phrase {
	if phrase != nil && phrase.Format != "" && phrase.String() == message {
		return *phrase
	}
	return language.Word(message)
}

// Phrase returns the unformatted message, for use in another message.
func (e *Error) Phrase() language.Phrase { return phraseOf(e.Message, &e.phrase) }

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
	phrase := language.Phrase{Format: format, Args: args}
	return &Error{Kind: kind, Code: code, Message: phrase.String(), phrase: phrase}
}

// Form makes an Invalid refusal of fields, with the message of the first field. Without fields it
// returns nil.
func Form(fields []Field) error {
	if len(fields) == 0 {
		return nil
	}
	refusal := &Error{Kind: Invalid, Code: "invalid_input", Message: fields[0].Message, Fields: fields}
	if fields[0].Phrase != nil {
		refusal.phrase = *fields[0].Phrase
	}
	return refusal
}

// InvalidField makes a Field whose message is format with args.
func InvalidField(name, format string, args ...any) Field {
	phrase := &language.Phrase{Format: format, Args: args}
	return Field{Field: name, Message: phrase.String(), Phrase: phrase}
}

// InField makes an Invalid refusal of one field.
func InField(field, format string, args ...any) *Error {
	refusal := New(Invalid, "invalid_input", format, args...)
	refusal.Fields = []Field{{Field: field, Message: refusal.Message, Phrase: &refusal.phrase}}
	return refusal
}

// AtField returns an Invalid refusal in err with its message at a field of the form, and other errors as they are.
func AtField(field string, err error) error {
	refusal := Of(err)
	if refusal == nil || refusal.Kind != Invalid {
		return err
	}
	named, phrase := *refusal, refusal.Phrase()
	named.Fields = []Field{{Field: field, Message: refusal.Message, Phrase: &phrase}}
	return &named
}

// TryLater makes a TooMany refusal that says when to retry.
func TryLater(wait time.Duration) *Error { return TryLaterWith("Too many attempts.", wait) }

// TryLaterWith is TryLater with its own first sentence.
func TryLaterWith(sentence string, wait time.Duration) *Error {
	refusal := New(TooMany, "too_many", "%s Please try again in %s.", language.Word(sentence), language.Wait(wait))
	refusal.RetryAfter = int(wait/time.Second) + 1
	return refusal
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
