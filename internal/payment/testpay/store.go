package testpay

import (
	"context"
	"time"

	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/payment"
)

// terms are the parameters that a session was created with. Amounts are in paise.
type terms struct {
	ShopID     string
	Paise      int64
	Currency   string
	Lines      []line
	SuccessURL string
	CancelURL  string
}

type line struct {
	Name     string
	Quantity int
	Paise    int64 // for one piece
}

func termsOf(a payment.SessionRequest) terms {
	t := terms{ShopID: a.ShopID, Paise: int64(a.Amount), Currency: a.Currency, SuccessURL: a.SuccessURL, CancelURL: a.CancelURL}
	for _, l := range a.Lines {
		t.Lines = append(t.Lines, line{l.Name, l.Quantity, int64(l.UnitAmount)})
	}
	return t
}

const columns = `ref, attempt_id, attempt, state, expires_at, arrives_at, created_at`

// insert creates a session unless its attempt already has one.
func insert(ctx context.Context, tx *db.Tx, s session) error {
	return db.Insert(ctx, tx, `
		INSERT INTO testpay_sessions (`+columns+`)
		VALUES (:ref, :attempt_id, :attempt, :state, :expires_at, :arrives_at, :created_at)
		ON CONFLICT (attempt_id) DO NOTHING`, s)
}

func byAttempt(ctx context.Context, q db.Querier, attemptID string) (session, error) {
	return db.Get[session](ctx, q, `
		SELECT `+columns+`
		FROM testpay_sessions
		WHERE attempt_id = $1`, attemptID)
}

func byRef(ctx context.Context, q db.Querier, ref string) (session, error) {
	return db.Get[session](ctx, q, `
		SELECT `+columns+`
		FROM testpay_sessions
		WHERE ref = $1`, ref)
}

// lock returns a session, locked until the transaction ends.
func lock(ctx context.Context, tx *db.Tx, ref string) (session, error) {
	return db.Get[session](ctx, tx, `
		SELECT `+columns+`
		FROM testpay_sessions
		WHERE ref = $1`+tx.ForUpdate(), ref)
}

func save(ctx context.Context, tx *db.Tx, s session) error {
	return db.Exec(ctx, tx, `UPDATE testpay_sessions SET state = $2, arrives_at = $3 WHERE ref = $1`, s.Ref, string(s.State), s.ArrivesAt)
}

func refundExists(ctx context.Context, q db.Querier, key string) (bool, error) {
	n, err := db.Get[int](ctx, q, `SELECT COUNT(*) FROM testpay_refunds WHERE key = $1`, key)
	return n > 0, err
}

func refundedTotal(ctx context.Context, q db.Querier, ref string) (money.Paise, error) {
	sum, err := db.Get[int64](ctx, q, `SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM testpay_refunds WHERE ref = $1`, ref)
	return money.Paise(sum), err
}

func insertRefund(ctx context.Context, tx *db.Tx, r payment.RefundRequest, ref string, at time.Time) error {
	return db.Exec(ctx, tx, `
		INSERT INTO testpay_refunds (key, ref, amount, created_at)
		VALUES ($1, $2, $3, $4)`, r.Key, ref, int64(r.Amount), at)
}
