package app

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// TestContract_describesResponsesThatNoPackageTestChecks makes the calls of which no package's own test compares a
// successful response with the API document.
func TestContract_describesResponsesThatNoPackageTestChecks(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, databaseURL string) {
		shop := openWholeShop(t, databaseURL, nil)
		owner, shopper := shop.ownerAndShopper(t)
		changesOrders(owner, shopper)
		runsTheShop(owner)
		connectsPrograms(owner, shop)
	})
}

// changesOrders makes the calls of staff on open orders, and those of the shopper on a delivered one.
func changesOrders(owner, shopper *client) {
	var goods []record
	for _, product := range owner.list("GET", "/product/getAll?inStock=true&sort=priceAsc&limit=20&page=1", nil) {
		if product["stock"].(float64) >= 5 {
			goods = append(goods, product)
		}
	}
	owner.must("PUT", "/settings", record{"legal": record{"gst": "UNREGISTERED", "name": "Asha Kirana", "address": "Pune", "state": "Maharashtra"}})
	address := shopper.must("POST", "/address/create", record{
		"address_line": "14, Prabhat Road", "city": "Pune", "state": "Maharashtra", "pincode": 411004, "country": "India", "mobile": 9822041873,
	}).(record)
	order := func(product record) (path, row string) {
		items := []record{{"productId": product["_id"], "quantity": 2}}
		rows := shopper.must("POST", "/order/cod", record{"list_items": items, "totalQty": 2, "addressId": address["_id"]}).([]any)
		return "/order/checkout/" + rows[0].(record)["checkoutId"].(string), rows[0].(record)["_id"].(string)
	}

	owner.must("GET", "/product/"+goods[1]["_id"].(string)+"/replacements", nil)
	path, row := order(goods[1])
	owner.must("PUT", path+"/buyer", record{"name": "Tara Caterers"})
	owner.must("PUT", path+"/promise", record{"promisedAt": time.Now().Add(3 * time.Hour).UTC().Format(time.RFC3339)})
	owner.must("PUT", path+"/take", nil)
	owner.must("PUT", path+"/replace", record{"row": row, "productId": goods[0]["_id"], "quantity": 1})
	owner.must("PUT", path+"/stage", record{"from": "NEW", "to": "PACKED"})
	owner.must("POST", path+"/bill", record{})
	owner.must("POST", path+"/bill/cancel", record{"reason": "The name was wrong."})
	owner.must("PUT", path+"/status", record{"delivery_status": "DELIVERED"})
	shopper.must("POST", path+"/reorder", record{"confirmed": true})
}

// runsTheShop makes the calls of the administrator's other pages.
func runsTheShop(owner *client) {
	category := owner.must("POST", "/category/add-category", record{"name": "Lamps"}).(record)
	owner.must("DELETE", "/category/delete", record{"id": category["_id"]})

	device := owner.must("POST", "/counter/devices", record{"name": "Counter 1", "key": "counter 1"}).(record)
	owner.must("PUT", "/counter/devices/"+device["device"].(string), record{"name": "Counter 2"})
	owner.must("GET", "/counter/devices/"+device["device"].(string), nil)

	(&client{t: owner.t, base: owner.base}).must("POST", "/product-requests/create", record{"text": "kokum"})
	request := owner.list("GET", "/product-requests", nil)[0]
	owner.must("DELETE", "/product-requests/"+request["_id"].(string), nil)

	supplier := owner.must("POST", "/suppliers", record{"name": "Mahalaxmi Traders"}).(record)
	product := owner.list("GET", "/product/getAll?limit=1&page=1", nil)[0]
	purchase := owner.must("POST", "/purchases", record{"supplier": supplier["_id"], "lines": []record{{"productId": product["_id"], "pieces": 4, "cost": 10}}}).(record)
	owner.must("GET", "/purchases/"+purchase["_id"].(string), nil)

	const balances = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"khata.csv\"\r\n\r\nname,mobile,balance\nTara,9822041874,120\r\n--b--\r\n"
	if status := send(owner.t, "POST", owner.base+"/api/khata/import", owner.token, "multipart/form-data; boundary=b", balances); status != http.StatusOK {
		owner.t.Errorf("POST /khata/import returned %d, want %d", status, http.StatusOK)
	}
}

// connectsPrograms creates and removes a token, a webhook that the test itself receives, and a device for push
// messages.
func connectsPrograms(owner *client, shop servedShop) {
	token := owner.must("POST", "/tokens", record{"name": "Accounts", "scope": "READ", "password": demoAdminPassword}).(record)
	owner.must("DELETE", "/tokens", record{"_id": token["_id"]})

	receiver := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer receiver.Close()
	shop.features.webhooks.Hosts = append(shop.features.webhooks.Hosts, strings.TrimPrefix(receiver.URL, "http://"))
	hook := owner.must("POST", "/webhooks", record{"url": receiver.URL, "events": []string{"product.changed"}, "password": demoAdminPassword}).(record)
	hookID := hook["_id"].(string)
	path := "/webhooks/" + hookID
	owner.must("POST", path+"/test", nil)
	product := owner.list("GET", "/product/getAll?limit=1&page=1", nil)[0]
	owner.must("PUT", "/product/update/"+product["_id"].(string), record{"stock": 7})
	var sent []record
	until(owner.t, "a delivery", func() bool {
		// A change is sent when all older transactions have ended, on PostgreSQL also those in the databases of other
		// tests.
		if err := shop.features.webhooks.Send(owner.t.Context(), hookID); err != nil {
			owner.t.Fatal(err)
		}
		sent = owner.list("GET", path+"/deliveries", nil)
		return len(sent) > 0
	})
	owner.must("POST", path+"/deliveries/"+sent[0]["_id"].(string)+"/again", nil)
	owner.must("PUT", path, record{"active": false})
	owner.must("DELETE", "/webhooks", record{"_id": hookID})

	owner.must("GET", "/push/key", nil)
	device := record{"endpoint": "https://push.example/a", "keys": record{
		"p256dh": "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM", "auth": "tBHItJI5svbpez7KI4CCXg",
	}}
	owner.must("POST", "/push/subscribe", device)
	owner.must("DELETE", "/push/unsubscribe", device)
}
