package app

import (
	"bytes"
	"encoding/json"
	"image"
	"image/png"
	"maps"
	"mime/multipart"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// specifiedCall is one row of the specification's table of calls: its payload and the used parts of
// the response.
type specifiedCall struct {
	method, path string
	bearer       bool // it requires a login
	payload      any  // a string is the name of a form's field that has a file
	used         string
	refused      int // the expected status if a made-up value in the payload is refused, or 0
}

// callAsSpecified makes a call with exactly the specified payload and returns the whole response.
func (c *client) callAsSpecified(call specifiedCall) (status int, response record) {
	c.t.Helper()
	body, contentType := new(bytes.Buffer), "application/json"
	switch payload := call.payload.(type) {
	case nil:
	case string:
		form := multipart.NewWriter(body)
		file, err := form.CreateFormFile(payload, "picture.png")
		if err == nil {
			err = png.Encode(file, image.NewGray(image.Rect(0, 0, 64, 64)))
		}
		if err != nil || form.Close() != nil {
			c.t.Fatal("write the form:", err)
		}
		contentType = form.FormDataContentType()
	default:
		if err := json.NewEncoder(body).Encode(payload); err != nil {
			c.t.Fatal(err)
		}
	}
	request, err := http.NewRequestWithContext(c.t.Context(), call.method, c.base+"/api"+call.path, body)
	if err != nil {
		c.t.Fatal(err)
	}
	request.Header.Set("Content-Type", contentType)
	if c.token != "" {
		request.Header.Set("Authorization", "Bearer "+c.token)
	}
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		c.t.Fatal(err)
	}
	defer func() { _ = reply.Body.Close() }()
	if err := json.NewDecoder(reply.Body).Decode(&response); err != nil {
		c.t.Fatalf("decode the response of %s %s: %v", call.method, call.path, err)
	}
	return reply.StatusCode, response
}

// valueAt returns the value at a path of a response, such as "data.accessToken", or nil. Of a list, it looks at the
// first value.
func valueAt(response any, path string) any {
	if list, isList := response.([]any); isList {
		if len(list) == 0 {
			return nil
		}
		return valueAt(list[0], path)
	}
	first, rest, more := strings.Cut(path, ".")
	object, isObject := response.(record)
	if !isObject || !more {
		return object[first]
	}
	return valueAt(object[first], rest)
}

// fields returns the paths of the named fields below inside, joined by commas.
func fields(inside string, names ...string) string {
	return inside + "." + strings.Join(names, ", "+inside+".")
}

var (
	fieldsOfProduct = fields("data", "_id", "name", "image", "category._id", "subCategory._id", "unit", "stock", "price", "discount", "discription", "more_details", "publish")
	fieldsOfOrder   = fields("data", "_id", "orderId", "producId._id", "producId.image", "producId.name", "producId.price", "product_detail.name", "product_detail.image",
		"product_detail.price", "payment_status", "delivery_status", "delivery_address.address_line", "delivery_address.city", "delivery_address.state",
		"delivery_address.country", "delivery_address.pincode")
)

// expect makes the calls and checks status, success, message and the used parts; a call with bearer
// is first made without a login.
func (c *client) expect(calls ...specifiedCall) {
	c.t.Helper()
	for _, call := range calls {
		if call.bearer {
			stranger := &client{t: c.t, base: c.base}
			if status, _ := stranger.callAsSpecified(call); status != http.StatusUnauthorized {
				c.t.Errorf("%s %s returns %d to a stranger, want %d", call.method, call.path, status, http.StatusUnauthorized)
			}
		}
		status, response := c.callAsSpecified(call)
		if success := status < 300; success != (call.refused == 0) || !success && status != call.refused || response["success"] != success {
			c.t.Fatalf("%s %s: %d %v, want the refusal %d, or success if that is 0", call.method, call.path, status, response, call.refused)
		}
		if response["message"] == nil {
			c.t.Errorf("the response of %s %s has no message: %v", call.method, call.path, response)
		}
		for path := range strings.SplitSeq(call.used, ", ") {
			if value := valueAt(response, path); path != "" && (value == nil || value == "") {
				c.t.Errorf("the response of %s %s has no %s: %v", call.method, call.path, path, response)
			}
		}
	}
}

// expectValues makes a call and checks the values at the paths of want in its response.
func (c *client) expectValues(method, path string, payload, want record) {
	c.t.Helper()
	data := c.must(method, path, payload)
	for at, value := range want {
		if got := valueAt(data, at); !reflect.DeepEqual(got, value) {
			c.t.Errorf("%s %s returns %s %v, want %v", method, path, at, got, value)
		}
	}
}

// expectGone makes a call that returns a list, and checks that no row of it has the id.
func (c *client) expectGone(method, path string, payload record, id any) {
	c.t.Helper()
	if contains(c.list(method, path, payload), id) {
		c.t.Errorf("%s %s still lists %v, want it removed", method, path, id)
	}
}

// idOfRow returns the id of the row with this value.
func (c *client) idOfRow(method, path, field string, value any) any {
	c.t.Helper()
	for _, row := range c.list(method, path, record{}) {
		if row[field] == value {
			return row["_id"]
		}
	}
	c.t.Fatalf("%s %s lists no row with %s %v, want one", method, path, field, value)
	return nil
}

func TestCallsOfTheSpecification_acceptItsPayloadsAndReturnTheUsedFields(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, databaseURL string) {
		c := &client{t: t, base: openShop(t, databaseURL, nil)}
		callsOfAccount(c)
		c.login(demoAdminEmail, demoAdminPassword)
		callsOfCatalog(c)
		c.login("asha@example.in", "a fine password")
		orderID := callsOfOrder(c)
		c.expect(specifiedCall{method: "GET", path: "/user/logout", bearer: true, used: "message"})
		c.login(demoAdminEmail, demoAdminPassword)
		c.expect(
			specifiedCall{method: "GET", path: "/order/getAllOrderDetails", bearer: true, used: fieldsOfOrder},
			specifiedCall{method: "PUT", path: "/order/update-status/" + orderID, bearer: true, payload: record{"delivery_status": "DELIVERED"}},
		)
		c.expectValues("GET", "/order/getAllOrderDetails", nil, record{"orderId": orderID, "delivery_status": "DELIVERED"})
	})
}

func callsOfAccount(c *client) {
	c.t.Helper()
	c.expect(specifiedCall{method: "POST", path: "/user/register", payload: record{"name": "Asha", "email": "asha@example.in", "password": "a fine password"}, used: "message"})
	c.login("asha@example.in", "a fine password")
	c.expect(
		specifiedCall{method: "POST", path: "/user/login", payload: record{"email": "asha@example.in", "password": "a fine password"}, used: "message, data.accessToken, data.refreshToken"},
		specifiedCall{method: "GET", path: "/user/user-details", bearer: true, used: "data._id, data.name, data.email, data.role"},
		specifiedCall{method: "PUT", path: "/user/upload-avatar", bearer: true, payload: "avatar", used: "data.avatar"},
		specifiedCall{method: "PUT", path: "/user/update-user", bearer: true, payload: record{"name": "Asha R", "email": "asha@example.in", "mobile": "9822041873"}, used: "message"},
		specifiedCall{method: "PUT", path: "/user/forgot-password", payload: record{"email": "asha@example.in"}},
		specifiedCall{method: "PUT", path: "/user/verify-forgot-password-otp", payload: record{"email": "asha@example.in", "otp": "0"}, refused: http.StatusBadRequest},
		specifiedCall{
			method: "PUT", path: "/user/reset-password", refused: http.StatusUnauthorized, // no OTP was verified
			payload: record{"email": "asha@example.in", "newPassword": "another fine one", "confirmPassword": "another fine one"},
		},
	)
	c.expectValues("GET", "/user/user-details", nil, record{"name": "Asha R", "email": "asha@example.in", "mobile": "9822041873"})
}

func callsOfCatalog(c *client) {
	c.t.Helper()
	upload := specifiedCall{method: "POST", path: "/file/upload", bearer: true, payload: "image", used: "imageUrl.url"}
	c.expect(upload)
	_, response := c.callAsSpecified(upload)
	picture := response["imageUrl"].(record)["url"]
	c.expect(
		specifiedCall{method: "POST", path: "/category/add-category", bearer: true, payload: record{"name": "Lamps", "image": picture}},
		specifiedCall{method: "GET", path: "/category/get", used: fields("data", "_id", "name", "image")},
	)
	category := c.idOfRow("GET", "/category/get", "name", "Lamps")
	c.expect(
		specifiedCall{method: "PUT", path: "/category/update", bearer: true, payload: record{"id": category, "name": "Lights", "image": picture}},
		specifiedCall{method: "POST", path: "/subCategory/create", bearer: true, payload: record{"name": "Bulbs", "image": picture, "category": category}},
		specifiedCall{method: "POST", path: "/subCategory/get", payload: record{}, used: fields("data", "_id", "name", "image", "category._id", "category.name")},
	)
	subCategory := c.idOfRow("POST", "/subCategory/get", "name", "Bulbs")
	bulb := record{
		"name": "Bulb", "image": []any{picture, picture, picture, picture, picture}, "category": category, "subCategory": subCategory, "unit": "1 pc", "stock": "5", "price": "99",
		"discount": "9", "discription": "It shines.", "more_details": record{"Power": "9 W"}, "publish": true,
	}
	c.expect(
		specifiedCall{method: "PUT", path: "/subcategory/update", bearer: true, payload: record{"id": subCategory, "name": "LED bulbs", "image": picture, "category": category}},
		specifiedCall{method: "POST", path: "/product/create", bearer: true, payload: bulb},
		specifiedCall{method: "GET", path: "/product/getAll", used: fieldsOfProduct},
		specifiedCall{method: "POST", path: "/product/getProductByCategory", payload: record{"id": category}, used: fieldsOfProduct},
		specifiedCall{method: "POST", path: "/product/getProductByCategoryAndSubCategory", payload: record{"categoryId": category, "subCategoryId": subCategory}, used: fieldsOfProduct},
	)
	product := c.list("POST", "/product/getProductByCategory", record{"id": category})[0]["_id"].(string)
	want := record{
		"name": "Bulb", "image": slices.Repeat([]any{"http://shop.test" + picture.(string)}, 5), "category._id": category, "subCategory._id": subCategory, "unit": "1 pc", "stock": 5.0, "price": 99.0,
		"discount": 9.0, "discription": "It shines.", "more_details": record{"Power": "9 W"}, "publish": true,
	}
	c.expectValues("POST", "/product/getProductById", record{"productId": product}, want)
	maps.Copy(bulb, record{"name": "Lamp", "unit": "2 pcs", "stock": 7, "price": 89, "discount": 4, "discription": "It glows.", "publish": false})
	c.expect(
		specifiedCall{method: "PUT", path: "/product/update/" + product, bearer: true, payload: bulb},
		specifiedCall{method: "POST", path: "/product/getProductById", payload: record{"productId": product}, used: fieldsOfProduct + ", data.more_details.Power"},
	)
	maps.Copy(want, record{"name": "Lamp", "unit": "2 pcs", "stock": 7.0, "price": 89.0, "discount": 4.0, "discription": "It glows.", "publish": false})
	c.expectValues("POST", "/product/getProductById", record{"productId": product}, want)
	if renamed := c.idOfRow("GET", "/category/get", "name", "Lights"); renamed != category {
		c.t.Errorf("Lights is %v, want %v", renamed, category)
	}
	if renamed := c.idOfRow("POST", "/subCategory/get", "name", "LED bulbs"); renamed != subCategory {
		c.t.Errorf("LED bulbs is %v, want %v", renamed, subCategory)
	}
	c.expect(specifiedCall{method: "DELETE", path: "/product/delete/" + product, bearer: true})
	c.expectGone("POST", "/product/getProductByCategory", record{"id": category}, product)
	c.expect(specifiedCall{method: "DELETE", path: "/subCategory/delete", bearer: true, payload: record{"id": subCategory}})
	c.expectGone("POST", "/subCategory/get", record{}, subCategory)
	c.expect(specifiedCall{method: "DELETE", path: "/category/delete", bearer: true, payload: record{"id": category}})
	c.expectGone("GET", "/category/get", nil, category)
}

// callsOfOrder fills a cart and orders it, and returns the number of the first row.
func callsOfOrder(c *client) (orderID string) {
	c.t.Helper()
	var products []record
	for _, p := range c.list("GET", "/product/getAll", nil) {
		if p["stock"].(float64) > 1 {
			products = append(products, p)
		}
	}
	for _, p := range products[:2] {
		c.expect(specifiedCall{method: "POST", path: "/cart/create", bearer: true, payload: record{"productId": p["_id"]}})
	}
	lines := c.list("GET", "/cart/get", nil)
	c.expect(
		specifiedCall{method: "GET", path: "/cart/get", bearer: true, used: fields("data", "_id", "productId._id", "productId.price", "quantity")},
		specifiedCall{method: "PUT", path: "/cart/update-qty", bearer: true, payload: record{"_id": lines[0]["_id"], "qty": 2}, used: "message"},
		specifiedCall{method: "DELETE", path: "/cart/deleteCartItem", bearer: true, payload: record{"_id": lines[1]["_id"]}, used: "message"},
	)
	c.expectValues("GET", "/cart/get", nil, record{"_id": lines[0]["_id"], "quantity": 2.0})
	c.expectGone("GET", "/cart/get", nil, lines[1]["_id"])
	address := record{"address_line": "14, Prabhat Road", "city": "Pune", "state": "Maharashtra", "pincode": "411004", "country": "India", "mobile": "9822041873"}
	c.expect(
		specifiedCall{method: "POST", path: "/address/create", bearer: true, payload: address},
		specifiedCall{method: "GET", path: "/address/get", bearer: true, used: fields("data", "_id", "address_line", "city", "state", "pincode", "country", "mobile", "status")},
	)
	address["_id"] = c.idOfRow("GET", "/address/get", "city", "Pune")
	address["city"] = "Nashik"
	c.expect(specifiedCall{method: "PUT", path: "/address/update", bearer: true, payload: address})
	c.expectValues("GET", "/address/get", nil, address)
	c.expect(
		specifiedCall{
			method: "POST", path: "/order/cod", bearer: true,
			payload: record{"list_items": c.list("GET", "/cart/get", nil), "totalQty": 2, "addressId": address["_id"]},
		},
		specifiedCall{method: "GET", path: "/order/getOrderDetails", bearer: true, used: fieldsOfOrder},
		specifiedCall{method: "DELETE", path: "/address/disable", bearer: true, payload: record{"_id": address["_id"]}},
	)
	c.expectGone("GET", "/address/get", nil, address["_id"])
	return c.list("GET", "/order/getOrderDetails", nil)[0]["orderId"].(string)
}
