// Package idempotency makes repeating a call safe: the same key and user get the first response
// again, byte for byte, and nothing is done twice.
package idempotency

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"
	"unicode/utf8"

	"kirana/internal/db"
	"kirana/internal/fault"
)

// lifetime is the time a response is stored under its key.
const lifetime = 24 * time.Hour

// maxKeyLength bounds an Idempotency-Key, in characters.
const maxKeyLength = 255

func errKeyReused(thing string) error {
	return fault.New(fault.Conflict, "key_reused", "This Idempotency-Key was already used for a different %s.", cmp.Or(thing, "order"))
}

// CheckKey refuses an Idempotency-Key that is too long, as a fault of the header.
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

// Request is the call of a key.
type Request struct {
	Fingerprint string    // see Fingerprint
	Thing       string    // the name of the request in a refusal; "" for an order
	At          time.Time // the transaction's time, UTC
	// StillValid reports whether a stored response still counts; if not, the call runs again under
	// its key. nil: every stored response counts.
	StillValid func(ctx context.Context, tx *db.Tx, response Response) (bool, error)
}

// Response is a call's response body, as JSON.
type Response []byte

// MarshalJSON returns the stored bytes.
func (a Response) MarshalJSON() ([]byte, error) { return a, nil }

// UnmarshalJSON stores the bytes unchanged.
func (a *Response) UnmarshalJSON(b []byte) error {
	*a = append((*a)[:0], b...)
	return nil
}

// Do calls fn and stores its response under the key, or returns the stored response. Requests with
// the same key wait for each other. A key used for a different request is a fault.Conflict, before
// fn is called, so fn may validate the request. When fn fails the key stays free.
func Do(ctx context.Context, tx *db.Tx, key Key, request Request, fn func() (any, error)) (Response, error) {
	if key.Value == "" {
		return call(fn)
	}
	// Databases do not store every byte sequence as text.
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

// RefuseInvalid returns the refusal of an invalid request: a fault.Conflict if its key was used, as
// in Do, otherwise refusal itself. Stored requests were valid, so this one must differ.
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
		return errKeyReused("")
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

// Encode encodes a response body as every call does: <, > and & are not escaped.
func Encode(response any) (Response, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(response); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(b.Bytes()), nil
}

// Fingerprint returns equal texts for requests that the server reads alike.
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
