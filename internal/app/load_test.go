package app

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/health"
)

// buyer orders one product repeatedly, under new keys.
type buyer struct {
	name, token, addressID, productID string
}

// load is many buyers' concurrent orders and their results.
type load struct {
	buyers   []buyer
	patient  bool // failed calls are repeated under their key
	requests *http.Client

	mu       sync.Mutex
	numbers  []string      // of confirmed orders
	unsent   []string      // ids of confirmed orders, for sendOut
	sent     []string      // ids of orders that went out
	staff    string        // token of the administrator
	refused  map[int]int   // responses by status; 0 for none
	wrong    []string      // unacceptable responses
	slowest  time.Duration // of the confirmed orders
	open     int           // keys with an unknown outcome
	onPlaced func()        // called after each order
}

// newLoad creates buyers, each with a product in ample stock.
func newLoad(t *testing.T, base string, n int) *load {
	t.Helper()
	l := &load{patient: true, refused: map[int]int{}, requests: &http.Client{
		Timeout: 30 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: n},
	}}
	admin := &client{t: t, base: base}
	admin.login(demoAdminEmail, demoAdminPassword)
	products := admin.list("POST", "/product/get", record{"page": 1, "limit": n})
	l.staff = admin.token
	for i := range n {
		c := &client{t: t, base: base}
		email := fmt.Sprintf("buyer-%d@example.com", i)
		c.must("POST", "/user/register", record{"name": "Buyer", "email": email, "password": "a fine password"})
		c.login(email, "a fine password")
		c.must("POST", "/address/create", record{
			"address_line": "14, Prabhat Road", "city": "Pune", "state": "Maharashtra", "pincode": 411004, "country": "India", "mobile": 9822041873,
		})
		productID := products[i%len(products)]["_id"].(string)
		admin.must("PUT", "/product/update/"+productID, record{"stock": 1_000_000})
		l.buyers = append(l.buyers, buyer{email, c.token, c.list("GET", "/address/get", nil)[0]["_id"].(string), productID})
	}
	return l
}

// run makes all buyers order until the context ends, at the address that base returns.
func (l *load) run(ctx context.Context, base func() string) (wait func()) {
	var group sync.WaitGroup
	for _, b := range l.buyers {
		group.Go(func() {
			for n := 0; ctx.Err() == nil; n++ {
				l.place(ctx, base, b, b.name+" "+strconv.FormatInt(time.Now().UnixNano(), 36)+strconv.Itoa(n))
			}
		})
	}
	return group.Wait
}

// place repeats one order until it is confirmed, its response is unacceptable or the context ends. Unless the load is
// patient, it tries only once.
func (l *load) place(ctx context.Context, base func() string, b buyer, key string) {
	for {
		began := time.Now()
		status, number, wrong := l.send(b, base(), key)
		l.mu.Lock()
		switch {
		case wrong != "":
			l.wrong = append(l.wrong, wrong)
		case status == http.StatusOK:
			l.numbers, l.slowest = append(l.numbers, number), max(l.slowest, time.Since(began))
			if l.onPlaced != nil {
				l.onPlaced()
			}
		default:
			l.refused[status]++
		}
		over := wrong != "" || status == http.StatusOK || !l.patient
		if !over && ctx.Err() != nil {
			l.open++
			over = true
		}
		l.mu.Unlock()
		if over {
			return
		}
		select { // as a browser waits before a retry
		case <-ctx.Done():
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// send sends one order. wrong describes an unacceptable response, which is any that neither confirms the order nor says
// that the shop is briefly unreachable.
func (l *load) send(b buyer, base, key string) (status int, number, wrong string) {
	body, err := json.Marshal(record{
		"list_items": []record{{"productId": b.productID, "quantity": 1}}, "totalQty": 1, "addressId": b.addressID,
	})
	if err != nil {
		return 0, "", err.Error()
	}
	// Not with the test's context, so that running orders can finish.
	request, err := http.NewRequestWithContext(context.Background(), http.MethodPost, base+"/api/order/cod", bytes.NewReader(body))
	if err != nil {
		return 0, "", err.Error()
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+b.token)
	request.Header.Set("Idempotency-Key", key)
	response, err := l.requests.Do(request)
	if err != nil {
		return 0, "", "" // the connection broke
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, "", ""
	}
	switch response.StatusCode {
	case http.StatusOK:
		var placed struct {
			Data []struct{ OrderID, CheckoutID string }
		}
		if err := json.Unmarshal(text, &placed); err != nil || len(placed.Data) != 1 {
			return 0, "", fmt.Sprintf("an order was confirmed as %.300s", text)
		}
		l.mu.Lock()
		l.unsent = append(l.unsent, placed.Data[0].CheckoutID)
		l.mu.Unlock()
		return http.StatusOK, placed.Data[0].OrderID, ""
	case http.StatusBadGateway: // of the proxy, whose node has died
		return response.StatusCode, "", ""
	case http.StatusServiceUnavailable:
		if response.Header.Get("Retry-After") != "" {
			return response.StatusCode, "", ""
		}
	}
	return response.StatusCode, "", fmt.Sprintf("an order returned %d %v %.300s", response.StatusCode, response.Header, text)
}

// sendOut sends the confirmed orders out as staff until the context ends, at the address that base returns. Each gets a
// bill. After a failed call, the order is tried again.
func (l *load) sendOut(ctx context.Context, base func() string) {
	for ctx.Err() == nil {
		l.mu.Lock()
		id := ""
		if len(l.unsent) > 0 {
			id, l.unsent = l.unsent[0], l.unsent[1:]
		}
		l.mu.Unlock()
		status := 0
		if id != "" {
			status = l.move(base(), id)
		}
		l.mu.Lock()
		switch {
		case status == http.StatusOK || status == http.StatusConflict: // an earlier call sent it out
			l.sent = append(l.sent, id)
		case id != "":
			l.unsent = append(l.unsent, id)
		}
		l.mu.Unlock()
		if status != 0 {
			continue
		}
		select {
		case <-ctx.Done():
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// move sends one order out and returns the status, or 0 without a response.
func (l *load) move(base, id string) int {
	request, err := http.NewRequestWithContext(context.Background(), http.MethodPut, base+"/api/order/checkout/"+id+"/stage", strings.NewReader(`{"from":"NEW","to":"OUT"}`))
	if err != nil {
		return 0
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+l.staff)
	response, err := l.requests.Do(request)
	if err != nil {
		return 0
	}
	_ = response.Body.Close()
	return response.StatusCode
}

// expectBills fails if an order that went out has no bill or two, or if the series has a gap.
func (l *load) expectBills(t *testing.T, d *db.DB) {
	t.Helper()
	billed, err := db.All[string](t.Context(), d, `SELECT checkout_id FROM bills ORDER BY serial`)
	if err != nil {
		t.Fatal(err)
	}
	last, err := db.Get[int](t.Context(), d, `SELECT CAST(COALESCE(MAX(serial), 0) AS BIGINT) FROM bills`)
	if err != nil {
		t.Fatal(err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if slices.Sort(billed); last != len(billed) || len(slices.Compact(slices.Clone(billed))) != len(billed) || len(l.sent) == 0 {
		t.Errorf("%d bills of %d orders sent, the last number is %d, want a bill an order without a gap", len(billed), len(l.sent), last)
	}
	for _, id := range l.sent {
		if _, found := slices.BinarySearch(billed, id); !found {
			t.Errorf("order %s went out without a bill", id)
		}
	}
	t.Logf("%d bills, the last number is %d", len(billed), last)
}

// confirmed returns the number of orders confirmed so far.
func (l *load) confirmed() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.numbers)
}

// reaches waits for a number of confirmed orders as long as new ones are confirmed, because a busy machine is slow.
func (l *load) reaches(t *testing.T, orders int) {
	t.Helper()
	for confirmed := l.confirmed(); confirmed < orders; confirmed = l.confirmed() {
		until(t, "another order", func() bool { return l.confirmed() > confirmed })
	}
}

// until waits, at most a minute, until the condition is true, and returns how long that took.
func until(t *testing.T, what string, is func() bool) (took time.Duration) {
	t.Helper()
	began := time.Now()
	for !is() {
		if time.Since(began) > time.Minute {
			t.Fatalf("%s: not after a minute", what)
		}
		time.Sleep(5 * time.Millisecond)
	}
	return time.Since(began)
}

// expectNothingLost compares a database with the buyers' results: each confirmed order exists once,
// no other exists except those with an unknown outcome, and stock and money add up.
func (l *load) expectNothingLost(t *testing.T, d *db.DB) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, text := range l.wrong[:min(3, len(l.wrong))] {
		t.Errorf("wrong %d times, want never: %s", len(l.wrong), text)
	}
	numbers, err := db.All[string](t.Context(), d, `SELECT o.number FROM orders o JOIN users u ON u.id = o.user_id WHERE u.email LIKE 'buyer-%'`)
	if err != nil {
		t.Fatal(err)
	}
	times := map[string]int{}
	for _, number := range numbers {
		times[number]++
	}
	lost := 0
	for _, number := range l.numbers {
		if times[number] != 1 {
			lost++
		}
	}
	if lost > 0 {
		t.Errorf("%d of %d confirmed orders are not listed, want none lost", lost, len(l.numbers))
	}
	if extra := len(numbers) - len(l.numbers); extra < 0 || extra > l.open {
		t.Errorf("there are %d orders, want the %d confirmed and at most %d more", len(numbers), len(l.numbers), l.open)
	}
	expectNothingDamaged(t, d)
	t.Logf("%d orders confirmed, %d open at the end; refused by status: %v; the slowest took %s", len(l.numbers), l.open, l.refused, l.slowest.Round(time.Millisecond))
}

// expectNothingDamaged fails if the shop's own check finds damage in stock, ledger or money.
func expectNothingDamaged(t *testing.T, d *db.DB) {
	t.Helper()
	if err := damage(t.Context(), d); err != nil {
		t.Error(err)
	}
}

// damage returns what the shop's own check finds, or nil.
func damage(ctx context.Context, d *db.DB) error {
	service := health.New(d, clock.System{}, discard(), func(context.Context) error { return nil })
	if err := service.Check(ctx, true); err != nil {
		return err
	}
	found, damaged, err := health.DamageOf(ctx, d)
	if damaged {
		return fmt.Errorf("the data: %s", found.Text.In("en"))
	}
	return err
}

// databaseOf opens a shop's existing database without migrating it.
func databaseOf(t *testing.T, databaseURL, dir string) *db.DB {
	t.Helper()
	d, err := db.OpenExisting(t.Context(), databaseURL, dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	return d
}
