package payment

import (
	"context"
	"time"

	"kirana/internal/db"
	"kirana/internal/id"
)

// event is an applied event of a provider.
type event struct {
	Provider   string    `db:"provider"`
	EventID    string    `db:"event_id"`
	AttemptID  string    `db:"attempt_id"`
	ReceivedAt time.Time `db:"received_at"`
}

// insertEvent stores an event, and reports whether it is new.
func insertEvent(ctx context.Context, tx *db.Tx, e event) (isNew bool, err error) {
	n, err := db.ExecRows(ctx, tx, `
		INSERT INTO payment_events (provider, event_id, attempt_id, received_at)
		VALUES ($1, $2, $3, $4)
		ON CONFLICT DO NOTHING`, e.Provider, e.EventID, e.AttemptID, e.ReceivedAt)
	return n == 1, err
}

func eventExists(ctx context.Context, q db.Querier, provider, eventID string) (bool, error) {
	n, err := db.Get[int](ctx, q, `SELECT COUNT(*) FROM payment_events WHERE provider = $1 AND event_id = $2`, provider, eventID)
	return n > 0, err
}

func dropEvents(ctx context.Context, tx *db.Tx, before time.Time) error {
	return db.Exec(ctx, tx, `DELETE FROM payment_events WHERE received_at < $1`, before)
}

// RecordChanges appends changes to the history of their lines, and sets their IDs.
func RecordChanges(ctx context.Context, tx *db.Tx, changes []Change) error {
	for i := range changes {
		changes[i].ID = id.New()
	}
	return db.Insert(ctx, tx, `
		INSERT INTO payment_changes (id, order_id, source, user_id, event_id, from_status, to_status, note, created_at)
		VALUES (:id, :order_id, :source, :user_id, :event_id, :from_status, :to_status, :note, :created_at)`, changes...)
}

// listChanges lists the history of a line, the oldest change first.
func listChanges(ctx context.Context, q db.Querier, lineID string) ([]Change, error) {
	return db.All[Change](ctx, q, `
		SELECT c.id, c.order_id, c.source, c.user_id, COALESCE(u.name, '') AS user_name, c.event_id, c.from_status, c.to_status, c.note,
			c.created_at
		FROM payment_changes c
		LEFT JOIN users u ON u.id = c.user_id
		WHERE c.order_id = $1
		ORDER BY c.id`, lineID)
}
