package list

import (
	"context"
	"fmt"
	"strconv"

	"kirana/internal/db"
	"kirana/internal/order"
)

// indexBatch is the number of orders indexed in one transaction, small enough not to delay new orders.
const indexBatch = 50

// IndexOlder indexes the orders that were placed before the word index existed, until all are indexed
// or ctx ends.
func (s *Service) IndexOlder(ctx context.Context) error {
	for ctx.Err() == nil {
		ids, err := db.All[string](ctx, s.db, `SELECT id FROM checkouts WHERE NOT searchable ORDER BY id LIMIT $1`, indexBatch)
		if err != nil {
			return fmt.Errorf("look for orders to index: %w", err)
		}
		if len(ids) == 0 {
			return nil
		}
		if err := s.indexBatch(ctx, ids); err != nil {
			return fmt.Errorf("index orders: %w", err)
		}
	}
	return ctx.Err()
}

func (s *Service) indexBatch(ctx context.Context, ids []string) error {
	lines, err := order.CurrentByOrders(ctx, s.db, ids)
	if err != nil {
		return err
	}
	texts := map[string][]string{}
	for _, l := range lines {
		known := texts[l.OrderID]
		if known == nil {
			known = []string{strconv.FormatInt(l.OrderNumber, 10), l.Customer, l.Mobile, l.Address.Mobile, l.Address.Line, l.Address.City, l.Address.Pincode}
		}
		texts[l.OrderID] = append(append(known, l.Number, l.Name), l.Names.Words()...)
	}
	return s.db.Tx(ctx, func(tx *db.Tx) error {
		for orderID, words := range texts {
			if err := order.IndexWords(ctx, tx, orderID, words...); err != nil {
				return err
			}
		}
		return db.Exec(ctx, tx, `UPDATE checkouts SET searchable = TRUE WHERE id IN (`+db.Placeholders(1, len(ids))+`)`, db.Args(ids)...)
	})
}
