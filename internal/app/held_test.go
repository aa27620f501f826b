package app

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"kirana/internal/slug"
)

// loadMinutes returns how long TestLoad_isHeldAndShed keeps up the load.
func loadMinutes(t *testing.T) time.Duration {
	t.Helper()
	if os.Getenv("LOAD_MINUTES") == "" {
		t.Skip("only with LOAD_MINUTES: it measures, so nothing may run beside it")
	}
	minutes, err := strconv.ParseFloat(os.Getenv("LOAD_MINUTES"), 64)
	if err != nil || minutes <= 0 {
		t.Fatalf("LOAD_MINUTES is %q, want a number above 0", os.Getenv("LOAD_MINUTES"))
	}
	return time.Duration(minutes * float64(time.Minute))
}

// loadRates are the calls per second of 500 shoppers, who open a page every ten seconds and place 200 orders a minute,
// and of the staff, who send each order out, open the list of orders and sell 30 times a minute at the counter.
var loadRates = map[string]float64{"page": 50, "order": 200. / 60, "desk": 1, "out": 200. / 60, "sale": 0.5}

func TestLoad_isHeldAndShed(t *testing.T) {
	minutes := loadMinutes(t)
	eachDatabase(t, func(t *testing.T, databaseURL string) {
		args := append(databaseFlags(t, databaseURL), "--demo")
		cmd := command(t, append([]string{"serve", "--addr", "127.0.0.1:0"}, args...)...)
		cmd.Env = append(cmd.Env, "KIRANA_RATE_LIMITS=off", "KIRANA_CORS_ORIGINS="+otherOrigin, "KIRANA_BACKUP_URL=file://"+t.TempDir(), "KIRANA_BACKUP_PASSPHRASE=a long passphrase for copies")
		l := newHeldLoad(t, serveProcess(t, cmd))

		l.run(1, min(time.Minute, minutes/2)) // until caches and pools are full
		before, busy := l.memory(), l.processor()
		held := l.run(1, minutes)
		t.Logf("held for %s: %s; memory %d MB, %d MB after; %.0f %% of a processor", minutes, held, before>>20, l.memory()>>20,
			100*(l.processor()-busy).Seconds()/minutes.Seconds())
		if len(held.refused) > 0 {
			t.Errorf("the load was refused: %v, want no refusal", held.refused)
		}
		if after := l.memory(); after > before*13/10 {
			t.Errorf("the memory rose from %d to %d MB, want at most 30 %% more", before>>20, after>>20)
		}
		factor := 2
		for ; factor <= 64; factor *= 2 {
			beyond := l.run(float64(factor), 15*time.Second)
			t.Logf("%d times the load: %s", factor, beyond)
			for what := range beyond.refused {
				if !strings.HasSuffix(what, "503 with Retry-After") && !strings.HasSuffix(what, "no response in 30 s") {
					t.Errorf("%d times the load: %s, want a 503 with Retry-After or no response in 30 s", factor, what)
				}
			}
			if len(beyond.refused) > 0 || beyond.percentile("order", 0.99) > 2*time.Second {
				break
			}
		}
		t.Logf("stops holding at %d times the load", factor)
		recovered := l.run(1, 15*time.Second)
		t.Logf("afterwards: %s", recovered)
		if len(recovered.refused) > 0 {
			t.Errorf("the load after the excess was refused: %v, want no refusal", recovered.refused)
		}
		l.countOrders()
	})
}

// heldLoad sends calls at fixed rates, without waiting for the responses to earlier ones.
type heldLoad struct {
	*load

	t        *testing.T
	shop     *served
	device   string
	products []record
	unique   int
}

func newHeldLoad(t *testing.T, shop *served) *heldLoad {
	t.Helper()
	l := &heldLoad{load: newLoad(t, shop.base, 20), t: t, shop: shop}
	l.requests.Transport = &http.Transport{MaxIdleConnsPerHost: 500}
	owner := &client{t: t, base: shop.base}
	owner.login(demoAdminEmail, demoAdminPassword)
	l.products = owner.list("POST", "/product/get", record{"page": 1, "limit": 50})
	l.device = owner.must("POST", "/counter/devices", record{"name": "Counter 1"}).(record)["device"].(string)
	return l
}

// loadResult has the durations of the calls by kind, and the number of refused calls by kind and reason.
type loadResult struct {
	mu      sync.Mutex
	took    map[string][]time.Duration
	refused map[string]int
}

func (r *loadResult) percentile(kind string, share float64) time.Duration {
	all := slices.Sorted(slices.Values(r.took[kind]))
	if len(all) == 0 {
		return 0
	}
	return all[min(len(all)-1, int(float64(len(all))*share))]
}

func (r *loadResult) String() string {
	var parts []string
	for _, kind := range slices.Sorted(maps.Keys(r.took)) {
		parts = append(parts, fmt.Sprintf("%d × %s p50 %d, p99 %d, longest %d ms", len(r.took[kind]), kind,
			r.percentile(kind, 0.5).Milliseconds(), r.percentile(kind, 0.99).Milliseconds(), r.percentile(kind, 1).Milliseconds()))
	}
	for _, what := range slices.Sorted(maps.Keys(r.refused)) {
		parts = append(parts, fmt.Sprintf("%d × %s", r.refused[what], what))
	}
	return strings.Join(parts, "; ")
}

// run sends calls at factor times loadRates. The time of a call starts when it was due.
func (l *heldLoad) run(factor float64, duration time.Duration) *loadResult {
	l.t.Helper()
	r := &loadResult{took: map[string][]time.Duration{}, refused: map[string]int{}}
	ctx, cancel := context.WithTimeout(l.t.Context(), duration)
	defer cancel()
	var kinds, calls sync.WaitGroup
	for kind, rate := range loadRates {
		kinds.Go(func() {
			interval := time.Duration(float64(time.Second) / (rate * factor))
			for due := time.Now(); ; due = due.Add(interval) {
				select {
				case <-ctx.Done():
					return
				case <-time.After(time.Until(due)):
				}
				calls.Go(func() { l.call(kind, due, r) })
			}
		})
	}
	kinds.Wait()
	calls.Wait()
	return r
}

// call makes one call of a kind that was due at the given time.
func (l *heldLoad) call(kind string, due time.Time, r *loadResult) {
	method, path, token, body := l.next(kind)
	if path == "" {
		return
	}
	refused, answered := l.request(method, path, token, body)
	took := time.Since(due)
	r.mu.Lock()
	r.took[kind] = append(r.took[kind], took)
	if refused != "" {
		r.refused[kind+": "+refused]++
	}
	r.mu.Unlock()
	if kind != "order" || refused != "" {
		return
	}
	var placed struct {
		Data []struct{ OrderID, CheckoutID string }
	}
	if json.Unmarshal(answered, &placed) != nil || len(placed.Data) != 1 {
		l.t.Errorf("an order was confirmed as %.300s, want one line", answered)
		return
	}
	l.mu.Lock()
	l.numbers, l.unsent = append(l.numbers, placed.Data[0].OrderID), append(l.unsent, placed.Data[0].CheckoutID)
	l.mu.Unlock()
}

// next returns the next call of a kind, without a path if there is none.
func (l *heldLoad) next(kind string) (method, path, token string, body record) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.unique++
	product := l.products[rand.IntN(len(l.products))]
	switch kind {
	case "page":
		paths := []string{"/", productPath(product["name"].(string), product["_id"].(string)), "/search?q=tea", "/api/product/home", listing(product)}
		return http.MethodGet, paths[rand.IntN(len(paths))], "", nil
	case "order":
		b := l.buyers[l.unique%len(l.buyers)]
		return http.MethodPost, "/api/order/cod", b.token, record{
			"key": "order " + strconv.Itoa(l.unique), "list_items": []record{{"productId": b.productID, "quantity": 1}}, "totalQty": 1, "addressId": b.addressID,
		}
	case "desk":
		return http.MethodGet, "/api/order/checkouts?stage=OPEN", l.staff, nil
	case "out":
		if len(l.unsent) == 0 {
			return "", "", "", nil
		}
		id := l.unsent[0]
		l.unsent = l.unsent[1:]
		return http.MethodPut, "/api/order/checkout/" + id + "/stage", l.staff, record{"from": "NEW", "to": "OUT"}
	default:
		price := product["price"].(float64) - product["discount"].(float64)
		return http.MethodPost, "/api/counter/sales", l.staff, record{
			"device": l.device, "key": "sale " + strconv.Itoa(l.unique), "lines": []record{{"productId": product["_id"], "quantity": 1}},
			"payments": []record{{"by": "CASH", "amount": price}},
		}
	}
}

// listing returns the path of the listing page with a product in it.
func listing(product record) string {
	category, sub := product["category"].(record), product["subCategory"].(record)
	return "/" + slug.Of(category["name"].(string), category["_id"].(string)) + "/" + slug.Of(sub["name"].(string), sub["_id"].(string))
}

// request makes a call and returns why it was refused, or "".
func (l *heldLoad) request(method, path, token string, body record) (refused string, answered []byte) {
	text, err := json.Marshal(body)
	if err != nil {
		return err.Error(), nil
	}
	request, err := http.NewRequestWithContext(context.Background(), method, l.shop.base+path, bytes.NewReader(text))
	if err != nil {
		return err.Error(), nil
	}
	request.Header.Set("Content-Type", "application/json")
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := l.requests.Do(request)
	if err != nil {
		if os.IsTimeout(err) {
			return "no response in 30 s", nil
		}
		return err.Error(), nil
	}
	defer func() { _ = response.Body.Close() }()
	answered, err = io.ReadAll(response.Body)
	switch {
	case err != nil:
		return err.Error(), nil
	case response.StatusCode == http.StatusServiceUnavailable && response.Header.Get("Retry-After") != "":
		return "503 with Retry-After", nil
	case response.StatusCode >= 400:
		return fmt.Sprintf("%s %.200s", response.Status, answered), nil
	}
	return "", answered
}

// memory returns the resident memory of the shop's process, in bytes.
func (l *heldLoad) memory() int {
	l.t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", l.shop.cmd.Process.Pid))
	if err != nil {
		l.t.Fatal(err)
	}
	var kilobytes int
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	if _, err := fmt.Sscan(rest, &kilobytes); err != nil {
		l.t.Fatal(err)
	}
	return kilobytes << 10
}

// processor returns the CPU time of the shop's process.
func (l *heldLoad) processor() time.Duration {
	l.t.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", l.shop.cmd.Process.Pid))
	if err != nil {
		l.t.Fatal(err)
	}
	// After the name, which may have spaces, the 12th and 13th field are hundredths of a second in user and system
	// mode.
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	user, err := strconv.Atoi(fields[11])
	if err != nil {
		l.t.Fatal(err)
	}
	system, err := strconv.Atoi(fields[12])
	if err != nil {
		l.t.Fatal(err)
	}
	return time.Duration(user+system) * 10 * time.Millisecond
}

// countOrders fails if the shop lacks any of the confirmed orders.
func (l *heldLoad) countOrders() {
	l.t.Helper()
	owner := &client{t: l.t, base: l.shop.base, token: l.staff}
	known := map[string]bool{}
	for page := 1; ; page++ {
		rows := owner.list("GET", fmt.Sprintf("/order/getAllOrderDetails?page=%d&limit=100", page), nil)
		for _, row := range rows {
			known[row["orderId"].(string)] = true
		}
		if len(rows) < 100 {
			break
		}
	}
	lost := 0
	for _, number := range l.numbers {
		if !known[number] {
			lost++
		}
	}
	l.t.Logf("%d orders were confirmed", len(l.numbers))
	if lost > 0 || len(l.numbers) == 0 {
		l.t.Errorf("%d of %d confirmed orders are not listed, want none lost of one at least", lost, len(l.numbers))
	}
}
