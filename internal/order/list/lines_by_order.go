package list

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kirana/internal/db"
	"kirana/internal/order"
)

// OrderDeliveryCounts counts orders by the delivery statuses of their lines. An order with lines of
// two statuses counts for both.
type OrderDeliveryCounts struct {
	DeliveryCounts

	All int // orders with lines of any status, each once
}

// Of returns the number of orders that have a line of status d, or of all for "".
func (c OrderDeliveryCounts) Of(d order.Delivery) int {
	if d == "" {
		return c.All
	}
	return c.DeliveryCounts.Of(d)
}

// ListLinesByOrder lists the lines of all shoppers in pages of whole orders, for an administrator. An
// order is listed with all its lines if the filter selects one of them. f.Limit counts orders. counts
// covers all pages and every delivery status.
func (s *Service) ListLinesByOrder(ctx context.Context, f LineFilter) (views []order.LineView, counts OrderDeliveryCounts, err error) {
	lines, counts, err := s.linesByOrder(ctx, f)
	if err != nil {
		return nil, counts, err
	}
	views, err = s.orders.ViewsForStaff(ctx, lines)
	return views, counts, err
}

func (s *Service) linesByOrder(ctx context.Context, f LineFilter) (lines []order.CurrentLine, counts OrderDeliveryCounts, err error) {
	if strings.TrimSpace(f.Search) != "" {
		found, err := searchLines(ctx, s.db, f)
		if err != nil {
			return nil, counts, fmt.Errorf("search orders: %w", err)
		}
		var ids []string
		ids, counts = pageOfFoundOrders(f, found)
		if lines, err = linesOfOrders(ctx, s.db, ids); err != nil {
			return nil, counts, fmt.Errorf("read the orders of a search: %w", err)
		}
		return lines, counts, nil
	}
	if counts, err = countOrdersByDelivery(ctx, s.db, f); err != nil {
		return nil, counts, fmt.Errorf("count orders: %w", err)
	}
	if counts.Of(f.Delivery) > 0 {
		if lines, err = listByOrder(ctx, s.db, f); err != nil {
			return nil, counts, fmt.Errorf("list orders: %w", err)
		}
	}
	return lines, counts, nil
}

// ordersWith returns the SQL condition that an order c has a line with a delivery status and in a
// queue. "" is any status or queue.
func ordersWith(status order.Delivery, queue Queue) string {
	condition := map[order.Delivery]string{
		"": "(has_pending OR has_delivered OR has_canceled)", order.Pending: "has_pending = TRUE", order.Delivered: "has_delivered", order.Canceled: "has_canceled = TRUE",
	}[status]
	if queue == "" {
		return condition
	}
	// Few orders are in a queue: a partial index contains only these.
	if queue == RefundQueue {
		condition += " AND problem = TRUE"
	} else if status != order.Pending {
		condition += " AND has_pending = TRUE"
	}
	row := queue.Condition()
	if status != "" {
		row += " AND delivery_status = '" + string(status) + "'"
	}
	return condition + " AND EXISTS (SELECT 1 FROM orders o WHERE o.checkout_id = c.id AND NOT o.hidden AND " + row + ")"
}

// ordersNewestFirst sorts orders with a problem first, then the newest.
const ordersNewestFirst = "problem DESC, created_at DESC, id DESC"

// listByOrder finds the orders of a page by an index, and reads only their lines.
func listByOrder(ctx context.Context, q db.Querier, f LineFilter) ([]order.CurrentLine, error) {
	return order.ReadCurrent(ctx, q, `(
		SELECT id, problem, created_at FROM checkouts c WHERE `+ordersWith(f.Delivery, f.Queue)+`
		ORDER BY `+ordersNewestFirst+` LIMIT $1 OFFSET $2
	) page
	JOIN orders o ON o.checkout_id = page.id`, `
	WHERE NOT o.hidden
	ORDER BY page.problem DESC, page.created_at DESC, page.id DESC, o.id`, f.Limit, (f.Page-1)*f.Limit)
}

// countOrdersByDelivery counts the orders of each status, up to db.MaxCounted. For the filter's status
// it counts at least to the end of the next page.
func countOrdersByDelivery(ctx context.Context, q db.Querier, f LineFilter) (OrderDeliveryCounts, error) {
	length, offset := db.CountRange(f.Page, f.Limit)
	counts, err := countOrdersFrom(ctx, q, f, length, offset)
	if err == nil && offset > 0 && counts.Of(f.Delivery) == offset { // past the end
		counts, err = countOrdersFrom(ctx, q, f, db.MaxCounted, 0)
	}
	return counts, err
}

// countOrdersFrom counts the orders of the filter's status from an offset on, and adds the offset,
// assuming that all orders before exist. It counts other statuses from the start, up to db.MaxCounted.
func countOrdersFrom(ctx context.Context, q db.Querier, f LineFilter, length, offset int) (OrderDeliveryCounts, error) {
	statuses := []order.Delivery{"", order.Pending, order.Delivered, order.Canceled}
	onlyPending := f.Queue == DeliveryQueue || f.Queue == PaymentQueue
	if onlyPending {
		statuses = []order.Delivery{order.Pending}
	}
	var parts []string
	for i, status := range statuses {
		part, from := [2]int{db.MaxCounted, 0}, ""
		if status == f.Delivery || onlyPending {
			part, from = [2]int{length, offset}, strconv.Itoa(offset)+" + "
		}
		parts = append(parts, fmt.Sprintf(`
		SELECT '%[1]s' AS delivery_status, %[2]sCOUNT(*) AS checkouts
		FROM (SELECT 1 FROM checkouts c WHERE %[3]s LIMIT %[4]d OFFSET %[5]d) counted%[6]d`, status, from, ordersWith(status, f.Queue), part[0], part[1], i))
	}
	groups, err := db.All[struct {
		Delivery order.Delivery `db:"delivery_status"`
		Orders   int            `db:"checkouts"`
	}](ctx, q, strings.Join(parts, " UNION ALL "))
	var counts OrderDeliveryCounts
	for _, g := range groups {
		if g.Delivery == "" {
			counts.All = g.Orders
		}
		counts.add(g.Delivery, g.Orders)
	}
	if onlyPending {
		counts.All = counts.Pending
	}
	return counts, err
}

// pageOfFoundOrders counts the orders of the found lines, and returns the ids of the orders on the
// filter's page.
func pageOfFoundOrders(f LineFilter, found []foundLine) ([]string, OrderDeliveryCounts) {
	var counts OrderDeliveryCounts
	var ids []string
	seen, seenStatus := map[string]bool{}, map[foundLine]bool{}
	for _, row := range found {
		key := foundLine{OrderID: row.OrderID, Delivery: row.Delivery}
		if seenStatus[key] {
			continue
		}
		seenStatus[key] = true
		counts.add(row.Delivery, 1)
		if f.Delivery == row.Delivery || (f.Delivery == "" && !seen[row.OrderID]) {
			ids = append(ids, row.OrderID)
		}
		if !seen[row.OrderID] {
			seen[row.OrderID] = true
			counts.All++
		}
	}
	from := min((f.Page-1)*f.Limit, len(ids))
	return ids[from:min(from+f.Limit, len(ids))], counts
}

// linesOfOrders reads the lines of orders that are not hidden, sorted like ids.
func linesOfOrders(ctx context.Context, q db.Querier, ids []string) ([]order.CurrentLine, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	lines, err := order.CurrentByOrders(ctx, q, ids)
	lines = slices.DeleteFunc(lines, func(l order.CurrentLine) bool { return l.Hidden })
	index := make(map[string]int, len(ids))
	for i, id := range ids {
		index[id] = i
	}
	slices.SortStableFunc(lines, func(a, b order.CurrentLine) int { return cmp.Compare(index[a.OrderID], index[b.OrderID]) })
	return lines, err
}
