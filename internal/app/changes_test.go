package app

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kirana/internal/httpapi"
	"kirana/internal/shoptest"
)

// mirror is a copy of one of the shop's lists that is kept current by its changes alone.
type mirror struct {
	path, next string
	records    map[string]string // JSON by id
}

// idOf returns the id of a record of any list.
func idOf(t *testing.T, record json.RawMessage) (recordID string, gone bool) {
	t.Helper()
	var r struct {
		ID        string `json:"_id"`
		DeletedAt string `json:"deletedAt"`
		Number    any    `json:"number"`
		Customer  struct {
			ID string `json:"_id"`
		} `json:"customer"`
	}
	if err := json.Unmarshal(record, &r); err != nil {
		t.Fatal(err)
	}
	if r.ID == "" {
		r.ID = r.Customer.ID // an account of the khata
	}
	return r.ID, r.DeletedAt != ""
}

func (m *mirror) follow(t *testing.T, shop shoptest.Client) {
	t.Helper()
	for {
		response := shop.Request(t, "GET", m.path+"?limit=3&updatedSince="+url.QueryEscape(m.next), "").Expect(t, 200, "")
		var body struct {
			Data []json.RawMessage
			Next string
		}
		if err := json.Unmarshal(response.Bytes, &body); err != nil || body.Next == "" {
			t.Fatalf("%s: %v %s, want a page with the position of the next", m.path, err, response.Bytes)
		}
		for _, record := range body.Data {
			if recordID, gone := idOf(t, record); gone {
				delete(m.records, recordID)
			} else {
				m.records[recordID] = string(record)
			}
		}
		m.next = body.Next
		if len(body.Data) == 0 {
			return
		}
	}
}

// listedRecords returns the records of the list without updatedSince, by id.
func listedRecords(t *testing.T, shop shoptest.Client, path string) map[string]string {
	t.Helper()
	var records []json.RawMessage
	shop.Request(t, "GET", path+"?limit=100", "").Expect(t, 200, "").Decode(t, &records)
	held := map[string]string{}
	for _, record := range records {
		recordID, _ := idOf(t, record)
		held[recordID] = string(record)
	}
	return held
}

func TestUpdatedSince_returnsTheRecordsOfTheLists(t *testing.T) {
	t.Parallel()
	router, f, secrets := programs(t)
	if err := f.view.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	program, reader := shoptest.As(router, secrets[httpapi.ScopeAll]), shoptest.As(router, secrets[httpapi.ScopeRead])
	var mirrors []*mirror
	for _, path := range []string{"/product/getAll", "/order/checkouts", "/customers", "/khata"} {
		mirrors = append(mirrors, &mirror{path: path, next: "1970-01-01T00:00:00Z", records: map[string]string{}})
	}
	compare := func(after string) {
		t.Helper()
		for _, m := range mirrors {
			m.follow(t, reader)
			held := m.records
			if m.path == "/khata" { // the list has only accounts with a balance, its changes all
				held = maps.Clone(held)
				maps.DeleteFunc(held, func(_, account string) bool { return strings.Contains(account, `"balance":0,`) })
			}
			// The stock in a list may be up to a second old, that in its changes never is.
			diff := cmp.Diff(listedRecords(t, reader, m.path), held)
			for deadline := time.Now().Add(5 * time.Second); diff != "" && time.Now().Before(deadline); {
				diff = cmp.Diff(listedRecords(t, reader, m.path), held)
			}
			if diff != "" {
				t.Errorf("after %s, the reader of %s differs (-list +reader):\n%s", after, m.path, diff)
			}
		}
	}
	var products []string
	for i := range 7 {
		products = append(products, shoptest.AddProduct(t, f.db, shoptest.Product{Name: fmt.Sprint("Product ", i), Stock: 20}))
	}
	if err := f.view.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	compare("the first products")
	call := func(method, path, body string) (data struct {
		ID      string `json:"_id"`
		OrderID string `json:"checkoutId"`
	},
	) {
		t.Helper()
		response := program.Request(t, method, path, body)
		if response.Status >= 300 {
			t.Fatalf("%s %s: %d %s, want success", method, path, response.Status, response.Bytes)
		}
		if strings.HasPrefix(string(response.Data), "[") {
			var rows []json.RawMessage
			response.Decode(t, &rows)
			response.Data = rows[0]
		}
		response.Decode(t, &data)
		return data
	}
	customer := call("POST", "/customers", `{"name":"Meena","mobile":"9876500001"}`).ID
	address := call("POST", "/customers/"+customer+"/addresses", `{"address_line":"12 Lake Road","city":"Pune","state":"Maharashtra","pincode":"411001","country":"India","mobile":"9876500001"}`).ID
	compare("a new customer")
	var orders []string
	for _, productID := range products[:4] {
		orders = append(orders, call("POST", "/order/phone", fmt.Sprintf(`{"userId":%q,"addressId":%q,"list_items":[{"productId":%q,"quantity":2}]}`, customer, address, productID)).OrderID)
	}
	compare("orders")
	call("PUT", "/order/checkout/"+orders[0]+"/stage", `{"from":"NEW","to":"PACKED"}`)
	call("PUT", "/order/checkout/"+orders[1]+"/stage", `{"from":"NEW","to":"DONE"}`)
	call("PUT", "/order/checkout/"+orders[2]+"/refuse", `{"reason":"closed"}`)
	call("PUT", "/order/checkout/"+orders[3]+"/note", `{"staffNote":"ring twice"}`)
	compare("stages")
	call("PUT", "/product/update/"+products[5], `{"price":99,"name":"Another name"}`)
	call("DELETE", "/product/delete/"+products[6], ``)
	call("PUT", "/product/publish", fmt.Sprintf(`{"ids":[%q],"publish":false}`, products[4]))
	call("POST", "/stock/moves", fmt.Sprintf(`{"key":"a","moves":[{"productId":%q,"pieces":-3}]}`, products[0]))
	compare("edits of products")
	call("POST", "/khata/"+customer, `{"kind":"CORRECTION","amount":500,"reason":"notebook"}`)
	compare("a debt")
	call("POST", "/khata/"+customer, `{"kind":"PAYMENT","amount":500,"by":"CASH"}`)
	compare("its payment")
	// Without a login, unpublished products are returned as deleted.
	public := &mirror{path: "/product/getAll", next: "1970-01-01T00:00:00Z", records: map[string]string{}}
	public.follow(t, shoptest.As(router, ""))
	if got, want := slices.Sorted(maps.Keys(public.records)), slices.Sorted(maps.Keys(listedRecords(t, shoptest.As(router, ""), "/product/getAll"))); !slices.Equal(got, want) {
		t.Errorf("a reader without a login holds %v, want %v", got, want)
	}
}
