package cart

import (
	"context"
	"time"

	"kirana/internal/db"
)

const columns = `id, user_id, product_id, quantity, size, color, created_at, updated_at`

func insert(ctx context.Context, tx *db.Tx, lines ...Line) error {
	return db.Insert(ctx, tx, `
		INSERT INTO cart_lines (`+columns+`)
		VALUES (:id, :user_id, :product_id, :quantity, :size, :color, :created_at, :updated_at)`, lines...)
}

// byUser reads a cart in the order its lines were added.
func byUser(ctx context.Context, q db.Querier, userID string) ([]Line, error) {
	return db.All[Line](ctx, q, `
		SELECT `+columns+`
		FROM cart_lines
		WHERE user_id = $1
		ORDER BY created_at, id`, userID)
}

func byID(ctx context.Context, q db.Querier, userID, lineID string) (Line, error) {
	return db.Get[Line](ctx, q, `
		SELECT `+columns+`
		FROM cart_lines
		WHERE id = $1 AND user_id = $2`, lineID, userID)
}

func byIDs(ctx context.Context, q db.Querier, userID string, lineIDs []string) ([]Line, error) {
	return db.All[Line](ctx, q, `
		SELECT `+columns+`
		FROM cart_lines
		WHERE user_id = $1 AND id IN (`+db.Placeholders(2, len(lineIDs))+`)`, append([]any{userID}, db.Args(lineIDs)...)...)
}

func byDetails(ctx context.Context, q db.Querier, line Line) (Line, error) {
	return db.Get[Line](ctx, q, `
		SELECT `+columns+`
		FROM cart_lines
		WHERE user_id = $1 AND product_id = $2 AND size = $3 AND color = $4`,
		line.UserID, line.ProductID, line.Size, line.Color)
}

// countShown counts the lines of a cart whose products shoppers can see.
func countShown(ctx context.Context, q db.Querier, userID string) (int, error) {
	return db.Get[int](ctx, q, `
		SELECT COUNT(*)
		FROM cart_lines
		JOIN products ON products.id = cart_lines.product_id
		WHERE cart_lines.user_id = $1 AND products.publish = TRUE AND products.deleted_at IS NULL`, userID)
}

func setQuantity(ctx context.Context, tx *db.Tx, lineID string, quantity int, at time.Time) error {
	return db.Exec(ctx, tx, `UPDATE cart_lines SET quantity = $2, updated_at = $3 WHERE id = $1`, lineID, quantity, at)
}

// remove deletes the given lines of the user's cart, and returns them.
func remove(ctx context.Context, tx *db.Tx, userID string, lineIDs []string) ([]Line, error) {
	return db.All[Line](ctx, tx, `
		DELETE FROM cart_lines
		WHERE user_id = $1 AND id IN (`+db.Placeholders(2, len(lineIDs))+`)
		RETURNING `+columns, append([]any{userID}, db.Args(lineIDs)...)...)
}

// Clear deletes all lines of a user's cart.
func Clear(ctx context.Context, tx *db.Tx, userID string) error {
	return db.Exec(ctx, tx, `DELETE FROM cart_lines WHERE user_id = $1`, userID)
}

// RemoveProducts deletes the lines of deleted products from every cart.
func RemoveProducts(ctx context.Context, tx *db.Tx, productIDs ...string) error {
	return db.Exec(ctx, tx, `DELETE FROM cart_lines WHERE product_id IN (`+db.Placeholders(1, len(productIDs))+`)`, db.Args(productIDs)...)
}

// reservation is the number of pieces of a product reserved by a user's open payments.
type reservation struct {
	ProductID string `db:"product_id"`
	Pieces    int    `db:"pieces"`
}

func reservedPieces(ctx context.Context, q db.Querier, userID string, productIDs []string) ([]reservation, error) {
	return db.All[reservation](ctx, q, `
		SELECT product_id, SUM(quantity) AS pieces
		FROM orders
		WHERE user_id = $1 AND payment_status = 'PENDING' AND delivery_status = 'PENDING'
			AND product_id IN (`+db.Placeholders(2, len(productIDs))+`)
		GROUP BY product_id`, append([]any{userID}, db.Args(productIDs)...)...)
}
