package cart_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"kirana/internal/cart"
	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/testshop"
)

func TestMain(m *testing.M) { shoptest.Main(m) }

type line struct {
	ID        string `json:"_id"`
	Quantity  int
	CreatedAt string
	Size      *string
	Color     *string
	Product   struct {
		ID       string `json:"_id"`
		Name     string
		Price    float64
		Discount float64
		Stock    int
		Image    []string
		Category struct {
			ID   string `json:"_id"`
			Name string
		}
	} `json:"productId"`
}

func lines(t *testing.T, shop http.Handler, userID string) []line {
	t.Helper()
	var all []line
	reply := shoptest.As(shop, userID).Request(t, "GET", "/cart/get", "").Expect(t, 200, "")
	reply.Decode(t, &all)
	if all == nil {
		t.Errorf("an empty cart is %s, want []", reply.Data)
	}
	return all
}

func add(t *testing.T, shop http.Handler, userID, productID string) line {
	t.Helper()
	var added line
	shoptest.As(shop, userID).Request(t, "POST", "/cart/create", `{"productId":"`+productID+`"}`).Expect(t, 200, "Added to cart!").Decode(t, &added)
	return added
}

func TestAdd_restoresThePositionOfARemovedLine(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		shop, ravi := testshop.New(t, d), shoptest.AddShopper(t, d)
		for _, name := range []string{"Toor Dal", "Basmati Rice", "Ghee"} {
			shop.Clock.Advance(time.Minute)
			add(t, shop, ravi, shoptest.AddProduct(t, d, shoptest.Product{Name: name, Stock: 3}))
		}
		rice := lines(t, shop, ravi)[1]
		shoptest.As(shop, ravi).Request(t, "DELETE", "/cart/deleteCartItem", `{"_id":"`+rice.ID+`"}`).Expect(t, 200, "")
		shoptest.As(shop, ravi).Request(t, "POST", "/cart/create", `{"productId":"`+rice.Product.ID+`","createdAt":"`+rice.CreatedAt+`"}`).Expect(t, 200, "")
		var names []string
		for _, line := range lines(t, shop, ravi) {
			names = append(names, line.Product.Name)
		}
		if got := strings.Join(names, ", "); got != "Toor Dal, Basmati Rice, Ghee" {
			t.Errorf("the cart is %s, want Toor Dal, Basmati Rice, Ghee", got)
		}
		// future times, and times that databases cannot store, are ignored
		for _, at := range []string{"2999-01-01T00:00:00Z", "0000-01-01T00:00:00+14:00"} {
			salt := shoptest.AddProduct(t, d, shoptest.Product{Name: "Salt", Stock: 3})
			body := `{"productId":"` + salt + `","createdAt":"` + at + `"}`
			var added line
			shoptest.As(shop, ravi).Request(t, "POST", "/cart/create", body).Expect(t, 200, "").Decode(t, &added)
			if !strings.HasPrefix(added.CreatedAt, "20") || added.CreatedAt > "2999" {
				t.Errorf("sent as added at %s, the line is added at %s, want the server's time", at, added.CreatedAt)
			}
			shoptest.As(shop, ravi).Request(t, "GET", "/cart/get", "").Expect(t, 200, "")
		}
	})
}

func TestCart_addsChangesAndRemovesLines(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		shop, ravi := testshop.New(t, d), shoptest.AddShopper(t, d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Price: 14950, Discount: 950, Stock: 7})
		rice := shoptest.AddProduct(t, d, shoptest.Product{Name: "Basmati Rice", Stock: 3})
		if n := len(lines(t, shop, ravi)); n != 0 {
			t.Fatalf("a new cart has %d lines, want 0", n)
		}
		// when two products are added, one of them as an object with fields that must be ignored
		first := add(t, shop, ravi, rice)
		var second line
		body := `{"productId":{"_id":"` + dal + `","price":1,"stock":999},"quantity":"2","size":" L ","color":"red","price":1,"_id":"x"}`
		shoptest.As(shop, ravi).Request(t, "POST", "/cart/create", body).Expect(t, 200, "Added to cart!").Decode(t, &second)
		// then the lines are in the order added, each with its whole product
		all := lines(t, shop, ravi)
		if len(all) != 2 || all[0].ID != first.ID || all[1].ID != second.ID {
			t.Fatalf("the cart is %+v, want the first line, then the second", all)
		}
		got := all[1]
		if got.Quantity != 2 || *got.Size != "L" || *got.Color != "red" || got.Product.ID != dal || got.Product.Name != "Toor Dal" ||
			got.Product.Price != 149.5 || got.Product.Discount != 9.5 || got.Product.Stock != 7 || len(got.Product.Image) != 2 ||
			got.Product.Category.Name != "Groceries" {
			t.Errorf("the line is %+v, want 2 of Toor Dal, red, L, with price, discount, stock, pictures and category", got)
		}
		if all[0].Size != nil || all[0].Color != nil || all[0].Quantity != 1 {
			t.Errorf("the plain line is %+v, want one piece without size and color", all[0])
		}
		// when the same line is added again, nothing changes
		shoptest.As(shop, ravi).Request(t, "POST", "/cart/create", strings.Replace(body, `"2"`, `5`, 1)).Expect(t, 200, "").Decode(t, &second)
		if second.ID != all[1].ID || second.Quantity != 2 {
			t.Errorf("added again the line is %+v, want the same with 2", second)
		}
		// when the quantity is changed and the line removed
		shoptest.As(shop, ravi).Request(t, "PUT", "/cart/update-qty", `{"_id":"`+second.ID+`","qty":"7"}`).Expect(t, 200, "Quantity updated!").Decode(t, &second)
		if second.Quantity != 7 || second.Product.ID != dal {
			t.Errorf("changed to %+v, want 7 of dal", second)
		}
		shoptest.As(shop, ravi).Request(t, "PUT", "/cart/update-qty", `{"_id":"`+second.ID+`","qty":8}`).Expect(t, 409, "Only 7 left in stock")
		removal := `{"_id":"` + second.ID + `"}`
		shoptest.As(shop, ravi).Request(t, "DELETE", "/cart/deleteCartItem", removal).Expect(t, 200, "Item removed from cart!")
		shoptest.As(shop, ravi).Request(t, "DELETE", "/cart/deleteCartItem", removal).Expect(t, 404, "")
		if all := lines(t, shop, ravi); len(all) != 1 || all[0].ID != first.ID {
			t.Errorf("left in the cart: %+v, want the first line alone", all)
		}
	})
}

func TestCart_refusesUnavailableProducts(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		shop, ravi := testshop.New(t, d), shoptest.AddShopper(t, d)
		few := shoptest.AddProduct(t, d, shoptest.Product{Stock: 3})
		out := shoptest.AddProduct(t, d, shoptest.Product{})
		hidden := shoptest.AddProduct(t, d, shoptest.Product{Stock: 3, Unpublished: true})
		for body, want := range map[string]struct {
			status  int
			message string
		}{
			`{"productId":"` + out + `"}`:                   {409, "Out of stock"},
			`{"productId":"` + few + `","quantity":4}`:      {409, "Only 3 left in stock"},
			`{"productId":"` + hidden + `"}`:                {404, "Product not found"},
			`{"productId":"` + unknownProductID + `"}`:      {404, "Product not found"},
			`{"productId":"Not-An-Id"}`:                     {400, "Product is not a valid id."},
			`{"productId":{"name":"no id"}}`:                {400, "Product is not a valid id."},
			`{"productId":null}`:                            {400, "Product is required."},
			``:                                              {400, "Product is required."},
			`{"productId":"` + few + `","quantity":0}`:      {400, "Quantity must be at least 1."},
			`{"productId":"` + few + `","quantity":"100"}`:  {400, "Quantity can be at most 99."},
			`{"productId":"` + few + `","quantity":1.5}`:    {400, "Quantity must be a whole number."},
			`{"productId":"` + few + `","quantity":"some"}`: {400, "Quantity must be a whole number."},
			`[]`: {400, ""},
			`{`:  {400, ""},
		} {
			shoptest.As(shop, ravi).Request(t, "POST", "/cart/create", body).Expect(t, want.status, want.message)
		}
		line := add(t, shop, ravi, few)
		for qty, message := range map[string]string{
			`0`: "Quantity must be at least 1.", `100`: "Quantity can be at most 99.", `null`: "Quantity is required.",
			`""`: "Quantity is required.", `-1`: "Quantity must be at least 1.", `1.5`: "Quantity must be a whole number.", `{}`: "Quantity must be a whole number.",
		} {
			shoptest.As(shop, ravi).Request(t, "PUT", "/cart/update-qty", `{"_id":"`+line.ID+`","qty":`+qty+`}`).Expect(t, 400, message)
		}
		shoptest.As(shop, ravi).Request(t, "POST", "/cart/update-qty", "").Expect(t, 405, "")
		shoptest.Restock(t, d, few, 0)
		shoptest.As(shop, ravi).Request(t, "PUT", "/cart/update-qty", `{"_id":"`+line.ID+`","qty":1}`).Expect(t, 409, "Only 0 left in stock")
		if all := lines(t, shop, ravi); len(all) != 1 || all[0].Quantity != 1 {
			t.Errorf("the cart is %+v, want one line of one piece", all)
		}
	})
}

// unknownProductID is a valid id that no product has.
const unknownProductID = "01hzzzzzzzzzzzzzzzzzzzzzzz"

func TestCart_isPrivateToItsShopper(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		shop, ravi, meera, asha := testshop.New(t, d), shoptest.AddShopper(t, d), shoptest.AddShopper(t, d), shoptest.AddAdministrator(t, d)
		hers := add(t, shop, meera, shoptest.AddProduct(t, d, shoptest.Product{Stock: 5}))
		shoptest.As(shop, ravi).Request(t, "PUT", "/cart/update-qty", `{"_id":"`+hers.ID+`","qty":2}`).Expect(t, 404, "")
		shoptest.As(shop, ravi).Request(t, "DELETE", "/cart/deleteCartItem", `{"_id":"`+hers.ID+`"}`).Expect(t, 404, "")
		if all := lines(t, shop, meera); len(all) != 1 || all[0].Quantity != 1 {
			t.Errorf("her cart is %+v, want one line of one piece", all)
		}
		if n := len(lines(t, shop, ravi)) + len(lines(t, shop, asha)); n != 0 {
			t.Errorf("the others see %d lines, want 0", n)
		}
		shoptest.As(shop, asha).Request(t, "POST", "/cart/create", `{"productId":"`+hers.Product.ID+`"}`).Expect(t, 403, "Do not have Permission")
		for method, path := range map[string]string{"GET": "/cart/get", "POST": "/cart/create", "PUT": "/cart/update-qty", "DELETE": "/cart/deleteCartItem"} {
			shoptest.As(shop, "").Request(t, method, path, "{").Expect(t, 401, "Authentication required")
		}
	})
}

func TestCart_hidesDeletedAndUnpublishedProducts(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		shop, ravi := testshop.New(t, d), shoptest.AddShopper(t, d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Stock: 5})
		rice := shoptest.AddProduct(t, d, shoptest.Product{Name: "Basmati Rice", Stock: 5})
		hidden, kept := add(t, shop, ravi, dal), add(t, shop, ravi, rice)
		shoptest.Unpublish(t, d, dal)
		if all := lines(t, shop, ravi); len(all) != 1 || all[0].ID != kept.ID {
			t.Errorf("the cart is %+v, want the line of rice alone", all)
		}
		shoptest.As(shop, ravi).Request(t, "PUT", "/cart/update-qty", `{"_id":"`+hidden.ID+`","qty":2}`).Expect(t, 404, "Product not found")
		shoptest.As(shop, ravi).Request(t, "DELETE", "/cart/deleteCartItem", `{"_id":"`+hidden.ID+`"}`).Expect(t, 200, "")
	})
}

func TestCart_makesOneLineOfConcurrentAdditions(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		shop, ravi := testshop.New(t, d), shoptest.AddShopper(t, d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(10), Stock: 5})
		ids := make([]string, 16)
		var all sync.WaitGroup
		for i := range ids {
			all.Go(func() {
				var added struct {
					ID string `json:"_id"`
				}
				reply := shoptest.As(shop, ravi).Request(t, "POST", "/cart/create", `{"productId":"`+dal+`"}`).Expect(t, 200, "")
				if err := json.Unmarshal(reply.Data, &added); err != nil {
					t.Error(err)
				}
				ids[i] = added.ID
			})
		}
		all.Wait()
		for _, lineID := range ids {
			if lineID != ids[0] || lineID == "" {
				t.Fatalf("the lines' IDs are %v, want one ID", ids)
			}
		}
		if all := lines(t, shop, ravi); len(all) != 1 || all[0].Quantity != 1 {
			t.Errorf("the cart is %+v, want one line of one piece", all)
		}
	})
}

func TestCart_holdsAtMostAHundredLines(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		shop, ravi := testshop.New(t, d), shoptest.AddShopper(t, d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Stock: 5})
		replies := make([]shoptest.Response, cart.MaxLines+5)
		var all sync.WaitGroup
		for i := range replies {
			all.Go(func() {
				replies[i] = shoptest.As(shop, ravi).Request(t, "POST", "/cart/create", fmt.Sprintf(`{"productId":%q,"size":"%d"}`, dal, i))
			})
		}
		all.Wait()
		full := 0
		for _, reply := range replies {
			if reply.Status != http.StatusOK {
				full++
				reply.Expect(t, 409, "Your cart is full: it can hold at most 100 different items.")
			}
		}
		if n := len(lines(t, shop, ravi)); full != 5 || n != cart.MaxLines {
			t.Errorf("%d refused, %d lines, want 5 and %d", full, n, cart.MaxLines)
		}
	})
}
