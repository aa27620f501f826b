package list

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"kirana/internal/changes"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/order"
)

// Open selects every stage before DONE in a Filter.
const Open order.Stage = "OPEN"

// Filter selects orders. The zero value selects all that are paid or to be paid on delivery.
type Filter struct {
	Stage    order.Stage // or Open
	Problems bool        // only orders with a problem
	Unpaid   bool        // include orders whose online payment has not succeeded
	IDs      []string    // only these; empty: all
	UserID   string
	Pincode  string
	Rider    string
	Method   order.Method
	Channel  order.Channel
	Search   string    // beginnings of words and numbers
	From, To time.Time // UTC; when the order was placed: From inclusive, To exclusive
	// FinishedFrom (inclusive) and FinishedTo (exclusive) bound when an order became DONE, UTC. They
	// exclude orders canceled as a whole.
	FinishedFrom, FinishedTo time.Time
	Page                     int // from 1
	Limit                    int
}

// StageCounts counts open orders by stage, orders done today, and orders with a problem.
type StageCounts struct {
	New      int `json:"NEW"`
	Packing  int `json:"PACKING"`
	Packed   int `json:"PACKED"`
	Out      int `json:"OUT"`
	Done     int `json:"DONE" doc:"Orders done today, excluding orders canceled as a whole."`
	Problems int `json:"PROBLEMS"`
}

// List is one page of orders, with counts.
type List struct {
	Orders  []order.View
	Total   int // in all pages, at most db.MaxCounted; of a search, at most maxFound
	Counts  StageCounts
	Collect money.Paise // to be collected on delivery of all open orders, in paise
}

// List lists orders for staff. A list of open stages begins with the oldest order, any other with the
// newest. A list of all or of DONE orders begins with problems.
func (s *Service) List(ctx context.Context, v order.Viewer, f Filter) (List, error) {
	var list List
	orders, total, err := pageOfOrders(ctx, s.db, f)
	if err != nil {
		return list, fmt.Errorf("list orders: %w", err)
	}
	list.Total = total
	if list.Orders, err = s.orders.Views(ctx, v, orders); err != nil || v.StaffRole == "" {
		return list, err
	}
	list.Counts, list.Collect, err = s.Counts(ctx)
	return list, err
}

// ListChanged lists the orders of a filter that have changed since a position in the log of changes, the
// earliest change first.
func (s *Service) ListChanged(ctx context.Context, v order.Viewer, since string, f Filter) (changes.Page, []order.View, error) {
	page, err := changes.Records(ctx, s.db, since, f.Limit, changes.OrderPlaced, changes.OrderChanged)
	if err != nil || len(page.IDs) == 0 {
		return page, nil, err
	}
	f.IDs, f.Page = page.IDs, 1
	orders, _, err := pageOfOrders(ctx, s.db, f)
	if err != nil {
		return page, nil, fmt.Errorf("read changed orders: %w", err)
	}
	views, err := s.orders.Views(ctx, v, orders)
	return page, views, err
}

// Counts returns the result of CountByStage for the current time.
func (s *Service) Counts(ctx context.Context) (StageCounts, money.Paise, error) {
	return CountByStage(ctx, s.db, s.clock.Now())
}

// CountByStage counts orders by stage, with those done on the day of now in India. It also returns the
// sum to be collected of open orders, in paise.
func CountByStage(ctx context.Context, q db.Querier, now time.Time) (StageCounts, money.Paise, error) {
	year, month, day := now.In(clock.India).Date()
	today := time.Date(year, month, day, 0, 0, 0, 0, clock.India).UTC()
	groups, err := db.All[struct {
		Stage   order.Stage `db:"stage"`
		N       int         `db:"n"`
		Collect money.Paise `db:"collect"`
	}](ctx, q, `
		SELECT stage, COUNT(*) AS n, CAST(COALESCE(SUM(collect), 0) AS BIGINT) AS collect
		FROM checkouts
		WHERE NOT unpaid AND stage IN ('NEW', 'PACKING', 'PACKED', 'OUT')
		GROUP BY stage
		UNION ALL
		SELECT 'DONE', COUNT(*), 0 FROM checkouts WHERE NOT unpaid AND stage = 'DONE' AND item_count > 0 AND stage_at >= $1
		UNION ALL
		SELECT 'PROBLEMS', COUNT(*), 0 FROM checkouts WHERE problem = TRUE AND NOT unpaid`, today)
	var counts StageCounts
	var collect money.Paise
	for _, g := range groups {
		collect += g.Collect
		switch g.Stage {
		case order.StageNew:
			counts.New = g.N
		case order.StagePacking:
			counts.Packing = g.N
		case order.StagePacked:
			counts.Packed = g.N
		case order.StageOut:
			counts.Out = g.N
		case order.StageDone:
			counts.Done = g.N
		default:
			counts.Problems = g.N
		}
	}
	return counts, collect, err
}

// conditions returns the filter, without its search, as SQL on checkouts with its arguments.
func (f Filter) conditions() (string, []any) {
	parts, args := []string{}, []any{}
	add := func(condition string, values ...any) {
		for _, value := range values {
			args = append(args, value)
			condition = strings.Replace(condition, "$?", "$"+strconv.Itoa(len(args)), 1)
		}
		parts = append(parts, condition)
	}
	if !f.Unpaid {
		add(`NOT unpaid`)
	}
	switch f.Stage {
	case "":
	case Open:
		add(`stage IN ('NEW', 'PACKING', 'PACKED', 'OUT')`)
	default:
		add(`stage = $?`, f.Stage)
	}
	if f.Problems {
		add(`problem = TRUE`)
	}
	if len(f.IDs) > 0 {
		values := make([]any, len(f.IDs))
		for i, id := range f.IDs {
			values[i] = id
		}
		add(`id IN (`+strings.TrimSuffix(strings.Repeat("$?, ", len(f.IDs)), ", ")+`)`, values...)
	}
	if f.UserID != "" {
		add(`user_id = $?`, f.UserID)
	}
	if f.Pincode != "" {
		add(`pincode = $?`, f.Pincode)
	}
	if f.Rider != "" {
		add(`rider = $?`, f.Rider)
	}
	for _, equal := range []struct{ column, value string }{{"payment_method", string(f.Method)}, {"channel", string(f.Channel)}} {
		if equal.value != "" {
			add(equal.column+` = $?`, equal.value)
		}
	}
	if !f.From.IsZero() {
		add(`created_at >= $?`, f.From)
	}
	if !f.To.IsZero() {
		add(`created_at < $?`, f.To)
	}
	if !f.FinishedFrom.IsZero() || !f.FinishedTo.IsZero() {
		add(`stage = 'DONE' AND item_count > 0`) // match the condition of a partial index
	}
	if !f.FinishedFrom.IsZero() {
		add(`stage_at >= $?`, f.FinishedFrom)
	}
	if !f.FinishedTo.IsZero() {
		add(`stage_at < $?`, f.FinishedTo)
	}
	if len(parts) == 0 {
		return "", nil
	}
	return " WHERE " + strings.Join(parts, " AND "), args
}

// maxSearchWords bounds the words of a search. Further words are ignored.
const maxSearchWords = 6

func (f Filter) order() string {
	switch {
	case f.UserID != "":
		return ` ORDER BY created_at DESC, id DESC`
	case f.Stage == Open || (f.Stage != "" && f.Stage != order.StageDone):
		return ` ORDER BY created_at, id`
	case f.Problems || f.Search != "":
		return ` ORDER BY created_at DESC, id DESC`
	}
	return ` ORDER BY problem DESC, created_at DESC, id DESC`
}

// pageOfOrders reads a page of orders, and counts the orders of all pages.
func pageOfOrders(ctx context.Context, q db.Querier, f Filter) ([]order.Order, int, error) {
	words := searchedWords(f.Search)
	if len(words) == 0 {
		return pageWithTotal(ctx, q, f)
	}
	found, err := searchOrders(ctx, q, f, words, maxFound)
	from := min((f.Page-1)*f.Limit, len(found))
	ids := found[from:min(from+f.Limit, len(found))]
	if err != nil || len(ids) == 0 {
		return nil, len(found), err
	}
	page := f
	page.IDs, page.Page = ids, 1
	orders, err := listOrders(ctx, q, page)
	return orders, len(found), err
}

func listOrders(ctx context.Context, q db.Querier, f Filter) ([]order.Order, error) {
	where, args := f.conditions()
	n := len(args)
	return db.All[order.Order](ctx, q, `SELECT `+order.OrderColumns+` FROM checkouts`+where+f.order()+
		` LIMIT $`+strconv.Itoa(n+1)+` OFFSET $`+strconv.Itoa(n+2), append(args, f.Limit, (f.Page-1)*f.Limit)...)
}

// pageWithTotal reads a page and the total in one statement, by an index.
func pageWithTotal(ctx context.Context, q db.Querier, f Filter) ([]order.Order, int, error) {
	type counting struct {
		order.Order

		Counted int `db:"counted"`
	}
	where, args := f.conditions()
	n := len(args)
	length, offset := db.CountRange(f.Page, f.Limit)
	rows, err := db.All[counting](ctx, q, `
		WITH found AS (
			SELECT id, problem, created_at FROM checkouts`+where+f.order()+` LIMIT $`+strconv.Itoa(n+1)+` OFFSET $`+strconv.Itoa(n+2)+`
		)
		SELECT `+order.OrderColumns+`, (SELECT COUNT(*) FROM found) AS counted
		FROM checkouts
		WHERE id IN (SELECT id FROM found`+f.order()+` LIMIT $`+strconv.Itoa(n+3)+` OFFSET $`+strconv.Itoa(n+4)+`)`+f.order(),
		append(args, length, offset, f.Limit, (f.Page-1)*f.Limit-offset)...)
	if err != nil {
		return nil, 0, err
	}
	if len(rows) == 0 && f.Page > 1 { // past the end
		total, err := countOrders(ctx, q, f)
		return nil, total, err
	}
	orders, total := make([]order.Order, len(rows)), 0
	for i, row := range rows {
		orders[i], total = row.Order, offset+row.Counted
	}
	return orders, total, nil
}

func countOrders(ctx context.Context, q db.Querier, f Filter) (int, error) {
	where, args := f.conditions()
	return db.Get[int](ctx, q, `SELECT COUNT(*) FROM (SELECT 1 FROM checkouts`+where+` LIMIT `+strconv.Itoa(db.MaxCounted)+`) c`, args...)
}
