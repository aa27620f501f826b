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

// wishes lists the wishes of an order's lines, each followed by a space.
func wishes(v order.View) string {
	text := ""
	for _, line := range v.Lines {
		text += string(line.Wish) + " "
	}
	return text
}

func TestWish_isStoredPerLineAndDefaultsToRemove(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k, ravi := s.desk(t), s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(120), Stock: 40})
		body := fmt.Sprintf(`{"list_items":[{"productId":%[1]q,"quantity":1,"wish":"CALL"},{"productId":%[1]q,"quantity":1,"wish":"REPLACE"},
			{"productId":%[1]q,"quantity":1,"wish":"REMOVE"},{"productId":%[1]q,"quantity":1},{"productId":%[1]q,"quantity":1,"wish":""}],"totalQty":5,"addressId":%[2]q}`, dal, ravi.addressID)
		var rows []struct{ CheckoutID, Wish string }
		shoptest.As(s, ravi.id).Request(t, "POST", "/order/cod", body).Expect(t, http.StatusOK, "").Decode(t, &rows)
		if len(rows) != 5 || rows[0].Wish != "CALL" || rows[3].Wish != "REMOVE" {
			t.Fatalf("the shopper's lines are %+v, want five, the wish CALL first and REMOVE fourth", rows)
		}
		v := s.view(t, rows[0].CheckoutID)
		if got := wishes(v); got != "CALL REPLACE REMOVE REMOVE REMOVE " {
			t.Errorf("the shop reads %s, want %q", got, "CALL REPLACE REMOVE REMOVE REMOVE ")
		}
		picked, err := s.lists.PickList(t.Context(), []string{v.ID})
		must(t, err)
		if split := picked.Shelves[0].Lines[0].Split; split[0].Wish != order.WishCall || split[1].Wish != order.WishReplace || split[4].Wish != order.WishRemove {
			t.Errorf("the pick list has %+v, want the wishes CALL, REPLACE and REMOVE", split)
		}
		_, err = s.orders.Add(k.ctx, k.actor, v.ID, order.Addition{ProductID: dal, Quantity: 1, Replaces: v.Lines[0].ID})
		must(t, err)
		if got := wishes(s.view(t, v.ID)); got != "CALL REPLACE REMOVE REMOVE REMOVE REMOVE " {
			t.Errorf("after a replacement the shop reads %s, want %q", got, "CALL REPLACE REMOVE REMOVE REMOVE REMOVE ")
		}
	})
}

func TestWish_refusesAnUnknownValue(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		ravi := s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(120), Stock: 40})
		body := `{"list_items":[{"productId":%q,"quantity":1,"wish":"BARTER"}],"totalQty":1,"addressId":%q}`
		response := shoptest.As(s, ravi.id).Request(t, "POST", "/order/cod", fmt.Sprintf(body, dal, ravi.addressID))
		response.Expect(t, http.StatusBadRequest, "A wish must be CALL, REPLACE or REMOVE.").ExpectField(t, "list_items[0].wish")
		if n := s.count(t, "checkouts"); n != 0 {
			t.Errorf("a refused order left %d, want 0", n)
		}
	})
}

func TestPhone_keepsTheWishAndRefusesAChangedTotal(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		ravi := s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(120), Stock: 10})
		packer := shoptest.As(s, shoptest.AddStaff(t, d, "PACKER"))
		places := func(sum string) shoptest.Response {
			t.Helper()
			return packer.Request(t, "POST", "/order/phone", fmt.Sprintf(
				`{"userId":%q,"addressId":%q,"list_items":[{"productId":%q,"quantity":2,"wish":"REPLACE"}],"totalAmt":%s}`, ravi.id, ravi.addressID, dal, sum))
		}
		places("230").Expect(t, http.StatusConflict, "Prices have changed. Please review your cart.")
		places(`"much"`).ExpectField(t, "totalAmt")
		var rows []struct{ CheckoutID, Wish string }
		places("240").Expect(t, http.StatusOK, "").Decode(t, &rows)
		if len(rows) != 1 || rows[0].Wish != "REPLACE" || wishes(s.view(t, rows[0].CheckoutID)) != "REPLACE " {
			t.Errorf("the order's lines are %+v, want one with the wish REPLACE", rows)
		}
		o := order.PhoneOrder{UserID: ravi.id, AddressID: ravi.addressID, Items: []order.Item{{ProductID: dal, Quantity: 1, Wish: "BARTER"}}}
		k := s.desk(t)
		if _, err := s.orders.PlaceByPhone(k.ctx, k.actor, "", o); !fault.Is(err, fault.Invalid) {
			t.Errorf("an unknown wish: %v, want it invalid", err)
		}
	})
}
