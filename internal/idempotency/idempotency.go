// Package idempotency makes repeating a call safe: the same key and user get the
// first answer again, byte for byte, and nothing is done twice.
package idempotency

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"

	"kirana/internal/db"
	"kirana/internal/fault"
)

// lifetime is how long an answer is kept under its key.
const lifetime = 24 * time.Hour

var errKeyReused = fault.New(fault.Conflict, "key_reused", "This Idempotency-Key was already used for a different order.")

// Key names one call of one user.
type Key struct {
	UserID string
	Value  string // as the client sent it, of any bytes; "" remembers nothing
}

// Request is the call that a key belongs to.
type Request struct {
	Fingerprint string    // see Fingerprint
	At          time.Time // the transaction's time, UTC
	// StillValid reports whether a kept answer still counts; when it does not, the
	// call runs again under its key. nil is an answer that counts as long as it is kept.
	StillValid func(ctx context.Context, tx *db.Tx, answer Answer) (bool, error)
}

// Answer is what a call answered first, as JSON.
type Answer []byte

// MarshalJSON returns the answer itself.
func (a Answer) MarshalJSON() ([]byte, error) { return a, nil }

// UnmarshalJSON keeps the answer byte for byte.
func (a *Answer) UnmarshalJSON(b []byte) error {
	*a = append((*a)[:0], b...)
	return nil
}

// Do calls fn and keeps its answer under the key, or returns the answer that is
// kept. Requests with the same key wait for each other. A key that was used for
// another request is a fault.Conflict, before fn is called: an fn that validates
// refuses such a request without looking at it. When fn fails the key stays free.
func Do(ctx context.Context, tx *db.Tx, key Key, request Request, fn func() (any, error)) (Answer, error) {
	if key.Value == "" {
		return answerOf(fn)
	}
	// The value may be no text, which the databases refuse to store.
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
			return nil, errKeyReused
		}
		answer := Answer(record.Answer)
		if request.StillValid == nil {
			return answer, nil
		}
		if valid, err := request.StillValid(ctx, tx, answer); valid || err != nil {
			return answer, err
		}
	}
	answer, err := answerOf(fn)
	if err != nil {
		return nil, err
	}
	return answer, store(ctx, tx, key, answer, request.At)
}

func answerOf(fn func() (any, error)) (Answer, error) {
	answer, err := fn()
	if err != nil {
		return nil, err
	}
	return Encode(answer)
}

// Encode writes an answer as every call does: <, > and & are not escaped.
func Encode(answer any) (Answer, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(answer); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(b.Bytes()), nil
}

// Fingerprint is equal for two requests of which the server reads the same.
func Fingerprint(request any) (string, error) {
	b, err := json.Marshal(request)
	return hash(b), err
}

func hash(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// Sweep drops the keys that have expired.
func Sweep(ctx context.Context, d *db.DB, now time.Time) error {
	return d.Tx(ctx, func(tx *db.Tx) error { return dropBefore(ctx, tx, now.Add(-lifetime)) })
}
