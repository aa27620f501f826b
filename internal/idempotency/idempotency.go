// Package idempotency makes it safe to repeat a call: a call with the same key and user runs once,
// and every repetition gets the first response, byte for byte.
package idempotency

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"
	"unicode/utf8"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/language"
)

// lifetime is how long a response is stored under its key.
const lifetime = 24 * time.Hour

// maxKeyLength limits an Idempotency-Key, in characters.
const maxKeyLength = 255

func errKeyReused(thing language.Phrase) error {
	if thing.Format == "" {
		thing = language.Word("order")
	}
	return fault.New(fault.Conflict, "key_reused", "This Idempotency-Key was already used for a different %s.", thing)
}

// CheckKey returns an error in the field Idempotency-Key if the key is too long.
func CheckKey(value string) error {
	if utf8.RuneCountInString(value) > maxKeyLength {
		return fault.InField("Idempotency-Key", "The Idempotency-Key can have at most %d characters.", maxKeyLength)
	}
	return nil
}

// Key identifies one call of one user.
type Key struct {
	UserID string
	Value  string // as sent by the client, any bytes; "" stores nothing
}

// Request describes the call of a key.
type Request struct {
	Fingerprint string          // see Fingerprint
	Thing       language.Phrase // what is requested, for error messages; the zero Phrase means an order
	At          time.Time       // the transaction's time, UTC
	// StillValid reports whether a stored response still counts; if not, the call runs again under
	// its key. If nil, every stored response counts.
	StillValid func(ctx context.Context, tx *db.Tx, response Response) (bool, error)
}

// Response is the body of a response, as JSON.
type Response []byte

// MarshalJSON returns the stored bytes.
func (r Response) MarshalJSON() ([]byte, error) { return r, nil }

// UnmarshalJSON stores the bytes unchanged.
func (r *Response) UnmarshalJSON(b []byte) error {
	*r = append((*r)[:0], b...)
	return nil
}

// Do calls fn and stores its response under the key, or returns the stored response. Calls with the
// same key wait for each other. Do returns fault.Conflict if the key was used for a different
// request, without calling fn, so fn may validate the request. If fn fails, the key stays free.
func Do(ctx context.Context, tx *db.Tx, key Key, request Request, fn func() (any, error)) (Response, error) {
	if key.Value == "" {
		return call(fn)
	}
	// Hash the key: databases do not store every byte sequence as text.
	key.Value = hash([]byte(key.Value))
	claimed, err := claim(ctx, tx, key, request)
	if err != nil {
		return nil, err
	}
	if !claimed {
		record, err := read(ctx, tx, key)
		if err != nil {
			return nil, err
		}
		if record.Fingerprint != request.Fingerprint {
			return nil, errKeyReused(request.Thing)
		}
		response := Response(record.Response)
		if request.StillValid == nil {
			return response, nil
		}
		if valid, err := request.StillValid(ctx, tx, response); valid || err != nil {
			return response, err
		}
	}
	response, err := call(fn)
	if err != nil {
		return nil, err
	}
	return response, store(ctx, tx, key, response, request.At)
}

// RefuseInvalid returns the error for an invalid request: fault.Conflict if its key was used, as in
// Do, otherwise refusal. Stored requests were valid, so this one must be different.
func RefuseInvalid(ctx context.Context, q db.Querier, key Key, now time.Time, refusal error) error {
	if key.Value == "" || !fault.Is(refusal, fault.Invalid) {
		return refusal
	}
	key.Value = hash([]byte(key.Value))
	used, err := isUsed(ctx, q, key, now.Add(-lifetime))
	if err != nil {
		return err
	}
	if used {
		return errKeyReused(language.Phrase{})
	}
	return refusal
}

func call(fn func() (any, error)) (Response, error) {
	response, err := fn()
	if err != nil {
		return nil, err
	}
	return Encode(response)
}

// Encode encodes a response body as all calls do: it does not escape <, > and &.
func Encode(response any) (Response, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(response); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(b.Bytes()), nil
}

// Fingerprint returns a hash that is equal for requests that decode to the same value.
func Fingerprint(request any) (string, error) {
	b, err := json.Marshal(request)
	return hash(b), err
}

func hash(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// Sweep deletes expired keys.
func Sweep(ctx context.Context, d *db.DB, now time.Time) error {
	return d.Tx(ctx, func(tx *db.Tx) error { return dropBefore(ctx, tx, now.Add(-lifetime)) })
}
