package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"

	"kirana/internal/fault"
	"kirana/internal/language"
)

// Envelope is the body of a successful response. Lists may use Page instead. The body of an error is Refusal.
type Envelope[T any] struct {
	Success bool   `json:"success"`
	Failed  bool   `json:"error"`
	Message string `json:"message"`
	Data    T      `json:"data"`
}

// OK returns the envelope of a successful response.
func OK[T any](message string, data T) Envelope[T] {
	return Envelope[T]{Success: true, Message: message, Data: data}
}

// Page is the envelope of a list. Its counts are nil for a complete list.
type Page[T any] struct {
	Success     bool   `json:"success"`
	Failed      bool   `json:"error"`
	Message     string `json:"message"`
	Data        []T    `json:"data"`
	TotalCount  *int   `json:"totalCount,omitempty" doc:"Number of rows on all pages."`
	TotalNoPage *int   `json:"totalNoPage,omitempty" doc:"Number of pages."`
}

// Unpaged returns the envelope of a complete list.
func Unpaged[T any](rows []T) Page[T] { return Page[T]{Success: true, Data: rows} }

// NewPage returns one page of a list of total rows, with limit rows per page.
func NewPage[T any](rows []T, total, limit int) Page[T] {
	pages := (total + limit - 1) / limit
	return Page[T]{Success: true, Data: rows, TotalCount: &total, TotalNoPage: &pages}
}

// Refusal is the envelope of an error.
type Refusal struct {
	Success bool          `json:"success"`
	Failed  bool          `json:"error"`
	Message string        `json:"message" doc:"Reason for the refusal, as a sentence for the user."`
	Code    string        `json:"code" doc:"Stable code of the refusal, for programs."`
	Data    any           `json:"data"`
	Errors  []fault.Field `json:"errors,omitempty"`

	status int
}

// WriteRefusal writes an error response outside the registered calls, in the language of the request.
func WriteRefusal(ctx context.Context, w http.ResponseWriter, status int, code, message string) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = writeJSON(w, Refusal{Failed: true, Message: language.Text(language.Of(ctx), message), Code: code})
}

// writeJSON encodes JSON without escaping <, > and &: the response is never HTML.
func writeJSON(w io.Writer, v any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(v)
}

// Encode returns v as JSON, as in responses of calls.
func Encode(v any) ([]byte, error) {
	var b bytes.Buffer
	if err := writeJSON(&b, v); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
