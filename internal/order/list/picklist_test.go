package list_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/order/list"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/ordertest"
)

func TestPickList_namesMoreBasketsThanThereAreLetters(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 200})
		ravi := ordertest.AddShopper(t, d)
		s.Orders.Unlimited = true // so that one shopper may have ten open orders
		var ids []string
		for range 53 {
			ids = append(ids, ravi.Place(t, s.Orders, order.Item{ProductID: dal, Quantity: 1})[0].OrderID)
		}
		staff := shoptest.As(s, shoptest.AddStaff(t, d, "PACKER"))
		var picked list.PickList
		staff.Request(t, "GET", "/order/picklist?ids="+strings.Join(ids, ","), "").Expect(t, http.StatusOK, "").Decode(t, &picked)
		letters := map[string]bool{}
		for i, basket := range picked.Baskets {
			if basket.ID != ids[i] {
				t.Errorf("basket %d is %+v, want order %s", i, basket, ids[i])
			}
			letters[basket.Letter] = true
		}
		if len(letters) != 53 || picked.Baskets[25].Letter != "Z" || picked.Baskets[26].Letter != "AA" || picked.Baskets[51].Letter != "AZ" || picked.Baskets[52].Letter != "BA" {
			t.Errorf("the baskets are %+v, want 53 letters: … Z, AA … AZ, BA", picked.Baskets)
		}
		if line := picked.Shelves[0].Lines[0]; line.Quantity != 53 || len(line.Split) != 53 {
			t.Errorf("%d pieces go into %d baskets, want 53 and 53", line.Quantity, len(line.Split))
		}
		many := strings.Repeat("x,", 101)
		staff.Request(t, "GET", "/order/picklist?ids="+many, "").Expect(t, http.StatusBadRequest, "")
	})
}

func TestPickList_saysTheStepsOfGoodsSoldByWeight(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
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
		ravi := ordertest.AddShopper(t, d)
		step(250, 20, 0)
		ids := []string{ravi.Place(t, s.Orders, order.Item{ProductID: onion, Quantity: 6})[0].OrderID}
		step(500, 7, 300) // the shop now sells it in other steps
		ids = append(ids, ravi.Place(t, s.Orders, order.Item{ProductID: onion, Quantity: 2})[0].OrderID)
		var picked list.PickList
		shoptest.As(s, shoptest.AddStaff(t, d, "PACKER")).Request(t, "GET", "/order/picklist?ids="+strings.Join(ids, ","), "").Expect(t, http.StatusOK, "").Decode(t, &picked)
		var got [][3]int
		for _, line := range picked.Shelves[0].Lines {
			got = append(got, [3]int{line.Quantity, line.StepGrams, line.Stock})
		}
		slices.SortFunc(got, func(a, b [3]int) int { return a[1] - b[1] })
		if want := [][3]int{{6, 250, 11}, {2, 500, 5}}; !slices.Equal(got, want) { // 2.8 kg are left
			t.Errorf("quantities, steps and stocks are %v, want %v", got, want)
		}
	})
}
