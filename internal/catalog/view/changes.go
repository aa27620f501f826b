package view

import (
	"context"
	"time"

	"kirana/internal/db"
)

// changedRecord is a row of catalog_changes, which triggers of the database write:
// a product, a category or a sub-category must be read again.
type changedRecord struct {
	Number    int64      `db:"number"`
	Tx        int64      `db:"tx"`
	ProductID *string    `db:"product_id"` // nil: a category or sub-category
	UpdatedAt *time.Time `db:"updated_at"` // of the product as it is by now
}

// changeFeed reads catalog_changes. On PostgreSQL a change may become visible after
// others with greater numbers, when its transaction commits later. So the feed reads
// again from the oldest transaction that was open at the last read, and leaves out
// what that read returned already.
type changeFeed struct {
	cursor int64 // all changes of transactions below it have been read
	newest int64 // the greatest number that has been read

	greatestTx int64          // of the changes in read
	read       map[int64]bool // numbers of the last read: those of transactions from cursor on are among them
}

// feedHead is the position of the newest change.
type feedHead struct {
	Number int64 `db:"number"` // the greatest; 0 when there are none
	Tx     int64 `db:"tx"`     // the greatest; 0 when there are none
	Open   int64 `db:"open"`   // the oldest transaction whose changes may still be invisible
}

// head must be read before what it is the head of: changes that commit in between
// are then read twice rather than never. Each maximum is a select of its own: only alone does SQLite look it up in an index.
func (f changeFeed) head(ctx context.Context, q db.Querier, oldestOpenTx string) (feedHead, error) {
	return db.Get[feedHead](ctx, q, `
		SELECT
			(SELECT COALESCE(MAX(number), 0) FROM catalog_changes) AS number,
			(SELECT COALESCE(MAX(tx), 0) FROM catalog_changes) AS tx,
			`+oldestOpenTx+` AS open`)
}

// from returns the feed of a reader who reads the whole catalog next, after head: the
// changes that are visible by now are in it.
func (f changeFeed) from(ctx context.Context, q db.Querier, head feedHead) (changeFeed, error) {
	start := changeFeed{cursor: min(head.Open, head.Tx+1), newest: head.Number, greatestTx: head.Tx, read: map[int64]bool{}}
	visible, err := db.All[int64](ctx, q, `SELECT number FROM catalog_changes WHERE tx >= $1`, start.cursor)
	for _, number := range visible {
		start.read[number] = true
	}
	return start, err
}

// behind reports whether so many changes are unread that some may have been pruned.
func (f changeFeed) behind(head feedHead) bool { return head.Number-f.newest > keptChanges/2 }

// next returns the changes that are not read yet, and the feed after them.
func (f changeFeed) next(ctx context.Context, q db.Querier, head feedHead) ([]changedRecord, changeFeed, error) {
	// An import is not read again and again while another open transaction keeps the feed from moving past it.
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

// past returns the feed without the changes that no open transaction can precede.
func (f changeFeed) past(head feedHead) changeFeed {
	cursor := max(f.cursor, min(head.Open, f.greatestTx+1))
	if cursor > f.cursor && cursor > f.greatestTx {
		f.read = map[int64]bool{} // all of it is below the cursor
		f.cursor = cursor
	}
	return f
}

// keptChanges is the number of changes that Prune keeps. A reader that is behind by half of
// them reads the whole catalog instead, which is also faster by then.
const keptChanges = 50_000

// Prune deletes the changes that every running reader has read long ago.
func (v *View) Prune(ctx context.Context) error {
	return v.db.Tx(ctx, func(tx *db.Tx) error {
		return db.Exec(ctx, tx, `
			DELETE FROM catalog_changes
			WHERE number <= (SELECT MAX(number) FROM catalog_changes) - CAST($1 AS BIGINT)`, keptChanges)
	})
}
