package view

import (
	"context"
	"time"

	"kirana/internal/db"
)

// changedRecord is a row of catalog_changes, written by database triggers: a product, category or sub-category to read again.
type changedRecord struct {
	Number    int64      `db:"number"`
	Tx        int64      `db:"tx"`
	ProductID *string    `db:"product_id"` // nil for a category or sub-category
	UpdatedAt *time.Time `db:"updated_at"` // of the product, at the time of the read
}

// changeFeed reads catalog_changes. On PostgreSQL, a change becomes visible after changes with greater numbers if its
// transaction commits later. The feed therefore reads again from the oldest transaction that was open at the last read, and
// skips the changes that the last read returned.
type changeFeed struct {
	cursor int64 // all changes of earlier transactions have been read
	newest int64 // greatest number read

	greatestTx int64          // greatest transaction in read
	read       map[int64]bool // numbers returned by the last read, including all from cursor on
}

// feedHead is the newest position in catalog_changes.
type feedHead struct {
	Number int64 `db:"number"` // greatest number; 0 without changes
	Tx     int64 `db:"tx"`     // greatest transaction; 0 without changes
	Open   int64 `db:"open"`   // oldest transaction whose changes may still be invisible
}

// head returns the newest position. Call it before reading the data: changes committed in between are then read twice instead
// of never. Each maximum has its own SELECT, because SQLite uses the index only for a single one.
func (f changeFeed) head(ctx context.Context, q db.Querier, oldestOpenTx string) (feedHead, error) {
	return db.Get[feedHead](ctx, q, `
		SELECT
			(SELECT COALESCE(MAX(number), 0) FROM catalog_changes) AS number,
			(SELECT COALESCE(MAX(tx), 0) FROM catalog_changes) AS tx,
			`+oldestOpenTx+` AS open`)
}

// startAt returns the feed of a caller that is about to read the whole catalog. Changes visible now count as read.
func (f changeFeed) startAt(ctx context.Context, q db.Querier, head feedHead) (changeFeed, error) {
	start := changeFeed{cursor: min(head.Open, head.Tx+1), newest: head.Number, greatestTx: head.Tx, read: map[int64]bool{}}
	visible, err := db.All[int64](ctx, q, `SELECT number FROM catalog_changes WHERE tx >= $1`, start.cursor)
	for _, number := range visible {
		start.read[number] = true
	}
	return start, err
}

// behind reports whether unread changes may have been pruned.
func (f changeFeed) behind(head feedHead) bool { return head.Number-f.newest > keptChanges/2 }

// next returns the unread changes and the feed after them.
func (f changeFeed) next(ctx context.Context, q db.Querier, head feedHead) ([]changedRecord, changeFeed, error) {
	// Skip the read when nothing is new: an open transaction can keep the cursor before a long import.
	visible, err := db.Get[int](ctx, q, `SELECT COUNT(*) FROM catalog_changes WHERE tx >= $1`, f.cursor)
	if err != nil {
		return nil, f, err
	}
	if visible == len(f.read) && head.Number == f.newest {
		return nil, f.past(head), nil
	}
	rows, err := db.All[changedRecord](ctx, q, `
		SELECT c.number, c.tx, c.product_id, p.updated_at
		FROM catalog_changes c
		LEFT JOIN products p ON p.id = c.product_id
		WHERE c.tx >= $1
		ORDER BY c.number`, f.cursor)
	if err != nil {
		return nil, f, err
	}
	after := changeFeed{cursor: f.cursor, newest: f.newest, greatestTx: f.cursor - 1, read: make(map[int64]bool, len(rows))}
	var unread []changedRecord
	for _, row := range rows {
		after.read[row.Number] = true
		after.newest = max(after.newest, row.Number)
		after.greatestTx = max(after.greatestTx, row.Tx)
		if !f.read[row.Number] {
			unread = append(unread, row)
		}
	}
	return unread, after.past(head), nil
}

// past moves the cursor behind all changes read, once their transactions and all earlier ones have ended. Until then it returns
// f.
func (f changeFeed) past(head feedHead) changeFeed {
	cursor := max(f.cursor, min(head.Open, f.greatestTx+1))
	if cursor > f.cursor && cursor > f.greatestTx {
		f.read = map[int64]bool{} // all are below the cursor
		f.cursor = cursor
	}
	return f
}

// keptChanges is the number of changes that Prune keeps. A reader that is half of them behind reads the whole catalog
// instead, which is faster by then.
const keptChanges = 50_000

// Prune deletes all changes but the newest keptChanges.
func (v *View) Prune(ctx context.Context) error {
	return v.db.Tx(ctx, func(tx *db.Tx) error {
		return db.Exec(ctx, tx, `
			DELETE FROM catalog_changes
			WHERE number <= (SELECT MAX(number) FROM catalog_changes) - CAST($1 AS BIGINT)`, keptChanges)
	})
}
