package app

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"kirana/internal/db"
	"kirana/internal/shoptest"
)

// histories returns how many histories a shop's clients record, and how many calls each has at least.
func histories(t *testing.T) (count, calls int) {
	t.Helper()
	if !shoptest.Long() {
		t.Skip("only in the long form")
	}
	count = 3
	if wanted := os.Getenv("HISTORIES"); wanted != "" {
		var err error
		if count, err = strconv.Atoi(wanted); err != nil || count < 1 {
			t.Fatalf("HISTORIES is %q", wanted)
		}
	}
	return count, 2000
}

func TestHistory_ofOneNodeIsLinearizableWhileItIsKilledAndStopped(t *testing.T) {
	t.Parallel()
	count, calls := histories(t)
	r := newRecorder(t, newSingleNode(t), 6)
	for seed := range count {
		r.expectLinearizable(t, r.record(t, uint64(seed), calls))
	}
	r.expectSound(t)
}

func TestHistory_ofThreeNodesIsLinearizableWhileNodesAndTheirDatabaseFail(t *testing.T) {
	t.Parallel()
	count, calls := histories(t)
	r := newRecorder(t, newFailingCluster(t), 6)
	for seed := range count {
		r.expectLinearizable(t, r.record(t, uint64(seed), calls))
	}
	r.expectSound(t)
}

// The shop's own guards hold, so a trigger stands for one that is taken out: it forgets every key at once.
func TestHistory_findsAKeyThatIsForgotten(t *testing.T) {
	t.Parallel()
	_, calls := histories(t)
	shop := newSingleNode(t)
	r := newRecorder(t, shop, 6)
	if err := opened(t, "", shop.dir).Tx(t.Context(), func(tx *db.Tx) error {
		return db.Exec(t.Context(), tx, `CREATE TRIGGER planted AFTER INSERT ON idempotency_keys BEGIN DELETE FROM idempotency_keys WHERE key = NEW.key; END`)
	}); err != nil {
		t.Fatal(err)
	}
	if porcupine.CheckOperations(shopModel, r.record(t, 1, calls/10)) {
		t.Errorf("the history is explained: %v", r.wrong[:min(3, len(r.wrong))])
	}
}

// failingShop is a shop whose processes and connections are broken while it serves.
type failingShop interface {
	bases() []string                            // of the nodes
	fail(t *testing.T, random *rand.Rand) error // one failure and its end
	database(t *testing.T) *db.DB
}

// recorder makes clients call a shop and keeps what they asked for and were told, with the times.
type recorder struct {
	shop   failingShop
	buyers []buyer
	staff  string // token
	begin  time.Time

	requests *http.Client
	unique   atomic.Int64

	mu      sync.Mutex
	history []porcupine.Operation
	orders  []openOrder // that nobody has canceled
	wrong   []string    // responses that no failure explains
	failed  map[string]int
}

// openOrder is an order that its buyer may cancel.
type openOrder struct {
	buyer  int
	id     string
	pieces int
}

// newRecorder makes the buyers, before anything fails.
func newRecorder(t *testing.T, shop failingShop, buyers int) *recorder {
	t.Helper()
	l := newLoad(t, shop.bases()[0], buyers)
	return &recorder{shop: shop, buyers: l.buyers, staff: l.staff, begin: time.Now(), failed: map[string]int{}, requests: &http.Client{
		Timeout: 10 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: buyers},
	}}
}

// record makes at least so many calls on one product and one customer's khata, while the shop fails, and returns them.
func (r *recorder) record(t *testing.T, seed uint64, calls int) []porcupine.Operation {
	t.Helper()
	h := r.newHistory(t, seed)
	ctx, stop := context.WithCancel(t.Context())
	var clients, failures sync.WaitGroup
	for i := range r.buyers {
		clients.Go(func() {
			random := rand.New(rand.NewPCG(seed, uint64(i)))
			for h.calls.Add(1) <= int64(calls) && !h.isLost() {
				h.act(i, random)
			}
		})
	}
	failures.Go(func() {
		random := rand.New(rand.NewPCG(seed, 1000))
		for ctx.Err() == nil {
			pauseUntil(ctx, time.Duration(200+random.IntN(1500))*time.Millisecond)
			if err := r.shop.fail(t, random); err != nil {
				t.Errorf("a failure of the shop: %v", err)
				return
			}
		}
	})
	clients.Wait()
	stop()
	failures.Wait()
	h.readAll(t)
	r.mu.Lock()
	defer r.mu.Unlock()
	history := r.history
	r.history, r.orders = nil, nil
	return history
}

// expectLinearizable fails for a history that no sequence of its calls explains, and keeps a page that shows it.
func (r *recorder) expectLinearizable(t *testing.T, history []porcupine.Operation) {
	t.Helper()
	for _, part := range shopModel.Partition(history) {
		result, info := porcupine.CheckOperationsVerbose(shopModel, part, 2*time.Minute)
		if result == porcupine.Ok {
			continue
		}
		file, err := os.CreateTemp("", "kirana-history-*.html")
		if err != nil {
			t.Fatal(err)
		}
		t.Errorf("%d calls on the %s are %s; see %s %v", len(part), part[0].Input.(act).object, result, file.Name(), porcupine.Visualize(shopModel, info, file))
		_ = file.Close()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.wrong) > 0 {
		t.Errorf("%d responses that no failure explains: %s", len(r.wrong), r.wrong[0])
		r.wrong = nil
	}
	t.Logf("%d calls; attempts that were repeated: %v", len(history), r.failed)
	clear(r.failed)
}

// expectSound checks the database as the shop's own check does.
func (r *recorder) expectSound(t *testing.T) {
	t.Helper()
	expectNothingDamaged(t, r.shop.database(t))
}

// history is what is recorded now: its product, and the customer whose khata it uses.
type history struct {
	*recorder

	calls      atomic.Int64
	product    string
	customer   string
	stockName  string // objects
	khataName  string
	lastMobile int
}

func (r *recorder) newHistory(t *testing.T, seed uint64) *history {
	t.Helper()
	staff := &client{t: t, base: r.shop.bases()[0], token: r.staff}
	product := r.buyers[int(seed)%len(r.buyers)].productID
	const pieces = 30
	h := &history{recorder: r, product: product, stockName: "stock of " + product}
	h.customer = staff.must("POST", "/customers", record{"name": "History", "mobile": strconv.Itoa(9000000000 + int(seed))}).(record)["_id"].(string)
	h.khataName = "khata of " + h.customer
	began := h.now()
	staff.must("PUT", "/product/update/"+product, record{"stock": pieces})
	h.keep(began, act{object: h.stockName, kind: setStock, n: pieces}, outcome{})
	return h
}

func (r *recorder) now() int64 { return int64(time.Since(r.begin)) }

// keep adds an act that ends now.
func (r *recorder) keep(began int64, a act, o outcome) { r.keepUntil(began, r.now(), a, o) }

func (r *recorder) keepUntil(began, end int64, a act, o outcome) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.history = append(r.history, porcupine.Operation{Input: a, Output: o, Call: began, Return: end})
}

// act makes one call, or two at once, as the buyer i or as staff.
func (h *history) act(i int, random *rand.Rand) {
	switch n := random.IntN(100); {
	case n < 45:
		h.order(i, 1+random.IntN(3), random.IntN(4) == 0)
	case n < 65:
		h.cancel()
	case n < 75:
		h.move(1 + random.IntN(6) - 3)
	case n < 85:
		h.enter(1 + random.IntN(900) - 450)
	case n < 92:
		h.balance()
	default:
		h.look()
	}
}

// reply is a response that decides: its call has been done, or is refused.
type reply struct {
	status   int
	message  string
	data     json.RawMessage
	repeated bool // an earlier attempt had no response, or a refusal of a shop that fails
}

// try makes a call until its response decides, each time at another node. A key, in the header or the body, makes the
// call take place once.
func (h *history) try(method, path, token, key string, body record) reply {
	text, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	for attempt, began := 0, time.Now(); ; attempt++ {
		if time.Since(began) > time.Minute {
			h.unexpected("%s %s: no response that decides in a minute", method, path)
			return reply{repeated: true}
		}
		bases := h.shop.bases()
		status, answered, err := h.send(method, bases[(int(h.unique.Add(1)))%len(bases)]+"/api"+path, token, key, text)
		var said struct {
			Message string
			Data    json.RawMessage
		}
		switch {
		case err != nil:
			h.count("no response")
		case status == http.StatusServiceUnavailable:
			h.count("503")
		case json.Unmarshal(answered, &said) != nil || status >= 500 || status == http.StatusTooManyRequests || status == http.StatusUnauthorized:
			h.unexpected("%s %s: %d %.300s", method, path, status, answered)
			h.count(strconv.Itoa(status))
		default:
			return reply{status: status, message: said.Message, data: said.Data, repeated: attempt > 0}
		}
		time.Sleep(20 * time.Millisecond) // as a client that waits before it repeats its call
	}
}

func (h *history) send(method, url, token, key string, body []byte) (status int, answered []byte, err error) {
	request, err := http.NewRequestWithContext(context.Background(), method, url, bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+token)
	if key != "" {
		request.Header.Set("Idempotency-Key", key)
	}
	response, err := h.requests.Do(request)
	if err != nil {
		return 0, nil, err
	}
	defer func() { _ = response.Body.Close() }()
	answered, err = io.ReadAll(response.Body)
	return response.StatusCode, answered, err
}

func (r *recorder) count(what string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failed[what]++
}

// isLost is true when the shop does not come back: each call waits for its minute then.
func (r *recorder) isLost() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.wrong) > 100
}

func (r *recorder) unexpected(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.wrong = append(r.wrong, fmt.Sprintf(format, args...))
}

var piecesLeft = regexp.MustCompile(`^Only (\d+) of `)

// order orders pieces under a new key; twice means from two windows at once, under the same key.
func (h *history) order(i, pieces int, twice bool) {
	key := fmt.Sprintf("key %d", h.unique.Add(1))
	body := record{"list_items": []record{{"productId": h.product, "quantity": pieces}}, "totalQty": pieces, "addressId": h.buyers[i].addressID}
	began := h.now()
	replies, ends := make([]reply, 1, 2), make([]int64, 1, 2)
	if twice {
		replies, ends = replies[:2], ends[:2]
	}
	var windows sync.WaitGroup
	for w := range replies {
		windows.Go(func() {
			replies[w] = h.try("POST", "/order/cod", h.buyers[i].token, key, body)
			ends[w] = h.now()
		})
	}
	windows.Wait()
	placed := int64(0)
	var order openOrder
	for w, said := range replies {
		switch said.status {
		case http.StatusOK:
			var rows []struct{ OrderID, CheckoutID string }
			if json.Unmarshal(said.data, &rows) != nil || len(rows) != 1 {
				h.unexpected("an order was confirmed as %.300s", said.data)
				continue
			}
			h.keepUntil(began, ends[w], act{object: key, kind: sendKey}, outcome{number: rows[0].OrderID})
			if placed == 0 || ends[w] < placed {
				placed = ends[w]
			}
			order = openOrder{i, rows[0].CheckoutID, pieces}
		case http.StatusConflict:
			refused := outcome{refused: true}
			if left := piecesLeft.FindStringSubmatch(said.message); left != nil {
				refused.value, _ = strconv.Atoi(left[1])
				refused.known = true
			} else if !strings.Contains(said.message, "stock") {
				h.unexpected("an order was refused: %s", said.message)
			}
			h.keepUntil(began, ends[w], act{object: key, kind: sendKey}, refused)
			h.keepUntil(began, ends[w], act{object: h.stockName, kind: takePieces, n: pieces}, refused)
		default:
			h.unexpected("an order returned %d %s", said.status, said.message)
		}
	}
	if placed != 0 {
		h.keepUntil(began, placed, act{object: h.stockName, kind: takePieces, n: pieces}, outcome{})
		h.mu.Lock()
		h.orders = append(h.orders, order)
		h.mu.Unlock()
	}
}

// cancel cancels an order that is open, as its buyer.
func (h *history) cancel() {
	h.mu.Lock()
	if len(h.orders) == 0 {
		h.mu.Unlock()
		return
	}
	order := h.orders[0]
	h.orders = h.orders[1:]
	h.mu.Unlock()
	began := h.now()
	said := h.try("PUT", "/order/cancel/"+order.id, h.buyers[order.buyer].token, "", record{})
	// The second attempt finds what the first has done.
	if said.status != http.StatusOK && !(said.repeated && said.status == http.StatusConflict) {
		h.unexpected("a cancel returned %d %s", said.status, said.message)
		return
	}
	h.keep(began, act{object: h.stockName, kind: givePieces, n: order.pieces}, outcome{})
	h.keep(began, act{object: "order " + order.id, kind: cancelOrder}, outcome{})
	h.readOrder(order.id)
}

func (h *history) readOrder(id string) {
	began := h.now()
	said := h.try("GET", "/order/checkout/"+id, h.staff, "", nil)
	var order struct{ Stage string }
	if json.Unmarshal(said.data, &order) != nil || order.Stage == "" {
		h.unexpected("an order reads %d %.300s", said.status, said.data)
		return
	}
	h.keep(began, act{object: "order " + id, kind: readOrder}, outcome{closed: order.Stage != "NEW"})
}

// look reads an order that nobody has canceled yet; somebody may do so meanwhile.
func (h *history) look() {
	h.mu.Lock()
	id := ""
	if len(h.orders) > 0 {
		id = h.orders[len(h.orders)-1].id
	}
	h.mu.Unlock()
	if id != "" {
		h.readOrder(id)
	}
}

// move adds or takes pieces as a program would.
func (h *history) move(pieces int) {
	if pieces == 0 {
		pieces = 4
	}
	began := h.now()
	said := h.try("POST", "/stock/moves", h.staff, "", record{"key": fmt.Sprintf("move %d", h.unique.Add(1)), "moves": []record{{"productId": h.product, "pieces": pieces}}})
	a := act{object: h.stockName, kind: givePieces, n: pieces}
	if said.status == http.StatusConflict {
		h.keep(began, a, outcome{refused: true})
		return
	}
	var moved []struct{ Stock int }
	if json.Unmarshal(said.data, &moved) != nil || len(moved) != 1 {
		h.unexpected("a move returned %d %s", said.status, said.message)
		return
	}
	h.keep(began, a, outcome{value: moved[0].Stock, known: !said.repeated})
}

// enter adds paise to what the customer owes.
func (h *history) enter(paise int) {
	if paise == 0 {
		paise = 1
	}
	began := h.now()
	said := h.try("POST", "/khata/"+h.customer, h.staff, "", record{
		"key": fmt.Sprintf("entry %d", h.unique.Add(1)), "kind": "CORRECTION", "amount": fmt.Sprintf("%.2f", float64(paise)/100), "reason": "history",
	})
	if balance, ok := h.balanceIn(said); ok {
		h.keep(began, act{object: h.khataName, kind: addEntry, n: paise}, outcome{})
		// The statement is read after the entry has been committed.
		h.keep(began, act{object: h.khataName, kind: readBalance}, outcome{value: balance})
	}
}

func (h *history) balance() {
	began := h.now()
	if balance, ok := h.balanceIn(h.try("GET", "/khata/"+h.customer, h.staff, "", nil)); ok {
		h.keep(began, act{object: h.khataName, kind: readBalance}, outcome{value: balance})
	}
}

// balanceIn returns the paise of a statement's balance.
func (h *history) balanceIn(said reply) (paise int, ok bool) {
	var statement struct{ Balance *json.Number }
	if said.status != http.StatusOK || json.Unmarshal(said.data, &statement) != nil || statement.Balance == nil {
		h.unexpected("a khata returned %d %s", said.status, said.message)
		return 0, false
	}
	rupees, err := statement.Balance.Float64()
	if err != nil {
		h.unexpected("a balance of %s", statement.Balance)
	}
	if rupees < 0 {
		return int(rupees*100 - 0.5), true
	}
	return int(rupees*100 + 0.5), true
}

// readAll ends a history with what the database holds.
func (h *history) readAll(t *testing.T) {
	t.Helper()
	began := h.now()
	pieces := shoptest.Stock(t, h.shop.database(t), h.product)
	h.keep(began, act{object: h.stockName, kind: readStock}, outcome{value: pieces})
	h.balance()
}
