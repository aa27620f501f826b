package order_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/shoptest"
)

func TestCalls_serveAClientWrittenForTheSpecification(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		ravi := s.shopper(t)
		asha := shoptest.AddAdministrator(t, d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Price: 14950, Discount: 950, Stock: 7})
		// given a cart in the form of cart/get, with whole products in its lines
		shoptest.As(s, ravi.id).Request(t, "POST", "/cart/create", `{"productId":"`+dal+`","quantity":"3","size":"L"}`).Expect(t, 200, "")
		lines := shoptest.As(s, ravi.id).Request(t, "GET", "/cart/get", "").Expect(t, 200, "").Data
		// when it is ordered with numbers as strings, a tampered price and nulls
		tampered := strings.Replace(string(lines), `"price":149.5`, `"price":0.01`, 1)
		if tampered == string(lines) {
			t.Fatalf("the cart has no price to tamper with: %s", lines)
		}
		pressed := fmt.Sprintf(`{"list_items":%s,"totalQty":"3","addressId":%q,"totalAmt":null,"payment_status":"PAID","userId":%q}`,
			strings.Replace(tampered, `"quantity":3`, `"quantity":"3","color":null`, 1), ravi.addressID, asha)
		reply := shoptest.As(s, ravi.id).Request(t, "POST", "/order/cod", pressed).Expect(t, 200, "Order Successful")
		// then the line has every field of the contract, at the shop's price
		var rows []answeredLine
		reply.Decode(t, &rows)
		if len(rows) != 1 {
			t.Fatalf("the response is %s, want one line", reply.Bytes)
		}
		row := rows[0]
		if len(row.ID) < 12 || !strings.HasPrefix(row.OrderID, "ORD-") || row.CheckoutID == "" || row.UserID != nil || row.Unit != "1 kg" {
			t.Errorf("the line is %+v, want its ID, ORD- number, order and unit, no user", row)
		}
		if row.ProducID.ID != dal || row.ProducID.Name != "Toor Dal" || len(row.ProducID.Image) != 2 || row.ProducID.Price != 149.5 ||
			row.ProductDetail.Name != "Toor Dal" || len(row.ProductDetail.Image) != 2 || row.ProductDetail.Price != 149.5 {
			t.Errorf("the line's product is %+v, %+v, want Toor Dal at ₹149.50 with 2 pictures in both", row.ProducID, row.ProductDetail)
		}
		if stored, err := db.Get[string](t.Context(), d, `SELECT category_id FROM products WHERE id = $1`, dal); err != nil || row.ProducID.CategoryID != stored {
			t.Errorf("the product's category is %q, want %q, %v", row.ProducID.CategoryID, stored, err)
		}
		if row.Quantity != 3 || row.Discount != 9.5 || row.TotalAmt != 420 || *row.Size != "L" || row.Color != nil {
			t.Errorf("the line's amounts are %+v, want 3 of L at a discount of ₹9.50, ₹420", row)
		}
		if row.PaymentMethod != "COD" || row.PaymentStatus != "COD" || row.DeliveryStatus != "PENDING" || !row.CreatedAt.Equal(shoptest.Epoch) || !row.UpdatedAt.Equal(shoptest.Epoch) {
			t.Errorf("the line's status is %+v, want COD and PENDING, now", row)
		}
		want := map[string]string{"address_line": "12 Lake Road", "city": "Pune", "state": "Maharashtra", "country": "India", "pincode": "411001", "mobile": "9876543210"}
		if fmt.Sprint(row.DeliveryAddress) != fmt.Sprint(want) {
			t.Errorf("the address is %v, want %v", row.DeliveryAddress, want)
		}
		// and the shopper's orders show the product's category
		var listed []answeredLine
		shoptest.As(s, ravi.id).Request(t, "GET", "/order/getOrderDetails", "").Expect(t, 200, "").Decode(t, &listed)
		if len(listed) != 1 || listed[0].ProducID.CategoryID != row.ProducID.CategoryID {
			t.Errorf("my orders are %+v, want the line with its category", listed)
		}
		// and a deleted product is shown from the order's copy
		if err := s.catalog.DeleteProduct(t.Context(), dal); err != nil {
			t.Fatal(err)
		}
		shoptest.As(s, ravi.id).Request(t, "GET", "/order/getOrderDetails", "").Expect(t, 200, "").Decode(t, &rows)
		if len(rows) != 1 || rows[0].ProducID.ID != dal || rows[0].ProducID.Name != "Toor Dal" || rows[0].ProducID.Price != 149.5 || len(rows[0].ProducID.Image) != 2 {
			t.Errorf("my orders are %+v, want Toor Dal at ₹149.50 with 2 pictures", rows)
		}
		// and the same call is refused, because its lines have left the cart
		shoptest.As(s, ravi.id).Request(t, "POST", "/order/cod", pressed).Expect(t, 409, "Your cart has changed. Please review it.")
	})
}

func TestCalls_refuseInvalidOrdersWithFieldAndMessage(t *testing.T) {
	t.Parallel()
	d := shoptest.SQLite(t)
	s := newShop(d)
	ravi := s.shopper(t)
	dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(50), Stock: 7})
	order := func(items, rest string) string {
		return `{"list_items":` + items + rest + `,"addressId":"` + ravi.addressID + `"}`
	}
	item := `[{"productId":"` + dal + `","quantity":1}]`
	for body, want := range map[string]struct {
		status         int
		field, message string
	}{
		``:                                            {400, "list_items", "Your cart is empty"},
		`{}`:                                          {400, "list_items", "Your cart is empty"},
		order(`[]`, `,"totalQty":0`):                  {400, "list_items", "Your cart is empty"},
		order(`null`, `,"totalQty":1`):                {400, "list_items", "Your cart is empty"},
		order(`"all"`, ``):                            {400, "list_items", "The order must be a list."},
		order(`["all"]`, ``):                          {400, "list_items", "The order has an entry that cannot be used."},
		order(`[null]`, ``):                           {400, "list_items[0].productId", "Product is required."},
		order(`[{"productId":"`+dal+`"}]`, ``):        {400, "list_items[0].quantity", "Quantity is required."},
		order(item, ``):                               {400, "totalQty", "Total quantity is required."},
		order(item, `,"totalQty":2`):                  {400, "totalQty", "The total quantity does not match the items."},
		order(item, `,"totalQty":"one"`):              {400, "totalQty", "The total quantity must be a whole number."},
		order(item, `,"totalQty":1,"totalAmt":1`):     {409, "", "Prices have changed. Please review your cart."},
		order(item, `,"totalQty":1,"totalAmt":"x"`):   {400, "totalAmt", "The total must be an amount in rupees."},
		order(item, `,"totalQty":1,"totalAmt":"NaN"`): {400, "totalAmt", "The total must be an amount in rupees."},
		order(item, `,"totalQty":1,"totalAmt":{}`):    {400, "totalAmt", "The total must be an amount in rupees."},
		order(strings.Replace(item, `:1`, `:0`, 1), `,"totalQty":0`):                        {400, "list_items[0].quantity", "Quantity must be at least 1."},
		order(strings.Replace(item, `:1`, `:"100"`, 1), `,"totalQty":100`):                  {400, "list_items[0].quantity", "Quantity can be at most 99."},
		order(strings.Replace(item, `:1`, `:-1`, 1), `,"totalQty":-1`):                      {400, "list_items[0].quantity", "Quantity must be at least 1."},
		order(strings.Replace(item, dal, "BAD-ID", 1), `,"totalQty":1`):                     {400, "list_items[0].productId", "Product is not a valid id."},
		order("["+strings.Repeat(item[1:len(item)-1]+",", 100)+item[1:], `,"totalQty":101`): {400, "list_items", "The order can have at most 100 items."},
		`{"list_items":` + item + `,"totalQty":1}`:                                          {400, "addressId", "Please select a delivery address"},
		`{"list_items":` + item + `,"totalQty":1,"addressId":""}`:                           {400, "addressId", "Please select a delivery address"},
		`{"list_items":` + item + `,"totalQty":1,"addressId":"../etc"}`:                     {400, "addressId", "The delivery address is not a valid id."},
		`{"list_items":`: {400, "", "The request is not valid JSON."},
		`[]`:             {400, "", ""},
	} {
		reply := shoptest.As(s, ravi.id).Request(t, "POST", "/order/cod", body).Expect(t, want.status, want.message)
		if want.field != "" && (len(reply.Errors) == 0 || reply.Errors[0].Field != want.field) {
			t.Errorf("%s is refused for %+v, want %s", body, reply.Errors, want.field)
		}
	}
	if shoptest.Stock(t, d, dal) != 7 || s.count(t, "orders") != 0 {
		t.Error("a refused order left something")
	}
	shoptest.As(s, ravi.id).Request(t, "POST", "/order/cod", order(item, `,"totalQty":1,"totalAmt":"50.000000000000001"`)).Expect(t, 200, "Order Successful")
}

func TestCalls_requireLoginRoleAndValidBody(t *testing.T) {
	t.Parallel()
	d := shoptest.SQLite(t)
	s := newShop(d)
	ravi, asha := s.shopper(t), shoptest.AddAdministrator(t, d)
	for _, call := range []struct{ method, path string }{
		{"POST", "/order/cod"}, {"GET", "/order/getOrderDetails"}, {"GET", "/order/getAllOrderDetails"}, {"PUT", "/order/update-status/ORD-2222-2222"},
	} {
		shoptest.As(s, "").Request(t, call.method, call.path, "{").Expect(t, 401, "Authentication required")
		shoptest.As(s, "nobody").Request(t, call.method, call.path, "{").Expect(t, 401, "Authentication required")
	}
	shoptest.As(s, ravi.id).Request(t, "GET", "/order/getAllOrderDetails", "").Expect(t, 403, "Do not have Permission")
	shoptest.As(s, ravi.id).Request(t, "PUT", "/order/update-status/ORD-2222-2222", "{").Expect(t, 403, "Do not have Permission")
	shoptest.As(s, asha).Request(t, "POST", "/order/cod", "{").Expect(t, 403, "Do not have Permission")
	shoptest.As(s, ravi.id).Request(t, "GET", "/order/cod", "").Expect(t, 405, "")
	for _, userID := range []string{ravi.id, asha} {
		if reply := shoptest.As(s, userID).Request(t, "GET", "/order/getOrderDetails", "").Expect(t, 200, ""); string(reply.Data) != "[]" {
			t.Errorf("the orders of %s are %s, want []", userID, reply.Data)
		}
	}
	// The body is too large, or not JSON.
	large := `{"list_items":[],"note":"` + strings.Repeat("x", 2<<20) + `"}`
	shoptest.As(s, ravi.id).Request(t, "POST", "/order/cod", large).Expect(t, 413, "")
	fits := `{"list_items":[],"note":"` + strings.Repeat("x", 2<<20-100) + `"}`
	shoptest.As(s, ravi.id).Request(t, "POST", "/order/cod", fits).Expect(t, 400, "Your cart is empty")
	request := httptest.NewRequestWithContext(t.Context(), "POST", "/api/order/cod", strings.NewReader("list_items=1"))
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Authorization", "Bearer "+ravi.id)
	recorder := httptest.NewRecorder()
	s.ServeHTTP(recorder, request)
	if recorder.Code != http.StatusUnsupportedMediaType {
		t.Errorf("a web form returns %d, want %d", recorder.Code, http.StatusUnsupportedMediaType)
	}
}

func TestLists_areNewestFirstPagedAndFiltered(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		ravi, meera, asha := s.shopper(t), s.shopper(t), shoptest.AddAdministrator(t, d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal 100% pure", Stock: 50})
		rice := shoptest.AddProduct(t, d, shoptest.Product{Name: "Basmati_Rice", Stock: 50})
		// given two orders of Ravi's, the first of two lines, and one of Meera's
		first := ravi.orders(t, order.Item{ProductID: dal, Quantity: 1}, order.Item{ProductID: rice, Quantity: 1})
		s.clock.Advance(time.Minute)
		hers := meera.orders(t, order.Item{ProductID: rice, Quantity: 2})
		s.clock.Advance(time.Minute)
		last := ravi.orders(t, order.Item{ProductID: dal, Quantity: 3})
		list := func(userID, path string, want ...string) shoptest.Response {
			t.Helper()
			var rows []answeredLine
			reply := shoptest.As(s, userID).Request(t, "GET", "/order/"+path, "").Expect(t, 200, "")
			reply.Decode(t, &rows)
			got := []string{}
			for _, row := range rows {
				got = append(got, row.ID)
				if (row.UserID != nil) != (userID == asha) {
					t.Errorf("%s names the user %+v, want a user for staff alone", path, row.UserID)
				}
			}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s lists %v, want %v", path, got, want)
			}
			return reply
		}
		a, b, c, e := last[0].ID, hers[0].ID, first[0].ID, first[1].ID
		if whole := list(ravi.id, "getOrderDetails", a, c, e); whole.TotalCount != nil || whole.TotalNoPage != nil {
			t.Errorf("an unlimited list has a number of pages")
		}
		if page := list(ravi.id, "getOrderDetails?page=2&limit=2", e); *page.TotalCount != 3 || *page.TotalNoPage != 2 {
			t.Errorf("the page counts %d lines in %d pages, want 3 and 2", *page.TotalCount, *page.TotalNoPage)
		}
		if page := list(ravi.id, "getOrderDetails?page=9"); *page.TotalCount != 3 || *page.TotalNoPage != 1 || string(page.Data) != "[]" {
			t.Errorf("the page after the last is %s, want [] and 3 lines on one page", page.Bytes)
		}
		list(asha, "getAllOrderDetails", a, b, c, e)
		if page := list(asha, "getAllOrderDetails?limit=3", a, b, c); *page.TotalCount != 4 || *page.TotalNoPage != 2 {
			t.Errorf("the page counts %d lines in %d pages, want 4 and 2", *page.TotalCount, *page.TotalNoPage)
		}
		// when Meera's order is delivered
		var row answeredLine
		shoptest.As(s, asha).Request(t, "PUT", "/order/update-status/"+strings.ToLower(hers[0].Number), `{"delivery_status":"DELIVERED"}`).Expect(t, 200, "").Decode(t, &row)
		if row.DeliveryStatus != "DELIVERED" || row.PaymentStatus != "PAID" || row.UserID.ID != meera.id || row.UserID.Name != "Ravi Kulkarni" ||
			row.UserID.Email == "" || row.UserID.Mobile != "9876543210" || !row.UpdatedAt.Equal(s.clock.Now()) {
			t.Errorf("the delivered line is %+v, want DELIVERED and PAID, with the shopper's name and mobile", row)
		}
		list(asha, "getAllOrderDetails?status=DELIVERED", b)
		list(asha, "getAllOrderDetails?status=CANCELED")
		list(asha, "getAllOrderDetails?status=PENDING&limit=1", a)
		list(asha, "getAllOrderDetails?waits=delivery", a, c, e)
		list(asha, "getAllOrderDetails?waits=payment")
		list(asha, "getAllOrderDetails?waits=refund&page=1")
		// and when lines are searched
		list(asha, "getAllOrderDetails?q="+hers[0].Number, b)
		list(asha, "getAllOrderDetails?q="+strings.ToLower(last[0].Number[4:]), a)
		list(asha, "getAllOrderDetails?q=TOOR+dal&page=1", a, c)
		list(asha, "getAllOrderDetails?q="+meera.id, b)
		list(asha, "getAllOrderDetails?q=98765432&status=DELIVERED", b)
		list(asha, "getAllOrderDetails?q=kulkarni", a, b, c, e)
		list(asha, "getAllOrderDetails?q=100%25", a, c)
		list(asha, "getAllOrderDetails?q=i_r", b, e)
		list(asha, "getAllOrderDetails?q=%5C")
		for _, query := range []string{"page=0", "page=x", "page=-1", "limit=0", "limit=101", "limit=1.5", "status=delivered", "status=SHIPPED", "waits=tea"} {
			shoptest.As(s, asha).Request(t, "GET", "/order/getAllOrderDetails?"+query, "").Expect(t, 400, "")
		}
		shoptest.As(s, ravi.id).Request(t, "GET", "/order/getOrderDetails?limit=101", "").Expect(t, 400, "The value of limit must be a whole number from 1 to 100.")
	})
}

func TestUpdateStatus_setsAnyStatusAndNamesTheProductWithoutStock(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		ravi, asha := s.shopper(t), shoptest.AddAdministrator(t, d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Stock: 5})
		line := ravi.orders(t, ravi.addToCart(t, dal, 5))[0]
		set := func(name, status string) shoptest.Response {
			return shoptest.As(s, asha).Request(t, "PUT", "/order/update-status/"+name, `{"delivery_status":`+status+`}`)
		}
		for _, move := range []struct {
			to, payment string
			stock       int
		}{
			{"DELIVERED", "PAID", 0},
			{"DELIVERED", "PAID", 0},
			{"CANCELED", "COD", 5},
			{"CANCELED", "COD", 5},
			{"DELIVERED", "PAID", 0},
			{"PENDING", "COD", 0},
			{"CANCELED", "COD", 5},
			{"PENDING", "COD", 0},
			{"CANCELED", "COD", 5},
		} {
			var now answeredLine
			set(line.ID, `"`+move.to+`"`).Expect(t, 200, "").Decode(t, &now)
			if stock := shoptest.Stock(t, d, dal); now.DeliveryStatus != move.to || now.PaymentStatus != move.payment || stock != move.stock {
				t.Errorf("moved to %s the line is %s, %s and the stock %d, want %s and %d",
					move.to, now.DeliveryStatus, now.PaymentStatus, stock, move.payment, move.stock)
			}
		}
		// when too few pieces are left to reopen the canceled line
		shoptest.Restock(t, d, dal, 3)
		set(line.Number, `"PENDING"`).Expect(t, 409, "Only 3 of Toor Dal left in stock.")
		if mine := ravi.mine(t); mine[0].DeliveryStatus != order.Canceled || shoptest.Stock(t, d, dal) != 3 {
			t.Errorf("the refused move left the line %s and a stock of %d, want CANCELED and 3",
				mine[0].DeliveryStatus, shoptest.Stock(t, d, dal))
		}
		for _, status := range []string{`"SHIPPED"`, `"delivered"`, `""`, `null`, `7`, `{}`} {
			if reply := set(line.ID, status).Expect(t, 400, ""); len(reply.Errors) != 1 || reply.Errors[0].Field != "delivery_status" {
				t.Errorf("%s is refused with %s, want one fault in delivery_status", status, reply.Bytes)
			}
		}
		set("ORD-2222-2222", `"PENDING"`).Expect(t, 404, "Order not found.")
		set("01hzzzzzzzzzzzzzzzzzzzzzzz", `"PENDING"`).Expect(t, 404, "Order not found.")
		set("NOT-AN-ID", `"PENDING"`).Expect(t, 400, "")
		set("'%20OR%201=1", `"PENDING"`).Expect(t, 400, "")
	})
}
