package payment

import (
	"context"
	"time"

	"kirana/internal/db"
)

func attemptByPayment(ctx context.Context, q db.Querier, provider, paymentRef string) (Attempt, error) {
	return db.Get[Attempt](ctx, q, `
		SELECT `+attemptColumns+`
		FROM payment_attempts
		WHERE provider = $1 AND payment_ref = $2 AND payment_ref <> ''`, provider, paymentRef)
}

func knownMoneyOf(ctx context.Context, q db.Querier, attemptID string) (knownMoney, error) {
	return db.Get[knownMoney](ctx, q, `
		SELECT COALESCE(m.given_back, 0) AS given_back, COALESCE(m.dispute, '') AS dispute,
			CAST(COALESCE((SELECT SUM(amount) FROM payment_refunds WHERE attempt_id = a.id AND state IN ('ASKED', 'DONE')), 0) AS BIGINT) AS requested,
			CAST(COALESCE((SELECT SUM(amount) FROM payment_refunds WHERE attempt_id = a.id AND state = 'DONE'), 0) AS BIGINT) AS done
		FROM payment_attempts a
		LEFT JOIN payment_movements m ON m.attempt_id = a.id
		WHERE a.id = $1`, attemptID)
}

func saveMovement(ctx context.Context, tx *db.Tx, attemptID string, known knownMoney) error {
	return db.Exec(ctx, tx, `
		INSERT INTO payment_movements (attempt_id, given_back, dispute)
		VALUES ($1, $2, $3)
		ON CONFLICT (attempt_id) DO UPDATE SET given_back = excluded.given_back, dispute = excluded.dispute`,
		attemptID, known.GivenBack, known.Dispute)
}

// markCompared makes a payment due again compareInterval after at.
func markCompared(ctx context.Context, tx *db.Tx, attemptID string, at time.Time) error {
	return db.Exec(ctx, tx, `
		INSERT INTO payment_movements (attempt_id, compared_at)
		VALUES ($1, $2)
		ON CONFLICT (attempt_id) DO UPDATE SET compared_at = excluded.compared_at`, attemptID, at)
}

// attemptToCompare returns the oldest paid attempt at one of the providers, created between compareFor
// and compareInterval ago, that was not compared within compareInterval.
func attemptToCompare(ctx context.Context, q db.Querier, providers []string, now time.Time) (Attempt, error) {
	if len(providers) == 0 {
		return Attempt{}, db.ErrNoRow
	}
	args := append([]any{now.Add(-compareFor), now.Add(-compareInterval)}, db.Args(providers)...)
	return db.Get[Attempt](ctx, q, `
		SELECT `+attemptColumns+`
		FROM payment_attempts
		WHERE payment_ref <> '' AND created_at > $1 AND created_at <= $2 AND provider IN (`+db.Placeholders(3, len(providers))+`)
			AND NOT EXISTS (SELECT 1 FROM payment_movements m WHERE m.attempt_id = payment_attempts.id AND m.compared_at > $2)
		ORDER BY created_at
		LIMIT 1`, args...)
}
