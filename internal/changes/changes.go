// Package changes reads the log of changes, which database triggers write: one row per event and record, which moves to the end
// of the log when the event happens again. A reader that follows the log misses no change, whatever the order of commits.
package changes

import (
	"context"
	"encoding/base64"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"kirana/internal/db"
	"kirana/internal/fault"
)

// Events of the log. Their names begin with the kind of the record; stock.changed is of a product, and payment.changed
// of an order.
const (
	ProductChanged     = "product.changed" // any field except the stock
	StockChanged       = "stock.changed"
	CategoryChanged    = "category.changed"
	SubCategoryChanged = "subCategory.changed"
	OrderPlaced        = "order.placed"
	OrderChanged       = "order.changed" // any later change except of its mails; also the payment that places an unpaid order
	OrderStage         = "order.stage"
	OrderDelivered     = "order.delivered"
	OrderCanceled      = "order.canceled"
	PaymentChanged     = "payment.changed"
	CustomerChanged    = "customer.changed"
	KhataChanged       = "khata.changed"
	BillIssued         = "bill.issued"
	BillChanged        = "bill.changed"
)

// Change is a row of the log.
type Change struct {
	Event     string    `db:"event"`
	ObjectID  string    `db:"object_id"`
	Tx        int64     `db:"tx"`
	Number    int64     `db:"number"`
	ChangedAt time.Time `db:"changed_at"`
}

// ErrRestarted is returned for a position of another database: the shop was restored or moved.
var ErrRestarted = fault.New(fault.Conflict, "changes_restarted", "The shop was restored or moved since. Read the list again, from a time long ago, and drop what it does not have.")

var errSince = fault.InField("updatedSince", "The value of updatedSince must be a time such as 2026-01-15T12:30:00Z, or the next of an earlier answer.")

// position is a position in the log: changes after it are unread.
type position struct {
	tx, number int64
	from       *time.Time // for a new reader: changes at or after this time
}

// end is the position after every number of a transaction.
const end = math.MaxInt64

// encode returns the position as opaque text.
func (p position) encode(epoch string) string {
	return base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "1.%s.%d.%d", epoch, p.tx, p.number))
}

// parse parses a time, or a position in the database of an epoch.
func parse(since, epoch string) (position, error) {
	// An unescaped + in a query is decoded as a space.
	if at, err := time.Parse(time.RFC3339, strings.Replace(since, " ", "+", 1)); err == nil {
		at = at.UTC()
		return position{tx: -1, from: &at}, nil
	}
	text, err := base64.RawURLEncoding.DecodeString(since)
	if err != nil {
		return position{}, errSince
	}
	parts := strings.Split(string(text), ".")
	if len(parts) != 4 || parts[0] != "1" {
		return position{}, errSince
	}
	tx, txErr := strconv.ParseInt(parts[2], 10, 64)
	number, numberErr := strconv.ParseInt(parts[3], 10, 64)
	if txErr != nil || numberErr != nil {
		return position{}, errSince
	}
	if parts[1] != epoch {
		return position{}, ErrRestarted
	}
	return position{tx: tx, number: number}, nil
}

// head is the readable end of the log.
type head struct {
	Epoch    string `db:"epoch"`
	Complete int64  `db:"complete"` // all transactions up to this one have ended
}

func readHead(ctx context.Context, d *db.DB, q db.Querier) (head, error) {
	return db.Get[head](ctx, q, `SELECT epoch, `+d.CompleteTx()+` AS complete FROM change_epochs`)
}

// Latest returns the position after all changes of ended transactions.
func Latest(ctx context.Context, d *db.DB, q db.Querier) (string, error) {
	h, err := readHead(ctx, d, q)
	if err != nil {
		return "", fmt.Errorf("read the head of the changes: %w", err)
	}
	return position{tx: h.Complete, number: end}.encode(h.Epoch), nil
}

// Query selects the oldest changes of the events since a time (RFC 3339) or position, at most Limit of them.
type Query struct {
	Since  string
	Limit  int
	Events []string
}

// Read returns the changes of a query, and the position after them. A change may be returned more than once.
func Read(ctx context.Context, d *db.DB, q db.Querier, selected Query) (read []Change, next string, err error) {
	h, err := readHead(ctx, d, q)
	if err != nil {
		return nil, "", fmt.Errorf("read the head of the changes: %w", err)
	}
	from, err := parse(selected.Since, h.Epoch)
	if err != nil {
		return nil, "", err
	}
	query, args := statement(from, h.Complete, selected.Limit, selected.Events)
	if read, err = db.All[Change](ctx, q, query, args...); err != nil {
		return nil, "", fmt.Errorf("read the changes: %w", err)
	}
	after := position{tx: max(from.tx, h.Complete), number: end}
	if len(read) == selected.Limit {
		last := read[len(read)-1]
		after = position{tx: last.Tx, number: last.Number}
	}
	return read, after.encode(h.Epoch), nil
}

// statement returns the query and its arguments. It reads each event by the index, and merges the results.
func statement(from position, complete int64, limit int, events []string) (string, []any) {
	args := []any{from.tx, from.number, complete, limit}
	started := ""
	if from.from != nil {
		args = append(args, *from.from)
		started = " AND changed_at >= $5"
	}
	var parts []string
	for _, event := range events {
		args = append(args, event)
		n := strconv.Itoa(len(args))
		parts = append(parts, `
			SELECT * FROM (
				SELECT event, object_id, tx, number, changed_at
				FROM changes
				WHERE event = $`+n+` AND (tx, number) > (CAST($1 AS BIGINT), CAST($2 AS BIGINT)) AND tx <= $3`+started+`
				ORDER BY tx, number
				LIMIT $4
			) AS e`+n)
	}
	return strings.Join(parts, " UNION ALL ") + ` ORDER BY tx, number LIMIT $4`, args
}

// Page is a page of changed records.
type Page struct {
	IDs  []string // in the order of the changes, without duplicates
	Next string
	at   map[string]time.Time
}

// Records returns the ids of the records with the oldest changes; see Read. The caller reads the records afterwards, since
// they must not be older than their changes.
func Records(ctx context.Context, d *db.DB, since string, limit int, events ...string) (Page, error) {
	read, next, err := Read(ctx, d, d, Query{Since: since, Limit: limit, Events: events})
	page := Page{Next: next, at: map[string]time.Time{}}
	for _, change := range read {
		if _, known := page.at[change.ObjectID]; !known {
			page.IDs = append(page.IDs, change.ObjectID)
		}
		page.at[change.ObjectID] = change.ChangedAt
	}
	return page, err
}
