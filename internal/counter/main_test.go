package counter_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"os"
	"testing"
	"time"

	"kirana/internal/account"
	"kirana/internal/address"
	"kirana/internal/bill"
	"kirana/internal/cart"
	"kirana/internal/catalog/admin"
	"kirana/internal/catalog/stock"
	"kirana/internal/catalog/view"
	"kirana/internal/clock"
	"kirana/internal/counter"
	"kirana/internal/db"
	"kirana/internal/httpapi"
	"kirana/internal/khata"
	"kirana/internal/order"
	"kirana/internal/payment"
	"kirana/internal/report"
	"kirana/internal/settings"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/contracttest"
)

func TestMain(m *testing.M) { shoptest.Main(m) }

// object is a JSON object.
type object = map[string]any

// shop is a shop with the features that the counter needs.
type shop struct {
	http.Handler
	db       *db.DB
	clock    *clock.Manual
	view     *view.View
	counter  *counter.Service
	orders   *order.Service
	settings *settings.Service
	owner    shoptest.Client
	ownerID  string
	device   string
}

// newShop opens a GST-registered shop with one device.
func newShop(t *testing.T, d *db.DB) *shop {
	t.Helper()
	s := &shop{db: d, clock: shoptest.Clock()}
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	s.view = view.New(d, s.clock, log)
	catalog := admin.New(d, s.clock, func(context.Context, string, ...string) error { return nil }, s.view)
	pieces, carts, addresses := stock.New(s.clock, s.view.ShowStock), cart.New(d, s.clock), address.New(d, s.clock)
	shopSettings := settings.New(d, s.clock, true)
	bills := bill.New(d, s.clock, bill.NewLinks([]byte("the key of the test shop's links"), "https://shop.example.in"))
	s.orders = order.New(d, s.clock, order.Features{
		Stock: pieces, Carts: carts, Addresses: addresses, Settings: shopSettings, Bills: bills,
		Payments: payment.New(d, s.clock, order.NewLedger(pieces, carts), payment.Config{}),
	})
	accounts := account.New(d, s.clock, shoptest.AccountKey(t), account.Rules{})
	s.counter = counter.New(d, s.clock, counter.Features{Accounts: accounts, Orders: s.orders, Bills: bills, Settings: shopSettings, View: s.view, Products: catalog})
	router := httpapi.New(httpapi.Options{Version: "test", Log: log, Identify: shoptest.IdentifyByUserID(d)})
	(&counter.Handler{Counter: s.counter}).Routes(router)
	(&order.Handler{Orders: s.orders}).Routes(router)
	(&bill.Handler{Bills: bills}).Routes(router)
	(&khata.Handler{Khata: khata.New(d, s.clock, accounts, shopSettings)}).Routes(router)
	admin.NewHandler(catalog).Routes(router)
	(&report.Handler{Reports: report.New(d, s.clock, s.view)}).Routes(router)
	s.Handler, s.settings = contracttest.Handler(router), shopSettings
	s.ownerID = shoptest.AddAdministrator(t, d)
	s.owner = shoptest.As(s, s.ownerID)
	s.set(t, `{"legal":{"gst":"REGISTERED","gstin":"27AAAPK0000A1ZX","state":"Maharashtra","name":"Asha Kirana","address":"Pune"},"bill":{"prefix":"GK"}}`)
	s.device = s.addDevice(t, "Counter 1")
	return s
}

func (s *shop) set(t *testing.T, patch string) {
	t.Helper()
	_, err := s.settings.Update(t.Context(), []byte(patch))
	must(t, err)
}

func (s *shop) addDevice(t *testing.T, name string) string {
	t.Helper()
	var device counter.Device
	s.call(t, "POST", "/counter/devices", object{"name": name}).Expect(t, http.StatusCreated, "").Decode(t, &device)
	return device.ID
}

// call makes a call as the owner.
func (s *shop) call(t testing.TB, method, path string, body any) shoptest.Response {
	t.Helper()
	return call(t, s.owner, method, path, body)
}

func call(t testing.TB, by shoptest.Client, method, path string, body any) shoptest.Response {
	t.Helper()
	text, err := json.Marshal(body)
	must(t, err)
	return by.Request(t, method, path, string(text))
}

// product adds a product with 18 % GST.
func (s *shop) product(t *testing.T, p shoptest.Product) string {
	t.Helper()
	productID := shoptest.AddProduct(t, s.db, p)
	s.execute(t, `UPDATE products SET hsn = '3402' WHERE id = $1`, productID)
	return productID
}

func (s *shop) execute(t *testing.T, statement string, args ...any) {
	t.Helper()
	must(t, s.db.Tx(t.Context(), func(tx *db.Tx) error { return db.Exec(t.Context(), tx, statement, args...) }))
}

// sale returns a sale of the shop's device that is paid in cash.
func (s *shop) sale(key string, rupees float64, lines ...object) object {
	return object{"device": s.device, "key": key, "lines": lines, "payments": []object{{"by": "CASH", "amount": rupees}}}
}

func line(productID string, quantity int) object {
	return object{"productId": productID, "quantity": quantity}
}

// placedOrder has the fields of an order that the tests read.
type placedOrder struct {
	ID       string  `json:"_id"`
	Number   int64   `json:"number"`
	Channel  string  `json:"channel"`
	Stage    string  `json:"stage"`
	TotalAmt float64 `json:"totalAmt"`
	RoundOff float64 `json:"roundOff"`
	PaidBy   string  `json:"paidBy"`
	Status   string  `json:"payment_status"`
	Customer struct {
		Name string `json:"name"`
	} `json:"customer"`
	Payments []struct {
		By     string    `json:"by"`
		Amount float64   `json:"amount"`
		Given  float64   `json:"given"`
		At     time.Time `json:"at"`
	} `json:"payments"`
	Bills []struct {
		Number    string    `json:"number"`
		Kind      string    `json:"kind"`
		IssuedAt  time.Time `json:"issuedAt"`
		Payable   float64   `json:"payable"`
		CreditFor string    `json:"creditFor"`
		URL       string    `json:"url"`
	} `json:"bills"`
	BillWaits *string  `json:"billWaits"`
	Problems  []string `json:"problems"`
	Rows      []struct {
		Flag string `json:"payment_flag"`
	} `json:"rows"`
}

// sell makes a sale that must succeed.
func (s *shop) sell(t testing.TB, sale object) placedOrder {
	t.Helper()
	var c placedOrder
	s.call(t, "POST", "/counter/sales", sale).Expect(t, http.StatusCreated, "").Decode(t, &c)
	return c
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
