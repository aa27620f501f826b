package limit

import (
	"context"
	"crypto/sha256"
	"database/sql/driver"
	"encoding/hex"
	"errors"
	"time"

	"kirana/internal/db"
)

// events are the times of a key's events in UTC, oldest first.
type events []time.Time

// since returns the events after a time.
func (e events) since(from time.Time) events {
	for len(e) > 0 && !e[0].After(from) {
		e = e[1:]
	}
	return e
}

// Value encodes the times as a JSON list of microseconds since 1970.
func (e events) Value() (driver.Value, error) {
	micros := make([]int64, len(e))
	for i, at := range e {
		micros[i] = at.UnixMicro()
	}
	return db.JSONText(micros)
}

// Scan decodes JSON written by Value.
func (e *events) Scan(src any) error {
	var micros []int64
	if err := db.ScanJSON(src, &micros); err != nil {
		return err
	}
	*e = make(events, len(micros))
	for i, at := range micros {
		(*e)[i] = time.UnixMicro(at).UTC()
	}
	return nil
}

type keyRow struct {
	Key    string
	Events events
	EndsAt time.Time
}

// rowKey returns the stored key: a hash, which has a fixed length and hides emails and addresses.
func (l *Limiter) rowKey(key string) string {
	sum := sha256.Sum256([]byte(key))
	return l.rule.Name + ":" + hex.EncodeToString(sum[:16])
}

func eventsOf(ctx context.Context, q db.Querier, key string) (events, error) {
	found, err := db.Get[events](ctx, q, `SELECT events FROM limits WHERE key = $1`, key)
	if errors.Is(err, db.ErrNoRow) {
		return nil, nil
	}
	return found, err
}

// lockEvents finds or creates the key's row, and locks it until the transaction ends.
func lockEvents(ctx context.Context, tx *db.Tx, key string, now time.Time) (events, error) {
	return db.Get[events](ctx, tx, `
		INSERT INTO limits (key, events, ends_at)
		VALUES ($1, '[]', $2)
		ON CONFLICT (key) DO UPDATE SET ends_at = limits.ends_at
		RETURNING events`, key, now)
}

func saveEvents(ctx context.Context, tx *db.Tx, row keyRow) error {
	return db.Exec(ctx, tx, `
		UPDATE limits
		SET events = $2, ends_at = $3
		WHERE key = $1`, row.Key, row.Events, row.EndsAt)
}

func deleteKey(ctx context.Context, tx *db.Tx, key string) error {
	return db.Exec(ctx, tx, `DELETE FROM limits WHERE key = $1`, key)
}

func deleteEnded(ctx context.Context, tx *db.Tx, now time.Time) error {
	return db.Exec(ctx, tx, `DELETE FROM limits WHERE ends_at <= $1`, now)
}
