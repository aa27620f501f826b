package stock

import (
	"context"
	"fmt"
	"slices"
	"time"

	"kirana/internal/audit"
	"kirana/internal/catalog"
	"kirana/internal/db"
)

// Reason is the reason for a change of stock.
type Reason string

// The reasons that a ledger entry can have.
const (
	Opening      Reason = "opening" // the stock of a new product
	Order        Reason = "order"
	Cancellation Reason = "cancel"
	Expiry       Reason = "expiry" // an online payment expired
	Edit         Reason = "edit"   // by an administrator
	Import       Reason = "import"
	Received     Reason = "received"  // goods were received
	Damaged      Reason = "damaged"   // broken, spoiled or missing
	Counted      Reason = "counted"   // the shelf was counted
	SentBack     Reason = "sent_back" // to the supplier
)

// Entry is a row of the ledger, the table stock_movements. A product's entries add up to its stock.
type Entry struct {
	ID        string    `db:"id"`
	ProductID string    `db:"product_id"`
	Change    int       `db:"change"` // pieces, or steps for goods sold by weight
	Grams     int       `db:"grams"`  // in addition to the steps
	Reason    Reason    `db:"reason"`
	LineID    *string   `db:"order_id"` // the order line, or nil
	UserID    string    `db:"user_id"`  // the acting user; "" is the program
	Note      string    `db:"note"`     // a note for people
	CreatedAt time.Time `db:"created_at"`
}

// Apply changes the stocks of products by ledger entries, which it records with the context's actor. The caller has locked or
// inserted the products. Their updatedAt is unchanged. A stock that would become negative fails with fault.Conflict.
func Apply(ctx context.Context, tx *db.Tx, entries ...Entry) error {
	if err := addUndated(ctx, tx, additions(entries)); err != nil {
		return fmt.Errorf("add to lots: %w", err)
	}
	return applyToStocks(ctx, tx, entries)
}

// applyToStocks is Apply for entries whose lots are already saved.
func applyToStocks(ctx context.Context, tx *db.Tx, entries []Entry) error {
	changes := map[string]amount{}
	for _, e := range entries {
		changes[e.ProductID] = changes[e.ProductID].plus(e)
	}
	for ids := range slices.Chunk(sortedIDs(changes), maxChangedPerStatement) {
		rows := values{}
		for _, productID := range ids {
			rows.add(text(productID), integer(changes[productID].pieces), integer(changes[productID].grams))
		}
		if err := applyRows(ctx, tx, rows, ""); err != nil {
			return err
		}
	}
	return record(ctx, tx, entries...)
}

// record inserts ledger entries with the context's actor. The caller changes the stocks in the same transaction.
func record(ctx context.Context, tx *db.Tx, entries ...Entry) error {
	return insertEntries(ctx, tx, ":created_at", entries)
}

// recordAtVersion is record with the products' updatedAt, set by earlier statements of the transaction, as the time of the
// entries. With an earlier time, ChangeSince could miss them.
func recordAtVersion(ctx context.Context, tx *db.Tx, entries []Entry) error {
	return insertEntries(ctx, tx, "(SELECT updated_at FROM products WHERE id = :product_id)", entries)
}

// insertEntries inserts ledger entries, with the value of the SQL expression createdAt as their time.
func insertEntries(ctx context.Context, tx *db.Tx, createdAt string, entries []Entry) error {
	for i := range entries {
		entries[i].UserID = audit.ActorOf(ctx).UserID
	}
	return db.Insert(ctx, tx, `
		INSERT INTO stock_movements (id, product_id, change, grams, reason, order_id, user_id, note, created_at)
		VALUES (:id, :product_id, :change, :grams, :reason, :order_id, :user_id, :note, `+createdAt+`)`, entries...)
}

// ChangeSince returns by how many pieces (or grams, if sold by weight) a product's stock changed after a time.
func ChangeSince(ctx context.Context, q db.Querier, p catalog.Product, since time.Time) (int, error) {
	return db.Get[int](ctx, q, `
		SELECT CAST(COALESCE(SUM(change), 0) * $3 + COALESCE(SUM(grams), 0) AS BIGINT)
		FROM stock_movements
		WHERE product_id = $1 AND created_at > $2`, p.ID, since, max(p.StepGrams, 1))
}
