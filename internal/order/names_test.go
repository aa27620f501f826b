package order_test

import (
	"strings"
	"testing"

	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/order/list"
	"kirana/internal/shoptest"
)

func TestNames_areCopiedToTheOrderAndTheBillUsesEnglish(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		registerForGST(t, d)
		k, p := s.desk(t), s.shopper(t)
		beans := taxed(t, d, shoptest.Product{Name: "राजमा", Price: money.Rupees(120), Stock: 10})
		execute(t, d, `UPDATE products SET names = '{"en":"Kidney beans","mr":"घेवडा"}' WHERE id = $1`, beans)
		line := p.orders(t, order.Item{ProductID: beans, Quantity: 2})[0]
		execute(t, d, `UPDATE products SET names = '{"mr":"राजमा दाणे"}' WHERE id = $1`, beans)
		v := s.view(t, line.OrderID)
		if got := v.Lines[0]; got.ProductDetail.Names.Text() != "en “Kidney beans” mr “घेवडा”" || got.Product.Names.Text() != "mr “राजमा दाणे”" {
			t.Errorf("the line has the names %v, its product %v, want those of the order and those of now",
				got.ProductDetail.Names, got.Product.Names)
		}
		for _, words := range []string{"घेवडा", "kidney"} {
			found, err := s.lists.List(t.Context(), owner, list.Filter{Search: words, Page: 1, Limit: 20})
			if must(t, err); len(found.Orders) != 1 {
				t.Errorf("%s finds %d orders, want 1", words, len(found.Orders))
			}
		}
		k.moves(t, line.OrderID, "NEW", "PACKED")
		k.moves(t, line.OrderID, "PACKED", "OUT")
		document, err := db.Get[string](t.Context(), d, `SELECT document FROM bills WHERE checkout_id = $1`, line.OrderID)
		if must(t, err); !strings.Contains(document, `"name":"Kidney beans","names":{"en":"Kidney beans","mr":"घेवडा"}`) {
			t.Errorf("the bill lacks the names of the order: %s", document)
		}
	})
}
