package order_test

import (
	"fmt"
	"net/http"
	"testing"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/shoptest"
)

func TestPlaceByPhone_placesTheCustomersOrderAndRecordsWhoEnteredIt(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k := s.desk(t)
		ravi := s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Price: money.Rupees(120), Stock: 10})
		kept := ravi.addToCart(t, dal, 2)
		receipt, err := s.orders.PlaceByPhone(k.ctx, k.actor, "", order.PhoneOrder{
			UserID: ravi.id, AddressID: ravi.addressID, Items: []order.Item{{ProductID: dal, Quantity: 3}}, Note: "Rings twice",
		})
		must(t, err)
		lines, err := receipt.Lines()
		must(t, err)
		v := s.view(t, lines[0].OrderID)
		if v.Stage != order.StageNew || v.CollectAmt != money.Rupees(360) || v.PaymentMethod != order.COD || v.Customer.ID != ravi.id || v.StaffNote != "Rings twice" {
			t.Errorf("the order is %+v, want it NEW, of Ravi, ₹360 in cash, with the note", v)
		}
		if len(v.Timeline) != 1 || v.Timeline[0].Who != "Sunita" || v.Timeline[0].What != "placed" || v.Timeline[0].Text != "entered the order by phone" {
			t.Errorf("the timeline is %+v, want that Sunita entered the order by phone", v.Timeline)
		}
		if mine := ravi.mine(t); len(mine) != 1 || shoptest.Stock(t, d, dal) != 7 || ravi.cart(t)[kept.LineID] != 2 {
			t.Errorf("the customer has %d orders, %d are left, the cart is %v, want 1, 7 and 2 pieces",
				len(mine), shoptest.Stock(t, d, dal), ravi.cart(t))
		}
		written, err := db.Get[int](t.Context(), d, `SELECT COUNT(*) FROM audit_log WHERE what = 'checkout.phone' AND object = $1 AND actor_id = $2`,
			fmt.Sprintf("#%d", v.Number), k.actor.UserID)
		if err != nil || written != 1 {
			t.Errorf("the activity log has it %d times, %v, want 1", written, err)
		}
		mails, err := db.Get[int](t.Context(), d, `SELECT COUNT(*) FROM jobs WHERE kind = $1`, order.MailPlacedJob)
		if err != nil || mails != 1 {
			t.Errorf("%d confirmations go out, %v, want 1", mails, err)
		}
	})
}

func TestPlaceByPhone_isRefusedByTheRulesOfTheShoppersOrders(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k := s.desk(t)
		ravi, meera := s.shopper(t), s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Stock: 2})
		valid := order.PhoneOrder{UserID: ravi.id, AddressID: ravi.addressID, Items: []order.Item{{ProductID: dal, Quantity: 1}}}
		for _, c := range []struct {
			change  func(o *order.PhoneOrder)
			kind    fault.Kind
			message string
		}{
			{func(o *order.PhoneOrder) { o.Items[0].Quantity = 3 }, fault.Conflict, "Only 2 of Toor Dal left in stock."},
			{func(o *order.PhoneOrder) { o.Items = nil }, fault.Invalid, "Your cart is empty"},
			{func(o *order.PhoneOrder) { o.AddressID = meera.addressID }, fault.NotFound, "Address not found."},
			{func(o *order.PhoneOrder) { o.UserID = "01hzzzzzzzzzzzzzzzzzzzzzzz" }, fault.NotFound, "Customer not found."},
			{func(o *order.PhoneOrder) { o.UserID = k.actor.UserID }, fault.NotFound, "Customer not found."},
		} {
			o := valid
			o.Items = append([]order.Item{}, valid.Items...)
			c.change(&o)
			_, err := s.orders.PlaceByPhone(k.ctx, k.actor, "", o)
			refused(t, err, c.kind, c.message)
		}
		s.exec(t, `UPDATE users SET status = 'Suspended' WHERE id = $1`, ravi.id)
		_, err := s.orders.PlaceByPhone(k.ctx, k.actor, "", valid)
		refused(t, err, fault.Conflict, "This customer is suspended.")
		if n := s.count(t, "checkouts"); n != 0 || shoptest.Stock(t, d, dal) != 2 {
			t.Errorf("the refused orders left %d orders and a stock of %d, want none and 2", n, shoptest.Stock(t, d, dal))
		}
	})
}

func TestPhone_letsAPackerFindTheCustomerAndOrderOncePerKey(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		ravi, meera := s.shopper(t), s.shopper(t)
		s.exec(t, `UPDATE users SET mobile = '9000000001' WHERE id = $1`, meera.id)
		s.exec(t, `UPDATE addresses SET mobile = '9000000002' WHERE user_id = $1`, meera.id)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(120), Stock: 10})
		packer := shoptest.As(s, shoptest.AddStaff(t, d, "PACKER"))
		find := func(mobile string) (found []order.PhoneCustomer) {
			t.Helper()
			packer.Request(t, "GET", "/order/phone?mobile="+mobile, "").Expect(t, http.StatusOK, "").Decode(t, &found)
			return found
		}
		if found := find("%2B91+98765+43210"); len(found) != 1 || found[0].ID != ravi.id || found[0].Addresses[0].ID != ravi.addressID {
			t.Errorf("the whole number finds %+v, want Ravi with his address", found)
		}
		if found := find("0002"); len(found) != 1 || found[0].ID != meera.id {
			t.Errorf("the end of an address's number finds %+v, want %s", found, meera.id)
		}
		if found := find("777777"); found == nil || len(found) != 0 {
			t.Errorf("an unknown number finds %+v, want an empty list", found)
		}
		for _, bad := range []string{"", "123", "asha"} {
			packer.Request(t, "GET", "/order/phone?mobile="+bad, "").Expect(t, http.StatusBadRequest, "").ExpectField(t, "mobile")
		}
		body := fmt.Sprintf(`{"userId":%q,"addressId":%q,"list_items":[{"productId":%q,"quantity":2}]}`, ravi.id, ravi.addressID, dal)
		first := packer.Request(t, "POST", "/order/phone", body, keyHeader, "one press").Expect(t, http.StatusOK, "Order Successful")
		var rows, again []answeredLine
		first.Decode(t, &rows)
		packer.Request(t, "POST", "/order/phone", body, keyHeader, "one press").Expect(t, http.StatusOK, "").Decode(t, &again)
		if len(rows) != 1 || again[0].CheckoutID != rows[0].CheckoutID || s.count(t, "checkouts") != 1 {
			t.Errorf("one press twice made %+v and %+v, want one order", rows, again)
		}
		shoptest.As(s, ravi.id).Request(t, "GET", "/order/phone?mobile=9876", "").Expect(t, http.StatusForbidden, "")
	})
}
