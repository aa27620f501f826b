package books

import (
	"context"
	"strconv"
	"strings"
	"time"

	"kirana/internal/bill"
	"kirana/internal/db"
	"kirana/internal/money"
)

// documentColumns are the columns of a Document from bills b. credited, the value of the bill that a credit note
// corrects, decides whether the note belongs to table 5 or 7.
const documentColumns = `b.id, b.number, b.prefix, b.year, b.serial, b.kind, b.issued_at, b.place_of_supply, b.total, b.round_off, b.payable, b.document, b.canceled_at,
	CASE WHEN b.kind = 'CREDIT_NOTE' THEN COALESCE((SELECT o.payable FROM bills o WHERE o.id = b.credit_for), 0) ELSE 0 END AS credited`

// after is the position of the last document of the previous page, in the order of issue.
type after struct {
	at time.Time
	id string
}

// pageSize is the number of documents read in one query.
const pageSize = 500

// page reads the documents of a range of days after a position, in the order of issue.
func page(ctx context.Context, q db.Querier, days Days, a after) ([]Document, error) {
	return db.All[Document](ctx, q, `
		SELECT `+documentColumns+`
		FROM bills b
		WHERE b.issued_at >= $1 AND b.issued_at < $2 AND (b.issued_at, b.id) > ($1, CAST($3 AS TEXT))
		ORDER BY b.issued_at, b.id LIMIT $4`, latest(days.From, a.at), days.To, a.id, pageSize)
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// each calls use with the documents of a range of days as they were at a time, in the order of issue.
func each(ctx context.Context, q db.Querier, days Days, asOf time.Time, use func(Document)) error {
	var last after
	for {
		documents, err := page(ctx, q, days, last)
		if err != nil {
			return err
		}
		for _, d := range documents {
			if d, existed := d.at(asOf); existed {
				use(d)
			}
		}
		if len(documents) < pageSize {
			return nil
		}
		last = after{documents[pageSize-1].IssuedAt, documents[pageSize-1].ID}
	}
}

// list reads a page of documents and the total, exact up to db.MaxCounted. For a deep page, it counts from the page to
// the end of the next one.
func list(ctx context.Context, q db.Querier, days Days, number, limit int) ([]Document, int, error) {
	const found = `SELECT id FROM bills WHERE issued_at >= $1 AND issued_at < $2 ORDER BY issued_at, id LIMIT $3 OFFSET $4`
	length, offset := db.CountRange(number, limit)
	read := limit
	if offset > 0 {
		read = length
	}
	documents, err := db.All[Document](ctx, q, `
		SELECT `+documentColumns+`
		FROM bills b
		WHERE b.id IN (`+found+`)
		ORDER BY b.issued_at, b.id`, days.From, days.To, read, (number-1)*limit)
	switch {
	case err != nil:
		return nil, 0, err
	case offset == 0:
		total, err := db.Get[int](ctx, q, `SELECT COUNT(*) FROM (`+found+`) counted`, days.From, days.To, length, 0)
		return documents, total, err
	case len(documents) == 0: // past the end
		_, total, err := list(ctx, q, days, 1, limit)
		return nil, total, err
	}
	return documents[:min(limit, len(documents))], offset + len(documents), nil
}

// lostNumbers returns the numbers of counter devices that were declared lost in a range of days.
func lostNumbers(ctx context.Context, q db.Querier, days Days) ([]bill.Slot, error) {
	return db.All[bill.Slot](ctx, q, `
		SELECT prefix, year, serial
		FROM counter_lost_numbers
		WHERE declared_at >= $1 AND declared_at < $2
		ORDER BY prefix, year, serial`, days.From, days.To)
}

// missing counts the missing numbers in the series of rows: numbers from the first of a series to the last in rows
// without a document and not declared lost.
func missing(ctx context.Context, q db.Querier, rows []NumberRange) (int, error) {
	last := map[series]int64{}
	for _, row := range rows {
		key := series{row.Notes, row.prefix, row.year}
		last[key] = max(last[key], row.last)
	}
	if len(last) == 0 {
		return 0, nil
	}
	var counts []string
	var args []any
	for key, serial := range last {
		n := len(args)
		counts = append(counts, strings.NewReplacer("$1", "$"+strconv.Itoa(n+1), "$2", "$"+strconv.Itoa(n+2), "$3", "$"+strconv.Itoa(n+3)).Replace(`
			SELECT MAX(serial) - MIN(serial) + 1 - COUNT(*) AS missing
			FROM (
				SELECT serial FROM bills WHERE prefix = $1 AND year = $2 AND serial <= $3
				UNION ALL
				SELECT serial FROM counter_lost_numbers WHERE prefix = $1 AND year = $2 AND serial <= $3
			) numbers`))
		args = append(args, key.prefix, key.year, serial)
	}
	return db.Get[int](ctx, q, `SELECT CAST(SUM(missing) AS BIGINT) FROM (`+strings.Join(counts, " UNION ALL ")+`) series`, args...)
}

// WaitingBills sums the orders whose goods left without a bill.
type WaitingBills struct {
	Count int         `db:"count" json:"count"`
	Total money.Paise `db:"total" json:"total" doc:"Total in rupees."`
	Since *time.Time  `json:"since" doc:"Time at which the oldest order was placed. Null: none."`
}

// SchemaName returns the name in the API document.
func (WaitingBills) SchemaName() string { return "BooksWaiting" }

// waiting sums the orders placed before a time whose goods left without a bill.
func waiting(ctx context.Context, q db.Querier, before time.Time) (w WaitingBills, err error) {
	w, err = db.Get[WaitingBills](ctx, q, `SELECT COUNT(*) AS count, CAST(COALESCE(SUM(due_total), 0) AS BIGINT) AS total FROM checkouts WHERE billing = 'WAITS' AND created_at < $1`, before)
	if err != nil || w.Count == 0 {
		return w, err
	}
	since, err := db.Get[time.Time](ctx, q, `SELECT created_at FROM checkouts WHERE billing = 'WAITS' AND created_at < $1 ORDER BY created_at LIMIT 1`, before)
	w.Since = &since
	return w, err
}

// Correction is a credit note that was issued after a range of days for a bill within the range.
type Correction struct {
	Number   string      `db:"number" json:"number"`
	For      string      `db:"credited_number" json:"creditFor"`
	IssuedAt time.Time   `db:"issued_at" json:"issuedAt"`
	Payable  money.Paise `db:"payable" json:"payable" doc:"Payable amount in rupees."`
}

// SchemaName returns the name in the API document.
func (Correction) SchemaName() string { return "BooksCorrection" }

// maxCorrections limits the list of later corrections.
const maxCorrections = 100

// corrections returns the credit notes issued after a range of days for bills within it.
func corrections(ctx context.Context, q db.Querier, days Days) ([]Correction, error) {
	return db.All[Correction](ctx, q, `
		SELECT n.number, o.number AS credited_number, n.issued_at, n.payable
		FROM bills o
		JOIN bills n ON n.checkout_id = o.checkout_id AND n.credit_for = o.id AND n.issued_at >= $2 AND n.canceled_at IS NULL
		WHERE o.issued_at >= $1 AND o.issued_at < $2
		ORDER BY n.issued_at, n.id LIMIT $3`, days.From, days.To, maxCorrections)
}
