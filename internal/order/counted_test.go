package order_test

import (
	"testing"

	"kirana/internal/catalog/stock"
	"kirana/internal/db"
	"kirana/internal/idempotency"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/shoptest"
)

func TestAdjustStock_subtractsWaitingOrdersFromACount(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k := s.desk(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(120), Stock: 20})
		buyer := s.shopper(t)
		id := buyer.orders(t, order.Item{ProductID: dal, Quantity: 4})[0].OrderID
		counts := func(pieces, wantWaiting, wantStock int) {
			t.Helper()
			adjusted, err := s.catalog.AdjustStock(k.ctx, idempotency.Key{}, stock.Adjustment{ProductID: dal, Count: &pieces, Reason: stock.Counted})
			must(t, err)
			if adjusted.Waiting != wantWaiting || adjusted.Stock != wantStock || shoptest.Stock(t, d, dal) != wantStock {
				t.Errorf("after a count of %d %d wait and %d can be sold, want %d and %d", pieces, adjusted.Waiting, adjusted.Stock, wantWaiting, wantStock)
			}
		}
		counts(20, 4, 16)
		k.moves(t, id, "NEW", "PACKING")
		counts(19, 4, 15)
		counts(3, 4, 0) // one piece less than the order needs
		k.moves(t, id, "PACKING", "PACKED")
		counts(16, 0, 16) // the packed pieces are not on the shelf
		k.moves(t, id, "PACKED", "DONE")
		counts(16, 0, 16)
	})
}
