package order_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/shoptest"
)

func TestPickList_namesMoreBasketsThanThereAreLetters(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 200})
		ravi := s.shopper(t)
		s.orders.Unlimited = true // so that one shopper may have ten open orders
		var ids []string
		for range 53 {
			ids = append(ids, ravi.orders(t, order.Item{ProductID: dal, Quantity: 1})[0].OrderID)
		}
		staff := shoptest.As(s, shoptest.AddStaff(t, d, "PACKER"))
		var list order.PickList
		staff.Request(t, "GET", "/order/picklist?ids="+strings.Join(ids, ","), "").Expect(t, http.StatusOK, "").Decode(t, &list)
		letters := map[string]bool{}
		for i, basket := range list.Baskets {
			if basket.ID != ids[i] {
				t.Errorf("basket %d is %+v", i, basket)
			}
			letters[basket.Letter] = true
		}
		if len(letters) != 53 || list.Baskets[25].Letter != "Z" || list.Baskets[26].Letter != "AA" || list.Baskets[51].Letter != "AZ" || list.Baskets[52].Letter != "BA" {
			t.Errorf("the baskets are %+v", list.Baskets)
		}
		if line := list.Shelves[0].Lines[0]; line.Quantity != 53 || len(line.Split) != 53 {
			t.Errorf("%d pieces go into %d baskets", line.Quantity, len(line.Split))
		}
		many := strings.Repeat("x,", 101)
		staff.Request(t, "GET", "/order/picklist?ids="+many, "").Expect(t, http.StatusBadRequest, "")
	})
}

func TestPickList_saysTheStepsOfGoodsSoldByWeight(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		onion := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(10), Stock: 20})
		step := func(grams, stock, loose int) {
			t.Helper()
			err := d.Tx(t.Context(), func(tx *db.Tx) error {
				return db.Exec(t.Context(), tx, `UPDATE products SET step_grams = $2, stock = $3, loose_grams = $4 WHERE id = $1`, onion, grams, stock, loose)
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		ravi := s.shopper(t)
		step(250, 20, 0)
		ids := []string{ravi.orders(t, order.Item{ProductID: onion, Quantity: 6})[0].OrderID}
		step(500, 7, 300) // the shop now sells it in other steps
		ids = append(ids, ravi.orders(t, order.Item{ProductID: onion, Quantity: 2})[0].OrderID)
		var list order.PickList
		shoptest.As(s, shoptest.AddStaff(t, d, "PACKER")).Request(t, "GET", "/order/picklist?ids="+strings.Join(ids, ","), "").Expect(t, http.StatusOK, "").Decode(t, &list)
		var got [][3]int
		for _, line := range list.Shelves[0].Lines {
			got = append(got, [3]int{line.Quantity, line.StepGrams, line.Stock})
		}
		slices.SortFunc(got, func(a, b [3]int) int { return a[1] - b[1] })
		if want := [][3]int{{6, 250, 11}, {2, 500, 5}}; !slices.Equal(got, want) { // 2.8 kg are left
			t.Errorf("quantities, steps and stocks are %v, want %v", got, want)
		}
	})
}
