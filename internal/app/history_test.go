package app

import (
	"context"
	"math/rand/v2"
	"net/http"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"kirana/internal/db"
	"kirana/internal/shoptest"
)

// histories returns how many histories to record for each shop, and the minimum number of calls of each.
func histories(t *testing.T) (count, calls int) {
	t.Helper()
	if !shoptest.Long() {
		t.Skip("only in the long form")
	}
	count = 3
	if wanted := os.Getenv("HISTORIES"); wanted != "" {
		var err error
		if count, err = strconv.Atoi(wanted); err != nil || count < 1 {
			t.Fatalf("HISTORIES is %q, want a number above 0", wanted)
		}
	}
	return count, 2000
}

func TestHistory_ofOneNodeIsLinearizableDespiteFailures(t *testing.T) { //nolint:tparallel // one shop after the other
	t.Parallel()
	expectHistories(t, func(t *testing.T) failingShop { t.Helper(); return newSingleNode(t) })
}

func TestHistory_ofThreeNodesIsLinearizableDespiteFailures(t *testing.T) { //nolint:tparallel // one shop after the other
	t.Parallel()
	expectHistories(t, func(t *testing.T) failingShop { t.Helper(); return newFailingCluster(t) })
}

// historiesPerShop limits the histories of one shop: the orders of more fill a disk of 128 MB.
const historiesPerShop = 10

func expectHistories(t *testing.T, start func(*testing.T) failingShop) {
	t.Helper()
	count, calls := histories(t)
	failures := map[string]int{}
	for first := 0; first < count; first += historiesPerShop {
		t.Run("from seed "+strconv.Itoa(first), func(t *testing.T) {
			r := newRecorder(t, start(t), 6)
			for seed := first; seed < min(first+historiesPerShop, count); seed++ {
				r.expectLinearizable(t, r.record(t, uint64(seed), calls))
			}
			expectNothingDamaged(t, r.shop.database(t))
			for what, times := range r.failures {
				failures[what] += times
			}
		})
	}
	t.Logf("failures: %v", failures)
	if failures["disk full unnoticed"] > 0 && failures["disk full"] == 0 {
		t.Error("the shop has not noticed a full disk")
	}
}

// failingShop is a shop whose processes and connections are made to fail while it serves.
type failingShop interface {
	bases() []string // of the nodes
	// fail makes one failure, ends it, except for a moved clock, and returns what failed.
	fail(t *testing.T, random *rand.Rand) (what string, err error)
	database(t *testing.T) *db.DB
}

// recorder makes clients call a shop, and records each call with its response and times.
type recorder struct {
	shop      failingShop
	buyers    []buyer
	customers []string // ids, one for each history
	staff     string   // token
	begin     time.Time

	requests *http.Client
	unique   atomic.Int64

	mu      sync.Mutex
	history []porcupine.Operation
	orders  []openOrder    // that were not canceled yet
	wrong   []string       // responses that none of the failures explains
	failed  map[string]int // number of repeated attempts, by response

	failures map[string]int // number of the shop's failures, by kind, in all histories
}

// openOrder is an order that its buyer may cancel.
type openOrder struct {
	buyer  int
	id     string
	pieces int
}

// newRecorder creates the buyers and the customers, before anything fails.
func newRecorder(t *testing.T, shop failingShop, buyers int) *recorder {
	t.Helper()
	l := newLoad(t, shop.bases()[0], buyers)
	staff := &client{t: t, base: shop.bases()[0], token: l.staff}
	customers := make([]string, historiesPerShop)
	for i := range customers {
		customers[i] = staff.must("POST", "/customers", record{"name": "History", "mobile": strconv.Itoa(9000000000 + i)}).(record)["_id"].(string)
	}
	return &recorder{shop: shop, buyers: l.buyers, customers: customers, staff: l.staff, begin: time.Now(), failed: map[string]int{}, failures: map[string]int{}, requests: &http.Client{
		Timeout: 10 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: buyers},
	}}
}

// record makes at least the given number of calls about one product and one customer's khata while the shop fails, and
// returns them.
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
			what, err := r.shop.fail(t, random)
			if err != nil {
				t.Errorf("fail the shop: %v", err)
				return
			}
			r.countFailure(what)
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

// expectLinearizable fails if the history is not linearizable, and keeps an HTML page that shows why. It also fails for
// unexplained responses.
func (r *recorder) expectLinearizable(t *testing.T, history []porcupine.Operation) {
	t.Helper()
	for _, part := range shopModel.Partition(history) {
		result, info := porcupine.CheckOperationsVerbose(shopModel, part, 2*time.Minute)
		if result == porcupine.Ok {
			continue
		}
		file, err := os.CreateTemp("", "kirana-history-*.html") //nolint:usetesting // it is looked at after the test
		if err != nil {
			t.Fatal(err)
		}
		t.Errorf("%d calls on the %s are %s, want them linearizable; see %s %v",
			len(part), part[0].Input.(act).object, result, file.Name(), porcupine.Visualize(shopModel, info, file))
		_ = file.Close()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.wrong) > 0 {
		t.Errorf("%d responses that no failure explains, want none: %s", len(r.wrong), r.wrong[0])
		r.wrong = nil
	}
	t.Logf("%d calls; attempts that were repeated: %v", len(history), r.failed)
	clear(r.failed)
}

// history is one recorded history: its calls are about one product, its orders and one customer's khata.
type history struct {
	*recorder

	calls     atomic.Int64
	product   string
	customer  string
	stockName string // names of the objects
	khataName string
}

func (r *recorder) newHistory(t *testing.T, seed uint64) *history {
	t.Helper()
	product := r.buyers[int(seed)%len(r.buyers)].productID
	const pieces = 30
	h := &history{recorder: r, product: product, stockName: "stock of " + product}
	h.customer = r.customers[int(seed)%len(r.customers)]
	h.khataName = "khata of " + h.customer
	began := h.now()
	// Repeated, as the clients' calls are: a node may still have connections that were cut in the history before.
	if set := h.try("PUT", "/product/update/"+product, r.staff, "", record{"stock": pieces}); set.status != http.StatusOK {
		t.Fatalf("set the stock: %d %s, want %d", set.status, set.message, http.StatusOK)
	}
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
