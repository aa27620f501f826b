package order

import (
	"context"
	"fmt"
	"strconv"

	"kirana/internal/db"
)

// indexBatch is the number of older checkouts indexed at once: small enough that no order waits for
// them.
const indexBatch = 50

// IndexOlder indexes the checkouts that are older than the word index, until all are done or the
// context ends.
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
	orders, err := currentByCheckouts(ctx, s.db, ids)
	if err != nil {
		return err
	}
	texts := map[string][]string{}
	for _, o := range orders {
		known := texts[o.CheckoutID]
		if known == nil {
			known = []string{strconv.FormatInt(o.CheckoutNumber, 10), o.Customer, o.Mobile, o.Address.Mobile, o.Address.Line, o.Address.City, o.Address.Pincode}
		}
		texts[o.CheckoutID] = append(append(known, o.Number, o.Name), o.Names.Words()...)
	}
	return s.db.Tx(ctx, func(tx *db.Tx) error {
		for checkoutID, words := range texts {
			if err := indexWords(ctx, tx, checkoutID, words...); err != nil {
				return err
			}
		}
		return db.Exec(ctx, tx, `UPDATE checkouts SET searchable = TRUE WHERE id IN (`+db.Placeholders(1, len(ids))+`)`, db.Args(ids)...)
	})
}
