package webhook

import (
	"context"
	"time"

	"kirana/internal/changes"
	"kirana/internal/db"
	"kirana/internal/id"
)

const columns = `w.id, w.url, w.events, w.active, w.failing_since, w.reason, w.created_at, w.position,
	(SELECT COUNT(*) FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.state = 'WAITING') AS waiting`

const deliveryColumns = `d.id, d.webhook_id, d.event, d.object_id, d.changed_at, d.state, d.attempts, d.status, d.failure, d.due_at, d.since, d.done_at`

func list(ctx context.Context, q db.Querier) ([]Webhook, error) {
	return db.All[Webhook](ctx, q, `SELECT `+columns+` FROM webhooks w ORDER BY w.created_at, w.id`)
}

func byID(ctx context.Context, q db.Querier, webhookID string) (Webhook, error) {
	return db.Get[Webhook](ctx, q, `SELECT `+columns+` FROM webhooks w WHERE w.id = $1`, webhookID)
}

// free lists the active webhooks that no node sends to.
func free(ctx context.Context, q db.Querier, now time.Time) ([]Webhook, error) {
	return db.All[Webhook](ctx, q, `SELECT `+columns+` FROM webhooks w WHERE w.active AND (w.leased_until IS NULL OR w.leased_until <= $1) ORDER BY w.id`, now)
}

// lease acquires or renews the lease of an active webhook for this node, and reports whether it succeeded.
func lease(ctx context.Context, tx *db.Tx, webhookID, node string, now time.Time) (bool, error) {
	n, err := db.ExecRows(ctx, tx, `
		UPDATE webhooks
		SET leased_by = $2, leased_until = $4
		WHERE id = $1 AND active AND (leased_by = $2 OR leased_until IS NULL OR leased_until <= $3)`, webhookID, node, now, now.Add(leaseTime))
	return n == 1, err
}

func release(ctx context.Context, tx *db.Tx, webhookID, node string) error {
	return db.Exec(ctx, tx, `UPDATE webhooks SET leased_until = NULL WHERE id = $1 AND leased_by = $2`, webhookID, node)
}

func insert(ctx context.Context, tx *db.Tx, w Webhook) error {
	return db.Insert(ctx, tx, `
		INSERT INTO webhooks (id, url, events, position, active, created_at)
		VALUES (:id, :url, :events, :position, :active, :created_at)`, w)
}

func savePosition(ctx context.Context, tx *db.Tx, webhookID, position string) error {
	return db.Exec(ctx, tx, `UPDATE webhooks SET position = $2 WHERE id = $1`, webhookID, position)
}

func setActive(ctx context.Context, tx *db.Tx, webhookID string, active bool, reason string) error {
	return db.Exec(ctx, tx, `UPDATE webhooks SET active = $2, reason = $3, failing_since = NULL WHERE id = $1`, webhookID, active, reason)
}

// startAnew makes all waiting deliveries of a webhook due, and restarts their backoff and their giveUpAfter period.
func startAnew(ctx context.Context, tx *db.Tx, webhookID string, now time.Time) error {
	return db.Exec(ctx, tx, `UPDATE webhook_deliveries SET attempts = CASE WHEN attempts > 1 THEN 1 ELSE attempts END, due_at = $2, since = $2 WHERE webhook_id = $1 AND state = 'WAITING'`, webhookID, now)
}

func remove(ctx context.Context, tx *db.Tx, webhookID string) (url string, err error) {
	return db.Get[string](ctx, tx, `DELETE FROM webhooks WHERE id = $1 RETURNING url`, webhookID)
}

// enqueue stores a delivery for each change. It skips a change if an untried delivery of the same event and object
// exists: that delivery will send the current record.
func enqueue(ctx context.Context, tx *db.Tx, webhookID string, read []changes.Change, now time.Time) error {
	deliveries := make([]Delivery, len(read))
	for i, change := range read {
		deliveries[i] = Delivery{
			ID: id.New(), WebhookID: webhookID, Event: change.Event, ObjectID: change.ObjectID, At: change.ChangedAt, State: Waiting, DueAt: now, Since: now,
		}
	}
	return db.Insert(ctx, tx, `
		INSERT INTO webhook_deliveries (id, webhook_id, event, object_id, changed_at, state, due_at, since)
		VALUES (:id, :webhook_id, :event, :object_id, :changed_at, :state, :due_at, :since)
		ON CONFLICT DO NOTHING`, deliveries...)
}

// dueDeliveries returns the oldest waiting delivery of each object, if it is due, oldest first. It returns at most
// concurrency deliveries.
func dueDeliveries(ctx context.Context, q db.Querier, webhookID string, now time.Time) ([]Delivery, error) {
	return db.All[Delivery](ctx, q, `
		SELECT `+deliveryColumns+`
		FROM webhook_deliveries d
		WHERE d.webhook_id = $1 AND d.state = 'WAITING' AND d.due_at <= $2
			AND NOT EXISTS (
				SELECT 1 FROM webhook_deliveries e
				WHERE e.webhook_id = d.webhook_id AND e.object_id = d.object_id AND e.state = 'WAITING' AND e.id < d.id)
		ORDER BY d.id
		LIMIT $3`, webhookID, now, concurrency)
}

func saveAttempt(ctx context.Context, tx *db.Tx, d Delivery) error {
	return db.Exec(ctx, tx, `
		UPDATE webhook_deliveries
		SET state = $2, attempts = $3, status = $4, failure = $5, due_at = $6, done_at = $7
		WHERE id = $1`, d.ID, d.State, d.Attempts, d.Status, d.Failure, d.DueAt, d.DoneAt)
}

// saveHealth stores since when and why a webhook fails; failingSince is nil if it works.
func saveHealth(ctx context.Context, tx *db.Tx, webhookID string, failingSince *time.Time, reason string) error {
	return db.Exec(ctx, tx, `
		UPDATE webhooks
		SET failing_since = CASE WHEN $2 THEN NULL ELSE COALESCE(failing_since, $3) END, reason = $4
		WHERE id = $1`, webhookID, failingSince == nil, failingSince, reason)
}

// prune deletes accepted deliveries except the newest.
func prune(ctx context.Context, tx *db.Tx, webhookID string) error {
	return db.Exec(ctx, tx, `
		DELETE FROM webhook_deliveries
		WHERE webhook_id = $1 AND state = 'DELIVERED' AND id <= (
			SELECT id FROM webhook_deliveries WHERE webhook_id = $1 AND state = 'DELIVERED' ORDER BY id DESC LIMIT 1 OFFSET $2)`, webhookID, keptDelivered)
}

func deliveries(ctx context.Context, q db.Querier, webhookID string, page, limit int) ([]Delivery, int, error) {
	total, err := db.Get[int](ctx, q, `SELECT COUNT(*) FROM webhook_deliveries WHERE webhook_id = $1`, webhookID)
	if err != nil {
		return nil, 0, err
	}
	rows, err := db.All[Delivery](ctx, q, `
		SELECT `+deliveryColumns+` FROM webhook_deliveries d
		WHERE d.webhook_id = $1 ORDER BY d.id DESC LIMIT $2 OFFSET $3`, webhookID, limit, (page-1)*limit)
	return rows, total, err
}

// sendAgain makes a delivery due once more.
func sendAgain(ctx context.Context, tx *db.Tx, webhookID, deliveryID string, now time.Time) (bool, error) {
	n, err := db.ExecRows(ctx, tx, `
		UPDATE webhook_deliveries
		SET state = 'WAITING', attempts = attempts + 1, due_at = $3, since = $3, done_at = NULL
		WHERE id = $2 AND webhook_id = $1`, webhookID, deliveryID, now)
	return n == 1, err
}

// CountStopped returns the number of webhooks switched off because they failed.
func CountStopped(ctx context.Context, q db.Querier) (int, error) {
	return db.Get[int](ctx, q, `SELECT COUNT(*) FROM webhooks WHERE NOT active AND reason <> ''`)
}
