package list

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"kirana/internal/db"
	"kirana/internal/order"
)

// LineFilter selects lines. The zero value selects all.
type LineFilter struct {
	UserID   string
	Delivery order.Delivery
	Queue    Queue  // "": any
	Search   string // see searchLines
	Page     int    // from 1, with Limit
	Limit    int    // lines per page; 0: all lines
	NoEmail  bool   // do not search emails, for a packer
}

// where returns the filter, without its search, as SQL on orders o with its arguments.
func (f LineFilter) where() (string, []any) {
	conditions, args := []string{"NOT o.hidden"}, []any{}
	add := func(condition string, arg any) {
		args = append(args, arg)
		conditions = append(conditions, strings.ReplaceAll(condition, "$?", "$"+strconv.Itoa(len(args))))
	}
	if f.UserID != "" {
		add(`o.user_id = $?`, f.UserID)
	}
	if f.Delivery != "" {
		add(`o.delivery_status = $?`, string(f.Delivery))
	}
	if condition := f.Queue.Condition(); condition != "" {
		conditions = append(conditions, condition)
	}
	return "\n\tWHERE " + strings.Join(conditions, " AND "), args
}

var escapeLike = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// Both sort orders list the newest orders first, and their lines in the order of the cart.
// attentionFirst lists lines that need attention before all others.
const (
	newestFirst    = "\n\tORDER BY o.created_at DESC, o.checkout_id DESC, o.id"
	attentionFirst = "\n\tORDER BY o.attention DESC, o.created_at DESC, o.checkout_id DESC, o.id"
)

// listLines finds the ids of a page first, and reads only these lines in full, however deep the page.
func listLines(ctx context.Context, q db.Querier, f LineFilter) ([]order.CurrentLine, error) {
	where, args := f.where()
	sorting := attentionFirst
	if f.UserID != "" {
		sorting = newestFirst
	}
	page := "SELECT o.id FROM orders o" + where
	if f.Limit > 0 {
		n := len(args)
		page += sorting + "\n\tLIMIT $" + strconv.Itoa(n+1) + " OFFSET $" + strconv.Itoa(n+2)
		args = append(args, f.Limit, (f.Page-1)*f.Limit)
	}
	return order.ReadCurrent(ctx, q, `(`+page+`) page
	JOIN orders o ON o.id = page.id`, sorting, args...)
}

// countByDelivery counts the lines of every delivery status. Without user and queue it counts up to
// db.MaxCounted, and at least to the end of the next page.
func countByDelivery(ctx context.Context, q db.Querier, f LineFilter) (DeliveryCounts, error) {
	type group struct {
		Delivery order.Delivery `db:"delivery_status"`
		Lines    int            `db:"rows_of_it"`
	}
	var groups []group
	var err error
	if f.UserID == "" && f.Queue == "" {
		var parts []string
		for i, status := range []order.Delivery{order.Pending, order.Delivered, order.Canceled} {
			parts = append(parts, fmt.Sprintf(`
		SELECT '%[1]s' AS delivery_status, COUNT(*) AS rows_of_it
		FROM (SELECT 1 FROM orders WHERE delivery_status = '%[1]s' AND NOT hidden LIMIT $1) rows%[2]d`, status, i))
		}
		groups, err = db.All[group](ctx, q, strings.Join(parts, " UNION ALL "), max(db.MaxCounted, (f.Page+1)*f.Limit))
	} else {
		f.Delivery = ""
		where, args := f.where()
		groups, err = db.All[group](ctx, q, `SELECT delivery_status, COUNT(*) AS rows_of_it FROM orders o`+where+` GROUP BY delivery_status`, args...)
	}
	var counts DeliveryCounts
	for _, g := range groups {
		counts.add(g.Delivery, g.Lines)
	}
	return counts, err
}

// currentByIDs reads lines, sorted by attentionFirst.
func currentByIDs(ctx context.Context, q db.Querier, ids []string) ([]order.CurrentLine, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return order.ReadCurrent(ctx, q, `orders o`, `
	WHERE o.id IN (`+db.Placeholders(1, len(ids))+`)`+attentionFirst, db.Args(ids)...)
}
