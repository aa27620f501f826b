package payment

import (
	"context"
	"errors"
	"time"

	"kirana/internal/db"
)

const attemptColumns = `id, checkout_id, user_id, email, provider, state, processing, amount, currency, cart, ref, url, payment_ref,
	taken, taken_currency, expires_at, asked_at, due_at, tries, created_at, updated_at`

func insertAttempt(ctx context.Context, tx *db.Tx, a Attempt) error {
	return db.Insert(ctx, tx, `
		INSERT INTO payment_attempts (`+attemptColumns+`)
		VALUES (:id, :checkout_id, :user_id, :email, :provider, :state, :processing, :amount, :currency, :cart, :ref, :url, :payment_ref,
			:taken, :taken_currency, :expires_at, :asked_at, :due_at, :tries, :created_at, :updated_at)`, a)
}

func attemptByID(ctx context.Context, q db.Querier, attemptID string) (Attempt, error) {
	return db.Get[Attempt](ctx, q, `
		SELECT `+attemptColumns+`
		FROM payment_attempts
		WHERE id = $1`, attemptID)
}

func attemptByRef(ctx context.Context, q db.Querier, provider, ref string) (Attempt, error) {
	return db.Get[Attempt](ctx, q, `
		SELECT `+attemptColumns+`
		FROM payment_attempts
		WHERE provider = $1 AND ref = $2`, provider, ref)
}

func attemptByOrder(ctx context.Context, q db.Querier, orderID string) (Attempt, error) {
	return db.Get[Attempt](ctx, q, `
		SELECT `+attemptColumns+`
		FROM payment_attempts
		WHERE checkout_id = $1`, orderID)
}

// lockAttempt returns an attempt, locked until the transaction ends.
func lockAttempt(ctx context.Context, tx *db.Tx, attemptID string) (Attempt, error) {
	return db.Get[Attempt](ctx, tx, `
		SELECT `+attemptColumns+`
		FROM payment_attempts
		WHERE id = $1`+tx.ForUpdate(), attemptID)
}

func openAttempts(ctx context.Context, tx *db.Tx, userID string) ([]Attempt, error) {
	return db.All[Attempt](ctx, tx, `
		SELECT `+attemptColumns+`
		FROM payment_attempts
		WHERE user_id = $1 AND state = 'AWAITING'
		ORDER BY id`, userID)
}

func providersOfOpenAttempts(ctx context.Context, q db.Querier) ([]string, error) {
	return db.All[string](ctx, q, `SELECT DISTINCT provider FROM payment_attempts WHERE state = 'AWAITING'`)
}

// startsSince lists the creation times of the user's latest attempts after since, the oldest first,
// at most maxStarts.
func startsSince(ctx context.Context, q db.Querier, userID string, since time.Time) ([]time.Time, error) {
	return db.All[time.Time](ctx, q, `
		SELECT created_at
		FROM (
			SELECT created_at
			FROM payment_attempts
			WHERE user_id = $1 AND created_at > $2
			ORDER BY created_at DESC
			LIMIT $3
		) last
		ORDER BY created_at`, userID, since, maxStarts)
}

func emailOf(ctx context.Context, q db.Querier, userID string) (string, error) {
	return db.Get[string](ctx, q, `SELECT email FROM users WHERE id = $1`, userID)
}

// storeSession stores the session's ID, and its URL unless the attempt has ended unpaid. It changes
// nothing if the attempt has another session's ID.
func storeSession(ctx context.Context, tx *db.Tx, attemptID string, session Session, at time.Time) error {
	return db.Exec(ctx, tx, `
		UPDATE payment_attempts
		SET ref = $2, url = CASE WHEN state IN ('AWAITING', 'PAID') THEN $3 ELSE url END, updated_at = $4
		WHERE id = $1 AND (ref IS NULL OR ref = $2)`, attemptID, session.Ref, session.URL, at)
}

// updateAttempt writes an attempt if its stored state is still previous, and reports whether it did.
func updateAttempt(ctx context.Context, tx *db.Tx, a Attempt, previous AttemptState) (won bool, err error) {
	n, err := db.ExecRows(ctx, tx, `
		UPDATE payment_attempts
		SET state = $3, processing = $4, ref = $5, payment_ref = $6, taken = $7, taken_currency = $8, due_at = $9, tries = $10, updated_at = $11
		WHERE id = $1 AND state = $2`,
		a.ID, previous, a.State, a.Processing, a.Ref, a.PaymentRef, a.Taken, a.TakenCurrency, a.DueAt, a.Tries, a.UpdatedAt)
	return n == 1, err
}

// claimPoll records a poll by a shopper's page, and reports whether there was none after since.
func claimPoll(ctx context.Context, tx *db.Tx, attemptID string, now, since time.Time) (won bool, err error) {
	n, err := db.ExecRows(ctx, tx, `
		UPDATE payment_attempts
		SET asked_at = $2
		WHERE id = $1 AND (asked_at IS NULL OR asked_at <= $3)`, attemptID, now, since)
	return n == 1, err
}

// anyAttemptDue reports whether an attempt at one of the providers is due.
func anyAttemptDue(ctx context.Context, q db.Querier, providers []string, now time.Time) (bool, error) {
	if len(providers) == 0 {
		return false, nil
	}
	return db.Get[bool](ctx, q, `
		SELECT EXISTS (
			SELECT 1
			FROM payment_attempts
			WHERE due_at <= $1 AND provider IN (`+db.Placeholders(2, len(providers))+`)
		)`, append([]any{now}, db.Args(providers)...)...)
}

// claimAttempt leases the attempt that has been due longest; false if none is due.
func claimAttempt(ctx context.Context, tx *db.Tx, providers []string, now, until time.Time) (Attempt, bool, error) {
	a, err := db.Get[Attempt](ctx, tx, `
		SELECT `+attemptColumns+`
		FROM payment_attempts
		WHERE due_at <= $1 AND provider IN (`+db.Placeholders(2, len(providers))+`)
		ORDER BY due_at
		LIMIT 1`+tx.SkipLocked(), append([]any{now}, db.Args(providers)...)...)
	if errors.Is(err, db.ErrNoRow) {
		return Attempt{}, false, nil
	}
	if err != nil {
		return Attempt{}, false, err
	}
	return a, true, postponeAttempt(ctx, tx, a.ID, until, a.Tries+1)
}

// postponeAttempt sets when the sweeper handles the attempt next.
func postponeAttempt(ctx context.Context, tx *db.Tx, attemptID string, due time.Time, tries int) error {
	return db.Exec(ctx, tx, `
		UPDATE payment_attempts
		SET due_at = $2, tries = $3
		WHERE id = $1 AND due_at IS NOT NULL`, attemptID, due, tries)
}

// ErasePerson erases the email address in a user's attempts. The attempts keep the user's ID.
func ErasePerson(ctx context.Context, tx *db.Tx, userID string) error {
	return db.Exec(ctx, tx, `UPDATE payment_attempts SET email = '' WHERE user_id = $1`, userID)
}
