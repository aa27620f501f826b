package order_test

import (
	"testing"

	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/shoptest"
)

func TestBilling_listsTheBillsOfAnOrderThatWaitsForAnother(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		registerForGST(t, d)
		k := s.desk(t)
		soap, rice := taxed(t, d, shoptest.Product{Price: money.Rupees(118), Stock: 100}), shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(105), Stock: 100})
		execute(t, d, `UPDATE products SET hsn = '1006', tax_condition = 'PREPACKED' WHERE id = $1`, rice)
		lines := s.shopper(t).orders(t, order.Item{ProductID: soap, Quantity: 1}, order.Item{ProductID: rice, Quantity: 1})
		id, second := lines[0].OrderID, lines[1].ID
		k.moves(t, id, "NEW", "OUT")
		_, err := s.orders.SetDelivery(k.ctx, k.actor.UserID, second, order.Canceled)
		must(t, err)
		execute(t, d, `UPDATE products SET tax_condition = '' WHERE id = $1`, rice)
		_, err = s.orders.SetDelivery(k.ctx, k.actor.UserID, second, order.Pending)
		must(t, err)
		if v := s.view(t, id); kinds(v) != "TAX_INVOICE, CREDIT_NOTE" || !problem(v, "BILL_WAITS") || v.BillWaits == nil {
			t.Errorf("the order has %s, the problems %v, want an invoice, a credit note and a waiting bill", kinds(v), v.Problems)
		}
		execute(t, d, `UPDATE products SET tax_condition = 'PREPACKED' WHERE id = $1`, rice)
		must(t, s.orders.BillWaiting(t.Context()))
		v := s.view(t, id)
		if kinds(v) != "TAX_INVOICE, CREDIT_NOTE, TAX_INVOICE" || v.Bills[0].Payable+v.Bills[2].Payable-v.Bills[1].Payable != v.TotalAmt {
			t.Errorf("the bills are %+v, want two invoices and a credit note that add up to %v", v.Bills, v.TotalAmt)
		}
	})
}
