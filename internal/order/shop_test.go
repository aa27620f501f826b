package order_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"kirana/internal/address"
	"kirana/internal/bill"
	"kirana/internal/cart"
	"kirana/internal/catalog/admin"
	"kirana/internal/catalog/stock"
	"kirana/internal/catalog/view"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/httpapi"
	"kirana/internal/limit"
	"kirana/internal/order"
	"kirana/internal/order/list"
	"kirana/internal/payment"
	"kirana/internal/settings"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/contracttest"
	"kirana/internal/shoptest/ordertest"
	"kirana/internal/token"
)

func TestMain(m *testing.M) { shoptest.Main(m) }

// shop is the part of a shop that orders need.
type shop struct {
	http.Handler
	db        *db.DB
	clock     *clock.Manual
	log       *slog.Logger
	limits    *limit.Store // if nil, there are no rate limits
	catalog   *admin.Service
	stock     *stock.Service
	carts     *cart.Service
	addresses *address.Service
	payments  *payment.Service
	orders    *order.Service
	lists     *list.Service
	tokens    *token.Service
}

// newShop returns a shop that takes only cash.
func newShop(d *db.DB) *shop {
	s := &shop{db: d, clock: shoptest.Clock(), log: slog.New(slog.DiscardHandler)}
	v := view.New(d, s.clock, s.log)
	s.catalog = admin.New(d, s.clock, func(context.Context, string, ...string) error { return nil }, v)
	s.catalog.CountWaiting = order.CountWaiting
	s.stock = stock.New(s.clock, v.ShowStock)
	s.carts, s.addresses = cart.New(d, s.clock), address.New(d, s.clock)
	s.start(payment.Config{})
	return s
}

// start restarts the shop with other payment settings.
func (s *shop) start(config payment.Config) {
	s.payments = payment.New(s.db, s.clock, order.NewLedger(s.stock, s.carts), config)
	bills := bill.New(s.db, s.clock, bill.NewLinks([]byte("the key of the test shop's links"), "https://shop.example.in"))
	s.orders = order.New(s.db, s.clock, order.Features{
		Stock: s.stock, Carts: s.carts, Addresses: s.addresses, Payments: s.payments, Settings: settings.New(s.db, s.clock, true), Bills: bills,
		Limits: s.limits,
	})
	s.lists = list.New(s.db, s.clock, s.orders)
	s.tokens = token.New(s.db, s.clock, true)
	router := httpapi.New(httpapi.Options{Version: "test", Log: s.log, Identify: s.identify})
	(&cart.Handler{Carts: s.carts}).Routes(router)
	(&order.Handler{Orders: s.orders}).Routes(router)
	(&list.Handler{Lists: s.lists}).Routes(router)
	(&bill.Handler{Bills: bills}).Routes(router)
	(&payment.Handler[order.LineView]{Payments: s.payments, Rows: s.orders.LinesForUser}).Routes(router)
	s.Handler = contracttest.Handler(router)
}

// identify finds the caller by a user's id or by a program's token.
func (s *shop) identify(ctx context.Context, bearer string) (httpapi.Identity, error) {
	if token.Is(bearer) {
		return s.tokens.Identify(ctx, bearer)
	}
	return shoptest.IdentifyByUserID(s.db)(ctx, bearer)
}

// shopper is a customer with an address and a cart.
type shopper struct {
	shop      *shop
	id        string
	addressID string
}

func (s *shop) shopper(t testing.TB) *shopper {
	t.Helper()
	p := ordertest.AddShopper(t, s.db)
	return &shopper{shop: s, id: p.ID, addressID: p.AddressID}
}

// addToCart adds pieces of a product to the cart. It returns the item with which a client orders the cart
// line.
func (r *shopper) addToCart(t testing.TB, productID string, quantity int) order.Item {
	t.Helper()
	line, err := r.shop.carts.Add(t.Context(), cart.Line{UserID: r.id, ProductID: productID, Quantity: quantity})
	if err != nil {
		t.Fatalf("add to the cart: %v", err)
	}
	return order.Item{LineID: line.ID, ProductID: productID, Quantity: line.Quantity}
}

// wants returns a request for the items, to the shopper's address.
func (r *shopper) wants(items ...order.Item) order.Request {
	return ordertest.Shopper{ID: r.id, AddressID: r.addressID}.Request(items...)
}

// orders places an order and returns its lines.
func (r *shopper) orders(t testing.TB, items ...order.Item) []order.LineView {
	t.Helper()
	return ordertest.Shopper{ID: r.id, AddressID: r.addressID}.Place(t, r.shop.orders, items...)
}

// cart returns the quantities in the cart by line.
func (r *shopper) cart(t testing.TB) map[string]int {
	t.Helper()
	lines, err := r.shop.carts.Lines(t.Context(), r.id)
	if err != nil {
		t.Fatal(err)
	}
	quantities := map[string]int{}
	for _, line := range lines {
		quantities[line.ID] = line.Quantity
	}
	return quantities
}

func (r *shopper) mine(t testing.TB) []order.LineView {
	t.Helper()
	lines, _, err := r.shop.lists.ListLinesForUser(t.Context(), r.id, list.LineFilter{})
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

// count returns the number of rows of a table, which may be followed by a WHERE clause.
func (s *shop) count(t testing.TB, table string) int {
	t.Helper()
	n, err := db.Get[int](t.Context(), s.db, `SELECT COUNT(*) FROM `+table)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// body returns the JSON of a request that the storefront sends.
func body(r order.Request) string {
	type item struct {
		ID        string `json:"_id,omitempty"`
		ProductID string `json:"productId"`
		Quantity  int    `json:"quantity"`
	}
	var items []item
	for _, line := range r.Items {
		items = append(items, item{line.LineID, line.ProductID, line.Quantity})
	}
	b, err := json.Marshal(map[string]any{"list_items": items, "totalQty": r.TotalQty, "addressId": r.AddressID})
	if err != nil {
		panic(err)
	}
	return string(b)
}

// answeredLine is a line as a client reads it.
type answeredLine struct {
	ID         string `json:"_id"`
	OrderID    string
	CheckoutID string
	UserID     *struct {
		ID                  string `json:"_id"`
		Name, Email, Mobile string
	}
	ProducID struct {
		ID    string `json:"_id"`
		Name  string
		Image []string
		Price float64

		CategoryID string
	}
	ProductDetail struct {
		Name  string
		Image []string
		Price float64
	} `json:"product_detail"`
	Unit            string
	Quantity        int
	Size, Color     *string
	Discount        float64
	TotalAmt        float64
	PaymentMethod   string            `json:"payment_method"`
	PaymentStatus   string            `json:"payment_status"`
	DeliveryStatus  string            `json:"delivery_status"`
	DeliveryAddress map[string]string `json:"delivery_address"`
	CreatedAt       time.Time
	UpdatedAt       time.Time
}
