package order

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kirana/internal/db"
)

// CheckoutDeliveryCounts counts checkouts by the delivery statuses of their rows: one with rows of
// two statuses counts for both.
type CheckoutDeliveryCounts struct {
	DeliveryCounts

	All int // of any status, each once
}

// Of returns the number of checkouts that have a row with a status; of all for "".
func (c CheckoutDeliveryCounts) Of(d Delivery) int {
	if d == "" {
		return c.All
	}
	return c.DeliveryCounts.Of(d)
}

// ListByCheckout lists the rows of all shoppers like List, in pages of whole checkouts: if the
// filter selects one row of a checkout, the page has all of them, and Limit counts checkouts.
// counts covers all pages and every delivery status.
func (s *Service) ListByCheckout(ctx context.Context, f Filter) (rows []Row, counts CheckoutDeliveryCounts, err error) {
	orders, counts, err := s.ordersByCheckout(ctx, f)
	if err != nil {
		return nil, counts, err
	}
	rows = rowsOf(orders, currentOrder.rowForAdmin)
	return rows, counts, s.addRowBills(ctx, rows)
}

func (s *Service) ordersByCheckout(ctx context.Context, f Filter) (orders []currentOrder, counts CheckoutDeliveryCounts, err error) {
	if strings.TrimSpace(f.Search) != "" {
		found, err := searchRows(ctx, s.db, f)
		if err != nil {
			return nil, counts, fmt.Errorf("search orders: %w", err)
		}
		var ids []string
		ids, counts = pageOfFoundCheckouts(f, found)
		if orders, err = listCheckoutRows(ctx, s.db, ids); err != nil {
			return nil, counts, fmt.Errorf("read the orders of a search: %w", err)
		}
		return orders, counts, nil
	}
	if counts, err = countCheckoutsByDelivery(ctx, s.db, f); err != nil {
		return nil, counts, fmt.Errorf("count orders: %w", err)
	}
	if counts.Of(f.Delivery) > 0 {
		if orders, err = listByCheckout(ctx, s.db, f); err != nil {
			return nil, counts, fmt.Errorf("list orders: %w", err)
		}
	}
	return orders, counts, nil
}

// checkoutsWith returns the SQL condition that a checkout c has a row with a delivery status and in
// a queue ("" is any).
func checkoutsWith(status Delivery, queue Queue) string {
	condition := map[Delivery]string{
		"": "(has_pending OR has_delivered OR has_canceled)", Pending: "has_pending = TRUE", Delivered: "has_delivered", Canceled: "has_canceled = TRUE",
	}[status]
	if queue == "" {
		return condition
	}
	// Few checkouts are in a queue: a partial index contains only these.
	if queue == RefundQueue {
		condition += " AND problem = TRUE"
	} else if status != Pending {
		condition += " AND has_pending = TRUE"
	}
	row := queue.Condition()
	if status != "" {
		row += " AND delivery_status = '" + string(status) + "'"
	}
	return condition + " AND EXISTS (SELECT 1 FROM orders o WHERE o.checkout_id = c.id AND NOT o.hidden AND " + row + ")"
}

// checkoutsNewestFirst sorts checkouts that need attention first, like the desk.
const checkoutsNewestFirst = "problem DESC, created_at DESC, id DESC"

// listByCheckout finds the page's checkouts by an index, and reads only their rows, including rows
// added later.
func listByCheckout(ctx context.Context, q db.Querier, f Filter) ([]currentOrder, error) {
	return db.All[currentOrder](ctx, q, currentColumns+`
	FROM (
		SELECT id, problem, created_at FROM checkouts c WHERE `+checkoutsWith(f.Delivery, f.Queue)+`
		ORDER BY `+checkoutsNewestFirst+` LIMIT $1 OFFSET $2
	) page
	JOIN orders o ON o.checkout_id = page.id`+currentJoins+`
	WHERE NOT o.hidden
	ORDER BY page.problem DESC, page.created_at DESC, page.id DESC, o.id`, f.Limit, (f.Page-1)*f.Limit)
}

// countCheckoutsByDelivery counts the checkouts of each status up to db.MaxCounted, and those of
// the filter's status at least to the end of the next page.
func countCheckoutsByDelivery(ctx context.Context, q db.Querier, f Filter) (CheckoutDeliveryCounts, error) {
	length, offset := db.CountRange(f.Page, f.Limit)
	counts, err := countCheckoutsFrom(ctx, q, f, length, offset)
	if err == nil && offset > 0 && counts.Of(f.Delivery) == offset { // past the end
		counts, err = countCheckoutsFrom(ctx, q, f, db.MaxCounted, 0)
	}
	return counts, err
}

// countCheckoutsFrom counts the checkouts of the filter's status from an offset on, assuming that
// all before it exist, and those of other statuses up to db.MaxCounted.
func countCheckoutsFrom(ctx context.Context, q db.Querier, f Filter, length, offset int) (CheckoutDeliveryCounts, error) {
	statuses := []Delivery{"", Pending, Delivered, Canceled}
	onlyPending := f.Queue == DeliveryQueue || f.Queue == PaymentQueue
	if onlyPending {
		statuses = []Delivery{Pending}
	}
	var parts []string
	for i, status := range statuses {
		part, from := [2]int{db.MaxCounted, 0}, ""
		if status == f.Delivery || onlyPending {
			part, from = [2]int{length, offset}, strconv.Itoa(offset)+" + "
		}
		parts = append(parts, fmt.Sprintf(`
		SELECT '%[1]s' AS delivery_status, %[2]sCOUNT(*) AS checkouts
		FROM (SELECT 1 FROM checkouts c WHERE %[3]s LIMIT %[4]d OFFSET %[5]d) counted%[6]d`, status, from, checkoutsWith(status, f.Queue), part[0], part[1], i))
	}
	groups, err := db.All[struct {
		Delivery  Delivery `db:"delivery_status"`
		Checkouts int      `db:"checkouts"`
	}](ctx, q, strings.Join(parts, " UNION ALL "))
	var counts CheckoutDeliveryCounts
	for _, g := range groups {
		if g.Delivery == "" {
			counts.All = g.Checkouts
		}
		counts.add(g.Delivery, g.Checkouts)
	}
	if onlyPending {
		counts.All = counts.Pending
	}
	return counts, err
}

// pageOfFoundCheckouts counts the checkouts of the found rows, and returns the ids of the filter's
// page.
func pageOfFoundCheckouts(f Filter, found []foundRow) ([]string, CheckoutDeliveryCounts) {
	var counts CheckoutDeliveryCounts
	var ids []string
	seen, seenWith := map[string]bool{}, map[foundRow]bool{}
	for _, row := range found {
		with := foundRow{CheckoutID: row.CheckoutID, Delivery: row.Delivery}
		if seenWith[with] {
			continue
		}
		seenWith[with] = true
		counts.add(row.Delivery, 1)
		if f.Delivery == row.Delivery || (f.Delivery == "" && !seen[row.CheckoutID]) {
			ids = append(ids, row.CheckoutID)
		}
		if !seen[row.CheckoutID] {
			seen[row.CheckoutID] = true
			counts.All++
		}
	}
	from := min((f.Page-1)*f.Limit, len(ids))
	return ids[from:min(from+f.Limit, len(ids))], counts
}

// listCheckoutRows reads the visible rows of checkouts, in the order of ids.
func listCheckoutRows(ctx context.Context, q db.Querier, ids []string) ([]currentOrder, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	orders, err := currentByCheckouts(ctx, q, ids)
	orders = slices.DeleteFunc(orders, func(o currentOrder) bool { return o.Hidden })
	index := make(map[string]int, len(ids))
	for i, id := range ids {
		index[id] = i
	}
	slices.SortStableFunc(orders, func(a, b currentOrder) int { return cmp.Compare(index[a.CheckoutID], index[b.CheckoutID]) })
	return orders, err
}
