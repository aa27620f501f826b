package complaint

import (
	"context"
	"strings"
	"time"

	"kirana/internal/account"
	"kirana/internal/db"
	"kirana/internal/unicodetext"
)

const columns = `id, number, user_id, order_name, text, reply, created_at, acknowledged_at, settled_at`

func insert(ctx context.Context, tx *db.Tx, c Complaint) error {
	return db.Insert(ctx, tx, `
		INSERT INTO complaints (`+columns+`)
		VALUES (:id, :number, :user_id, :order_name, :text, :reply, :created_at, :acknowledged_at, :settled_at)`, c)
}

func update(ctx context.Context, tx *db.Tx, c Complaint) error {
	return db.Exec(ctx, tx, `
		UPDATE complaints
		SET reply = $2, acknowledged_at = $3, settled_at = $4
		WHERE id = $1`, c.ID, c.Reply, c.AcknowledgedAt, c.SettledAt)
}

func lock(ctx context.Context, tx *db.Tx, complaintID string) (Complaint, error) {
	return db.Get[Complaint](ctx, tx, `SELECT `+columns+` FROM complaints WHERE id = $1`+tx.ForUpdate(), complaintID)
}

func countOpenOf(ctx context.Context, q db.Querier, userID string) (int, error) {
	return db.Get[int](ctx, q, `SELECT COUNT(*) FROM complaints WHERE user_id = $1 AND settled_at IS NULL`, userID)
}

// OfUser lists a customer's complaints, newest first.
func OfUser(ctx context.Context, q db.Querier, userID string) ([]Complaint, error) {
	list, err := db.All[Complaint](ctx, q, `
		SELECT `+columns+`
		FROM complaints
		WHERE user_id = $1
		ORDER BY number DESC`, userID)
	for i := range list {
		list[i] = list[i].withDeadlines()
	}
	return list, err
}

// EraseAll erases the order numbers, texts and replies of a user's complaints; the tickets stay.
func EraseAll(ctx context.Context, tx *db.Tx, userID string) error {
	return db.Exec(ctx, tx, `UPDATE complaints SET order_name = '', text = '', reply = '' WHERE user_id = $1`, userID)
}

// customer is the person who complains. Email is "" without a login.
type customer struct {
	Name      string `db:"name"`
	Email     string `db:"email"`
	Confirmed bool   `db:"verify_email"`
}

func customerOf(ctx context.Context, q db.Querier, userID string) (customer, error) {
	return db.Get[customer](ctx, q, `SELECT u.name, `+account.ContactEmail+` AS email, u.verify_email FROM users u WHERE u.id = $1`, userID)
}

// condition returns the SQL condition for settled or open complaints.
func condition(settled bool) string {
	if settled {
		return `c.settled_at IS NOT NULL`
	}
	return `c.settled_at IS NULL`
}

func page(ctx context.Context, q db.Querier, f Filter) ([]FromCustomer, error) {
	order := `c.number`
	if f.Settled {
		order += ` DESC`
	}
	return db.All[FromCustomer](ctx, q, `
		SELECT c.id, c.number, c.user_id, c.order_name, c.text, c.reply, c.created_at, c.acknowledged_at, c.settled_at,
			u.name, u.mobile, `+account.ContactEmail+` AS email, `+account.IsDeleted+` AS deleted
		FROM complaints c
		JOIN users u ON u.id = c.user_id
		WHERE `+condition(f.Settled)+`
		ORDER BY `+order+`
		LIMIT $1 OFFSET $2`, f.Limit, (f.Page-1)*f.Limit)
}

func count(ctx context.Context, q db.Querier, settled bool) (int, error) {
	return db.Get[int](ctx, q, `SELECT COUNT(*) FROM complaints c WHERE `+condition(settled))
}

// OpenCounts are the numbers of unsettled complaints.
type OpenCounts struct {
	Count          int `db:"n"`
	Unacknowledged int `db:"unacknowledged"`
	// Since is the filing time of the oldest unacknowledged complaint or, if all are acknowledged, of the
	// oldest unsettled one; nil if Count is 0.
	Since *time.Time `db:"since"`
}

// CountOpen counts unsettled complaints.
func CountOpen(ctx context.Context, q db.Querier) (OpenCounts, error) {
	open, err := db.Get[OpenCounts](ctx, q, `
		SELECT COUNT(*) AS n, COALESCE(SUM(CASE WHEN acknowledged_at IS NULL THEN 1 ELSE 0 END), 0) AS unacknowledged
		FROM complaints
		WHERE settled_at IS NULL`)
	if err != nil || open.Count == 0 {
		return open, err
	}
	since, err := db.Get[time.Time](ctx, q, `
		SELECT created_at
		FROM complaints
		WHERE settled_at IS NULL
		ORDER BY acknowledged_at IS NOT NULL, number
		LIMIT 1`)
	open.Since = &since
	return open, err
}

// orderNumber normalizes an order number as typed: "#1042" becomes "1042", "ord-…" becomes "ORD-…".
func orderNumber(text string) string {
	return strings.ToUpper(strings.TrimPrefix(unicodetext.Digits(strings.TrimSpace(text)), "#"))
}

// hasOrder reports whether a customer has an order or an order line with this number.
func hasOrder(ctx context.Context, q db.Querier, userID, number string) (bool, error) {
	return db.Get[bool](ctx, q, `
		SELECT EXISTS (SELECT 1 FROM checkouts WHERE user_id = $1 AND CAST(number AS TEXT) = $2)
			OR EXISTS (SELECT 1 FROM orders WHERE user_id = $1 AND UPPER(number) = $2)`, userID, number)
}
